"""Reports what a search found, with values that say for whom they are."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

from tesuji.games import Position, Value

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Proof(Enum):
    """What is certain of a position or move, for the player to move at the root."""

    UNKNOWN = "unknown"
    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"


@dataclass(frozen=True, slots=True)
class MoveReport:
    """One move at the root. Value, proof and score are for the player to move there."""

    move: int
    notation: str
    visits: int
    """Simulations (MCTS) or nodes (alpha-beta, proof search) spent on it."""
    value: Value
    prior: float
    """Share that an evaluator gave it before the search, from 0 to 1."""
    proof: Proof
    score: float | None
    """Points for the player to move at the root, if they are proven."""
    line: tuple[int, ...]
    """Principal variation, beginning with the move."""
    line_notation: tuple[str, ...]
    is_bound: bool = False
    """Whether the search only knows that the move is worth no more than its value."""
    lead: float | None = None
    """Points by which the player to move at the root leads with it, as a network judges it."""
    line_visits: tuple[int, ...] = ()
    """Visits of the position after each move of the line; empty if the search has none."""

    @property
    def is_judged(self) -> bool:
        """Whether the search has evaluated the move itself."""
        return self.proof is not Proof.UNKNOWN or (self.visits > 0 and not self.is_bound)


@dataclass(frozen=True, slots=True)
class SearchReport:
    """The result of a search: the value of a position, and its legal moves, best first."""

    position: Position
    value: Value
    """For the player to move."""
    proof: Proof
    score: float | None
    moves: tuple[MoveReport, ...]
    simulations: int
    nodes: int
    seconds: float
    depth: int
    """Plies searched completely, or the longest line in the tree."""
    memory: int
    """Bytes in use at the end."""
    engine: str = ""
    """The player and its budget, as a spec; the method alone if no player searched."""
    lead: float | None = None
    """Points by which the player to move leads, as a network judges it; None if unknown."""

    @property
    def best(self) -> MoveReport | None:
        """The best move; None if there is no legal one."""
        return self.moves[0] if self.moves else None

    @property
    def line(self) -> tuple[int, ...]:
        """The principal variation."""
        return self.moves[0].line if self.moves else ()

    def text(self, moves: int = 5) -> str:
        """Returns the report in a few lines: the position's value and the best `moves`."""
        who = self.position.game.player_names[self.value.for_player]
        certain = "" if self.proof is Proof.UNKNOWN else f" ({self.proof.value} for certain)"
        lines = [
            f"{who} to move: {self.value.number:+.3f}{certain}, {self.simulations} simulations, "
            f"{self.nodes} nodes, {self.seconds:.2f} s"
        ]
        for move in self.moves[:moves]:
            note = "" if move.proof is Proof.UNKNOWN else f" {move.proof.value}"
            line = " ".join(move.line_notation)
            lines.append(
                f"{move.notation:>6} {move.value.number:+.3f}{note} {move.visits:>8}  {line}"
            )
        return "\n".join(lines)

    def mapped(self, position: Position, moves: NDArray[np.int32]) -> SearchReport:
        """Converts this report to `position`, a mirror image in which move m is ``moves[m]``."""
        return dataclasses.replace(
            self,
            position=position,
            moves=tuple(_mapped_move(report, position, moves) for report in self.moves),
        )


def read_report(
    position: Position, found: Any, engine: str = "", valued: int | None = None
) -> SearchReport:
    """Returns the report of a search of the core (see ``cpp/search/report.hpp``) about `position`.

    Only the first `valued` moves have exact values, the others upper bounds; None: all have.
    """
    return SearchReport(
        position=position,
        value=Value(found.value, position.to_move),
        proof=Proof(found.proof or "unknown"),
        score=found.score,
        moves=tuple(
            _read_move(position, move, valued is not None and order >= valued)
            for order, move in enumerate(found.moves)
        ),
        simulations=found.simulations,
        nodes=found.nodes,
        seconds=found.seconds,
        depth=found.depth,
        memory=found.memory,
        engine=engine,
        lead=found.lead,
    )


def _read_move(position: Position, found: Any, is_bound: bool) -> MoveReport:
    notation = position.game.format_move
    return MoveReport(
        move=found.move,
        notation=notation(found.move),
        visits=found.visits,
        value=Value(found.value, position.to_move),
        prior=found.prior,
        proof=Proof(found.proof or "unknown"),
        score=found.score,
        line=tuple(found.line),
        line_notation=tuple(notation(move) for move in found.line),
        is_bound=is_bound and not found.proof,
        lead=found.lead,
        line_visits=tuple(found.line_visits),
    )


def _mapped_move(report: MoveReport, position: Position, moves: NDArray[np.int32]) -> MoveReport:
    notation = position.game.format_move
    line = tuple(int(moves[move]) for move in report.line)
    move = int(moves[report.move])
    return dataclasses.replace(
        report,
        move=move,
        notation=notation(move),
        line=line,
        line_notation=tuple(notation(step) for step in line),
    )
