"""``tesuji temperature --benchmark``: all problems of a folder, and how many are answered right."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rich.table import Table

from tesuji.cli.output import live, print_json, print_table
from tesuji.cli.temperature_strategies import Advice
from tesuji.search import Budget
from tesuji.studies.frejlak.benchmark import Answer, Task, answer_all
from tesuji.theory.go_endgames import mixed
from tesuji.theory.go_endgames.problems import find_problems


def run_benchmark(
    folder: Path,
    budget: Budget,
    variations: bool,
    advice: Advice,
    processes: int,
    threads: int,
    as_json: bool,
) -> None:
    """Answers all problems of `folder`, and shows which ones were answered wrongly."""
    tasks = [
        Task(
            path,
            str(path.relative_to(folder)),
            budget,
            variations=variations,
            strategy=advice.strategy,
            network=advice.network,
            counted=advice.counted,
            threads=threads,
        )
        for path in find_problems(folder)
    ]
    done: list[Answer] = []
    with live() as screen:

        def show(answer: Answer) -> None:
            done.append(answer)
            right = sum(one.right for one in done)
            screen.update(f"{len(done)} of {len(tasks)} problems, {right} right; {answer.name}")

        answers = answer_all(tasks, processes, show)
    wrong = [answer for answer in answers if not answer.right]
    if as_json:
        print_json(
            {
                "correct": len(answers) - len(wrong),
                "total": len(answers),
                "wrong": [_wrong_as_json(answer) for answer in wrong],
                "exact": sum(answer.exact for answer in answers),
                "seconds": round(sum(answer.seconds for answer in answers), 1),
            }
        )
        return
    table = Table("problem", "expected", "found", "", "positions", "seconds")
    for answer in wrong:
        table.add_row(
            answer.name,
            mixed(answer.expected),
            answer.problem if answer.temperature is None else mixed(answer.temperature),
            "exact" if answer.exact else "",
            f"{answer.nodes:,}",
            f"{answer.seconds:.1f}",
        )
    if wrong:
        print_table(table)
    print(f"{len(answers) - len(wrong)} of {len(answers)} right")


def _wrong_as_json(answer: Answer) -> dict[str, Any]:
    return {
        "file": answer.name,
        "expected": str(answer.expected),
        "temperature": None if answer.temperature is None else str(answer.temperature),
        "exact": answer.exact,
    }
