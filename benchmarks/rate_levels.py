"""Measures the ratings of the named levels and writes players/level_ratings.json.

    python benchmarks/rate_levels.py                      # all boards, 40 games a pair
    python benchmarks/rate_levels.py torus --games 20 --folder ratings

On each board every level plays the next one, and some of them play programs that everybody can
get: the anchors. The ratings are the most likely ones given all of these games, in Elo points above
the first anchor. Games are kept in a folder, and the same command goes on after an interruption.
Levels count their work and do not time it, so that the ratings hold on every machine.
"""

from __future__ import annotations

import argparse
import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tesuji.cli import run
from tesuji.files import write_atomically
from tesuji.games import Game, make
from tesuji.match import Rating, expected_score, rate, read_ladder, run_ladder
from tesuji.players.levels import levels_of

FILE = Path(__file__).parents[1] / "src" / "tesuji" / "players" / "level_ratings.json"
SIZES = {"torus": "9", "go": "9", "gomoku": "15", "dots-and-boxes": "5"}
"""What the ratings are measured on, with the usual rules."""
FIRST_MEASURED = 2
"""Levels before it have no rating: they are no match for any anchor."""
FAR = 0.95
"""Share of the games beyond which a level is "far above" or "far below" an anchor."""
SURE = 200.0
"""Elo points of error up to which a rating is told without a warning."""
CLOSE = 70.0
"""Elo points within which a level is "about" as strong as an anchor: 60 % of the games or less."""


@dataclass(frozen=True, slots=True)
class Anchor:
    """A program that levels are compared with."""

    title: str
    spec: str
    program: str | None = None
    """What has to be installed for it."""

    @property
    def is_there(self) -> bool:
        return self.program is None or shutil.which(self.program) is not None


@dataclass(frozen=True, slots=True)
class Plan:
    """How many games are played."""

    games: int
    """Between two neighbours."""
    top_games: int
    """Between the last two, whose games take longest."""
    anchor_games: int
    """Between a level and an anchor."""


def _gnugo(level: int) -> Anchor:
    program = shutil.which("gnugo") or "/usr/games/gnugo"
    # Takes dead stones off the board before it passes, as area scoring by a referee needs it.
    rules = "--chinese-rules --capture-all-dead --never-resign"
    command = f"{program} --mode gtp --level {level} {rules}"
    return Anchor(f"GNU Go level {level}", f"gtp:cmd={command}", program)


def _plain(simulations: int) -> Anchor:
    title = f"plain tree search with {simulations} simulations"
    return Anchor(title, f"mcts:sims={simulations}")


def _alpha_beta(player: str, positions: int) -> Anchor:
    title = f"Tesuji's engine {player} with {positions} positions a move"
    return Anchor(title, f"{player}:nodes={positions}")


ANCHORS = {
    "torus": [_alpha_beta("torus", 1000), _alpha_beta("torus", 30000), _plain(1000)],
    "go": [_gnugo(1), _gnugo(10)],
    "gomoku": [_alpha_beta("gomoku", 300), _alpha_beta("gomoku", 30000), _plain(1000)],
    "dots-and-boxes": [
        Anchor("a player by the rule of chains and double deals", "double-dealer"),
        _plain(1000),
    ],
}


def measure(game: Game, size: str, plan: Plan, out: Path) -> dict[str, Any]:
    """Returns the row of one board for the data."""
    levels = levels_of(game.name)[FIRST_MEASURED - 1 :]
    players = {level.id: level.spec_on(game) for level in levels}
    specs = list(players.values())
    anchors = [anchor for anchor in ANCHORS[game.name] if anchor.is_there]
    common: dict[str, Any] = {"out": out, "seed": 1, "workers": 0}
    run_ladder(game, specs[:-1], games=plan.games, neighbours=1, **common)
    run_ladder(game, specs[-2:], games=plan.top_games, **common)
    for anchor in anchors:
        for spec in specs[1:-1]:
            run_ladder(game, [spec, anchor.spec], games=plan.anchor_games, **common)
    played = [one for one in read_ladder(out).games if set(one.players) <= _names(specs, anchors)]
    results = [(*one.players, one.points) for one in played]
    found = {
        rating.name: rating
        for rating in rate(sorted(_names(specs, anchors)), results, relative_to=anchors[0].spec)
    }
    rows = []
    for number, (level, spec) in enumerate(players.items()):
        below = _points(results, spec, specs[number - 1]) if number > 0 else None
        elo = found[spec].elo
        rows.append(
            {
                "level": level,
                "player": spec,
                "elo": round(elo),
                "error": round(found[spec].error),
                "words": _words(found[spec], {one.title: found[one.spec].elo for one in anchors}),
                "below": below,
            }
        )
        print(f"{level:10} {elo:+6.0f} ± {found[spec].error:3.0f}  {below}  {rows[-1]['words']}")
    return {
        "board": game.spec,
        "size": size,
        "anchor": anchors[0].title,
        "anchors": {one.title: round(found[one.spec].elo) for one in anchors},
        "games": plan.games,
        "top_games": plan.top_games,
        "anchor_games": plan.anchor_games,
        "levels": rows,
    }


def _names(specs: list[str], anchors: list[Anchor]) -> set[str]:
    return {*specs, *(anchor.spec for anchor in anchors)}


def _points(results: list[tuple[str, str, float]], player: str, other: str) -> list[float]:
    """Points of `player` against `other`, and of how many games."""
    won = [points for a, b, points in results if (a, b) == (player, other)]
    won += [1 - points for a, b, points in results if (a, b) == (other, player)]
    return [sum(won), len(won)]


def _words(rating: Rating, anchors: dict[str, float]) -> str:
    """Describes a rating by its nearest anchor, with its error."""
    title = min(anchors, key=lambda name: abs(rating.elo - anchors[name]))
    ahead = rating.elo - anchors[title]
    share = expected_score(abs(ahead))
    if abs(ahead) <= CLOSE:
        words = f"about {title}"
    elif share > FAR:
        words = f"{'far above' if ahead > 0 else 'far below'} {title}"
    else:
        words = f"{'wins' if ahead > 0 else 'loses'} {share:.0%} of its games against {title}"
    return words if rating.error <= SURE else f"{words} (few games: ± {rating.error:.0f} Elo)"


def _write(row: dict[str, Any]) -> None:
    rows = json.loads(FILE.read_text(encoding="utf-8"))
    rows = [one for one in rows if one["board"] != row["board"]]
    rows = sorted([*rows, row], key=lambda one: str(one["board"]))
    write_atomically(FILE, (json.dumps(rows, indent=1, ensure_ascii=False) + "\n").encode())


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", nargs="*", help=f"of {', '.join(SIZES)}; all without any")
    parser.add_argument("--games", type=int, default=40, help="games between two neighbours")
    parser.add_argument("--top-games", type=int, help="between the last two; the same without")
    parser.add_argument("--anchor-games", type=int, default=10, help="with each anchor")
    parser.add_argument("--folder", type=Path, default=Path("ratings"), help="keeps the games")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    for name in given.game or SIZES:
        game = make(name, size=SIZES[name])
        print(game.spec)
        out = given.folder / f"{name}.jsonl"
        plan = Plan(given.games, given.top_games or given.games, given.anchor_games)
        _write(measure(game, SIZES[name], plan, out))


if __name__ == "__main__":
    run(main)
