"""Reads endgame problems in SGF files: a marked region and the value of the move in it.

The root has stones, squares (SQ) on the points of the region, and the value in its comment: the
difference between Black's and White's move by territory counting, an integer or a mixed fraction.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from tesuji.errors import RecordError, TesujiError
from tesuji.games.go import GoPosition
from tesuji.records import GameRecord, load
from tesuji.theory.cgt.mixed import parse_mixed


@dataclass(frozen=True)
class Problem:
    """A region to analyse, with the right answer if the file has one."""

    record: GameRecord
    position: GoPosition
    region: tuple[int, ...]
    value: Fraction | None
    """Black's move against White's, by territory counting."""

    @property
    def temperature(self) -> Fraction | None:
        """The right temperature by area counting."""
        return None if self.value is None else self.value / 2 + 1


def read_problem(path: str | os.PathLike[str]) -> Problem:
    """Returns the problem in a file; raises `TesujiError` if it is not a problem."""
    record = load(path)
    position = record.root.position()
    if not isinstance(position, GoPosition):
        raise RecordError(f"{os.fspath(path)} is a record of {record.game.name}, not of Go")
    return Problem(
        record, position, tuple(record.root.marks.get("SQ", ())), parse_value(record.root.comment)
    )


def parse_value(comment: str) -> Fraction | None:
    """Reads ``6 1/2`` as a number; returns None for other text.

    >>> parse_value("2 2/3"), parse_value("7"), parse_value("Black to move")
    (Fraction(8, 3), Fraction(7, 1), None)
    """
    return parse_mixed(comment)


def find_problems(folder: str | os.PathLike[str]) -> list[Path]:
    """Returns the SGF files of a folder and the folders in it, in order."""
    root = Path(folder)
    if not os.path.isdir(root):
        raise TesujiError(f"there is no folder {os.fspath(folder)}")
    paths = sorted(path for path in root.rglob("*.sgf") if path.is_file())
    if not paths:
        raise TesujiError(f"there is no SGF file in {os.fspath(folder)}")
    return paths
