"""Computes the values of positions of normal play, in which a player who cannot move has lost.

Any game under the contract will do that defines `Position.options`, the moves of both sides.
`Position.parts` and `Position.value_key`, if the game defines them too, save most of the work:
independent parts are evaluated on their own, and symmetric ones once.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce

from tesuji.games.contract import Position, Side
from tesuji.theory.cgt.algebra import from_options, maximal, minimal
from tesuji.theory.cgt.cooling import atomic_weight, is_all_small
from tesuji.theory.cgt.errors import GameError, LoopError
from tesuji.theory.cgt.mover import Mover
from tesuji.theory.cgt.short_game import ShortGame, number
from tesuji.theory.cgt.thermograph import Thermograph, thermograph

MAX_POSITIONS = 2_000_000
"""The most positions that a table holds."""


def value(position: Position, table: ValueTable | None = None) -> ShortGame:
    """Returns the value of a position of normal play; Left is the first side.

    Pass a `table` to keep what was computed for other positions.

    >>> from tesuji.games import make
    >>> print(value(make("domineering", size="2x2").initial()))
    ±1
    """
    return (ValueTable() if table is None else table).value(position)


class ValueTable:
    """Remembers the values of positions, of any number of games."""

    def __init__(self, max_positions: int = MAX_POSITIONS) -> None:
        if max_positions < 1:
            raise GameError(f"max_positions must be at least 1, got {max_positions}")
        self.max_positions = max_positions
        self._values: dict[Hashable, ShortGame] = {}

    def __len__(self) -> int:
        """The number of positions whose value is known, equal and opposite ones counted once."""
        return len(self._values)

    def clear(self) -> None:
        """Forgets all values."""
        self._values.clear()

    def value(self, position: Position) -> ShortGame:
        """Returns the value of `position`. Raises `LoopError` if play can go round in circles."""
        whole = _Sum(position)
        waiting = [_Work(part, None) for part in whole.unknown(self._values)]
        while waiting:
            work = waiting[-1]
            if work.key in self._values:
                waiting.pop()
            elif not work.is_open:
                self._check_room(position)
                waiting.extend(_Work(part, work) for part in work.open(self._values))
            else:
                self._values[work.key] = work.result(self._values)
                waiting.pop()
        return whole.value(self._values)

    def _check_room(self, position: Position) -> None:
        if len(self._values) >= self.max_positions:
            raise GameError(
                f"the value of this position of {position.game.spec} takes more than "
                f"{self.max_positions} other positions; take a smaller board"
            )


class _Sum:
    """A position as the sum of its parts."""

    def __init__(self, position: Position) -> None:
        self.parts = [(part, *part.value_key()) for part in position.parts()]

    def unknown(self, values: dict[Hashable, ShortGame]) -> list[Position]:
        return [part for part, key, _ in self.parts if key not in values]

    def value(self, values: dict[Hashable, ShortGame]) -> ShortGame:
        terms = (-values[key] if negative else values[key] for _, key, negative in self.parts)
        return sum(terms, number(0))


class _Work:
    """A part whose value is wanted for the one above it."""

    def __init__(self, position: Position, above: _Work | None) -> None:
        self.position = position
        self.key, self.negative = position.value_key()
        self.above = above
        self.options: dict[Side, list[_Sum]] | None = None

    @property
    def is_open(self) -> bool:
        return self.options is not None

    def open(self, values: dict[Hashable, ShortGame]) -> list[Position]:
        """Finds the options and returns those of their parts that have no value yet."""
        above = self.above
        while above is not None:
            if above.key == self.key:
                raise LoopError(
                    f"play of {self.position.game.spec} can come back to a position, so that it "
                    "has no value as a short game"
                )
            above = above.above
        self.options = {
            side: [_Sum(option) for option in self.position.options(side).values()] for side in Side
        }
        sums = [option for options in self.options.values() for option in options]
        return [part for option in sums for part in option.unknown(values)]

    def result(self, values: dict[Hashable, ShortGame]) -> ShortGame:
        """Returns the value that belongs to the key, once all options are known."""
        assert self.options is not None
        left, right = ({option.value(values) for option in self.options[side]} for side in Side)
        found = from_options(left, right)
        return -found if self.negative else found


# -- what there is to know about a position ------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ValuedMove:
    """A move of one player, and what it leads to."""

    mover: Mover
    move: int
    value: ShortGame
    """The value of the position after it."""
    wins: bool
    """Whether its player wins under normal play when the opponent moves next."""
    is_undominated: bool
    """Whether no other move is better in every surrounding."""
    is_hottest: bool
    """Whether it is a best move where moves elsewhere are worth the position's temperature."""


@dataclass(frozen=True, slots=True)
class PositionReport:
    """The value of a position, and what follows from it."""

    value: ShortGame
    thermograph: Thermograph
    atomic_weight: ShortGame | None
    """None if the value is not all-small."""
    moves: tuple[ValuedMove, ...]
    """Left's moves and then Right's, by number."""
    positions: int
    """The positions whose values were computed on the way."""

    @property
    def mean(self) -> Fraction:
        return self.thermograph.mean

    @property
    def temperature(self) -> Fraction:
        return self.thermograph.temperature

    def best(self, mover: Mover) -> list[ValuedMove]:
        """Returns the moves that are both undominated and hottest, or else the undominated ones."""
        good = [move for move in self.moves if move.mover is mover and move.is_undominated]
        return [move for move in good if move.is_hottest] or good


def report(position: Position, table: ValueTable | None = None) -> PositionReport:
    """Returns the value of a position with its thermograph and a verdict on every move."""
    table = ValueTable() if table is None else table
    before = len(table)
    whole = table.value(position)
    graph = thermograph(whole)
    moves: list[ValuedMove] = []
    for side, mover in zip(Side, Mover, strict=True):
        moves += _judged(position, side, mover, graph.temperature, table)
    weight = atomic_weight(whole) if is_all_small(whole) else None
    return PositionReport(whole, graph, weight, tuple(moves), len(table) - before)


def _judged(
    position: Position, side: Side, mover: Mover, temperature: Fraction, table: ValueTable
) -> list[ValuedMove]:
    values = {move: table.value(there) for move, there in position.options(side).items()}
    if not values:
        return []
    is_left = mover is Mover.LEFT
    different = dict.fromkeys(values.values())
    undominated = set((maximal if is_left else minimal)(different))
    scores = {game: _score_at(game, mover, temperature) for game in different}
    best = reduce(max if is_left else min, scores.values())
    return [
        ValuedMove(
            mover,
            move,
            game,
            game >= 0 if is_left else game <= 0,
            game in undominated,
            scores[game] == best,
        )
        for move, game in sorted(values.items())
    ]


def _score_at(game: ShortGame, mover: Mover, temperature: Fraction) -> Fraction:
    """Returns the score after a move to `game` when moves elsewhere are worth `temperature`."""
    graph = thermograph(game)
    wall = graph.right if mover is Mover.LEFT else graph.left
    return wall(temperature)
