"""Tesuji, a workshop for abstract board games.

>>> import tesuji
>>> game = tesuji.make("torus", size=9)
>>> position = game.initial().play("E5", "F6")
>>> position.to_move
<Player.FIRST: 0>
"""

from importlib.metadata import version

from tesuji.errors import TesujiError
from tesuji.games import Game, Outcome, Player, Position, Value, make, names

__version__ = version("tesuji")

__all__ = [
    "Game",
    "Outcome",
    "Player",
    "Position",
    "TesujiError",
    "Value",
    "__version__",
    "make",
    "names",
]
