"""Declares what a study consists of: exhibits, each a table or a figure of its document.

An exhibit names the units of work that it needs and a function that shows their results. A unit is
a function of a module, called in a worker process with plain settings; what it returns is plain
data too, and is stored when it ends, so that a killed run loses at most the units at work. Exhibits
that need the same unit share it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tesuji.errors import TesujiError
from tesuji.run_folder import RunFolder
from tesuji.studies.blocks import Block

Settings = Mapping[str, Any]
"""The settings of a unit, as plain data."""
Findings = dict[str, Any]
"""The result of a unit, as plain data."""
Work = Callable[[Settings, "UnitPlace"], Findings]


@dataclass(frozen=True, slots=True)
class Length:
    """A length of an experiment, such as its generations, that ``--scale`` shortens."""

    what: str
    """In the plural: "generations"."""
    full: int
    """As in the document."""
    least: int = 1
    share: float = 1.0
    """The length is multiplied by scale to this power: 0.5 shortens less, 0 not at all."""

    def at(self, scale: float) -> int:
        """Returns the length at a scale from 0 to 1."""
        shortened = round(self.full * float(scale**self.share))
        return min(self.full, max(self.least, shortened))


@dataclass(frozen=True, slots=True)
class Unit:
    """A piece of work."""

    name: str
    """Letters, digits, dots and dashes; the name of its file."""
    work: Work
    """A function at the top level of a module."""
    settings: Settings = field(default_factory=dict)
    needs: tuple[Unit, ...] = ()
    """Units whose results it uses; they are done first."""


@dataclass(frozen=True, slots=True)
class UnitPlace:
    """Where a unit works."""

    folder: Path
    """The folder of the whole run; a unit may make folders of its own in `work_folder`."""
    seed: int

    def findings(self, name: str) -> Findings:
        """Returns the result of a unit that this one needs."""
        data = json.loads(RunFolder(self.folder).unit_file(name).read_text(encoding="utf-8"))
        found: Findings = data["findings"]
        return found

    @property
    def work_folder(self) -> Path:
        """The folder for what units keep: runs of learning, networks."""
        return self.folder / "work"


@dataclass(frozen=True, slots=True)
class StoredUnit:
    """The stored result of a unit."""

    findings: Findings
    core_seconds: float
    """Processor time of its last sitting, child processes included."""


class StudyResults:
    """The results of all units that have ended, by name."""

    def __init__(self, stored: Mapping[str, StoredUnit]) -> None:
        self._stored = stored

    def __getitem__(self, unit: Unit) -> Findings:
        return self._stored[unit.name].findings


Show = Callable[[StudyResults], Sequence[Block]]


@dataclass(frozen=True, slots=True)
class Exhibit:
    """A table or a figure of the document, or something that it lacks."""

    key: str
    """As the document calls it: "table 5.1", "figure 7", "section 3.1"."""
    title: str
    document: Sequence[Block] = ()
    """What the document shows."""
    units: tuple[Unit, ...] = ()
    show: Show = lambda found: ()
    """Called with the results when all units have ended."""
    lengths: tuple[Length, ...] = ()
    differs: str = ""
    """What is different here apart from lengths."""
    missing: str = ""
    """Why it is not repeated; "" if it is."""

    @property
    def number(self) -> str:
        """The last word of the key: "5.1"."""
        return self.key.split()[-1]


@dataclass(frozen=True, slots=True)
class Plan:
    """How a study is repeated."""

    scale: float = 1.0
    """From above 0 to 1: how much of the document's lengths is done."""
    seed: int = 1
    given: Mapping[str, str] = field(default_factory=dict)
    """Options of this study, by name."""

    def __post_init__(self) -> None:
        if not 0 < self.scale <= 1:
            raise TesujiError(f"--scale must be above 0 and at most 1, got {self.scale:g}")

    def length(self, length: Length) -> int:
        """Returns a length of the document at this scale."""
        return length.at(self.scale)


@dataclass(frozen=True, slots=True)
class Study:
    """The experiments of one document."""

    name: str
    title: str
    document: str
    """Authors, title, place, year."""
    game: str
    exhibits: Callable[[Plan], Sequence[Exhibit]]
    """Declares all tables and figures for a plan. It must be quick and raise `TesujiError` for
    options that cannot work."""
    options: Mapping[str, str] = field(default_factory=dict)
    """Options that this study takes, with their help."""
    notes: Sequence[str] = ()
    """Paragraphs at the head of the report."""


def chosen_exhibits(exhibits: Sequence[Exhibit], tables: Sequence[str]) -> list[Exhibit]:
    """Returns the exhibits with these keys or numbers; all if there are none."""
    if not tables:
        return list(exhibits)
    found: list[Exhibit] = []
    for name in tables:
        wanted = " ".join(name.lower().split())
        same = [one for one in exhibits if wanted in (one.key.lower(), one.number.lower())]
        if not same:
            keys = ", ".join(one.key for one in exhibits)
            raise TesujiError(f"this study has no table or figure {name!r}; it has: {keys}")
        found += [one for one in same if one not in found]
    return found


def units_of(exhibits: Sequence[Exhibit]) -> dict[str, Unit]:
    """Returns all units of some exhibits by name, those that they need included."""
    found: dict[str, Unit] = {}

    def add(unit: Unit) -> None:
        for needed in unit.needs:
            add(needed)
        same = found.setdefault(unit.name, unit)
        if same.settings != unit.settings or same.work is not unit.work:
            raise ValueError(f"two units are called {unit.name}")

    for exhibit in exhibits:
        for unit in exhibit.units:
            add(unit)
    return found
