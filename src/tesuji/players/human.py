"""Lets a person at the terminal take part as a player.

``tesuji play`` offers more to people; this player is for other commands that take a spec, such as
a match.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

from tesuji.games import Game, Position, TesujiError
from tesuji.players.base import Choice, Player, PlayerFailure, TimeLeft
from tesuji.players.registry import register_player


@dataclass(frozen=True, slots=True)
class HumanOptions:
    """Options of the spec ``human``, which has none."""


def read_legal_move(position: Position, text: str) -> int:
    """Reads a person's move; raises `TesujiError` with one line that says what is wrong."""
    move = position.game.parse_move(text)
    why = position.why_illegal(move)
    if why is not None:
        raise TesujiError(f"{position.game.format_move(move)} is not possible: {why}")
    return move


@register_player("human", HumanOptions)
class HumanPlayer(Player):
    """A person, who is shown the board and asked for a move in the terminal."""

    def __init__(self, game: Game, options: HumanOptions) -> None:
        self._game = game

    def choose(self, position: Position, time_left: TimeLeft | None = None) -> Choice:
        print(f"\n{position.text()}\n", flush=True)
        names = position.game.player_names
        while True:
            print(f"{names[position.to_move]}, your move (or 'resign'): ", end="", flush=True)
            line = sys.stdin.readline()
            if not line:
                raise PlayerFailure("the input ended before the game did")
            text = line.strip()
            if text.lower() == "resign":
                return Choice(None)
            if not text:
                continue
            try:
                return Choice(read_legal_move(position, text))
            except TesujiError as error:
                print(str(error).splitlines()[0], flush=True)
