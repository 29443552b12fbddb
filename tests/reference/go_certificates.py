"""Checks certificates of local endgames of Go, without the core: the rules, and thermography.

A certificate lists positions. This program works out by itself where their moves lead, bounds each
position from the positions after it, and looks whether the bounds of the first one leave a single
mean and temperature. What a certificate says about alternating play is searched again.

Sets of points are integers with a bit for each point, positions are tuples (points, stones of
Black, stones of White, points beside immortal stones of Black, of White), walls are lists of
(temperature, score) with fractions, constant after the last. Scores are points of area for Black.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

Wall = list[tuple[Fraction, Fraction]]
BLACK, WHITE = 0, 1
ZERO = Fraction(0)
HOTTEST = Fraction(4096)


ASSUMPTIONS = {
    "proven": {(False, None), (True, None), (False, BLACK), (False, WHITE)},
    "proven, if the points outside are as solid as they look": {(False, None), (True, None)},
}
"""What has to be looked at: whether areas outside are at stake, and whose points are doubted."""


class NotProven(Exception):
    """A certificate does not show what it claims."""


class Position(NamedTuple):
    """What is undecided, and nothing outside influences it."""

    points: int
    stones: tuple[int, int]
    walls: tuple[int, int]
    """The points beside immortal stones of Black, of White."""

    @property
    def empty(self) -> int:
        return self.points & ~self.stones[BLACK] & ~self.stones[WHITE]


class Banned(NamedTuple):
    """A position just after a ko was taken, which a colour may not retake at once."""

    position: Position
    point: int
    colour: int


class Sum(NamedTuple):
    """Several positions, searched as one game."""

    parts: tuple[Position | Banned, ...]


Game = Position | Banned | Sum


class Move(NamedTuple):
    """Where a move leads: decided points and undecided positions."""

    colour: int
    point: int
    score: int
    parts: tuple[Position | Banned, ...]


class Bounds(NamedTuple):
    """Walls that the walls of a game are not below, and not above."""

    low_left: Wall
    low_right: Wall
    high_left: Wall
    high_right: Wall


# --- rules ------------------------------------------------------------------------------------


def bits(points: int) -> Iterator[int]:
    while points:
        yield (points & -points).bit_length() - 1
        points &= points - 1


class Region:
    """A part of a board; points are numbered."""

    def __init__(self, neighbours: list[int], worth: list[int]) -> None:
        self.neighbours = neighbours
        self.worth = worth

    def value(self, points: int) -> int:
        return sum(self.worth[point] for point in bits(points))

    def beside(self, points: int) -> int:
        found = 0
        for point in bits(points):
            found |= self.neighbours[point]
        return found

    def connected(self, start: int, within: int) -> int:
        found = front = start & within
        while front:
            front = self.beside(front) & within & ~found
            found |= front
        return found

    def pieces(self, points: int) -> Iterator[int]:
        while points:
            piece = self.connected(points & -points, points)
            points &= ~piece
            yield piece

    def place(self, at: Position, point: int, colour: int) -> tuple[Position, int, bool] | None:
        """The position after a stone, the stones taken, and whether it took a ko."""
        stone, other = 1 << point, 1 - colour
        touches_own = at.walls[colour] & stone or self.neighbours[point] & at.stones[colour]
        if self.worth[point] > 1 and not touches_own:
            return None  # an area beyond the edge is entered from next to it
        own, theirs = at.stones[colour] | stone, at.stones[other]
        taken = 0
        for chain in self.pieces(theirs):
            is_beside = self.neighbours[point] & chain
            breathes = self.beside(chain) & at.empty & ~stone or chain & at.walls[other]
            if is_beside and not breathes:
                taken |= chain
        theirs &= ~taken
        chain = self.connected(stone, own)
        liberties = self.beside(chain) & at.points & ~own & ~theirs
        is_safe = bool(chain & at.walls[colour])
        if not liberties and not is_safe:
            return None
        is_ko = not is_safe and chain == stone and taken.bit_count() == 1 and liberties == taken
        stones = (own, theirs) if colour == BLACK else (theirs, own)
        return Position(at.points, stones, at.walls), taken, is_ko

    def split(self, at: Position) -> tuple[int, list[Position]]:
        """Takes out what is decided: immortal chains, and areas in which one colour has no room."""
        score, rest, walls = 0, at.points, list(at.walls)
        for colour, sign in ((BLACK, 1), (WHITE, -1)):
            safe = self.connected(at.stones[colour] & at.walls[colour], at.stones[colour])
            rest &= ~safe
            walls[colour] |= self.beside(safe)
            score += sign * self.value(safe)
        parts = []
        for area in self.pieces(rest):
            black, white = area & walls[BLACK], area & walls[WHITE]
            if not white and self.lacks_room(area & ~black):
                score += self.value(area)
            elif not black and self.lacks_room(area & ~white):
                score -= self.value(area)
            else:
                stones = (at.stones[BLACK] & area, at.stones[WHITE] & area)
                parts.append(Position(area, stones, (black, white)))
        return score, parts

    def lacks_room(self, inner: int) -> bool:
        """Whether two eyes do not fit in: they are apart, and not beside the opponent's stones."""
        if inner.bit_count() > 2:
            return False
        return inner.bit_count() < 2 or bool(self.beside(inner & -inner) & inner)

    def count(self, at: Position) -> int:
        """The score if both pass: stones, and empty areas that touch one colour."""
        score = self.value(at.stones[BLACK]) - self.value(at.stones[WHITE])
        for area in self.pieces(at.empty):
            edge = self.beside(area)
            black = edge & at.stones[BLACK] or area & at.walls[BLACK]
            white = edge & at.stones[WHITE] or area & at.walls[WHITE]
            if bool(black) != bool(white):
                score += self.value(area) if black else -self.value(area)
        return score

    def moves(self, at: Position) -> list[Move]:
        """All moves of both colours."""
        found = []
        for colour in (BLACK, WHITE):
            for point in bits(at.empty):
                placed = self.place(at, point, colour)
                if placed is None:
                    continue
                after, taken, is_ko = placed
                score, parts = self.split(after)
                retake = taken.bit_length() - 1
                found.append(
                    Move(
                        colour,
                        point,
                        score,
                        tuple(
                            Banned(part, retake, 1 - colour)
                            if is_ko and part.points & taken
                            else part
                            for part in parts
                        ),
                    )
                )
        return found


# --- walls ------------------------------------------------------------------------------------


def flat(score: int | Fraction) -> Wall:
    return [(ZERO, Fraction(score))]


def at(wall: Wall, t: Fraction) -> Fraction:
    for (t0, v0), (t1, v1) in pairwise(wall):
        if t < t1:
            return v0 + (v1 - v0) * (t - t0) / (t1 - t0)
    return wall[-1][1]


def tidy(points: list[tuple[Fraction, Fraction]]) -> Wall:
    """Leaves out bends that are none."""
    wall: Wall = []
    for t, v in points:
        if wall and wall[-1][0] == t:
            continue
        if len(wall) > 1:
            (t0, v0), (t1, v1) = wall[-2:]
            if (v1 - v0) * (t - t1) == (v - v1) * (t1 - t0):
                wall.pop()
        wall.append((t, v))
    while len(wall) > 1 and wall[-1][1] == wall[-2][1]:
        wall.pop()
    return wall


def bends(*walls: Wall) -> list[Fraction]:
    return sorted({t for wall in walls for t, _ in wall})


def plus(one: Wall, two: Wall) -> Wall:
    return tidy([(t, at(one, t) + at(two, t)) for t in bends(one, two)])


def shifted(wall: Wall, points: int) -> Wall:
    return [(t, v + points) for t, v in wall]


def better(one: Wall, two: Wall, choose: Callable[[Fraction, Fraction], Fraction]) -> Wall:
    """The higher (max) or the lower (min) of two walls at each temperature."""
    found: list[tuple[Fraction, Fraction]] = []
    before: tuple[Fraction, Fraction, Fraction] | None = None
    for t in bends(one, two):
        a, b = at(one, t), at(two, t)
        if before is not None and (before[1] - before[2]) * (a - b) < 0:
            t0, a0, b0 = before
            share = (a0 - b0) / ((a0 - b0) - (a - b))
            found.append((t0 + share * (t - t0), a0 + share * (a - a0)))
        found.append((t, choose(a, b)))
        before = t, a, b
    return tidy(found)


def taxed(wall: Wall, sign: int) -> Wall:
    """The wall plus or minus the temperature, up to a temperature above all others."""
    return [(t, v + sign * t) for t, v in (*wall, (HOTTEST, wall[-1][1]))]


def sloping(start: int, end: int) -> Wall:
    """From one score to another by one point a degree."""
    return tidy([(ZERO, Fraction(start)), (Fraction(abs(end - start)), Fraction(end))])


def or_better(
    one: Wall | None, two: Wall, choose: Callable[[Fraction, Fraction], Fraction]
) -> Wall:
    return two if one is None else better(one, two, choose)


def walls_from(black: Wall | None, white: Wall | None, score: int) -> tuple[Wall, Wall]:
    """Both walls of a game from the best walls after Black's and after White's moves.

    As long as both gain by moving, the walls are these less the price of the move. Where neither
    does, both wait for cheaper moves elsewhere: the score is that of the temperature just below,
    unless a player does better by moving. At temperature 0 waiting is passing.
    """
    if black is None or white is None:
        low = score if black is None else max(score, at(black, ZERO))
        mast = low if white is None else min(low, at(white, ZERO))
        return flat(mast), flat(mast)
    stops = bends(black, white)
    stops.append(stops[-1] + abs(black[-1][1] - white[-1][1]) + 1)
    left: list[tuple[Fraction, Fraction]] = []
    right: list[tuple[Fraction, Fraction]] = []

    def note(t: Fraction, of_left: Fraction, of_right: Fraction) -> None:
        left.append((t, of_left))
        right.append((t, of_right))

    a, b = at(black, ZERO), at(white, ZERO)
    mast = min(max(Fraction(score), a), b) if a < b else a
    for begin, end in pairwise(stops):
        t = begin
        rise = (at(black, end) - at(black, begin)) / (end - begin) - 1
        fall = (at(white, end) - at(white, begin)) / (end - begin) + 1
        while t < end:
            a, b = at(black, t) - t, at(white, t) + t
            until = end
            if a > b or (a == b and rise > fall):
                note(t, a, b)
                if rise < fall:
                    until = min(until, t + (a - b) / (fall - rise))
                t = until
                mast = at(black, t) - t
                note(t, mast, at(white, t) + t)
                continue
            mast = min(max(mast, a), b)
            note(t, mast, mast)
            speed = ZERO  # of the mast, which a scaffold may push
            if mast == a and rise > 0:
                speed = rise
            if mast == b and fall < speed:
                speed = fall
            if rise > speed and mast > a:
                until = min(until, t + (mast - a) / (rise - speed))
            if fall < speed and mast < b:
                until = min(until, t + (b - mast) / (speed - fall))
            mast += speed * (until - t)
            t = until
            note(t, mast, mast)
    return tidy(left), tidy(right)


# --- alternating play -------------------------------------------------------------------------


class Stops:
    """Shows what alternating play gives at most (or least), kos being won by one colour.

    Whatever is not looked at, and whatever goes round in circles, counts for that colour, so that
    an answer against it is proven.
    """

    def __init__(self, region: Region, favoured: int, effort: int) -> None:
        self.region = region
        self.favoured = favoured
        self.effort = effort
        self.left = 0
        self.proven: dict[Any, int] = {}
        """For each state the relative goal that is known to fail Black, or to be reached by him."""
        self.best: dict[Any, int] = {}
        self.spans: dict[Position, int] = {}
        self.path: set[Any] = set()

    def is_bound(self, start: Position, first: int, bound: int) -> bool:
        """Whether `bound` holds: from above if Black wins the kos, from below if White does."""
        goal = bound + 1 if self.favoured == BLACK else bound
        self.left = self.effort
        state, score, lowest, highest = self.settled(start, 0)
        try:
            for depth in range(2, 200, 2):
                self.cut_off = False
                answer = self.reaches(state, score, lowest, highest, first, False, -1, goal, depth)
                if answer != (self.favoured == BLACK):
                    return True
                if not self.cut_off:
                    return False
        except TimeoutError:
            pass
        return False

    def settled(self, start: Position, score: int) -> tuple[Position, int, int, int]:
        """What is open, what is decided, and bounds of what is open."""
        decided, parts = self.region.split(start)
        points, black, white, walls = 0, 0, 0, [0, 0]
        lowest = highest = 0
        for part in parts:
            worth = self.region.value(part.points)
            low, high = -worth, worth
            if len(parts) > 1:
                span = self.span(part, worth)
                low, high = (low, span) if self.favoured == BLACK else (span, high)
            lowest, highest = lowest + low, highest + high
            points |= part.points
            black, white = black | part.stones[BLACK], white | part.stones[WHITE]
            walls = [walls[colour] | part.walls[colour] for colour in (BLACK, WHITE)]
        open_ = Position(points, (black, white), (walls[0], walls[1]))
        return open_, score + decided, lowest, highest

    def span(self, part: Position, worth: int) -> int:
        """The most that the favoured colour gets in a part where its moves are answered."""
        if part not in self.spans:
            sign = 1 if self.favoured == BLACK else -1
            self.spans[part] = sign * worth
            if part.points.bit_count() <= 12:
                inner = Stops(self.region, self.favoured, 2000)
                inner.spans, inner.proven, inner.best = self.spans, self.proven, self.best
                low, high = -worth, worth
                while low < high:  # the least bound that holds
                    middle = (low + high) // 2
                    if inner.is_bound(part, self.favoured, sign * middle):
                        high = middle
                    else:
                        low = middle + 1
                self.spans[part] = sign * high
        return self.spans[part]

    def sure(self, state: Position, colour: int, mover: int) -> int:
        """What a colour gets by answering beside its immortal stones."""
        beside = (state.empty & state.walls[colour]).bit_count()
        return 2 * ((beside + (mover == colour)) // 2)

    def reaches(
        self,
        state: Position,
        score: int,
        lowest: int,
        highest: int,
        mover: int,
        passed: bool,
        banned: int,
        goal: int,
        depth: int,
    ) -> bool:
        """Whether Black gets `goal` points, looking `depth` moves ahead."""
        worth = self.region.value(state.points)
        if score + max(lowest, self.sure(state, BLACK, mover) - worth) >= goal:
            return True
        if score + min(highest, worth - self.sure(state, WHITE, mover)) < goal:
            return False
        for_favoured = self.favoured == BLACK
        key = state, mover, passed, banned, self.favoured
        relative = goal - score
        known = self.proven.get(key)
        if known is not None and (relative >= known if for_favoured else relative <= known):
            return not for_favoured
        if depth == 0:
            self.cut_off = True
            return for_favoured
        if key in self.path:
            return for_favoured
        self.left -= 1
        if self.left < 0:
            raise TimeoutError
        self.path.add(key)
        try:
            answer = self.search(state, score, mover, passed, banned, goal, depth, key)
        finally:
            self.path.discard(key)
        if answer != for_favoured:
            choose = min if for_favoured else max
            self.proven[key] = relative if known is None else choose(known, relative)
        return answer

    def search(
        self,
        state: Position,
        score: int,
        mover: int,
        passed: bool,
        banned: int,
        goal: int,
        depth: int,
        key: Any,
    ) -> bool:
        black = mover == BLACK
        stand = score + self.region.count(state)
        for point in self.ordered(state, mover, key, (stand >= goal) == black):
            if point == banned and point >= 0:
                continue
            if point < 0:
                if passed:
                    reached = stand >= goal
                else:
                    _, _, low, high = self.settled(state, 0)
                    reached = self.reaches(
                        state, score, low, high, 1 - mover, True, -1, goal, depth - 1
                    )
            else:
                placed = self.region.place(state, point, mover)
                if placed is None:
                    continue
                after, taken, is_ko = placed
                retake = taken.bit_length() - 1 if is_ko and mover == self.favoured else -1
                reached = self.reaches(
                    *self.settled(after, score), 1 - mover, False, retake, goal, depth - 1
                )
            if reached == black:
                self.best[key] = point
                return black
        return not black

    def ordered(self, state: Position, mover: int, key: Any, is_content: bool) -> list[int]:
        """The moves to try, -1 for a pass, first those that often work."""

        def order(point: int) -> int:
            near = self.region.neighbours[point]
            return -(
                4 * bool(near & state.stones[1 - mover])
                + 2 * bool(near & state.stones[mover])
                + bool(near & state.empty)
            )

        moves = sorted(bits(state.empty), key=order)
        moves = [-1, *moves] if is_content else [*moves, -1]
        best = self.best.get(key)
        if best is not None:
            moves.remove(best)
            moves.insert(0, best)
        return moves


# --- certificates -----------------------------------------------------------------------------


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
        games: list[Game] = sorted(self.opened, key=lambda one: (one.empty.bit_count(), one))
        games += sorted(self.sums, key=lambda one: len(one.parts))
        for _ in range(most_rounds):
            is_changed = False
            banned = [game for game in self.bounds if isinstance(game, Banned)]
            for game in (*banned, *games):
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


# --- the board --------------------------------------------------------------------------------


class Board:
    """Stones as rows of ``X``, ``O`` and ``.``."""

    def __init__(self, rows: list[str]) -> None:
        self.width = len(rows[0])
        self.stones = "".join(rows)

    def near(self, point: int) -> list[int]:
        row, column = divmod(point, self.width)
        found = [point - self.width] if row else []
        found += [point - 1] if column else []
        found += [point + 1] if column + 1 < self.width else []
        return found + ([point + self.width] if point + self.width < len(self.stones) else [])

    def connected(self, point: int, belongs: Callable[[int], bool]) -> set[int]:
        found, front = {point}, [point]
        while front:
            for near in self.near(front.pop()):
                if near not in found and belongs(near):
                    found.add(near)
                    front.append(near)
        return found


def case_of(certificate: dict[str, Any], case: dict[str, Any]) -> tuple[Region, Position, int]:
    """The region of a case on the board, where it begins, and the count of what is decided.

    A case assumes owners of the empty points outside. It is *closed*, where these are as solid as
    stones; or *open*, where each area is one more point, worth at most `beyond`; or one colour's
    points outside save the stones of the other.
    """
    board = Board(certificate["board"])
    owners = {
        point: "XO".index(owner)
        for point, owner in enumerate("".join(case["owners"]))
        if owner in "XO"
    }
    marked, doubted = set(case["region"]), case["doubted"]
    for point, stone in enumerate(board.stones):
        if stone != "." and point not in marked and owners.get(point) != "XO".index(stone):
            raise NotProven("a stone belongs to the other colour")
    inside, immortal = set(marked), set[int]()
    for point in marked:
        for one in (point, *board.near(point)):
            if board.stones[one] == "." or one in immortal or one in inside - marked:
                continue
            colour = "XO".index(board.stones[one])
            chain = board.connected(one, lambda p, s=board.stones[one]: board.stones[p] == s)
            liberties = {n for p in chain for n in board.near(p) if board.stones[n] == "."}
            if any(n not in inside and owners.get(n) == colour for n in liberties):
                immortal |= chain & inside
            else:
                inside |= chain
    points = sorted(inside - immortal)
    decided = sum(1 if board.stones[point] == "X" else -1 for point in immortal)
    number = {point: n for n, point in enumerate(points)}
    neighbours = [sum(1 << number[n] for n in board.near(p) if n in number) for p in points]
    worth, walls, areas = [1] * len(points), [0, 0], []
    outside = {p for p in owners if board.stones[p] == "." and p not in inside}
    for point in points:
        for near in board.near(point):
            if near in number:
                continue
            owner = "XO".find(board.stones[near]) if near in immortal else owners.get(near, -1)
            if owner < 0 or (near in outside and case["beyond"]):
                continue
            if near in outside and owner == doubted:
                owner = 1 - owner
            walls[owner] |= 1 << number[point]
    while outside and case["beyond"]:
        start = min(outside)
        same = {p for p in outside if owners[p] == owners[start]}
        area = board.connected(start, same.__contains__)
        outside -= area
        edge = {n for p in area for n in board.near(p) if n in number and board.stones[n] == "."}
        if edge:
            first = min(p for p in area if edge & set(board.near(p)))
            areas.append((min(len(area), case["beyond"]), first, owners[start], edge))
    for value, _, owner, edge in sorted(areas, key=lambda area: (-area[0], area[1])):
        if len(worth) == 64:
            break
        new = len(worth)
        worth.append(value)
        neighbours.append(sum(1 << number[p] for p in edge))
        for p in edge:
            neighbours[number[p]] |= 1 << new
        walls[owner] |= 1 << new
        decided += value if owner == WHITE else -value
    stones = [sum(1 << number[p] for p in points if board.stones[p] == s) for s in "XO"]
    start_at = Position((1 << len(worth)) - 1, (stones[0], stones[1]), (walls[0], walls[1]))
    # The answer is that of the region as it was asked for: what was added is as it looks.
    usual = "".join(certificate["owners"])
    added = [usual[point] for point in inside - set(certificate["region"])]
    decided -= added.count("X") - added.count("O")
    return Region(neighbours, worth), start_at, decided


def check(certificate: dict[str, Any], effort: int = 200_000) -> None:
    """Raises `NotProven` unless every case of a certificate shows what the certificate says."""
    claimed = Fraction(certificate["mean"]), Fraction(certificate["temperature"])
    cases = {(case["beyond"] > 0, case["doubted"]) for case in certificate["cases"]}
    if not cases >= ASSUMPTIONS[certificate["certainty"]]:
        raise NotProven("an assumption about the edge is missing")
    known: list[tuple[Any, tuple[Fraction, Fraction]]] = []
    for case in certificate["cases"]:
        region, start, decided = case_of(certificate, case)
        evidence = [case[name] for name in ("positions", "opened", "stops", "sums")]
        question = region.neighbours, region.worth, start, decided, evidence
        found = next((answer for other, answer in known if other == question), None)
        if found is None:  # often nothing depends on what lies beyond the edge
            found = found_in(region, start, decided, case, effort)
            known.append((question, found))
        if found != claimed:
            raise NotProven(f"mean and temperature are {found[0]} and {found[1]}")


def found_in(
    region: Region, start: Position, decided: int, case: dict[str, Any], effort: int
) -> tuple[Fraction, Fraction]:
    """Mean and temperature that one case of a certificate shows."""
    checker = Checker(region, effort)
    positions = [
        Position(points, (black, white), (black_wall, white_wall))
        for points, black, white, black_wall, white_wall in case["positions"]
    ]
    checker.opened = {positions[number] for number in case["opened"]}
    checker.claims = {positions[int(number)]: one for number, one in case["stops"].items()}
    for joint in case["sums"]:
        parts: list[Position | Banned] = []
        for number, *ban in joint:
            part = positions[number]
            parts.append(Banned(part, ban[0], ban[1]) if ban else part)
        checker.sums.add(Sum(tuple(sorted(parts, key=repr))))
    checker.check_claims()
    score, parts_now = region.split(start)
    mean, temperature = Fraction(score + decided), ZERO
    for part in parts_now:
        checker.of(part)
    checker.run()
    for part in parts_now:
        of_part, hot = checker.mean_and_temperature(part)
        mean, temperature = mean + of_part, max(temperature, hot)
    return mean, temperature
