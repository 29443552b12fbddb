"""Plays a ladder, in which players meet all others or their neighbours, and rates them."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tesuji.errors import TesujiError
from tesuji.games import Game, Side, parse_spec
from tesuji.match.ladder_file import LadderFile, LadderGame, LadderSetup
from tesuji.match.openings import Openings
from tesuji.match.pool import GamePace, OnMove, play_all, usual_workers
from tesuji.match.ratings import Rating, rate
from tesuji.match.referee import Adjudication, GameResult
from tesuji.match.tasks import GameTask, derived_seed, modules_for
from tesuji.play import TimeControl
from tesuji.players import parse_player


@dataclass(frozen=True, slots=True)
class LadderResult:
    """The games of a ladder and the resulting ratings."""

    game: str
    players: tuple[str, ...]
    games: tuple[LadderGame, ...]

    @property
    def ratings(self) -> list[Rating]:
        """The ratings of the players of this ladder, best first, relative to their mean."""
        return self.ratings_relative_to(None)

    def ratings_relative_to(self, player: str | None) -> list[Rating]:
        """Returns the ratings relative to one of the players."""
        known = set(self.players)
        results = [(*game.players, game.points) for game in self.games]
        among = [result for result in results if result[0] in known and result[1] in known]
        return rate(self.players, among, relative_to=player)

    def as_dict(self) -> dict[str, Any]:
        """Returns the ratings as plain data; Elo is relative to the mean of all players."""
        failures = [game.failed for game in self.games]
        return {
            "game": self.game,
            "games": len(self.games),
            "ratings": [
                {
                    "player": rating.name,
                    "elo": rating.elo,
                    "elo_error": rating.error,
                    "games": rating.games,
                    "score": rating.points / rating.games if rating.games else None,
                    "failures": failures.count(rating.name),
                }
                for rating in self.ratings
            ],
        }


def run_ladder(
    game: Game,
    players: Sequence[str],
    *,
    out: Path,
    games: int = 20,
    neighbours: int | None = None,
    opening_plies: int = 2,
    seed: int = 0,
    control: TimeControl | None = None,
    max_plies: int | None = None,
    workers: int | None = None,
    on_game: Callable[[LadderResult], None] | None = None,
    pace: GamePace | None = None,
    on_move: OnMove | None = None,
) -> LadderResult:
    """Plays `games` games between every two of `players` (specs), and rates them.

    With `neighbours` each player meets only that many of the next ones in `players`, which must be
    sorted by strength: games between the strongest and the weakest would tell little. Every game is
    added to the file (or folder) `out` when it ends. Existing games are not played again, so a
    ladder continues after an interruption, with more games or with more players. `on_game` is
    called with everything so far, and once before the first game; `on_move` with every move of the
    games that are played. `pace` slows the games down, pauses or stops them.
    """
    names = [spec.strip() for spec in players]
    _check(names, games, neighbours)
    control = control or TimeControl()
    time = (control.main, control.increment, control.per_move)
    setup = LadderSetup(game.spec, seed, opening_plies, time, max_plies)
    with LadderFile(out, setup) as file:
        done = {played.key for played in file.games}
        missing = [key for key in _schedule(names, games, neighbours) if key not in done]

        def so_far() -> LadderResult:
            return LadderResult(game.spec, tuple(names), tuple(file.games))

        if on_game is not None:
            on_game(so_far())
        count = usual_workers() if workers is None else workers
        tasks = _tasks(game, missing, setup, control)
        with closing(play_all(tasks, min(count, len(missing)), pace, on_move)) as finished:
            for task, result in finished:
                file.add(_ladder_game(missing[task.index], result))
                if on_game is not None:
                    on_game(so_far())
        return so_far()


def read_ladder(path: Path) -> LadderResult:
    """Returns the ladder stored in `path`, with all players that ever played in it."""
    if not os.path.exists(path):
        raise TesujiError(f"there is no ladder {path}")
    with LadderFile(path, None) as file:
        players = dict.fromkeys(name for game in file.games for name in game.players)
        return LadderResult(file.setup.game, tuple(players), tuple(file.games))


Key = tuple[str, str, int]
"""Two players in alphabetical order, and the number of their game."""


def number_of_pairs(players: int, neighbours: int | None = None) -> int:
    """Returns how many pairs of `players` players meet."""
    return len(_pairs(players, neighbours))


def _pairs(players: int, neighbours: int | None) -> list[tuple[int, int]]:
    """Returns the pairs that meet, by their places in the list."""
    reach = players if neighbours is None else neighbours
    return [(a, b) for a, b in itertools.combinations(range(players), 2) if b - a <= reach]


def _check(names: Sequence[str], games: int, neighbours: int | None) -> None:
    if len(names) < 2:
        raise TesujiError("a ladder needs at least 2 players")
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise TesujiError(f"{twice[0]} is in the ladder twice")
    if games < 1:
        raise TesujiError(f"a ladder needs at least 1 game for each pair of players, got {games}")
    if neighbours is not None and neighbours < 1:
        raise TesujiError(f"--neighbours must be at least 1, got {neighbours}")
    for name in names:
        parse_player(name)


def _schedule(names: Sequence[str], games: int, neighbours: int | None) -> list[Key]:
    """Returns all games, ordered so that all players have similar numbers of games at any time."""
    pairs = [sorted((names[a], names[b])) for a, b in _pairs(len(names), neighbours)]
    return [(a, b, number) for number in range(games) for a, b in pairs]


def _tasks(
    game: Game, keys: Sequence[Key], setup: LadderSetup, control: TimeControl
) -> Iterator[GameTask]:
    openings = Openings(game, setup.opening_plies, setup.seed)
    modules = modules_for(game)
    for index, (a, b, number) in enumerate(keys):
        swapped = number % 2 == 1
        first, second = (b, a) if swapped else (a, b)
        yield GameTask(
            index=index,
            game=setup.game,
            players=(first, second),
            seeds=(
                derived_seed(setup.seed, a, b, number, first),
                derived_seed(setup.seed, a, b, number, second),
            ),
            opening=openings[number // 2],
            control=control,
            adjudication=Adjudication(max_plies=setup.max_plies),
            modules=modules,
        )


def _ladder_game(key: Key, result: GameResult) -> LadderGame:
    a, b, number = key
    notation = parse_spec(result.game).format_move
    return LadderGame(
        players=(a, b),
        number=number,
        points=result.points_for(Side(number % 2)),
        reason=result.reason,
        moves=tuple(notation(move) for move in result.moves),
        failed=None if result.failure is None else result.names[result.failure.side],
    )
