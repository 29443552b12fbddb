"""Converts a raw SGF tree to a game record."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeVar

from tesuji.errors import RecordError
from tesuji.games import Game, Side
from tesuji.games.stone_game import StoneGame
from tesuji.records import dialects
from tesuji.records.seats import Seats, has_choices
from tesuji.records.sgf_text import (
    MAX_NODES,
    RawNode,
    error_at,
    locate,
    read_simple_text,
    read_text,
    split_composed,
)
from tesuji.records.tree import GameRecord, Node, Setup

MAX_EXPANDED_POINTS = 2_000_000
"""The most points of all rectangles (``AB[aa:ss]``) of a record, against hostile files."""

_COLOURS = {"B": Side.FIRST, "W": Side.SECOND}
_OF_THE_FILE = ("FF", "CA")
"""Properties of a root that describe the file format, not the game."""

T = TypeVar("T")


def read_record(text: str, root: RawNode) -> GameRecord:
    """Returns the record of the tree `root`, which was parsed from `text` and is consumed."""
    return _TreeReader(text, root).record()


class _TreeReader:
    """Converts one raw tree; errors tell where in the text the fault is."""

    def __init__(self, text: str, root: RawNode) -> None:
        self._text = text
        self._root = root
        self._num_moves = 0
        self._num_expanded = 0
        try:
            self._game: Game = dialects.read_game(root.properties)
        except RecordError as error:
            raise error_at(text, root.offset, str(error)) from error
        self._move_names = ("B", "W", dialects.CHOICE) if has_choices(self._game) else ("B", "W")

    def record(self) -> GameRecord:
        record = GameRecord(self._game, setup=self._setup(self._root))
        record.root.other.clear()
        self._remarks(self._root, record.root)
        record.root.other.setdefault("GM", ["1"])
        waiting = [(self._root, record.root, Seats.at_root(record.root))]
        while waiting:
            raw, node, seats = waiting.pop()
            takes_remarks = raw is not self._root
            for move, colour in self._moves(raw):
                player = None if move is None else seats.player(colour)
                node = node.add(move, player, self._setup(raw) if takes_remarks else None)
                if takes_remarks:
                    self._remarks(raw, node)
                takes_remarks = False
                seats = seats.after(node)
            waiting.extend((child, node, seats) for child in reversed(raw.children))
            raw.children = []  # no longer needed; a large tree need not be kept twice
        return record

    def _moves(self, raw: RawNode) -> Iterator[tuple[int | None, Side | None]]:
        """Yields the moves to make nodes of, with their colours.

        A valid node has at most one move, and a valid root has none; further moves become nodes of
        their own.
        """
        names = [name for name in raw.properties if name in self._move_names]
        if not names and raw is not self._root:
            yield None, None
        for name in names:
            colour = _COLOURS.get(name)
            read = dialects.read_choice if colour is None else dialects.read_move
            for index in range(len(raw.properties[name])):
                self._num_moves += 1
                if self._num_moves > MAX_NODES:
                    raise RecordError(f"the record has more than {MAX_NODES} moves")
                yield self._value(raw, name, index, partial(read, self._game)), colour

    def _setup(self, raw: RawNode) -> Setup | None:
        stones: dict[int, int] = {}
        for name in raw.properties:
            if name in dialects.STONES:
                stones |= dict.fromkeys(self._points(raw, name), dialects.STONES[name])
        to_play = None
        if "PL" in raw.properties:
            to_play = self._value(raw, "PL", 0, self._to_play)
        if not stones and to_play is None:
            return None
        implied = self._implied_to_play() if raw is self._root else None
        return Setup(stones, to_play, implied)

    def _to_play(self, value: str) -> Side:
        """Reads PL in the spellings found in files: ``B``, ``W``, ``Black``, ``2``…"""
        self._stone_game()
        first = value.strip().lower()[:1]
        if first not in ("b", "w", "1", "2"):
            raise RecordError("a colour is B or W")
        return Side.FIRST if first in ("b", "1") else Side.SECOND

    def _implied_to_play(self) -> Side:
        """Returns who moves first in the record; if nobody does, who would after a handicap."""
        for raw in (self._root, *self._root.children[:1]):
            for name, player in _COLOURS.items():
                if name in raw.properties:
                    return player
        handicap = self._root.properties.get("HA", ["0"])[0].strip()
        return Side.SECOND if handicap not in ("", "0", "1") else Side.FIRST

    def _remarks(self, raw: RawNode, node: Node) -> None:
        """Reads everything of `raw` except moves and stones."""
        points = isinstance(self._game, StoneGame)
        for name, values in raw.properties.items():
            if name in self._move_names or name in dialects.STONES or name == "PL":
                continue
            if name in _OF_THE_FILE and raw is self._root:
                continue
            if name == "C":
                node.comment = "\n".join(map(read_text, values))
            elif points and name in dialects.MARKS:
                if marked := dict.fromkeys(self._points(raw, name)):
                    node.marks[name] = list(marked)
            elif points and name == "LB":
                node.labels = dict(self._each(raw, name, self._label))
            elif points and name == "AR":
                try:
                    node.arrows = list(dict.fromkeys(self._each(raw, name, self._arrow)))
                except RecordError:  # a drawing is no reason to refuse a game
                    node.other[name] = values
            else:
                node.other[name] = values

    def _label(self, value: str) -> tuple[int, str]:
        point, text = split_composed(value)
        if text is None:
            raise RecordError("a label needs a point and a text, as in LB[aa:1]")
        return dialects.read_point(self._stone_game(), point), read_simple_text(text)

    def _arrow(self, value: str) -> tuple[int, int]:
        start, end = split_composed(value)
        if end is None or start == end:
            raise RecordError("an arrow needs two different points, as in AR[aa:bb]")
        game = self._stone_game()
        return dialects.read_point(game, start), dialects.read_point(game, end)

    def _points(self, raw: RawNode, name: str) -> list[int]:
        """Returns the points of a list, its rectangles included."""
        return [point for few in self._each(raw, name, self._rectangle) for point in few]

    def _rectangle(self, value: str) -> list[int]:
        """Returns the points of ``aa:cb``, or the one point of ``aa``."""
        game = self._stone_game()
        first, last = split_composed(value)
        if last is None:
            return [dialects.read_point(game, first)]
        points = dialects.read_rectangle(game, first, last)
        self._num_expanded += len(points)
        if self._num_expanded > MAX_EXPANDED_POINTS:
            raise RecordError(f"the record lists more than {MAX_EXPANDED_POINTS} points")
        return points

    def _stone_game(self) -> StoneGame:
        if not isinstance(self._game, StoneGame):
            raise RecordError(f"{self._game.name} has no stones to set up")
        return self._game

    def _each(self, raw: RawNode, name: str, read: Callable[[str], T]) -> Iterator[T]:
        """Yields the non-empty values of a property: some programs write AB[] for no stones."""
        for index, value in enumerate(raw.properties[name]):
            if value.strip():
                yield self._value(raw, name, index, read)

    def _value(self, raw: RawNode, name: str, index: int, read: Callable[[str], T]) -> T:
        """Reads value number `index` of a property with `read`; errors tell where it is."""
        value = raw.properties[name][index]
        try:
            return read(value)
        except RecordError as error:
            shown = value if len(value) <= 20 else value[:20] + "…"
            place = locate(self._text, raw, name, index)
            raise error_at(self._text, place, f"{name}[{shown}]: {error}") from error
