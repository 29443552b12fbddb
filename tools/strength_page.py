"""Makes the page on the strength of players and levels from the data that the program uses."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).parents[1] / "src" / "tesuji"
INTRODUCTION = """# Levels and ratings

The tables here are made from the files that Tesuji itself uses, and each says how many games made
it. Three commands measure everything again: `python benchmarks/strongest.py`, `python
benchmarks/rate_levels.py` and `python benchmarks/calibrate_ratings.py`.
"""
STRONGEST = """## Which engine is the strongest

`best` is the first of the players below that can play on a board: on a board that was not
measured, those of the most similar one that was. It met every other player that comes with
Tesuji, at equal time and from balanced openings, each played both ways; points are those of
`best`. A match ended early when its result was clear (2.6 standard errors, e.g. eight wins in a
row).
"""
LEVELS = """## How strong the levels are

A level is a strong engine that looks less far ahead, misjudges moves by a measured noise
(`noise`, in log odds), and plays a share of its moves without thinking (`slips`). From the second
level up all of them win in one move where they can, let nobody else do so, and take and save
stones and boxes in plain sight. A rating holds for one board with its usual rules. Elo points are
counted from the first program named above each table.
"""
CALIBRATION = """## What a rating of a move means

A rating is the chance to win in percent. Each engine played games against itself; half of them
fitted the two numbers that turn its values into chances, the other half checked them. The last
columns show, for each tenth of the ratings, what was shown, what was won and in how many
positions.
"""


NETWORKS = """## What networks have learnt

*alone*: the network and its search, no exact leaves and no search for wins by threats. *policy*: its first
choice, without any search. *aided*: with all aids, as it plays by default. *untrained*: a twin with random
weights and the same limit, alone or aided like the network. What the twin reaches with the same aids has not
been learnt. `python tools/measure_networks.py` measures again and writes the recipe beside the network.
"""  # noqa: E501
COST = "| network | learnt on | core-hours | games | positions |\n|---|---|---:|---:|---:|"
STRENGTH = (
    "| network | board | who | limit | opponent | games | different | score | first | second |\n"
    "|---|---|---|---|---|---:|---:|---:|---:|---:|"
)


def strength_page() -> str:
    """Returns the whole page."""
    return "\n".join([INTRODUCTION, *_strongest(), *_levels(), *_calibration(), *_networks()])


def _strongest() -> Iterator[str]:
    yield STRONGEST
    yield "| board | seconds a move | ranking | points of `best` |\n|---|---|---|---|"
    for row in _read("players/strongest.json"):
        order = ", ".join(f"`{one['player']}`" for one in row["players"])
        scores = ", ".join(f"{name} {won:g}/{of}" for name, (won, of) in row["scores"].items())
        yield f"| `{row['board']}` | {row['seconds']:g} | {order} | {scores or '–'} |"
    yield ""


def _levels() -> Iterator[str]:
    yield LEVELS
    for row in _read("players/level_ratings.json"):
        anchors = ", ".join(f"{name} {elo:+d}" for name, elo in row["anchors"].items())
        yield (
            f"`{row['board']}`: {row['games']} games between neighbours, {row['top_games']} of the "
            f"last two, {row['anchor_games']} with each anchor. Anchors: {anchors}.\n"
        )
        yield "| level | player | Elo | against the level below | in words |\n|---|---|---|---|---|"
        for one in row["levels"]:
            below = "–" if one["below"] is None else f"{one['below'][0]:g} of {one['below'][1]}"
            elo = f"{one['elo']:+d} ± {one['error']}"
            yield f"| {one['level']} | `{one['player']}` | {elo} | {below} | {one['words']} |"
        yield ""


def _calibration() -> Iterator[str]:
    yield CALIBRATION
    yield "| board | engine | games | largest difference | shown → won (positions) |"
    yield "|---|---|---|---|---|"
    for row in _read("analysis/calibration.json"):
        tenths = ", ".join(
            f"{100 * shown:.0f} → {100 * won:.0f} ({count})"
            for shown, won, count, *_ in row["table"]
        )
        yield (
            f"| `{row['board']}` | `{row['spec']}` | {row['games']} "
            f"| {_points(row['largest_difference'])} | {tenths} |"
        )
    yield ""


def _networks() -> Iterator[str]:
    recipes = {
        path.stem: json.loads(path.read_text(encoding="utf-8"))
        for path in sorted((PACKAGE / "networks").glob("*.json"))
    }
    yield NETWORKS
    costs = [_cost(name, recipe) for name, recipe in recipes.items() if "steps" in recipe]
    if costs:
        yield COST
        yield from costs
        yield ""
    yield STRENGTH
    for name, recipe in recipes.items():
        for row in recipe.get("strength", []):
            if "who" in row:
                yield _strength(name, row)
    yield ""


def _points(difference: float | None) -> str:
    return "too few games" if difference is None else f"{100 * difference:.0f} points"


def _cost(name: str, recipe: dict[str, Any]) -> str:
    steps = recipe["steps"]
    variants = recipe["config"].get("boards", {}).get("variants", [])
    sizes = dict.fromkeys(
        part.removeprefix("size=")
        for variant in variants
        for part in variant.split(",")
        if part.startswith("size=")
    )
    hours, games, positions = (
        _sum(steps, key, form)
        for key, form in (("core_hours", ".1f"), ("games", "d"), ("positions", "d"))
    )
    return f"| `{name}` | {', '.join(sizes) or 'one size'} | {hours} | {games} | {positions} |"


def _sum(steps: list[dict[str, Any]], key: str, form: str) -> str:
    """Returns what all steps took; a step that was not counted makes it more."""
    known = [step[key] for step in steps if step[key] is not None]
    more = "over " if len(known) < len(steps) else ""
    return f"{more}{sum(known):{form}}"


def _strength(name: str, row: dict[str, Any]) -> str:
    def seat(side: str) -> str:
        sums = row[side]
        games = sums["wins"] + sums["draws"] + sums["losses"]
        return f"{sums['wins'] + sums['draws'] / 2:g} of {games}"

    return (
        f"| `{name}` | `{row['board']}` | {row['who']} | {row['limit']} | `{row['opponent']}` "
        f"| {row['games']} | {row['different_games']} | {row['score']:.0%} "
        f"| {seat('first')} | {seat('second')} |"
    )


def _read(name: str) -> Any:
    return json.loads((PACKAGE / name).read_text(encoding="utf-8"))
