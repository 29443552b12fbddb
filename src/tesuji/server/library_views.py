"""Imports and exports games of the library, and counts results."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from hashlib import sha256

from tesuji.errors import TesujiError
from tesuji.games import Outcome, parse_spec
from tesuji.match import expected_score
from tesuji.players.levels import levels_of, ratings_of
from tesuji.records import GameRecord, RecordError, read_collection
from tesuji.server import models
from tesuji.server.library_models import OpponentTally, RatedGame, RatingCurve, Statistics
from tesuji.server.stored_views import BY_RESIGNATION, ON_TIME
from tesuji.server.views import loaded_game, setup_of
from tesuji.store import StoredGame, StoredMove
from tesuji.store.games import FINISHED, PLAYING

MOST_IMPORTED = 1000
"""Games of one SGF text."""
_MAX_PLIES = 5000
_LONGEST_NAME = 80
_RESULT = re.compile(r"(?P<winner>[BW])\+(?P<how>.*)", re.IGNORECASE)
_DRAWN = ("0", "draw", "jigo")
_FIRST_GAMES = 10
"""Games after which a rating moves half as fast."""
_STEP = 40.0
"""Elo points by which a first game can change a rating."""


# -- import -----------------------------------------------------------------------------------


def read_games(sgf: str) -> Iterator[StoredGame | str]:
    """Reads the games of an SGF text; yields a sentence for each that cannot be kept.

    The same game always gets the same id, so that a second import adds nothing.
    """
    records = read_collection(sgf)
    if len(records) > MOST_IMPORTED:
        raise RecordError(
            f"the file has {len(records)} games: import at most {MOST_IMPORTED} at a time"
        )
    for number, record in enumerate(records, 1):
        try:
            yield _game_of(record)
        except TesujiError as error:
            yield f"game {number}: {error}"


def _game_of(record: GameRecord) -> StoredGame:
    game = record.game
    if loaded_game(game.spec) is None:
        raise RecordError(f"the rules of {game.spec} are not loaded")
    line = list(record.main_line())
    start = position = line[0].position()
    moves: list[StoredMove] = []
    for node in line[1:]:
        if node.setup is not None:
            raise RecordError("stones are placed in the middle of the game")
        if node.move is None:
            continue  # a remark
        if len(moves) == _MAX_PLIES:
            raise RecordError(f"the game has more than {_MAX_PLIES} moves")
        if node.player is not None and node.player != position.to_move:
            raise RecordError(f"move {len(moves) + 1} is out of turn")
        moves.append(StoredMove(node.move, int(position.to_move), 0.0))
        position = position.after(node.move)
    if not moves:
        raise RecordError("the game has no moves")
    outcome = _outcome(record, position.outcome)
    names = [(record.black or "Black")[:_LONGEST_NAME], (record.white or "White")[:_LONGEST_NAME]]
    setup = None if start == game.initial() else (setup_of(start).model_dump(),)
    content = repr((game.spec, setup, [one.move for one in moves], names, record.result))
    one, two = (models.SeatView(kind="human", name=name).model_dump() for name in names)
    return StoredGame(
        id=f"sgf-{sha256(content.encode()).hexdigest()[:16]}",
        spec=game.spec,
        seats=(one, two),
        setup=setup,
        moves=tuple(moves),
        status=PLAYING if outcome is None else FINISHED,
        outcome=outcome,
    )


def _outcome(record: GameRecord, reached: Outcome | None) -> dict[str, object] | None:
    """Returns the result that the record gives, else the one that the moves lead to."""
    given = record.result.strip()
    if given.lower() in _DRAWN:
        return {"winner": None, "margin": 0.0, "reason": "as recorded"}
    found = _RESULT.fullmatch(given)
    if found is not None:
        winner = "BW".index(found["winner"].upper())
        how = found["how"].lower()
        if how.startswith("r"):
            return {"winner": winner, "margin": 0.0, "reason": BY_RESIGNATION}
        if how.startswith("t"):
            return {"winner": winner, "margin": 0.0, "reason": ON_TIME}
        try:
            points = float(how)
        except ValueError:
            points = 0.0
        margin = points if 0 <= points < 10_000 else 0.0
        return {
            "winner": winner,
            "margin": margin if winner == 0 else -margin,
            "reason": "as recorded",
        }
    if reached is None:
        return None
    side = None if reached.winner is None else int(reached.winner)
    return {"winner": side, "margin": reached.margin, "reason": reached.reason}


# -- statistics -------------------------------------------------------------------------------


def statistics(games: Iterable[StoredGame]) -> Statistics:
    """Counts results in `games` of one person against somebody else."""
    tallies: dict[tuple[str, str, str], list[int]] = {}
    curves: dict[str, RatingCurve] = {}
    for stored in sorted(games, key=lambda game: game.updated):
        seat = _person(stored)
        if seat is None or stored.outcome is None:
            continue
        other = stored.seats[1 - seat]
        name = other["level"] or other["run"] or other["name"] or "without a name"
        winner = stored.outcome["winner"]
        which = 2 if winner is None else int(winner != seat)
        tally = tallies.setdefault((stored.spec, name, other["kind"]), [0, 0, 0])
        tally[which] += 1
        _rate(curves, stored, other["level"], (1.0, 0.0, 0.5)[which])
    return Statistics(
        tallies=[
            OpponentTally(spec=spec, opponent=name, kind=kind, won=won, lost=lost, drawn=drawn)
            for (spec, name, kind), (won, lost, drawn) in sorted(tallies.items())
        ],
        ratings=list(curves.values()),
    )


def _person(stored: StoredGame) -> int | None:
    """Returns the seat of the only person of a game; None if there is not exactly one."""
    people = [seat for seat, who in enumerate(stored.seats) if who["kind"] == "human"]
    return people[0] if len(people) == 1 else None


def _rate(
    curves: dict[str, RatingCurve], stored: StoredGame, level: str | None, points: float
) -> None:
    """Adds a game to the curve of its board, if its opponent has a rating there."""
    rated = None if level is None else _level_rating(stored.spec, level)
    if rated is None:
        return
    anchor, opponent = rated
    curve = curves.setdefault(stored.spec, RatingCurve(spec=stored.spec, anchor=anchor, games=[]))
    before = curve.games[-1].rating if curve.games else opponent
    step = _STEP if len(curve.games) < _FIRST_GAMES else _STEP / 2
    rating = before + step * (points - expected_score(before - opponent))
    curve.games.append(
        RatedGame(
            time=stored.updated,
            rating=round(rating, 1),
            opponent=level or "",
            opponent_rating=opponent,
            points=points,
        )
    )


def _level_rating(spec: str, level: str) -> tuple[str, float] | None:
    """Returns the anchor of a board's ratings and the rating of a level on it."""
    if loaded_game(spec) is None:
        return None
    game = parse_spec(spec)
    for board in ratings_of(game.name):
        for known in levels_of(game.name):
            if known.id == level and (rating := board.of(known, game)) is not None:
                return board.anchor, rating.elo
    return None
