"""Plays sums by temperatures, without search.

A strategy sees the sum, the player to move, the ambient temperature (the lowest that the whole
position has had so far) and the component that the opponent has just moved in, as it now is.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from tesuji.theory.cgt.errors import GameError
from tesuji.theory.cgt.mover import Mover
from tesuji.theory.cgt.short_game import ShortGame
from tesuji.theory.cgt.sums import Move, Sum
from tesuji.theory.cgt.thermograph import thermograph

Strategy = Callable[[Sum, Mover, Fraction, ShortGame | None], Move]


def orthodox_option(game: ShortGame, side: Mover, temperature: Fraction) -> ShortGame:
    """Returns an option on the wall of the game's thermograph: a best move at that temperature.

    >>> from tesuji.theory.cgt import parse
    >>> print(orthodox_option(parse("{10,{20|0}|-10}"), Mover.LEFT, Fraction(1)))
    10
    """
    if side is Mover.LEFT:
        return max(game.left, key=lambda option: thermograph(option).right(temperature))
    return min(game.right, key=lambda option: thermograph(option).left(temperature))


def sentestrat(
    position: Sum, side: Mover, ambient: Fraction, last: ShortGame | None = None
) -> Move:
    """Answers a move that has raised the temperature; else plays in the hottest place."""
    moved = last if last in position.components else None
    if moved is not None and thermograph(moved).temperature > ambient:
        return Move(moved, orthodox_option(moved, side, ambient))
    return hotstrat(position, side)


def hotstrat(
    position: Sum, side: Mover, ambient: Fraction | None = None, last: ShortGame | None = None
) -> Move:
    """Plays in the hottest place, whatever the opponent has done."""
    if position.is_over:
        raise GameError("the game is over; there is no move to choose")
    hottest = max(position.components, key=lambda g: thermograph(g).temperature, default=None)
    if hottest is None:
        return position.coupon_move(side)
    heat = thermograph(hottest).temperature
    if position.coupons and position.coupons[0] > heat:
        return position.coupon_move(side)
    return Move(hottest, orthodox_option(hottest, side, heat))


def thermostrat(
    position: Sum, side: Mover, ambient: Fraction | None = None, last: ShortGame | None = None
) -> Move:
    """Plays in the component with the widest thermograph at the most promising temperature.

    At temperature t the promise is the total of the worse walls plus the largest width. Where all
    widths are zero, as they are from the temperature of the sum on, the hottest component is played
    in: only there does a move keep the promise.
    """
    if position.is_over:
        raise GameError("the game is over; there is no move to choose")
    games = [
        *position.components,
        *([position.coupon_move(side).component] if position.coupons else []),
    ]
    graphs = {game: thermograph(game) for game in games}
    times = {t for g in graphs.values() for w in (g.left, g.right) for t, _ in w.points if t >= 0}

    def promise(t: Fraction) -> Fraction:
        widths = [graphs[game].left(t) - graphs[game].right(t) for game in games]
        if side is Mover.LEFT:
            return sum((graphs[game].right(t) for game in games), Fraction(0)) + max(widths)
        return -sum((graphs[game].left(t) for game in games), Fraction(0)) + max(widths)

    best = max(sorted(times | {Fraction(0)}), key=promise)
    game = max(
        games,
        key=lambda g: (graphs[g].left(best) - graphs[g].right(best), graphs[g].temperature),
    )
    if game not in position.components:
        return position.coupon_move(side)
    return Move(game, orthodox_option(game, side, best))


def forecast(position: Sum, first: Mover) -> Fraction:
    """Returns the orthodox forecast: the mean, and half the temperature for the player to move.

    It is the score of perfect play once a stack of coupons from the temperature down, in small
    steps, lies beside the sum. Without it, sentestrat ends at most half the temperature behind.
    """
    return position.mean + first.sign * max(position.temperature, Fraction(0)) / 2


def guaranteed_score(position: Sum, player: Mover, strategy: Strategy, first: Mover) -> Fraction:
    """Returns the score for Left if `player` follows a strategy and the other plays best."""
    memo: dict[tuple[object, ...], Fraction] = {}

    def play(here: Sum, mover: Mover, ambient: Fraction, last: ShortGame | None) -> Fraction:
        if here.is_over:
            return here.points
        ambient = min(ambient, here.temperature)
        key = (here.components, here.coupons, mover, ambient, last)
        if key not in memo:
            own = mover is player
            moves = [strategy(here, mover, ambient, last)] if own else here.moves(mover)
            results = [
                play(
                    here.after(move),
                    mover.other,
                    ambient,
                    None if move.is_coupon else move.option,
                )
                for move in moves
            ]
            best = max(results) if mover is Mover.LEFT else min(results)
            memo[key] = best - here.points
        return here.points + memo[key]

    return play(position, first, position.temperature, None)


def orthodox_line(position: Sum, first: Mover) -> tuple[list[Move], Fraction]:
    """Returns the moves when both players follow sentestrat, and the score they reach.

    >>> from tesuji.theory.cgt import parse
    >>> moves, score = orthodox_line(Sum.of([parse("{7||6|0}"), parse("{2|-2}")]), Mover.RIGHT)
    >>> [str(move) for move in moves], score
    (['±2 -> -2', '{7||6|0} -> 7'], Fraction(5, 1))
    """
    moves: list[Move] = []
    here, mover, ambient = position, first, position.temperature
    while not here.is_over:
        ambient = min(ambient, here.temperature)
        last = moves[-1].option if moves and not moves[-1].is_coupon else None
        moves.append(sentestrat(here, mover, ambient, last))
        here, mover = here.after(moves[-1]), mover.other
    return moves, here.points
