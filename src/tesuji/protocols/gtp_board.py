"""Keeps the board of a GTP session, which can be set up, resumed and undone.

GTP allows what the rules do not. In Go, either side may move at any time, and the game may continue
after two passes. The turn is then given to the side that moves: the game continues from the same
stones and prisoners, as from a set-up, without the earlier boards that superko would compare.
Unlike an inserted pass this cannot end the game. In the other games only the side to move may move.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tesuji.errors import TesujiError
from tesuji.games import Game, NotationError, Position, Side, make
from tesuji.games.core_game import CorePosition
from tesuji.games.stone_game import StonePosition
from tesuji.play import GameInProgress
from tesuji.protocols.gtp_text import GtpFailure
from tesuji.records import GameRecord, Setup


class GtpBoard:
    """The game of a session with its options."""

    def __init__(self, name: str, **options: object) -> None:
        """`options` are those of `tesuji.games.make`."""
        self._name = name
        self._options = {key: value for key, value in options.items() if value is not None}
        self.progress = GameInProgress(make(name, **self._options))

    @property
    def game(self) -> Game:
        return self.progress.game

    @property
    def position(self) -> Position:
        return self.progress.position

    # -- the game ---------------------------------------------------------------------------

    def new_game(self, **options: object) -> None:
        """Begins a game with some options changed; raises `SetupError` if they are not valid."""
        changed = self._options | options
        self.progress = GameInProgress(make(self._name, **changed))
        self._options = changed

    def clear(self) -> None:
        self.set_up(self.game.initial())

    def set_up(self, position: Position) -> None:
        """Restarts the game at `position`."""
        self.progress.set_up(position)

    def change_rules(self, **options: object) -> None:
        """Changes rules or komi of the current game."""
        changed = self._options | options
        game: Any = make(self._name, **changed)
        old = self.progress
        setup = old.start.setup if isinstance(old.start, CorePosition) else None
        start = game.position_class(game.rules, *setup) if setup else game.initial()
        self.progress = GameInProgress(game, start)
        try:
            for step in old.steps:
                self.play(step.side, step.move)
        except GtpFailure as failure:
            self.progress = old
            raise GtpFailure(f"the moves so far break these rules: {failure}") from failure
        self._options = changed

    # -- moves ------------------------------------------------------------------------------

    def turn_of(self, side: Side) -> Position:
        """Returns the position in which `side` is to move now."""
        try:
            return with_turn(self.position, side)
        except TesujiError as error:
            raise GtpFailure(str(error)) from error

    def read_move(self, word: str) -> int:
        try:
            return self.game.parse_move(word)
        except NotationError as error:
            raise GtpFailure(f"invalid coordinate: {error}") from error

    def play(self, side: Side, move: int) -> None:
        """Plays `move` for `side`; raises `GtpFailure` if that is illegal."""
        try:
            before = self.turn_of(side)
        except GtpFailure as failure:
            raise GtpFailure(f"illegal move: {failure}") from failure
        why = before.why_illegal(move)
        if why is not None:
            raise GtpFailure(f"illegal move: {why}")
        self.progress.play(move, before)

    def undo(self, count: int = 1) -> None:
        ply = len(self.progress.steps) - count
        if ply < 0:
            raise GtpFailure("cannot undo")
        self.progress.take_back(ply)

    # -- handicap ---------------------------------------------------------------------------

    def place_handicap(self, points: Iterable[int]) -> None:
        """Places Black's handicap stones on the empty board; White moves first."""
        progress = self.progress
        start = progress.start
        assert isinstance(start, StonePosition)
        stones = list(start.stones)
        if progress.steps or any(stone >= 0 for stone in stones):
            raise GtpFailure("board not empty")
        for point in points:
            stones[point] = int(Side.FIRST)
        self.set_up(start.restarted(stones, Side.SECOND))

    # -- records ----------------------------------------------------------------------------

    def record(self) -> GameRecord:
        """Returns the game as a record, including moves out of turn."""
        return self.progress.record()

    def load(self, record: GameRecord, moves: int | None = None) -> None:
        """Loads the main line of `record`, or its first `moves` moves."""
        if record.game.name != self._name:
            raise GtpFailure(f"the file is a game of {record.game.name}, not of {self._name}")
        loaded = GtpBoard(self._name)
        loaded.progress = GameInProgress(record.game)
        loaded._options = _options_of(record.game)
        played = 0
        for node in record.main_line():
            if node.move is not None and moves is not None and played >= moves:
                break
            if node.setup is not None:
                loaded._load_setup(node.setup)
            if node.move is not None and node.player is not None:
                loaded.play(node.player, node.move)
                played += 1
        self._options, self.progress = loaded._options, loaded.progress

    def _load_setup(self, setup: Setup) -> None:
        """Restarts the game from set-up stones; earlier moves cannot be undone."""
        position = self.position
        to_move = position.to_move
        for said in (setup.implied_to_play, setup.to_play):
            to_move = to_move if said is None else said
        if not setup.stones and to_move == position.to_move:
            return
        if not isinstance(position, StonePosition):
            raise GtpFailure(f"{self.game.name} has no stones to set up")
        stones = list(position.stones)
        for point, stone in setup.stones.items():
            stones[point] = stone
        self.set_up(position.restarted(stones, to_move))


def with_turn(position: Position, side: Side) -> Position:
    """Returns `position` with `side` to move; raises `TesujiError` if the rules forbid it."""
    if position.to_move == side and not position.is_over:
        return position
    game = position.game
    if game.turn_may_change and isinstance(position, StonePosition):
        turned: Position = position.restarted(position.stones, side)
        return turned
    if position.is_over:
        raise TesujiError("the game is over")
    raise TesujiError(f"it is {game.player_names[position.to_move]}'s turn")


def _options_of(game: Game) -> dict[str, object]:
    """Returns the options of `game` for `tesuji.games.make`."""
    pairs = (part.partition("=") for part in game.spec.partition(":")[2].split(",") if part)
    return {key: value for key, _, value in pairs}
