"""Rooms: opened when needed, forgotten when idle, and never ahead of the disk."""

from __future__ import annotations

import asyncio
import json
import threading
import tracemalloc
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tests.kit.patience import PATIENCE
from tesuji.errors import TesujiError
from tesuji.server import models
from tesuji.server.engines import Engines
from tesuji.server.jobs import Jobs
from tesuji.server.opponents import Opponents
from tesuji.server.room import Conflict, Listener, Room
from tesuji.server.rooms import Rooms
from tesuji.server.sockets import Connection
from tesuji.server.thinkers import Thinkers
from tesuji.server.trained import Trained
from tesuji.store import Database, GameStore, Journal

HUMAN = models.SeatView(kind="human")
ENGINE = models.SeatView(kind="engine", level="beginner")


def with_rooms(folder: Path, work: Callable[[Rooms], Awaitable[None]]) -> None:
    """Runs `work` with rooms on an event loop of its own."""

    async def run() -> None:
        journal = Journal(GameStore(Database(folder / "games.sqlite")))
        thinkers = Thinkers(2)
        engines = Engines(folder / "engines.json", allowed=False)
        rooms = Rooms(journal, thinkers, Opponents(None, engines, Trained(folder / "opponents")))
        try:
            await work(rooms)
        finally:
            rooms.close()
            thinkers.close()
            await asyncio.to_thread(journal.close)
            await engines_ended()

    asyncio.run(run())


async def engines_ended() -> None:
    """Waits for engines that still think; those of a closed room do not answer any more."""
    for thread in threading.enumerate():
        if thread.name.startswith("engine"):
            await asyncio.to_thread(thread.join, PATIENCE)
            assert not thread.is_alive()


def wanted(*seats: models.SeatView, **rest: object) -> models.NewGame:
    return models.NewGame(game="torus", seats=seats, **rest)  # type: ignore[arg-type]


def test_idle_rooms_are_forgotten_and_come_back(tmp_path: Path) -> None:
    async def work(rooms: Rooms) -> None:
        room = await rooms.create(wanted(HUMAN, HUMAN))
        room.play(models.NewMove(move=40, ply=0))
        rooms.close_idle()
        assert len(rooms) == 1  # the move is still on its way to the disk
        await room.settled()
        seen: list[models.GameView | None] = []
        tell: Listener = seen.append
        room.watch(tell)
        rooms.close_idle()
        assert len(rooms) == 1  # somebody watches
        room.unwatch(tell)
        rooms.close_idle()
        assert len(rooms) == 0
        again = rooms.get(room.stored.id)
        assert again is not None
        assert again.stored == room.stored
        assert rooms.get("nothing") is None

    with_rooms(tmp_path, work)


def test_a_running_clock_keeps_its_room(tmp_path: Path) -> None:
    async def work(rooms: Rooms) -> None:
        clock = models.ClockSetting(main=0.1)
        room = await rooms.create(wanted(HUMAN, HUMAN, clock=clock))
        rooms.close_idle()
        assert len(rooms) == 1
        await asyncio.sleep(0.2)
        await room.settled()
        assert room.stored.outcome == {"winner": 1, "margin": -1.0, "reason": "time"}
        rooms.close_idle()
        assert len(rooms) == 0

    with_rooms(tmp_path, work)


def test_nobody_hears_of_a_move_before_it_is_on_the_disk(tmp_path: Path) -> None:
    async def work(rooms: Rooms) -> None:
        room = await rooms.create(wanted(ENGINE, ENGINE))
        store = GameStore(Database(tmp_path / "games.sqlite"))
        behind: list[int] = []

        def tell(view: models.GameView | None) -> None:
            stored = store.load(room.stored.id)
            assert view is not None
            assert stored is not None
            behind.append(len(view.moves) - len(stored.moves))

        room.watch(tell)
        while room.is_playing:
            await asyncio.sleep(0.01)
        await room.settled()
        assert len(behind) > 5
        assert max(behind) <= 0

    with_rooms(tmp_path, work)


def test_closing_while_an_engine_thinks(tmp_path: Path) -> None:
    closed: list[Room] = []

    async def work(rooms: Rooms) -> None:
        strongest = models.SeatView(kind="engine", level="strongest")
        room = await rooms.create(wanted(strongest, HUMAN))
        await asyncio.sleep(0.1)
        room.close()
        assert not room.view().thinking
        closed.append(room)

    with_rooms(tmp_path, work)
    assert closed[0].stored.moves == ()


def test_unwatching_opens_no_room(tmp_path: Path) -> None:
    async def work(rooms: Rooms) -> None:
        room = await rooms.create(wanted(HUMAN, HUMAN))
        rooms.close_idle()
        connection = Connection(rooms, Jobs(1))
        game = room.stored.id
        await connection._understand(json.dumps({"type": "unwatch", "game": game}))
        assert len(rooms) == 0
        await connection._understand(json.dumps({"type": "watch", "game": game}))
        assert len(rooms) == 1
        connection._close()
        rooms.close_idle()
        assert len(rooms) == 0

    with_rooms(tmp_path, work)


def test_a_room_is_small(tmp_path: Path) -> None:
    """A thousand open games fit easily: what they share, they share."""

    async def work(rooms: Rooms) -> None:
        await rooms.create(wanted(HUMAN, HUMAN, moves=[40, 30, 20]))
        tracemalloc.start()
        before = tracemalloc.get_traced_memory()[0]
        for _ in range(50):
            await rooms.create(wanted(HUMAN, HUMAN, moves=[40, 30, 20]))
        used = tracemalloc.get_traced_memory()[0] - before
        tracemalloc.stop()
        assert used / 50 < 20_000

    with_rooms(tmp_path, work)


def test_a_failed_engine_is_asked_again_only_when_somebody_wants_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    async def fail(*_: object, **__: object) -> None:
        asked.append(1)
        raise TesujiError("its program is gone")

    async def settle(room: Room) -> None:
        while room.view().thinking:
            await asyncio.sleep(0)

    async def work(rooms: Rooms) -> None:
        with monkeypatch.context() as broken:
            broken.setattr("tesuji.server.thinkers.Thinkers.ask", fail)
            found = await rooms.create(wanted(ENGINE, HUMAN))
            await settle(found)
            for _ in range(3):  # everybody has left, and somebody comes back
                rooms.close_idle()
                assert len(rooms) == 0
                again = rooms.get(found.stored.id)
                assert again is not None
                found = again
                assert found.view().problem == "its program is gone"
                assert not found.view().thinking
            assert len(asked) == 1
            found.retry()
            await settle(found)
            assert (len(asked), found.view().problem) == (2, "its program is gone")
        found.retry()
        while not found.stored.moves:
            await asyncio.sleep(0.01)
        assert found.view().problem is None
        with pytest.raises(Conflict, match="not stalled"):
            found.retry()
        await found.settled()

    with_rooms(tmp_path, work)
