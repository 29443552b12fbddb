"""Runs KataGo's analysis engine behind pipes, for measurements beside it."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

_SETTINGS = """\
logToStderr = false
logAllRequests = false
logAllResponses = false
logSearchInfo = false
reportAnalysisWinratesAs = SIDETOMOVE
numAnalysisThreads = 1
numSearchThreadsPerAnalysisThread = 1
numEigenThreadsPerModel = 1
nnMaxBatchSize = 1
nnCacheSizePowerOfTwo = 12
nnMutexPoolSizePowerOfTwo = 8
nnRandomize = true
"""


class KataGoProgram:
    """A running analysis engine, with one thread for everything."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self._count = 0

    def analyse(
        self,
        size: int,
        moves: Sequence[tuple[str, str]],
        visits: int,
        *,
        rules: str | dict[str, Any] = "chinese",
        komi: float = 7.5,
        **settings: Any,
    ) -> dict[str, Any]:
        """Returns what it says of the position after `moves`, each a colour and a point."""
        self._count += 1
        query = {
            "id": str(self._count),
            "moves": [list(move) for move in moves],
            "rules": rules,
            "komi": komi,
            "boardXSize": size,
            "boardYSize": size,
            "maxVisits": visits,
            "overrideSettings": settings,
        }
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(query) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        answer: dict[str, Any] = json.loads(line) if line else {"error": "it has ended"}
        if "error" in answer:
            raise RuntimeError(f"KataGo says: {answer['error']}")
        return answer

    def cpu_seconds(self) -> float:
        """Seconds of computing that it has used so far."""
        text = Path(f"/proc/{self._process.pid}/stat").read_text(encoding="utf-8")
        fields = text.rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def running(
    program: Path, network: Path, *, seed: str = "one", size: int = 19
) -> Iterator[KataGoProgram]:
    """Runs KataGo with a network, for boards up to `size`, with a fixed `seed`.

    On a smaller board than `size` it computes as much as on that.
    """
    with tempfile.TemporaryDirectory() as folder:
        settings = Path(folder, "settings.cfg")
        seeds = f"nnRandSeed = {seed}\nsearchRandSeed = {seed}\n"
        sizes = f"maxBoardXSizeForNNBuffer = {size}\nmaxBoardYSizeForNNBuffer = {size}\n"
        settings.write_text(_SETTINGS + seeds + sizes)
        command = [str(program), "analysis", "-config", str(settings), "-model", str(network)]
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            cwd=folder,
        )
        try:
            yield KataGoProgram(process)
        finally:
            process.terminate()
            process.wait()
