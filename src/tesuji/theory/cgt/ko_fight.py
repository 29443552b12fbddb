"""Solves play in and around one ko, at all temperatures of the surroundings at once.

The surroundings are a rich stack of coupons: at each turn a player moves in the fight, or takes
the coupon on top, worth the temperature t, which then is a little lower. A coupon taken lifts
the ko ban. As in ordinary thermographs, what a position is worth when Left moves first is given
less t/2, and plus t/2 when Right does; then a coupon changes nothing and a move in the fight
costs its player t.

The *komaster*, if there is one, has just enough threats to win the fight (Berlekamp; Spight): may
break the ban once, by a threat that is answered, but then must stay in the fight to its end
instead of moving elsewhere, or else the opponent would take back when the threats are gone.

For coupons a step apart, the worth of every state of play follows from the worths one step
lower. In the limit of small steps it is a continuous, piecewise-linear function of t. `solve`
finds it from the bottom up: the slopes above a temperature are the average growth of the same
recursion with the step as an infinitesimal, and they hold until some inactive choice catches up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from tesuji.theory.cgt import dyadic
from tesuji.theory.cgt.errors import LoopError
from tesuji.theory.cgt.loopy import LoopyGame
from tesuji.theory.cgt.mover import Mover
from tesuji.theory.cgt.thermograph import Thermograph
from tesuji.theory.cgt.walls import COLDEST, Point, Wall

MAX_EVENTS = 10_000
"""Bends of all walls of one fight after which the computation gives up."""


class State(NamedTuple):
    """A position of the fight in play."""

    name: str
    mover: Mover
    banned: str | None = None
    """The position to which the mover may not go at once."""
    obliged: bool = False
    """Whether the komaster has broken the ban and must stay in the fight."""


@dataclass
class _Choices:
    """The choices of the mover of one state. Numbers are indices of states."""

    sign: int
    """1 if the mover wants the largest worth, -1 if the smallest."""
    coupon: int | None = None
    inside: list[int] = field(default_factory=list)
    outside: list[Wall] = field(default_factory=list)
    """Worths of moves out of the fight, the tax included."""


def solve(
    game: LoopyGame,
    group: Sequence[str],
    known: Mapping[object, Thermograph],
    komaster: Mover | None,
) -> tuple[dict[str, Thermograph], list[str]]:
    """Returns the thermographs of `group`, mutually reachable positions, and warnings.

    `known` has the thermographs of everything else that can be reached from them.
    """
    fight = _Fight(game, group, known, komaster)
    worths, warnings = fight.worths_at_the_coldest()
    t = COLDEST
    track: list[list[Point]] = [[(t, worth)] for worth in worths]
    for _ in range(MAX_EVENTS):
        slopes = fight.slopes_above(t, worths)
        step = fight.next_event(t, worths, slopes)
        if step is None:
            walls = [
                Wall.through(points, slope) for points, slope in zip(track, slopes, strict=True)
            ]
            return fight.thermographs(walls), warnings
        t += step
        worths = [worth + slope * step for worth, slope in zip(worths, slopes, strict=True)]
        for points, worth in zip(track, worths, strict=True):
            points.append((t, worth))
    raise LoopError(f"the walls of the ko around {group[0]!r} bend more than {MAX_EVENTS} times")


class _Fight:
    """The states of play of one group of positions, and the recursion between them."""

    def __init__(
        self,
        game: LoopyGame,
        group: Sequence[str],
        known: Mapping[object, Thermograph],
        komaster: Mover | None,
    ) -> None:
        self.game, self.group, self.known, self.komaster = game, group, known, komaster
        self.inside = frozenset(group)
        self.index: dict[State, int] = {}
        self.choices: list[_Choices] = []
        self.states: list[State] = []
        for name in group:
            for side in Mover:
                self.number_of(State(name, side))
        for state in self.states:  # grows while the choices of its members are found
            self.choices.append(self.choices_of(state))
        self.order = self.moves_first()

    def number_of(self, state: State) -> int:
        if state not in self.index:
            self.index[state] = len(self.states)
            self.states.append(state)
        return self.index[state]

    def choices_of(self, state: State) -> _Choices:
        name, mover, banned, obliged = state
        master = mover is self.komaster
        choices = _Choices(mover.sign)
        for option in self.game.options(name, mover):
            if option in self.inside:
                assert isinstance(option, str)
                breaks = option == banned
                if breaks and (not master or obliged):
                    continue
                back = name if self.game.bans(name, option, mover) else None
                choices.inside.append(
                    self.number_of(State(option, mover.other, back, obliged or breaks))
                )
            else:
                graph = self.known[option]
                wall = graph.right if mover is Mover.LEFT else graph.left
                choices.outside.append(wall.taxed(-mover.sign))
        if not (master and obliged and (choices.inside or choices.outside)):
            choices.coupon = self.number_of(State(name, mover.other, None, obliged))
        return choices

    def moves_first(self) -> list[int]:
        """Returns the states in an order in which moves lead to earlier ones."""
        order: list[int] = []
        done: set[int] = set()
        entered: set[int] = set()
        for root in range(len(self.states)):
            stack = [root]
            while stack:
                at = stack[-1]
                if at in done:
                    stack.pop()
                    continue
                entered.add(at)
                pending = [to for to in self.choices[at].inside if to not in done]
                if not pending:
                    done.add(at)
                    order.append(stack.pop())
                elif any(to in entered for to in pending):
                    raise LoopError(
                        f"around {self.states[at].name!r} the players can repeat for ever "
                        "without a move elsewhere or a retaken ko (as in a triple ko); "
                        "that needs a rule of superko, which thermographs do not know"
                    )
                else:
                    stack.extend(pending)
        return order

    # -- the coldest temperature ---------------------------------------------------------------

    def worths_at_the_coldest(self) -> tuple[list[Fraction], list[str]]:
        """Returns the worth of each state at temperature -1, and warnings.

        Positions that nobody wants to leave, whatever they count for, are taken to count for the
        simplest number among the worths that fit. No position counts for more than what the best
        way out of the fight is worth to Left, nor for less than the best one for Right.
        """
        exits = [
            wall(COLDEST)
            for option in self.exits()
            for wall in (self.known[option].left, self.known[option].right)
        ]
        if not exits:
            raise LoopError(f"from {self.group[0]!r} no player can ever reach a score")
        low = self.settled([min(exits)] * len(self.states))
        high = self.settled([max(exits)] * len(self.states))
        if low == high:
            return low, []
        count: dict[str, Fraction] = {}
        for name in self.group:
            bounds = (
                low[self.index[State(name, Mover.LEFT)]],
                high[self.index[State(name, Mover.RIGHT)]],
            )
            simplest = dyadic.simplest_between(
                min(bounds), max(bounds), low_open=False, high_open=False
            )
            assert simplest is not None
            count[name] = simplest
        unresolved = ", ".join(
            f"{name!r}"
            for name in self.group
            if low[self.index[State(name, Mover.LEFT)]] != high[self.index[State(name, Mover.LEFT)]]
        )
        warning = (
            f"play does not resolve {unresolved or 'the ko'} even at temperature -1 (a seki or an "
            "endless round): left alone it is counted as the simplest score that fits"
        )
        return self.settled([count[state.name] for state in self.states]), [warning]

    def exits(self) -> list[object]:
        """Returns the results of moves out of the group."""
        options = (
            o for name in self.group for side in Mover for o in self.game.options(name, side)
        )
        return [option for option in dict.fromkeys(options) if option not in self.inside]

    def settled(self, worths: Sequence[Fraction]) -> list[Fraction]:
        """Repeats the recursion at temperature -1 from `worths` until nothing changes.

        If play repeats for ever, moves elsewhere included, the worths are periodic; then their
        average is taken.
        """
        seen = [list(worths)]
        for _ in range(6 * len(self.states) + 40):
            seen.append(self.step(seen[-1], COLDEST))
            if seen[-1] == seen[-2]:
                return seen[-1]
        period = next((p for p in range(2, len(seen)) if seen[-1] == seen[-1 - p]), None)
        if period is not None:
            average = [sum(turns) / period for turns in zip(*seen[-period:], strict=True)]
            if self.step(average, COLDEST) == average:
                return average
        raise LoopError(
            f"play around {self.group[0]!r} does not settle at temperature -1, "
            "where moves elsewhere cost a point; that is more than a ko"
        )

    def step(self, before: Sequence[Fraction], t: Fraction) -> list[Fraction]:
        now = [Fraction(0)] * len(self.states)
        for at in self.order:
            choices = self.choices[at]
            worths = [now[to] - choices.sign * t for to in choices.inside]
            worths += [wall(t) for wall in choices.outside]
            if choices.coupon is not None:
                worths.append(before[choices.coupon])
            now[at] = max(worths) if choices.sign > 0 else min(worths)
        return now

    # -- from one temperature upwards ----------------------------------------------------------

    def slopes_above(self, t: Fraction, worths: Sequence[Fraction]) -> list[Fraction]:
        """Returns the slope of each state's worth just above `t`.

        Runs the recursion upwards from `t` in infinitesimal steps, among the choices that are
        best at `t`, until it grows evenly. Twice the growth is stored, so that it is an integer.
        """
        active: list[tuple[list[int], list[Fraction], int | None]] = []
        for at, choices in enumerate(self.choices):
            worth, tax = worths[at], choices.sign * t
            active.append(
                (
                    [to for to in choices.inside if worths[to] - tax == worth],
                    [w.slope_above(t) for w in choices.outside if w(t) == worth],
                    choices.coupon
                    if choices.coupon is not None and worths[choices.coupon] == worth
                    else None,
                )
            )
        history: list[list[Fraction]] = [[Fraction(0)] * len(worths)]
        for k in range(1, 60 * len(worths) + 400):
            before, now = history[-1], [Fraction(0)] * len(worths)
            for at in self.order:
                sign = self.choices[at].sign
                inside, outside, coupon = active[at]
                growths = [now[to] - 2 * sign * k for to in inside]
                growths += [2 * slope * k for slope in outside]
                if coupon is not None:
                    growths.append(before[coupon] + sign)
                now[at] = max(growths) if sign > 0 else min(growths)
            history.append(now)
            if k % 8 == 0:
                slopes = _even_growth(history)
                if slopes is not None and self.consistent(slopes, active):
                    return slopes
        raise LoopError(
            f"the walls of the ko around {self.group[0]!r} jump at temperature {t}, "
            "as when a player can go round in fewer moves than the other"
        )

    def consistent(
        self,
        slopes: Sequence[Fraction],
        active: Sequence[tuple[list[int], list[Fraction], int | None]],
    ) -> bool:
        """Returns whether each slope is that of the best of the active choices."""
        for at, (inside, outside, coupon) in enumerate(active):
            sign = self.choices[at].sign
            found = [slopes[to] - sign for to in inside] + outside
            found += [slopes[coupon]] if coupon is not None else []
            if slopes[at] != (max(found) if sign > 0 else min(found)):
                return False
        return True

    def next_event(
        self, t: Fraction, worths: Sequence[Fraction], slopes: Sequence[Fraction]
    ) -> Fraction | None:
        """Returns how far above `t` a choice catches up or a wall outside bends; None if never."""
        steps: list[Fraction] = []
        for at, choices in enumerate(self.choices):
            sign, worth, slope = choices.sign, worths[at], slopes[at]
            lines = [(worths[to] - sign * t, slopes[to] - sign) for to in choices.inside]
            for wall in choices.outside:
                lines.append((wall(t), wall.slope_above(t)))
                steps += [bend - t for bend, _ in wall.points if bend > t][:1]
            if choices.coupon is not None:
                lines.append((worths[choices.coupon], slopes[choices.coupon]))
            for value, rise in lines:
                gap, speed = sign * (worth - value), sign * (rise - slope)
                if gap > 0 and speed > 0:
                    steps.append(gap / speed)
        return min(steps, default=None)

    def thermographs(self, walls: Sequence[Wall]) -> dict[str, Thermograph]:
        return {
            name: Thermograph(
                walls[self.index[State(name, Mover.LEFT)]],
                walls[self.index[State(name, Mover.RIGHT)]],
            )
            for name in self.group
        }


def _even_growth(history: Sequence[Sequence[Fraction]]) -> list[Fraction] | None:
    """Returns half the growth per step, once it has repeated three times with some period."""
    last = len(history) - 1
    for period in range(1, last // 3 + 1):
        ends = [history[last - turn * period] for turn in range(4)] if last >= 3 * period else []
        if ends and all(a - b == b - c == c - d for a, b, c, d in zip(*ends, strict=True)):
            return [(a - b) / (2 * period) for a, b in zip(ends[0], ends[1], strict=True)]
    return None
