"""Explains Reversi: corners to take or to lose, mobility, and exact endgames."""

from __future__ import annotations

from tesuji.analysis.explanations import Explanation, register_explainer
from tesuji.games.reversi import ReversiPosition
from tesuji.theory.games.reversi import exact_report
from tesuji.theory.remark import Remark


@register_explainer("reversi")
def explain_reversi(position: ReversiPosition, seconds: float) -> Explanation:
    exact = exact_report(position, seconds)
    remarks = [*_corners(position), *_moves(position)]
    if exact is None or exact.score is None:
        return Explanation(tuple(remarks))
    scores = {move.move: move.score for move in exact.moves if move.score is not None}
    remarks.insert(0, _result(position, exact.score))
    return Explanation(tuple(remarks), scores, exact.score)


def _result(position: ReversiPosition, score: float) -> Remark:
    names, mover = position.game.player_names, position.to_move
    text = "With best play the game ends in a draw."
    if score:
        winner = mover if score > 0 else mover.other
        text = f"With best play {names[winner]} wins by {abs(score):g}."
    return Remark("endgame", text, mover)


def _corners(position: ReversiPosition) -> list[Remark]:
    game, mover = position.game, position.to_move
    found = []
    for player in (mover, mover.other):
        at = position if player == mover else position.restarted(position.stones, player)
        corners = sorted(game.corners.intersection(at.legal_moves()))
        if corners:
            names = " and ".join(map(game.format_move, corners))
            verb = "can take" if player == mover else "threatens to take"
            who = game.player_names[player]
            text = f"{who} {verb} {names}: a disc in a corner is never turned over again."
            found.append(Remark("corner", text, player, points=tuple(corners)))
    return found


def _moves(position: ReversiPosition) -> list[Remark]:
    game, mover = position.game, position.to_move
    turned = position.restarted(position.stones, mover.other)
    own, theirs = (
        sum(move != game.pass_move for move in at.legal_moves()) for at in (position, turned)
    )
    names = game.player_names
    if own == 0:
        return [Remark("pass", f"{names[mover]} has no move and has to pass.", mover)]
    ahead = mover if own > theirs else mover.other
    if abs(own - theirs) < 3:
        return []
    many, few = max(own, theirs), min(own, theirs)
    text = f"{names[ahead]} has the choice of {many} moves, {names[ahead.other]} of {few}."
    return [Remark("mobility", text, ahead)]
