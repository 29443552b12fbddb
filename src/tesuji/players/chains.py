"""Plays Dots and Boxes by the theory of chains and control, on boards of any size."""

from __future__ import annotations

import dataclasses
import math
import random
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tesuji import core
from tesuji.games import Game, Position
from tesuji.games.dots_and_boxes import DotsAndBoxesPosition
from tesuji.players.base import Choice, Player, TimeLeft, fresh_seed
from tesuji.players.registry import register_player
from tesuji.players.timing import thinking_time
from tesuji.players.usual_options import (
    memory_option,
    seconds_option,
    seed_option,
    sims_option,
    threads_option,
)
from tesuji.search import Budget, Progress, is_cancelled
from tesuji.search.report import SearchReport, read_report

if TYPE_CHECKING:
    from tesuji.theory.dots_and_boxes import Solver

_MEGABYTE = 1 << 20
_USUAL_SECONDS = 1.0
_EXACT_SHARES = ((24, 0.9), (30, 0.6), (36, 0.4), (42, 0.2))
"""(most open lines, share of the budget that is spent on solving the position)."""
_NODES_PER_SIMULATION = 100
"""Positions that the exact search visits in the time of one simulation, roughly."""


@dataclass(frozen=True, slots=True)
class ChainsOptions:
    """Options of the spec ``chains``."""

    seconds: float | None = seconds_option(1)
    sims: int | None = sims_option()
    threads: int = threads_option()
    memory: int = memory_option(256, "the tables", minimum=32)
    seed: int | None = seed_option()


@dataclass(frozen=True, slots=True)
class DoubleDealerOptions:
    """Options of the spec ``double-dealer``."""

    seed: int | None = seed_option()


@register_player("chains", ChainsOptions, games=("dots-and-boxes",))
class ChainsPlayer(Player):
    """Dots and Boxes by chain theory: tree search with chain-wise playouts, then exact play."""

    on_progress: Progress | None = None
    """Called in the searching thread with the report so far, every `progress_interval` seconds."""
    progress_interval: float = 0.1

    def __init__(self, game: Game, options: ChainsOptions) -> None:
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
        seconds = thinking_time(position, time_left, self._options.seconds)
        if seconds is None and self._options.sims is None:
            seconds = _USUAL_SECONDS
        report = self._think(position, Budget(self._options.sims, seconds=seconds))
        return Choice(report.moves[0].move, report.value, report=report)

    def analyse(self, position: Position) -> SearchReport:
        """Searches until `stop`, until the answer is exact, or until memory is used up."""
        from tesuji.theory.games.dots_and_boxes import exact_report

        assert isinstance(position, DotsAndBoxesPosition)
        self._stopped = False
        known = exact_report(position)
        return self._search_tree(position, Budget()) if known is None else known

    def _think(self, position: DotsAndBoxesPosition, budget: Budget) -> SearchReport:
        from tesuji.theory.dots_and_boxes import Table
        from tesuji.theory.games.dots_and_boxes import exact_report

        known = exact_report(position) if Table.exists_for(position.game) else None
        if known is not None:
            return known
        begun = time.monotonic()
        solved = self._solve(position, budget)
        if solved is not None:
            return solved
        if budget.seconds is not None:
            left = max(budget.seconds - (time.monotonic() - begun), 0.01)
            budget = dataclasses.replace(budget, seconds=left)
        return self._search_tree(position, budget)

    def _solve(self, position: DotsAndBoxesPosition, budget: Budget) -> SearchReport | None:
        """Returns the exact answer, if it is found within a part of the budget."""
        from tesuji.theory.dots_and_boxes import Solver

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
        simulations, seconds = budget.simulations, budget.seconds
        part = Budget(
            nodes=None
            if simulations is None
            else math.ceil(share * simulations * _NODES_PER_SIMULATION),
            seconds=None if seconds is None else share * seconds,
        )
        report = self._solver.run(position, part)
        return self._signed(report) if report.moves[0].score is not None else None

    def _search_tree(self, position: DotsAndBoxesPosition, budget: Budget) -> SearchReport:
        if self._search is None or self._at != position:
            self._search = self._new_search(position)
            self._at = position
        memory = self._options.memory * _MEGABYTE // 2
        limits = dataclasses.replace(budget, memory=memory)
        self._control = core.SearchControl(limits.for_core())
        self._control.progress_interval = self.progress_interval
        if self._stopped or is_cancelled():
            self._control.stop()
        tell = self.on_progress

        def told(found: Any) -> None:
            assert tell is not None
            tell(self._signed(read_report(position, found)))

        found = self._search.run(self._control, None if tell is None else told)
        return self._signed(read_report(position, found))

    def _new_search(self, position: DotsAndBoxesPosition) -> Any:
        options = core.MctsOptions(
            threads=self._options.threads, seed=self._seed, batch_size=1, c_puct=0.6
        )
        return core.DotsAndBoxesChainSearch(position, options)

    def _signed(self, report: SearchReport) -> SearchReport:
        return dataclasses.replace(report, engine=self.name or "chains")

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


@register_player("double-dealer", DoubleDealerOptions, games=("dots-and-boxes",))
class DoubleDealer(Player):
    """Dots and Boxes by rule: captures, double-deals to keep control, else plays safe lines."""

    def __init__(self, game: Game, options: DoubleDealerOptions) -> None:
        self._seed = fresh_seed() if options.seed is None else options.seed
        self._dice = random.Random(self._seed)

    def start(self, game: Game, position: Position) -> None:
        self._dice.seed(self._seed)

    def choose(self, position: Position, time_left: TimeLeft | None = None) -> Choice:
        from tesuji.theory.dots_and_boxes import Structure
        from tesuji.theory.dots_and_boxes.rules_of_thumb import line_by_rule

        assert isinstance(position, DotsAndBoxesPosition)
        return Choice(line_by_rule(Structure.of(position), self._dice))
