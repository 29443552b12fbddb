"""Declares ``tesuji reproduce toruszero``: its tournaments, versions, speed tables and findings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from statistics import mean, median
from typing import Any

import numpy as np

from tesuji.studies.blocks import (
    Block,
    ReportChart,
    ReportGame,
    ReportTable,
    ReportText,
    percent,
)
from tesuji.studies.evolutions import evolve_unit
from tesuji.studies.exhibits import (
    Exhibit,
    Findings,
    Length,
    Plan,
    Settings,
    Study,
    StudyResults,
    Unit,
    UnitPlace,
)
from tesuji.studies.matches import play_match_unit
from tesuji.studies.toruszero.findings import KINDS, findings_unit
from tesuji.studies.toruszero.speed import activations_unit, best_moves_unit, legality_unit
from tesuji.studies.toruszero.strength import measure
from tesuji.theory.torus import Rater, RaterShape

GAME = "torus:size=9"
TOURNAMENTS = Length("tournaments", 100, least=2)
STRENGTH_GAMES = Length("games against each opponent", 100, least=4, share=0.75)
FOUND_GAMES = Length("games", 60, least=2)
TRIALS = Length("trials", 10, least=2, share=0.5)
NUMBERS = Length("numbers", 1_000_000, least=20_000)
OPPONENTS = ("random", "greedy", "mcts:sims=100")
"""None of them takes part in tournaments."""
ENGINE = "alphazero:net=torus,sims=100,temperature=0.5"

VERSIONS: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "0.1.1": ("the first draft: no search at all", {"filter": False, "win_turns": 1}),
    "0.1.2": ("avoids losing at once, sees wins in two turns", {"win_turns": 2}),
    "0.1.3": ("sees wins within 5 turns", {}),
    "0.2.2": (
        "as 0.1.3 with ReLU and without powers",
        {"activation": "relu", "powers": False},
    ),
    "partners": (
        "as 0.1.3; the first tournaments against a program that only captures",
        {"partner_tournaments": 10},
    ),
}
"""What changed in the versions of sections 4 to 9, and an idea of section 5."""


def twin_unit(settings: Settings, place: UnitPlace) -> Findings:
    """Measures a random rater like a bred one. Settings: `games`."""
    rater = Rater.random(RaterShape(9, (60, 40)), np.random.default_rng(place.seed))
    with ThreadPoolExecutor(1) as threads:
        found = [
            measure(rater, OPPONENTS, int(settings["games"]), place.seed, aided, threads)
            for aided in (True, False)
        ]
    return {"strength": found[0], "strength_without_filter": found[1]}


def exhibits(plan: Plan) -> list[Exhibit]:
    """Declares all exhibits."""
    versions = {name: _version(plan, name, given) for name, (_, given) in VERSIONS.items()}
    twin = Unit("twin", twin_unit, {"games": plan.length(STRENGTH_GAMES)})
    return [
        _tournaments(versions["0.1.1"], twin),
        _section(
            "section 6",
            "version 0.1.2",
            versions["0.1.2"],
            "Around tournament 50 games ballooned to nearly 300 moves, and came back later. The "
            "engine likes small boxes and diagonals.",
        ),
        _section(
            "section 7",
            "version 0.1.3",
            versions["0.1.3"],
            "Games start to resemble human play, which rarely lasts more than 50 moves.",
        ),
        Exhibit(
            "section 8",
            "version 0.2.1",
            missing="this version was not trained: it added games with people, ratings from 0 to "
            "100 and earlier raters as a start (`tesuji play torus --opponent rater`, `tesuji "
            "analyze`, `tesuji evolve torus-raters --start FILE --fill zero`).",
        ),
        _figure_12(plan),
        _powers(plan),
        _legality(plan),
        _section(
            "section 9",
            "version 0.2.2",
            versions["0.2.2"],
            "Removing powers and using ReLU makes a tournament of 12 minutes one of 10.5.",
        ),
        _strength(plan, versions, twin),
        _findings(plan),
        Exhibit(
            "figures 1–11",
            "rules, equivalent boards, the input of a rater",
            missing="these are drawings; `tesuji rules torus` has ours, and tests compare all 648 "
            "equivalent boards.",
        ),
    ]


def _version(plan: Plan, name: str, given: Mapping[str, Any]) -> Unit:
    tournaments = plan.length(TOURNAMENTS)
    changed = dict(given)
    if "partner_tournaments" in changed:
        changed["partner_tournaments"] = max(tournaments // 10, 1)
    settings = {
        "experiment": "torus-raters",
        "name": f"version-{name}",
        "number": 1,
        "given": {
            "tournaments": tournaments,
            "strength_every": max(tournaments // 5, 2),
            "strength_games": plan.length(STRENGTH_GAMES),
            "opponents": " ".join(OPPONENTS),
            **changed,
        },
    }
    return Unit(f"version-{name}", evolve_unit, settings)


# -- tournaments ----------------------------------------------------------------------------------


def _tournaments(unit: Unit, twin: Unit) -> Exhibit:
    return Exhibit(
        "section 4",
        "tournaments of the first draft",
        [
            ReportText(
                "100 tournaments of 32 raters. The engine has a solid grasp of how to capture and "
                "of little else. No figures are given; a tournament took 15 to 30 minutes."
            )
        ],
        (unit, twin),
        lambda found: _told(unit, found),
        (TOURNAMENTS, STRENGTH_GAMES),
        "The pseudocode ends a game at a move that wins.",
    )


def _section(key: str, title: str, unit: Unit, document: str) -> Exhibit:
    about = VERSIONS[title.removeprefix("version ")][0]
    return Exhibit(
        key,
        f"{title}: {about}",
        [ReportText(document)],
        (unit,),
        lambda found: _told(unit, found),
        (TOURNAMENTS, STRENGTH_GAMES),
    )


def _told(unit: Unit, found: StudyResults) -> Sequence[Block]:
    told = found[unit]
    result = told["result"]
    blocks: list[Block] = [
        ReportText(
            f"{result['tournaments']} tournaments, {result['seconds_per_tournament']:.2f} seconds "
            f"of wall clock each; {result['plies_per_game']:.1f} moves for each game on average."
        ),
        ReportTable(["last winner against", "as bred", "without its filter"], _scores(result)),
    ]
    blocks += [ReportGame("The final of the last tournament", sgf) for sgf in told["games"]]
    if told["taken_from"]:
        blocks.append(ReportText(f"Taken from the run {told['taken_from']}."))
    return blocks


def _scores(result: Mapping[str, Any]) -> list[list[str]]:
    keys = ("strength", "strength_without_filter")
    return [[spec, *(percent(result[key][spec]) for key in keys)] for spec in OPPONENTS]


def _strength(plan: Plan, versions: Mapping[str, Unit], twin: Unit) -> Exhibit:
    games = Length("games between two versions", 40, least=2)
    pairs = [(a, b) for a in versions for b in versions if a < b]

    def player(name: str) -> str:
        return f"rater:file={{work}}/version-{name}-01.npz"

    matches = {
        (a, b): Unit(
            f"match-{a}-{b}",
            play_match_unit,
            {
                "game": GAME,
                "a": player(a),
                "b": player(b),
                "games": plan.length(games),
                "openings": 2,
            },
            (versions[a], versions[b]),
        )
        for a, b in pairs
    }

    def show(found: StudyResults) -> Sequence[Block]:
        rows = [
            [
                name,
                *(percent(found[unit]["result"]["strength"][spec]) for spec in OPPONENTS),
                *(_between(found, matches, name, other) for other in versions),
            ]
            for name, unit in versions.items()
        ]
        untrained = [percent(found[twin]["strength"][spec]) for spec in OPPONENTS]
        rows.append(["untrained twin", *untrained, *[""] * len(versions)])
        bars = {
            name: 100 * found[unit]["result"]["strength"]["mcts:sims=100"]
            for name, unit in versions.items()
        }
        bars["untrained twin"] = 100 * found[twin]["strength"]["mcts:sims=100"]
        return [
            ReportTable(["version", *OPPONENTS, *versions], rows),
            ReportChart(
                "Games won against mcts:sims=100, with the filter", "%", "version", bars=bars
            ),
            ReportText(
                "The filter (moves that do not lose at once, or that win) is not learnt: the "
                "untrained twin has it too, and what it reaches says nothing about evolution."
            ),
        ]

    return Exhibit(
        "beyond 1",
        "the strength of the versions, which the document lacks",
        (),
        (*versions.values(), twin, *matches.values()),
        show,
        (TOURNAMENTS, STRENGTH_GAMES, games),
    )


def _between(
    found: StudyResults, matches: Mapping[tuple[str, str], Unit], name: str, other: str
) -> str:
    if (name, other) in matches:
        return percent(found[matches[name, other]]["score"])
    if (other, name) in matches:
        return percent(1 - found[matches[other, name]]["score"])
    return ""


# -- speed ----------------------------------------------------------------------------------------


def _figure_12(plan: Plan) -> Exhibit:
    theirs = {"sigmoid": 3.312, "ReLU": 0.244, "sigmoid w/ flag": 3.711, "ReLU w/ flag": 0.388}
    numbers = plan.length(NUMBERS)
    unit = Unit(
        "activations", activations_unit, {"numbers": numbers, "trials": plan.length(TRIALS)}
    )

    def show(found: StudyResults) -> Sequence[Block]:
        full = {name: mean(spent) * NUMBERS.full / numbers for name, spent in found[unit].items()}
        rows = [
            [name, f"{theirs[name]:.3f}" if name in theirs else "", f"{seconds:.4f}"]
            for name, seconds in full.items()
        ]
        return [
            ReportTable(["", "there, s", "here, s"], rows, "Seconds for a million numbers"),
            ReportChart("A million numbers", "seconds", "", bars=full),
        ]

    return Exhibit(
        "figure 12",
        "execution times of linearization functions",
        [ReportText("Means of 10 trials with a million numbers; a table and a bar chart.")],
        (unit,),
        show,
        (NUMBERS, TRIALS),
        "Python functions as there; the rows of the core are what raters use here. Times of fewer "
        "numbers are multiplied up to a million.",
    )


def _powers(plan: Plan) -> Exhibit:
    theirs = {
        "powers on, sig": 61.326,
        "powers on, ReLU": 51.605,
        "powers off, sig": 55.279,
        "powers off, ReLU": 50.788,
    }
    unit = Unit("best-moves", best_moves_unit, {"trials": plan.length(TRIALS)})

    def show(found: StudyResults) -> Sequence[Block]:
        means = {name: mean(spent) for name, spent in found[unit].items()}
        rows = [[name, f"{theirs[name]:.2f}", f"{means[name]:.4f}"] for name in theirs]
        return [
            ReportTable(["", "there, s", "here, s"], rows, "Seconds for 100 best moves"),
            ReportChart("100 best moves", "seconds", "", bars=means),
        ]

    return Exhibit(
        "table 9.2",
        "powers on or off, sigmoid or ReLU: 100 best moves",
        [ReportText("Means of 10 trials; the first trial of the first row took 114 seconds.")],
        (unit,),
        show,
        (TRIALS,),
        "The same raters (60 and 40 neurons) in the core.",
    )


def _legality(plan: Plan) -> Exhibit:
    unit = Unit("legality", legality_unit, {"trials": plan.length(TRIALS)})
    return Exhibit(
        "table 9.3",
        "the check for suicide",
        [ReportText("8.33 seconds for a million checks, then 6.49.")],
        (unit,),
        lambda found: [
            ReportText(
                f"{mean(found[unit]['seconds_per_million']):.4f} seconds for a million points, ko "
                "and wins included."
            )
        ],
        (TRIALS,),
        "The core checks all points of a position together; the time of a move is included.",
    )


# -- findings -------------------------------------------------------------------------------------


def _findings(plan: Plan) -> Exhibit:
    units = tuple(
        Unit(f"found-{number:02}", findings_unit, {"spec": ENGINE, "size": 9, "number": number})
        for number in range(plan.length(FOUND_GAMES))
    )

    def show(found: StudyResults) -> Sequence[Block]:
        games = [found[unit] for unit in units]
        moves = sum(game["moves_seen"] for game in games)
        legal = sum(game["legal_seen"] for game in games)
        rows = []
        for kind in KINDS.values():
            row = [kind]
            for whose in ("own", "any"):
                row += [
                    percent(sum(g["chosen"][whose].get(kind, 0) for g in games) / moves),
                    percent(sum(g["legal"][whose].get(kind, 0) for g in games) / legal),
                ]
            rows.append(row)
        columns = ["distance", "own stone, engine", "by chance", "any stone, engine", "by chance"]
        seconds = Counter(str(game["second"]) for game in games).most_common()
        plies = [game["plies"] for game in games]
        seen = [game["first_win"] for game in games if game["first_win"]]
        longest = max(games, key=lambda game: int(game["plies"]))
        return [
            ReportText(
                f"The first player won {sum(g['first_won'] for g in games)} of {len(games)} games. "
                f"Moves in a game: median {median(plies):g}, from {min(plies)} to {max(plies)}. "
                "Second moves: "
                + ", ".join(f"{name} {count}" for name, count in seconds)
                + ". "
                + (
                    f"Length of the first forced win seen: median {median(seen):g} plies."
                    if seen
                    else "No forced win was seen before the end."
                )
            ),
            ReportTable(columns, rows, "Moves 3 to 12 with a stone at that distance"),
            ReportGame("The longest game", longest["sgf"]),
        ]

    return Exhibit(
        "beyond 2",
        "what a strong engine finds: who wins, how long games last, where it plays",
        [
            ReportText(
                "People like moves two spaces to the side and one up from an existing stone; the "
                "raters like small boxes and diagonals. People's games rarely last 50 moves."
            )
        ],
        units,
        show,
        (FOUND_GAMES,),
        f"The engine is `{ENGINE}`, which plays itself.",
    )


STUDY = Study(
    "toruszero",
    "TorusZero, a Torus playing Engine",
    "J. Johnson, TorusZero, a Torus playing Engine (2025)",
    GAME,
    exhibits,
    notes=(
        "The document has two tables of times and a bar chart; its versions are told in words. "
        "The opponents of the strengths took no part in tournaments.",
    ),
)
