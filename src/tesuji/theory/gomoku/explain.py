"""Explains Gomoku positions: what to draw on the board, and sentences about it."""

from __future__ import annotations

from collections.abc import Iterable

from tesuji.games import Side
from tesuji.games.gomoku import GomokuPosition
from tesuji.theory.gomoku.threats import KINDS, Threat, threats
from tesuji.theory.gomoku.wins import ForcedWin, find_defences, find_vcf, find_vct
from tesuji.theory.remark import Remark, Tone

_MAKES = {
    "five": "completes five in a row",
    "double four": "makes an open or double four",
    "four and three": "makes a four and an open three",
    "four": "makes a four",
    "double three": "makes two open threes",
    "three": "makes an open three",
}


_STRONG = {"five", "double four", "four and three"}
"""Threats that decide the game unless they are stopped."""


def explain(position: GomokuPosition, *, threes: bool = True) -> list[Remark]:
    """Returns remarks on a position, the most important first.

    The kinds are "vcf" and "vct", a win of the player to move; "threatens-vcf" and "threatens-vct",
    a win that the opponent would have if the player passed; "defence", the moves that stop it; and
    the kinds of threats: "five", "double four", "four and three", "four", "double three", "three".

    Wins are searched within small budgets of nodes, about a tenth of a second in all; without
    `threes` only wins by fours. The answer is deterministic.
    """
    if position.is_over or position.phase != "play":
        return []
    marks: list[Remark] = []
    win = _win(position, position.to_move, threes)
    if win is not None:
        marks.append(_win_mark(*win))
    else:
        marks += _opponents_win(position, threes)
    found = threats(position)
    for side in (position.to_move, position.to_move.other):
        marks += _threat_marks(position, [threat for threat in found if threat.player == side])
    return marks


def _win(position: GomokuPosition, attacker: Side, threes: bool) -> tuple[ForcedWin, str] | None:
    """Returns a forced win of `attacker`, by fours if possible, and its kind."""
    by_fours = find_vcf(position, attacker)
    if by_fours.is_win:
        return by_fours, "vcf"
    by_threes = find_vct(position, attacker) if threes else by_fours
    return (by_threes, "vct") if by_threes.is_win else None


def _opponents_win(position: GomokuPosition, threes: bool) -> list[Remark]:
    """Returns remarks on the opponent's threats, and how to stop them."""
    found = _win(position, position.to_move.other, threes)
    if found is None:
        return []
    win, kind = found
    marks = [_win_mark(win, f"threatens-{kind}")]
    defences = find_defences(position) if kind == "vcf" else None
    if defences is not None:
        name = _name(position, position.to_move)
        points = defences.refuting
        said = f"{name} stops it with {_list(position, points)}." if points else ""
        said = said or f"{name} cannot stop it."
        marks.append(Remark("defence", said, position.to_move, points, tone="warning"))
    return marks


def _win_mark(win: ForcedWin, kind: str) -> Remark:
    verb = "threatens to win" if kind.startswith("threatens") else "wins"
    means = "fours" if kind.endswith("vcf") else "fours and threes"
    moves = "1 move" if win.plies == 1 else f"{win.plies} moves"
    name = _name(win.position, win.attacker)
    text = f"{name} {verb} by {means} in {moves}: {win.notation}."
    if kind.startswith("threatens"):
        return Remark(kind, text, win.attacker, win.line[:1], tone="danger")
    return Remark(kind, text, win.attacker, sequence=win.line, tone="good")


def _threat_marks(position: GomokuPosition, found: list[Threat]) -> Iterable[Remark]:
    for kind in KINDS.values():
        points = tuple(threat.point for threat in found if threat.kind == kind)
        if points:
            side = found[0].player
            text = f"{_name(position, side)} {_MAKES[kind]} at {_list(position, points)}."
            tone: Tone = "neutral"
            if kind in _STRONG:
                tone = "good" if side == position.to_move else "danger"
            yield Remark(kind, text, side, points, tone=tone)


def _list(position: GomokuPosition, points: Iterable[int]) -> str:
    names = [position.game.format_move(point) for point in points]
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} or {names[-1]}"


def _name(position: GomokuPosition, side: Side) -> str:
    """Returns the colour that the player has: Black or White."""
    return "Black" if position.player_of(0) == int(side) else "White"
