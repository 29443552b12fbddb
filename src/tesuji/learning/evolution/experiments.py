"""Finds experiments of evolution by name. An experiment registers itself.

A module of ``studies/`` decorates the function that does one run of the experiment with
`register_experiment`; ``tesuji evolve NAME`` then has a command of that name whose options are the
fields of its config. Your own experiment may do the same in any module. Worker processes import the
module that registers the function.

The rules for an experiment:

- it works in the folder of one `Run`, and all randomness follows from ``run.description.seed``, so
  that the same seed gives the same run;
- it saves its state with `Run.save_state`, so that after a crash or Ctrl-C the same call continues,
  with the same result;
- it appends a line of metrics for each generation (`Run.add_metrics`): charts and progress are
  read from there;
- it returns its result as plain data, which is stored in ``result.json``.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from tesuji.errors import TesujiError, quoted
from tesuji.learning.common.runs import Run
from tesuji.players.options import Option, declared

Result = dict[str, Any]
"""The result of one run, as plain data."""


class ExperimentError(TesujiError):
    """Raised for an experiment that does not exist, or with invalid options."""


@dataclass(frozen=True, slots=True)
class Summary:
    """The results of an experiment's runs, as a table for people and machines."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    notes: Sequence[str] = ()

    def as_dict(self) -> dict[str, Any]:
        """Returns the table as plain data."""
        return {
            "title": self.title,
            "columns": list(self.columns),
            "rows": [list(row) for row in self.rows],
            "notes": list(self.notes),
        }


@dataclass(frozen=True, slots=True)
class EvolutionWorkplace:
    """The resources of one run."""

    threads: int = 1
    """Threads of the core. The result does not depend on them."""


Evolve = Callable[[Run, Any, EvolutionWorkplace], Result]
E = TypeVar("E", bound=Evolve)

LARGEST = 2**31 - 1
"""The largest integer of the core."""


def _no_summary(name: str, results: Sequence[Result]) -> Summary:
    """Returns a table of the numbers of every run."""
    columns = [key for key, value in results[0].items() if isinstance(value, int | float | str)]
    rows = [[_shown(result.get(column)) for column in columns] for result in results]
    return Summary(name, columns, rows)


def _shown(value: object) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)


@dataclass(frozen=True, slots=True)
class Experiment:
    """An experiment of ``tesuji evolve``."""

    name: str
    help: str
    """One line for people."""
    config: type
    """A frozen dataclass whose fields are declared by `tesuji.players.option`."""
    game: Callable[[Any], tuple[str, Mapping[str, Any]]]
    """From the config: the name of the game, and its options."""
    evolve: Evolve
    """Runs or continues one run to its end."""
    defaults: Mapping[str, Any] = field(default_factory=dict)
    """Values that replace the defaults of the config."""
    summary: Callable[[str, Sequence[Result]], Summary] = _no_summary

    @property
    def options(self) -> Mapping[str, Option]:
        """The fields of the config, by name, with the defaults of this experiment."""
        return {
            name: dataclasses.replace(option, default=self.defaults[name], required=False)
            if name in self.defaults
            else option
            for name, option in declared(self.config).items()
        }

    def configure(self, given: Mapping[str, Any]) -> Any:
        """Returns the config with the values `given`, as values or as texts; each is checked."""
        values = dict(self.defaults)
        for name, value in given.items():
            if name not in self.options:
                known = ", ".join(self.options)
                raise ExperimentError(f"{self.name} has no option {name!r}; it has: {known}")
            option = self.options[name]
            if not str(value).isprintable():  # runs are stored and shown to people
                raise ExperimentError(
                    f"the option {name} of {self.name} is a text that can be shown, "
                    f"not {quoted(value)}"
                )
            values[name] = value if value == option.default else option.read(str(value), self.name)
            if isinstance(values[name], int) and abs(values[name]) > LARGEST:
                raise ExperimentError(
                    f"the option {name} of {self.name} is at most {LARGEST}, not {quoted(value)}"
                )
        return self.config(**values)


_experiments: dict[str, Experiment] = {}


def register_experiment(
    name: str,
    config: type,
    *,
    game: Callable[[Any], tuple[str, Mapping[str, Any]]],
    help: str = "",
    defaults: Mapping[str, Any] | None = None,
    summary: Callable[[str, Sequence[Result]], Summary] | None = None,
) -> Callable[[E], E]:
    """Registers the decorated function as the experiment called `name`; see `Experiment`.

    It may be used several times on one function: presets are experiments that differ in
    `defaults`. Without `help` the first line of the function's docstring is shown.
    """

    def remember(evolve: E) -> E:
        lines = (evolve.__doc__ or "").strip().splitlines()
        _experiments[name] = Experiment(
            name,
            help or (lines[0] if lines else ""),
            config,
            game,
            evolve,
            defaults or {},
            summary or _no_summary,
        )
        return evolve

    return remember


def experiments() -> Mapping[str, Experiment]:
    """Returns the experiments that were registered, by name, in alphabetical order."""
    return {name: _experiments[name] for name in sorted(_experiments)}


def find_experiment(name: str) -> Experiment:
    """Returns the experiment called `name`."""
    known = experiments()
    if name not in known:
        raise ExperimentError(
            f"there is no experiment called {name!r}; there are: {', '.join(known)}"
        )
    return known[name]
