"""Finds what is certain about a position; games register how.

A game may register a `solver` of whole positions, its own search for wins, and a function for what
is quickly proven. The explanations in words use the same searches with the same limits, so that
words and ratings agree.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from tesuji.games import Game, Position
from tesuji.games.capabilities import Capability
from tesuji.search import Budget, ForcedWinSearch, ProofReport, SearchReport

_GAMES = "tesuji.theory.games"
_LEAST_SHARE = 0.01
SOLVED = "solver"
"""The name of the engine in reports of solved positions."""


# -- in little time ---------------------------------------------------------------------------

Certain = Callable[[Any, float | None, float], SearchReport | None]
"""Called with a position that is not over, seconds or None, and a share of the usual nodes."""

_certain: Capability[Certain] = Capability(_GAMES)
register_certain = _certain.decorator
"""Registers the decorated function, which reports what is certain in a game."""


def certain_report(
    position: Position, seconds: float | None = None, share: float = 1.0
) -> SearchReport | None:
    """Returns what is certain about `position`; None if nothing is found in time.

    The report has proofs for the position and for every move known to win or lose. Searches for
    wins are limited by a `share` of their usual nodes, and by `seconds` if given.
    """
    find = _certain.of(position.game.name)
    if find is None or position.is_over:
        return None
    return find(position, seconds, min(max(share, _LEAST_SHARE), 1.0))


# -- whole positions --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Solved:
    """A solved position. Values are for the player to move, in the unit of the game's solver."""

    value: int | None
    """None if the limits did not suffice."""
    moves: Mapping[int, int]
    """The value of each move that could be decided."""
    nodes: int
    seconds: float


SolverProgress = Callable[[int, float, int, int], None]
"""Called with nodes, seconds, moves solved and moves in all."""


@dataclass(frozen=True, slots=True)
class GameSolver:
    """How the positions of a game are solved."""

    solve: Callable[[Any, Budget, int, SolverProgress], Solved]
    """Called with an unfinished position, a budget, a number of threads and a progress callback."""
    remark: Callable[[Any], str] = lambda position: ""
    """Describes a position by the theory of the game."""


_solvers: Capability[GameSolver] = Capability(_GAMES)


def register_solver(game: str, solver: GameSolver) -> None:
    """Registers `solver` for the game called `game`."""
    _solvers.register(game, solver)


def solver_of(game: Game) -> GameSolver | None:
    """Returns the solver of a game, or None if it has none."""
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
"""Registers the decorated function, which searches for wins of a game."""


def find_forced_win(
    position: Position, turns: int | None, seconds: float, memory: int
) -> ProofReport:
    """Returns whether the player to move can force a win, in a game that has forcing moves."""
    own = _wins.of(position.game.name)
    if own is not None:
        return own(position, turns, seconds, memory)
    return ForcedWinSearch().prove(position, Budget(seconds=seconds, depth=turns, memory=memory))


# -- tables -----------------------------------------------------------------------------------


class ExactTable(Protocol):
    """The exact value of every position of a game."""

    def move_values(self, position: Any) -> Mapping[int, int]:
        """Returns the net points of the player to move for each legal move, from it on."""


_tables: Capability[Callable[[Any], ExactTable | None]] = Capability(_GAMES)
register_table = _tables.decorator
"""Registers the decorated function, which returns the table of a game, or None for its size."""


def exact_table(game: Game) -> ExactTable | None:
    """Returns the exact table of a game and size, or None."""
    find = _tables.of(game.name)
    return None if find is None else find(game)
