"""Finds wins by threats alone, in games with forcing moves.

Players that search in another way look for such a win first (see `SearchPlayer`): if there is one,
nothing else has to be considered.

>>> from tesuji.games import make
>>> position = make("gomoku", size=9).initial().play("C5 A1 D5 A2 E5 A3")
>>> report = ForcedWinSearch().run(position, nodes=1000)
>>> report.best.notation in ("B5", "F5"), report.proof.value
(True, 'win')
"""

from __future__ import annotations

from tesuji.games import Position, Value
from tesuji.search.budget import Budget
from tesuji.search.control import Stoppable
from tesuji.search.proof import ProofReport, ProofStatus, read_proof
from tesuji.search.report import MoveReport, Proof, SearchReport

_MEMORY = 16 << 20
WIN_SEARCH = "win search"
"""The name of the engine in reports of forced wins."""


class ForcedWinSearch(Stoppable):
    """Looks for a win by threats; can be stopped from any thread."""

    def run(
        self, position: Position, nodes: int, seconds: float | None = None
    ) -> SearchReport | None:
        """Searches at most `nodes` positions for a forced win of the player to move.

        Returns None if none was found. Only the winning move has a value in the report.
        """
        if position.is_over or not position.game.has_forcing_moves:
            return None
        proof = self.prove(position, Budget(nodes=nodes, seconds=seconds, memory=_MEMORY))
        if proof.status is not ProofStatus.PROVEN or proof.move is None:
            return None
        return winning_report(
            position,
            proof.line or (proof.move,),  # a small budget may not suffice for the whole line
            nodes=proof.nodes,
            seconds=proof.seconds,
            memory=proof.memory,
        )

    def prove(self, position: Position, budget: Budget) -> ProofReport:
        """Returns the proof itself, with the winning tree."""
        return read_proof(position, position.game.force(position, self._begin(budget, 0.1)))


def winning_report(
    position: Position,
    line: tuple[int, ...],
    *,
    nodes: int,
    seconds: float = 0.0,
    memory: int = 0,
) -> SearchReport:
    """Returns the report of a win by `line`; the other moves have no value."""
    mover, notation = position.to_move, position.game.format_move
    winning = line[0]

    def report(move: int) -> MoveReport:
        wins = move == winning
        shown = line if wins else (move,)
        return MoveReport(
            move=move,
            notation=notation(move),
            visits=nodes if wins else 0,
            value=Value(1.0 if wins else 0.0, mover),
            prior=0.0,
            proof=Proof.WIN if wins else Proof.UNKNOWN,
            score=None,
            line=shown,
            line_notation=tuple(notation(step) for step in shown),
        )

    order = sorted(position.legal_moves(), key=lambda move: move != winning)
    return SearchReport(
        position=position,
        value=Value(1.0, mover),
        proof=Proof.WIN,
        score=None,
        moves=tuple(report(move) for move in order),
        simulations=0,
        nodes=nodes,
        seconds=seconds,
        depth=len(line),
        memory=memory,
        engine=WIN_SEARCH,
    )
