"""The board of a GTP session: a game that may be set up, left, resumed and taken back.

GTP lets a controller do what the rules do not foresee. In Go, either side may move at any time,
and the game may go on after two passes. Then the turn is given to the side that moves: the game
continues from the same stones and prisoners, as from a set-up, without the boards of the past
that superko would compare with. Unlike an inserted pass this cannot end the game. In the other
games moves belong to the side whose turn it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tesuji.games import Game, NotationError, Position, make
from tesuji.games import Player as Side
from tesuji.games.go import Go
from tesuji.games.stone_game import StoneGame
from tesuji.protocols.gtp_text import GtpFailure
from tesuji.records import GameRecord, Setup


@dataclass(frozen=True, slots=True)
class Step:
    """One move: by whom, from where, to where."""

    side: Side
    move: int
    before: Position
    after: Position


class GtpBoard:
    """The game of a session with its options, and the moves since the start or the set-up."""

    def __init__(self, name: str, **options: object) -> None:
        """`options` as for `tesuji.games.make`."""
        self._name = name
        self._options = {key: value for key, value in options.items() if value is not None}
        self.game: Game = make(name, **self._options)
        self.base: Position = self.game.initial()
        self.steps: list[Step] = []

    @property
    def position(self) -> Position:
        return self.steps[-1].after if self.steps else self.base

    @property
    def is_go(self) -> bool:
        return isinstance(self.game, Go)

    @property
    def go(self) -> Go:
        """The game, for commands that only Go has."""
        if not isinstance(self.game, Go):
            raise GtpFailure(f"{self.game.name} has no such command")
        return self.game

    # -- the game ---------------------------------------------------------------------------

    def new_game(self, **options: object) -> None:
        """An empty board, with some options changed; raises `SetupError` if they make no game."""
        changed = self._options | options
        self.game = make(self._name, **changed)
        self._options = changed
        self.clear()

    def clear(self) -> None:
        self.set_up(self.game.initial())

    def set_up(self, position: Position) -> None:
        """The game begins anew at `position`."""
        self.base = position
        self.steps = []

    def change_rules(self, **options: object) -> None:
        """Other rules or komi for the game that is being played."""
        changed = self._options | options
        game: Any = make(self._name, **changed)
        setup = getattr(self.base, "setup", None)
        old = self.base, self.steps, self.game
        self.base = game.position_class(game.rules, *setup) if setup else game.initial()
        self.steps, self.game = [], game
        try:
            for step in old[1]:
                self.play(step.side, step.move)
        except GtpFailure as failure:
            self.base, self.steps, self.game = old
            raise GtpFailure(f"the moves so far break these rules: {failure}") from failure
        self._options = changed

    # -- moves ------------------------------------------------------------------------------

    def turn_of(self, side: Side) -> Position:
        """The position in which `side` is to move now."""
        position: Any = self.position
        if position.to_move == side and not position.is_over:
            return self.position
        if isinstance(self.game, Go):
            past = position.prisoners
            turned: Position = self.game.position_class(
                self.game.rules, position.stones, int(side), past
            )
            return turned
        if position.is_over:
            raise GtpFailure("the game is over")
        raise GtpFailure(f"it is {self.game.player_names[position.to_move]}'s turn")

    def read_move(self, word: str) -> int:
        try:
            return self.game.parse_move(word)
        except NotationError as error:
            raise GtpFailure(f"invalid coordinate: {error}") from error

    def play(self, side: Side, move: int) -> None:
        """`side` plays `move`; raises `GtpFailure` when it cannot."""
        try:
            before = self.turn_of(side)
        except GtpFailure as failure:
            raise GtpFailure(f"illegal move: {failure}") from failure
        why = before.why_illegal(move)
        if why is not None:
            raise GtpFailure(f"illegal move: {why}")
        self.steps.append(Step(side, move, before, before.after(move)))

    def undo(self, count: int = 1) -> None:
        if len(self.steps) < count:
            raise GtpFailure("cannot undo")
        del self.steps[len(self.steps) - count :]

    # -- handicap ---------------------------------------------------------------------------

    def place_handicap(self, points: Iterable[int]) -> None:
        """Black's handicap stones on the empty board; White moves first."""
        go = self.go
        if self.steps or any(stone >= 0 for stone in getattr(self.base, "stones", ())):
            raise GtpFailure("board not empty")
        stones = [-1] * (go.rows * go.columns)
        for point in points:
            stones[point] = int(Side.FIRST)
        self.set_up(go.setup(stones, Side.SECOND))

    # -- records ----------------------------------------------------------------------------

    def record(self) -> GameRecord:
        """The game as a record; moves that the rules did not foresee are in it as they were."""
        return live_record(self.base, ((step.side, step.move) for step in self.steps))

    def load(self, record: GameRecord, moves: int | None = None) -> None:
        """The main line of `record`, or its first `moves` moves."""
        if record.game.name != self._name:
            raise GtpFailure(f"the file is a game of {record.game.name}, not of {self._name}")
        loaded = GtpBoard(self._name)
        loaded.game = record.game
        loaded._options = _options_of(record.game)
        loaded.clear()
        played = 0
        for node in record.main_line():
            if node.move is not None and moves is not None and played >= moves:
                break
            if node.setup is not None:
                loaded._load_setup(node.setup)
            if node.move is not None and node.player is not None:
                loaded.play(node.player, node.move)
                played += 1
        self._options, self.game = loaded._options, loaded.game
        self.base, self.steps = loaded.base, loaded.steps

    def _load_setup(self, setup: Setup) -> None:
        """Set-up stones begin the game anew: what was before cannot be taken back."""
        position: Any = self.position
        game: Any = self.game
        to_move = position.to_move
        for said in (setup.implied_to_play, setup.to_play):
            to_move = to_move if said is None else said
        if not setup.stones and to_move == position.to_move:
            return
        if not isinstance(game, StoneGame):
            raise GtpFailure(f"{game.name} has no stones to set up")
        stones = list(position.stones)
        for point, stone in setup.stones.items():
            stones[point] = stone
        past = (position.prisoners,) if isinstance(game, Go) else ()
        self.set_up(game.position_class(game.rules, stones, int(to_move), *past))


def live_record(start: Position, moves: Iterable[tuple[Side, int]], **info: str) -> GameRecord:
    """The record of a game that began at `start`, without asking the rules; `info` is names etc."""
    stones = getattr(start, "stones", [])
    placed = {point: stone for point, stone in enumerate(stones) if stone >= 0}
    begins_first = start.to_move == Side.FIRST
    setup = None if begins_first and not placed else Setup(placed, start.to_move)
    record = GameRecord(start.game, setup=setup, **info)
    if start.game.name == "go" and not begins_first and set(placed.values()) == {int(Side.FIRST)}:
        record.root.other["HA"] = [str(len(placed))]
    node = record.root
    for side, move in moves:
        node = node.add(move, side)
    return record


def _options_of(game: Game) -> dict[str, object]:
    """The options from which `tesuji.games.make` makes `game`."""
    pairs = (part.partition("=") for part in game.spec.partition(":")[2].split(",") if part)
    return {key: value for key, _, value in pairs}
