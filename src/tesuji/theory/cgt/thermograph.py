"""Computes thermographs of games without loops: exact means and temperatures.

The thermograph of a game shows, for each temperature t of the surroundings, the score that
is reached when Left or Right moves first and a move elsewhere is worth t. It is computed from the
thermographs of the options, whatever form the game is in.
"""

from __future__ import annotations

import weakref
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeVar

from tesuji.games.drawing import Theme
from tesuji.theory.cgt import dyadic
from tesuji.theory.cgt.errors import GameError
from tesuji.theory.cgt.form import Form, FormLike, as_form
from tesuji.theory.cgt.short_game import ShortGame
from tesuji.theory.cgt.walls import Wall, close, highest, lowest

_T = TypeVar("_T")
_values: weakref.WeakKeyDictionary[ShortGame, Thermograph] = weakref.WeakKeyDictionary()


@dataclass(frozen=True, slots=True)
class Thermograph:
    """The left and the right wall of a game; ``_repr_svg_`` draws it in a notebook.

    >>> from tesuji.theory.cgt import parse
    >>> graph = thermograph(parse("{3||2|1}"))
    >>> graph.mean, graph.temperature, graph.left(0), graph.right(0)
    (Fraction(9, 4), Fraction(3, 4), Fraction(3, 1), Fraction(2, 1))
    >>> graph.right.points
    ((Fraction(-1, 1), Fraction(2, 1)), (Fraction(1, 2), Fraction(2, 1)), \
(Fraction(3, 4), Fraction(9, 4)))
    """

    left: Wall
    """What Left gets by moving first, minus the tax: a score for each temperature."""
    right: Wall
    """What Right gives by moving first, plus the tax."""

    @property
    def has_mast(self) -> bool:
        """Whether both walls end in one vertical line; only kos can prevent it."""
        return (
            self.left.tail == 0 == self.right.tail
            and self.left.points[-1][1] == self.right.points[-1][1]
        )

    @property
    def mean(self) -> Fraction:
        """The score of the mast: what the game is worth on average, in points for Left."""
        if not self.has_mast:
            raise GameError("this thermograph has no mast, so the game has no mean")
        return self.left.points[-1][1]

    @property
    def temperature(self) -> Fraction:
        """The lowest temperature above which both walls are the mast: the value of a move."""
        if not self.has_mast:
            raise GameError("this thermograph has no mast, so the game has no temperature")
        return max(self.left.points[-1][0], self.right.points[-1][0])

    def __neg__(self) -> Thermograph:
        """Returns the thermograph of the negative game."""
        return Thermograph(self.right.mirrored(), self.left.mirrored())

    def svg(
        self,
        *,
        theme: Theme = "auto",
        title: str | None = None,
        size: float | None = None,
        players: tuple[str, str] = ("Left", "Right"),
    ) -> str:
        """Returns a picture with scores growing to the left and temperatures upwards."""
        from tesuji.theory.cgt.thermograph_drawing import thermograph_svg  # only when needed

        return thermograph_svg(self, theme=theme, title=title, size=size, players=players)

    def plot(self, axes: Any = None) -> Any:
        """Draws the same picture on matplotlib axes, by default new ones, and returns them."""
        from tesuji.theory.cgt.thermograph_drawing import draw_with_matplotlib

        return draw_with_matplotlib(self, axes)

    def _repr_svg_(self) -> str:
        return self.svg()


def thermograph(game: FormLike) -> Thermograph:
    """Returns the thermograph of a form or a value.

    In a form every number is a finished score, with temperature -1. In a value a fraction is
    a game itself: that of m/2^k has temperature -1/2^k.
    """
    if isinstance(game, ShortGame):
        if game not in _values:
            for follower in game.followers():
                if follower.number is not None:
                    _values[follower] = _of_number(follower.number)
                elif follower not in _values:
                    _values[follower] = combine(follower.left, follower.right, _values)
        return _values[game]
    forms: dict[Form, Thermograph] = {}
    form = as_form(game)
    for below in form.followers():
        if below.score is not None:
            forms[below] = of_score(below.score)
        else:
            forms[below] = combine(below.left, below.right, forms)
    return forms[form]


def mean(game: FormLike) -> Fraction:
    """Returns the mean of a game, in points for Left."""
    return thermograph(game).mean


def temperature(game: FormLike) -> Fraction:
    """Returns the temperature of a game, at least -1."""
    return thermograph(game).temperature


def of_score(points: Fraction) -> Thermograph:
    """Returns the thermograph of a finished score: a mast from -1 up."""
    wall = Wall.mast(points)
    return Thermograph(wall, wall)


def combine(
    left: Sequence[_T], right: Sequence[_T], known: Mapping[_T, Thermograph]
) -> Thermograph:
    """Returns the thermograph of { left | right } from those of its options."""
    scaffolds = (
        highest([known[option].right for option in left]).taxed(-1) if left else None,
        lowest([known[option].left for option in right]).taxed(1) if right else None,
    )
    return Thermograph(*close(*scaffolds))


@lru_cache(maxsize=4096)
def _of_number(x: Fraction) -> Thermograph:
    if x.denominator == 1:
        return of_score(x)
    below, above = dyadic.options(x)
    assert below is not None
    assert above is not None
    known = {below: _of_number(below), above: _of_number(above)}
    return combine((below,), (above,), known)
