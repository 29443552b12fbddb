"""Plays endgames with a stack of coupons, in which temperatures tell the best move.

A game has two or three small regions of Go, and coupons with even steps down to zero. Players
alternate, moving in a region or taking the top coupon, until every region is settled and the stack
is empty. Black is Left and moves first. The score is Black's area minus White's in the regions,
plus Black's coupons minus White's. Play is exact, because the sum of the regions' values is small.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from typing import Literal, get_args

from tesuji.errors import TesujiError
from tesuji.lessons.counting.problems import CountingProblem, load_problems
from tesuji.lessons.counting.sum_region import RegionPosition, Stones, SumRegion, sum_region
from tesuji.theory.cgt import Mover, ShortGame, coupon_stack, thermograph

Level = Literal["perfect", "sentestrat", "hotstrat"]
LEVELS: tuple[Level, ...] = get_args(Level)
_MOST_EMPTY = 6
"""The most empty points of a region: sums of larger ones take too long."""


@dataclass(frozen=True, slots=True)
class CouponMove:
    """A stone in a region, or the coupon on top."""

    region: int | None
    """The number of the region; None for the coupon."""
    point: int | None = None
    """On the board of the region."""

    @property
    def is_coupon(self) -> bool:
        return self.region is None


COUPON = CouponMove(None)


class ExactScores:
    """Scores of perfect play in sums of the regions' values and the remaining stack."""

    def __init__(self, coupons: tuple[Fraction, ...]) -> None:
        self._coupons = coupons
        self._known: dict[tuple[tuple[ShortGame, ...], int, Mover], Fraction] = {}

    def score(self, games: tuple[ShortGame, ...], taken: int, mover: Mover) -> Fraction:
        """Returns the score in points for Black, without what is already settled.

        `games` are not numbers, and `taken` coupons are gone.
        """
        games = tuple(sorted(games, key=lambda game: game.serial))
        key = (games, taken, mover)
        if key not in self._known:
            self._known[key] = self._search(games, taken, mover)
        return self._known[key]

    def _search(self, games: tuple[ShortGame, ...], taken: int, mover: Mover) -> Fraction:
        results = []
        if taken < len(self._coupons):
            gain = mover.sign * self._coupons[taken]
            results.append(gain + self.score(games, taken + 1, mover.other))
        for index, game in enumerate(games):
            if game in games[:index]:
                continue
            rest = games[:index] + games[index + 1 :]
            for option in game.left if mover is Mover.LEFT else game.right:
                if option.number is None:
                    results.append(self.score((*rest, option), taken, mover.other))
                else:
                    results.append(option.number + self.score(rest, taken, mover.other))
        if not results:
            return Fraction(0)
        return max(results) if mover is Mover.LEFT else min(results)


@dataclass(frozen=True)
class CouponGame:
    """What stays the same during a game."""

    number: int
    regions: tuple[SumRegion, ...]
    coupons: tuple[Fraction, ...]
    """From the largest down, in even steps."""
    exact: ExactScores = field(compare=False, repr=False)

    def start(self) -> CouponState:
        return CouponState(self, tuple(region.start for region in self.regions))


@dataclass(frozen=True)
class CouponState:
    """The state of a game."""

    game: CouponGame
    stones: tuple[Stones, ...]
    """Of each region."""
    taken: int = 0
    """Coupons that are gone."""
    mover: Mover = Mover.LEFT
    points: Fraction = Fraction(0)
    """Black's coupons minus White's."""
    last: int | None = None
    """The region that the last move was made in."""
    ambient: Fraction | None = None
    """The lowest overall temperature before the last move; None at the start."""

    @property
    def positions(self) -> tuple[RegionPosition, ...]:
        pairs = zip(self.game.regions, self.stones, strict=True)
        return tuple(region.positions[stones] for region, stones in pairs)

    @property
    def coupon(self) -> Fraction | None:
        """The coupon on top; None when all are gone."""
        coupons = self.game.coupons
        return coupons[self.taken] if self.taken < len(coupons) else None

    @property
    def temperature(self) -> Fraction:
        """The temperature of the hottest region or coupon."""
        return max([each.temperature for each in self.positions] + [self.coupon or Fraction(0)])

    @property
    def is_over(self) -> bool:
        return self.coupon is None and all(each.is_settled for each in self.positions)

    def moves(self) -> list[CouponMove]:
        found = [
            CouponMove(number, point)
            for number, position in enumerate(self.positions)
            for point in position.moves[self.mover]
        ]
        return found + ([COUPON] if self.coupon is not None else [])

    def after(self, move: CouponMove) -> CouponState:
        """Returns the state after a move; raises `TesujiError` if it is illegal."""
        heat = self.temperature
        ambient = heat if self.ambient is None else min(self.ambient, heat)
        if move.region is None:
            if self.coupon is None:
                raise TesujiError("there is no coupon left")
            points = self.points + self.mover.sign * self.coupon
            return CouponState(
                self.game, self.stones, self.taken + 1, self.mover.other, points, None, ambient
            )
        if not 0 <= move.region < len(self.stones):
            raise TesujiError(f"there is no region {move.region}")
        options = self.positions[move.region].moves[self.mover]
        if move.point is None or move.point not in options:
            raise TesujiError(f"point {move.point} of region {move.region + 1} cannot be played")
        stones = list(self.stones)
        stones[move.region] = options[move.point]
        return CouponState(
            self.game,
            tuple(stones),
            self.taken,
            self.mover.other,
            self.points,
            move.region,
            ambient,
        )

    @property
    def exact_score(self) -> Fraction:
        """Returns the result of perfect play by both, in points for Black."""
        values = [each.value for each in self.positions]
        sure = sum((value.number for value in values if value.number is not None), self.points)
        open_games = tuple(value for value in values if value.number is None)
        return sure + self.game.exact.score(open_games, self.taken, self.mover)


# -- how the program chooses -------------------------------------------------------------------


def hotstrat(state: CouponState) -> CouponMove:
    """Chooses the hottest region, or the coupon if it is larger."""
    heats = [each.temperature for each in state.positions]
    hottest = max(range(len(heats)), key=heats.__getitem__)
    open_regions = not all(each.is_settled for each in state.positions)
    if not open_regions or (state.coupon is not None and state.coupon > heats[hottest]):
        return COUPON
    return CouponMove(hottest, orthodox_point(state, hottest, heats[hottest]))


def sentestrat(state: CouponState) -> CouponMove:
    """Answers a move that made its region hotter than everything before; else like hotstrat."""
    if is_threatened(state):
        assert state.last is not None
        assert state.ambient is not None
        return CouponMove(state.last, orthodox_point(state, state.last, state.ambient))
    return hotstrat(state)


def perfect(state: CouponState) -> CouponMove:
    """Returns a move that keeps the score of perfect play, preferably an orthodox one."""
    best = best_moves(state)
    usual = sentestrat(state)
    return usual if usual in best else best[0]


STRATEGIES: dict[Level, Callable[[CouponState], CouponMove]] = {
    "perfect": perfect,
    "sentestrat": sentestrat,
    "hotstrat": hotstrat,
}


def is_threatened(state: CouponState) -> bool:
    """Returns whether the last move raised the temperature of its region above the others."""
    if state.last is None or state.ambient is None:
        return False
    return state.positions[state.last].temperature > state.ambient


def orthodox_point(state: CouponState, region: int, temperature: Fraction) -> int:
    """Returns a best move in a region if moves elsewhere are worth the temperature."""
    here = state.game.regions[region]
    left = state.mover is Mover.LEFT

    def promise(stones: Stones) -> Fraction:
        graph = thermograph(here.positions[stones].value)
        return graph.right(temperature) if left else -graph.left(temperature)

    options = state.positions[region].moves[state.mover]
    return max(options, key=lambda point: promise(options[point]))


def best_moves(state: CouponState) -> list[CouponMove]:
    """Returns all moves that keep the score of perfect play."""
    best = state.exact_score
    return [move for move in state.moves() if state.after(move).exact_score == best]


# -- games by number ---------------------------------------------------------------------------


@lru_cache(maxsize=64)
def make_game(number: int, regions: int = 2) -> CouponGame:
    """Returns a game of two or three regions; the same number is always the same game."""
    if regions not in (2, 3):
        raise TesujiError(f"a game has two or three regions, not {regions}")
    chance = random.Random(f"{number}/{regions}")
    pool = [each for each in load_problems() if may_be_usable(each)]
    chance.shuffle(pool)
    # One with sente first; whether problems fit into a sum is checked as needed.
    pool.sort(key=lambda problem: problem.kind not in ("sente", "reverse sente"))
    found = list(islice(_regions(pool), 1))
    chance.shuffle(pool)
    rest = [problem for problem in pool if problem != found[0].problem]
    found += islice(_regions(rest), regions - 1)
    chance.shuffle(found)
    hottest = max(region.positions[region.start].temperature for region in found)
    step = Fraction(1, 2) if hottest < 4 else Fraction(1)
    coupons = coupon_stack((hottest // step + 1) * step, step)
    return CouponGame(number, tuple(found), coupons, ExactScores(coupons))


def may_be_usable(problem: CountingProblem) -> bool:
    """Returns whether the region of a problem is small enough for a sum."""
    return problem.source == "made" and problem.kind != "ko" and problem.num_empty <= _MOST_EMPTY


def _regions(problems: Iterable[CountingProblem]) -> Iterator[SumRegion]:
    return (region for region in map(sum_region, problems) if region is not None)
