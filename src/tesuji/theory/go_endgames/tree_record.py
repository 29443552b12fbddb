"""Writes the analysed tree of a region as a game record, with values in the comments."""

from __future__ import annotations

from tesuji.games import Side
from tesuji.games.go import Go, GoPosition
from tesuji.records import GameRecord, Node, Setup
from tesuji.theory.cgt.mixed import mixed
from tesuji.theory.go_endgames.report import RegionReport, TreeNode, signed


def tree_record(position: GoPosition, report: RegionReport) -> GameRecord:
    """Returns a record with the stones of a position, its marked region, and the best moves."""
    game: Go = position.game
    stones = {point: stone for point, stone in enumerate(position.stones) if stone >= 0}
    record = GameRecord(game, setup=Setup(stones))
    record.root.marks["SQ"] = list(report.region)
    certainty = "" if report.solved else " (estimated)"
    record.root.comment = (
        f"{mixed(report.move_value)}\n\n"
        f"Expected score {signed(report.mean)}; a move gains {mixed(report.temperature)} by area, "
        f"{mixed(report.territory_temperature)} by territory counting{certainty}.\n{report.words}"
    )
    _add(record.root, report.tree)
    return record


def _add(node: Node, tree: TreeNode) -> None:
    for below in tree.children:
        assert below.move is not None
        player = Side.FIRST if below.move.black else Side.SECOND
        child = node.add(below.move.point, player)
        child.comment = below.text + (" (takes the ko)" if below.ko else "")
        _add(child, below)
