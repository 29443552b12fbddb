"""The referee: one game between two players, neither of whom is trusted.

Whatever a player does wrong (an illegal move, an exception, an answer that is no move, no answer
in time) costs it the game and is kept as the reason. Nothing that a player does can raise out of
`play_game`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from tesuji.errors import TesujiError
from tesuji.games import Game, Outcome, Position, Value
from tesuji.games import Player as Side
from tesuji.match.clock import Clock, TimeControl
from tesuji.match.seat import TIME, Fault, Seat
from tesuji.players import Player

GRACE = 0.25
"""Seconds beyond its time that a player is forgiven: the cost of being asked, not of thinking."""
Watch = Callable[[Position, Side, float | None], None]
"""Called before each move with the position, the side to think and the most seconds it has."""
_NEVER_RESIGN = "resignation where none is allowed"


@dataclass(frozen=True, slots=True)
class Adjudication:
    """When a game ends that the rules let go on."""

    max_plies: int | None = None
    """Moves of both players together, the opening included; None for `usual_max_plies`."""
    by_score: bool = False
    """Whether a game cut there goes to whoever leads, where the game has a score; else a draw."""
    agreement: float | None = None
    """How sure both players must be of the same winner to end the game, from 0 to 1."""
    agreement_plies: int = 6
    """For how many moves in a row they must be."""
    resignation: bool = True
    """Whether players may resign; where not, resigning is a fault."""

    def __post_init__(self) -> None:
        if self.max_plies is not None and self.max_plies < 1:
            raise TesujiError(f"a game may have at least 1 ply, not {self.max_plies}")
        if self.agreement is not None and not 0 < self.agreement <= 1:
            raise TesujiError(f"players agree at a value from 0 to 1, not {self.agreement}")
        if self.agreement_plies < 2:
            raise TesujiError(f"agreement takes at least 2 plies, not {self.agreement_plies}")


def usual_max_plies(game: Game) -> int:
    """Where a game is cut unless somebody says otherwise: far beyond any sensible game."""
    return 4 * game.num_moves + 100


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a player lost a game by its own fault."""

    side: Side
    kind: str
    """"time", "illegal move", "error", "no move" or "resignation where none is allowed"."""
    message: str


@dataclass(frozen=True, slots=True)
class GameResult:
    """How one game went."""

    game: str
    """Spec of the game."""
    names: tuple[str, str]
    """Of the first and the second player."""
    moves: tuple[int, ...]
    """All moves, those of the opening included."""
    opening: int
    """How many of them belong to the opening."""
    winner: Side | None
    """None for a draw."""
    reason: str
    """A phrase for people: "five in a row", "resignation"."""
    outcome: Outcome | None
    """What the rules say of the last position; None if the game did not end by them."""
    failure: Failure | None = None
    seconds: tuple[float, float] = (0.0, 0.0)
    """What each side spent on its moves in all."""
    decisions: tuple[int, int] = (0, 0)
    """How many moves each side was asked for."""

    def points_for(self, side: Side) -> float:
        """1 for a win of `side`, 0.5 for a draw, 0 for a loss."""
        if self.winner is None:
            return 0.5
        return 1.0 if self.winner == side else 0.0


def play_game(
    game: Game,
    players: Sequence[Player],
    *,
    clock: TimeControl | None = None,
    adjudication: Adjudication | None = None,
    opening: Sequence[int] = (),
    grace: float = GRACE,
    watch: Watch | None = None,
) -> GameResult:
    """Plays one game: ``players[0]`` moves first, after the moves of `opening`.

    The players are closed at the end. `grace` is the time in seconds that a player may overstep.
    A player that cannot be started has lost no game: `CannotStart` says what is wrong with it.
    """
    position = game.initial()
    for move in opening:
        position = position.after(move)  # an illegal opening is the caller's mistake
    seats = [Seat(player) for player in players]
    table = _Table(
        game=game,
        seats=seats,
        clock=Clock(clock or TimeControl()),
        rules=adjudication or Adjudication(),
        grace=grace,
        position=position,
        moves=list(opening),
    )
    try:
        ending = table.play(watch)
    finally:
        for seat in seats:
            seat.close()
    return GameResult(
        game=game.spec,
        names=(seats[0].name, seats[1].name),
        moves=tuple(table.moves),
        opening=len(opening),
        winner=ending.winner,
        reason=ending.reason,
        outcome=table.position.outcome,
        failure=ending.failure,
        seconds=(table.seconds[0], table.seconds[1]),
        decisions=(table.decisions[0], table.decisions[1]),
    )


@dataclass(frozen=True, slots=True)
class _Ending:
    winner: Side | None
    reason: str
    failure: Failure | None = None


class _Forfeit(Exception):
    """A side has lost by its own fault."""

    def __init__(self, side: Side, fault: Fault) -> None:
        super().__init__(str(fault))
        failure = Failure(side, fault.kind, str(fault))
        self.ending = _Ending(side.other, f"{fault.kind}: {fault}", failure)


@contextmanager
def _blaming(side: Side) -> Iterator[None]:
    """Whatever goes wrong with a player inside is the fault of `side`."""
    try:
        yield
    except Fault as fault:
        raise _Forfeit(side, fault) from fault


@dataclass(slots=True)
class _Table:
    """A game in progress."""

    game: Game
    seats: list[Seat]
    clock: Clock
    rules: Adjudication
    grace: float
    position: Position
    moves: list[int]
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])
    decisions: list[int] = field(default_factory=lambda: [0, 0])
    sure_winner: Side | None = None
    """Whom the last players to move were all sure of."""
    sure_players: list[Side] = field(default_factory=list)
    """Those players, one for each of the last moves."""

    def play(self, watch: Watch | None) -> _Ending:
        try:
            for seat in self.seats:
                seat.start(self.game, self.position)
            while True:
                ending = self.end_by_rules() or self.end_by_adjudication()
                if ending is not None:
                    return ending
                side = self.position.to_move
                if watch is not None:
                    watch(self.position, side, self.clock.limit(side))
                ending = self.ask_for_move(side)
                if ending is not None:
                    return ending
        except _Forfeit as forfeit:
            return forfeit.ending

    def ask_for_move(self, side: Side) -> _Ending | None:
        """Asks for one move and plays it; an ending when there was a resignation."""
        seat, limit = self.seats[side], self.clock.limit(side)
        patience = None if limit is None else limit + self.grace
        self.decisions[side] += 1
        with _blaming(side):
            choice, seconds = seat.choose(self.position, self.clock.left(side), patience)
            self.seconds[side] += seconds
            if patience is not None and seconds > patience:
                raise Fault(TIME, f"{seat.name} took {seconds:.3g} s where {limit:.3g} s were left")
            if choice.move is None and not self.rules.resignation:
                raise Fault(_NEVER_RESIGN, f"{seat.name} resigned")
        if choice.move is None:
            return _Ending(side.other, "resignation")
        self.clock.spend(side, seconds)
        self.clock.moved(side)
        self.note_opinion(side, choice.value)
        self.make_move(choice.move)
        return None

    def make_move(self, move: int) -> None:
        """Plays `move` on the board and tells both players, whose own time that takes."""
        before, self.position = self.position, self.position.after(move)
        self.moves.append(move)
        for side in Side:
            try:
                seconds = self.seats[side].observe(before, move, self.position)
            except Fault as fault:
                if not self.position.is_over:  # otherwise the rules have spoken already
                    raise _Forfeit(side, fault) from fault
            else:
                self.clock.spend(side, seconds)

    def note_opinion(self, side: Side, value: object) -> None:
        """Remembers whether `side`, who is moving, is sure who wins."""
        winner: Side | None = None
        if isinstance(value, Value) and self.rules.agreement is not None:
            number = value.seen_by(Side.FIRST).number
            if abs(number) >= self.rules.agreement:
                winner = Side.FIRST if number > 0 else Side.SECOND
        if winner is None or winner != self.sure_winner:
            self.sure_players.clear()
        if winner is not None:
            self.sure_players.append(side)
        self.sure_winner = winner

    def end_by_rules(self) -> _Ending | None:
        outcome = self.position.outcome
        return None if outcome is None else _Ending(outcome.winner, outcome.reason)

    def end_by_adjudication(self) -> _Ending | None:
        lately = self.sure_players[-self.rules.agreement_plies :]
        if len(lately) == self.rules.agreement_plies and set(lately) == set(Side):
            return _Ending(self.sure_winner, "both players agree")
        limit = self.rules.max_plies or usual_max_plies(self.game)
        if len(self.moves) < limit:
            return None
        margin = leading_margin(self.position) if self.rules.by_score else None
        reason = f"cut after {len(self.moves)} plies"
        if not margin:
            return _Ending(None, reason)
        leader = Side.FIRST if margin > 0 else Side.SECOND
        return _Ending(leader, f"{reason}, ahead by {abs(margin):g}")


def leading_margin(position: Position) -> float | None:
    """Points by which the first player leads in an unfinished game; None without a score."""
    scores = getattr(position, "scores", None)
    if isinstance(scores, tuple) and len(scores) == 2:
        return float(scores[0] - scores[1])
    score = getattr(position, "score", None)
    margin = getattr(score(), "margin", None) if callable(score) else None
    return None if margin is None else float(margin)
