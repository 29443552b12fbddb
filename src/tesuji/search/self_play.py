"""Plays many games of a network against itself at once, so that it evaluates whole batches.

>>> import numpy as np
>>> from tesuji.games import make
>>> def know_nothing(planes):
...     return np.zeros((len(planes), 12), np.float32), np.zeros(len(planes), np.float32)
>>> pool = SelfPlay(make("dots-and-boxes", size=2), SelfPlayOptions(simulations=20), seed=1)
>>> games = pool.play(know_nothing, 3)
>>> [len(game.moves) == len(game.policies) for game in games]
[True, True, True]

The trees of all games are searched by the core, without the GIL. One `SelfPlay` is driven by one
thread and keeps one processor busy, network included; `play_in_threads` drives several.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tesuji import core
from tesuji.errors import TesujiError
from tesuji.games import Game

Floats: TypeAlias = NDArray[np.float32]

Evaluate: TypeAlias = Callable[[Floats], tuple[Floats, Floats]]
"""From planes [n, channels, height, width] to logits [n, num_moves] and values [n] for the players
to move, from -1 to 1; all float32. A `Network` is one. The planes are valid until it returns."""

OnGame: TypeAlias = Callable[["SelfPlayGame"], None]
Stop: TypeAlias = Callable[[], bool]
"""Returns whether to stop; `threading.Event.is_set` is one."""


SelfPlayOptions = core.SelfPlayOptions
"""How games are played, by name: the options of ``cpp/search/self_play_options.hpp`` and those of a
search that concern self-play. `SelfPlayOptions.table()` lists them with what they mean."""


@dataclass(frozen=True, slots=True, eq=False)
class SelfPlayGame:
    """A game that was played, ply by ply. Values are for the player who moves at that ply.

    A random ply (`SelfPlayOptions.random_plies`) has a policy of zeros and NaN as root value.
    """

    moves: NDArray[np.int32]
    """[plies]"""
    movers: NDArray[np.int8]
    """[plies]: 0 or 1. They need not alternate."""
    policies: Floats
    """[plies, num_moves]: the policy to learn; sums to 1, illegal moves have 0."""
    searched_fully: NDArray[np.bool_]
    """[plies]: whether the ply is used for training."""
    root_values: Floats
    """[plies]: what the search thought, for the mover; with the margin where that counts."""
    proven: NDArray[np.bool_]
    """[plies]: whether the search proved its root value."""
    surprises: Floats
    """[plies]: how far the search's policy is from the network's, as a divergence in nats; 0 for a
    random ply and without a network."""
    values: Floats
    """[plies]: the value to learn, for the mover: that of the next proven position from there on,
    else that of the end of the game."""
    result: float
    """For the first player: 1 won, 0 drawn or broken off, -1 lost."""
    score: float
    """Points by which the first player won; NaN where the game has none, was broken off, or ended
    by a proof that does not say by how much, as it does with a `score_weight`."""
    finished: bool
    """Ended by the rules, by a proof or by resignation, and not broken off after `max_plies`."""
    seed: int
    """The seed of all randomness in this game."""
    board: int = 0
    """The number of the board that it was played on, where a run plays on several."""
    resigned: bool = False
    """Ended by resignation, so that margin and ownership are unknown."""
    resigner: int = -1
    """Who (0 or 1) was the first to resign or, in a game that was played on, would have been; -1:
    nobody."""

    @property
    def plies(self) -> int:
        return len(self.moves)


class SelfPlay:
    """A pool of games in progress. The same seed and evaluator give the same games.

    The seed of each game follows from `seed` and its number.
    """

    def __init__(
        self,
        game: Game,
        options: SelfPlayOptions | None = None,
        *,
        games_at_once: int = 64,
        seed: int = 0,
    ) -> None:
        """Batches hold up to `games_at_once` * `options.leaves_per_game` positions."""
        if game.plane_shape is None:
            raise TesujiError(f"{game.name} has no network planes, so no network can play it")
        self.game = game
        self.options = SelfPlayOptions() if options is None else options
        start = game.initial()
        self._evaluate: Evaluate | None = None
        make: Any = core.self_play_class(start)
        self._pool = make(start, self.options, games_at_once, seed)

    def step(self, evaluate: Evaluate) -> list[SelfPlayGame]:
        """Evaluates one batch, advances all games, and returns those that ended.

        New games replace those that ended. If `evaluate` raises, the games are unchanged. It must
        be a pure function: its results are reused until another evaluator is given.
        """
        self._pool.begin(-1)
        return self._step(evaluate)

    def play(
        self,
        evaluate: Evaluate,
        games: int,
        *,
        stop: Stop | None = None,
        on_game: OnGame | None = None,
    ) -> list[SelfPlayGame]:
        """Begins `games` games, plays all of them to their end, and returns them as they ended.

        Games already in progress are finished too, so that short games are not over-represented.
        `on_game` is called with each. As soon as `stop` returns true, or anything raises,
        unfinished games are dropped.
        """
        self._pool.begin(games)
        played: list[SelfPlayGame] = []
        try:
            while self._pool.is_busy and not (stop is not None and stop()):
                for game in self._step(evaluate):
                    played.append(game)
                    if on_game is not None:
                        on_game(game)
        finally:
            if self._pool.is_busy:
                self.drop()
        return played

    def drop(self) -> None:
        """Drops the games in progress, and openings of games that have not begun."""
        self._pool.drop()

    def add_opening(self, moves: Sequence[int]) -> None:
        """Makes a later game begin with these moves, which are not searched."""
        self._pool.add_opening([int(move) for move in moves])

    def set_simulations(self, full: int, fast: int) -> None:
        """Changes the simulations of searches that begin from now on: see `SelfPlayOptions`."""
        self._pool.set_simulations(full, fast)

    @property
    def evaluations(self) -> int:
        """Positions that the evaluator has evaluated since the beginning."""
        return int(self._pool.evaluations)

    @property
    def simulations(self) -> int:
        """Descents through trees since the beginning; not each needs an evaluation."""
        return int(self._pool.simulations)

    def _step(self, evaluate: Evaluate) -> list[SelfPlayGame]:
        return _step_all([self], evaluate)[0]

    def _read(self, played: Any) -> SelfPlayGame:
        return SelfPlayGame(
            moves=played.moves(),
            movers=played.movers(),
            policies=played.policies(),
            searched_fully=played.searched_fully(),
            root_values=played.root_values(),
            proven=played.proven(),
            surprises=played.surprises(),
            values=played.values(),
            result=played.result,
            score=played.score if self.game.has_score else math.nan,
            finished=played.finished,
            seed=played.seed,
            resigned=played.resigned,
            resigner=played.resigner,
        )


def step_together(pools: Sequence[SelfPlay], evaluate: Evaluate) -> list[list[SelfPlayGame]]:
    """Advances several pools as `SelfPlay.step` does, with one batch for all of them.

    The games of the pools must have planes of the same shape; they may differ in, say, komi.
    Returns the games that ended, for each pool.
    """
    for pool in pools:
        pool._pool.begin(-1)
    return _step_all(pools, evaluate)


def _step_all(pools: Sequence[SelfPlay], evaluate: Evaluate) -> list[list[SelfPlayGame]]:
    batches = []
    for pool in pools:
        if evaluate is not pool._evaluate:
            pool._pool.forget_evaluations()
            pool._evaluate = evaluate
        batches.append(pool._pool.gather())
    waiting = [batch for batch in batches if len(batch)]
    if waiting:
        try:
            together = waiting[0] if len(waiting) == 1 else np.concatenate(waiting)
            logits, values = evaluate(together)
        except BaseException:
            for pool in pools:
                pool._pool.cancel()
            raise
        at = 0
        for pool, batch in zip(pools, batches, strict=True):
            if count := len(batch):
                pool._pool.finish(logits[at : at + count], values[at : at + count])
                at += count
    return [[pool._read(game) for game in pool._pool.take_ended()] for pool in pools]


def play_in_threads(
    game: Game,
    options: SelfPlayOptions,
    evaluators: Sequence[Evaluate],
    games: int,
    *,
    games_at_once: int = 64,
    seed: int = 0,
    stop: Stop | None = None,
    on_game: OnGame | None = None,
) -> list[SelfPlayGame]:
    """Plays `games` games in one thread for each evaluator, each with its share of the games.

    For n processors give n networks of one thread each. `on_game` is called by one thread at a
    time. An exception in one worker stops all, and is raised here.
    """
    failed = threading.Event()
    told = threading.Lock()
    errors: list[BaseException] = []
    shares: list[list[SelfPlayGame]] = [[] for _ in evaluators]

    def stopped() -> bool:
        return failed.is_set() or (stop is not None and stop())

    def tell(game: SelfPlayGame) -> None:
        if on_game is not None:
            with told:
                on_game(game)

    def work(number: int) -> None:
        share = len(range(number, games, len(evaluators)))
        try:
            pool = SelfPlay(
                game,
                options,
                games_at_once=min(games_at_once, max(share, 1)),
                seed=seed + number,
            )
            shares[number] = pool.play(evaluators[number], share, stop=stopped, on_game=tell)
        except BaseException as error:
            errors.append(error)
            failed.set()

    others = [threading.Thread(target=work, args=(number,)) for number in range(1, len(evaluators))]
    for thread in others:
        thread.start()
    try:
        if evaluators:
            work(0)
    finally:
        for thread in others:
            thread.join()
    if errors:
        raise errors[0]
    return [played for share in shares for played in share]
