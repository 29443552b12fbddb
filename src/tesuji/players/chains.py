"""Players of Dots and Boxes that know chains and control, for boards of any size."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from typing import Any

from tesuji import core
from tesuji.games import Game, Position
from tesuji.games.dots_and_boxes import DotsAndBoxes, DotsAndBoxesPosition
from tesuji.players.base import Choice, Player, TimeLeft, fresh_seed
from tesuji.players.options import SpecError, option
from tesuji.players.registry import register_player
from tesuji.players.timing import thinking_time
from tesuji.search import Budget
from tesuji.search.report import SearchReport, read_report
from tesuji.theory.dots_and_boxes import Solver, Structure, Table
from tesuji.theory.dots_and_boxes.rules_of_thumb import line_by_rule

_MEGABYTE = 1 << 20
_EXACT_SHARES = ((24, 0.9), (30, 0.6), (36, 0.4), (42, 0.2))
"""With at most so many open lines, this share of the time goes into solving the position."""


@dataclass(frozen=True, slots=True)
class ChainsOptions:
    """What the spec ``chains`` takes."""

    seconds: float = option(1.0, "seconds for each move", above=0)
    threads: int = option(1, "searching threads", minimum=1, maximum=256)
    memory: int = option(256, "megabytes for the tables", minimum=32)
    seed: int | None = option(
        None, "seed of its playouts; without one every game differs", minimum=0
    )


@dataclass(frozen=True, slots=True)
class DoubleDealerOptions:
    """What the spec ``double-dealer`` takes."""

    seed: int | None = option(None, "seed of its dice; without one every game differs", minimum=0)


@register_player("chains", ChainsOptions)
class ChainsPlayer(Player):
    """Dots and Boxes by chain theory: tree search with chain-wise playouts, then exact play."""

    def __init__(self, game: Game, options: ChainsOptions) -> None:
        _require_dots_and_boxes("chains", game)
        self._options = options
        self._seed = fresh_seed() if options.seed is None else options.seed
        self._solver: Solver | None = None
        self._search: Any = None
        self._at: DotsAndBoxesPosition | None = None
        self._control: Any = None
        self._stopped = False

    def start(self, game: Game, position: Position) -> None:
        self._solver = self._search = self._at = None

    def choose(self, position: Position, time_left: TimeLeft | None = None) -> Choice:
        assert isinstance(position, DotsAndBoxesPosition)
        self._stopped = False
        if Table.exists_for(position.game):
            return _choice_from_table(position)
        seconds = thinking_time(position, time_left, self._options.seconds)
        assert seconds is not None
        deadline = time.monotonic() + seconds
        solved = self._solve(position, seconds)
        if solved is not None:
            return Choice(solved.moves[0].move, solved.value, report=solved)
        report = self._search_tree(position, max(deadline - time.monotonic(), 0.01))
        return Choice(report.moves[0].move, report.value, report=report)

    def _solve(self, position: DotsAndBoxesPosition, seconds: float) -> SearchReport | None:
        """The exact answer, where it can be had in a part of the time."""
        open_lines = len(position.legal_moves())
        share = next((share for most, share in _EXACT_SHARES if open_lines <= most), None)
        if share is None:
            return None
        if self._solver is None or not self._solver.covers(position):
            options = self._options
            self._solver = Solver(
                position,
                memory=options.memory * _MEGABYTE // 2,
                threads=options.threads,
                all_moves=False,
            )
        report = self._solver.run(position, Budget(seconds=share * seconds))
        return report if report.moves[0].score is not None else None

    def _search_tree(self, position: DotsAndBoxesPosition, seconds: float) -> SearchReport:
        if self._search is None or self._at != position:
            options = core.MctsOptions(
                threads=self._options.threads, seed=self._seed, batch_size=1, puct=0.6
            )
            self._search = core.DotsAndBoxesChainSearch(position, options)
            self._at = position
        memory = self._options.memory * _MEGABYTE // 2
        self._control = core.SearchControl(Budget(seconds=seconds, memory=memory).for_core())
        if self._stopped:
            self._control.stop()
        return read_report(position, self._search.run(self._control))

    def observe(self, before: Position, move: int, after: Position) -> None:
        if self._search is not None and self._at == before and not after.is_over:
            assert isinstance(after, DotsAndBoxesPosition)
            self._search.advance(move)
            self._at = after
        else:
            self._search = None

    def stop(self) -> None:
        self._stopped = True
        solver, control = self._solver, self._control
        if solver is not None:
            solver.stop()
        if control is not None:
            control.stop()

    def close(self) -> None:
        self._solver = self._search = None


@register_player("double-dealer", DoubleDealerOptions)
class DoubleDealer(Player):
    """Dots and Boxes by rule: captures, double-deals to keep control, else plays safe lines."""

    def __init__(self, game: Game, options: DoubleDealerOptions) -> None:
        _require_dots_and_boxes("double-dealer", game)
        self._seed = fresh_seed() if options.seed is None else options.seed
        self._dice = random.Random(self._seed)

    def start(self, game: Game, position: Position) -> None:
        self._dice.seed(self._seed)

    def choose(self, position: Position, time_left: TimeLeft | None = None) -> Choice:
        assert isinstance(position, DotsAndBoxesPosition)
        return Choice(line_by_rule(Structure.of(position), self._dice))


def _require_dots_and_boxes(player: str, game: Game) -> None:
    """Raises `SpecError` when `player` does not play `game`."""
    if not isinstance(game, DotsAndBoxes):
        raise SpecError(f"{player} plays dots-and-boxes only, not {game.name}")


def _choice_from_table(position: DotsAndBoxesPosition) -> Choice:
    """The line with the best exact value; the first of several."""
    values = Table.of(position.game).move_values(position)
    best = max(values, key=lambda line: values[line])
    comment = f"nets {values[best]:+d} of the boxes that are left"
    return Choice(best, comment=comment)
