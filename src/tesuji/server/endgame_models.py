"""Defines the types of Go endgames: temperatures, counting problems, coupon games.

Scores are points of area for Black unless they say otherwise; fractions are written out ("3 1/2").
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from tesuji.lessons.counting import Counting, Kind, Level, Size
from tesuji.server.models import GameInfo, Model, Move, PositionRequest, PositionView, SetupView

# -- temperatures of a board -------------------------------------------------------------------


class TemperatureRequest(PositionRequest):
    region: Annotated[list[Move], Field(max_length=400, default_factory=list)]
    """Points to analyse; empty for all undecided regions of the board."""
    point: Move | None = None
    """A point whose region is to be found; `region` is then left empty."""
    seconds: Annotated[float, Field(gt=0, le=10)] = 3


class LineStep(Model):
    """A move of an orthodox line."""

    move: int
    player: int
    stones: dict[int, int]
    """Differences from the analysed position after it: -1, 0 or 1 by point."""


class EndgameNode(Model):
    """A position of the analysed tree; the parent stands earlier in the list."""

    parent: int | None
    move: int | None
    player: int | None
    mean_text: str
    temperature: float
    temperature_text: str
    kind: str
    """As for a region; empty if the tree was cut off."""
    exact: bool
    ko: bool
    """Whether the move took a ko."""
    stones: dict[int, int]
    """Differences from the analysed position: -1, 0 or 1 by point."""


class TemperatureRegion(Model):
    """A local endgame."""

    region: list[int]
    temperature: float
    """What a move gains, in points of area."""
    temperature_text: str
    """As a mixed fraction."""
    territory_text: str
    """The same by territory counting."""
    difference_text: str
    """Between Black's and White's move, by territory counting."""
    mean_text: str
    exact: bool
    """Whether it is proven, whatever happens beyond the edge, while the stones there live."""
    solved: bool
    """Whether it is proven with the empty points outside as solid as stones, at least."""
    certainty_text: str
    kind: str
    words: str
    why: list[str]
    """Sentences with the numbers that make it gote, sente or a ko."""
    moves: tuple[list[int], list[int]]
    """The best moves of Black, of White."""
    after: tuple[str, str]
    """The result of Black's and of White's best move, in words."""
    lines: tuple[list[LineStep], list[LineStep]]
    """The line after each."""
    tree: list[EndgameNode]
    thermograph: str
    """As SVG."""
    warnings: list[str]


class TemperatureAnswer(Model):
    regions: list[TemperatureRegion]
    """The hottest first."""


# -- counting problems -------------------------------------------------------------------------


class CountingEntry(Model):
    number: int
    kind: Kind
    """For the player to move."""
    size: Size
    """By the empty points of the region."""


class CountingList(Model):
    problems: list[CountingEntry]


class CountingView(Model):
    """A region to count; the answer comes after a try only."""

    number: int
    size: Size
    from_game: bool
    """Whether it is from a game between engines; others were generated at random."""
    game: GameInfo
    setup: SetupView
    position: PositionView
    """Legal are the points of the region that may be answered."""
    region: list[int]
    question: str


class CountingTry(Model):
    move: Move
    value: Annotated[str, StringConstraints(min_length=1, max_length=20)]
    """A number: "3 1/2", "7/2" and "3.5" are the same."""
    counting: Counting = "territory"
    """How it was counted."""


class CountingAnswer(Model):
    move_right: bool
    value_right: bool
    text: list[str]
    """What is right, and how far the rest is off."""
    counting_text: str
    """The same value in all ways to count."""
    best: list[int]
    region: TemperatureRegion
    """The reasons: lines, tree and thermograph."""


# -- games beside a coupon stack ---------------------------------------------------------------


class CouponStep(Model):
    """A move: a point of a region, or the coupon on top where both are null."""

    region: Annotated[int, Field(ge=0, lt=3, strict=True)] | None = None
    point: Move | None = None


class CouponRequest(Model):
    """A game by its number, and all moves so far of both players."""

    number: Annotated[int, Field(ge=0, lt=2**31, strict=True)]
    regions: Annotated[int, Field(ge=2, le=3, strict=True)] = 2
    level: Level = "perfect"
    person: Annotated[int, Field(ge=0, le=1, strict=True)] = 0
    """Which colour the person plays; Black, 0, moves first."""
    moves: Annotated[list[CouponStep], Field(max_length=200, default_factory=list)]


class CouponRegion(Model):
    game: GameInfo
    position: PositionView
    region: list[int]
    settled: bool
    temperature_text: str
    mean_text: str


class CouponMoveView(Model):
    player: int
    region: int | None
    point: int | None
    text: str


class CouponLoss(Model):
    ply: int
    player: int
    text: str
    """The move that was made."""
    lost_text: str
    better_text: str
    rule: str
    """What would have helped, in words."""


class CouponReviewView(Model):
    score_text: str
    perfect_text: str
    """The result of perfect play by both."""
    lost: tuple[str, str]
    """Points that Black, that White gave away."""
    person_lost: bool
    losses: list[CouponLoss]


class CouponView(Model):
    """The state of a game, including the program's answer."""

    regions: list[CouponRegion]
    coupons: list[str]
    """The remaining stack, from the top."""
    taken: tuple[list[str], list[str]]
    """By Black, by White."""
    to_move: int
    over: bool
    moves: list[CouponMoveView]
    score_text: str
    """The certain score so far: settled regions and coupons taken."""
    review: CouponReviewView | None
    """Once it is over."""
