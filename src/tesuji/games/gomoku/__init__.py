"""Implements Gomoku, five in a row, in the variants that are played today."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from tesuji import core
from tesuji.games.options import read_choice, read_flag, read_size
from tesuji.games.presentation import Board, Card, CardOption, OnBoard
from tesuji.games.registry import register
from tesuji.games.stone_game import StoneGame, StonePosition
from tesuji.games.stones_text import star_points

VARIANTS = ("freestyle", "standard", "renju", "caro")


class GomokuPosition(core.GomokuPosition, StonePosition):
    """A position of Gomoku. With swap2 the players may change colours: see `player_of`."""

    __slots__ = ()

    @property
    def game(self) -> Gomoku:
        return _gomoku(self.rules.size, self.rules.variant, self.rules.swap2)

    def on_board(self) -> OnBoard:
        return OnBoard(
            stones=tuple(self.stones),
            colour_to_place=self.colour_to_place,
            highlight=tuple(self.winning_line),
            forbidden=tuple(self.forbidden_points),
        )


class Gomoku(StoneGame):
    """Gomoku on an n x n board, 5 <= n <= 22."""

    name = "gomoku"
    has_forcing_moves = True
    position_class = GomokuPosition

    def __init__(self, size: int = 15, variant: str = "freestyle", *, swap2: bool = False) -> None:
        super().__init__(core.GomokuRules(size, variant, swap2))
        if swap2:  # colours are chosen during the game
            self.player_names = ("First", "Second")

    @property
    def variant(self) -> str:
        return str(self.rules.variant)

    @property
    def swap2(self) -> bool:
        return bool(self.rules.swap2)

    @property
    def swaps_colours(self) -> bool:
        return self.swap2

    @property
    def exact_plies(self) -> int:
        """The longest win by fours that is searched for, in plies."""
        return 11

    def force(self, position: Any, control: Any) -> Any:
        return core.prove(position, control, forcing=True)

    @property
    def spec(self) -> str:
        swap2 = ",swap2=yes" if self.swap2 else ""
        return f"gomoku:size={self.rows},rules={self.variant}{swap2}"

    def other_moves(self) -> Mapping[int, str]:
        if not self.swap2:
            return {}
        points = self.rows * self.columns
        return {points: "take-black", points + 1: "take-white", points + 2: "place-two"}

    @property
    def card(self) -> Card:
        rules = CardOption(
            name="rules",
            title="Rules",
            kind="choice",
            default="freestyle",
            choices=(
                ("freestyle", "Freestyle: five or more win"),
                ("standard", "Standard: exactly five win"),
                ("renju", "Renju: forbidden moves for Black"),
                ("caro", "Caro: five blocked at both ends does not win"),
            ),
        )
        return Card(
            title="Gomoku",
            tagline="Five in a row.",
            sizes=tuple(str(size) for size in range(5, 23)),
            default_size="15",
            options=(rules, CardOption("swap2", "Swap2 opening", "flag", "no")),
            order=3,
        )

    @property
    def board(self) -> Board:
        stars = tuple(sorted(star_points(self.rows, self.columns)))
        return Board("stones", self.rows, self.columns, stars=stars)

    def notes(self, position: Any) -> list[str]:
        notes = super().notes(position)
        if self.swap2:
            black = position.player_of(0)
            names = ("first", "second")
            seat = "not decided yet" if black < 0 else f"the {names[black]} player"
            notes.append(f"swap2: {position.phase.replace('-', ' ')}; Black is {seat}")
        return notes

    def svg_style(self, position: Any) -> dict[str, Any]:
        return {
            "stars": star_points(self.rows, self.columns),
            "highlight": position.winning_line,
            "forbidden": position.forbidden_points,
        }


@lru_cache
def _gomoku(size: int, variant: str, swap2: bool) -> Gomoku:
    return Gomoku(size, variant, swap2=swap2)


@register("gomoku")
def make_gomoku(size: object = 15, rules: object = "freestyle", swap2: object = False) -> Gomoku:
    side = read_size("gomoku", size, rectangular=False)[0]
    variant = read_choice("gomoku", "rules", rules, dict.fromkeys(VARIANTS))
    return Gomoku(side, variant, swap2=read_flag("gomoku", "swap2", swap2))
