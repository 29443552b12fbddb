"""A position of Torus explained: stones in trouble, moves that matter, wins that can be forced."""

from __future__ import annotations

import math
from typing import NamedTuple

from tesuji.games import Player
from tesuji.games.torus import TorusPosition
from tesuji.search import ProofReport, ProofStatus
from tesuji.theory.torus.trouble import (
    Trouble,
    TroubledStone,
    saving_moves,
    troubled_stones,
)
from tesuji.theory.torus.win import find_win


class Remark(NamedTuple):
    """One thing to see on the board, as plain data for overlays."""

    kind: str
    """"in-peril", "in-danger", "threatened", "must-save", "lost" or "win"."""
    player: Player
    """Whose stones are in trouble, or whose moves these are."""
    points: tuple[int, ...]
    """The stones or moves; for "win" the whole line, move by move, from the player to move."""
    text: str


_TURNS = 15
"""Of the longest win that is looked for."""
_NODES = 1_000_000


def explain(
    position: TorusPosition, turns: int | None = _TURNS, seconds: float = 1.0
) -> list[Remark]:
    """What there is to see at `position`, the most important first.

    `turns` and `seconds` limit the search for a win that the player to move can force.
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
    """The search for a win that an explanation rests on, with a share of its nodes."""
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
    return [Remark("win", position.to_move, found.line, text)]


def _must_save(position: TorusPosition) -> list[Remark]:
    saving = saving_moves(position)
    if saving is None:
        return []
    mover = position.to_move
    name = position.game.player_names[mover]
    if not saving:
        return [Remark("lost", mover, (), f"{name} cannot parry: the game is lost.")]
    moves = _names(position, saving)
    return [Remark("must-save", mover, tuple(saving), f"{name} has to play {moves}.")]


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
    return Remark(stone.trouble.value, stone.player, (stone.point,), text)


def _names(position: TorusPosition, moves: list[int]) -> str:
    names = [position.game.format_move(move) for move in moves]
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " or " + names[-1]
