"""Plays games in processes on this machine, or (see `ray_backend`) on a cluster."""

from __future__ import annotations

import contextlib
import importlib
import multiprocessing
import os
import random
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from multiprocessing import connection
from pathlib import Path
from typing import Any, Protocol

from tesuji.errors import TesujiError
from tesuji.games import Game, parse_spec
from tesuji.learning.alphazero.boards import boards_of
from tesuji.learning.alphazero.config import Config
from tesuji.learning.alphazero.self_player import PlayStats, SelfPlayer, play_plainly
from tesuji.match import GameResult, GameTask, derived_seed, play_all
from tesuji.match.tasks import modules_for
from tesuji.processes import serve_parent
from tesuji.search import SelfPlayGame

OnGame = Callable[[SelfPlayGame], None]
Stop = Callable[[], bool]


class Backend(Protocol):
    """Plays games of self-play and of matches."""

    plays_beside: bool
    """Whether games can continue while this process trains."""

    @property
    def core_seconds(self) -> float:
        """Processor time of the playing processes, as last reported."""

    def self_play(
        self, network: bytes | None, games: int, seed: int, on_game: OnGame, stop: Stop
    ) -> PlayStats:
        """Plays `games` games and calls `on_game` with each; a few more may end as well.

        Without a network the games are played by plain search. Ends early when `stop`, called about
        ten times a second, returns true.
        """

    def matches(self, tasks: Iterable[GameTask]) -> Iterator[tuple[GameTask, GameResult]]:
        """Plays the games of matches, in any order."""

    def close(self) -> None:
        """Ends all processes."""


@dataclass(frozen=True, slots=True)
class PlayOrder:
    """An order to a playing process."""

    network: bytes | None
    games: int
    seed: int


@dataclass(frozen=True, slots=True)
class Spent:
    """The costs reported by a playing process."""

    core_seconds: float
    """Its processor time since it was started."""


_TELL_EVERY = 1.0
"""Seconds between two reports."""


@dataclass(frozen=True, slots=True)
class Workplace:
    """What a playing process needs before it can play, as plain data."""

    game: str
    modules: tuple[str, ...]
    paths: tuple[str, ...]
    """Folders of modules that are not Tesuji's."""
    config: Config
    seed: int

    @classmethod
    def of(cls, game: Game, config: Config, seed: int) -> Workplace:
        modules = modules_for(game)
        foreign = [name for name in modules if not name.startswith("tesuji.")]
        files = [getattr(sys.modules[name], "__file__", None) for name in foreign]
        paths = tuple(str(Path(file).resolve().parent) for file in files if file)
        return cls(game.spec, modules, paths, config, seed)

    def make_game(self) -> Game:
        sys.path += [path for path in self.paths if path not in sys.path]
        for module in self.modules:
            importlib.import_module(module)
        return parse_spec(self.game)


class Hand:
    """Executes orders in a playing process."""

    def __init__(self, place: Workplace) -> None:
        self._place = place
        self._boards = boards_of(place.make_game(), place.config.boards)
        self._player: SelfPlayer | None = None

    def play(self, order: PlayOrder, on_game: OnGame, stop: Stop) -> PlayStats:
        config = self._place.config
        if order.network is not None:
            if self._player is None:
                seed = derived_seed(order.seed, "pool")
                self._player = SelfPlayer(self._boards, config.self_play, seed)
            return self._player.play(order.network, order.games, stop, on_game)
        for number in range(order.games):
            if stop():
                break
            seed = derived_seed(order.seed, number)
            shares = [board.share for board in self._boards]
            [board] = random.Random(seed).choices(self._boards, shares)
            utility = config.self_play.utility(board.game)
            on_game(play_plainly(board.game, config.bootstrap, seed, utility, board.number))
        return PlayStats(0, 0.0)


# -- this machine -----------------------------------------------------------------------------


class InlineBackend:
    """Plays in this process: slow, simple and deterministic."""

    plays_beside = False
    core_seconds = 0.0

    def __init__(self, game: Game, config: Config, seed: int) -> None:
        self._hand = Hand(Workplace.of(game, config, seed))

    def self_play(
        self, network: bytes | None, games: int, seed: int, on_game: OnGame, stop: Stop
    ) -> PlayStats:
        order = PlayOrder(network, games, derived_seed(seed, 0))
        return self._hand.play(order, on_game, stop)

    def matches(self, tasks: Iterable[GameTask]) -> Iterator[tuple[GameTask, GameResult]]:
        yield from play_all(tasks, 0)

    def close(self) -> None:
        pass


class LocalBackend:
    """Plays in processes of this machine, each with one thread; they end with this process.

    With one worker, games depend only on the seeds and the networks. With more, which games belong
    to a generation depends on timing.
    """

    plays_beside = True

    def __init__(self, game: Game, config: Config, seed: int, workers: int) -> None:
        self._place = Workplace.of(game, config, seed)
        self._workers = max(workers, 1)
        self._processes: list[_Process] = []
        self._spent_by_others = 0.0
        """Processor time of processes that have ended."""

    @property
    def core_seconds(self) -> float:
        return self._spent_by_others + sum(process.core_seconds for process in self._processes)

    def self_play(
        self, network: bytes | None, games: int, seed: int, on_game: OnGame, stop: Stop
    ) -> PlayStats:
        self._hire()
        count = len(self._processes)
        shared = network is not None and self._place.config.self_play.carry_over and count > 1
        for number, process in enumerate(self._processes):
            # If games continue into the next generation, faster workers play more of them.
            share = games if shared else len(range(number, games, count))
            process.pipe.send(PlayOrder(network, share, derived_seed(seed, number)))
        return self._listen(games, on_game, stop)

    def _listen(self, games: int, on_game: OnGame, stop: Stop) -> PlayStats:
        """Receives games until all processes are done."""
        at_work = {process.pipe: process for process in self._processes}
        evaluations, seconds, ended, told = 0, 0.0, 0, False
        try:
            while at_work:
                for pipe in connection.wait(list(at_work), timeout=0.1):
                    message = _receive(pipe)
                    if isinstance(message, SelfPlayGame):
                        on_game(message)
                        ended += 1
                    elif isinstance(message, Spent):
                        at_work[pipe].core_seconds = message.core_seconds  # type: ignore[index]
                    elif isinstance(message, PlayStats):
                        evaluations += message.evaluations
                        seconds = max(seconds, message.seconds)
                        del at_work[pipe]  # type: ignore[arg-type]
                    else:
                        raise message
                if not told and (ended >= games or stop()):
                    told = True
                    for pipe in at_work:
                        pipe.send("stop")
        except BaseException:
            self.close()
            raise
        return PlayStats(evaluations, seconds)

    def matches(self, tasks: Iterable[GameTask]) -> Iterator[tuple[GameTask, GameResult]]:
        with contextlib.closing(play_all(tasks, self._workers)) as played:
            yield from played

    def _hire(self) -> None:
        while len(self._processes) < self._workers:
            self._processes.append(_Process(self._place))

    def close(self) -> None:
        self._spent_by_others = self.core_seconds
        processes, self._processes = self._processes, []
        for process in processes:
            process.close()


def _receive(pipe: Any) -> Any:
    try:
        return pipe.recv()
    except (EOFError, OSError):
        return TesujiError("a process that played games has died; the run can be resumed")


class _Process:
    """A playing process and the pipe to it."""

    core_seconds = 0.0
    """Processor time since it was started, as last reported."""

    def __init__(self, place: Workplace) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self._process = context.Process(
            target=_work, args=(theirs, place), name="tesuji self-play", daemon=True
        )
        self._process.start()
        theirs.close()

    def close(self) -> None:
        self._process.terminate()
        self._process.join(5)
        if self._process.is_alive():
            self._process.kill()
        self.pipe.close()


def _work(pipe: Any, place: Workplace) -> None:
    """Executes orders from `pipe` until it is closed; then ends this process."""
    serve_parent()
    told = 0.0

    def tell_and_poll() -> bool:
        """Reports the costs about once a second; returns whether to stop."""
        nonlocal told
        if time.monotonic() - told >= _TELL_EVERY:
            told = time.monotonic()
            pipe.send(Spent(time.process_time()))
        return bool(pipe.poll())

    try:
        hand = Hand(place)
        while True:
            order = pipe.recv()
            if isinstance(order, PlayOrder):
                stats = hand.play(order, pipe.send, tell_and_poll)
                pipe.send(Spent(time.process_time()))
                pipe.send(stats)
    except (EOFError, OSError):
        pass  # no more games are wanted
    except Exception as error:
        with contextlib.suppress(OSError):
            pipe.send(portable(error))
    finally:
        sys.stderr.flush()
        os._exit(0)


def portable(error: Exception) -> Exception:
    """Converts `error` to an exception that can be pickled."""
    if isinstance(error, TesujiError):
        return TesujiError(str(error))
    return RuntimeError("".join(traceback.format_exception(error)))
