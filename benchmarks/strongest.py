"""Measures which player is the strongest on each board, and writes players/strongest.json.

    python benchmarks/strongest.py                       # all boards, some minutes each
    python benchmarks/strongest.py --board torus:size=9 --seconds 0.2 --games 20

On each board `best` plays every other player that comes with Tesuji and can play there, at equal
time. A player that beats it takes its place and the board starts over, so in the end nobody has
beaten `best`. A match ends early when its result is clear. Work per second is measured as well, so
that budgets can be counted. Run it again when a network has changed.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import statistics
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tesuji.cli import run
from tesuji.errors import TesujiError
from tesuji.files import write_atomically
from tesuji.games import Game, Position, parse_spec
from tesuji.match import run_match
from tesuji.networks.shipped import has_shipped, shipped
from tesuji.players import make_player, player_kinds
from tesuji.players.base import Analyser
from tesuji.players.strongest import NEEDS_NETWORK, rankings_of, strongest
from tesuji.search import SearchReport

FILE = Path(__file__).parents[1] / "src" / "tesuji" / "players" / "strongest.json"
BOARDS = (
    "torus:size=9",
    "go:size=5,komi=7.5",
    "go:size=9,komi=7.5",
    "go:size=13,komi=7.5",
    "gomoku:size=9,rules=freestyle",
    "gomoku:size=15,rules=freestyle",
    "gomoku:size=15,rules=renju",
    "dots-and-boxes:size=3",
    "dots-and-boxes:size=5",
    "reversi:size=8",
)
UNITS = ("sims", "nodes")
NOT_OPPONENTS = frozenset({"best", "human"})
SURE = 2.6
"""Standard errors beyond which a match is decided, and over: eight wins in a row are enough."""
LONGER = 3
"""A match in which `best` is behind goes on for this many times the games."""
SPEED_POSITIONS = 5
LEAST_SPENT = 0.05
"""Seconds of a processor below which a speed is not measured: the answer was known at once."""


def opponents_on(game: Game, seconds: float) -> dict[str, str]:
    """Returns the other players that can play `game`, with their specs at equal time."""
    found = {}
    for kind in player_kinds().values():
        if kind.name in NOT_OPPONENTS or any(option.required for option in kind.options.values()):
            continue
        spec = f"{kind.name}:seconds={seconds:g}" if "seconds" in kind.options else kind.name
        try:
            make_player(spec, game).close()
        except TesujiError:
            continue
        found[kind.name] = spec
    return found


def candidates_on(game: Game, players: Sequence[str]) -> list[str]:
    """Returns the players that can teach: they report their analysis and count their work."""
    found = []
    for name in players:
        with make_player(name, game) as player:
            if isinstance(player, Analyser) and _unit(name) is not None:
                found.append(name)
    return found


def _unit(player: str) -> str | None:
    return next((unit for unit in UNITS if unit in player_kinds()[player].options), None)


def speed(game: Game, player: str) -> int:
    """Simulations or positions in a second of a processor, the median over some positions."""
    dice, rates = random.Random(1), []
    for number in range(SPEED_POSITIONS):
        position = _after_random_moves(game, dice, 4 + 4 * number)
        with make_player(f"{player}:seconds=0.5", game, seed=1) as engine:
            engine.start(game, position)
            begun = time.process_time()  # not the clock: others may be at work on this machine
            report = engine.choose(position).report
            spent = time.process_time() - begun
        if isinstance(report, SearchReport) and spent > LEAST_SPENT:
            rates.append((report.simulations or report.nodes) / spent)
    return _rounded(statistics.median(rates)) if rates else 1000


def _after_random_moves(game: Game, dice: random.Random, count: int) -> Position:
    position = game.initial()
    for _ in range(count):
        after = position.after(dice.choice(position.legal_moves()))
        if after.is_over:
            break
        position = after
    return position


def _rounded(number: float) -> int:
    """Rounds to two digits; more would not be significant."""
    return int(float(f"{number:.1e}"))


def measure(game: Game, seconds: float, games: int) -> dict[str, Any]:
    """Returns the ranking of one board, in which `best` was beaten by nobody."""
    opponents = opponents_on(game, seconds)
    candidates = candidates_on(game, list(opponents))
    speeds = {name: speed(game, name) for name in candidates}
    usual = strongest(game, seconds).player
    order = sorted(candidates, key=lambda name: name != usual)
    for _ in candidates:
        _write(game, seconds, _row(game, seconds, games, order, speeds, {}))
        scores = _challenge(game, seconds, games, opponents, order[0])
        beaten_by = [name for name, (points, count) in scores.items() if points < count / 2]
        order.sort(key=lambda name: scores[name][0] / scores[name][1] if name in scores else -1)
        strongest_rival = next((name for name in beaten_by if name in candidates), None)
        if strongest_rival is None:
            break
        order.sort(key=lambda name: name != strongest_rival)
    row = _row(game, seconds, games, order, speeds, scores)
    _write(game, seconds, row)
    return row


def _challenge(
    game: Game, seconds: float, games: int, opponents: dict[str, str], champion: str
) -> dict[str, tuple[float, int]]:
    """Points of `best` against each of the others, and of how many games; it ends when beaten."""
    scores: dict[str, tuple[float, int]] = {}
    for name, spec in opponents.items():
        if name == champion:
            continue
        points: list[float] = []
        # Whoever seems to be ahead has to show it in more games: a few can be luck.
        while not _is_decided(points) and len(points) < games * (
            LONGER if _is_behind(points) else 1
        ):
            played = run_match(
                game, f"best:seconds={seconds:g}", spec, games=2, seed=len(points), workers=0
            )
            points += played.points
        scores[name] = (sum(points), len(points))
        print(f"  {champion} as best, {game.spec}: {sum(points):g} of {len(points)} v. {name}")
        if _is_behind(points) and name in candidates_on(game, [name]):
            break
    return scores


def _is_decided(points: Sequence[float]) -> bool:
    """Returns whether the lead is significant; the standard error of one game is 0.5 points."""
    lead = abs(sum(points) - len(points) / 2)
    return lead > SURE * 0.5 * math.sqrt(len(points))


def _is_behind(points: Sequence[float]) -> bool:
    return sum(points) < len(points) / 2


def _row(
    game: Game,
    seconds: float,
    games: int,
    order: Sequence[str],
    speeds: dict[str, int],
    scores: dict[str, tuple[float, int]],
) -> dict[str, Any]:
    return {
        "board": game.spec,
        "seconds": seconds,
        "players": [
            {"player": name, "unit": _unit(name), "per_second": speeds[name]} for name in order
        ],
        "games": games,
        "network": shipped(game).stem if NEEDS_NETWORK in order and has_shipped(game) else "",
        "scores": {name: list(score) for name, score in scores.items()},
    }


def _write(game: Game, seconds: float, row: dict[str, Any]) -> None:
    """Puts a ranking into the data, in place of an older one of the same board and time."""
    rows = json.loads(FILE.read_text(encoding="utf-8"))
    rows = [one for one in rows if (one["board"], one["seconds"]) != (game.spec, seconds)]
    rows = sorted([*rows, row], key=lambda one: (one["board"].partition(":")[0], one["board"]))
    text = "[\n" + ",\n".join(json.dumps(one) for one in rows) + "\n]\n"
    write_atomically(FILE, text.encode())
    rankings_of.cache_clear()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--board", action="append", help="a game spec; again for more boards")
    parser.add_argument("--seconds", type=float, default=0.2, help="for each move")
    parser.add_argument("--games", type=int, default=40, help="games of a match, an even number")
    given = parser.parse_args()
    for spec in given.board or BOARDS:
        row = measure(parse_spec(spec), given.seconds, given.games)
        best, *others = [player["player"] for player in row["players"]]
        print(f"{spec}: {best}, then {', '.join(others) or 'nobody'}", flush=True)


if __name__ == "__main__":
    run(main)
