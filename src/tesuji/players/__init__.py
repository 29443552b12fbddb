"""Makes players, which choose moves, from a one-line spec.

>>> from tesuji.games import make
>>> from tesuji.players import make_player
>>> game = make("torus", size=5)
>>> with make_player("random:seed=7", game) as player:
...     player.start(game, game.initial())
...     move = player.choose(game.initial()).move
>>> game.initial().is_legal(move)
True
"""

from tesuji.players.base import CannotStart, Choice, Player, PlayerFailure, TimeLeft, fresh_seed
from tesuji.players.options import Option, SpecError, option
from tesuji.players.registry import (
    PlayerKind,
    describe,
    make_player,
    parse_player,
    player_kinds,
    register_player,
)

__all__ = [
    "CannotStart",
    "Choice",
    "Option",
    "Player",
    "PlayerFailure",
    "PlayerKind",
    "SpecError",
    "TimeLeft",
    "describe",
    "fresh_seed",
    "make_player",
    "option",
    "parse_player",
    "player_kinds",
    "register_player",
]
