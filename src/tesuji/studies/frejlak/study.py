"""Declares ``tesuji reproduce frejlak``: the results of chapter 5, problem by problem."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from tesuji.studies.blocks import Block, ReportChart, ReportPicture, ReportTable, ReportText
from tesuji.studies.exhibits import Exhibit, Length, Plan, Study, StudyResults, Unit
from tesuji.studies.frejlak.units import answer_unit, thermograph_unit
from tesuji.theory.go_endgames import mixed
from tesuji.theory.go_endgames.network import find_network
from tesuji.theory.go_endgames.problem_files import find_problems

GAME = "go:size=19,rules=chinese"
POSITIONS = Length("positions for each search", 150_000, least=500)
NO_PROBLEMS = (
    "the 100 problems are not part of Tesuji; give a folder of SGF files with `--problems DIR`."
)
MOST_PICTURES = 4


@dataclass(frozen=True, slots=True)
class Way:
    """A way to answer problems."""

    moves: str
    scores: str
    name: str
    """"search", "expert" or a strategy."""
    there: str = ""
    """The share of right answers in the thesis, and what it was."""
    by_network: bool = False
    counted: bool = False

    @property
    def key(self) -> str:
        parts = (self.name, "network" if self.by_network else "", "counted" if self.counted else "")
        return "-".join(part for part in parts if part)


WAYS = (
    Way("network", "network", "best", "18 % (A0jax best moves)", by_network=True),
    Way("network", "network", "phantom", "21 % (A0jax phantom values)", by_network=True),
    Way("network", "network", "depth-one", "29 % (A0jax depth-1)", by_network=True),
    Way(
        "network",
        "search",
        "depth-one",
        "55 % (A0jax depth-1, KataGo scores)",
        by_network=True,
        counted=True,
    ),
    Way("short search", "search", "depth-one"),
    Way("expert", "search", "expert", "97 % (expert moves, KataGo scores)"),
    Way("search", "search", "search"),
)


def exhibits(plan: Plan) -> list[Exhibit]:
    """Declares all exhibits."""
    folder = plan.given.get("problems")
    paths = [] if folder is None else find_problems(folder)
    names = {path: _name(path, Path(folder or ".")) for path in paths}
    nodes = plan.length(POSITIONS)
    ways = [way for way in WAYS if not way.by_network or find_network() is not None]
    units = {
        (way.key, path): Unit(
            f"{way.key}-{name}",
            answer_unit,
            {
                "file": str(path),
                "way": way.name,
                "by_network": way.by_network,
                "counted": way.counted,
                **({"nodes": nodes} if way.name in ("search", "expert") else {}),
            },
        )
        for way in ways
        for path, name in names.items()
    }
    return [
        _results(
            "figure 5.2",
            "right answers to the problems",
            [way for way in ways if not _counts_by_search(way)],
            paths,
            units,
        ),
        _results(
            "figure 5.2, scores",
            "right answers if a search counts the scores",
            [way for way in ways if _counts_by_search(way)],
            paths,
            units,
        ),
        _verdicts(paths, names, units),
        _gallery(paths, names, nodes),
        Exhibit(
            "figure 5.1",
            "losses of two trainings, with a frozen and with a free backbone",
            [ReportText("Both reach 57 % of next moves and a squared error of 0.0012.")],
            missing="Tesuji's network of endgames is not a fine-tuned one: `tesuji train "
            "go-endgames` makes it from exact positions, without a backbone that could be frozen; "
            "the page about it has its losses and ablations.",
        ),
        Exhibit(
            "section 4.2.2",
            "KataGo's ownership of secure territory",
            missing="no command measures ownership over finished games yet; `tesuji networks get` "
            "and `katago:` players read KataGo's networks.",
        ),
        Exhibit(
            "figures 1.1–2.7",
            "rules, game trees, sums, examples of local positions",
            missing="these are drawings that explain; the notebook about thermographs has ours.",
        ),
        Exhibit(
            "figures 2.8–2.9",
            "a thermograph, and a fight for a ko",
            missing="the games are examples; thermographs of problems are in the gallery above.",
        ),
        Exhibit(
            "figures 6.1–C.2",
            "discussed positions, a screenshot, a ko of three stages",
            missing="these are positions that the text discusses, without figures to compare.",
        ),
    ]


def _name(path: Path, folder: Path) -> str:
    inside = str(path.relative_to(folder).with_suffix(""))
    return re.sub(r"[^\w.]+", "-", inside)


Units = dict[tuple[str, Path], Unit]


def _counts_by_search(way: Way) -> bool:
    """Returns whether moves come from advice and scores from a search."""
    return way.scores == "search" and way.name != "search"


def _results(
    key: str, title: str, ways: Sequence[Way], paths: Sequence[Path], units: Units
) -> Exhibit:
    document = [
        ReportTable(
            ["model", "right of 100"],
            [
                ["KataGo best moves", "14 %"],
                ["A0jax best moves", "18 %"],
                ["A0jax phantom values", "21 %"],
                ["A0jax depth-1 expansion", "29 %"],
                ["A0jax depth-1 expansion, KataGo scores", "55 %"],
                ["expert moves, KataGo scores", "97 %"],
            ],
        )
    ]
    if not paths:
        return Exhibit(key, title, document, missing=NO_PROBLEMS)

    def show(found: StudyResults) -> Sequence[Block]:
        rows = []
        bars = {}
        for way in ways:
            answers = [found[units[way.key, path]] for path in paths]
            told = [one for one in answers if not one["skipped"]]
            right = sum(one["right"] for one in told)
            rows.append(
                [
                    f"{way.moves}, {way.name}",
                    way.scores,
                    way.there,
                    f"{right} of {len(told)} ({right / max(len(told), 1):.0%})",
                    f"{sum(one['nodes'] for one in told):,}",
                    f"{sum(one['seconds'] for one in told):.0f}",
                ]
            )
            bars[f"{way.moves}, {way.name}, {way.scores}"] = 100 * right / max(len(told), 1)
        columns = ["moves", "scores", "there", "here", "positions", "seconds"]
        return [
            ReportTable(columns, rows),
            ReportChart("Right answers", "%", "", bars=bars),
        ]

    return Exhibit(
        key,
        title,
        document,
        tuple(units[way.key, path] for way in ways for path in paths),
        show,
        (POSITIONS,),
        f"{len(paths)} problems of the folder that was given, out of the thesis's 100. The network "
        "is Tesuji's own for endgames. KataGo's policy as the only adviser (14 % there) is not "
        "repeated: it needs a network of KataGo's, and no adviser of ours uses one.",
    )


def _verdicts(paths: Sequence[Path], names: dict[Path, str], units: Units) -> Exhibit:
    key, title = "appendix B", "a verdict for every problem"
    if not paths:
        return Exhibit(key, title, missing=NO_PROBLEMS)

    def show(found: StudyResults) -> Sequence[Block]:
        rows = []
        for path in paths:
            searched = found[units["search", path]]
            if searched["skipped"]:
                rows.append([names[path], "", "", "", "no region or value"])
                continue
            rows.append(
                [
                    names[path],
                    mixed(Fraction(searched["expected"])),
                    _found(searched),
                    searched["certainty"],
                    _verdict(searched),
                ]
            )
        columns = ["problem", "temperature", "search", "certainty", "verdict"]
        return [ReportTable(columns, rows)]

    return Exhibit(
        key,
        title,
        (),
        tuple(units["search", path] for path in paths),
        show,
        (POSITIONS,),
        "Temperatures by area counting: half the value that the problem gives, plus one. `exact` "
        "is proven whatever happens beyond the region, `solved` if the points outside are as solid "
        "as they look.",
    )


def _found(answer: dict[str, Any]) -> str:
    return "–" if answer["temperature"] is None else mixed(Fraction(answer["temperature"]))


def _verdict(answer: dict[str, Any]) -> str:
    if answer["right"]:
        return "right"
    return "wrong" if answer["temperature"] is not None else f"no answer: {answer['problem']}"


def _gallery(paths: Sequence[Path], names: dict[Path, str], nodes: int) -> Exhibit:
    key, title = "gallery", "thermographs of problems"
    if not paths:
        return Exhibit(key, title, missing=NO_PROBLEMS)
    step = max(len(paths) // MOST_PICTURES, 1)
    chosen = list(paths[::step])[:MOST_PICTURES]
    units = {
        path: Unit(
            f"thermograph-{names[path]}",
            thermograph_unit,
            {"file": str(path), "nodes": nodes},
        )
        for path in chosen
    }

    def show(found: StudyResults) -> Sequence[Block]:
        blocks: list[Block] = []
        for path, unit in units.items():
            told = found[unit]
            blocks += [
                ReportText(
                    f"{names[path]}: temperature {told['temperature']}, mean {told['mean']} "
                    f"({told['certainty']})."
                ),
                ReportPicture(f"Thermograph of {names[path]}", told["svg"]),
            ]
        return blocks

    return Exhibit(key, title, (), tuple(units.values()), show, (POSITIONS,))


STUDY = Study(
    "frejlak",
    "Deep learning and combinatorial game theory: temperatures in the game of Go",
    "S. Frejlak, Deep learning and combinatorial game theory; evaluating temperatures in the game "
    "of go (University of Warsaw, 2024)",
    GAME,
    exhibits,
    {"problems": "a folder of endgame problems, SGF files"},
    (
        "An answer is right if the temperature equals that of the problem. The scale shortens "
        "searches only; all problems of the folder are answered. A search that ends at its most "
        "positions, or after 10 seconds, gives an estimate. The document does not limit its trees; "
        "these limits are ours.",
    ),
)
