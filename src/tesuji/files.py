"""Writing files so that a crash, a full disk or a second writer never leaves half of one."""

from __future__ import annotations

import contextlib
import os
import secrets
from pathlib import Path

from tesuji.errors import TesujiError


def write_atomically(path: str | os.PathLike[str], data: bytes) -> None:
    """Writes `data` to `path`: afterwards the file holds either all of it or what it held before.

    The bytes go to a new file in the same folder, reach the disk, and take the name in one step.
    Raises `TesujiError` with one sentence when that is not possible.
    """
    target = Path(path)
    draft = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    try:
        with open(draft, "xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            os.chmod(draft, target.stat().st_mode & 0o777)
        os.replace(draft, target)
        _flush_folder(target.parent)
    except OSError as error:
        raise TesujiError(f"cannot write {target}: {error.strerror or error}") from error
    finally:
        with contextlib.suppress(OSError):
            draft.unlink()


def _flush_folder(folder: Path) -> None:
    """Makes the new name itself survive a power cut, where the system can do that."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
