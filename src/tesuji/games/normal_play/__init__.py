"""Holds games of combinatorial game theory, in which a player who cannot move has lost.

Each module is one game, registered under the name of its file: `tesuji.games.make("domineering")`.
Left (blue) is the first side and Right (red) the second. A game says what either side can do in a
position (`NormalPlayGame.moves`), and as far as it is known into which independent parts a position
falls and which positions have the same value; `tesuji.theory.cgt.value` does the rest.
"""

from tesuji.games.normal_play._normal_play import NormalPlayGame, NormalPlayPosition

__all__ = ["NormalPlayGame", "NormalPlayPosition"]
