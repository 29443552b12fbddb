"""A GTP engine in the same process, for tests: lines go in, answers come out."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from tesuji.games import Game, Position, Side, Value
from tesuji.players import Choice, Player, TimeLeft, make_player
from tesuji.protocols.gtp import GtpEngine
from tesuji.protocols.gtp_board import GtpBoard
from tesuji.search import is_cancelled
from tesuji.search.report import MoveReport, Proof, SearchReport


class Wire:
    """A session; `ask` gives the whole answer to one line."""

    def __init__(
        self,
        game: str = "go",
        player: str | Callable[[Game], Player] = "random:seed=1",
        **options: object,
    ) -> None:
        make = player if callable(player) else lambda game: make_player(player, game)
        self.output = ""
        self._interruption: tuple[int, str] | None = None
        self.board = GtpBoard(game, **options)
        self.engine = GtpEngine(self.board, make, self._write)

    def _write(self, text: str) -> None:
        self.output += text
        if self._interruption is not None and text.startswith("info "):
            lines, word = self._interruption
            self._interruption = (lines - 1, word) if lines > 1 else None
            if lines == 1:
                self.engine.inbox.feed(word)

    def interrupt_after(self, lines: int, word: str = "") -> None:
        """Feeds `word` as soon as so many lines of analysis have been written."""
        self._interruption = (lines, word)

    def ask(self, line: str) -> str:
        self.output = ""
        self.engine.session.asked_at = time.monotonic()
        self.engine.handle(line)
        return self.output

    def good(self, line: str) -> str:
        """The text of an answer that has to be a success."""
        output = self.ask(line)
        assert output.startswith("="), output
        assert output.endswith("\n\n")
        return output[1:].strip()

    def bad(self, line: str) -> str:
        """The reason of an answer that has to be a refusal."""
        output = self.ask(line)
        assert output.startswith("? "), output
        assert output.endswith("\n\n")
        return output[2:].strip()


class SlowThinker(Player):
    """Searches nothing, but takes its time, tells of it, and can be stopped."""

    name = "slow"

    def __init__(self, seconds: float = 60.0) -> None:
        self.on_progress: Callable[[SearchReport], None] | None = None
        self.progress_interval = 1.0
        self.told: list[str] = []
        """What it heard of the game."""
        self.clocks: list[TimeLeft | None] = []
        self._seconds = seconds
        self._stopped = threading.Event()

    def start(self, game: Game, position: Position) -> None:
        self.told.append("start")

    def observe(self, before: Position, move: int, after: Position) -> None:
        self.told.append(before.game.format_move(move))

    def choose(self, position: Position, time_left: TimeLeft | None = None) -> Choice:
        self.clocks.append(time_left)
        report = self._think(position, self._seconds)
        return Choice(report.moves[0].move, report.value, report=report)

    def analyse(self, position: Position) -> SearchReport:
        return self._think(position, 60.0)

    def stop(self) -> None:
        self._stopped.set()

    def _think(self, position: Position, seconds: float) -> SearchReport:
        self._stopped.clear()
        end = time.monotonic() + seconds
        visits = 0
        while True:
            visits += 10
            report = made_up_report(position, visits)
            left = end - time.monotonic()
            if left <= 0 or is_cancelled() or self._stopped.wait(min(left, self.progress_interval)):
                return report
            if self.on_progress is not None:
                self.on_progress(report)


def made_up_report(position: Position, visits: int, score: float | None = 2.5) -> SearchReport:
    """A report whose first two moves have been visited."""
    game, side = position.game, Side(position.to_move)
    moves = []
    for order, move in enumerate(position.legal_moves()):
        name = game.format_move(move)
        moves.append(
            MoveReport(
                move=move,
                notation=name,
                visits=max(visits - 5 * order, 0) if order < 2 else 0,
                value=Value(0.5 - 0.1 * order, side),
                prior=0.125,
                proof=Proof.UNKNOWN,
                score=score,
                line=(move,),
                line_notation=(name,),
            )
        )
    return SearchReport(
        position=position,
        value=Value(0.5, side),
        proof=Proof.UNKNOWN,
        score=score,
        moves=tuple(moves),
        simulations=visits,
        nodes=visits,
        seconds=0.1,
        depth=1,
        memory=0,
    )
