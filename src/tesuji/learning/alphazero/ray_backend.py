"""Playing on the nodes of a Ray cluster.

Each actor plays games of self-play, a few at a time, with a network that reaches it through the
object store; games of matches are tasks. Learning stays in the process that began the run, which
also writes all files. Nodes may join and leave at any time: an actor that dies is replaced, its
unfinished games are lost, and new processors get actors of their own.
"""

from __future__ import annotations

import dataclasses
import hashlib
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

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
from tesuji.match import GameResult, GameTask, derived_seed
from tesuji.search import SelfPlayGame

_LOOK_AROUND = 2.0
"""Seconds between looks at how many processors the cluster has."""
_TRIES = 20
"""So many actors may die in a row, without a single game between, before that is an error."""


class RemoteHand:
    """A `Hand` in an actor."""

    def __init__(self, place: Workplace) -> None:
        self._hand = Hand(place)

    def play(self, network: bytes | None, games: int, seed: int) -> tuple[bytes, PlayStats]:
        """The games as an NPZ file, and what they cost."""
        played: list[SelfPlayGame] = []
        try:
            order = PlayOrder(network, games, seed)
            stats = self._hand.play(order, played.append, lambda: False)
        except Exception as error:
            raise portable(error) from None
        return pack_games(played, compress=False), stats


def play_task(task: GameTask, paths: tuple[str, ...], files: dict[str, bytes]) -> GameResult:
    """Plays a game of a match where networks, by their path at home, are given as `files`."""
    _add_paths(paths)
    players = list(task.players)
    for path, data in files.items():
        local = Path(tempfile.gettempdir()) / f"tesuji-{hashlib.sha256(data).hexdigest()[:32]}.onnx"
        if not local.exists():
            write_atomically(local, data)
        players = [spec.replace(path, str(local)) for spec in players]
    try:
        return dataclasses.replace(task, players=(players[0], players[1])).play()
    except Exception as error:
        raise portable(error) from None


def _add_paths(paths: Iterable[str]) -> None:
    sys.path += [path for path in paths if path not in sys.path]


class RayBackend:
    """The processors of a cluster: as many actors as there are, or as many as were asked for."""

    def __init__(
        self, game: Game, config: Config, seed: int, workers: int | None, address: str | None
    ) -> None:
        """Joins the cluster at `address`, the one that RAY_ADDRESS names, or starts one here."""
        self._ray = ray = _import_ray()
        self._owns = not ray.is_initialized()
        if self._owns:
            try:
                ray.init(address=address, log_to_driver=False, include_dashboard=False)
            except ConnectionError as error:
                raise TesujiError(f"no Ray cluster answers at {address}: {error}") from error
        self._place = Workplace.of(game, config, seed)
        self._wanted = workers or None
        # A few games at a time: so they arrive steadily, and little is lost with an actor.
        self._chunk = max(config.self_play.games_at_once // 4, 1)
        self._actor_class = ray.remote(num_cpus=1, max_restarts=0)(RemoteHand)
        self._task = ray.remote(num_cpus=1, max_retries=5)(play_task)
        self._actors: list[Any] = []
        self._pending: dict[Any, Any] = {}
        """What was ordered and has not come yet, with the actor that plays it."""
        self._orders = 0
        self._deaths = 0
        self._looked = 0.0
        self.replaced = 0
        """Actors that died and were replaced."""

    # -- self-play --------------------------------------------------------------------------------

    def self_play(
        self, network: bytes | None, games: int, seed: int, on_game: OnGame, stop: Stop
    ) -> PlayStats:
        weights = None if network is None else self._ray.put(network)
        began, ended, evaluations = time.perf_counter(), 0, 0
        while ended < games and not stop():
            self._look_around()
            idle = [actor for actor in self._actors if actor not in self._pending.values()]
            for actor in idle:
                self._order(actor, weights, seed, games - ended)
            for reference in self._ready():
                answer = self._answer(reference)
                if answer is None:
                    continue
                for game in unpack_games(answer[0]):
                    on_game(game)
                    ended += 1
                evaluations += answer[1].evaluations
        return PlayStats(evaluations, time.perf_counter() - began)

    def _order(self, actor: Any, weights: Any, seed: int, missing: int) -> None:
        self._orders += 1
        order_seed = derived_seed(seed, self._orders)
        reference = actor.play.remote(weights, min(self._chunk, missing), order_seed)
        self._pending[reference] = actor

    def _ready(self) -> list[Any]:
        found, _ = self._ray.wait(list(self._pending), num_returns=1, timeout=0.1)
        return list(found)

    def _answer(self, reference: Any) -> tuple[bytes, PlayStats] | None:
        """What an actor played; None when it died, which costs its games and nothing else."""
        actor = self._pending.pop(reference)
        try:
            answer: tuple[bytes, PlayStats] = self._ray.get(reference)
        except self._ray.exceptions.RayTaskError as error:
            raise TesujiError(f"an actor failed: {error.cause or error}") from error
        except self._ray.exceptions.RayError as error:
            self._actors.remove(actor)
            self._deaths += 1
            self.replaced += 1
            self._looked = 0.0
            if self._deaths > _TRIES:
                raise TesujiError(f"all actors of the cluster die: {error}") from error
            return None
        self._deaths = 0
        return answer

    def _look_around(self) -> None:
        """Hires actors for processors that have none, and dismisses what is too many."""
        if time.monotonic() - self._looked < _LOOK_AROUND:
            return
        self._looked = time.monotonic()
        processors = int(self._ray.cluster_resources().get("CPU", 1))
        wanted = self._wanted or max(processors, 1)
        while len(self._actors) < wanted:
            self._actors.append(self._actor_class.remote(self._place))

    # -- matches ----------------------------------------------------------------------------------

    def matches(self, tasks: Iterable[GameTask]) -> Iterator[tuple[GameTask, GameResult]]:
        # The actors hold the processors that the tasks need.
        self._dismiss()
        files: dict[str, bytes] = {}
        running = {}
        for task in tasks:
            for spec in task.players:
                for path in _network_paths(spec):
                    files.setdefault(path, Path(path).read_bytes())
            mine = {path: files[path] for spec in task.players for path in _network_paths(spec)}
            running[self._task.remote(task, self._place.paths, mine)] = task
        while running:
            for reference in self._ray.wait(list(running), num_returns=1, timeout=1.0)[0]:
                task = running.pop(reference)
                try:
                    yield task, self._ray.get(reference)
                except self._ray.exceptions.RayTaskError as error:
                    raise TesujiError(f"a match failed: {error.cause or error}") from error

    def _dismiss(self) -> None:
        for actor in self._actors:
            self._ray.kill(actor)
        self._actors.clear()
        self._pending.clear()
        self._looked = 0.0

    def close(self) -> None:
        if not self._ray.is_initialized():
            return
        self._dismiss()
        if self._owns:
            self._ray.shutdown()


def _network_paths(spec: str) -> Iterator[str]:
    """The file in ``alphazero:net="FILE",…``."""
    _, found, rest = spec.partition('net="')
    if found:
        yield rest.partition('"')[0]


def _import_ray() -> Any:
    try:
        import ray
    except ModuleNotFoundError:
        raise TesujiError("a cluster needs Ray: pip install 'tesuji[ray]'") from None
    return ray
