"""Holds the experiments of the documents that Tesuji unites, one folder each.

`toruszero` evolves move raters of Torus in tournaments; `mayer_maier` evolves networks that play Go
and trains them by temporal differences; `costa` has the settings of an AlphaZero for Dots and
Boxes; `garcia` has the tables of a Gomoku player; `frejlak` counts right answers to endgame
problems. Only interfaces import from here: what an experiment shares with other code belongs in a
layer below.

>>> from tesuji.studies import find_experiment
>>> find_experiment("go-naive").help
'Evolves networks for 5x5 Go against Naive.'
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from tesuji.errors import TesujiError

if TYPE_CHECKING:
    from tesuji.learning.evolution.experiments import Experiment
    from tesuji.studies.exhibits import Study

_STUDIES = ("toruszero", "mayer-maier", "costa", "garcia", "frejlak")
"""What ``tesuji reproduce`` takes; the study is declared in the module ``study`` of its folder."""
_WITH_EXPERIMENTS = ("mayer_maier", "toruszero")
"""The folders whose modules register experiments for ``tesuji evolve``."""
_WITH_PRESETS = ("costa",)
"""The folders with presets for ``tesuji train``."""


def experiments() -> Mapping[str, Experiment]:
    """Returns all experiments of evolution by name, in alphabetical order."""
    from tesuji.learning.evolution.experiments import experiments

    _import_experiments()
    return experiments()


def find_experiment(name: str) -> Experiment:
    """Returns the experiment called `name`; raises `ExperimentError` if there is none."""
    from tesuji.learning.evolution.experiments import find_experiment

    _import_experiments()
    return find_experiment(name)


def load_presets() -> None:
    """Makes the presets of the studies known to ``tesuji train``."""
    from tesuji.learning.alphazero.config import register_presets

    for folder in _WITH_PRESETS:
        register_presets(f"{__name__}.{folder}")


def studies() -> tuple[str, ...]:
    """Returns the names of the documents whose experiments can be repeated."""
    return _STUDIES


def find_study(name: str) -> Study:
    """Returns the study called `name`; raises `TesujiError` if there is none."""
    if name not in _STUDIES:
        raise TesujiError(f"there is no study called {name!r}; there are: {', '.join(_STUDIES)}")
    module = importlib.import_module(f"{__name__}.{name.replace('-', '_')}.study")
    found: Study = module.STUDY
    return found


@cache
def _import_experiments() -> None:
    for folder in _WITH_EXPERIMENTS:
        package = importlib.import_module(f"{__name__}.{folder}")
        for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
            importlib.import_module(module.name)
