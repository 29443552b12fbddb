"""Answers the endgame problems of a folder and counts the right answers."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from multiprocessing import get_context
from pathlib import Path

from tesuji.errors import TesujiError
from tesuji.processes import serve_parent
from tesuji.search import Budget
from tesuji.studies.frejlak.variations import temperature_of_variations
from tesuji.theory.go_endgames.analysis import analyse_region, board_of
from tesuji.theory.go_endgames.guided import Strategy
from tesuji.theory.go_endgames.network import advised_tree
from tesuji.theory.go_endgames.problem_files import Problem, read_problem
from tesuji.theory.go_endgames.report import Certainty


@dataclass(frozen=True)
class Answer:
    """The answer to one problem. Temperatures are by area counting."""

    name: str
    """The file, relative to the folder."""
    expected: Fraction
    temperature: Fraction | None
    """None if there was no answer."""
    certainty: Certainty
    nodes: int
    seconds: float
    problem: str = ""
    """Why there is no answer, in words."""

    @property
    def right(self) -> bool:
        return self.temperature == self.expected


@dataclass(frozen=True)
class Task:
    """One problem to answer within a budget."""

    path: Path
    name: str
    budget: Budget
    variations: bool = False
    """Whether to count the recorded variations instead of searching."""
    strategy: Strategy | None = None
    """How to grow a tree from advice instead of searching."""
    network: Path | None = None
    """The network that advises; None for a short search."""
    counted: bool = False
    """Whether scores in a tree grown from advice come from search instead of the network."""
    threads: int = 1
    """Threads of a search: with two, reading and proof run in parallel."""


def answer(task: Task) -> Answer | None:
    """Answers one problem; returns None for a file without a region or a value."""
    problem = read_problem(task.path)
    expected = problem.temperature
    if expected is None or not problem.region:
        return None
    try:
        if task.variations:
            found = temperature_of_variations(problem, task.budget)
            return Answer(task.name, expected, found, Certainty.ESTIMATE, 0, 0.0)
        if task.strategy is not None:
            return _advised(task, task.strategy, problem, expected)
        report = analyse_region(problem.position, problem.region, task.budget, threads=task.threads)
    except TesujiError as error:
        return Answer(task.name, expected, None, Certainty.ESTIMATE, 0, 0.0, str(error))
    return Answer(
        task.name, expected, report.temperature, report.certainty, report.nodes, report.seconds
    )


def _advised(task: Task, strategy: Strategy, problem: Problem, expected: Fraction) -> Answer:
    """Returns the answer from a tree that grows from advice."""
    start = time.perf_counter()
    board = board_of(problem.position)
    grown = advised_tree(board, problem.region, strategy, task.network, task.counted)
    found = grown.thermograph.temperature
    seconds = time.perf_counter() - start
    return Answer(task.name, expected, found, Certainty.ESTIMATE, grown.nodes, seconds)


def answer_all(
    tasks: Sequence[Task], processes: int = 1, on_answer: Callable[[Answer], None] | None = None
) -> list[Answer]:
    """Answers all problems, in parallel if wanted, and yields them in the order of the tasks."""
    answers = []
    for found in _in_order(tasks, processes):
        if found is not None:
            answers.append(found)
            if on_answer is not None:
                on_answer(found)
    return answers


def _in_order(tasks: Sequence[Task], processes: int) -> Iterator[Answer | None]:
    if processes == 1:
        yield from map(answer, tasks)
        return
    with ProcessPoolExecutor(processes, get_context("spawn"), serve_parent) as pool:
        try:
            yield from pool.map(answer, tasks)
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
