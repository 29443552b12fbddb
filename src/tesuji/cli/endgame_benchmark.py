"""Implements ``tesuji endgame-benchmark``, which answers all problems of a folder."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from tesuji.cli.endgame_strategies import ALL, AdviceSetting, show_strategies
from tesuji.cli.limits import MOST_WORKERS
from tesuji.cli.output import AsJson, live, print_json, print_table, write_file
from tesuji.errors import TesujiError
from tesuji.match.pool import usual_workers
from tesuji.search import Budget
from tesuji.studies.frejlak.benchmark import Answer, Task, answer_all
from tesuji.studies.frejlak.verdicts import verdict_page
from tesuji.theory.go_endgames import Certainty, mixed
from tesuji.theory.go_endgames.problem_files import find_problems

_MEGABYTE = 1 << 20


def register(app: typer.Typer) -> None:
    app.command("endgame-benchmark")(endgame_benchmark)


def endgame_benchmark(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A folder of problems, as SGF.")],
    seconds: Annotated[float, typer.Option(help="Time limit per problem, in seconds.")] = 30.0,
    nodes: Annotated[
        int | None, typer.Option(min=1, help="Maximum number of positions to search.")
    ] = None,
    memory: Annotated[int, typer.Option(min=1, help="Memory for the tree, in MB.")] = 1024,
    variations: Annotated[
        bool,
        typer.Option("--variations", help="Count the recorded variations instead of searching."),
    ] = False,
    strategy: Annotated[
        str | None,
        typer.Option(
            help="Grow a tree from advice: best, threshold, phantom, depth-one or answered; all: a "
            "table of them."
        ),
    ] = None,
    net: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Network that advises: a file, a run of 'train go-endgames', or 'none' for a "
            "short search; the one that comes with Tesuji by default.",
        ),
    ] = None,
    counted: Annotated[
        bool, typer.Option("--counted", help="With --strategy, let a search count scores.")
    ] = False,
    processes: Annotated[
        int, typer.Option(min=1, max=MOST_WORKERS, help="Problems solved in parallel.")
    ] = 1,
    threads: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=2,
            show_default=False,
            help="Threads for each problem: with 2, reading and proof run in parallel. 2 by "
            "default where there are processors for them.",
        ),
    ] = None,
    verdicts: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Write a page with each answer and the verdict about the problem, as Markdown.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Solve all endgame problems in a folder, and count the correct answers.

    The comment at the root of a problem gives the value of the move: the difference between Black's
    and White's move by territory counting.

    Examples:

        tesuji endgame-benchmark problems --seconds 30 --processes 2 --json

        tesuji endgame-benchmark problems --strategy all

        tesuji endgame-benchmark problems --seconds 30 --verdicts verdicts.md
    """
    budget = Budget(seconds=seconds, nodes=nodes, memory=memory * _MEGABYTE)
    if threads is not None and (variations or strategy is not None):
        raise TesujiError("--threads is for searches, not for --variations or --strategy")
    threads = threads or (2 if 2 * processes <= usual_workers() else 1)
    advice = AdviceSetting.chosen(strategy, net, counted)
    if verdicts is not None and (variations or strategy is not None):
        raise TesujiError("--verdicts is for searches, not for --variations or --strategy")
    if strategy == ALL:
        show_strategies(folder, budget, advice, processes, as_json)
        return
    answers = _search(folder, budget, variations, advice, processes, threads)
    if verdicts is not None:
        limit = f"--seconds {seconds:g}" if nodes is None else f"--nodes {nodes}"
        how = f"tesuji endgame-benchmark {folder.name} {limit} --processes {processes} "
        write_file(
            verdicts, verdict_page(answers, f"{how}--threads {threads} --verdicts FILE").encode()
        )
    _show(answers, as_json)


def _search(
    folder: Path,
    budget: Budget,
    variations: bool,
    advice: AdviceSetting,
    processes: int,
    threads: int,
) -> list[Answer]:
    """Answers all problems of `folder`, and shows how far it is."""
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

        return answer_all(tasks, processes, show)


def _show(answers: list[Answer], as_json: bool) -> None:
    """Prints how many answers are right, and which are wrong."""
    wrong = [answer for answer in answers if not answer.right]
    if as_json:
        print_json(
            {
                "correct": len(answers) - len(wrong),
                "total": len(answers),
                "wrong": [_wrong_as_json(answer) for answer in wrong],
                "exact": sum(answer.certainty is Certainty.EXACT for answer in answers),
                "solved": sum(answer.certainty is not Certainty.ESTIMATE for answer in answers),
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
            answer.certainty.name.lower(),
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
        "certainty": answer.certainty.name.lower(),
    }
