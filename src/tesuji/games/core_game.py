"""Provides the Python classes shared by all games of the C++ core.

The core offers, for each game, a rules class and a position class with the same members (see
``cpp/games/contract.hpp``). The two mixins here turn them into a `Game` and a `Position`; the
folder of each game adds notation and drawing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tesuji.games.contract import Game, Outcome, Position, Side
from tesuji.games.registry import parse_spec

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_PLAYERS = (Side.FIRST, Side.SECOND)


class CorePosition(Position):
    """Mixin for position classes of the core: ``class X(core.XPosition, CorePosition)``.

    The core's own members come first in the method order, so the hot ones (`legal_moves`,
    `after`, `is_over`) are called without a detour through Python.
    """

    __slots__ = ()

    if TYPE_CHECKING:

        @property
        def rules(self) -> Any: ...
        @property
        def to_move_index(self) -> int: ...
        def result(self) -> tuple[int, float, str] | None: ...
        @property
        def moves(self) -> list[int]:
            """The moves played since the start or the set-up."""

        @property
        def setup(self) -> tuple[Any, ...] | None:
            """Returns the arguments of the set-up after the rules; None if there was none."""

        @property
        def hash(self) -> int:
            """64 bits, the same in every run: equal for equal boards and player to move."""

    @property
    def to_move(self) -> Side:
        return _PLAYERS[self.to_move_index]

    @property
    def outcome(self) -> Outcome | None:
        result = self.result()
        if result is None:
            return None
        winner, margin, reason = result
        return Outcome(_PLAYERS[winner] if winner >= 0 else None, margin, reason)

    @property
    def last_move(self) -> int | None:
        moves = self.moves
        return moves[-1] if moves else None

    def past(self) -> list[int]:
        return self.moves

    def start(self) -> Any:
        return type(self)(self.rules, *(self.setup or ()))  # type: ignore[call-arg]

    @property
    def was_set_up(self) -> bool:
        return self.setup is not None

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self), self.game.spec, self.setup, self.moves)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.game.spec}, {len(self.moves)} moves played>"


def _rebuild(kind: Any, spec: str, setup: tuple[Any, ...] | None, moves: list[int]) -> CorePosition:
    """Rebuilds a pickled position from its game, set-up and moves."""
    game = parse_spec(spec)
    assert isinstance(game, CoreGame)
    position: CorePosition = kind(game.rules, *(setup or ()))
    for move in moves:
        position = position.after(move)
    return position


class CoreGame(Game):
    """Base class of the games of the core, which asks the core's rules object."""

    def __init__(self, rules: Any) -> None:
        self.rules: Any = rules
        """The core's rules object; equal rules make equal games."""

    @property
    def num_moves(self) -> int:
        return int(self.rules.num_moves)

    @property
    def num_symmetries(self) -> int:  # type: ignore[override]
        return int(self.rules.num_symmetries)

    @property
    def plane_shape(self) -> tuple[int, int, int]:  # type: ignore[override]
        shape: tuple[int, int, int] = self.rules.plane_shape
        return shape

    def move_under(self, symmetry: int) -> NDArray[np.int32]:
        permutation: NDArray[np.int32] = self.rules.move_under(symmetry)
        return permutation

    def cell_under(self, symmetry: int) -> NDArray[np.int32]:
        permutation: NDArray[np.int32] = self.rules.cell_under(symmetry)
        return permutation

    def cells_of_moves(self) -> NDArray[np.int32]:
        cells: NDArray[np.int32] = self.rules.cells_of_moves()
        return cells

    def __reduce__(self) -> tuple[Any, ...]:
        return parse_spec, (self.spec,)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CoreGame) and self.rules == other.rules

    def __hash__(self) -> int:
        return hash((self.name, self.spec))
