"""A player of your own: import this module, and its name works wherever a player is named.

python examples/own_player.py
"""

import math
from dataclasses import dataclass

from tesuji.games import Game, Position, make
from tesuji.match import run_match
from tesuji.players import Choice, Player, TimeLeft, option, register_player


@dataclass(frozen=True, slots=True)
class HugOptions:
    reach: int = option(1, "points around the last move to look at", minimum=1, maximum=5)


@register_player("hug", HugOptions)
class Hug(Player):
    """Gomoku beside the last stone, as near to the middle as it gets."""

    def __init__(self, game: Game, options: HugOptions) -> None:
        self._size = math.isqrt(game.num_moves)
        self._reach = options.reach
        self._last: int | None = None

    def observe(self, before: Position, move: int, after: Position) -> None:
        self._last = move

    def choose(self, position: Position, time_left: TimeLeft | None = None) -> Choice:
        legal = position.legal_moves()
        if self._last is not None:
            legal = [move for move in legal if self._far(move, self._last) <= self._reach] or legal
        middle = self._size**2 // 2
        return Choice(min(legal, key=lambda move: self._far(move, middle)))

    def _far(self, one: int, other: int) -> int:
        rows = abs(one // self._size - other // self._size)
        return max(rows, abs(one % self._size - other % self._size))


if __name__ == "__main__":
    result = run_match(make("gomoku", size=9), "hug:reach=2", "random", games=20, seed=1, workers=0)
    print(f"hug against random: {result.tally.wins} won, {result.tally.losses} lost")
