"""Files are written whole or not at all, and what is no file is not replaced."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

import pytest

from tesuji.errors import TesujiError
from tesuji.files import write_atomically


def test_a_link_is_followed_and_permissions_stay(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_bytes(b"old")
    target.chmod(0o640)
    link.symlink_to(target)
    write_atomically(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "target"]


def test_a_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    """The same holds for /dev/null, which a user with all rights could lose otherwise."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    heard: list[bytes] = []
    listener = threading.Thread(target=lambda: heard.append(pipe.read_bytes()))
    listener.start()
    write_atomically(pipe, b"hello")
    listener.join()
    assert heard == [b"hello"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@pytest.mark.parametrize("name", ["", "missing/x", "a\0b", "x" * 5000, "file/x"])
def test_what_cannot_be_written_is_a_sentence(name: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(TesujiError, match="cannot write") as refusal:
        write_atomically(f"{tmp_path}/{name}" if name else tmp_path, b"data")
    assert len(str(refusal.value).splitlines()) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_device_is_a_sentence() -> None:
    with pytest.raises(TesujiError, match="cannot write /dev/full: No space left on device"):
        write_atomically("/dev/full", b"data")
    assert stat.S_ISCHR(os.stat("/dev/full").st_mode)
