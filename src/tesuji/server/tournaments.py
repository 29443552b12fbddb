"""Runs tournaments between engines in the background, one at a time.

A tournament is a ladder of `match` in a folder of its own: `tournament.json` says who plays what,
and the ladder's file has all games that are over. So a tournament survives the server, and goes on
where it stopped.
"""

from __future__ import annotations

import json
import re
import secrets
import shutil
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tesuji.errors import TesujiError
from tesuji.files import read_limited, write_atomically
from tesuji.games import make, parse_spec
from tesuji.match import GamePace, GameTask, LadderGame, LadderResult, read_ladder, run_ladder
from tesuji.match.ladder import number_of_pairs
from tesuji.server.models import SeatView
from tesuji.server.opponents import Opponents
from tesuji.server.tournament_models import NewTournament, State

MOST_KEPT = 200
_DESCRIPTION = "tournament.json"
_FILE_SIZE = 1_000_000
_ID = re.compile(r"[0-9a-f]{12}")
_END_SECONDS = 10.0
"""Seconds that a tournament may take to stop."""


@dataclass(frozen=True, slots=True)
class Description:
    """What does not change during a tournament."""

    spec: str
    """The game."""
    seats: tuple[dict[str, Any], ...]
    players: tuple[str, ...]
    """The player specs of the seats."""
    names: tuple[str, ...]
    games: int
    """Between every two players."""
    opening_plies: int
    at_once: int
    seed: int
    began: float

    @property
    def total(self) -> int:
        return self.games * number_of_pairs(len(self.players))


@dataclass(slots=True)
class Tournament:
    """One tournament, at work or on disk."""

    id: str
    folder: Path
    description: Description
    pace: GamePace = field(default_factory=lambda: GamePace(stopped=True))
    games: tuple[LadderGame, ...] = ()
    live: dict[int, tuple[tuple[str, str], tuple[int, ...]]] = field(default_factory=dict)
    """By the number of the game: the specs of both players, the first one first, and the moves."""
    problem: str | None = None
    thread: threading.Thread | None = None

    @property
    def state(self) -> State:
        if len(self.games) >= self.description.total:
            return "finished"
        if self.thread is None or not self.thread.is_alive():
            return "stopped"
        return "paused" if self.pace.paused else "playing"

    @property
    def result(self) -> LadderResult:
        """The games so far, as a ladder."""
        return LadderResult(self.description.spec, self.description.players, self.games)

    def work(self) -> None:
        """Plays the games that are missing; runs in a thread of its own."""
        told = self.description
        try:
            run_ladder(
                parse_spec(told.spec),
                told.players,
                out=self.folder,
                games=told.games,
                opening_plies=told.opening_plies,
                seed=told.seed,
                workers=told.at_once,
                on_game=self._note_game,
                pace=self.pace,
                on_move=self._note_move,
            )
        except Exception as error:
            self.problem = str(error)
        finally:
            self.live = {}

    def _note_move(self, task: GameTask, moves: tuple[int, ...]) -> None:
        self.live = {**self.live, task.index: (task.players, moves)}

    def _note_game(self, so_far: LadderResult) -> None:
        if len(so_far.games) > len(self.games):
            ended = so_far.games[-1]
            self.live = {
                index: (players, moves)
                for index, (players, moves) in self.live.items()
                if sorted(players) != sorted(ended.players)
                or len(moves) > len(ended.moves)
                or not _begins(so_far.game, ended, moves)
            }
        self.games = so_far.games


def _begins(spec: str, ended: LadderGame, moves: tuple[int, ...]) -> bool:
    """Returns whether `moves` are the beginning of a game."""
    parse = parse_spec(spec).parse_move
    return tuple(map(parse, ended.moves[: len(moves)])) == moves


class Tournaments:
    """All tournaments in a folder."""

    def __init__(self, folder: Path, opponents: Opponents) -> None:
        self._folder = folder
        self._opponents = opponents
        self._lock = threading.Lock()
        self._known: dict[str, Tournament] = {}

    def all(self) -> list[Tournament]:
        """Returns all tournaments, the newest first."""
        ids = [path.name for path in self._folder.glob("*") if _ID.fullmatch(path.name)]
        found = [self.find(tournament_id) for tournament_id in ids]
        there = [tournament for tournament in found if tournament is not None]
        return sorted(there, key=lambda each: each.description.began, reverse=True)

    def find(self, tournament_id: str) -> Tournament | None:
        with self._lock:
            return self._find(tournament_id)

    def _find(self, tournament_id: str) -> Tournament | None:
        if tournament_id not in self._known and _ID.fullmatch(tournament_id):
            read = _read(self._folder / tournament_id)
            if read is not None:
                self._known[tournament_id] = read
        return self._known.get(tournament_id)

    def begin(self, request: NewTournament) -> Tournament:
        """Starts a tournament; raises `TesujiError` if it is not possible."""
        description = self._described(request)
        if len(self.all()) >= MOST_KEPT:
            raise TesujiError(f"{MOST_KEPT} tournaments are kept; delete one first")
        with self._lock:
            self._check_idle()
            tournament_id = secrets.token_hex(6)
            folder = self._folder / tournament_id
            folder.mkdir(parents=True)
            _write(folder, description)
            tournament = Tournament(tournament_id, folder, description)
            self._known[tournament_id] = tournament
            _start(tournament, request.pace)
            return tournament

    def go_on(self, tournament: Tournament) -> None:
        """Lifts a pause, or starts a stopped tournament again."""
        with self._lock:
            if tournament.state == "stopped":
                self._check_idle()
                for seat in tournament.description.seats:
                    self._opponents.spec_of(
                        parse_spec(tournament.description.spec), SeatView(**seat)
                    )
                _start(tournament, tournament.pace.seconds)
            tournament.pace.paused = False

    def stop(self, tournament: Tournament) -> None:
        """Ends the games that are being played; returns when no process is left."""
        tournament.pace.stopped = True
        if tournament.thread is not None:
            tournament.thread.join(_END_SECONDS)

    def delete(self, tournament: Tournament) -> None:
        self.stop(tournament)
        with self._lock:
            self._known.pop(tournament.id, None)
            shutil.rmtree(tournament.folder, ignore_errors=True)

    def close(self) -> None:
        for tournament in list(self._known.values()):
            self.stop(tournament)

    def _check_idle(self) -> None:
        for tournament in self._known.values():
            if tournament.state in ("playing", "paused"):
                raise TesujiError("another tournament is being played: stop it first")

    def _described(self, request: NewTournament) -> Description:
        game = make(request.game, **request.options)
        specs = [self._opponents.spec_of(game, seat) for seat in request.players]
        names = [seat.name or seat.level or seat.run or "engine" for seat in request.players]
        for kind, texts in (("player", specs), ("name", names)):
            twice = [text for text in texts if texts.count(text) > 1]
            if twice:
                raise TesujiError(f"the same {kind} is in the tournament twice: {twice[0]}")
        return Description(
            spec=game.spec,
            seats=tuple(seat.model_dump() for seat in request.players),
            players=tuple(specs),
            names=tuple(names),
            games=request.games,
            opening_plies=request.opening_plies,
            at_once=request.at_once,
            seed=secrets.randbelow(2**31),
            began=time.time(),
        )


def _start(tournament: Tournament, pace: float) -> None:
    tournament.problem = None
    tournament.pace = GamePace(seconds=pace)
    tournament.thread = threading.Thread(
        target=tournament.work, name=f"tournament {tournament.id}", daemon=True
    )
    tournament.thread.start()


def _write(folder: Path, description: Description) -> None:
    content = {name: getattr(description, name) for name in Description.__dataclass_fields__}
    write_atomically(folder / _DESCRIPTION, json.dumps(content, ensure_ascii=False).encode())


def _read(folder: Path) -> Tournament | None:
    """Returns the tournament in a folder; None if its description cannot be read."""
    try:
        content = json.loads(read_limited(folder / _DESCRIPTION, _FILE_SIZE))
        lists = {name: tuple(content[name]) for name in ("seats", "players", "names")}
        tournament = Tournament(folder.name, folder, Description(**{**content, **lists}))
    except (OSError, ValueError, TypeError, KeyError, TesujiError):
        return None
    try:
        tournament.games = read_ladder(folder).games
    except TesujiError as error:
        tournament.problem = None if "contains no ladder" in str(error) else str(error)
    return tournament
