"""Plays the matches of studies as units of work: seats, rounds, sample games."""

from __future__ import annotations

from typing import Any

from tesuji.games import Side, parse_spec
from tesuji.match import MatchResult, record_of, run_match
from tesuji.records import write_sgf
from tesuji.studies.exhibits import Findings, Settings, UnitPlace


def play_match_unit(settings: Settings, place: UnitPlace) -> Findings:
    """Plays a match of A against B; see `match_findings`.

    Settings: `game` (spec), `a` and `b` (specs; ``{work}`` is the folder of work), `games` (both
    seats together), `openings` (random plies at the start of each pair of games), `seed`.
    """
    specs = [str(settings[name]).replace("{work}", str(place.work_folder)) for name in "ab"]
    result = run_match(
        parse_spec(str(settings["game"])),
        *specs,
        games=int(settings["games"]),
        opening_plies=int(settings.get("openings", 0)),
        seed=int(settings.get("seed", place.seed)),
        workers=0,
    )
    return match_findings(result)


def match_findings(result: MatchResult) -> Findings:
    """Returns a match as plain data, from A's view.

    ``first`` and ``second`` are A's points in the games in which it moved first and second, in the
    order in which they were played; ``win`` and ``loss`` are the shortest such games, as SGF.
    """
    points = result.points
    found: Findings = {
        **result.as_dict(),
        "points": {
            side.name.lower(): [
                won for index, won in enumerate(points) if result.side_of_a(index) == side
            ]
            for side in Side
        },
    }
    for name, wanted in (("win", 1.0), ("loss", 0.0)):
        games = [game for game, won in zip(result.games, points, strict=True) if won == wanted]
        if games:
            shortest = min(games, key=lambda game: len(game.moves))
            found[name] = write_sgf(record_of(shortest))
    return found


def rounds_of(points: list[float], rounds: int) -> list[tuple[float, float]]:
    """Splits games into rounds of equal length; returns A's and B's points of each."""
    size = max(len(points) // rounds, 1)
    parts = [points[i : i + size] for i in range(0, size * rounds, size)]
    return [(sum(part), len(part) - sum(part)) for part in parts if part]


def seats_of(found: dict[str, Any]) -> str:
    """Returns a match by seats: "7–3 first, 5–5 second" from A's view, draws as halves."""
    texts = []
    for name in ("first", "second"):
        won = found["points"][name]
        texts.append(f"{sum(won):g}–{len(won) - sum(won):g} {name}")
    return ", ".join(texts)
