"""The database: what was stored is there after crashes, for other programs, and in order."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from tests.kit.patience import PATIENCE
from tesuji.errors import TesujiError
from tesuji.store import (
    ChangedMeanwhile,
    Database,
    GameStore,
    Journal,
    NotStored,
    StoredGame,
    StoredMove,
    data_directory,
)
from tesuji.store.games import FINISHED


def open_store(folder: Path) -> GameStore:
    return GameStore(Database(folder / "games.sqlite"))


def new_game() -> StoredGame:
    seats = ({"kind": "human", "name": "Ann"}, {"kind": "engine", "level": "club"})
    return StoredGame(spec="go:size=9", seats=seats)


def full_game() -> StoredGame:
    return new_game().changed(
        setup=({"stones": [0, 1], "to_move": 1},),
        moves=(StoredMove(3, 1, 0.5, -0.25), StoredMove(4, 0, 1.5)),
        clock={"main": 60.0, "increment": 1.0},
        remaining=(59.5, 58.0),
        status=FINISHED,
        outcome={"winner": 0, "margin": 2.5, "reason": "two passes"},
    )


# -- games ------------------------------------------------------------------------------------


def test_a_game_comes_back_as_it_was(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    stored = store.save(full_game())
    assert store.load(stored.id) == stored
    assert open_store(tmp_path).load(stored.id) == stored
    assert stored == full_game().changed(
        id=stored.id, created=stored.created, updated=stored.updated
    )
    assert store.load("nothing") is None


def test_saving_again_replaces_and_deleting_removes(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    one = store.save(new_game())
    two = store.save(one.changed(moves=(StoredMove(1, 0, 0.0),)))
    assert two.updated > one.updated
    assert store.recent(10) == [two]
    store.delete(one.id)
    assert store.recent(10) == []
    store.delete(one.id)


def test_whoever_knows_an_old_state_cannot_overwrite_a_newer_one(tmp_path: Path) -> None:
    store, other = open_store(tmp_path), open_store(tmp_path)
    game = store.save(new_game())
    newer = other.save(game.changed(moves=(StoredMove(1, 0, 0.0),)))
    with pytest.raises(ChangedMeanwhile, match="changed elsewhere"):
        store.save(game.changed(status=FINISHED))
    assert store.load(game.id) == newer
    other.delete(game.id)
    with pytest.raises(ChangedMeanwhile):
        store.save(newer)
    with pytest.raises(ChangedMeanwhile):
        store.save(store.save(new_game()).changed(updated=0.0))


def test_lists_are_in_order_and_go_on(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    saved = [store.save(new_game()) for _ in range(30)]
    assert len({game.updated for game in saved}) == 30
    page = store.recent(20)
    assert page == saved[:9:-1]
    assert store.recent(20, before=page[-1].updated) == saved[9::-1]
    finished = store.save(saved[0].changed(status=FINISHED))
    assert store.recent(1) == [finished]
    assert {game.id for game in store.unfinished()} == {game.id for game in saved[1:]}


def test_a_clock_set_back_does_not_disturb_the_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = open_store(tmp_path)
    one = store.save(new_game())
    monkeypatch.setattr(time, "time", lambda: 1000.0)
    two = store.save(new_game())
    assert two.updated > one.updated


def test_one_unreadable_game_does_not_hide_the_others(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    good, bad = store.save(new_game()), store.save(new_game())
    for document in ("{", "{}", json.dumps({"moves": [{"x": 1}]}), "[]"):
        with sqlite3.connect(tmp_path / "games.sqlite") as connection:
            connection.execute("UPDATE games SET document = ? WHERE id = ?", (document, bad.id))
        connection.close()
        assert store.recent(10) == [good]
        assert store.unfinished() == [good]
        with pytest.raises(TesujiError, match=f"game {bad.id} in the database cannot be read"):
            store.load(bad.id)


# -- the file ---------------------------------------------------------------------------------


def test_a_new_database_has_the_tables_of_today(tmp_path: Path) -> None:
    database = Database(tmp_path / "deep" / "er" / "games.sqlite")
    assert database.query("PRAGMA user_version")[0][0] == 2
    assert database.query("PRAGMA journal_mode")[0][0] == "wal"
    assert database.query("PRAGMA synchronous")[0][0] == 2
    Database(database.path)  # opening again changes nothing


def test_migrations_run_once_and_wholly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tesuji.store import database as module

    game = open_store(tmp_path).save(new_game())
    path = tmp_path / "games.sqlite"
    steps = (*module._MIGRATIONS, "ALTER TABLE games ADD COLUMN stars INTEGER; NONSENSE;")
    monkeypatch.setattr(module, "_MIGRATIONS", steps)
    with pytest.raises(TesujiError, match="cannot open"):
        Database(path)
    steps = (*steps[:-1], "ALTER TABLE games ADD COLUMN stars INTEGER;")
    monkeypatch.setattr(module, "_MIGRATIONS", steps)
    for _ in range(2):
        database = Database(path)
        assert database.query("PRAGMA user_version")[0][0] == len(steps)
        assert database.query("SELECT stars FROM games WHERE id = ?", game.id)[0][0] is None


def test_a_database_without_tags_gets_them_and_keeps_its_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tesuji.store import database as module

    path = tmp_path / "games.sqlite"
    with monkeypatch.context() as before:
        before.setattr(module, "_MIGRATIONS", module._MIGRATIONS[:1])
        game = GameStore(Database(path)).save(new_game())
    database = Database(path)
    assert database.query("SELECT count(*) FROM tags")[0][0] == 0
    assert GameStore(database).load(game.id) == game


def test_a_newer_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    Database(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 999")
    connection.close()
    with pytest.raises(TesujiError, match="newer version of Tesuji"):
        Database(path)


@pytest.mark.parametrize("content", [b"this is not a database, but a text " * 50, None])
def test_what_is_no_database(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "games.sqlite"
    if content is None:
        path.mkdir()
    else:
        path.write_bytes(content)
    with pytest.raises(TesujiError, match="cannot open the database"):
        Database(path)


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(TesujiError, match="cannot open the database"):
        Database(tmp_path / "file" / "games.sqlite")


def test_where_data_lies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TESUJI_DATA_DIR", str(tmp_path))
    assert data_directory() == tmp_path
    monkeypatch.delenv("TESUJI_DATA_DIR")
    assert data_directory().name == "tesuji"


def test_a_failing_transaction_leaves_nothing(tmp_path: Path) -> None:
    database = Database(tmp_path / "games.sqlite")
    row = "INSERT INTO games VALUES ('a', 0, 0, 'playing', '{}')"

    def twice() -> None:
        with database.transaction() as connection:
            connection.execute(row)
            connection.execute(row)

    with pytest.raises(sqlite3.IntegrityError):
        twice()
    assert database.query("SELECT * FROM games") == []
    with database.transaction() as connection:
        connection.execute(row)
    assert len(database.query("SELECT * FROM games")) == 1


# -- several programs, and their ends ---------------------------------------------------------

WRITER = """
import sys, time
from pathlib import Path
from tesuji.store import Database, GameStore, StoredMove, StoredGame
store = GameStore(Database(Path(sys.argv[1])))
game = store.save(StoredGame(spec="go:size=9", seats=({}, {}), id=sys.argv[2]))
for number in range(int(sys.argv[3])):
    game = store.save(game.changed(moves=(*game.moves, StoredMove(number, number % 2, 0.0))))
    print(number, flush=True)
"""


def start_writer(path: Path, game_id: str, moves: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", WRITER, str(path), game_id, str(moves)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def test_a_killed_program_loses_nothing_it_had_stored(tmp_path: Path) -> None:
    """What was printed was stored before; every time the file is whole."""
    path = tmp_path / "games.sqlite"
    for attempt in range(4):
        writer = start_writer(path, f"game{attempt}", 100_000)
        assert writer.stdout is not None
        for _ in range(5 + 9 * attempt):
            last = int(writer.stdout.readline())
        os.kill(writer.pid, signal.SIGKILL)
        rest = writer.stdout.read().split("\n")[:-1]
        writer.wait()
        last = int(rest[-1]) if rest else last
        store = GameStore(Database(path))
        game = store.load(f"game{attempt}")
        assert game is not None
        assert len(game.moves) in (last + 1, last + 2)
        assert [played.move for played in game.moves] == list(range(len(game.moves)))
        assert Database(path).query("PRAGMA integrity_check")[0][0] == "ok"


def test_programs_that_write_at_once_wait_for_each_other(tmp_path: Path) -> None:
    """They also make the new file together."""
    path = tmp_path / "games.sqlite"
    writers = [start_writer(path, f"game{number}", 25) for number in range(4)]
    assert [writer.wait(PATIENCE) for writer in writers] == [0] * 4
    for writer in writers:
        assert writer.stdout is not None
        writer.stdout.close()
    games = GameStore(Database(path)).recent(10)
    assert sorted(game.id for game in games) == ["game0", "game1", "game2", "game3"]
    assert {len(game.moves) for game in games} == {25}


def test_threads_make_a_new_database_together(tmp_path: Path) -> None:
    failures: list[Exception] = []

    def work() -> None:
        try:
            open_store(tmp_path).save(new_game())
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert len(open_store(tmp_path).recent(10)) == 8


# -- the journal ------------------------------------------------------------------------------


def test_the_journal_keeps_the_order_and_shares_commits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = open_store(tmp_path)
    batches: list[int] = []
    write = store.write

    def counting(changes: list[object]) -> object:
        batches.append(len(changes))
        return write(changes)  # type: ignore[arg-type]

    monkeypatch.setattr(store, "write", counting)
    journal = Journal(store)
    games = [store.stamped(new_game()) for _ in range(20)]
    written = [journal.save(game, replaces=0.0) for game in games]
    for number in range(50):
        for index, game in enumerate(games):
            newer = store.stamped(game.changed(moves=(StoredMove(number, 0, 0.0),)))
            written.append(journal.save(newer, replaces=game.updated))
            games[index] = newer
    for future in written:
        future.result(20)
    assert sorted(store.recent(50), key=lambda game: game.id) == sorted(
        games, key=lambda game: game.id
    )
    assert sum(batches) == 20 * 51
    assert len(batches) < 20 * 51 / 4
    journal.delete(games[0].id).result(20)
    assert store.load(games[0].id) is None
    journal.close()


def test_a_journal_says_what_was_not_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = open_store(tmp_path)
    journal = Journal(store)
    game = store.save(new_game())
    stale = journal.save(store.stamped(game), replaces=1.0)
    assert isinstance(stale.exception(20), ChangedMeanwhile)
    assert journal.save(store.stamped(game), replaces=game.updated).exception(20) is None

    def full(changes: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(store, "write", full)
        failed = journal.save(store.stamped(new_game()), replaces=0.0)
        assert isinstance(failed.exception(20), NotStored)
        assert "disk is full" in str(failed.exception())
    assert journal.save(store.stamped(new_game()), replaces=0.0).exception(20) is None
    journal.close()
    assert len(store.recent(10)) == 2


def test_a_file_that_is_damaged_inside_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    database = Database(path)
    store = GameStore(database)
    for _ in range(200):
        store.save(StoredGame("go", ({"name": "Ann"}, {"name": "Bea"})))
    database.close()
    data = bytearray(path.read_bytes())
    for page in range(4, len(data) // 4096):
        data[page * 4096 : page * 4096 + 100] = b"\xa5" * 100
    path.write_bytes(data)
    with pytest.raises(TesujiError, match=r"is damaged|malformed"):
        Database(path)


def test_a_database_is_a_file(tmp_path: Path) -> None:
    with pytest.raises(TesujiError, match="the database must be a file, and :memory: is not"):
        Database(Path(":memory:"))


def test_damage_that_comes_later_is_said_in_a_sentence(tmp_path: Path) -> None:
    database = Database(tmp_path / "games.sqlite")
    with pytest.raises(TesujiError, match=r"cannot be read: no such table"):
        database.query("SELECT 1 FROM missing")
