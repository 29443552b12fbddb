"""Reads and writes checkpoints: arrays by name in an NPZ file, without pickled code."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from tesuji.archives import ArchiveError, read_arrays
from tesuji.files import write_atomically
from tesuji.learning.common.runs import RunError


def write_checkpoint(path: Path, arrays: Mapping[str, Any]) -> None:
    """Writes `arrays` to the file `path`, completely or not at all."""
    file = io.BytesIO()
    np.savez(file, **arrays)
    write_atomically(path, file.getvalue())


def read_checkpoint(path: Path) -> dict[str, Any]:
    """Reads a file of `write_checkpoint`; raises `RunError` if it cannot be read."""
    try:
        return read_arrays(path.read_bytes())
    except FileNotFoundError:
        raise RunError(f"there is no checkpoint {path}") from None
    except OSError as error:
        raise RunError(f"the checkpoint {path} cannot be read: {error.strerror}") from error
    except ArchiveError as error:
        raise RunError(f"the checkpoint {path} is damaged: {error}") from error
