"""Defines Nim."""

from __future__ import annotations

from tesuji.games.contract import Side
from tesuji.games.normal_play._heaps import HeapGame, Heaps
from tesuji.games.registry import register


@register("nim")
class Nim(HeapGame):
    """A move takes any number of counters from one heap. Whoever takes the last counter wins."""

    name = "nim"
    tagline = "Take from one heap; the last counter wins."

    @property
    def num_moves(self) -> int:
        return max(1, len(self.heaps) * max(self.heaps))

    def moves(self, state: Heaps, side: Side) -> dict[int, Heaps]:
        """Takes k counters from heap h as move h · largest heap + k - 1."""
        most = max(self.heaps)
        return {
            place * most + taken - 1: (*state[:place], heap - taken, *state[place + 1 :])
            for place, heap in enumerate(state)
            for taken in range(1, heap + 1)
        }

    def format_move(self, move: int) -> str:
        place, taken = divmod(move, max(1, max(self.heaps)))
        return f"{place + 1}-{taken + 1}"
