"""Serves games with a coupon stack; requests hold all moves, so nothing is stored."""

from __future__ import annotations

from fractions import Fraction

from tesuji.lessons.counting import (
    STRATEGIES,
    CouponGame,
    CouponMove,
    CouponState,
    make_game,
    review,
)
from tesuji.server import endgame_models as models
from tesuji.server.models import PositionView
from tesuji.server.views import game_info
from tesuji.theory.cgt import Mover
from tesuji.theory.go_endgames import mixed, signed

_PLAYERS = {Mover.LEFT: 0, Mover.RIGHT: 1}


def play_coupons(request: models.CouponRequest) -> models.CouponView:
    """Returns the game after the moves so far, and after the program's answer if it is its turn."""
    game = make_game(request.number, request.regions)
    state = game.start()
    moves = [CouponMove(step.region, step.point) for step in request.moves]
    states = [state]
    for move in moves:
        states.append(states[-1].after(move))
    while not states[-1].is_over and _PLAYERS[states[-1].mover] != request.person:
        moves.append(STRATEGIES[request.level](states[-1]))
        states.append(states[-1].after(moves[-1]))
    state = states[-1]
    return models.CouponView(
        regions=[_region(state, number, moves) for number in range(len(game.regions))],
        coupons=[mixed(coupon) for coupon in game.coupons[state.taken :]],
        taken=_taken(states, moves),
        to_move=_PLAYERS[state.mover],
        over=state.is_over,
        moves=[
            models.CouponMoveView(
                player=_PLAYERS[before.mover],
                region=move.region,
                point=move.point,
                text=_text(before, move),
            )
            for before, move in zip(states, moves, strict=False)
        ],
        score_text=signed(_sure(state)),
        review=_review(game, states, moves, request.person) if state.is_over else None,
    )


def _region(state: CouponState, number: int, moves: list[CouponMove]) -> models.CouponRegion:
    region, position = state.game.regions[number], state.positions[number]
    board = list(region.problem.stones)
    for point, stone in zip(region.points, state.stones[number], strict=True):
        board[point] = stone
    last = moves[-1].point if moves and moves[-1].region == number else None
    player = _PLAYERS[state.mover]
    return models.CouponRegion(
        game=game_info(region.problem.position.game.spec),
        position=PositionView(
            ply=len(moves),
            to_move=player,
            colour_to_place=player,
            stones=board,
            legal=list(position.moves[state.mover]),
            last_move=last,
            notes=[],
            ending=None,
        ),
        region=list(region.points),
        settled=position.is_settled,
        temperature_text=mixed(position.temperature),
        mean_text=signed(position.mean),
    )


def _taken(states: list[CouponState], moves: list[CouponMove]) -> tuple[list[str], list[str]]:
    found: tuple[list[str], list[str]] = ([], [])
    for before, move in zip(states, moves, strict=False):
        if move.is_coupon and before.coupon is not None:
            found[_PLAYERS[before.mover]].append(mixed(before.coupon))
    return found


def _text(before: CouponState, move: CouponMove) -> str:
    if move.region is None or move.point is None:
        return f"coupon {mixed(before.coupon or Fraction(0))}"
    game = before.game.regions[move.region].problem.position.game
    return f"region {move.region + 1}, {game.format_move(move.point)}"


def _sure(state: CouponState) -> Fraction:
    numbers = (each.value.number for each in state.positions)
    return sum((number for number in numbers if number is not None), state.points)


def _review(
    game: CouponGame, states: list[CouponState], moves: list[CouponMove], person: int
) -> models.CouponReviewView:
    found = review(game, moves)
    return models.CouponReviewView(
        score_text=signed(found.score),
        perfect_text=signed(found.perfect_score),
        lost=(mixed(found.lost_by(Mover.LEFT)), mixed(found.lost_by(Mover.RIGHT))),
        person_lost=any(_PLAYERS[loss.side] == person for loss in found.losses),
        losses=[
            models.CouponLoss(
                ply=loss.ply,
                player=_PLAYERS[loss.side],
                text=_text(states[loss.ply], loss.move),
                lost_text=mixed(loss.points),
                better_text=_text(states[loss.ply], loss.better),
                rule=loss.rule,
            )
            for loss in found.losses
        ],
    )
