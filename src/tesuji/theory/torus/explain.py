"""Explains positions of Torus: stones in trouble, important moves, forced wins."""

from __future__ import annotations

import math

from tesuji.games.torus import TorusPosition
from tesuji.search import ProofReport, ProofStatus
from tesuji.theory.remark import Remark, Tone
from tesuji.theory.torus.trouble import (
    Trouble,
    TroubledStone,
    saving_moves,
    troubled_stones,
)
from tesuji.theory.torus.win import find_win

_TONES: dict[str, Tone] = {
    "win": "good",
    "must-save": "warning",
    "lost": "danger",
    "in-peril": "danger",
    "in-danger": "warning",
}
_TURNS = 15
"""The longest win that is searched for."""
_NODES = 1_000_000


def explain(
    position: TorusPosition, turns: int | None = _TURNS, seconds: float = 1.0
) -> list[Remark]:
    """Returns remarks on `position`, the most important first.

    The kinds are "win", "must-save", "lost", "in-peril", "in-danger" and "threatened". `turns` and
    `seconds` limit the search for a win that the player to move can force.
    """
    if position.is_over:
        return []
    return [*_win(position, turns, seconds), *_must_save(position), *_troubles(position)]


def find_shown_win(
    position: TorusPosition,
    seconds: float | None,
    turns: int | None = _TURNS,
    *,
    share: float = 1.0,
) -> ProofReport:
    """Searches for the win of an explanation, with a share of its nodes."""
    return find_win(position, turns, seconds=seconds, nodes=math.ceil(share * _NODES))


def _win(position: TorusPosition, turns: int | None, seconds: float) -> list[Remark]:
    found = find_shown_win(position, seconds, turns)
    if found.status is not ProofStatus.PROVEN:
        return []
    name = position.game.player_names[position.to_move]
    count = len(found.line)
    if count == 1:
        text = f"{name} wins at once with {found.line_notation[0]}."
    else:
        moves = " ".join(found.line_notation)
        text = f"{name} can force a win in {count} turns: {moves}."
    return [Remark("win", text, position.to_move, sequence=found.line, tone=_TONES["win"])]


def _must_save(position: TorusPosition) -> list[Remark]:
    saving = saving_moves(position)
    if saving is None:
        return []
    mover = position.to_move
    name = position.game.player_names[mover]
    if not saving:
        text = f"{name} cannot parry: the game is lost."
        return [Remark("lost", text, mover, tone=_TONES["lost"])]
    moves = _names(position, saving)
    text = f"{name} has to play {moves}."
    return [Remark("must-save", text, mover, tuple(saving), tone=_TONES["must-save"])]


_ORDER = (Trouble.IN_PERIL, Trouble.IN_DANGER, Trouble.THREATENED)
_WORDS = {
    Trouble.IN_PERIL: "in peril: the opponent wins with {}",
    Trouble.IN_DANGER: "in danger: two enemy stones touch it",
    Trouble.THREATENED: "threatened: an enemy stone touches it",
}


def _troubles(position: TorusPosition) -> list[Remark]:
    stones = troubled_stones(position)
    stones.sort(key=lambda stone: (_ORDER.index(stone.trouble), stone.point))
    return [_trouble(position, stone) for stone in stones]


def _trouble(position: TorusPosition, stone: TroubledStone) -> Remark:
    game = position.game
    where = game.format_move(stone.point)
    what = _WORDS[stone.trouble].format(_names(position, list(stone.liberties)))
    text = f"{game.player_names[stone.player]}'s stone at {where} is {what}."
    kind = stone.trouble.value
    return Remark(kind, text, stone.player, (stone.point,), tone=_TONES.get(kind, "neutral"))


def _names(position: TorusPosition, moves: list[int]) -> str:
    names = [position.game.format_move(move) for move in moves]
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " or " + names[-1]
