"""Analyses positions for programs: JSON queries in, JSON results out, in any order.

A query is one line of JSON on standard input, a result one line on standard output; a result has
the id of its query. Queries wait for a free worker by priority, then in the order they came. It
works like KataGo's analysis engine, for every game; queries of Go may use KataGo's own field names
and are then answered in them.
"""

from __future__ import annotations

import heapq
import itertools
import json
import sys
import threading
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import tesuji
from tesuji.errors import TesujiError
from tesuji.games import Position, names
from tesuji.networks.katago import store
from tesuji.play import AskedPlayer, Control
from tesuji.players import Choice, player_kinds
from tesuji.players.base import keep_to
from tesuji.protocols.analysis_katago import is_katago_query, read_katago_query
from tesuji.protocols.analysis_query import FieldError, Query, read_id, read_object, read_query
from tesuji.protocols.inbox import Inbox
from tesuji.streams import OutputLost

DEFAULT_PLAYER = "best:lines=10"
"""The player if neither the query nor the command names one."""
MOST_WAITING = 10_000
"""The most positions of all queries that may wait."""


@dataclass(order=True, slots=True)
class _Job:
    """One position of a query; jobs are ordered by priority."""

    order: tuple[int, int]
    query: Query = field(compare=False)
    turn: int = field(compare=False)
    control: Control = field(compare=False)


class AnalysisEngine:
    """Answers queries with several workers, each a thread with a player."""

    def __init__(
        self,
        write: Callable[[str], None],
        *,
        default_player: str = DEFAULT_PLAYER,
        workers: int = 1,
        inbox: Inbox | None = None,
    ) -> None:
        """`write` sends a line at once; it is never called by two threads at a time."""
        self.inbox = inbox or Inbox()
        self._write = write
        self._default_player = default_player
        self._number = itertools.count()
        self._waiting: list[_Job] = []
        self._open: list[_Job] = []
        """Jobs that wait or run."""
        self._closing = False
        self._lost: OutputLost | None = None
        """Why output failed, if it did."""
        self._news = threading.Condition()
        self._writing = threading.Lock()
        self._threads = [
            threading.Thread(target=self._work, name=f"analysis {n}", daemon=True)
            for n in range(workers)
        ]
        for thread in self._threads:
            thread.start()

    def serve(self, *, wait: bool = True) -> None:
        """Answers until the input ends, and then, if `wait`, until everything is answered.

        Raises `OutputLost` if answers cannot be written, unless the reader closed the output.
        """
        try:
            while self._lost is None and (line := self.inbox.take()) is not None:
                self.handle(line.text)
            with self._news:
                while wait and self._open and not self._closing:
                    self._news.wait(1.0)
        except OutputLost:
            pass
        finally:
            self.close()
        if self._lost is not None and not self._lost.was_closed:
            raise self._lost

    def close(self) -> None:
        """Stops all players and waits for them."""
        with self._news:
            self._closing = True
            self._news.notify_all()
        for job in self._open[:]:
            job.control.cancel()
        for thread in self._threads:
            thread.join(2.0)

    def handle(self, line: str) -> None:
        """Handles one line of input."""
        if not line.strip():
            return
        id: str | None = None
        try:
            content = read_object(line)
            given = content.get("id")
            id = given if isinstance(given, str) else None
            action = content.get("action")
            if action is None:
                read = read_katago_query if is_katago_query(content) else read_query
                self._accept(read(content, self._default_player))
            elif isinstance(action, str) and action in _ACTIONS:
                read_id(content)
                _ACTIONS[action](self, content)
            else:
                known = ", ".join(_ACTIONS)
                raise FieldError("action", f"there is no action {action!r}; there are: {known}")
        except TesujiError as error:
            self._complain(id, error)
        except OutputLost:
            raise
        except Exception as error:
            self._report_defect(id, error)

    def _report_defect(self, id: str | None, error: Exception) -> None:
        traceback.print_exc(file=sys.stderr)
        self._complain(id, FieldError(None, f"internal error: {type(error).__name__}: {error}"))

    def _complain(self, id: str | None, error: TesujiError) -> None:
        lines = str(error).splitlines()
        answer: dict[str, Any] = {} if id is None else {"id": id}
        answer["error"] = lines[0] if lines else type(error).__name__
        if isinstance(error, FieldError) and error.field is not None:
            answer["field"] = error.field
        self._tell(answer)

    def _tell(self, answer: dict[str, Any]) -> None:
        text = json.dumps(answer, ensure_ascii=False, allow_nan=False)
        if any("\ud800" <= letter <= "\udfff" for letter in text):
            # A lone surrogate in an id can be written in JSON, but not in UTF-8.
            text = json.dumps(answer, allow_nan=False)
        with self._writing:
            try:
                self._write(text + "\n")
            except OutputLost as lost:
                self._lost = lost
                raise

    # -- the queue --------------------------------------------------------------------------

    def _accept(self, query: Query) -> None:
        for name, warning in query.warnings:
            self._tell({"id": query.id, "warning": warning, "field": name})
        with self._news:
            if any(job.query.id == query.id for job in self._open):
                raise FieldError("id", f"a query {query.id!r} is still being answered")
            if len(self._waiting) + len(query.positions) > MOST_WAITING:
                raise FieldError(None, f"at most {MOST_WAITING} positions may wait at a time")
            for turn in query.positions:
                order = (-query.priorities[turn], next(self._number))
                job = _Job(order, query, turn, self._control(query, turn))
                heapq.heappush(self._waiting, job)
                self._open.append(job)
            self._news.notify_all()

    def _terminate(self, id: str | None, turns: list[int] | None) -> None:
        """Ends the jobs of a query, or of all; waiting ones end without a result."""
        with self._news:
            chosen = [
                job
                for job in self._open
                if (id is None or job.query.id == id) and (turns is None or job.turn in turns)
            ]
            idle = [job for job in chosen if job in self._waiting]
            for job in idle:
                self._waiting.remove(job)
                self._open.remove(job)
            heapq.heapify(self._waiting)
            self._news.notify_all()
        for job in idle:
            self._tell(job.query.answers.terminated(job.turn))
        for job in chosen:
            if job not in idle:
                job.control.cancel()

    # -- the work ---------------------------------------------------------------------------

    def _work(self) -> None:
        while True:
            with self._news:
                while not self._waiting and not self._closing:
                    self._news.wait()
                if self._closing:
                    return
                job = heapq.heappop(self._waiting)
            try:
                self._answer(job)
            except OutputLost:
                self._closing = True
                self.inbox.end()
            finally:
                with self._news:
                    self._open.remove(job)
                    self._news.notify_all()

    def _answer(self, job: _Job) -> None:
        query, position = job.query, job.query.positions[job.turn]
        if position.is_over:
            self._tell(query.answers.over(job.turn))
            return
        try:
            choice = self._think(job, position)
            cancelled = job.control.is_cancelled
            self._tell(query.answers.result(job.turn, choice, was_cancelled=cancelled))
        except TesujiError as error:
            self._complain(query.id, error)
        except OutputLost:
            raise
        except Exception as error:
            self._report_defect(query.id, error)

    def _think(self, job: _Job, position: Position) -> Choice:
        query = job.query
        with query.kind.make(query.game, query.options) as player:
            player.name = query.kind.spec(query.options)
            if job.turn in query.only:
                keep_to(player, query.only[job.turn])
            asked = AskedPlayer(player)
            asked.start(query.game, position)
            return asked.choose(position, control=job.control)

    def _control(self, query: Query, turn: int) -> Control:
        if query.report_every is None:
            return Control()
        return Control(
            lambda report: self._tell(query.answers.progress(turn, report)),
            query.report_every,
        )

    # -- actions ----------------------------------------------------------------------------

    def terminate(self, content: dict[str, Any]) -> None:
        name = "terminateId" if "terminateId" in content else "terminate_id"
        self._terminate(read_id(content, name), _turns(content))
        self._tell(content)

    def terminate_all(self, content: dict[str, Any]) -> None:
        self._terminate(None, _turns(content))
        self._tell(content)

    def clear_cache(self, content: dict[str, Any]) -> None:
        """Does nothing: no cache outlives a query."""
        self._tell(content)

    def query_version(self, content: dict[str, Any]) -> None:
        self._tell(content | {"version": tesuji.__version__})

    def query_games(self, content: dict[str, Any]) -> None:
        self._tell(content | {"games": names()})

    def query_models(self, content: dict[str, Any]) -> None:
        """Lists the installed networks of KataGo, as KataGo does."""
        models = [{"name": name, "usesHumanSLProfile": False} for name in store.installed()]
        self._tell(content | {"models": models})

    def query_players(self, content: dict[str, Any]) -> None:
        self._tell(content | {"players": {k.name: k.help for k in player_kinds().values()}})


_ACTIONS: dict[str, Callable[[AnalysisEngine, dict[str, Any]], None]] = {
    "terminate": AnalysisEngine.terminate,
    "terminate_all": AnalysisEngine.terminate_all,
    "clear_cache": AnalysisEngine.clear_cache,
    "query_version": AnalysisEngine.query_version,
    "query_games": AnalysisEngine.query_games,
    "query_models": AnalysisEngine.query_models,
    "query_players": AnalysisEngine.query_players,
}


def _turns(content: dict[str, Any]) -> list[int] | None:
    name = "turnNumbers" if "turnNumbers" in content else "turns"
    turns = content.get(name)
    if turns is not None and not (
        isinstance(turns, list) and all(isinstance(turn, int) for turn in turns)
    ):
        raise FieldError(name, f"{name} must be a list of numbers")
    return turns
