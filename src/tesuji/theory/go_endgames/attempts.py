"""Schedules the searches of a region: for a proof, closed, open and grown, or a reading."""

from __future__ import annotations

import time
from collections.abc import Collection
from dataclasses import dataclass, replace
from enum import Enum
from threading import Event, Thread
from typing import Any

from tesuji import core
from tesuji.errors import TesujiError
from tesuji.search import Budget
from tesuji.theory.go_endgames.attempt import (
    AT_STAKE,
    READING_CARE,
    Attempt,
    OnProgress,
    search_region,
)
from tesuji.theory.go_endgames.local import LocalPosition, local_position
from tesuji.theory.go_endgames.regions import grown
from tesuji.theory.go_endgames.report import Certainty
from tesuji.theory.go_endgames.surroundings import BLACK, WHITE, StoneGrid

_CLOSE = 1e-6
_MOST_RINGS = 2
_SHARE_FOR_PROOF = 1 / 3
"""Share of the time for the first search for a proof, if a reading may follow."""
_CARE = (READING_CARE, 30_000, 100_000)
"""Increasing care of readings."""
_PATIENCE = 1.0
_PATIENT_SHARE = 0.05
"""Seconds, and share of the time, before a reading starts: most regions are solved at once."""
_SHARE_FOR_EDGES = 4
_LEAST_FOR_EDGES = 1.0
"""Limits for checking the edge of an answer: a multiple of its time, and seconds."""
_LEAST_MEMORY = 1 << 20
_MEMORY_SHARE = 4
"""Divisor of the memory for a reading in parallel with a proof, which needs far more."""


class Reading(Enum):
    """When a region is read."""

    NEVER = "never"
    AFTER = "after the search for a proof, where that finds none"
    BESIDE = "beside it, in a thread of its own"


@dataclass(frozen=True)
class ProvenCase:
    """A search, and a position that it proves something about."""

    local: LocalPosition
    attempt: Attempt
    """A search of this position, or of one that differs in points out of reach only."""


class Attempts:
    """Searches a region under several assumptions about its edge, and grows it if they differ."""

    def __init__(
        self,
        board: StoneGrid,
        region: Collection[int],
        budget: Budget,
        start: float,
        on_progress: OnProgress | None,
        reading: Reading,
    ) -> None:
        self._board = board
        self._region = region
        self._budget = budget
        self._start = start
        self._on_progress = on_progress
        self._done: list[Attempt] = []
        self._cases: dict[tuple[int, int, int | None], ProvenCase] = {}
        self._proven_with = 0
        self._when = reading
        self._proofs_of_edges = reading is not Reading.NEVER
        self._reader: _RegionReader | None = None
        if reading is Reading.BESIDE and budget.seconds is not None:
            memory = max(budget.memory // _MEMORY_SHARE, _LEAST_MEMORY)
            self._reader = _RegionReader(board, region, replace(budget, memory=memory), start)
            left = max(budget.memory - memory, _LEAST_MEMORY)
            self._budget = replace(budget, memory=left)

    def run(self) -> tuple[Attempt, Certainty, int, list[str]]:
        """Returns the answer, its certainty, the nodes of all searches, and remarks."""
        try:
            if self._reader is not None:
                self._reader.begin()
            chosen, certainty, warnings = self._choose()
        finally:
            if self._reader is not None:
                self._reader.end()
        return chosen, certainty, sum(attempt.nodes for attempt in self._done), warnings

    def proofs(self, certainty: Certainty) -> list[ProvenCase]:
        """Returns the searches that an answer of `run` rests on, one for each assumption."""
        assumptions: list[tuple[int, int | None]] = []
        if certainty is not Certainty.ESTIMATE:
            assumptions += [(0, None), (AT_STAKE, None)]
        if certainty is Certainty.EXACT:
            assumptions += [(0, BLACK), (0, WHITE)]
        return [self._cases[self._proven_with, *assumption] for assumption in assumptions]

    def _choose(self) -> tuple[Attempt, Certainty, list[str]]:
        answer: Attempt | None = None
        certainty, warnings = Certainty.ESTIMATE, list[str]()
        for rings in range(_MOST_RINGS + 1):
            if answer is not None and not self._time_left():
                break
            # An unsolved larger region says less than a solved smaller one.
            closed = self._search(rings, must_be_solved=answer is not None)
            if closed is None:
                break
            if not closed.exact:
                return self._read(closed), Certainty.ESTIMATE, []
            opened = self._search(rings, AT_STAKE)
            if opened is None:
                if answer is None:
                    answer = closed
                    warnings = ["proven with what lies beyond the edge out of reach"]
                break
            is_solved = certainty is Certainty.INSIDE
            if not opened.agrees(closed):
                if not is_solved:
                    answer = opened
                    warnings = ["what lies beyond the edge of the region matters"]
                continue
            # The solution of a smaller region is replaced only by a certain answer.
            if not is_solved:
                answer, certainty, warnings = closed, Certainty.INSIDE, []
                self._proven_with = rings
            if not self._proofs_of_edges:
                break
            if self._holds_at_every_edge(rings, closed):
                self._proven_with = rings
                return closed, Certainty.EXACT, []
            self._hurry()
        assert answer is not None
        return answer, certainty, warnings

    def _holds_at_every_edge(self, rings: int, closed: Attempt) -> bool:
        """Returns whether the answer holds in either colour's worst case beyond the edge."""
        for colour in (BLACK, WHITE):
            doubted = self._search(rings, doubted=colour)
            if doubted is None or not doubted.agrees(closed):
                return False
        return True

    def _hurry(self) -> None:
        """Limits the time for checking the edge to a multiple of the time of the answer."""
        if self._budget.seconds is not None:
            spent = time.perf_counter() - self._start
            until = min(self._budget.seconds, _SHARE_FOR_EDGES * spent + _LEAST_FOR_EDGES)
            self._budget = replace(self._budget, seconds=until)

    def _read(self, unsolved: Attempt) -> Attempt:
        """Returns the answer for a region that is too large to be solved."""
        if self._when is Reading.NEVER:
            return unsolved
        reader = self._reader or _RegionReader(self._board, self._region, self._budget, self._start)
        found = reader.answer()
        self._done += reader.done
        if found is None or found.temperature < _CLOSE < unsolved.temperature:
            return unsolved  # a claim that nothing is left is not trusted if something was seen
        same = found.local.points == unsolved.local.points
        return found if not same or unsolved.allows(found) else unsolved

    def _search(
        self, rings: int, beyond: int = 0, doubted: int | None = None, must_be_solved: bool = True
    ) -> Attempt | None:
        """Does one search; returns None if there is no time for it or no use."""
        try:
            region = grown(self._board, self._region, rings)
            local = local_position(self._board, region, beyond, doubted)
        except TesujiError:
            if not self._done:
                raise
            return None
        case = rings, beyond, doubted
        for before in self._done:
            if (before.local.points, before.local.walls) == (local.points, local.walls):
                self._cases[case] = ProvenCase(local, before)
                return before  # nothing depends on the outside
        until = self._budget.seconds
        if until is not None and not self._done and self._when is Reading.AFTER:
            until *= _SHARE_FOR_PROOF
        attempt = self._attempt(rings, local, until)
        self._cases[case] = ProvenCase(local, attempt)
        if attempt.exact and self._reader is not None:
            self._reader.end()
        return attempt if attempt.exact or not must_be_solved else None

    def _attempt(self, rings: int, local: LocalPosition, until: float | None) -> Attempt:
        """Searches a position until `until` seconds after the start."""
        limits = _limits(self._budget, until, self._start)
        attempt = search_region(
            self._board, self._region, rings, local, limits, self._on_progress, 0
        )
        self._done.append(attempt)
        return attempt

    def _time_left(self) -> bool:
        return _is_time_left(self._budget, self._start)


class _RegionReader:
    """Reads a region along promising lines, with increasing care while there is time.

    The areas beyond the edge of the region are at stake. An interrupted reading counts less than a
    finished one.
    """

    def __init__(
        self, board: StoneGrid, region: Collection[int], budget: Budget, start: float
    ) -> None:
        self._board = board
        self._region = region
        self._budget = budget
        self._start = start
        self.done: list[Attempt] = []
        self._not_wanted = Event()
        self._control: Any = None
        self._thread: Thread | None = None
        self._found: Attempt | None = None
        self._failure: BaseException | None = None

    def begin(self) -> None:
        """Starts reading in a separate thread, unless the answer is not needed."""
        self._thread = Thread(target=self._read_later, daemon=True)
        self._thread.start()

    def end(self) -> None:
        """Stops reading, because the answer is not needed any more."""
        self._not_wanted.set()
        if self._control is not None:
            self._control.stop()
        if self._thread is not None:
            self._thread.join()

    def answer(self) -> Attempt | None:
        """Returns the answer; None if there was no time at all."""
        if self._thread is None:
            self._read()
        else:
            self._thread.join()
        if self._failure is not None:
            raise self._failure
        return self._found

    def _read_later(self) -> None:
        seconds = self._budget.seconds or 0
        if self._not_wanted.wait(min(_PATIENCE, seconds * _PATIENT_SHARE)):
            return
        try:
            self._read()
        except BaseException as error:  # raised again when the answer is requested
            self._failure = error

    def _read(self) -> None:
        local = local_position(self._board, self._region, AT_STAKE)
        for care in _CARE:
            if self._not_wanted.is_set() or not _is_time_left(self._budget, self._start):
                break
            limits = _limits(self._budget, self._budget.seconds, self._start)
            self._control = core.SearchControl(limits.for_core())
            if self._not_wanted.is_set():
                break  # `end` may have come before there was a control to stop
            found = search_region(
                self._board, self._region, 0, local, limits, None, care, self._control
            )
            self.done.append(found)
            if self._found is None:
                self._found = found
            elif not found.converged:
                break
            # A claim that nothing is left to gain is not trusted if something was seen before.
            elif not found.temperature < _CLOSE < self._found.temperature:
                self._found = found


def _limits(budget: Budget, until: float | None, start: float) -> Budget:
    """Returns the rest of a budget, until `until` seconds after the start."""
    seconds = None if until is None else seconds_left(Budget(seconds=until), start)
    return Budget(nodes=budget.nodes, seconds=seconds, memory=budget.memory)


def _is_time_left(budget: Budget, start: float) -> bool:
    left = seconds_left(budget, start)
    return left is None or left > 0.05


def seconds_left(budget: Budget, start: float) -> float | None:
    """Returns the remaining seconds of a budget, at least 0.01; None without a limit."""
    if budget.seconds is None:
        return None
    return max(budget.seconds - (time.perf_counter() - start), 0.01)
