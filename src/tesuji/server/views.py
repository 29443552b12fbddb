"""How games and positions look to a browser."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from tesuji.analysis import Explanation
from tesuji.errors import SetupError
from tesuji.games import Game, Player, Position, parse_spec
from tesuji.games.dots_and_boxes import DotsAndBoxes, DotsAndBoxesPosition
from tesuji.games.go import GoPosition
from tesuji.games.gomoku import GomokuPosition
from tesuji.games.stone_game import StoneGame, StonePosition
from tesuji.games.stones_text import star_points
from tesuji.server import models


@lru_cache(maxsize=256)
def game_info(spec: str) -> models.GameInfo:
    """What stays the same during a game of `spec`."""
    game = parse_spec(spec)
    names = [game.format_move(move) for move in range(game.num_moves)]
    common: dict[str, Any] = {
        "name": game.name,
        "spec": game.spec,
        "players": game.player_names,
        "move_names": names,
    }
    if isinstance(game, StoneGame):
        wraps = game.name == "torus"
        stars = [] if wraps else sorted(star_points(game.rows, game.columns))
        return models.GameInfo(
            board="stones", rows=game.rows, columns=game.columns, wraps=wraps, stars=stars, **common
        )
    if isinstance(game, DotsAndBoxes):
        return models.GameInfo(
            board="lines", rows=game.rows, columns=game.columns, wraps=False, **common
        )
    return models.GameInfo(board="none", rows=0, columns=0, wraps=False, **common)


def position_view(position: Position, ply: int) -> models.PositionView:
    """`position`, reached after `ply` moves."""
    common: dict[str, Any] = {
        "ply": ply,
        "to_move": int(position.to_move),
        "colour_to_place": int(position.to_move),
        "legal": position.legal_moves(),
        "last_move": position.last_move,
        "ending": ending_view(position),
    }
    if isinstance(position, StonePosition):
        game = position.game
        assert isinstance(game, StoneGame)
        common |= {"stones": position.stones, "notes": game.notes(position)}
        if isinstance(position, GoPosition):
            common["score"] = position.prisoners
        if isinstance(position, GomokuPosition):
            common["colour_to_place"] = position.colour_to_place
            common["highlight"] = position.winning_line
            common["forbidden"] = position.forbidden_points
    elif isinstance(position, DotsAndBoxesPosition):
        common |= {
            "lines": position.lines,
            "owners": position.owners,
            "score": position.scores,
            "notes": position.game.notes(position),
        }
    else:
        common["notes"] = [position.text()]
    return models.PositionView(**common)


def explanation_view(explanation: Explanation) -> models.ExplanationView:
    """What theory says of a position."""
    return models.ExplanationView(
        remarks=[
            models.RemarkView(
                kind=remark.kind,
                text=remark.text,
                player=None if remark.player is None else int(remark.player),
                points=list(remark.points),
                lines=list(remark.lines),
                sequence=list(remark.sequence),
                tone=remark.tone,
            )
            for remark in explanation.remarks
        ],
        scores=dict(explanation.scores),
        value=explanation.value,
        ownership=list(explanation.ownership),
    )


def ending_view(position: Position) -> models.Ending | None:
    outcome = position.outcome
    if outcome is None:
        return None
    winner = None if outcome.winner is None else int(outcome.winner)
    return make_ending(position.game, winner, outcome.margin, outcome.reason)


def make_ending(game: Game, winner: int | None, margin: float, reason: str) -> models.Ending:
    """How a game ended, also in words."""
    if winner is None:
        text = f"Draw: {reason}"
    else:
        lead = f" by {abs(margin):g}" if abs(margin) not in (0, 1) else ""
        text = f"{game.player_names[winner]} wins{lead}: {reason}"
    return models.Ending(winner=winner, margin=margin, reason=reason, text=text)


def start_position(game: Game, setup: models.Setup | None) -> Position:
    """The position that a game starts from."""
    if setup is None:
        return game.initial()
    if isinstance(game, StoneGame) and setup.stones is not None:
        position: Position = game.setup(setup.stones, Player(setup.to_move))
        return position
    if isinstance(game, DotsAndBoxes) and setup.lines is not None:
        return game.setup(setup.lines, setup.owners, Player(setup.to_move))
    raise SetupError(f"this set-up does not fit {game.spec}")


def replay(spec: str, setup: models.Setup | None, moves: list[int]) -> Position:
    """The position after `moves`; raises `TesujiError` when it cannot be reached."""
    position = start_position(parse_spec(spec), setup)
    for move in moves:
        position = position.after(move)
    return position
