"""Plays games on the nodes of a Ray cluster.

Each actor plays games of self-play, a few at a time, with a network that reaches it through the
object store, and games of matches in between. Training stays in the process that started the run,
which also writes all files. Nodes may join and leave at any time: a dead actor is replaced, its
unfinished games are lost, and new processors get actors.
"""

from __future__ import annotations

import dataclasses
import hashlib
import tempfile
import time
from collections import deque
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tesuji.errors import TesujiError
from tesuji.files import write_atomically
from tesuji.games import Game
from tesuji.learning.alphazero.backends import (
    Hand,
    OnGame,
    PlayOrder,
    Stop,
    Workplace,
    portable,
)
from tesuji.learning.alphazero.config import Config
from tesuji.learning.alphazero.game_files import pack_games, unpack_games
from tesuji.learning.alphazero.self_player import PlayStats
from tesuji.learning.common.cluster import join_cluster
from tesuji.match import GameResult, GameTask, derived_seed
from tesuji.search import SelfPlayGame

_LOOK_AROUND = 2.0
"""Seconds between checks of the cluster's processors."""
_TRIES = 20
"""The number of consecutive actor deaths without a single game that is an error."""


class RemoteGames(NamedTuple):
    """The answer of an actor."""

    packed: bytes
    """Games as an NPZ file."""
    stats: PlayStats
    core_seconds: float
    """Processor time of the actor since its last answer."""


class RemoteHand:
    """A `Hand` in an actor, which also plays games of matches."""

    def __init__(self, place: Workplace) -> None:
        self._hand = Hand(place)
        self._told = 0.0
        """Processor time of this actor that was already reported."""

    def is_ready(self) -> bool:
        """Returns as soon as the actor is placed."""
        return True

    def play(self, network: bytes | None, games: int, seed: int) -> RemoteGames:
        """Plays a few games of self-play."""
        played: list[SelfPlayGame] = []
        try:
            order = PlayOrder(network, games, seed)
            stats = self._hand.play(order, played.append, lambda: False)
        except Exception as error:
            raise portable(error) from None
        before, self._told = self._told, time.process_time()
        return RemoteGames(pack_games(played, compress=False), stats, self._told - before)

    def match(self, task: GameTask, files: dict[str, bytes]) -> GameResult:
        """Plays a game of a match; `files` holds networks by their path on the main machine."""
        players = list(task.players)
        for path, data in files.items():
            name = f"tesuji-{hashlib.sha256(data).hexdigest()[:32]}.onnx"
            local = Path(tempfile.gettempdir()) / name
            if not local.exists():
                write_atomically(local, data)
            players = [spec.replace(path, str(local)) for spec in players]
        try:
            return dataclasses.replace(task, players=(players[0], players[1])).play()
        except Exception as error:
            raise portable(error) from None


class RayBackend:
    """Uses the processors of a cluster: one actor for each, or as many as requested."""

    plays_beside = True

    def __init__(
        self, game: Game, config: Config, seed: int, workers: int | None, address: str | None
    ) -> None:
        """Joins the cluster at `address` or RAY_ADDRESS, or starts one here."""
        ray, self._owns = join_cluster(address)
        self._ray = ray
        self._place = Workplace.of(game, config, seed)
        self._wanted = workers or None
        # A few games at a time, so that they arrive steadily and little is lost with an actor.
        self._chunk = max(config.self_play.games_at_once // 4, 1)
        self._actor_class = ray.remote(num_cpus=1, max_restarts=0)(RemoteHand)
        self._actors: list[Any] = []
        self._joining: dict[Any, Any] = {}
        """Actors that wait for a processor, by their `is_ready` result; they get no work yet,
        because the processor may have left with its node."""
        self._running: dict[Any, tuple[Any, GameTask | None]] = {}
        """Pending orders: the actor, and the game of a match, if it is one."""
        self._early: list[RemoteGames] = []
        """Self-play that was finished while a match was played."""
        self._orders = 0
        self._deaths = 0
        self._looked = 0.0
        self.core_seconds = 0.0
        self.replaced = 0
        """Actors that died and were replaced."""

    def self_play(
        self, network: bytes | None, games: int, seed: int, on_game: OnGame, stop: Stop
    ) -> PlayStats:
        weights = None if network is None else self._ray.put(network)
        began, ended, evaluations = time.perf_counter(), 0, 0
        while ended < games and not stop():
            for actor in self._idle_actors():
                self._orders += 1
                order = (weights, min(self._chunk, games - ended), derived_seed(seed, self._orders))
                self._running[actor.play.remote(*order)] = actor, None
            self._early += [answer for task, answer in self._answers() if task is None]
            for answer in self._early:
                evaluations += answer.stats.evaluations
                self.core_seconds += answer.core_seconds
                for game in unpack_games(answer.packed):
                    on_game(game)
                    ended += 1
            self._early.clear()
        return PlayStats(evaluations, time.perf_counter() - began)

    def matches(self, tasks: Iterable[GameTask]) -> Iterator[tuple[GameTask, GameResult]]:
        waiting = deque(tasks)
        missing = len(waiting)
        files: dict[str, Any] = {}
        while missing:
            for actor in self._idle_actors():
                if not waiting:
                    break
                task = waiting.popleft()
                paths = {path for spec in task.players for path in _network_paths(spec)}
                mine = {path: files.setdefault(path, Path(path).read_bytes()) for path in paths}
                self._running[actor.match.remote(task, mine)] = actor, task
            for task_or_none, answer in self._answers(lost=waiting):
                if task_or_none is None:
                    self._early.append(answer)
                else:
                    missing -= 1
                    yield task_or_none, answer

    # -- actors -----------------------------------------------------------------------------------

    def _idle_actors(self) -> list[Any]:
        """Returns the idle actors, and from time to time new ones for new processors."""
        if time.monotonic() - self._looked >= _LOOK_AROUND:
            self._looked = time.monotonic()
            self._hire()
        if self._joining:
            for reference in self._ray.wait(list(self._joining), timeout=0)[0]:
                actor = self._joining.pop(reference)
                self._actors.append(actor)
                try:
                    self._ray.get(reference)
                except self._ray.exceptions.RayTaskError as error:
                    raise TesujiError(f"an actor failed: {error.cause or error}") from error
                except self._ray.exceptions.RayError as error:
                    self._bury(actor, error)
        busy = [actor for actor, _ in self._running.values()]
        return [actor for actor in self._actors if actor not in busy]

    def _hire(self) -> None:
        """Adjusts the number of actors to the processors; actors without one are dismissed."""
        processors = int(self._ray.cluster_resources().get("CPU", 1))
        wanted = self._wanted or max(processors, 1)
        while len(self._actors) + len(self._joining) < wanted:
            actor = self._actor_class.remote(self._place)
            self._joining[actor.is_ready.remote()] = actor
        while self._joining and len(self._actors) + len(self._joining) > wanted:
            _, actor = self._joining.popitem()
            self._ray.kill(actor)

    def _answers(
        self, lost: deque[GameTask] | None = None
    ) -> Iterator[tuple[GameTask | None, Any]]:
        """Returns the new answers; dead actors are dropped, and their match games go to `lost`."""
        if not self._running:
            time.sleep(0.1)
            return
        for reference in self._ray.wait(list(self._running), num_returns=1, timeout=0.1)[0]:
            actor, task = self._running.pop(reference)
            try:
                answer = self._ray.get(reference)
            except self._ray.exceptions.RayTaskError as error:
                raise TesujiError(f"an actor failed: {error.cause or error}") from error
            except self._ray.exceptions.RayError as error:
                self._bury(actor, error)
                if task is not None and lost is not None:
                    lost.append(task)
                continue
            self._deaths = 0
            yield task, answer

    def _bury(self, actor: Any, error: Exception) -> None:
        self._actors.remove(actor)
        self._deaths += 1
        self.replaced += 1
        self._looked = 0.0
        if self._deaths > _TRIES:
            raise TesujiError(f"every actor of the cluster failed: {error}") from error

    def close(self) -> None:
        if not self._ray.is_initialized():
            return
        for actor in (*self._actors, *self._joining.values()):
            self._ray.kill(actor)
        self._actors.clear()
        self._joining.clear()
        self._running.clear()
        if self._owns:
            self._ray.shutdown()


def _network_paths(spec: str) -> Iterator[str]:
    """Yields the file in ``alphazero:net="FILE",…``."""
    _, found, rest = spec.partition('net="')
    if found:
        yield rest.partition('"')[0]
