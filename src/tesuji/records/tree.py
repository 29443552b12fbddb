"""Implements the move tree of any game: nodes with moves, set-up stones and remarks.

A record may hold illegal moves, because real files do: a tree is built without checking the rules,
and only `Node.position` replays it and says which move cannot be played, and why.

What determines a position (moves, set-ups, parents) is fixed when a node is made, so positions can
be cached; remarks may be changed at any time. Nothing here recurses: a tree may be as deep as
memory allows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from tesuji.errors import RecordError, TesujiError
from tesuji.games import Game, Outcome, Position, Side
from tesuji.records.dialects import write_game
from tesuji.records.info import INFO, InfoText, read_info
from tesuji.records.replay import Replay

EMPTY, BLACK, WHITE = -1, 0, 1
"""What a set-up may put on a point."""


@dataclass(frozen=True, slots=True)
class Setup:
    """Stones placed on the board or removed from it, and the side to move afterwards."""

    stones: Mapping[int, int] = field(default_factory=dict)
    """For each changed point `EMPTY`, `BLACK` or `WHITE`."""
    to_play: Side | None = None
    """The side to move, if the record says so."""
    implied_to_play: Side | None = field(default=None, compare=False)
    """The side to move implied by the rest of the record; used if `to_play` is None."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "stones", MappingProxyType(dict(self.stones)))


class Node:
    """A node of the tree: the position after its set-up and its move, with remarks.

    Nodes are made by `GameRecord`, `add` and `play`. The root has no move.
    """

    __slots__ = (
        "_children",
        "_move",
        "_parent",
        "_player",
        "_replay",
        "_setup",
        "arrows",
        "comment",
        "labels",
        "marks",
        "other",
    )

    def __init__(
        self,
        replay: Replay,
        parent: Node | None,
        move: int | None = None,
        player: Side | None = None,
        setup: Setup | None = None,
    ) -> None:
        if (move is None) != (player is None):
            raise RecordError("a move and the player who made it belong together")
        self._replay = replay
        self._parent = parent
        self._children: list[Node] = []
        self._move = move
        self._player = player
        self._setup = setup
        self.comment = ""
        """The comment on the position, in plain text."""
        self.marks: dict[str, list[int]] = {}
        """Marked points by kind: ``SQ`` square, ``TR`` triangle, ``CR`` circle, ``MA`` cross,
        ``SL`` selected, ``TB`` and ``TW`` territory of Black and White."""
        self.labels: dict[int, str] = {}
        """Text on points."""
        self.arrows: list[tuple[int, int]] = []
        """Arrows from one point to another."""
        self.other: dict[str, list[str]] = {}
        """Every other property of the node with its raw SGF values, unchanged."""

    # -- what it is -------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        return self._replay.game

    @property
    def parent(self) -> Node | None:
        """The node before; None for the root and for a deleted node."""
        return self._parent

    @property
    def children(self) -> Sequence[Node]:
        """The nodes after it, the main line first. Change it by `add`, `delete`, `promote`."""
        return self._children

    @property
    def move(self) -> int | None:
        """The move that led here; None for the root and for a node without a move."""
        return self._move

    @property
    def player(self) -> Side | None:
        """Who made the move."""
        return self._player

    @property
    def setup(self) -> Setup | None:
        """Stones placed or removed here, before the move if there is one."""
        return self._setup

    @property
    def notation(self) -> str:
        """The notation of the move; empty if there is none."""
        if self._move is None:
            return ""
        known = 0 <= self._move < self.game.num_moves
        return self.game.format_move(self._move) if known else f"number {self._move}"

    def path(self) -> list[Node]:
        """Returns the nodes from the root to this one, both included."""
        nodes = []
        node: Node | None = self
        while node is not None:
            nodes.append(node)
            node = node._parent
        return nodes[::-1]

    @property
    def move_number(self) -> int:
        """How many moves were made from the root to here, this one included."""
        return sum(node._move is not None for node in self.path())

    def line(self) -> Iterator[Node]:
        """Yields this node and then always the first child, to the end."""
        node = self
        while True:
            yield node
            if not node._children:
                return
            node = node._children[0]

    def subtree(self) -> Iterator[Node]:
        """Yields this node and its descendants, each before its children, main line first."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node._children))

    def position(self) -> Position:
        """Returns the position here, replayed from the root (or from a position already known).

        Raises `RecordError` if a move or set-up on the way is not possible.
        """
        return self._replay.position(self)

    def __repr__(self) -> str:
        if self._move is None or self._player is None:
            what = "root" if self._parent is None else "no move"
        else:
            what = f"{self.game.player_names[self._player]} {self.notation}"
        return f"<Node {self.move_number}: {what}, {len(self._children)} children>"

    # -- changing the tree ------------------------------------------------------------------

    def play(self, move: int | str) -> Node:
        """Returns the child with this legal move of the player to move, added if necessary."""
        number = self.game.parse_move(move) if isinstance(move, str) else move
        position = self.position()
        for child in self._children:
            if child._move == number and child._player == position.to_move and not child._setup:
                return child
        child = Node(self._replay, self, number, position.to_move)
        child.position()  # raises for an illegal move before anything is changed
        self._children.append(child)
        return child

    def add(
        self,
        move: int | None = None,
        player: Side | None = None,
        setup: Setup | None = None,
    ) -> Node:
        """Adds a last child without checking the rules, unlike `play`, and returns it."""
        child = Node(self._replay, self, move, player, setup)
        self._children.append(child)
        return child

    def delete(self) -> None:
        """Removes this node and its descendants from the tree."""
        self._siblings().remove(self)
        self._parent = None
        self._replay.forget()

    def promote(self) -> None:
        """Moves this variation one place towards the main line."""
        siblings = self._siblings()
        index = siblings.index(self)
        if index > 0:
            siblings[index - 1 : index + 1] = self, siblings[index - 1]

    def make_main(self) -> None:
        """Makes the line through this node the main line."""
        for node in self.path()[1:]:
            siblings = node._siblings()
            siblings.remove(node)
            siblings.insert(0, node)

    def _siblings(self) -> list[Node]:
        if self._parent is None:
            raise RecordError("the root of a record cannot be deleted or moved")
        return self._parent._children


class GameRecord:
    """A game with its variations and what is known about it.

    Names, date, result and the like are attributes (see `tesuji.records.info`), empty if the record
    does not give them; other properties of a file stay in ``root.other``.

    >>> from tesuji.games import make
    >>> record = GameRecord.from_moves(make("torus"), ["E5", "F6"], black="Ann", white="Bea")
    >>> record.black, [node.notation for node in record.main_line()]
    ('Ann', ['', 'E5', 'F6'])
    """

    black = InfoText("PB")
    white = InfoText("PW")
    black_rank = InfoText("BR")
    white_rank = InfoText("WR")
    date = InfoText("DT")
    event = InfoText("EV")
    round = InfoText("RO")
    place = InfoText("PC")
    result = InfoText("RE")
    title = InfoText("GN")
    remark = InfoText("GC")
    source = InfoText("SO")
    application = InfoText("AP")

    def __init__(self, game: Game, *, setup: Setup | None = None, **info: str) -> None:
        """Makes a record without moves, optionally of a game that starts from a set-up."""
        self.game = game
        replay = Replay(game)
        self.root = replay.root = Node(replay, None, setup=setup)
        self.root.other.update(write_game(game))
        for name, value in {"application": "Tesuji", **info}.items():
            if name not in INFO:
                raise RecordError(f"a record has no {name!r}; it has: {', '.join(sorted(INFO))}")
            setattr(self, name, value)

    @classmethod
    def from_moves(
        cls,
        game: Game,
        moves: Iterable[int | str],
        *,
        setup: Setup | None = None,
        **info: str,
    ) -> GameRecord:
        """Returns the record of a legal game; the result is set if it is over."""
        record = cls(game, setup=setup, **info)
        node = record.root
        for move in moves:
            try:
                node = node.play(move)
            except RecordError:
                raise
            except TesujiError as error:
                raise RecordError(f"move {node.move_number + 1}: {error}") from error
        outcome = node.position().outcome
        if outcome is not None and not record.result:
            record.result = result_text(game, outcome)
        return record

    @property
    def handicap(self) -> int:
        """The number of handicap stones in the record, 0 if it gives none."""
        text = read_info(self.root.other, "HA").strip()
        return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0

    def main_line(self) -> Iterator[Node]:
        """Yields the root and then the first child of each node."""
        return self.root.line()

    def moves(self) -> list[int]:
        """Returns the moves of the main line."""
        return [node.move for node in self.main_line() if node.move is not None]

    def nodes(self) -> Iterator[Node]:
        """Yields all nodes, each before its children, the main line first."""
        return self.root.subtree()

    @property
    def end(self) -> Node:
        """The last node of the main line."""
        *_, last = self.main_line()
        return last

    def __eq__(self, other: object) -> bool:
        """Returns whether both have the same game, the same tree and the same remarks."""
        if not isinstance(other, GameRecord):
            return NotImplemented
        if self.game.spec != other.game.spec:
            return False
        mine, theirs = self.nodes(), other.nodes()
        return all(_content(a) == _content(b) for a, b in zip(mine, theirs, strict=False))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        names = f"{self.black or '?'} - {self.white or '?'}"
        return f"<GameRecord of {self.game.spec}: {names}, {len(self.moves())} moves>"


def result_text(game: Game, outcome: Outcome) -> str:
    """Returns an outcome as in records: ``B+3.5``, ``W+`` without a score, ``0``."""
    if outcome.winner is None:
        return "0"
    points = f"{abs(outcome.margin):g}" if game.has_score else ""
    return f"{'BW'[outcome.winner]}+{points}"


def _content(node: Node) -> tuple[object, ...]:
    """Returns the content of a node and its child count, which together determine a tree."""
    return (
        node.move,
        node.player,
        node.setup,
        node.comment,
        node.marks,
        node.labels,
        node.arrows,
        node.other,
        len(node.children),
    )
