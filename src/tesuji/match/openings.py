"""Makes openings for a match: a few random moves after which neither side is far ahead.

Otherwise deterministic players would repeat the same game.
"""

from __future__ import annotations

import random

from tesuji.errors import TesujiError
from tesuji.games import Game, Position
from tesuji.games.canonical import canonical
from tesuji.match.tasks import derived_seed
from tesuji.search import Budget, search

BALANCED = 0.5
"""An opening is kept when a short search values it between -0.5 and 0.5."""
_SIMULATIONS = 200
_TRIES = 60
_WORST = 2.0
"""The lead assumed for an opening that was already used."""


class Openings:
    """Openings number 0, 1, 2, …, determined by game, plies and seed."""

    def __init__(self, game: Game, plies: int, seed: int) -> None:
        """Each opening is `plies` moves long, both players together."""
        if plies < 0:
            raise TesujiError(f"an opening cannot have {plies} plies")
        self._game = game
        self._plies = plies
        self._seed = seed
        self._made: list[tuple[int, ...]] = []
        self._seen: set[Position] = set()

    def __getitem__(self, number: int) -> tuple[int, ...]:
        while len(self._made) <= number:
            self._made.append(self._make(len(self._made)))
        return self._made[number]

    def _make(self, number: int) -> tuple[int, ...]:
        """Returns the first balanced opening that is new up to symmetry, or the best of many."""
        if self._plies == 0:
            return ()
        dice = random.Random(derived_seed(self._seed, "opening", number))
        best: tuple[float, tuple[int, ...], Position] | None = None
        for _ in range(_TRIES):
            moves, position = self._random_moves(dice)
            if position.is_over:
                continue
            image = canonical(position)[1]
            if image in self._seen and best is not None:
                continue
            lead = _WORST if image in self._seen else self._lead(position, dice.getrandbits(32))
            if best is None or lead < best[0]:
                best = lead, moves, image
            if lead < BALANCED:
                break
        if best is None:
            raise TesujiError(
                f"games of {self._game.spec} end within an opening of {self._plies} random plies"
            )
        _, moves, image = best
        self._seen.add(image)
        return moves

    def _random_moves(self, dice: random.Random) -> tuple[tuple[int, ...], Position]:
        position, moves = self._game.initial(), []
        for _ in range(self._plies):
            legal = position.legal_moves()
            if not legal:
                break
            moves.append(dice.choice(legal))
            position = position.after(moves[-1])
        return tuple(moves), position

    def _lead(self, position: Position, seed: int) -> float:
        """Returns how far one side leads by a short search, from 0 to 1."""
        budget = Budget(simulations=_SIMULATIONS)
        return abs(search(position, "mcts", budget, seed=seed).value.number)
