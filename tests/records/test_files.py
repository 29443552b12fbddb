"""Collections of records, and records in files."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from tesuji.errors import RecordError
from tesuji.games import make
from tesuji.records import (
    GameRecord,
    load,
    read_collection,
    read_sgf,
    save,
    write_collection,
)


def test_collections() -> None:
    text = "(;GM[1]SZ[9];B[aa])\n(;GM[648];B[bb])"
    records = read_collection(text)
    assert [record.game.name for record in records] == ["go", "torus"]
    assert read_collection(write_collection(records)) == records
    assert read_sgf(text + "(;GM[1") == records[0]
    with pytest.raises(RecordError):
        read_collection(text + "(;GM[1")


def test_save_and_load(tmp_path: Path) -> None:
    record = GameRecord.from_moves(make("torus"), ["E5", "F6"], black="本因坊", white="Zoë")
    path = tmp_path / "game.sgf"
    save(record, path)
    assert load(path) == record
    assert load(str(path)).black == "本因坊"
    assert os.listdir(tmp_path) == ["game.sgf"]


def test_save_keeps_permissions_and_links(tmp_path: Path) -> None:
    record = GameRecord(make("torus"))
    real, link = tmp_path / "real.sgf", tmp_path / "link.sgf"
    real.write_text("old")
    real.chmod(0o640)
    link.symlink_to(real)
    save(record, link)
    assert link.is_symlink()
    assert stat.S_IMODE(real.stat().st_mode) == 0o640
    assert load(real) == record


@pytest.mark.parametrize("fault", ["fsync", "replace"])
def test_a_save_that_fails_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    path = tmp_path / "game.sgf"
    record = GameRecord(make("torus"))
    save(record, path)
    before = path.read_bytes()

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, fault, fail)
    record.black = "Ann"
    with pytest.raises(RecordError, match=r"cannot write .*game.sgf: No space left on device"):
        save(record, path)
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["game.sgf"]


def test_files_that_cannot_be_used(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"cannot read .*none.sgf: No such file"):
        load(tmp_path / "none.sgf")
    with pytest.raises(RecordError, match="cannot read"):
        load(tmp_path)
    with pytest.raises(RecordError, match="cannot write"):
        save(GameRecord(make("torus")), tmp_path / "no" / "folder.sgf")
    bad = tmp_path / "bad.sgf"
    bad.write_bytes(b"(;B[aa]")
    with pytest.raises(RecordError, match=r"bad.sgf: the record breaks off .*column 8"):
        load(bad)
    surrogate = GameRecord(make("torus"), black="\ud800")
    with pytest.raises(RecordError, match="characters that cannot be written"):
        save(surrogate, tmp_path / "x.sgf")
    assert not (tmp_path / "x.sgf").exists()
