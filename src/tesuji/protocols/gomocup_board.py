"""Converts the manager's stones to a position of Gomoku."""

from __future__ import annotations

import re

from tesuji.errors import TesujiError
from tesuji.games import make
from tesuji.games.gomoku import Gomoku, GomokuPosition

OWN, OPPONENT, SPENT = 1, 2, 3
"""Whose a stone is: the numbers of BOARD. A spent stone, in continuous games, is nobody's."""
EXACTLY_FIVE, CONTINUOUS, RENJU, CARO = 1, 2, 4, 8
"""The bits of INFO rule."""

Point = tuple[int, int]
"""Column and row, both from 0 at the top left."""

_POINT = re.compile(r"\s*(-?\d{1,9})\s*,\s*(-?\d{1,9})\s*")
_STONE = re.compile(r"\s*(-?\d{1,9})\s*,\s*(-?\d{1,9})\s*,\s*(-?\d{1,9})\s*")


class ProtocolError(TesujiError):
    """Raised for a command that cannot be executed; the message follows ERROR."""


def read_numbers(text: str, count: int) -> list[int]:
    """Reads ``10,11`` as two numbers, ``10,11,2`` as three."""
    found = (_POINT if count == 2 else _STONE).fullmatch(text)
    if found is None:
        wanted = "two numbers, X,Y" if count == 2 else "three numbers, X,Y,FIELD"
        raise ProtocolError(f"{text.strip()[:40]!r} is not {wanted}")
    return [int(part) for part in found.groups()]


class GomocupBoard:
    """Size, rule and stones, in the order in which they came."""

    def __init__(self, size: int, rule: int = 0) -> None:
        self.size = size
        self.rule = rule
        self.stones: dict[Point, int] = {}
        make("gomoku", size=size)  # refuses invalid sizes

    # -- rules ------------------------------------------------------------------------------

    @property
    def variant(self) -> str:
        """The variant nearest to the bits of the rule."""
        if self.rule & RENJU:
            return "renju"
        if self.rule & CARO:
            return "caro"
        return "standard" if self.rule & EXACTLY_FIVE else "freestyle"

    @property
    def is_continuous(self) -> bool:
        """Whether the game continues after a five."""
        return bool(self.rule & CONTINUOUS)

    @property
    def game(self) -> Gomoku:
        return Gomoku(self.size, self.variant)

    # -- stones -----------------------------------------------------------------------------

    def read_point(self, text: str) -> Point:
        """Returns a point of this board, X,Y."""
        x, y = read_numbers(text, 2)
        self.require_on_board(x, y)
        return x, y

    def require_on_board(self, x: int, y: int) -> None:
        if not (0 <= x < self.size and 0 <= y < self.size):
            raise ProtocolError(f"{x},{y} is not on the board of {self.size}x{self.size}")

    def place(self, point: Point, owner: int) -> None:
        if point in self.stones:
            raise ProtocolError(f"{point[0]},{point[1]} is already occupied")
        self.stones[point] = owner

    def take_back(self, point: Point) -> None:
        if point not in self.stones:
            raise ProtocolError(f"there is no stone at {point[0]},{point[1]}")
        del self.stones[point]

    # -- positions --------------------------------------------------------------------------

    def position(self) -> GomokuPosition:
        """Returns the position with us to move; raises `ProtocolError` if that is impossible.

        We are Black if both sides have the same number of stones. Stones that alternate in the
        order they came are played as moves, so that a player can reuse its tree; others are set up.
        """
        if self.is_continuous:
            self._spend_fives()
        own = self._colour_of_own()
        played = self._as_moves(own)
        if played is None:
            played = self._as_setup(own)
        if played.is_over:
            raise ProtocolError("the game is over")
        return played

    def _colour_of_own(self) -> int:
        """Returns 0 if we are Black. White has fewer stones when it is to move."""
        owners = list(self.stones.values())
        return 0 if owners.count(OWN) >= owners.count(OPPONENT) else 1

    def _as_moves(self, own: int) -> GomokuPosition | None:
        position = self.game.initial()
        assert isinstance(position, GomokuPosition)
        for number, ((x, y), owner) in enumerate(self.stones.items()):
            colour = own if owner == OWN else 1 - own
            if owner == SPENT or colour != number % 2:
                return None
            if position.is_over:
                raise ProtocolError("the game is over")
            move = y * self.size + x
            if not position.is_legal(move):
                return None
            position = position.after(move)
        return position if position.colour_to_place == own else None

    def _as_setup(self, own: int) -> GomokuPosition:
        stones = [-1] * (self.size * self.size)
        for (x, y), owner in self.stones.items():
            neutral = owner == SPENT
            colour = _neutral_colour(x, y) if neutral else own if owner == OWN else 1 - own
            stones[y * self.size + x] = colour
        try:
            return GomokuPosition(self.game.rules, stones, own)
        except TesujiError as error:
            raise ProtocolError(str(error)) from error

    def _spend_fives(self) -> None:
        """Makes the stones of finished fives neutral, in a continuous game."""
        for owner in (OWN, OPPONENT):
            for x, y in [point for point, who in self.stones.items() if who == owner]:
                for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                    five = [(x + step * dx, y + step * dy) for step in range(5)]
                    if all(self.stones.get(point) == owner for point in five):
                        self.stones.update(dict.fromkeys(five, SPENT))


def _neutral_colour(x: int, y: int) -> int:
    """Colours neutral stones so that no three in a row are alike."""
    return (x + 2 * y) % 4 // 2
