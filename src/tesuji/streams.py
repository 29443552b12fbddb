"""Makes standard input, output and error usable if they are closed or have an old encoding."""

from __future__ import annotations

import codecs
import errno
import io
import os
import sys

_NEAREST = "tesuji.nearest"
_IN_ASCII = {
    "–": "-", "—": "-", "−": "-", "…": "...", "×": "x", "±": "+-", "·": ".", "’": "'", "‘": "'",
    "“": '"', "”": '"', "→": "->", "←": "<-", "↑": "^", "↓": "v", "≤": "<=", "≥": ">=", "≈": "~",
    "½": "1/2", "¼": "1/4", "¾": "3/4", "✓": "+", "✗": "x", "●": "X", "○": "O", "•": "*", "█": "#",
    "∞": "inf", "σ": "s", "τ": "t", "²": "^2", "★": "*", "⋆": "*", "∗": "*", "⇑": "^^", "⇓": "vv",
    "⧾": "tiny", "⧿": "miny", "━": "-", "┃": "|", "▶": ">",
}  # fmt: skip
"""ASCII replacements for characters of our texts."""


class OutputLost(OSError):
    """Raised when standard output cannot be written: its reader is gone, or the disk is full."""

    @property
    def was_closed(self) -> bool:
        """Whether the reader closed it, which is not an error."""
        return self.errno == errno.EPIPE


def prepare_streams() -> None:
    """Makes standard streams usable; a program calls this first.

    A closed stream becomes the null device: otherwise the next file that is opened would get its
    number, and everything that is printed. Characters that the output's encoding lacks are replaced
    by ASCII.
    """
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        try:
            os.fstat(number)
        except OSError:
            opened = os.open(os.devnull, os.O_RDWR)
            if opened == number:
                os.set_inheritable(number, True)  # for workers
            else:
                os.dup2(opened, number)
                os.close(opened)
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(number, mode, encoding="utf-8", closefd=False))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors=_NEAREST)


def _nearest(error: UnicodeError) -> tuple[str, int]:
    """Replaces characters that an encoding lacks; an error handler of `codecs`."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return "".join(_IN_ASCII.get(letter, "?") for letter in lacking), error.end


codecs.register_error(_NEAREST, _nearest)


def write_at_once(text: str) -> None:
    """Writes text to standard output without buffering; raises `OutputLost` if that fails."""
    data = text.encode()
    while data:
        try:
            data = data[os.write(sys.stdout.fileno(), data) :]
        except OSError as error:
            raise OutputLost(error.errno, error.strerror) from error
