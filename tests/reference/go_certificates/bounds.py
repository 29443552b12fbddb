"""Bounds of thermographs from the positions that a certificate lists."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from tests.reference.go_certificates.alternating import Stops
from tests.reference.go_certificates.rules import (
    BLACK,
    WHITE,
    Banned,
    Move,
    Position,
    Region,
)
from tests.reference.go_certificates.walls import (
    Wall,
    better,
    flat,
    or_better,
    plus,
    shifted,
    sloping,
    taxed,
    walls_from,
)


class NotProven(Exception):
    """A certificate does not show what it claims."""


class Sum(NamedTuple):
    """Several positions, searched as one game."""

    parts: tuple[Position | Banned, ...]


Game = Position | Banned | Sum


class Bounds(NamedTuple):
    """Walls that the walls of a game are not below, and not above."""

    low_left: Wall
    low_right: Wall
    high_left: Wall
    high_right: Wall


class Checker:
    """Checks one case of a certificate: one assumption about what lies beyond the edge."""

    def __init__(self, region: Region, effort: int = 200_000) -> None:
        self.region = region
        self.opened: set[Position] = set()
        self.sums: set[Sum] = set()
        self.claims: dict[Position, dict[str, int]] = {}
        self.bounds: dict[Game, Bounds] = {}
        self.moves: dict[Position, list[Move]] = {}
        self.stops = [Stops(region, favoured, effort) for favoured in (BLACK, WHITE)]

    def check_claims(self) -> None:
        """Searches again what a certificate says about alternating play."""
        for position, claims in self.claims.items():
            for name, first, favoured in (
                ("high", BLACK, BLACK),
                ("low", WHITE, WHITE),
                ("left_low", BLACK, WHITE),
                ("right_high", WHITE, BLACK),
            ):
                bound = claims.get(name)
                if bound is None or self.stops[favoured].is_bound(position, first, bound):
                    continue
                raise NotProven(f"alternating play in {position}: {name} is not {bound}")

    def first_bounds(self, game: Game) -> Bounds:
        """Bounds without moves: by the points, and by alternating play.

        A player who answers every move keeps what alternating play gives, whoever plays elsewhere
        in between; who moves first pays for one move more.
        """
        if isinstance(game, Banned):
            worth = self.region.value(game.position.points)
        elif isinstance(game, Sum):
            worth = sum(self.region.value(points_of(part)) for part in game.parts)
        else:
            worth = self.region.value(game.points)
        claims = self.claims.get(game, {}) if isinstance(game, Position) else {}
        low, high = claims.get("low", -worth), claims.get("high", worth)
        left_low = max(low, claims.get("left_low", low))
        right_high = min(high, claims.get("right_high", high))
        return Bounds(sloping(left_low, low), flat(low), flat(high), sloping(right_high, high))

    def of(self, game: Game) -> Bounds:
        if game not in self.bounds:
            self.bounds[game] = self.first_bounds(game)
        return self.bounds[game]

    def of_all(self, parts: tuple[Position | Banned, ...]) -> Bounds:
        """Bounds of a sum from those of its parts."""
        if not parts:
            return Bounds(flat(0), flat(0), flat(0), flat(0))
        joint = Sum(tuple(sorted(parts, key=repr)))
        if joint in self.sums:
            return self.of(joint)
        total = self.of(parts[0])
        for part in parts[1:]:
            total = added(total, self.of(part))
        return total

    def moves_of(self, game: Game) -> list[Move]:
        """The moves of an opened game, of a sum those in each of its parts."""
        if isinstance(game, Sum):
            found = []
            for number, part in enumerate(game.parts):
                others = game.parts[:number] + game.parts[number + 1 :]
                found += [
                    move._replace(parts=(*move.parts, *others)) for move in self.moves_of(part)
                ]
            return found
        if isinstance(game, Banned):
            return [
                move
                for move in self.moves_of(game.position)
                if (move.point, move.colour) != (game.point, game.colour)
            ]
        if game not in self.moves:
            self.moves[game] = self.region.moves(game)
        return self.moves[game]

    def is_open(self, game: Game) -> bool:
        if isinstance(game, Banned):
            return game.position in self.opened
        return game in self.sums if isinstance(game, Sum) else game in self.opened

    def improved(self, game: Game) -> Bounds:
        """Bounds from the moves of a game, and from what was known of it."""
        before = self.of(game)
        if isinstance(game, Banned):
            found = self.just_after_a_ko(game)
        elif self.is_open(game):
            found = self.from_moves(game)
        else:
            return before
        if isinstance(game, Sum):
            total = self.of(game.parts[0])
            for part in game.parts[1:]:
                total = added(total, self.of(part))
            found = tighter(found, total)
        return tighter(before, found)

    def best(self, game: Game, colour: int, name: str) -> Wall | None:
        """The best wall after a move of a colour."""
        found: Wall | None = None
        for move in self.moves_of(game):
            if move.colour == colour:
                wall = shifted(getattr(self.of_all(move.parts), name), move.score)
                choose = max if colour == BLACK else min
                found = wall if found is None else better(found, wall, choose)
        return found

    def from_moves(self, game: Game) -> Bounds:
        score = (
            sum(self.region.count(position_of(part)) for part in game.parts)
            if isinstance(game, Sum)
            else self.region.count(position_of(game))
        )
        first = self.first_bounds(game)
        black_low = self.best(game, BLACK, "low_right")
        black_high = self.best(game, BLACK, "high_right")
        white_low = self.best(game, WHITE, "low_left")
        white_high = self.best(game, WHITE, "high_left")
        # What alternating play gives is as good as a move to that score.
        black_low = or_better(black_low, flat(first.low_left[0][1]), max)
        white_high = or_better(white_high, flat(first.high_right[0][1]), min)
        low = walls_from(black_low, white_low, score)
        high = walls_from(black_high, white_high, score)
        return Bounds(low[0], low[1], high[0], high[1])

    def just_after_a_ko(self, game: Banned) -> Bounds:
        """Who may not retake makes another move, or moves elsewhere and leaves the next move.

        There are no ko threats. Retaking at once would only help.
        """
        free, is_open = self.of(game.position), self.is_open(game)
        worth = self.region.value(game.position.points)
        if game.colour == WHITE:
            low: Wall = flat(-worth)
            high = free.high_left
            if is_open:
                low = or_worse(self.best(game, WHITE, "low_left"), free.low_left, 1, min)
                high = or_worse(self.best(game, WHITE, "high_left"), free.high_left, 1, min)
            low = better(low, free.low_right, max)
            return Bounds(free.low_left, low, free.high_left, high)
        low, high = free.low_right, flat(worth)
        if is_open:
            low = or_worse(self.best(game, BLACK, "low_right"), free.low_right, -1, max)
            high = or_worse(self.best(game, BLACK, "high_right"), free.high_right, -1, max)
        high = better(high, free.high_left, min)
        return Bounds(low, free.low_right, high, free.high_right)

    def run(self, most_rounds: int = 300) -> None:
        """Improves all bounds until nothing changes."""
        positions = sorted(self.opened, key=lambda one: (one.empty.bit_count(), one))
        sums = sorted(self.sums, key=lambda one: len(one.parts))
        games: list[Game] = [*positions, *sums]
        for _ in range(most_rounds):
            is_changed = False
            banned: list[Game] = [game for game in self.bounds if isinstance(game, Banned)]
            for game in banned + games:
                found = self.improved(game)
                if found != self.of(game):
                    self.bounds[game] = found
                    is_changed = True
            if not is_changed and len(banned) == sum(isinstance(g, Banned) for g in self.bounds):
                return

    def mean_and_temperature(self, game: Game) -> tuple[Fraction, Fraction]:
        """Of a game whose bounds leave one of each."""
        bounds = self.of(game)
        if bounds.low_left[-1][1] != bounds.high_right[-1][1]:
            raise NotProven("the mean is not certain")
        at_most = max(bounds.high_left[-1][0], bounds.low_right[-1][0])
        at_least = max(bounds.low_left[-1][0], bounds.high_right[-1][0])
        if at_most != at_least:
            raise NotProven("the temperature is not certain")
        return bounds.low_left[-1][1], at_most


def or_worse(
    moves: Wall | None, elsewhere: Wall, sign: int, choose: Callable[[Fraction, Fraction], Fraction]
) -> Wall:
    """The best of a move, which costs the temperature, and of one elsewhere, which does not."""
    return elsewhere if moves is None else better(taxed(moves, sign), elsewhere, choose)


def added(one: Bounds, two: Bounds) -> Bounds:
    """Bounds of the sum of two games: who moves first chooses where, and so may the other."""
    return Bounds(
        better(plus(one.low_left, two.low_right), plus(one.low_right, two.low_left), max),
        plus(one.low_right, two.low_right),
        plus(one.high_left, two.high_left),
        better(plus(one.high_left, two.high_right), plus(one.high_right, two.high_left), min),
    )


def tighter(one: Bounds, two: Bounds) -> Bounds:
    return Bounds(
        better(one.low_left, two.low_left, max),
        better(one.low_right, two.low_right, max),
        better(one.high_left, two.high_left, min),
        better(one.high_right, two.high_right, min),
    )


def position_of(part: Position | Banned) -> Position:
    return part.position if isinstance(part, Banned) else part


def points_of(part: Position | Banned) -> int:
    return position_of(part).points
