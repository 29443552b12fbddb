"""The games: rules, notation, drawing, and the contract that they share.

>>> from tesuji.games import make
>>> position = make("dots-and-boxes", size=2).initial()
>>> position.play("aA", "Aa", "aB", "Ab").scores
(0, 1)
"""

from typing import TYPE_CHECKING, Any

from tesuji.errors import IllegalMoveError, NotationError, SetupError, TesujiError
from tesuji.games.contract import Game, Outcome, Player, Position, Value, illegal_move
from tesuji.games.loading import make_from_file, names_file
from tesuji.games.registry import make, names, parse_spec, register

if TYPE_CHECKING:
    from tesuji.games.conformance import check

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


def __getattr__(name: str) -> Any:
    """The conformance kit is loaded when somebody asks for it: it needs much, and few need it."""
    if name == "check":
        from tesuji.games.conformance import check

        return check
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
