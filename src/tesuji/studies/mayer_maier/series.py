"""Breeds a series of players, as each section of the paper does, and shows how strong they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tesuji.learning.evolution.measures import (
    SOLVED_OPENINGS,
    opening_statistics,
    strength_lines,
)
from tesuji.studies.blocks import Block, ReportChart, ReportTable, ReportText, spread
from tesuji.studies.evolutions import evolve_unit
from tesuji.studies.exhibits import Length, Plan, StudyResults, Unit
from tesuji.studies.mayer_maier.units import (
    EXAMINERS,
    examine_unit,
    twin_unit,
)

AREA = "go:size=5,rules=chinese,komi=5.5"
TERRITORY = "go:size=5,rules=japanese,komi=5.5"
GNUGO = "gnugo --mode gtp --chinese-rules --capture-all-dead --never-resign"

RUNS = Length("runs", 20, share=0.75)
TWO_RUNS = Length("runs", 2)
GENERATIONS = Length("generations", 3000, least=20)
STRENGTH_GAMES = Length("games for a strength against each opponent", 2000, least=100, share=0.5)
EXAMINED_GAMES = Length("games against each examiner", 40, least=4, share=0.5)
SHOWN_GAMES = Length("games looked through", 200, least=10, share=0.5)
OPPONENTS = ("random", "naive", "pattern")
JAGO = "The pattern player stands for JaGo, whose program is not published any more. "
AREA_COUNTING = (
    "Games of evolution are counted by area, and a network that wins all games of one generation "
    "ends a run, as in the paper."
)


@dataclass(frozen=True, slots=True)
class SeriesUnits:
    """The units of one series of runs: bred networks, their examinations, an untrained twin."""

    name: str
    bred: tuple[Unit, ...]
    examined: tuple[Unit, ...]
    twin: Unit | None
    twin_examined: Unit | None

    @property
    def all(self) -> tuple[Unit, ...]:
        more = tuple(unit for unit in (self.twin, self.twin_examined) if unit is not None)
        return (*self.bred, *self.examined, *more)

    def results(self, found: StudyResults) -> list[dict[str, Any]]:
        """Returns the result of every run."""
        return [found[unit]["result"] for unit in self.bred]


def series_units(
    plan: Plan,
    name: str,
    experiment: str,
    given: Mapping[str, Any],
    *,
    runs: Length = RUNS,
    game: str = AREA,
    twin: bool = True,
) -> SeriesUnits:
    """Declares a series of an experiment of ``tesuji evolve``."""
    games = plan.length(STRENGTH_GAMES)
    exam = {"game": game, "examiners": EXAMINERS, "games": plan.length(EXAMINED_GAMES)}
    given = {**given, "game": game, "measure_games": games}
    bred = tuple(
        Unit(
            f"{name}-{number:02}",
            evolve_unit,
            {"experiment": experiment, "name": name, "given": given, "number": number},
        )
        for number in range(1, plan.length(runs) + 1)
    )
    examined = tuple(
        Unit(f"{unit.name}-examined", examine_unit, {"of": unit.name, **exam}, (unit,))
        for unit in bred
    )
    if not twin:
        return SeriesUnits(name, bred, examined, None, None)
    own = {
        "name": f"{name}-twin",
        "experiment": experiment,
        "given": {"game": game, **_structure(given)},
        "games": games,
    }
    untrained = Unit(f"{name}-twin", twin_unit, own)
    judged = Unit(
        f"{name}-twin-examined", examine_unit, {"of": untrained.name, **exam}, (untrained,)
    )
    return SeriesUnits(name, bred, examined, untrained, judged)


def _structure(given: Mapping[str, Any]) -> dict[str, Any]:
    return {key: given[key] for key in ("hidden", "encoding") if key in given}


# -- what is shown --------------------------------------------------------------------------------


def series_table(series: SeriesUnits, found: StudyResults) -> ReportTable:
    """Returns the players of a series: strengths, competence, and the held-out examiners."""
    columns = ["player", "strength", *OPPONENTS, "C", "opening", "generations", *EXAMINERS]
    rows = []
    for bred, examined in zip(series.bred, series.examined, strict=True):
        result = found[bred]["result"]
        rows.append(
            [
                f"run {bred.settings['number']}",
                *strengths_of(result),
                str(result["opening"]),
                str(result["generations"]),
                *(share_text(found[examined][spec]["score"]) for spec in EXAMINERS),
            ]
        )
    results = series.results(found)
    rows.append(
        [
            "mean (lowest–highest)",
            *(spread([r[key] for r in results]) for key in ("strength", *OPPONENTS, "competence")),
            "",
            spread([r["generations"] for r in results]).replace(".000", ""),
            *(spread([found[one][spec]["score"] for one in series.examined]) for spec in EXAMINERS),
        ]
    )
    if series.twin is not None and series.twin_examined is not None:
        result = found[series.twin]["result"]
        scores = (share_text(found[series.twin_examined][spec]["score"]) for spec in EXAMINERS)
        rows.append(["untrained twin", *strengths_of(result), str(result["opening"]), "0", *scores])
    return ReportTable(columns, rows)


def strengths_of(result: Mapping[str, Any]) -> list[str]:
    """Returns strength, the shares behind it, and competence as texts."""
    return [share_text(result[key]) for key in ("strength", *OPPONENTS, "competence")]


def share_text(value: float) -> str:
    """Writes a share with three places."""
    return f"{value:.3f}"


def openings_table(series: SeriesUnits, found: StudyResults) -> ReportTable:
    """Returns how often each first move was played, and by how strong players."""
    rows = [
        [move, str(count), share_text(strength), f"{SOLVED_OPENINGS.get(move, -25):+}"]
        for move, count, strength in opening_statistics(series.results(found))
    ]
    return ReportTable(
        ["opening", "players", "mean strength", "solved value without komi"],
        rows,
        "First moves",
    )


def taken_note(series: SeriesUnits, found: StudyResults) -> list[Block]:
    """Names the runs whose results were taken instead of being made again."""
    names = [found[unit]["taken_from"] for unit in series.bred if found[unit]["taken_from"]]
    if not names:
        return []
    return [ReportText(f"Taken from runs that were there already: {', '.join(names)}.")]


def typical_chart(series: SeriesUnits, found: StudyResults, title: str) -> ReportChart:
    """Returns fitness and competence by generation of the run with the median strength."""
    by_strength = sorted(series.bred, key=lambda unit: found[unit]["result"]["strength"])
    typical = by_strength[(len(by_strength) - 1) // 2]
    lines = {name: [tuple(p) for p in line] for name, line in found[typical]["progress"].items()}
    shown = f"{title}, run {typical.settings['number']} of {len(series.bred)}"
    return ReportChart(shown, "generation", "share", lines)


def strengths_chart(series: SeriesUnits, found: StudyResults, title: str) -> ReportChart:
    """Returns the win rates of all players of a series, the weakest first."""
    return ReportChart(title, "player", "share of games won", strength_lines(series.results(found)))
