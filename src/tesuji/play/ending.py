"""Describes how a game ended: by the rules, by resignation, on time or by forfeit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tesuji.games import Game, Outcome, Side

RESIGNATION, TIME, FORFEIT = "R", "T", "F"
"""Ways to lose a game other than by the rules, as in SGF."""


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
    """The outcome by the rules; None if the game did not end by them."""
    count: Any = None
    """The count on which the players agreed, as `Position.counted` makes it; None without one."""

    @classmethod
    def by_rules(cls, outcome: Outcome) -> Ending:
        return cls(outcome.winner, outcome.reason, outcome=outcome)

    @property
    def margin(self) -> float:
        """The margin of the first player; 1 or -1 without a score."""
        if self.outcome is not None:
            return self.outcome.margin
        return 0.0 if self.winner is None else 1.0 - 2.0 * self.winner

    def code(self, game: Game) -> str:
        """Returns the result as SGF writes it: B+3.5, W+R, 0."""
        from tesuji.records import result_text  # a Gomocup brain is built without records

        if self.outcome is not None:
            return result_text(game, self.outcome)
        return "0" if self.winner is None else f"{'BW'[self.winner]}+{self.how}"
