"""A Gomoku position explained: what to draw on the board, and what to say about it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tesuji.games import Player as Side
from tesuji.games.gomoku import GomokuPosition
from tesuji.theory.gomoku.threats import KINDS, Threat, threats
from tesuji.theory.gomoku.wins import ForcedWin, find_defences, find_vcf, find_vct

_MAKES = {
    "five": "completes five in a row",
    "double four": "makes an open or double four",
    "four and three": "makes a four and an open three",
    "four": "makes a four",
    "double three": "makes two open threes",
    "three": "makes an open three",
}


@dataclass(frozen=True, slots=True)
class Mark:
    """One thing worth saying of a position, with the points that it is about."""

    kind: str
    """"vcf" or "vct", a win of the player to move, points in the order of play; "threatens-vcf" or
    "threatens-vct", a win that the opponent would have if the player passed; "defence", the moves
    that stop it; or one of the kinds of threats: "five", "double four", "four and three", "four",
    "double three", "three"."""
    player: Side
    """Whose threat, win or defence it is."""
    points: tuple[int, ...]
    text: str


def explain(position: GomokuPosition, *, threes: bool = True) -> list[Mark]:
    """What the board shows, the most important first.

    Wins are looked for within small budgets of nodes, about a tenth of a second in all; without
    `threes` only wins by fours. The answer is the same every time.
    """
    if position.is_over or position.phase != "play":
        return []
    marks: list[Mark] = []
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
    """A forced win of `attacker`, by fours if possible, and its kind."""
    by_fours = find_vcf(position, attacker)
    if by_fours.is_win:
        return by_fours, "vcf"
    by_threes = find_vct(position, attacker) if threes else by_fours
    return (by_threes, "vct") if by_threes.is_win else None


def _opponents_win(position: GomokuPosition, threes: bool) -> list[Mark]:
    """What the opponent threatens, and how to stop it."""
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
        marks.append(Mark("defence", position.to_move, points, said or f"{name} cannot stop it."))
    return marks


def _win_mark(win: ForcedWin, kind: str) -> Mark:
    verb = "threatens to win" if kind.startswith("threatens") else "wins"
    means = "fours" if kind.endswith("vcf") else "fours and threes"
    moves = "1 move" if win.plies == 1 else f"{win.plies} moves"
    name = _name(win.position, win.attacker)
    text = f"{name} {verb} by {means} in {moves}: {win.notation}."
    return Mark(kind, win.attacker, win.line, text)


def _threat_marks(position: GomokuPosition, found: list[Threat]) -> Iterable[Mark]:
    for kind in KINDS.values():
        points = tuple(threat.point for threat in found if threat.kind == kind)
        if points:
            side = found[0].player
            text = f"{_name(position, side)} {_MAKES[kind]} at {_list(position, points)}."
            yield Mark(kind, side, points, text)


def _list(position: GomokuPosition, points: Iterable[int]) -> str:
    names = [position.game.format_move(point) for point in points]
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} or {names[-1]}"


def _name(position: GomokuPosition, side: Side) -> str:
    """The colour that the player has: Black or White."""
    return "Black" if position.player_of(0) == int(side) else "White"
