"""Locates the files of Tesuji and writes them atomically: a crash never leaves half of one."""

from __future__ import annotations

import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path

import platformdirs

from tesuji.errors import TesujiError


def data_directory() -> Path:
    """Returns the folder of games and runs: ``TESUJI_DATA_DIR``, or the system's usual place."""
    chosen = os.environ.get("TESUJI_DATA_DIR")
    return Path(chosen) if chosen else platformdirs.user_data_path("tesuji")


def runs_directory() -> Path:
    """Returns the folder that holds the runs of learning, one folder each."""
    return data_directory() / "runs"


def networks_directory() -> Path:
    """Returns the folder of networks that the user has downloaded."""
    return data_directory() / "networks"


def read_limited(path: str | os.PathLike[str], most_bytes: int) -> bytes:
    """Returns the content of a file of at most `most_bytes`.

    Raises `TesujiError` if it has more, or no end, and `OSError` if it cannot be read.
    """
    with open(path, "rb") as file:
        data = file.read(most_bytes + 1)
    if len(data) > most_bytes:
        raise TesujiError(f"{os.fspath(path)} has more than {most_bytes} bytes")
    return data


def check_writable(path: str | os.PathLike[str]) -> None:
    """Raises `TesujiError` if `path` cannot be written; call it before long work."""
    target = Path(os.path.realpath(path))
    if _is_device(path):
        return
    if target.is_dir():
        raise TesujiError(f"cannot write {os.fspath(path)}: it is a folder")
    if not target.parent.is_dir():
        raise TesujiError(f"cannot write {os.fspath(path)}: there is no folder {target.parent}")
    if not os.access(target.parent, os.W_OK | os.X_OK):
        raise TesujiError(f"cannot write {os.fspath(path)}: the folder is not writable")


def write_atomically(path: str | os.PathLike[str], data: bytes) -> None:
    """Writes `data` to `path`: afterwards the file holds either all of it or what it held before.

    The bytes are written to a new file in the same folder, which then replaces the old one; links
    are followed and permissions are kept. Devices such as ``/dev/stdout`` are written to directly.
    Raises `TesujiError` with one sentence when writing fails.
    """
    try:
        if _is_device(path):
            with open(path, "wb", buffering=0) as device:
                device.write(data)
            return
        target = Path(os.path.realpath(path))
        draft = target.with_name(f".{target.name[:100]}.{secrets.token_hex(8)}.tmp")
        _write_and_replace(data, draft, target)
    except (OSError, ValueError) as error:  # a name with a NUL in it is a ValueError
        reason = getattr(error, "strerror", None) or error
        raise TesujiError(f"cannot write {os.fspath(path)}: {reason}") from error


def _is_device(path: str | os.PathLike[str]) -> bool:
    """Returns whether `path` is neither a file nor a folder, so that it must not be replaced."""
    try:
        mode = os.stat(path).st_mode
    except OSError:
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


def _write_and_replace(data: bytes, draft: Path, target: Path) -> None:
    try:
        with open(draft, "xb") as file:
            with suppress(FileNotFoundError):
                draft.chmod(stat.S_IMODE(target.stat().st_mode))
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, target)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    with suppress(OSError):  # some systems cannot open a folder; the file itself is safe
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
