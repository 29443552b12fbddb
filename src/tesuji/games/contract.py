"""Defines the contract of a game: five members of a position, three of a game; the rest is derived.

A `Game` knows its size and rules and has no state. A `Position` is a value: it never changes,
`after` makes a new one. Moves are integers in ``range(game.num_moves)``, so that searches and
networks can index by them; people read and write them through `Game.format_move` and
`Game.parse_move`.

To add a game, subclass both and implement what stands under "required"; everything else has a
default that works and may be overridden with something better. Abilities beyond the rules are
members of the game's class as well; no other code asks which game it has. The required members are
declared for type checkers only, so that a dataclass may have fields of these names.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Self

from tesuji.errors import IllegalMoveError, NotationError, SetupError, TesujiError
from tesuji.games.presentation import Board, Card, OnBoard

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Side(IntEnum):
    """One of the two sides. FIRST opens the game (Black where stones have colours)."""

    FIRST = 0
    SECOND = 1

    @property
    def other(self) -> Side:
        return Side(1 - self)


@dataclass(frozen=True, slots=True)
class Value:
    """A number with its viewpoint: good for `for_player` when positive, from -1 to 1."""

    number: float
    for_player: Side

    def seen_by(self, player: Side) -> Value:
        """Returns the same judgement from the viewpoint of `player`."""
        return self if player == self.for_player else Value(-self.number, player)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a finished game ended."""

    winner: Side | None
    """None for a draw."""
    margin: float
    """Points by which the first player leads; +1, 0 or -1 in games without a score."""
    reason: str
    """A short phrase for people: "two passes", "five in a row"."""

    def value_for(self, player: Side) -> Value:
        """Returns +1 for a win of `player`, -1 for a loss, 0 for a draw."""
        if self.winner is None:
            return Value(0.0, player)
        return Value(1.0 if self.winner == player else -1.0, player)


class Position:
    """A position with the history that its rules need; it never changes.

    Two positions are equal when the board and the player to move are, whatever moves led there.
    Implement `game`, `to_move`, `legal_moves`, `after` and `outcome`.
    """

    __slots__ = ()

    # -- required ---------------------------------------------------------------------------

    if TYPE_CHECKING:

        @property
        def game(self) -> Game: ...

        @property
        def to_move(self) -> Side:
            """The side to move. Read it, never assume that players alternate."""

        def legal_moves(self) -> list[int]:
            """Returns all legal moves in increasing order; empty when the game is over."""

        def after(self, move: int) -> Self:
            """Returns the position after `move`; raises `IllegalMoveError` when it is not legal."""

        @property
        def outcome(self) -> Outcome | None:
            """How the game ended, or None while it goes on."""

    # -- derived ----------------------------------------------------------------------------

    def options(self, side: Side) -> Mapping[int, Position]:
        """Returns the position after each move of `side`, no matter whose turn it is.

        Values of combinatorial games need the moves of both sides; other games need not define it.
        """
        raise TesujiError(
            f"{self.game.name} does not define Position.options(side), the moves of either side, "
            "which combinatorial values need"
        )

    def parts(self) -> Sequence[Position]:
        """Returns independent positions whose sum this is; those worth 0 may be left out."""
        return [self]

    def value_key(self) -> tuple[Hashable, bool]:
        """Returns what determines the combinatorial value, and whether it is that of the negative.

        Positions of the same key have the same value, or opposite values if only one is negative.
        """
        return self, False

    @property
    def is_over(self) -> bool:
        return self.outcome is not None

    def is_legal(self, move: int) -> bool:
        return move in self.legal_moves()

    def why_illegal(self, move: int) -> str | None:
        """Returns why `move` is not legal, as a phrase for people; None if it is legal."""
        if self.is_legal(move):
            return None
        return "the game is over" if self.is_over else "the rules do not allow it"

    def play(self, *moves: int | str) -> Self:
        """Returns the position after several moves, given as numbers or in notation.

        A string may hold several moves separated by spaces: ``position.play("D4 E5")``.
        """
        position = self
        for item in moves:
            texts: Iterable[int | str] = item.split() if isinstance(item, str) else (item,)
            for move in texts:
                number = self.game.parse_move(move) if isinstance(move, str) else move
                position = position.after(number)
        return position

    @property
    def last_move(self) -> int | None:
        """The last move, if the position remembers it."""
        return None

    def past(self) -> Sequence[int] | None:
        """Returns the moves since `start`, or None if the position does not remember them."""
        return None

    def start(self) -> Position | None:
        """Returns the position where `past` begins, or None if it is not remembered."""
        return None

    @property
    def was_set_up(self) -> bool:
        """Whether the game began at another position than `Game.initial`."""
        return False

    def lead(self) -> float | None:
        """Returns the points by which the first player leads; None in a game without a score."""
        return None

    @property
    def colour_to_place(self) -> int:
        """The colour of the next stone: that of the player to move, unless colours are swapped."""
        return int(self.to_move)

    def restarted(self, stones: Sequence[int], to_move: Side) -> Any:
        """Returns a position with these stones and this side to move, without any history."""
        raise SetupError(f"{self.game.name} has no stones")

    def planes(self) -> NDArray[np.float32]:
        """Returns the network input for the player to move, float32 [channels, height, width]."""
        raise TesujiError(
            f"{self.game.name} defines no network planes: add Game.plane_shape, "
            "Game.cells_of_moves and Position.planes to train a network on it"
        )

    def transformed(self, symmetry: int) -> Self:
        """Returns this position under symmetry number `symmetry` of its game; 0 is the identity."""
        if symmetry != 0:
            raise SetupError(f"{self.game.name} has no symmetry number {symmetry}")
        return self

    def counted(self, dead: Iterable[int] = (), seki: Iterable[int] = ()) -> Any:
        """Returns the count once the players agree on dead stones; see `Game.closing_moves`."""
        raise TesujiError(f"{self.game.name} has no dead stones to agree on")

    def on_board(self) -> OnBoard | None:
        """Returns what stands on `Game.board`; None for a game without such a board."""
        return None

    def text(self) -> str:
        """Returns the board in plain text."""
        return self.game.text(self)

    def svg(self, **style: Any) -> str:
        """Returns the board as an SVG picture; see `Game.svg` for the style options."""
        return self.game.svg(self, **style)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return self.text()


class Game:
    """Size and rules of a game: stateless, comparable, printable.

    Implement `name`, `num_moves` and `initial`.
    """

    # -- required ---------------------------------------------------------------------------

    name: str
    """The name in commands and files, e.g. ``"torus"``."""

    if TYPE_CHECKING:

        @property
        def num_moves(self) -> int:
            """Size of the move space; a move is an integer in ``range(num_moves)``."""

        def initial(self) -> Position:
            """Returns the position at the start of the game."""

    # -- derived ----------------------------------------------------------------------------

    player_names: tuple[str, str] = ("First", "Second")
    """What people call the two players."""

    @property
    def spec(self) -> str:
        """The game in one line, understood by `tesuji.games.parse_spec`: ``go:size=9,komi=7``."""
        return self.name

    def format_move(self, move: int) -> str:
        """Returns the notation of `move`."""
        return str(move)

    def parse_move(self, text: str) -> int:
        """Returns the move that `text` names; raises `NotationError` if it names none."""
        by_notation = {self.format_move(move): move for move in range(self.num_moves)}
        try:
            return by_notation[text.strip()]
        except KeyError:
            raise NotationError(f"{text!r} is not a move of {self.spec}") from None

    def parse(self, diagram: str, to_move: Side = Side.FIRST) -> Any:
        """Returns a position to start from, drawn in text as `text` writes it."""
        raise SetupError(f"{self.name} does not read boards; give its moves instead")

    def text(self, position: Position) -> str:
        """Returns the board in plain text."""
        return f"{self.spec}, {self.player_names[position.to_move]} to move"

    def svg(self, position: Position, **style: Any) -> str:
        """Returns the board as an SVG picture; by default the text in a frame.

        Every game takes ``theme="light" | "dark" | "paper" | "auto"``.
        """
        from tesuji.games.drawing import text_svg

        return text_svg(position.text(), **style)

    # -- on a screen --------------------------------------------------------------------------

    @property
    def card(self) -> Card:
        """Title, options and description of the game, for people who choose one."""
        return Card(self.name.replace("-", " ").title())

    @property
    def board(self) -> Board | None:
        """The board that a screen draws; None for a game that is shown by its picture only."""
        return None

    def notes(self, position: Any) -> list[str]:
        """Returns lines of text under the board: whose turn it is, or how the game ended."""
        outcome = position.outcome
        if outcome is None:
            return [f"{self.player_names[position.to_move]} to move"]
        if outcome.winner is None:
            return [f"Draw: {outcome.reason}"]
        return [f"{self.player_names[outcome.winner]} wins: {outcome.reason}"]

    def set_up(self, on_board: OnBoard, to_move: Side = Side.FIRST) -> Any:
        """Returns a position to start from, given by what stands on the board."""
        raise SetupError(f"a board of {self.spec} cannot be set up")

    def handicap(self, count: int) -> Any:
        """Returns the start of a game in which the first player has `count` handicap stones."""
        raise SetupError(f"{self.name} has no handicap stones")

    closing_moves: int = 0
    """How many moves at the end only say that nothing is left to play, such as the two passes of
    Go. After them players may agree which stones are dead (`Position.counted`), or take them back
    and play on. 0: the end is beyond dispute."""

    # -- rules that others ask for ------------------------------------------------------------

    has_score: bool = False
    """Whether `Outcome.margin` counts points, and not only who won."""

    @property
    def pass_move(self) -> int | None:
        """The move that passes the turn; None in a game without one."""
        return None

    @property
    def swaps_colours(self) -> bool:
        """Whether players choose their colours in the opening: see `Position.colour_to_place`."""
        return False

    @property
    def komi(self) -> float | None:
        """Points that the second player gets beforehand; None in a game without komi."""
        return None

    @property
    def gtp_rules(self) -> str | None:
        """The rules as engines that speak GTP know them, where they know more than one set."""
        return None

    turn_may_change: bool = False
    """Whether records and protocols may give the turn to either side, as they do in Go."""

    def forced_stones(self, stones: Sequence[int], point: int) -> list[int]:
        """Returns the stones left on the board after a stone was placed illegally at `point`."""
        return list(stones)

    # -- for networks and searches --------------------------------------------------------------

    @property
    def exact_plies(self) -> int:
        """The depth of an exact search of leaves that costs a small part of a network's evaluation.

        The meaning of a ply depends on the game; 0: there is no such search.
        """
        return 0

    has_forcing_moves: bool = False
    """Whether the game knows moves that leave the opponent few replies: see `force`."""

    def force(self, position: Any, control: Any) -> Any:
        """Looks for a win by forcing moves, for games that have them.

        `control` is a ``core.SearchControl``, the answer a ``core.ProofReport``.
        """
        raise TesujiError(f"{self.name} knows no forcing moves")

    num_symmetries: int = 1
    """How many symmetries the game has, the identity (number 0) included."""

    def move_under(self, symmetry: int) -> NDArray[np.int32]:
        """Returns for each move the move that `symmetry` takes it to, int32 [num_moves]."""
        if symmetry != 0:
            raise SetupError(f"{self.name} has no symmetry number {symmetry}")
        import numpy as np  # an engine that only plays does not need it

        return np.arange(self.num_moves, dtype=np.int32)

    def cell_under(self, symmetry: int) -> NDArray[np.int32]:
        """Returns the image of each cell of a plane under `symmetry`, int32 [height * width]."""
        if self.plane_shape is None:
            raise TesujiError(f"{self.name} has no network planes")
        if symmetry != 0:
            raise SetupError(f"{self.name} has no symmetry number {symmetry}")
        import numpy as np

        return np.arange(self.plane_shape[1] * self.plane_shape[2], dtype=np.int32)

    plane_shape: tuple[int, int, int] | None = None
    """(channels, height, width) of `Position.planes`, or None when there are none."""

    def cells_of_moves(self) -> NDArray[np.int32]:
        """Returns the cell of each move in a plane, -1 for moves without one, int32 [num_moves]."""
        import numpy as np

        return np.full(self.num_moves, -1, dtype=np.int32)

    def __eq__(self, other: object) -> bool:
        """Returns whether both are of one class and have the same spec."""
        return type(other) is type(self) and isinstance(other, Game) and other.spec == self.spec

    def __hash__(self) -> int:
        return hash(self.spec)

    def __repr__(self) -> str:
        return f"<{self.spec}>"


def illegal_move(position: Position, move: int, reason: str | None = None) -> IllegalMoveError:
    """Returns the exception for an illegal move, with the move, the reason and the position."""
    game = position.game
    known = 0 <= move < game.num_moves
    notation = game.format_move(move) if known else f"move number {move}"
    why = reason or position.why_illegal(move) or "the rules do not allow it"
    player = game.player_names[position.to_move]
    return IllegalMoveError(
        f"{notation} is illegal for {player}: {why}.\n{position.text()}", position, move
    )
