"""Replays the nodes of a record to positions, by the rules of the game."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

from tesuji.errors import IllegalMoveError, RecordError, TesujiError
from tesuji.games import Game, Position, Side
from tesuji.games.stone_game import StonePosition

if TYPE_CHECKING:
    from tesuji.records.tree import Node, Setup

_REMEMBERED = 256
"""Positions kept for one record."""
_NEAR_END = 32
"""Positions kept of one replay: those nearest to the requested node, which are likely to be
requested next."""


class Replay:
    """The game of one tree, and a cache of the positions of its nodes."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.root: Node | None = None
        """Set by the record; a node that does not lead back to it was deleted."""
        self._known: OrderedDict[Node, Position | RecordError] = OrderedDict()

    def forget(self) -> None:
        """Drops all cached positions, including those of deleted nodes."""
        self._known.clear()

    def position(self, node: Node) -> Position:
        """Returns the position at `node`; raises `RecordError` if it cannot be reached."""
        steps: list[Node] = []
        at: Node | None = node
        while at is not None and at not in self._known:
            steps.append(at)
            at = at.parent
        if at is not None:
            found = self._known[at]
            self._known.move_to_end(at)
        elif steps[-1] is self.root:
            found = self.game.initial()
        else:
            raise RecordError("the node was deleted from its record")
        while steps:
            step = steps.pop()
            if not isinstance(found, RecordError):
                try:
                    found = position_after(found, step)
                except RecordError as error:
                    found = error
            if len(steps) < _NEAR_END:
                self._known[step] = found
        while len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)
        if isinstance(found, RecordError):
            raise RecordError(str(found)) from found
        return found


def position_after(position: Position, node: Node) -> Position:
    """Returns the position at `node`, given the one at its parent."""
    if node.setup is not None:
        position = _with_setup(position, node, node.setup)
    if node.move is None or node.player is None:
        return position
    if node.player != position.to_move:
        position = _out_of_turn(position, node, node.player)
    try:
        return position.after(node.move)
    except IllegalMoveError as error:
        why = position.why_illegal(node.move) or "the rules do not allow it"
        raise _cannot_play(node, why) from error


def forced_after(position: Position, node: Node) -> Position:
    """Returns the recorded board after an illegal move, without history.

    A stone is placed where the record says, even on an occupied point; in Go chains without
    liberties are removed, the opponent's first. Raises `RecordError` if the board cannot exist.
    """
    if node.move is None or node.player is None or not isinstance(position, StonePosition):
        raise _cannot_play(node, position.why_illegal(node.move or 0) or "it is out of turn")
    stones = list(position.stones)
    if 0 <= node.move < len(stones):
        stones[node.move] = node.player
        stones = node.game.forced_stones(stones, node.move)
    try:
        return _restarted(position, stones, node.player.other)
    except TesujiError as error:
        raise _cannot_play(node, str(error)) from error


def viewed_after(position: Position, node: Node) -> tuple[Position, str]:
    """Returns the position at `node` for display, and what is illegal about it."""
    try:
        return position_after(position, node), ""
    except RecordError as error:
        return forced_after(position, node), str(error)


def _with_setup(position: Position, node: Node, setup: Setup) -> Position:
    to_move = position.to_move
    for said in (setup.implied_to_play, setup.to_play):
        to_move = to_move if said is None else said
    if not setup.stones and to_move == position.to_move:
        return position
    if not isinstance(position, StonePosition):
        raise _cannot_set_up(node, f"{node.game.name} has no stones")
    stones = list(position.stones)
    for point, stone in setup.stones.items():
        if not 0 <= point < len(stones):
            raise _cannot_set_up(node, f"there is no point number {point}")
        stones[point] = stone
    try:
        return _restarted(position, stones, to_move)
    except TesujiError as error:
        raise _cannot_set_up(node, str(error)) from error


def _out_of_turn(position: Position, node: Node, player: Side) -> Position:
    """Returns the position with the turn given to `player`, if the game allows it.

    Records of Go do this: Black's handicap stones as moves, or local play where the opponent has
    implicitly moved elsewhere, so that earlier boards no longer forbid a move.
    """
    if position.is_over:
        raise _cannot_play(node, "the game is over")
    if not node.game.turn_may_change or not isinstance(position, StonePosition):
        raise _cannot_play(node, f"it is {node.game.player_names[position.to_move]}'s turn")
    return _restarted(position, position.stones, player)


def _restarted(position: StonePosition, stones: list[int], to_move: Side) -> Position:
    start: Position = position.restarted(stones, to_move)
    return start


def _cannot_play(node: Node, why: str) -> RecordError:
    assert node.player is not None
    who = node.game.player_names[node.player]
    return RecordError(f"move {node.move_number}, {who} {node.notation}, cannot be played: {why}")


def _cannot_set_up(node: Node, why: str) -> RecordError:
    after = node.move_number - (node.move is not None)
    return RecordError(f"the set-up after {after} moves is impossible: {why}")
