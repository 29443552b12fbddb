"""Keeps the state of a game in progress: moves, seats, clock and ending.

Who is asked for the next move, and what happens while they think, is up to the referee, the web
room, the terminal and the protocols.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tesuji.errors import TesujiError
from tesuji.games import Game, Position, Side
from tesuji.play.clock import Clock
from tesuji.play.ending import RESIGNATION, Ending
from tesuji.play.seat import PERSON, Seat

if TYPE_CHECKING:
    from tesuji.records import GameRecord


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move with its side and the positions before and after it."""

    side: Side
    move: int
    before: Position
    after: Position


class GameInProgress:
    """A game from its start to the current position."""

    def __init__(
        self,
        game: Game,
        start: Position | None = None,
        moves: Iterable[int] = (),
        *,
        seats: tuple[Seat, Seat] | None = None,
        clock: Clock | None = None,
        by_agreement: bool = False,
    ) -> None:
        """Begins at `start`, by default the usual one, with `moves` already made.

        With `by_agreement` a game such as Go is not over until the players agree on the count;
        otherwise every stone counts as alive when play stops.
        """
        self.game = game
        self.start = game.initial() if start is None else start
        self.steps: list[PlayedMove] = []
        self.seats = seats or (Seat(), Seat())
        self.clock = clock or Clock()
        self._by_agreement = by_agreement and game.closing_moves > 0
        self._ending: Ending | None = None
        for move in moves:
            self.play(move)

    # -- where it stands --------------------------------------------------------------------

    @property
    def position(self) -> Position:
        return self.steps[-1].after if self.steps else self.start

    @property
    def to_move(self) -> Side:
        return self.position.to_move

    @property
    def moves(self) -> tuple[int, ...]:
        return tuple(step.move for step in self.steps)

    @property
    def people(self) -> list[Side]:
        """The sides that people play."""
        return [side for side in Side if self.seats[side].kind == PERSON]

    @property
    def ending(self) -> Ending | None:
        """How the game ended; None during play and until the players agree on the count."""
        if self._ending is None and not self._by_agreement:
            outcome = self.position.outcome
            return None if outcome is None else Ending.by_rules(outcome)
        return self._ending

    @property
    def is_counting(self) -> bool:
        """Whether play has stopped and the players have yet to agree on the count, or play on."""
        return self._by_agreement and self._ending is None and self.position.is_over

    def snapshot(self) -> GameInProgress:
        """Returns a copy of the game, for a thread that reads it while play continues."""
        copy = GameInProgress(self.game, self.start, seats=self.seats, clock=self.clock)
        copy.steps, copy._ending = self.steps[:], self._ending
        copy._by_agreement = self._by_agreement
        return copy

    # -- moves ------------------------------------------------------------------------------

    def play(self, move: int, before: Position | None = None) -> PlayedMove:
        """Makes `move`; raises `IllegalMoveError` if it is illegal.

        A protocol may continue from `before`, a position that no move has led to.
        """
        if self._ending is not None:
            raise TesujiError("the game is over")
        at = self.position if before is None else before
        step = PlayedMove(at.to_move, move, at, at.after(move))
        self.steps.append(step)
        return step

    def ply_before(self, sides: Collection[Side], count: int = 1) -> int | None:
        """Returns the ply before the last `count` moves of `sides`; None if they made fewer.

        Taking back to it also removes the moves of others since then.
        """
        ply = len(self.steps)
        for _ in range(count):
            ply -= 1
            while ply >= 0 and self.steps[ply].side not in sides:
                ply -= 1
            if ply < 0:
                return None
        return ply

    def take_back(self, ply: int) -> None:
        """Goes back to the position after `ply` moves, even if the game was over."""
        del self.steps[ply:]
        self._ending = None

    def set_up(self, position: Position) -> None:
        """Restarts the game at `position`."""
        self.start = position
        self.take_back(0)

    def follow(self, position: Position) -> None:
        """Advances to `position` if it continues this game, else restarts there."""
        old, new = _moves_of(self.position), _moves_of(position)
        if old is not None and new is not None and new[: len(old)] == old:
            ply = len(self.steps)
            for move in new[len(old) :]:
                self.play(move)
            if self.position == position:
                return
            self.take_back(ply)
        self.set_up(position)

    # -- the end ----------------------------------------------------------------------------

    def resign(self, side: Side) -> Ending:
        """Ends the game: `side` gives up."""
        return self.lose(side, "resignation", RESIGNATION)

    def lose(self, side: Side, reason: str, how: str) -> Ending:
        """Ends the game with a loss of `side` for `reason`; `how` is as in `Ending`."""
        return self.end(Ending(side.other, reason, how))

    def agree(self, dead: Iterable[int] = (), seki: Iterable[int] = ()) -> Ending:
        """Ends the game by its count without the `dead` stones, on which the players agree."""
        self._must_be_counting()
        count = self.position.counted(dead, seki)
        return self.end(
            Ending(count.outcome.winner, count.outcome.reason, "", count.outcome, count)
        )

    def play_on(self) -> None:
        """Takes back the moves that stopped play: the players do not agree on the count."""
        self._must_be_counting()
        self.take_back(max(0, len(self.steps) - self.game.closing_moves))

    def _must_be_counting(self) -> None:
        if not self.is_counting:
            raise TesujiError("the game is not being counted")

    def end(self, ending: Ending) -> Ending:
        """Ends the game as `ending` says."""
        self._ending = ending
        return ending

    # -- records ----------------------------------------------------------------------------

    def record(self, **info: str) -> GameRecord:
        """Returns the record of the game without checking the rules; `info` holds names etc."""
        from tesuji.records import GameRecord, Setup  # a Gomocup brain is built without them
        from tesuji.records.dialects import TERRITORY

        start, usual = self.start, self.game.initial()
        placed = {
            point: stone
            for point, (stone, before) in enumerate(
                zip(_stones(start), _stones(usual), strict=True)
            )
            if stone != before
        }
        same_turn = start.to_move == usual.to_move
        setup = None if same_turn and not placed else Setup(placed, start.to_move)
        record = GameRecord(self.game, setup=setup, **info)
        has_handicap = set(placed.values()) == {int(Side.FIRST)} and not same_turn
        if self.game.card.handicaps and has_handicap:
            record.root.other["HA"] = [str(len(placed))]
        node = record.root
        for step in self.steps:
            node = node.add(step.move, step.side)
        if self._ending is not None and self._ending.count is not None:
            for name, side in zip(TERRITORY, Side, strict=True):
                if territory := self._ending.count.territory_of(side):
                    node.marks[name] = territory
        return record


def _moves_of(position: Position) -> list[int] | None:
    """Returns the remembered moves of a game that began at the usual start."""
    return None if position.was_set_up else list(position.past() or ())


def _stones(position: Position) -> tuple[int, ...]:
    """Returns the stones on the board, in a game that has stones."""
    board = position.on_board()
    return () if board is None or board.stones is None else board.stones
