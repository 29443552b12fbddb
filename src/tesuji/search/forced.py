"""Wins by threats alone, for any game that knows forcing moves: sure, and quickly found.

A player who searches in another way looks for such a win first (see `SearchPlayer`): where there
is one, nothing else has to be considered.

>>> from tesuji.games import make
>>> position = make("gomoku", size=9).initial().play("C5 A1 D5 A2 E5 A3")
>>> report = ForcedWin().run(position, nodes=1000)
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
"""How reports of forced wins name their engine."""


class ForcedWin(Stoppable):
    """Looks for a win by threats; can be stopped from any thread."""

    def run(
        self, position: Position, nodes: int, seconds: float | None = None
    ) -> SearchReport | None:
        """The report of a forced win of the player to move, looking at most at `nodes` positions.

        None where there is no such win, or none was found. Only the winning move has a value.
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
        """The proof itself, with the winning tree."""
        return read_proof(position, position.game.force(position, self._begin(budget, 0.1)))


def winning_report(
    position: Position,
    line: tuple[int, ...],
    *,
    nodes: int,
    seconds: float = 0.0,
    memory: int = 0,
) -> SearchReport:
    """A win of the player to move by `line` as a report: of the other moves nothing is known."""
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
