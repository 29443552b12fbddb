"""Implements ``tesuji endgame-benchmark --strategy``, which grows trees from advice."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.table import Table

from tesuji.cli.output import live, print_json, print_table
from tesuji.errors import TesujiError
from tesuji.search import Budget
from tesuji.studies.frejlak.benchmark import Answer, Task, answer_all
from tesuji.theory.go_endgames.guided import Strategy
from tesuji.theory.go_endgames.network import EndgameNetwork, find_network
from tesuji.theory.go_endgames.problem_files import find_problems

ALL = "all"
NONE = "none"


@dataclass(frozen=True)
class AdviceSetting:
    """The options for answering a benchmark from advice."""

    strategy: Strategy | None
    """None without advice, or for all strategies."""
    network: Path | None
    counted: bool

    @classmethod
    def chosen(cls, strategy: str | None, network: str | None, counted: bool) -> AdviceSetting:
        """Reads the options of the command; raises `TesujiError` if they are not valid."""
        if strategy is None:
            if network is not None or counted:
                raise TesujiError("--net and --counted belong to --strategy")
            return cls(None, None, False)
        found = None if network == NONE else find_network(network)
        if found is not None:
            EndgameNetwork.load(found)  # a bad file is refused before anything is answered
        if strategy == ALL:
            return cls(None, found, counted)
        try:
            return cls(Strategy(strategy), found, counted)
        except ValueError:
            known = ", ".join([*(known.value for known in Strategy), ALL])
            raise TesujiError(f"there is no strategy {strategy!r}; there are: {known}") from None


@dataclass(frozen=True)
class _Row:
    """One way to answer all problems."""

    moves: str
    scores: str
    strategy: Strategy | None
    """None: the recorded variations."""
    network: Path | None = None
    counted: bool = False

    def task(self, path: Path, folder: Path, budget: Budget) -> Task:
        name = str(path.relative_to(folder))
        variations = self.strategy is None
        return Task(path, name, budget, variations, self.strategy, self.network, self.counted)


def show_strategies(
    folder: Path, budget: Budget, advice: AdviceSetting, processes: int, as_json: bool
) -> None:
    """Answers the problems of a folder with every strategy, and prints how many are right."""
    paths = find_problems(folder)
    rows = _rows(advice)
    found: list[tuple[_Row, list[Answer]]] = []
    with live(not as_json) as screen:
        for row in rows:
            done: list[Answer] = []

            def show(answer: Answer, row: _Row = row, done: list[Answer] = done) -> None:
                done.append(answer)
                right = sum(one.right for one in done)
                screen.update(
                    f"{row.moves}, {_title(row)}: {len(done)} of {len(paths)}, {right} right"
                )

            tasks = [row.task(path, folder, budget) for path in paths]
            found.append((row, answer_all(tasks, processes, show)))
    if as_json:
        print_json([_as_json(row, answers) for row, answers in found])
        return
    table = Table("moves", "strategy", "scores", "right", "share", "positions", "seconds")
    for row, answers in found:
        plain = _as_json(row, answers)
        table.add_row(
            row.moves,
            _title(row),
            row.scores,
            f"{plain['correct']} of {plain['total']}",
            f"{plain['correct'] / max(plain['total'], 1):.0%}",
            f"{plain['nodes']:,}",
            f"{plain['seconds']:.0f}",
        )
    print_table(table)


def _rows(advice: AdviceSetting) -> list[_Row]:
    """Returns the thesis's rows: a network alone, with scores by search, and expert moves."""
    rows = []
    if advice.network is not None:
        rows += [_Row("network", "network", strategy, advice.network) for strategy in Strategy]
        rows.append(_Row("network", "search", Strategy.DEPTH_ONE, advice.network, counted=True))
    rows.append(_Row("search", "search", Strategy.DEPTH_ONE))
    return [*rows, _Row("expert", "search", None)]


def _title(row: _Row) -> str:
    return "recorded" if row.strategy is None else row.strategy.value


def _as_json(row: _Row, answers: list[Answer]) -> dict[str, Any]:
    return {
        "moves": row.moves,
        "strategy": _title(row),
        "scores": row.scores,
        "correct": sum(answer.right for answer in answers),
        "total": len(answers),
        "nodes": sum(answer.nodes for answer in answers),
        "seconds": round(sum(answer.seconds for answer in answers), 1),
        "right": [answer.name for answer in answers if answer.right],
    }
