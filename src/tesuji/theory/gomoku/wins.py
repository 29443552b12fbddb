"""Finds forced wins: victory by continuous fours (VCF) and by continuous threats (VCT)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tesuji.games import Side
from tesuji.games.gomoku import GomokuPosition
from tesuji.search import Budget, ProofStatus, prove

VCF_BUDGET = Budget(nodes=100_000, memory=16 << 20)
VCT_BUDGET = Budget(nodes=200_000, memory=64 << 20)


@dataclass(frozen=True, slots=True)
class ForcedWin:
    """Whether a player wins by force, if it were that player's turn."""

    position: GomokuPosition
    """The position with the attacker to move, as if the other player had passed if necessary."""
    attacker: Side
    status: ProofStatus
    """PROVEN, NO_FORCING_WIN, or UNKNOWN if the budget did not suffice."""
    line: tuple[int, ...]
    """The winning moves against the longest defence; empty without a win."""
    tree: Any = field(compare=False, repr=False)
    """The core's ``ProofTree`` of the whole win; None without one."""
    nodes: int
    """Positions searched."""

    @property
    def is_win(self) -> bool:
        return self.status is ProofStatus.PROVEN

    @property
    def plies(self) -> int:
        """Moves of both players until the five, against the longest defence; 0 without a win."""
        return len(self.line)

    @property
    def notation(self) -> str:
        """The line in notation."""
        game = self.position.game
        return " ".join(game.format_move(move) for move in self.line)


@dataclass(frozen=True, slots=True)
class Defences:
    """The moves that stop a win that the opponent of the player to move threatens."""

    threat: ForcedWin
    """What the opponent would do if the player passed."""
    refuting: tuple[int, ...]
    """Moves after which the opponent has no win of that kind."""
    unclear: tuple[int, ...]
    """Moves about which the budget did not suffice to tell."""


def find_vcf(
    position: GomokuPosition, attacker: Side | None = None, budget: Budget = VCF_BUDGET
) -> ForcedWin:
    """Returns whether `attacker`, by default the player to move, wins by continuous fours.

    The win has the fewest fours possible. A negative answer within the budget is exact.
    """
    return _find(position, attacker, budget, threes=False)


def find_vct(
    position: GomokuPosition, attacker: Side | None = None, budget: Budget = VCT_BUDGET
) -> ForcedWin:
    """Returns whether `attacker`, by default the player to move, wins by fours and open threes.

    The defender may answer in any way, including fours. In caro, where an open three need not be a
    threat, only fours are searched; in renju some wins of Black that depend on a seemingly
    forbidden point are missed. A win that is found is always correct.
    """
    return _find(position, attacker, budget, threes=True)


def find_defences(
    position: GomokuPosition, *, threes: bool = False, budget: Budget | None = None
) -> Defences | None:
    """Returns the moves of the player to move that stop the opponent's win by fours (and `threes`).

    None if no such win was found within `budget`, which applies to the search for the win and again
    to each move.
    """
    budget = budget or (VCT_BUDGET if threes else VCF_BUDGET)
    threat = _find(position, position.to_move.other, budget, threes=threes)
    if not threat.is_win:
        return None
    refuting, unclear = [], []
    for move in position.legal_moves():
        after = position.after(move)
        if after.is_over:
            refuting.append(move)
            continue
        status = _find(after, None, budget, threes=threes).status
        if status is ProofStatus.NO_FORCING_WIN:
            refuting.append(move)
        elif status is ProofStatus.UNKNOWN:
            unclear.append(move)
    return Defences(threat, tuple(refuting), tuple(unclear))


def _find(
    position: GomokuPosition, attacker: Side | None, budget: Budget, *, threes: bool
) -> ForcedWin:
    attacker = position.to_move if attacker is None else attacker
    asked, asked_attacker = position, attacker
    if attacker != position.to_move and not position.is_over and position.phase == "play":
        # A set-up has no swapped colours: the first player has Black.
        colour = 0 if position.player_of(0) == int(attacker) else 1
        asked_attacker = Side(colour)
        asked = position.game.setup(position.stones, asked_attacker)
    report = prove(asked, budget, asked_attacker, forcing=True, threes=threes)
    return ForcedWin(asked, attacker, report.status, report.line, report.tree, report.nodes)
