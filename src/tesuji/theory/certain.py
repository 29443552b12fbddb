"""What is known of a position for certain: games register how they find out.

A game may know a `solver` of whole positions, a search for wins of its own, and what can be said
for sure in as little time as a search takes. The explanations in words rest on the same searches
with the same limits, so that words and ratings agree.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from tesuji.games import Game, Position
from tesuji.games.capabilities import Capability
from tesuji.search import Budget, ForcedWin, ProofReport, SearchReport

_GAMES = "tesuji.theory.games"
_LEAST_SHARE = 0.01
SOLVED = "solver"
"""How reports of solved positions name their engine."""


# -- in little time ---------------------------------------------------------------------------

Certain = Callable[[Any, float | None, float], SearchReport | None]
"""Called with a position that is not over, seconds or None, and a share of the usual nodes."""

_certain: Capability[Certain] = Capability(_GAMES)
register_certain = _certain.decorator
"""Makes the decorated function the one that says what is certain in a game."""


def certain_report(
    position: Position, seconds: float | None = None, share: float = 1.0
) -> SearchReport | None:
    """What is certain of `position`; None where nothing is, or it cannot be had in time.

    The report has a proof of the position, and of every move that is known to win or lose. Searches
    for wins are limited by nodes, of which they may use a `share`, and by `seconds` where given.
    """
    find = _certain.of(position.game.name)
    if find is None or position.is_over:
        return None
    return find(position, seconds, min(max(share, _LEAST_SHARE), 1.0))


# -- whole positions --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Solved:
    """What is certain. Values are for the player to move, in the unit of the game's solver."""

    value: int | None
    """None where the limits did not suffice."""
    moves: Mapping[int, int]
    """The value of each move that could be decided."""
    nodes: int
    seconds: float


SolverProgress = Callable[[int, float, int, int], None]
"""Hears nodes, seconds, moves solved and moves in all."""


@dataclass(frozen=True, slots=True)
class GameSolver:
    """How the positions of a game are solved."""

    solve: Callable[[Any, Budget, int, SolverProgress], Solved]
    """Called with a position that is not over, a budget, a number of threads and who listens."""
    remark: Callable[[Any], str] = lambda position: ""
    """What the theory of the game says of a position, in words."""


_solvers: Capability[GameSolver] = Capability(_GAMES)


def register_solver(game: str, solver: GameSolver) -> None:
    """Makes `solver` the one for the game called `game`."""
    _solvers.register(game, solver)


def solver_of(game: Game) -> GameSolver | None:
    """The solver of a game; None where only the general searches are left."""
    return _solvers.of(game.name)


# -- scores -----------------------------------------------------------------------------------

ExactScore = Callable[[Any], float | None]

_scores: Capability[ExactScore] = Capability(_GAMES)
register_exact_score = _scores.decorator
"""Makes the decorated function the one that finds the score of best play in a game."""


def exact_score(position: Position) -> float | None:
    """Points by which the first player wins with best play by both; None where nobody knows.

    It is found in little time, by exact search; a game says on what assumptions.
    """
    find = _scores.of(position.game.name)
    return None if find is None else find(position)


# -- wins -------------------------------------------------------------------------------------

WinSearch = Callable[[Any, int | None, float, int], ProofReport]
"""Called with a position, turns or None for any number, seconds, and bytes of memory."""

_wins: Capability[WinSearch] = Capability(_GAMES)
register_win_search = _wins.decorator
"""Makes the decorated function the one that looks for wins of a game."""


def find_forced_win(
    position: Position, turns: int | None, seconds: float, memory: int
) -> ProofReport:
    """Whether the player to move can force a win, in a game that has forcing moves."""
    own = _wins.of(position.game.name)
    if own is not None:
        return own(position, turns, seconds, memory)
    return ForcedWin().prove(position, Budget(seconds=seconds, depth=turns, memory=memory))


# -- tables -----------------------------------------------------------------------------------


class ExactTable(Protocol):
    """The exact value of every position of a game."""

    def move_values(self, position: Any) -> Mapping[int, int]:
        """For each legal move the points that the player to move nets from it on."""


_tables: Capability[Callable[[Any], ExactTable | None]] = Capability(_GAMES)
register_table = _tables.decorator
"""Makes the decorated function the one that gives the table of a game, or None for its size."""


def exact_table(game: Game) -> ExactTable | None:
    """The exact table of a game and size, where there is one."""
    find = _tables.of(game.name)
    return None if find is None else find(game)
