"""The games: rules, notation, drawing, and the contract that they share.

>>> from tesuji.games import make
>>> position = make("dots-and-boxes", size=2).initial()
>>> position.play("aA", "Aa", "aB", "Ab").scores
(0, 1)
"""

from tesuji.errors import IllegalMoveError, NotationError, SetupError, TesujiError
from tesuji.games.conformance import check
from tesuji.games.contract import Game, Outcome, Player, Position, Value, illegal_move
from tesuji.games.loading import make_from_file, names_file
from tesuji.games.registry import make, names, parse_spec, register

__all__ = [
    "Game",
    "IllegalMoveError",
    "NotationError",
    "Outcome",
    "Player",
    "Position",
    "SetupError",
    "TesujiError",
    "Value",
    "check",
    "illegal_move",
    "make",
    "make_from_file",
    "names",
    "names_file",
    "parse_spec",
    "register",
]
