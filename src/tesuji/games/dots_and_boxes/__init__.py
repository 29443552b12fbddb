"""Implements Dots and Boxes: a player who closes a box takes it and moves again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from tesuji import core
from tesuji.errors import SetupError
from tesuji.games.contract import Position, Side
from tesuji.games.core_game import CoreGame, CorePosition
from tesuji.games.dots_and_boxes.drawing import board_svg, board_text, parse_board
from tesuji.games.line_names import LineNames
from tesuji.games.options import read_choice, read_size, write_size
from tesuji.games.presentation import Board, Card, OnBoard
from tesuji.games.registry import register

_LARGEST_FULL_TABLE = 24
"""Lines of the largest board whose positions all fit into a table: 3x3."""


class DotsAndBoxesPosition(core.DotsAndBoxesPosition, CorePosition):
    """A position of Dots and Boxes: lines drawn, boxes owned, and who moves."""

    __slots__ = ()

    @property
    def game(self) -> DotsAndBoxes:
        return _dots_and_boxes(self.rules.rows, self.rules.columns)

    def lead(self) -> float:
        first, second = self.scores
        return float(first - second)

    def on_board(self) -> OnBoard:
        first, second = self.scores
        return OnBoard(lines=tuple(self.lines), owners=tuple(self.owners), score=(first, second))


class DotsAndBoxes(CoreGame):
    """Dots and Boxes on rows x columns boxes."""

    name = "dots-and-boxes"
    has_score = True

    def __init__(self, rows: int = 3, columns: int | None = None) -> None:
        super().__init__(core.DotsAndBoxesRules(rows, rows if columns is None else columns))

    @property
    def rows(self) -> int:
        return int(self.rules.rows)

    @property
    def columns(self) -> int:
        return int(self.rules.columns)

    @property
    def lines(self) -> LineNames:
        """The names of the lines."""
        return LineNames(self.rows, self.columns)

    @property
    def exact_plies(self) -> int:
        """The number of open lines; up to 3x3 a network is faster (12 of 45 microseconds)."""
        return 18 if self.num_moves <= _LARGEST_FULL_TABLE else 28

    @property
    def spec(self) -> str:
        return f"dots-and-boxes:size={write_size(self.rows, self.columns)}"

    def format_move(self, move: int) -> str:
        return self.lines.format(move)

    def parse_move(self, text: str) -> int:
        return self.lines.parse(text)

    # -- positions --------------------------------------------------------------------------

    def initial(self) -> DotsAndBoxesPosition:
        return DotsAndBoxesPosition(self.rules)

    def setup(
        self,
        lines: Iterable[int],
        owners: Sequence[int] | None = None,
        to_move: Side = Side.FIRST,
    ) -> DotsAndBoxesPosition:
        """Returns a position to start from, with these lines drawn and these owners (-1: open).

        Without `owners` every closed box counts as the first player's: the score is then
        meaningless, but the rest of the game, which depends on the lines alone, is correct.
        """
        drawn = sorted({self.lines.check(line) for line in lines})
        if owners is None:
            closed = set(drawn)
            boxes = range(self.rows * self.columns)
            owners = [0 if closed.issuperset(self.rules.lines_of(box)) else -1 for box in boxes]
        for owner in owners:
            if owner not in (-1, 0, 1):
                raise SetupError(f"the owner of a box must be -1, 0 or 1, got {owner!r}")
        return DotsAndBoxesPosition(self.rules, drawn, list(owners), int(to_move))

    def parse(self, diagram: str, to_move: Side = Side.FIRST) -> DotsAndBoxesPosition:
        """Returns a position to start from, drawn in text as `text` writes it."""
        rows, columns, lines, owners = parse_board(diagram)
        if (rows, columns) != (self.rows, self.columns):
            raise SetupError(
                f"the diagram shows {rows}x{columns} boxes, the game has {self.rows}x{self.columns}"
            )
        return self.setup(lines, owners, to_move)

    def set_up(self, on_board: OnBoard, to_move: Side = Side.FIRST) -> DotsAndBoxesPosition:
        if on_board.lines is None:
            raise SetupError(f"a board of {self.spec} is set up by its lines")
        return self.setup(on_board.lines, on_board.owners, to_move)

    # -- drawing ----------------------------------------------------------------------------

    @property
    def card(self) -> Card:
        sides = range(1, 10)
        oblong = [f"{rows}x{columns}" for rows in sides for columns in sides if rows < columns]
        return Card(
            title="Dots and Boxes",
            tagline="Close a box, score it, and move again.",
            sizes=(*map(str, sides), *oblong),
            default_size="5",
            size_title="Boxes",
            tools=("chains",),
            order=4,
        )

    @property
    def board(self) -> Board:
        return Board("lines", self.rows, self.columns, counts="boxes")

    def notes(self, position: DotsAndBoxesPosition) -> list[str]:
        """Returns lines of text under the board: the score, and whose turn it is or who won."""
        first, second = position.scores
        outcome = position.outcome
        if outcome is None:
            state = f"{self.player_names[position.to_move]} to move"
        elif outcome.winner is None:
            state = "Draw"
        else:
            state = f"{self.player_names[outcome.winner]} wins"
        return [f"{state}; boxes: First {first}, Second {second}"]

    def text(self, position: Position) -> str:
        assert isinstance(position, DotsAndBoxesPosition)
        board = board_text(position.lines, position.owners, self.rows, self.columns)
        return "\n".join([board, *self.notes(position)])

    def svg(self, position: Position, **style: Any) -> str:
        """Returns the board as an SVG picture.

        Style options: ``theme`` ("light", "dark", "paper", "auto"), ``size`` in pixels, ``labels``
        and ``heat`` by line, ``highlight`` for boxes, ``coordinates``, ``title``.
        """
        assert isinstance(position, DotsAndBoxesPosition)
        given: dict[str, Any] = {
            "last_move": position.last_move,
            "title": f"{self.name}, {'; '.join(self.notes(position))}",
            **style,
        }
        return board_svg(position.lines, position.owners, self.rows, self.columns, **given)


@lru_cache
def _dots_and_boxes(rows: int, columns: int) -> DotsAndBoxes:
    return DotsAndBoxes(rows, columns)


@register("dots-and-boxes")
def make_dots_and_boxes(size: object = 3, rules: object = "dots-and-boxes") -> DotsAndBoxes:
    read_choice("dots-and-boxes", "rules", rules, {"dots-and-boxes": None})
    rows, columns = read_size("dots-and-boxes", size, rectangular=True)
    return DotsAndBoxes(rows, columns)
