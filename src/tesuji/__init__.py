"""Tesuji, a workshop for abstract board games.

>>> import tesuji
>>> game = tesuji.make("torus", size=9)
>>> position = game.initial().play("E5", "F6")
>>> position.to_move
<Side.FIRST: 0>
"""

import importlib
import os
from typing import TYPE_CHECKING, Any

# ONNX Runtime reports its use to its makers unless this is set when it is loaded, by us or by a
# worker process, which inherits it. Nothing that Tesuji does leaves the machine.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

if TYPE_CHECKING:
    from tesuji.errors import TesujiError
    from tesuji.games import Game, Outcome, Position, Side, Value, make, names

    __version__: str

__all__ = [
    "Game",
    "Outcome",
    "Position",
    "Side",
    "TesujiError",
    "Value",
    "__version__",
    "make",
    "names",
]


def __getattr__(name: str) -> Any:
    """Imports a name when it is first used, so that commands that do not need it start quickly."""
    if name == "__version__":
        from importlib.metadata import version

        found: Any = version("tesuji")
    elif name in ("core", "errors", "games"):
        found = importlib.import_module(f"tesuji.{name}")
    elif name in __all__:
        found = getattr(importlib.import_module("tesuji.games"), name)
    elif name == "Player":
        from tesuji.renamed import warn_renamed

        warn_renamed("tesuji", "Player", "Side")
        return importlib.import_module("tesuji.games").Side
    else:
        raise AttributeError(f"module 'tesuji' has no attribute {name!r}")
    globals()[name] = found
    return found
