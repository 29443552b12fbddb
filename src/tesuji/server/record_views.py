"""Game records on their way to the browser and back."""

from __future__ import annotations

from tesuji.errors import TesujiError
from tesuji.games import Player, parse_spec
from tesuji.games.dots_and_boxes import DotsAndBoxesPosition
from tesuji.games.stone_game import StonePosition
from tesuji.records import GameRecord, Node, RecordError, read_sgf, write_sgf
from tesuji.records import Setup as RecordSetup
from tesuji.server import models
from tesuji.server.views import game_info

MAX_NODES = 20_000
_MARKS = {"SQ": "square", "TR": "triangle", "CR": "circle", "MA": "cross"}


def read_record(sgf: str) -> models.RecordView:
    """An SGF text as a tree of legal moves. What cannot be played is left out, and said so."""
    record = read_sgf(sgf)
    nodes: list[models.TreeNode] = []
    numbers: dict[int, int] = {}
    problem: str | None = None
    for node in record.nodes():
        parent = None if node.parent is None else numbers.get(id(node.parent))
        if node.parent is not None and parent is None:
            continue  # follows something that was left out
        complaint = _complaint(node)
        if complaint is not None:
            problem = problem or complaint
            continue
        if len(nodes) >= MAX_NODES:
            problem = f"only the first {MAX_NODES} positions are shown"
            break
        numbers[id(node)] = len(nodes)
        nodes.append(_node_view(node, parent))
    return models.RecordView(
        game=game_info(record.game.spec),
        setup=_setup_view(record),
        nodes=nodes,
        names=(record.black, record.white),
        result=record.result,
        problem=problem,
    )


def write_record(request: models.RecordDownload) -> models.SgfText:
    """A tree from the browser as SGF."""
    game = parse_spec(request.spec)
    setup = None
    if request.setup is not None and request.setup.stones is not None:
        stones = {point: stone for point, stone in enumerate(request.setup.stones) if stone >= 0}
        setup = RecordSetup(stones, Player(request.setup.to_move))
    black, white = request.names
    record = GameRecord(game, setup=setup, black=black, white=white)
    made: list[Node] = []
    for number, view in enumerate(request.nodes):
        if number == 0:
            node = record.root
        elif view.parent is None or view.move is None or not 0 <= view.parent < number:
            raise RecordError(f"node {number} needs a move and a parent that stands before it")
        else:
            node = made[view.parent].play(view.move)
        node.comment = view.comment
        made.append(node)
    return models.SgfText(sgf=write_sgf(record))


def _complaint(node: Node) -> str | None:
    if node.parent is not None and (node.move is None or node.setup is not None):
        return "stones that are set up in the middle of the record are not shown"
    try:
        node.position()
    except TesujiError as error:
        return str(error).splitlines()[0]
    return None


def _node_view(node: Node, parent: int | None) -> models.TreeNode:
    marks = {
        str(point): _MARKS[kind]
        for kind, points in node.marks.items()
        if kind in _MARKS
        for point in points
    }
    marks |= {str(point): text[:4] for point, text in node.labels.items()}
    return models.TreeNode(parent=parent, move=node.move, comment=node.comment, marks=marks)


def _setup_view(record: GameRecord) -> models.Setup | None:
    start = record.root.position()
    if start == record.game.initial():
        return None
    if isinstance(start, StonePosition):
        return models.Setup(stones=start.stones, to_move=int(start.to_move))
    assert isinstance(start, DotsAndBoxesPosition)
    return models.Setup(lines=start.lines, owners=start.owners, to_move=int(start.to_move))
