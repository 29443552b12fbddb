"""Plays any game by Monte Carlo tree search or alpha-beta."""

from __future__ import annotations

import dataclasses
import random
from dataclasses import dataclass
from typing import Any

from tesuji import core
from tesuji.games import Game, Position
from tesuji.players.base import Choice, Player, TimeLeft, fresh_seed
from tesuji.players.options import SpecError, reflected
from tesuji.players.registry import register_player
from tesuji.players.timing import thinking_time
from tesuji.players.usual_options import (
    all_moves_option,
    depth_option,
    memory_option,
    nodes_option,
    proof_option,
    seconds_option,
    seed_option,
    sims_option,
    temperature_option,
    threads_option,
)
from tesuji.search import Budget, ForcedWinSearch, Progress, Proof, Search, SearchReport

MEGABYTE = 1 << 20


@dataclass(frozen=True, slots=True)
class MctsOptions:
    """Options of the spec ``mcts``."""

    sims: int | None = sims_option(1000)
    seconds: float | None = seconds_option()
    nodes: int | None = nodes_option()
    threads: int = threads_option()
    memory: int = memory_option(256, "the tree")
    uct: float | None = reflected(core.MctsOptions, "uct", None, was=("c",))
    fpu_reduction: float | None = reflected(
        core.MctsOptions, "fpu_reduction", None, unset="try every move once first", was=("fpu",)
    )
    rave: bool | None = reflected(core.MctsOptions, "rave", None)
    rave_visits: float = reflected(core.MctsOptions, "rave_visits")
    temperature: float = temperature_option()
    score_weight: float = reflected(core.MctsOptions, "score_weight", was=("points",))
    score_scale: float = reflected(  # margins of rollouts vary more than those of networks
        core.MctsOptions, "score_scale", 25.0, was=("points_scale",)
    )
    proof: int = proof_option(0)
    seed: int | None = seed_option()


@dataclass(frozen=True, slots=True)
class AlphaBetaOptions:
    """Options of the spec ``alphabeta``."""

    seconds: float | None = seconds_option(1)
    nodes: int | None = nodes_option()
    depth: int | None = depth_option()
    memory: int = memory_option(64, "the table of positions")
    threads: int = threads_option()
    proof: int = proof_option(0)
    all_moves: bool = all_moves_option()
    seed: int | None = seed_option("seed of the choice among equal moves")


class SearchPlayer(Player):
    """A player that searches before each move and reuses its tree for the next one."""

    on_progress: Progress | None = None
    """Called in the searching thread with the report so far, every `progress_interval` seconds."""
    progress_interval: float = 0.1

    def __init__(
        self,
        method: str,
        budget: Budget,
        usual: Budget,
        seed: int | None,
        *,
        proof: int = 0,
        **options: Any,
    ) -> None:
        """`budget` applies to each move; a clock can shorten its time.

        `usual` applies if neither `budget` nor a clock limits the search. `proof` is the number of
        positions of a first search for a win by threats, in games with forcing moves. `options`
        are those of the method.
        """
        self._method = method
        self._budget = budget
        self._usual = usual
        self._seed = fresh_seed() if seed is None else seed
        self._options = options
        self._search: Search | None = None
        self._proof = proof
        self._forced = ForcedWinSearch()

    def start(self, game: Game, position: Position) -> None:
        self._search = None

    def choose(self, position: Position, time_left: TimeLeft | None = None) -> Choice:
        budget = self._budget_for(position, time_left)
        if self._proof:
            won = self._forced.run(position, self._proof, budget.seconds)
            if won is not None:
                return Choice(won.moves[0].move, won.value, report=won)
        report = self._run(position, budget)
        return Choice(self.pick(report), report.value, report=report)

    def analyse(self, position: Position) -> SearchReport:
        """Searches until `stop`, until the answer is exact, or until memory is used up."""
        return self._run(position, Budget(memory=self._budget.memory))

    def _run(self, position: Position, budget: Budget) -> SearchReport:
        if self._search is None or not _same(self._search.position, position):
            self._search = self._begin(position)
        tell = self.on_progress

        def signed(report: SearchReport) -> None:
            assert tell is not None
            tell(self._signed(report))

        told = None if tell is None else signed
        return self._signed(self._search.run(budget, told, self.progress_interval))

    def _begin(self, position: Position) -> Search:
        return Search(position, self._method, seed=self._seed, **self._options)

    def _signed(self, report: SearchReport) -> SearchReport:
        """Adds the name of this player, if it has one, to the report."""
        return dataclasses.replace(report, engine=self.name) if self.name else report

    def pick(self, report: SearchReport) -> int:
        """Returns the move to play after a search."""
        return report.moves[0].move

    def observe(self, before: Position, move: int, after: Position) -> None:
        search = self._search
        if search is not None and _same(search.position, before) and not after.is_over:
            search.advance(move)
        else:
            self._search = None

    def stop(self) -> None:
        self._forced.stop()
        search = self._search
        if search is not None:
            search.stop()

    def close(self) -> None:
        self._search = None

    def _budget_for(self, position: Position, time_left: TimeLeft | None) -> Budget:
        seconds = thinking_time(position, time_left, self._budget.seconds)
        budget = dataclasses.replace(self._budget, seconds=seconds)
        return budget if budget.is_limited else self._usual


def _same(one: Position, other: Position) -> bool:
    """Returns whether two positions have the same board and, if they remember it, the same past."""
    return one is other or (one == other and one.past() == other.past())


class VisitsPlayer(SearchPlayer):
    """A player by Monte Carlo tree search that can draw moves in proportion to visits."""

    def __init__(
        self, budget: Budget, usual: Budget, seed: int | None, temperature: float, **options: Any
    ) -> None:
        super().__init__("mcts", budget, usual, seed, **options)
        self._temperature = temperature
        self._dice = random.Random(self._seed)
        self._only: tuple[int, ...] = ()

    @property
    def only(self) -> tuple[int, ...]:
        """Moves among which it chooses in positions that it is asked about; empty: all."""
        return self._only

    @only.setter
    def only(self, moves: tuple[int, ...]) -> None:
        if moves != self._only:
            self._only, self._search = moves, None

    def _begin(self, position: Position) -> Search:
        found = super()._begin(position)
        if self._only:
            found.allow_only(self._only)
        return found

    def start(self, game: Game, position: Position) -> None:
        super().start(game, position)
        self._dice.seed(self._seed)

    def pick(self, report: SearchReport) -> int:
        """Returns the best move, or a random one in proportion to visits ^ (1 / temperature).

        A proven win is always played, and proven losses are never drawn.
        """
        best = report.moves[0]
        open_moves = [move for move in report.moves if move.proof is not Proof.LOSS]
        if self._temperature == 0 or best.proof is Proof.WIN or not open_moves:
            return best.move
        most = max(max(move.visits for move in open_moves), 1)
        weights = [(move.visits / most) ** (1 / self._temperature) for move in open_moves]
        if not any(weights):
            return best.move
        return self._dice.choices(open_moves, weights)[0].move


@register_player("mcts", MctsOptions)
class MctsPlayer(VisitsPlayer):
    """Monte Carlo tree search: random games, more of them after the moves that do well."""

    def __init__(self, game: Game, options: MctsOptions) -> None:
        if options.score_weight > 0 and not game.has_score:
            raise SpecError(
                f"the option score_weight of mcts is for games with a score, not {game.name}"
            )
        memory = options.memory * MEGABYTE
        super().__init__(
            Budget(options.sims, options.nodes, options.seconds, memory=memory),
            Budget(simulations=1000, memory=memory),
            options.seed,
            options.temperature,
            proof=options.proof,
            threads=options.threads,
            # None leaves the choice to the search, which knows what suits the game.
            uct=options.uct,
            rave=options.rave,
            rave_visits=options.rave_visits,
            try_every_move=options.fpu_reduction is None,
            fpu_reduction=options.fpu_reduction,
            score_weight=options.score_weight,
            score_scale=options.score_scale,
        )


@register_player("alphabeta", AlphaBetaOptions)
class AlphaBetaPlayer(SearchPlayer):
    """Alpha-beta search with a hand-made evaluation: deeper and deeper until time is up."""

    def __init__(self, game: Game, options: AlphaBetaOptions) -> None:
        memory = options.memory * MEGABYTE
        limits = Budget(None, options.nodes, options.seconds, options.depth, memory)
        usual = Budget(seconds=1.0, memory=memory)
        super().__init__(
            "alphabeta",
            limits,
            usual,
            options.seed,
            proof=options.proof,
            threads=options.threads,
            all_moves_exact=options.all_moves,
        )
