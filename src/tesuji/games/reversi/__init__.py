"""Implements Reversi (Othello): enclose the opponent's discs and turn them over."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from tesuji import core
from tesuji.games.options import read_choice, read_size
from tesuji.games.presentation import Board, Card, OnBoard
from tesuji.games.registry import register
from tesuji.games.stone_game import StoneGame, StonePosition


class ReversiPosition(core.ReversiPosition, StonePosition):
    """A position of Reversi. Its `stones` are the discs, by the side that they show."""

    __slots__ = ()

    @property
    def game(self) -> Reversi:
        return _reversi(self.rules.size)

    def on_board(self) -> OnBoard:
        return OnBoard(stones=tuple(self.stones), score=self.discs)

    @property
    def num_empty(self) -> int:
        return len(self.stones) - sum(self.discs)

    def lead(self) -> float:
        black, white = self.discs
        return float(black - white)


class Reversi(StoneGame):
    """Reversi on n x n squares, n = 4, 6 or 8; a player who cannot turn a disc over must pass."""

    name = "reversi"
    has_score = True
    position_class = ReversiPosition
    rows_from_top = True

    def __init__(self, size: int = 8) -> None:
        super().__init__(core.ReversiRules(size))

    @property
    def pass_move(self) -> int:
        return self.rows * self.columns

    @property
    def corners(self) -> frozenset[int]:
        last = self.rows - 1
        return frozenset(row * self.columns + column for row in (0, last) for column in (0, last))

    @property
    def exact_plies(self) -> int:
        """The number of empty squares from which a game is solved."""
        return 7

    @property
    def spec(self) -> str:
        return f"reversi:size={self.rows}"

    @property
    def card(self) -> Card:
        return Card(
            title="Reversi",
            tagline="Enclose your opponent's discs and turn them over. Also known as Othello.",
            sizes=("4", "6", "8"),
            default_size="8",
            order=5,
        )

    @property
    def board(self) -> Board:
        return Board(
            "stones", self.rows, self.columns, rows_from_top=True, squares=True, counts="discs"
        )

    def notes(self, position: Any) -> list[str]:
        black, white = position.discs
        return [*super().notes(position), f"Discs: Black {black}, White {white}"]

    def svg_style(self, position: Any) -> dict[str, Any]:
        return {"squares": True}


@lru_cache
def _reversi(size: int) -> Reversi:
    return Reversi(size)


@register("reversi")
def make_reversi(size: object = 8, rules: object = "reversi") -> Reversi:
    read_choice("reversi", "rules", rules, {"reversi": None})
    return Reversi(read_size("reversi", size, rectangular=False)[0])
