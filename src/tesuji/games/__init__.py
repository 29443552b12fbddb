"""Provides the games: rules, notation, drawing, and the contract that they share.

>>> from tesuji.games import make
>>> position = make("dots-and-boxes", size=2).initial()
>>> position.play("aA", "Aa", "aB", "Ab").scores
(0, 1)
"""

from typing import TYPE_CHECKING, Any

from tesuji.errors import IllegalMoveError, NotationError, SetupError, TesujiError
from tesuji.games.contract import Game, Outcome, Position, Side, Value, illegal_move
from tesuji.games.loading import make_from_file, names_file
from tesuji.games.presentation import Card
from tesuji.games.registry import catalogued, make, names, parse_spec, register
from tesuji.renamed import warn_renamed

if TYPE_CHECKING:
    from tesuji.games.conformance import check

__all__ = [
    "Card",
    "Game",
    "IllegalMoveError",
    "NotationError",
    "Outcome",
    "Position",
    "SetupError",
    "Side",
    "TesujiError",
    "Value",
    "check",
    "illegal_move",
    "make",
    "make_from_file",
    "catalogued",
    "names",
    "names_file",
    "parse_spec",
    "register",
]


def __getattr__(name: str) -> Any:
    """Loads the conformance kit on first use, because it imports much and is rarely needed."""
    if name == "check":
        from tesuji.games.conformance import check

        return check
    if name == "Player":  # whoever plays is a `tesuji.players.Player`
        warn_renamed(__name__, "Player", "Side")
        return Side
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
