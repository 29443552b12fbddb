"""Implements Torus, played on a board without edges: flank diagonally, surround to win."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from tesuji import core
from tesuji.games.options import read_choice, read_size
from tesuji.games.presentation import Board, Card, OnBoard
from tesuji.games.registry import register
from tesuji.games.stone_game import StoneGame, StonePosition


class TorusPosition(core.TorusPosition, StonePosition):
    """A position of Torus, with the boards that superko forbids to repeat."""

    __slots__ = ()

    @property
    def game(self) -> Torus:
        return _torus(self.rules.size)

    def on_board(self) -> OnBoard:
        return OnBoard(stones=tuple(self.stones), highlight=self._surrounded())

    def _surrounded(self) -> tuple[int, ...]:
        """Returns the surrounded stones and those around them in a game that was won so."""
        stones, size = self.stones, self.rules.size
        if self.outcome is None:
            return ()
        found: set[int] = set()
        for point, stone in enumerate(stones):
            row, column = divmod(point, size)
            around = [
                (row + down) % size * size + (column + right) % size
                for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1))
            ]
            if stone >= 0 and all(stones[other] == 1 - stone for other in around):
                found |= {point, *around}
        return tuple(sorted(found))


class Torus(StoneGame):
    """Torus on an n x n board, 4 <= n <= 19; 8 n^2 symmetries."""

    name = "torus"
    has_forcing_moves = True
    position_class = TorusPosition

    def __init__(self, size: int = 9) -> None:
        super().__init__(core.TorusRules(size))

    @property
    def exact_plies(self) -> int:
        """The number of turns within which a win is found."""
        return 3

    def force(self, position: Any, control: Any) -> Any:
        return core.torus_win(position, control)

    @property
    def spec(self) -> str:
        return f"torus:size={self.rows}"

    @property
    def card(self) -> Card:
        return Card(
            title="Torus",
            tagline=(
                "Flank diagonally to capture, surround one stone to win, on a board without edges."
            ),
            sizes=tuple(str(size) for size in range(4, 20)),
            default_size="9",
            order=1,
        )

    @property
    def board(self) -> Board:
        return Board("stones", self.rows, self.columns, wraps=True)

    def svg_style(self, position: Any) -> dict[str, Any]:
        return {"wrap": 1}


@lru_cache
def _torus(size: int) -> Torus:
    return Torus(size)


@register("torus")
def make_torus(size: object = 9, rules: object = "torus") -> Torus:
    read_choice("torus", "rules", rules, {"torus": None})
    return Torus(read_size("torus", size, rectangular=False)[0])
