"""Loads the C++ core, in the build that suits this machine.

A build on the spot has one core, ``_native``, compiled for the processor it was built on. A wheel
has two, ``_avx2`` and ``_baseline``, and the processor decides. Either way the names are the same:
import them from here.
"""

from __future__ import annotations

import importlib
import importlib.util
from types import ModuleType


def _load() -> ModuleType:
    def exists(name: str) -> bool:
        return importlib.util.find_spec(f"{__name__}.{name}") is not None

    if exists("_native"):
        return importlib.import_module(f"{__name__}._native")
    if not exists("_cpu"):
        raise ImportError(
            "the C++ core of Tesuji is not built; run 'make setup' or 'pip install .'"
        )
    cpu = importlib.import_module(f"{__name__}._cpu")
    chosen = "_avx2" if cpu.has_x86_64_v3() else "_baseline"
    return importlib.import_module(f"{__name__}.{chosen}")


module = _load()
"""The extension module itself."""
globals().update({name: value for name, value in vars(module).items() if name[0] != "_"})
variant: str = module.__name__.rpartition(".")[2].lstrip("_")
"""Which build was loaded: ``native``, ``avx2`` or ``baseline``."""
