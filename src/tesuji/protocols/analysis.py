"""Analyses positions for programs: JSON queries in, JSON results out, in any order.

A query is one line of JSON on standard input, a result one line on standard output; a result has
the id of its query. Queries wait for a free worker by priority, then in the order they came. It
works like KataGo's analysis engine, for every game.
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
from tesuji.analysis import chance_in, rate_moves
from tesuji.errors import TesujiError
from tesuji.games import Position, names
from tesuji.play import AskedPlayer, Control
from tesuji.players import Choice, player_kinds
from tesuji.protocols.analysis_query import FieldError, Query, read_id, read_object, read_query
from tesuji.protocols.inbox import Inbox
from tesuji.search import Proof, SearchReport
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
                self._accept(read_query(content, self._default_player))
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
        for name in query.unused:
            self._tell({"id": query.id, "warning": "this field is not known", "field": name})
        with self._news:
            if any(job.query.id == query.id for job in self._open):
                raise FieldError("id", f"a query {query.id!r} is still being answered")
            if len(self._waiting) + len(query.positions) > MOST_WAITING:
                raise FieldError(None, f"at most {MOST_WAITING} positions may wait at a time")
            for turn in query.positions:
                order = (-query.priority, next(self._number))
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
            self._tell({"id": job.query.id, "turn": job.turn, "partial": False, "terminated": True})
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
        position = job.query.positions[job.turn]
        outcome = position.outcome
        if outcome is not None:
            winner = None if outcome.winner is None else int(outcome.winner)
            self._tell(
                {"id": job.query.id, "turn": job.turn, "partial": False, "over": True}
                | {"winner": winner, "margin": outcome.margin, "reason": outcome.reason}
            )
            return
        try:
            self._tell(self._result(job, position, self._think(job, position)))
        except TesujiError as error:
            self._complain(job.query.id, error)
        except OutputLost:
            raise
        except Exception as error:
            self._report_defect(job.query.id, error)

    def _think(self, job: _Job, position: Position) -> Choice:
        query = job.query
        with query.kind.make(query.game, query.options) as player:
            player.name = query.kind.spec(query.options)
            asked = AskedPlayer(player)
            asked.start(query.game, position)
            return asked.choose(position, control=job.control)

    def _control(self, query: Query, turn: int) -> Control:
        if query.report_every is None:
            return Control()
        return Control(
            lambda report: self._tell(_report(query, turn, report) | {"partial": True}),
            query.report_every,
        )

    def _result(self, job: _Job, position: Position, choice: Choice) -> dict[str, Any]:
        query = job.query
        if isinstance(choice.report, SearchReport):
            answer = _report(query, job.turn, choice.report)
        else:  # a player that does not search, or does not report
            answer = {"id": query.id, "turn": job.turn, "partial": False}
            answer["for_player"] = int(position.to_move)
            answer["value"] = None if choice.value is None else choice.value.number
        move = choice.move
        answer["chosen"] = None if move is None else query.game.format_move(move)
        if job.control.is_cancelled:
            answer["terminated"] = True
        return answer

    # -- actions ----------------------------------------------------------------------------

    def terminate(self, content: dict[str, Any]) -> None:
        self._terminate(read_id(content, "terminate_id"), _turns(content))
        self._tell(content)

    def terminate_all(self, content: dict[str, Any]) -> None:
        self._terminate(None, _turns(content))
        self._tell(content)

    def query_version(self, content: dict[str, Any]) -> None:
        self._tell(content | {"version": tesuji.__version__})

    def query_games(self, content: dict[str, Any]) -> None:
        self._tell(content | {"games": names()})

    def query_players(self, content: dict[str, Any]) -> None:
        self._tell(content | {"players": {k.name: k.help for k in player_kinds().values()}})


_ACTIONS: dict[str, Callable[[AnalysisEngine, dict[str, Any]], None]] = {
    "terminate": AnalysisEngine.terminate,
    "terminate_all": AnalysisEngine.terminate_all,
    "query_version": AnalysisEngine.query_version,
    "query_games": AnalysisEngine.query_games,
    "query_players": AnalysisEngine.query_players,
}


def _turns(content: dict[str, Any]) -> list[int] | None:
    turns = content.get("turns")
    if turns is not None and not (
        isinstance(turns, list) and all(isinstance(turn, int) for turn in turns)
    ):
        raise FieldError("turns", "turns must be a list of numbers")
    return turns


def _report(query: Query, turn: int, report: SearchReport) -> dict[str, Any]:
    """Returns a report as plain data. Values, chances and scores are for the player to move."""
    ratings = rate_moves(report)
    moves = []
    for order, move in enumerate(report.moves[: query.max_moves]):
        rating = ratings.get(move.move)
        moves.append(
            {
                "move": move.notation,
                "index": move.move,
                "order": order,
                "visits": move.visits,
                "value": move.value.number,
                "win_chance": None if rating is None else rating / 100,
                "rating": rating,
                "prior": move.prior,
                "proof": _proof(move.proof),
                "score": move.score,
                "lead": move.lead,
                "line": list(move.line_notation[: query.line_length]),
            }
        )
    return {
        "id": query.id,
        "turn": turn,
        "partial": False,
        "engine": report.engine,
        "for_player": int(report.value.for_player),
        "value": report.value.number,
        "win_chance": chance_in(report),
        "proof": _proof(report.proof),
        "score": report.score,
        "lead": report.lead,
        "simulations": report.simulations,
        "nodes": report.nodes,
        "seconds": report.seconds,
        "depth": report.depth,
        "moves": moves,
    }


def _proof(proof: Proof) -> str | None:
    return None if proof is Proof.UNKNOWN else proof.value
