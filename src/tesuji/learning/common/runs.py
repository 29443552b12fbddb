"""Manages runs of learning; everything about a run is in its folder.

`tesuji.run_folder` defines its layout. A process may be killed at any moment: files are written
atomically, and a truncated line of metrics is dropped when the run is opened again.
"""

from __future__ import annotations

import fcntl
import json
import os
import re
import shlex
import shutil
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tesuji.errors import TesujiError
from tesuji.files import runs_directory as runs_directory
from tesuji.files import write_atomically
from tesuji.run_folder import DESCRIPTION, RunFolder


class RunError(TesujiError):
    """Raised for a run that cannot be started, read or continued; the message says why."""


@dataclass(frozen=True, slots=True)
class RunDescription:
    """The description of a run, fixed when it begins."""

    kind: str
    """"alphazero", or the name of an experiment of evolution."""
    game: str
    options: Mapping[str, Any]
    """Options of the game: its size, its rules."""
    config: Mapping[str, Any]
    """All options of the run, as plain data."""
    seed: int
    began: float
    """Seconds since 1970."""
    version: str
    """The version of Tesuji."""


class Run(RunFolder):
    """A folder that holds a run."""

    def __init__(self, folder: Path, description: RunDescription) -> None:
        super().__init__(folder)
        self.description = description

    @property
    def reference(self) -> str:
        """The name for ``--run``, valid in every working folder."""
        folder = self.folder.resolve()
        among_runs = folder.parent == runs_directory().resolve()
        return shlex.quote(folder.name if among_runs else str(folder))

    # -- beginning and finding ----------------------------------------------------------------

    @classmethod
    def create(
        cls,
        folder: Path,
        kind: str,
        game: str,
        *,
        options: Mapping[str, Any],
        config: Mapping[str, Any],
        seed: int,
    ) -> Run:
        """Creates a run in a folder without one."""
        import tesuji

        try:
            str(folder).encode()  # TensorBoard, for example, must write it
        except UnicodeEncodeError:
            shown = os.fsencode(folder)[-100:]
            raise RunError(f"the name of a run's folder must be text, got {shown!r}") from None
        if os.path.exists(RunFolder(folder).description_file):
            raise RunError(
                f"{folder} already holds a run; continue it with --resume or choose another folder"
            )
        description = RunDescription(
            kind, game, options, config, seed, time.time(), tesuji.__version__
        )
        run = cls(folder, description)
        try:
            run.make()
        except OSError as error:
            raise RunError(f"cannot make the folder {folder}: {error.strerror}") from error
        plain = {name: getattr(description, name) for name in RunDescription.__slots__}
        write_atomically(run.description_file, json.dumps(plain, indent=2).encode())
        return run

    @classmethod
    def open(cls, folder: Path) -> Run:
        """Opens the run in a folder."""
        path = RunFolder(folder).description_file
        try:
            plain = json.loads(path.read_text(encoding="utf-8"))
            description = RunDescription(**{name: plain[name] for name in RunDescription.__slots__})
        except FileNotFoundError:
            raise RunError(f"there is no run in {folder}") from None
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise RunError(f"{path} cannot be read: {error}") from error
        return cls(folder, description)

    @property
    def name(self) -> str:
        return self.folder.name

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Locks the run for this process; raises `RunError` if another one holds it."""
        try:
            lock = open(self.lock_file, "w")  # noqa: SIM115
        except OSError as error:
            raise RunError(f"cannot write into {self.folder}: {error.strerror}") from error
        with lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise RunError(f"another process is using {self.folder}") from None
            self._drop_torn_line()
            self._sweep()
            yield

    def discard_if_empty(self) -> None:
        """Removes a run that has nothing but its description.

        Called by the process that holds it, after invalid input.
        """
        kept = {self.description_file, self.lock_file}
        if all(path.is_dir() or path in kept for path in self.folder.rglob("*")):
            shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def is_at_work(self) -> bool:
        """Whether a process holds the run now."""
        try:
            with open(self.lock_file) as lock:
                fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except FileNotFoundError:
            return False
        except OSError:
            return True
        return False

    # -- what it measures -----------------------------------------------------------------------

    def add_metrics(self, step: int, **figures: Any) -> None:
        """Appends a line of figures to disk."""
        line = json.dumps({"step": step, "time": round(time.time(), 3), **figures})
        try:
            with open(self.metrics_file, "a", encoding="utf-8") as file:
                file.write(line + "\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise RunError(f"cannot write {self.metrics_file}: {error.strerror}") from error

    def metrics(self) -> list[dict[str, Any]]:
        """Returns all figures so far, in the order in which they were written."""
        try:
            text = self.metrics_file.read_text(encoding="utf-8")
        except FileNotFoundError:
            return []
        # After the last line break there may be a line that is being written.
        try:
            return [json.loads(line) for line in text.split("\n")[:-1] if line]
        except ValueError as error:
            raise RunError(f"{self.metrics_file} is damaged: {error}") from error

    def _drop_torn_line(self) -> None:
        path = self.metrics_file
        if path.exists():
            data = path.read_bytes()
            if data and not data.endswith(b"\n"):
                write_atomically(path, data[: data.rfind(b"\n") + 1])

    def _sweep(self) -> None:
        """Removes temporary files of a killed process."""
        for draft in self.folder.rglob(".*.tmp"):
            with suppress(OSError):
                draft.unlink()

    def log(self, text: str) -> None:
        """Appends a line, with the time, to the log."""
        try:
            with open(self.log_file, "a", encoding="utf-8") as file:
                file.write(f"{time.strftime('%Y-%m-%d %H:%M:%S')} {text}\n")
        except OSError as error:
            raise RunError(f"cannot write {self.log_file}: {error.strerror}") from error

    # -- what it needs to go on -------------------------------------------------------------------

    def save_state(self, name: str, data: bytes) -> None:
        """Writes `data` to ``state/name``, completely or not at all."""
        write_atomically(self.state / name, data)

    def load_state(self, name: str) -> bytes | None:
        """Returns the data saved under that name, or None."""
        try:
            return (self.state / name).read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise RunError(f"cannot read {self.state / name}: {error.strerror}") from error


def all_runs(directory: Path | None = None) -> list[Run]:
    """Returns the runs of a directory, the newest first; other folders are skipped."""
    found = []
    directory = directory or runs_directory()
    for path in directory.glob(f"*/{DESCRIPTION}"):
        try:
            found.append(Run.open(path.parent))
        except RunError:
            continue
    return sorted(found, key=lambda run: run.description.began, reverse=True)


def find_run(name: str, directory: Path | None = None) -> Run:
    """Returns the run with that name among `all_runs`, or at that path."""
    if re.fullmatch(r"[\w.-]+", name) and os.path.isdir(
        path := (directory or runs_directory()) / name
    ):
        return Run.open(path)
    return Run.open(Path(name))


def folder_for(name: str | None, stem: str) -> Path:
    """Returns the folder for a new run called `name`.

    A name means a folder among all runs, a path itself; without a name it is a `new_folder`.
    """
    if name is None:
        return new_folder(stem)
    if not name.strip():
        raise RunError("the name of a run is empty; leave it out for a new name")
    path = Path(name)
    return path if path.name != name else runs_directory() / name


def new_folder(stem: str, directory: Path | None = None) -> Path:
    """Returns a folder for a new run: `stem` and the first number that is free."""
    directory = directory or runs_directory()
    number = 1
    while (directory / f"{stem}-{number}").exists():
        number += 1
    return directory / f"{stem}-{number}"
