"""Searches for a forced win of the player to move within a number of turns.

A turn is one move, of either player: a win within 5 turns is a move, a reply, a move, a reply and
the move that surrounds a stone. Within 5 turns every move is searched, so that "no" is as certain
as "yes"; longer wins are searched among the moves that threaten to win at once.

>>> from tesuji.games import make
>>> position = make("torus", size=6).initial().play("C3 D4 D5 A1 C4 A3 E4")
>>> position = position.play("B6")
>>> find_win(position, turns=5).line_notation
('D3',)
"""

from __future__ import annotations

from tesuji import core
from tesuji.errors import TesujiError
from tesuji.games.torus import TorusPosition
from tesuji.search import Budget
from tesuji.search.control import Stoppable
from tesuji.search.proof import ProofReport, read_proof

EXACT_TURNS = 5
"""The number of turns within which every move is searched."""


class WinSearch(Stoppable):
    """A win search that can be stopped from any thread."""

    def run(
        self,
        position: TorusPosition,
        turns: int | None = EXACT_TURNS,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        memory: int = 64 << 20,
        tree: bool = True,
    ) -> ProofReport:
        """Returns whether the player to move wins within `turns` turns, or with None in any number.

        The status of the report is PROVEN, with the winning tree; DISPROVEN, there is no such win
        (only for up to 5 turns); NO_FORCING_WIN, none within 5 turns and no longer one by threats
        alone; or UNKNOWN, the limits did not suffice.
        """
        if turns is not None and turns < 1:
            raise TesujiError(f"turns must be at least 1, got {turns}")
        if position.is_over:
            raise TesujiError("the game is over: there is nothing to win")
        if turns is not None and turns % 2 == 0:
            turns -= 1  # the last move is the winner's own
        if turns is None and seconds is None and nodes is None:
            seconds = 10.0
        budget = Budget(nodes=nodes, seconds=seconds, depth=turns, memory=memory)
        return read_proof(position, core.torus_win(position, self._begin(budget, 0.1), tree))


def find_win(
    position: TorusPosition,
    turns: int | None = EXACT_TURNS,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    tree: bool = True,
) -> ProofReport:
    """Returns one win search; see `WinSearch.run`."""
    return WinSearch().run(position, turns, seconds=seconds, nodes=nodes, tree=tree)


def winning_moves(position: TorusPosition, turns: int = EXACT_TURNS) -> list[int]:
    """Returns all moves that win in the fewest turns, if these are at most `turns` (up to 5).

    Every move is searched, so that an empty list is certain too.
    """
    if not 1 <= turns <= EXACT_TURNS:
        raise TesujiError(
            f"all winning moves are found within 1 to {EXACT_TURNS} turns, not {turns}"
        )
    return list(core.torus_winning_moves(position, turns))
