"""How a game ended: by the rules, or because somebody gave up, was late or was at fault."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tesuji.games import Game, Outcome, Side

RESIGNATION, TIME, FORFEIT = "R", "T", "F"
"""How a game is lost beside the board, as SGF writes it."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended."""

    winner: Side | None
    """None for a draw."""
    reason: str
    """A phrase for people: "five in a row", "resignation"."""
    how: str = ""
    """`RESIGNATION`, `TIME` or `FORFEIT`; empty when the game was decided on the board."""
    outcome: Outcome | None = None
    """What the rules say of the last position; None if the game did not end by them."""
    count: Any = None
    """The count on which the players agreed, as `Position.counted` makes it; None without one."""

    @classmethod
    def by_rules(cls, outcome: Outcome) -> Ending:
        return cls(outcome.winner, outcome.reason, outcome=outcome)

    @property
    def margin(self) -> float:
        """By how much the first player won; 1 or -1 where nobody counts."""
        if self.outcome is not None:
            return self.outcome.margin
        return 0.0 if self.winner is None else 1.0 - 2.0 * self.winner

    def code(self, game: Game) -> str:
        """The result as SGF writes it: B+3.5, W+R, 0."""
        from tesuji.records import result_text  # a Gomocup brain goes without records

        if self.outcome is not None:
            return result_text(game, self.outcome)
        return "0" if self.winner is None else f"{'BW'[self.winner]}+{self.how}"
