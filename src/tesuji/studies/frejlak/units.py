"""Does the units of work of ``tesuji reproduce frejlak``."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from tesuji.search import Budget
from tesuji.studies.exhibits import Findings, Settings, UnitPlace
from tesuji.studies.frejlak.benchmark import Answer, Task, answer
from tesuji.theory.go_endgames import analyse_region, mixed
from tesuji.theory.go_endgames.guided import Strategy
from tesuji.theory.go_endgames.network import find_network
from tesuji.theory.go_endgames.problem_files import read_problem

MEMORY = 1 << 29
"""Bytes for the tree of a problem."""
MOST_SECONDS = 10.0
"""A search ends after this time whatever it has seen: some regions are slow to read."""


def answer_unit(settings: Settings, place: UnitPlace) -> Findings:
    """Answers one problem in one way.

    Settings: `file`, `way`: "search", "expert" (recorded variations), or the name of a strategy
    that grows a tree from advice; `by_network`: whether a network advises then, or a short search;
    `counted`: whether scores come from search; `nodes` of a search.
    """
    way = str(settings["way"])
    path = Path(str(settings["file"]))
    budget = _budget(int(settings.get("nodes", 1)))
    advised = way not in ("search", "expert")
    network = find_network() if advised and settings["by_network"] else None
    task = Task(
        path,
        path.name,
        budget,
        variations=way == "expert",
        strategy=Strategy(way) if advised else None,
        network=network,
        counted=bool(settings["counted"]),
    )
    found = answer(task)
    return {"skipped": True} if found is None else _plain(found)


def _plain(found: Answer) -> Findings:
    return {
        "skipped": False,
        "expected": str(found.expected),
        "temperature": None if found.temperature is None else str(found.temperature),
        "right": found.right,
        "certainty": found.certainty.name.lower(),
        "nodes": found.nodes,
        "seconds": round(found.seconds, 3),
        "problem": found.problem,
    }


def thermograph_unit(settings: Settings, place: UnitPlace) -> Findings:
    """Draws the thermograph of a problem. Settings: `file`, `nodes`."""
    problem = read_problem(Path(str(settings["file"])))
    budget = _budget(int(settings["nodes"]))
    report = analyse_region(problem.position, problem.region, budget)
    return {
        "svg": report.thermograph.svg(),
        "board": problem.position.svg(theme="light"),
        "temperature": _text(report.temperature),
        "mean": _text(report.mean),
        "certainty": report.certainty.name.lower(),
    }


def _text(value: Fraction | None) -> str:
    return "–" if value is None else mixed(value)


def _budget(nodes: int) -> Budget:
    return Budget(nodes=nodes, seconds=MOST_SECONDS, memory=MEMORY)
