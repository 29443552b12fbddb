"""Converts stored games to games in progress, records and summaries."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from tesuji.games import Game, Outcome, Side, parse_spec
from tesuji.play import PERSON, PROGRAM, Clock, GameInProgress, Seat, TimeControl
from tesuji.records import GameRecord, RecordError, result_text, write_numbered_sgf, write_sgf
from tesuji.server import models
from tesuji.server.views import loaded_game, make_ending, seat_view, start_position
from tesuji.store import StoredGame

BY_RESIGNATION, ON_TIME = "resignation", "time"
"""Reasons of stored outcomes that the board does not show."""


def progress_of(stored: StoredGame) -> GameInProgress:
    """Rebuilds a game from its stored state; its clock stands still."""
    game = parse_spec(stored.spec)
    one, two = (Seat(kind=str(seat["kind"])) for seat in stored.seats)
    progress = GameInProgress(
        game,
        start_position(game, setup_view(stored)),
        [played.move for played in stored.moves],
        seats=(one, two),
        clock=clock_of(stored, stored.remaining),
        # A program cannot agree on a count, and two engines play until everything is settled.
        by_agreement=PROGRAM not in (one.kind, two.kind) and PERSON in (one.kind, two.kind),
    )
    if stored.agreed is not None:
        progress.agree(**stored.agreed)
    return progress


def setup_view(stored: StoredGame) -> models.SetupView | None:
    """Returns the board that the game started from; None for the usual start."""
    return models.SetupView(**stored.setup[0]) if stored.setup else None


def clock_of(stored: StoredGame, remaining: tuple[float, float] | None) -> Clock:
    """Returns the clock of a stored game with the `remaining` time, or all of it."""
    if stored.clock is None:
        return Clock()
    known: dict[str, Any] = dict(stored.clock)
    agreed = TimeControl(**known)
    if remaining is None or not agreed.period:
        return Clock(agreed, remaining)
    clock = Clock(agreed)  # seconds alone do not tell the period
    clock.replay((Side(played.player), played.seconds) for played in stored.moves)
    return clock


# -- records ----------------------------------------------------------------------------------


def sgf_of(stored: StoredGame, tags: Sequence[str] = ()) -> str:
    """Returns the record of a game as SGF."""
    one, two = (seat["name"] or seat["level"] or "" for seat in stored.seats)
    if loaded_game(stored.spec) is None:
        moves = [(played.player, played.move) for played in stored.moves]
        return write_numbered_sgf(stored.spec, moves, {"PB": one, "PW": two})
    if stored.setup and stored.setup[0]["stones"] is None:
        raise RecordError("a board of lines that was set up cannot be written as SGF")
    day = datetime.fromtimestamp(stored.created).strftime("%Y-%m-%d")
    record: GameRecord = progress_of(stored).record(
        black=one, white=two, date=day, result=_result(stored)
    )
    if tags:
        record.root.other["KW"] = [", ".join(tags)]
    return write_sgf(record)


def _result(stored: StoredGame) -> str:
    """Returns the result as in records: ``B+3.5``, ``W+R``, ``B+T``; empty without one."""
    if stored.outcome is None:
        return ""
    winner, margin, reason = (stored.outcome[name] for name in ("winner", "margin", "reason"))
    outside = {BY_RESIGNATION: "R", ON_TIME: "T"}.get(reason)
    if winner is not None and outside:
        return f"{'BW'[winner]}+{outside}"
    outcome = Outcome(None if winner is None else Side(winner), margin, reason)
    return result_text(parse_spec(stored.spec), outcome)


# -- lists ------------------------------------------------------------------------------------


def summary_of(stored: StoredGame, tags: Sequence[str] = ()) -> models.GameSummary:
    """Returns what a list of games shows."""
    one, two = map(seat_view, stored.seats)
    game = loaded_game(stored.spec)
    ending = None
    if stored.outcome is not None:
        names = Game.player_names if game is None else game.player_names
        ending = make_ending(names, **stored.outcome)
    return models.GameSummary(
        id=stored.id,
        updated=stored.updated,
        status="finished" if stored.status == "finished" else "playing",
        spec=stored.spec,
        seats=(one, two),
        num_moves=len(stored.moves),
        ending=ending,
        rules_loaded=game is not None,
        tags=list(tags),
    )
