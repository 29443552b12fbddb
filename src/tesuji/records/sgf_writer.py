"""Converts a game record to a raw SGF tree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tesuji.errors import RecordError
from tesuji.games.stone_game import StoneGame
from tesuji.records import dialects
from tesuji.records.seats import Seats
from tesuji.records.sgf_text import RawNode, write_text
from tesuji.records.tree import GameRecord, Node


def raw_tree(record: GameRecord) -> RawNode:
    """Returns the record as a tree that `write_trees` can write."""
    above = RawNode()
    waiting = [(record.root, above, Seats.at_root(record.root))]
    while waiting:
        node, parent, seats = waiting.pop()
        if node is record.root:
            raw = RawNode(_root_properties(record))
        else:
            raw = RawNode(_properties(node, seats))
            seats = seats.after(node)
        parent.children.append(raw)
        waiting.extend((child, raw, seats) for child in reversed(node.children))
    return above.children[0]


def numbered_tree(spec: str, moves: Sequence[tuple[int, int]], info: Mapping[str, str]) -> RawNode:
    """Returns a game whose rules are not loaded, with moves (player, number) written as numbers.

    `info` holds texts of the root by property, such as ``PB``.
    """
    root = RawNode(
        {
            "FF": ["4"],
            "CA": ["UTF-8"],
            "GM": [str(dialects.OTHER_GAMES)],
            dialects.GAME: [write_text(spec)],
            **{name: [write_text(text)] for name, text in info.items() if text},
        }
    )
    last = root
    for player, move in moves:
        node = RawNode({"BW"[player]: [f"#{move}"]})
        last.children.append(node)
        last = node
    return root


def _root_properties(record: GameRecord) -> dict[str, list[str]]:
    """Returns the properties of the file format and of the game, then all others."""
    head = {"FF": ["4"], "CA": ["UTF-8"], **_game_properties(record)}
    return {**head, **_properties(record.root, Seats()), **head}


def _game_properties(record: GameRecord) -> dict[str, list[str]]:
    """Returns the properties that describe the game, rewritten if they no longer match."""
    told = record.root.other
    try:
        is_right = dialects.read_game(told).spec == record.game.spec
    except RecordError:
        is_right = False
    if not is_right:
        return dialects.write_game(record.game)
    return {name: told[name] for name in dialects.HEADER if name in told}


def _properties(node: Node, seats: Seats) -> dict[str, list[str]]:
    properties: dict[str, list[str]] = {}
    game = node.game
    if node.move is not None and node.player is not None:
        value = dialects.write_move(game, node.move)
        if value is None:
            properties[dialects.CHOICE] = [write_text(game.format_move(node.move))]
        else:
            properties["BW"[seats.colour(node.player)]] = [value]
    if isinstance(game, StoneGame):
        properties |= _point_properties(game, node)
    elif node.setup or node.marks or node.labels or node.arrows:
        raise RecordError(f"a record of {game.name} has no points to set up or to mark")
    properties |= node.other
    if node.comment:
        properties["C"] = [write_text(node.comment)]
    return properties


def _point_properties(game: StoneGame, node: Node) -> dict[str, list[str]]:
    """Returns the properties of set-up, marks and labels."""
    points: dict[str, list[str]] = {}
    if node.setup is not None:
        names = {stone: name for name, stone in dialects.STONES.items()}
        for point, stone in sorted(node.setup.stones.items()):
            points.setdefault(names[stone], []).append(dialects.write_point(game, point))
        if node.setup.to_play is not None:
            points["PL"] = ["BW"[node.setup.to_play]]
    for name, marked in node.marks.items():
        if marked:
            points[name] = [dialects.write_point(game, point) for point in marked]
    if node.labels:
        points["LB"] = [
            f"{dialects.write_point(game, point)}:{write_text(text, composed=True)}"
            for point, text in node.labels.items()
        ]
    if node.arrows:
        points["AR"] = [
            f"{dialects.write_point(game, start)}:{dialects.write_point(game, end)}"
            for start, end in node.arrows
        ]
    return points
