"""Searches for a proof that one player can force a win, with the winning tree.

>>> from tesuji.games import make
>>> from tesuji.search import Budget, prove
>>> position = make("gomoku", size=7).initial().play("B1 B7 C1 C7 D1 E7")
>>> report = prove(position, Budget(seconds=10))
>>> report.status.value, report.line_notation[0] in ("A1", "E1")
('proven', True)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from tesuji import core
from tesuji.games import Position, Side, Value
from tesuji.search.budget import Budget
from tesuji.search.control import Stoppable


class ProofStatus(Enum):
    """The answer to "can the attacker force a win?"."""

    PROVEN = "proven"
    """Yes, against every defence."""
    DISPROVEN = "disproven"
    """No: the defender holds at least a draw."""
    NO_FORCING_WIN = "no_forcing_win"
    """Not by the forcing moves that were searched."""
    UNKNOWN = "unknown"
    """The budget did not suffice."""


@dataclass(frozen=True, slots=True)
class ProofReport:
    """What a proof search found."""

    position: Position
    attacker: Side
    status: ProofStatus
    move: int | None
    """The winning move, if there is one and it is the attacker's turn."""
    line: tuple[int, ...]
    """The winning moves against the longest defence."""
    line_notation: tuple[str, ...]
    tree: Any = field(compare=False, repr=False)
    """The core's ``ProofTree``; None without a proof, or if memory did not suffice."""
    nodes: int
    seconds: float
    memory: int
    """Bytes in use at the end."""

    @property
    def value(self) -> Value | None:
        """A won game for the attacker if that is proven; None otherwise."""
        return Value(1.0, self.attacker) if self.status is ProofStatus.PROVEN else None


@dataclass(frozen=True, slots=True)
class ProofProgress:
    """The progress of a proof search."""

    nodes: int
    seconds: float


class ProofSearch(Stoppable):
    """A proof search that can be stopped from any thread."""

    def __init__(
        self,
        position: Position,
        attacker: Side | None = None,
        *,
        forcing: bool = False,
        threes: bool = True,
        tree: bool = True,
        explicit_replies: bool = False,
    ) -> None:
        """Asks whether `attacker`, by default the player to move, wins at `position`.

        With `forcing` the attacker is limited to moves that leave few replies, in games that know
        them (in Gomoku fours and, with `threes`, threes): a proof is still valid and found sooner.
        With `tree` the winning tree is kept, with `explicit_replies` also the replies in it that
        lose at once.
        """
        super().__init__()
        self._position = position
        self._options: dict[str, Any] = {
            "attacker": None if attacker is None else int(attacker),
            "forcing": forcing,
            "threes": threes,
            "tree": tree,
            "explicit_replies": explicit_replies,
        }

    def run(
        self,
        budget: Budget,
        on_progress: Callable[[ProofProgress], None] | None = None,
        interval: float = 0.1,
    ) -> ProofReport:
        """Searches until there is an answer, the budget is used up, or `stop` is called."""

        def tell(found: Any) -> None:
            assert on_progress is not None
            on_progress(ProofProgress(found.nodes, found.seconds))

        position = self._position
        found = core.prove(
            position,
            self._begin(budget, interval),
            progress=None if on_progress is None else tell,
            **self._options,
        )
        return read_proof(position, found)


def read_proof(position: Position, found: Any) -> ProofReport:
    """Returns the report of a proof search of the core about `position`."""
    return ProofReport(
        position=position,
        attacker=Side(found.attacker),
        status=ProofStatus(found.status),
        move=found.move,
        line=tuple(found.line),
        line_notation=tuple(position.game.format_move(move) for move in found.line),
        tree=found.tree,
        nodes=found.nodes,
        seconds=found.seconds,
        memory=found.memory,
    )


def prove(
    position: Position,
    budget: Budget,
    attacker: Side | None = None,
    *,
    on_progress: Callable[[ProofProgress], None] | None = None,
    interval: float = 0.1,
    **options: bool,
) -> ProofReport:
    """Returns whether `attacker` can force a win at `position`; options as for `ProofSearch`."""
    return ProofSearch(position, attacker, **options).run(budget, on_progress, interval)
