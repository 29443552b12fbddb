"""Computes cooling, heating, incentives and atomic weights of values."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor

from tesuji.theory.cgt.algebra import from_options, maximal
from tesuji.theory.cgt.dyadic import as_fraction
from tesuji.theory.cgt.errors import GameError
from tesuji.theory.cgt.named import star
from tesuji.theory.cgt.short_game import GameLike, Order, ShortGame, as_game, number
from tesuji.theory.cgt.thermograph import thermograph


def cool(game: GameLike, temperature: int | Fraction | str) -> ShortGame:
    """Returns the game cooled by a temperature of at least 0: every move is taxed by it.

    >>> from tesuji.theory.cgt import parse
    >>> print(cool(parse("{4|0}"), 1), cool(parse("{4|0}"), 2), cool(parse("{4|0}"), 3))
    {3|1} 2* 2
    """
    t = as_fraction(temperature)
    if t < 0:
        raise GameError(f"a game is cooled by a temperature of 0 or more, got {t}")
    cooled: dict[ShortGame, ShortGame] = {}
    for follower in as_game(game).followers():
        graph = thermograph(follower)
        if follower.is_number or graph.temperature < t:
            cooled[follower] = number(graph.mean)
        else:
            cooled[follower] = from_options(
                [cooled[option] - t for option in follower.left],
                [cooled[option] + t for option in follower.right],
            )
    return cooled[as_game(game)]


def heat(game: GameLike, by: GameLike) -> ShortGame:
    """Returns the game with every move rewarded by `by`; numbers stay as they are.

    >>> print(heat(star(), 2), heat(from_options([0], [star()]), 1))
    ±2 {1||0|-2}
    """
    reward = as_game(by)
    heated: dict[ShortGame, ShortGame] = {}
    for follower in as_game(game).followers():
        if follower.is_number:
            heated[follower] = follower
        else:
            heated[follower] = from_options(
                [heated[option] + reward for option in follower.left],
                [heated[option] - reward for option in follower.right],
            )
    return heated[as_game(game)]


def overheat(game: GameLike, unit: GameLike, by: GameLike) -> ShortGame:
    """Returns the game overheated from `unit` to `by`: an integer n becomes n copies of `unit`.

    With unit 1* and by 1 it is warming, which undoes the chilling of Go positions.

    >>> from tesuji.theory.cgt import parse
    >>> print(overheat(number("1/2"), 1 + star(), 1), cool(parse("{1|*}"), 1))
    {1|*} 1/2
    """
    reward, counter = as_game(by), as_game(unit)
    done: dict[ShortGame, ShortGame] = {}

    def visit(follower: ShortGame) -> ShortGame:
        if follower not in done:
            x = follower.number
            if x is not None and x.denominator == 1:
                done[follower] = counter * int(x)
            else:
                done[follower] = from_options(
                    [visit(option) + reward for option in follower.left],
                    [visit(option) - reward for option in follower.right],
                )
        return done[follower]

    return visit(as_game(game))


def left_incentives(game: GameLike) -> list[ShortGame]:
    """Returns what Left can gain by one move, G^L - G, without dominated ones."""
    here = as_game(game)
    return maximal(dict.fromkeys(option - here for option in here.left))


def right_incentives(game: GameLike) -> list[ShortGame]:
    """Returns what Right can gain by one move, G - G^R, without dominated ones."""
    here = as_game(game)
    return maximal(dict.fromkeys(here - option for option in here.right))


def is_all_small(game: GameLike) -> bool:
    """Returns whether in every follower both players can move or neither can."""
    return all(follower.number in (None, 0) for follower in as_game(game).followers())


def atomic_weight(game: GameLike) -> ShortGame:
    """Returns the atomic weight of an all-small game: how many ups it is worth, as a game.

    >>> from tesuji.theory.cgt import up
    >>> print(atomic_weight(up(3, 2)), atomic_weight(star(4)))
    3 0
    """
    here = as_game(game)
    if not is_all_small(here):
        raise GameError(f"only all-small games have an atomic weight, not {here!r}")
    heaps = [len(f.left) for f in here.followers() if f is star(min(len(f.left), 100))]
    remote = star(max(heaps, default=0) + 1)
    weights: dict[ShortGame, ShortGame] = {}
    for follower in here.followers():
        left = [weights[option] - 2 for option in follower.left]
        right = [weights[option] + 2 for option in follower.right]
        weight = from_options(left, right)
        if weight.is_integer:
            weight = _eccentric(follower.compare(remote), left, right)
        weights[follower] = weight
    return weights[here]


def _eccentric(order: Order, left: Sequence[ShortGame], right: Sequence[ShortGame]) -> ShortGame:
    """Returns the weight if several integers fit, by comparison with far star."""
    if order is Order.GREATER:  # the largest integer that is not >= any of `right`
        n = min(ceil(g.left_stop) for g in right)
        return number(max(m for m in (n - 1, n, n + 1) if not any(g <= m for g in right)))
    if order is Order.LESS:
        n = max(floor(g.right_stop) for g in left)
        return number(min(m for m in (n - 1, n, n + 1) if not any(g >= m for g in left)))
    return number(0)
