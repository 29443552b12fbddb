"""Converts game records for the browser and back.

Every node is reached by one move from its parent, whose position is known, so that the time is
proportional to the size of the tree, whatever its shape.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tesuji.errors import TesujiError
from tesuji.games import Position, Side, parse_spec
from tesuji.games.stone_game import StoneGame, StonePosition
from tesuji.records import GameRecord, Node, RecordError, Setup, read_sgf, write_sgf
from tesuji.records.replay import forced_after, position_after
from tesuji.server import models, record_models
from tesuji.server.views import game_info, setup_of, start_position

MAX_NODES = 20_000
"""The most positions of a record that are shown."""
MOST_READ = 50_000
"""The most nodes of a record that are read: a few seconds of processor time, and 100 MB."""
_MARKS = {
    "SQ": "square",
    "TR": "triangle",
    "CR": "circle",
    "MA": "cross",
    "TB": "black territory",
    "TW": "white territory",
}
_KINDS = {name: kind for kind, name in _MARKS.items()}
MAX_LABEL = 4
"""The most characters of a label on a point: fewer than in any name of a mark."""


# -- reading ----------------------------------------------------------------------------------


def read_record(sgf: str) -> record_models.RecordView:
    """Reads an SGF text as a tree of moves. Illegal moves are shown with a note."""
    record = read_sgf(sgf, MOST_READ)
    tree = _Tree(record)
    return record_models.RecordView(
        game=game_info(record.game.spec),
        setup=_setup_view(record),
        nodes=tree.nodes,
        names=(record.black[: models.LONG], record.white[: models.LONG]),
        result=record.result[: models.LONG],
        problem=tree.problem,
    )


class _Tree:
    """The nodes of a record as the browser takes them."""

    def __init__(self, record: GameRecord) -> None:
        self.problem: str | None = None
        self._shown: list[_Shown] = []
        numbers: dict[int, int] = {}
        for node in record.nodes():
            try:
                number = self._add(node, None if node.parent is None else numbers[id(node.parent)])
            except KeyError:
                continue  # its parent was left out
            except RecordError as error:
                self.problem = self.problem or str(error)
                if len(self._shown) >= MAX_NODES:
                    break
            else:
                numbers[id(node)] = number

    @property
    def nodes(self) -> list[record_models.TreeNodeView]:
        return [shown.view() for shown in self._shown]

    def _add(self, node: Node, parent: int | None) -> int:
        """Adds `node` and returns its number; raises `RecordError` if it cannot be shown."""
        if parent is None:
            number = self._append(node.position(), None, None)
        elif node.setup is not None:
            before = self._shown[parent].position
            number = self._append(position_after(before, node), parent, node.move, set_up=True)
        elif node.move is None:
            number = parent  # it only comments on the position
        else:
            number = self._move(node, parent)
        self._shown[number].remark(node)
        return number

    def _move(self, node: Node, parent: int) -> int:
        """Plays the move of `node`; an illegal move is shown as recorded."""
        assert node.move is not None
        if node.player != self._shown[parent].position.to_move:
            passed = self._pass(node, parent)
            if passed is None:
                who = node.game.player_names[self._shown[parent].position.to_move]
                return self._force(node, parent, f"it is {who}'s turn")
            parent = passed
        before = self._shown[parent].position
        try:
            position = before.after(node.move)
        except TesujiError as error:
            why = before.why_illegal(node.move) or str(error).splitlines()[0]
            return self._force(node, parent, why)
        return self._append(position, parent, node.move)

    def _pass(self, node: Node, parent: int) -> int | None:
        """Inserts a pass of the other player if the same one moves twice, as in Go."""
        game, before = node.game, self._shown[parent]
        pass_move = game.pass_move
        if game.turn_may_change and pass_move is not None and not before.position.is_over:
            position = before.position.after(pass_move)
            if not position.is_over:
                return self._append(position, parent, pass_move)
        return None

    def _force(self, node: Node, parent: int, why: str) -> int:
        """Shows an illegal move, with a note that says why."""
        before = self._shown[parent]
        note = f"move {before.ply + 1}, {node.notation}, is against the rules: {why}"
        try:
            position = forced_after(before.position, node)
        except RecordError as error:
            raise RecordError(note) from error
        number = self._append(position, parent, node.move, set_up=True)
        self._shown[number].note = note
        self.problem = self.problem or note
        return number

    def _append(
        self, position: Position, parent: int | None, move: int | None, set_up: bool = False
    ) -> int:
        if len(self._shown) >= MAX_NODES:
            raise RecordError(f"only the first {MAX_NODES} positions are shown")
        ply = 0 if parent is None else self._shown[parent].ply + 1
        self._shown.append(_Shown(position, parent, move, ply, set_up))
        return len(self._shown) - 1


@dataclass(slots=True)
class _Shown:
    """A node for the browser."""

    position: Position
    parent: int | None
    move: int | None
    ply: int
    set_up: bool
    """Whether no legal move of its parent leads to it."""
    note: str = ""
    comments: list[str] = field(default_factory=list)
    marks: dict[str, str] = field(default_factory=dict)
    arrows: list[tuple[int, int]] = field(default_factory=list)

    def remark(self, node: Node) -> None:
        """Takes over the remarks of `node`."""
        if node.comment:
            self.comments.append(node.comment)
        if node.marks or node.labels:
            self.marks |= _marks_view(node)
        self.arrows += node.arrows

    def view(self) -> record_models.TreeNodeView:
        comment = "\n".join(self.comments)
        return record_models.TreeNodeView(
            parent=self.parent,
            move=self.move,
            comment=comment,
            marks=self.marks,
            arrows=self.arrows,
            setup=setup_of(self.position) if self.set_up else None,
            note=self.note,
        )


def _marks_view(node: Node) -> dict[str, str]:
    marks = {
        str(point): _MARKS[kind]
        for kind, points in node.marks.items()
        if kind in _MARKS
        for point in points
    }
    return marks | {str(point): text[:MAX_LABEL] for point, text in node.labels.items()}


def _setup_view(record: GameRecord) -> models.SetupView | None:
    start = record.root.position()
    if start == record.game.initial():
        return None
    return setup_of(start)


# -- writing ----------------------------------------------------------------------------------


def write_record(request: record_models.RecordDownload, **info: str) -> record_models.SgfText:
    """Writes a tree from the browser as SGF; `info` is as for `GameRecord`."""
    game = parse_spec(request.spec)
    black, white = request.names
    record = GameRecord(game, setup=_record_setup(request), black=black, white=white, **info)
    made = [record.root]
    positions = [record.root.position()]
    for number, view in enumerate(request.nodes):
        if number > 0:
            if view.parent is None or not 0 <= view.parent < number:
                raise RecordError(f"node {number} needs a parent that stands before it")
            before, parent = positions[view.parent], made[view.parent]
            if view.setup is not None:
                positions.append(start_position(game, view.setup))
                made.append(_add_setup(parent, before, view.move, positions[-1]))
            elif view.move is not None:
                positions.append(before.after(view.move))
                made.append(parent.add(view.move, before.to_move))
            else:
                raise RecordError(f"node {number} needs a move or a set-up")
        made[number].comment = view.comment
        _write_marks(made[number], view.marks)
        _write_arrows(made[number], view.arrows)
    return record_models.SgfText(sgf=write_sgf(record))


def _add_setup(parent: Node, before: Position, move: int | None, after: Position) -> Node:
    """Adds a node for a board that no legal move leads to: an illegal move, or a set-up."""
    if move is not None:
        if not 0 <= move < parent.game.num_moves:
            raise RecordError(f"there is no move number {move}")
        return parent.add(move, after.to_move.other)
    if not isinstance(before, StonePosition) or not isinstance(after, StonePosition):
        raise RecordError("a board of lines that was set up cannot be written as SGF")
    pairs = zip(before.stones, after.stones, strict=True)
    changed = {point: new for point, (old, new) in enumerate(pairs) if old != new}
    return parent.add(setup=Setup(changed, after.to_move))


def _record_setup(request: record_models.RecordDownload) -> Setup | None:
    if request.setup is None:
        return None
    if request.setup.stones is None:
        raise RecordError("a board of lines that was set up cannot be written as SGF")
    stones = {point: stone for point, stone in enumerate(request.setup.stones) if stone >= 0}
    return Setup(stones, Side(request.setup.to_move))


def _write_marks(node: Node, marks: dict[str, str]) -> None:
    if not marks:
        return
    points = node.game.rows * node.game.columns if isinstance(node.game, StoneGame) else 0
    for text, mark in marks.items():
        if not (text.isascii() and text.isdigit() and len(text) < 5 and int(text) < points):
            raise RecordError(f"there is no point {text[:20]!r} to put a mark on")
        if mark in _KINDS:
            node.marks.setdefault(_KINDS[mark], []).append(int(text))
        else:
            node.labels[int(text)] = mark[:MAX_LABEL]


def _write_arrows(node: Node, arrows: list[tuple[int, int]]) -> None:
    points = node.game.rows * node.game.columns if isinstance(node.game, StoneGame) else 0
    for start, end in arrows:
        if not (start < points and end < points and start != end):
            raise RecordError(f"there is no arrow from point {start} to point {end}")
        node.arrows.append((start, end))
