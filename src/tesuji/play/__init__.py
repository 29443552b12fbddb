"""Provides one game in progress and one asked player, shared by referee, rooms and protocols.

>>> from tesuji.games import make
>>> from tesuji.play import AskedPlayer, Control, GameInProgress
>>> from tesuji.players import make_player
>>> game = GameInProgress(make("torus", size=5))
>>> asked, control = AskedPlayer(make_player("mcts:sims=1000000", game.game)), Control()
>>> control.cancel()  # works before the player begins to think
>>> asked.follow(game)
>>> thought = asked.ask(lambda: asked.choose(game.position, control=control))
>>> game.play(thought.result().move if thought.wait(60) else -1).side.name
'FIRST'
>>> game.resign(game.to_move).code(game.game)
'B+R'
>>> asked.close()
"""

from tesuji.play.asked import AskedPlayer, Thought
from tesuji.play.clock import Clock, TimeControl
from tesuji.play.control import Control
from tesuji.play.ending import FORFEIT, RESIGNATION, TIME, Ending
from tesuji.play.game import GameInProgress, PlayedMove
from tesuji.play.seat import ENGINE, PERSON, PROGRAM, Seat

__all__ = [
    "ENGINE",
    "FORFEIT",
    "PERSON",
    "PROGRAM",
    "RESIGNATION",
    "TIME",
    "AskedPlayer",
    "Clock",
    "Control",
    "Ending",
    "GameInProgress",
    "Seat",
    "PlayedMove",
    "Thought",
    "TimeControl",
]
