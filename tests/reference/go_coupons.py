"""A slow, plain reference for local endgames of Go with kos: play beside a stack of coupons.

A coupon is worth its number to whoever takes it instead of moving. Beside a stack of all multiples
of a small step up to t, optimal play gives the thermograph at t, give or take a few steps. Nothing
is known here of thermographs: each position is played with each stack, a coupon at a time. Whoever
may not retake a ko can move elsewhere by taking a coupon; nobody has other threats.
"""

from __future__ import annotations

from typing import NamedTuple

from tests.reference.go_local import LoopFound, State, TinyRegion


class Play(NamedTuple):
    """A position with a player to move."""

    board: State
    black: bool
    banned: State | None
    """The board that the player may not bring back at once."""


class CouponPlay:
    """Every position that can come up in a region, played beside coupons.

    Raises LoopFound where play can go round without a coupon taken.
    """

    def __init__(self, region: TinyRegion, start: State, limit: int = 1500) -> None:
        self._region = region
        self._options: dict[State, tuple[list[State], list[State]]] = {}
        self._numbers: dict[Play, int] = {}
        self.plays: list[Play] = []
        self._moves: list[list[int]] = []
        self._elsewhere: list[int] = []
        for black in (True, False):
            self._number(Play(start, black, None))
        for play in self.plays:  # grows while the moves of its members are found
            if len(self.plays) > limit:
                raise OverflowError
            self._moves.append(self._after(play))
            self._elsewhere.append(self._number(Play(play.board, not play.black, None)))
        self._order = self._moves_first()

    @property
    def has_ko(self) -> bool:
        return any(play.banned is not None for play in self.plays)

    def mean_and_temperature(self, step: float, top: float) -> tuple[float, float]:
        """As far as a stack up to `top` tells: good to half a step, and to three steps."""
        walls = self.walls(step, top)
        mean = sum(left + right for _, left, right in walls[-4:]) / 8
        hot = (t for t, *both in walls if max(abs(wall - mean) for wall in both) > 1.01 * step)
        return mean, max(hot, default=0.0)

    def walls(self, step: float, top: float) -> list[tuple[float, float, float]]:
        """For each stack the coupon on top and what the start is worth if Black, if White moves.

        Half of the top coupon is what the stack alone gives to whoever moves first.
        """
        worth = self._at_the_end()
        stack = 0.0
        found = [(0.0, worth[0], worth[1])]
        for count in range(1, round(top / step) + 1):
            coupon = count * step
            stack = coupon - stack
            worth = self._with_coupon(worth, coupon)
            found.append((coupon, worth[0] - stack, worth[1] + stack))
        return found

    def _at_the_end(self) -> list[float]:
        """Without coupons a pass costs nothing; two in a row end the game."""
        worth = [float(self._region.count(play.board)) for play in self.plays]
        for _ in range(200):
            before, worth = worth, self._with_coupon(worth, 0.0)
            if worth == before:
                return worth
        raise LoopFound

    def _with_coupon(self, below: list[float], coupon: float) -> list[float]:
        """The score for Black of each position beside one more coupon."""
        worth = [0.0] * len(below)
        for at in self._order:
            after = [worth[to] for to in self._moves[at]]
            if self.plays[at].black:
                worth[at] = max(coupon + below[self._elsewhere[at]], *after, -1e9)
            else:
                worth[at] = min(-coupon + below[self._elsewhere[at]], *after, 1e9)
        return worth

    def _after(self, play: Play) -> list[int]:
        found = []
        for board in self._followers(play.board)[0 if play.black else 1]:
            if board == play.banned:
                continue
            can_go_back = play.board in self._followers(board)[1 if play.black else 0]
            banned = play.board if can_go_back else None
            found.append(self._number(Play(board, not play.black, banned)))
        return found

    def _followers(self, board: State) -> tuple[list[State], list[State]]:
        if board not in self._options:
            self._options[board] = self._region.options(board)
        return self._options[board]

    def _number(self, play: Play) -> int:
        if play not in self._numbers:
            self._numbers[play] = len(self.plays)
            self.plays.append(play)
        return self._numbers[play]

    def _moves_first(self) -> list[int]:
        """The positions in an order in which moves lead to earlier ones."""
        order: list[int] = []
        entered: set[int] = set()
        done: set[int] = set()
        for root in range(len(self.plays)):
            stack = [root]
            while stack:
                at = stack[-1]
                pending = [to for to in self._moves[at] if to not in done]
                if at in done:
                    stack.pop()
                elif not pending:
                    done.add(at)
                    order.append(stack.pop())
                elif at in entered and any(to in entered for to in pending):
                    raise LoopFound
                else:
                    entered.add(at)
                    stack += pending[:1]
        return order
