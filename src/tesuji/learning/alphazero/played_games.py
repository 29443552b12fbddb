"""Reports the games of a generation: figures for charts, and records for people."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from tesuji.files import write_atomically
from tesuji.games import Game
from tesuji.records import GameRecord, write_sgf
from tesuji.search import SelfPlayGame


def figures_of(games: Sequence[SelfPlayGame]) -> dict[str, Any]:
    """Returns the lengths, winners and endings of games."""
    results = np.array([game.result for game in games])
    return {
        "games": len(games),
        "plies": float(np.mean([game.plies for game in games])),
        "first_wins": float((results > 0).mean()),
        "draws": float((results == 0).mean()),
        "unfinished": float(np.mean([not game.finished for game in games])),
        **resignations(games),
    }


def resignations(games: Sequence[SelfPlayGame]) -> dict[str, Any]:
    """Returns how many games were resigned, and how many wrongly among those played on.

    Empty if nobody would have resigned.
    """
    given_up = [game for game in games if game.resigner >= 0]
    if not given_up:
        return {}
    played_on = [game for game in given_up if not game.resigned]
    wrong = [game for game in played_on if game.result * (1 - 2 * game.resigner) >= 0]
    return {
        "resigned": (len(given_up) - len(played_on)) / len(games),
        "resignation_controls": len(played_on),
        "false_resignations": len(wrong) / len(played_on) if played_on else None,
    }


def write_record(path: Path, game: Game, played: SelfPlayGame, event: str, player: str) -> None:
    """Writes a game as SGF."""
    record = GameRecord.from_moves(
        game, played.moves.tolist(), event=event, black=player, white=player
    )
    if not record.result and played.result:
        record.result = "B+" if played.result > 0 else "W+"
    write_atomically(path, write_sgf(record).encode())
