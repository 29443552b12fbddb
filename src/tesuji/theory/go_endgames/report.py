"""Reports the analysis of a region in numbers, words and pictures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from typing import Any

from tesuji.theory.cgt import Thermograph, Wall
from tesuji.theory.cgt.mixed import mixed

KINDS = {
    "gote": "gote: the player who moves here loses the turn",
    "black sente": "Black's sente: White has to answer; for White it is reverse sente",
    "white sente": "White's sente: Black has to answer; for Black it is reverse sente",
    "ko": "a ko",
    "settled": "settled: no move gains anything",
}


class Certainty(Enum):
    """The certainty of an answer."""

    EXACT = "proven"
    """Proven, whatever happens beyond the edge of the region, while the stones there live."""
    INSIDE = "proven, if the points outside are as solid as they look"
    """Proven with the empty points outside as solid as stones of the nearer colour."""
    ESTIMATE = "estimated"


@dataclass(frozen=True)
class RegionMove:
    """A move of an orthodox line."""

    black: bool
    point: int
    taken: tuple[int, ...] = ()
    """The points whose stones it captures."""


@dataclass(frozen=True)
class TreeNode:
    """A position of the analysed tree, with the best moves of both colours below it."""

    move: RegionMove | None
    """The move that led here; None at the root."""
    mean: Fraction
    """The expected score of the region, in points of area for Black."""
    temperature: Fraction
    ko: bool
    """Whether the move took a ko."""
    exact: bool
    """Whether mean and temperature are proven."""
    children: tuple[TreeNode, ...]
    kind: str = ""
    """One of `KINDS`; empty if the moves of the position were not followed."""

    @property
    def text(self) -> str:
        """The value in words."""
        about = "" if self.exact else "about "
        if self.temperature <= 0:
            return f"{about}{signed(self.mean)}"
        return f"{about}{signed(self.mean)}, a move is worth {mixed(self.temperature)}"


@dataclass(frozen=True)
class RegionReport:
    """A local position analysed. Scores are points of area for Black within the region."""

    region: tuple[int, ...]
    temperature: Fraction
    """What a move gains, by area counting; by territory counting it is one point less."""
    mean: Fraction
    certainty: Certainty
    kind: str
    """One of `KINDS`."""
    black_moves: tuple[int, ...]
    white_moves: tuple[int, ...]
    after_black: Fraction
    """The expected score after Black's best move (in sente, after the answer)."""
    after_white: Fraction
    black_line: tuple[RegionMove, ...]
    white_line: tuple[RegionMove, ...]
    tree: TreeNode
    thermograph: Thermograph
    nodes: int
    seconds: float
    rings: int
    """The number of rings of points added to the region for the answer."""
    warnings: tuple[str, ...] = field(default=())
    doubtful: tuple[RegionMove, ...] = field(default=())
    """Stones at the edge that the answer takes for connected to the outside without proof."""

    @property
    def exact(self) -> bool:
        """Whether mean and temperature are proven, while the stones outside live."""
        return self.certainty is Certainty.EXACT

    @property
    def solved(self) -> bool:
        """Whether they are proven at least if the empty points outside are as solid as stones."""
        return self.certainty is not Certainty.ESTIMATE

    @property
    def territory_temperature(self) -> Fraction:
        """What a move gains by territory counting."""
        return self.temperature - 1

    @property
    def move_value(self) -> Fraction:
        """The difference between Black's and White's move by territory counting: deiri counting."""
        return 2 * self.territory_temperature

    @property
    def words(self) -> str:
        """The kind of the position in words."""
        return KINDS[self.kind]

    def doubts(self, name: Callable[[int], str]) -> str:
        """Says at which points of the edge the answer may fail; `name` writes a point."""
        stones = " or ".join(
            f"{'Black' if move.black else 'White'} {name(move.point)}" for move in self.doubtful
        )
        return f"{stones} may be caught beyond the edge of the region" if stones else ""

    def svg(self, **options: Any) -> str:
        """Returns the thermograph as a picture; options as those of `Thermograph.svg`."""
        return self.thermograph.svg(**{"players": ("Black", "White"), **options})


def signed(value: Fraction) -> str:
    """Writes a score for Black: ``B+3``, ``W+2½``, ``even``."""
    if value == 0:
        return "even"
    return f"{'B' if value > 0 else 'W'}+{mixed(abs(value))}"


def as_thermograph(
    left: list[tuple[Fraction, Fraction]], right: list[tuple[Fraction, Fraction]]
) -> Thermograph:
    """Converts walls from temperature 0 to a thermograph, which begins at -1."""
    return Thermograph(_wall(left), _wall(right))


def _wall(knots: list[tuple[Fraction, Fraction]]) -> Wall:
    start = (Fraction(-1), knots[0][1])
    return Wall.through([start, *knots], Fraction(0))
