"""Provides what games of black and white stones share: points, diagrams, pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from tesuji.errors import SetupError
from tesuji.games.contract import Position, Side
from tesuji.games.core_game import CoreGame, CorePosition
from tesuji.games.presentation import Board, OnBoard
from tesuji.games.stones import board_svg
from tesuji.games.stones_text import PointNames, board_text, check_stones, parse_board


class StonePosition(CorePosition):
    """Mixin for positions of stones on points."""

    __slots__ = ()

    if TYPE_CHECKING:

        @property
        def stones(self) -> list[int]:
            """-1 empty, 0 Black, 1 White at each point, row by row from the top."""

    def on_board(self) -> OnBoard:
        return OnBoard(stones=tuple(self.stones))

    def restarted(self, stones: Sequence[int], to_move: Side) -> Any:
        game = self.game
        assert isinstance(game, StoneGame)
        return game.setup(stones, to_move)


class StoneGame(CoreGame):
    """A game of black and white stones; a move is a point, row by row from the top left."""

    player_names = ("Black", "White")
    position_class: ClassVar[type[Any]]
    """The class of its positions; built from rules, or from rules and a set-up."""
    skips_letter_i: ClassVar[bool] = False
    rows_from_top: ClassVar[bool] = False

    @property
    def rows(self) -> int:
        return int(self.rules.size)

    @property
    def columns(self) -> int:
        return int(self.rules.size)

    @property
    def points(self) -> PointNames:
        """The names of the points."""
        return PointNames(self.rows, self.columns, self.skips_letter_i, self.rows_from_top)

    def other_moves(self) -> Mapping[int, str]:
        """Returns the notation of the moves that are not points."""
        return {} if self.pass_move is None else {self.pass_move: "pass"}

    def format_move(self, move: int) -> str:
        return self.other_moves().get(move) or self.points.format(move)

    def parse_move(self, text: str) -> int:
        for move, name in self.other_moves().items():
            if text.strip().lower() == name:
                return move
        return self.points.parse(text)

    # -- positions --------------------------------------------------------------------------

    def initial(self) -> Any:
        return self.position_class(self.rules)

    def setup(self, stones: Sequence[int], to_move: Side = Side.FIRST) -> Any:
        """Returns a position to start from; `stones` as in `StonePosition.stones`."""
        check_stones(stones, self.points)
        return self.position_class(self.rules, [int(stone) for stone in stones], int(to_move))

    def parse(self, diagram: str, to_move: Side = Side.FIRST) -> Any:
        """Returns a position to start from, drawn in text as `text` writes it: X Black, O White."""
        return self.setup(parse_board(diagram, self.points), to_move)

    def set_up(self, on_board: OnBoard, to_move: Side = Side.FIRST) -> Any:
        if on_board.stones is None:
            raise SetupError(f"a board of {self.spec} is set up by its stones")
        return self.setup(on_board.stones, to_move)

    # -- drawing ----------------------------------------------------------------------------

    @property
    def board(self) -> Board:
        return Board("stones", self.rows, self.columns, skips_letter_i=self.skips_letter_i)

    def _last_point(self, position: Any) -> int | None:
        last = position.last_move
        return last if last is not None and last < self.rows * self.columns else None

    def text(self, position: Position) -> str:
        assert isinstance(position, StonePosition)
        return board_text(
            position.stones,
            self.points,
            last_move=self._last_point(position),
            notes=self.notes(position),
        )

    def svg_style(self, position: Any) -> dict[str, Any]:
        """Returns the style options of this game's pictures, which the caller may override."""
        return {}

    def svg(self, position: Position, **style: Any) -> str:
        """Returns the board as an SVG picture.

        Style options: ``theme`` ("light", "dark", "paper", "auto"), ``size`` in pixels, ``marks``,
        ``labels`` and ``heat`` by point, ``highlight``, ``coordinates``, ``title``.
        """
        assert isinstance(position, StonePosition)
        title = f"{self.name}, {'; '.join(self.notes(position))}"
        given = {
            "last_move": self._last_point(position),
            "title": title,
            **self.svg_style(position),
            **style,
        }
        return board_svg(position.stones, self.points, **given)
