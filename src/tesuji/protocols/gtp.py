"""Implements a GTP engine, which answers the commands of a controller.

Go clients such as Sabaki and GoGui speak this protocol. The other games understand the same
commands with moves in their own notation; Black, or ``b``, is the player who begins.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable

from tesuji.errors import TesujiError
from tesuji.games import Game
from tesuji.players import Player
from tesuji.protocols import gtp_go, gtp_katago  # noqa: F401  (add their commands)
from tesuji.protocols.gtp_board import GtpBoard
from tesuji.protocols.gtp_commands import COMMANDS, known_commands
from tesuji.protocols.gtp_inbox import GtpInbox
from tesuji.protocols.gtp_session import GtpSession
from tesuji.protocols.gtp_text import GtpCommand, answer, parse_command, refusal
from tesuji.streams import OutputLost


class GtpEngine:
    """One session with a controller."""

    def __init__(
        self,
        board: GtpBoard,
        make_player: Callable[[Game], Player],
        write: Callable[[str], None],
        inbox: GtpInbox | None = None,
    ) -> None:
        """`write` must send its text at once; lines come from `inbox`."""
        self.inbox = inbox or GtpInbox()
        self.session = GtpSession(board, make_player, self.inbox, write)

    def serve(self) -> None:
        """Answers until ``quit`` or the end of input."""
        try:
            while not self.session.ended and (line := self.inbox.take()) is not None:
                self.session.asked_at = line.when
                self.handle(line.text)
        except OutputLost as lost:
            if not lost.was_closed:
                raise
        finally:
            self.session.close()

    def handle(self, line: str) -> None:
        """Answers one line of input if it holds a command."""
        command = parse_command(line)
        if command is None:
            return
        try:
            text = self._run(command)
        except TesujiError as error:
            self.session.write(refusal(command, _first_sentence(error)))
            return
        except OutputLost:
            raise
        except Exception as error:
            traceback.print_exc(file=sys.stderr)
            self.session.write(refusal(command, f"internal error: {type(error).__name__}: {error}"))
            return
        if text is not None:
            self.session.write(answer(command, text))

    def _run(self, command: GtpCommand) -> str | None:
        if command.name not in known_commands(self.session):
            raise TesujiError("unknown command")
        return COMMANDS[command.name](self.session, command)


def _first_sentence(error: TesujiError) -> str:
    """Returns an error without the board that follows messages about illegal moves."""
    lines = str(error).splitlines()
    return lines[0] if lines else type(error).__name__
