"""Searches again what a certificate says about alternating play."""

from __future__ import annotations

from typing import Any

from tests.reference.go_certificates.rules import BLACK, WHITE, Position, Region, bits

MOST_REMEMBERED = 300_000


def make_room(remembered: dict[Any, Any]) -> None:
    if len(remembered) > MOST_REMEMBERED:
        remembered.clear()


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
        self.opened: dict[Position, tuple[Position, int, int, int]] = {}
        self.counts: dict[Position, int] = {}
        self.after: dict[tuple[Position, int, int], tuple[Position, int, bool] | None] = {}
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
        if start not in self.opened:
            make_room(self.opened)
            self.opened[start] = self.taken_apart(start)
        open_, decided, lowest, highest = self.opened[start]
        return open_, score + decided, lowest, highest

    def count(self, state: Position) -> int:
        if state not in self.counts:
            make_room(self.counts)
            self.counts[state] = self.region.count(state)
        return self.counts[state]

    def place(self, state: Position, point: int, colour: int) -> tuple[Position, int, bool] | None:
        move = state, point, colour
        if move not in self.after:
            make_room(self.after)
            self.after[move] = self.region.place(state, point, colour)
        return self.after[move]

    def taken_apart(self, start: Position) -> tuple[Position, int, int, int]:
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
        return open_, decided, lowest, highest

    def span(self, part: Position, worth: int) -> int:
        """The most that the favoured colour gets in a part where its moves are answered."""
        if part not in self.spans:
            sign = 1 if self.favoured == BLACK else -1
            self.spans[part] = sign * worth
            if part.points.bit_count() <= 12:
                inner = Stops(self.region, self.favoured, 2000)
                inner.spans, inner.proven, inner.best = self.spans, self.proven, self.best
                inner.opened, inner.counts, inner.after = self.opened, self.counts, self.after
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
        stand = score + self.count(state)
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
                placed = self.place(state, point, mover)
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
