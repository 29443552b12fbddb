"""Referees one game between two untrusted players.

Any fault of a player (an illegal move, an exception, an answer that is not a move, no answer in
time) loses the game and is recorded as the reason. Nothing that a player does can raise out of
`play_game`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from tesuji.errors import TesujiError
from tesuji.games import Game, Outcome, Position, Side, Value
from tesuji.match.untrusted import TIME, Fault, UntrustedPlayer
from tesuji.play import FORFEIT, Clock, Ending, GameInProgress, TimeControl
from tesuji.play import TIME as OUT_OF_TIME
from tesuji.players import Player

GRACE = 0.25
"""Seconds by which a player may exceed its time, to cover overhead."""
Watch = Callable[[Position, Side, float | None], None]
"""Called before each move with the position, the side to think and the most seconds it has."""
_NEVER_RESIGN = "resignation where none is allowed"


@dataclass(frozen=True, slots=True)
class Adjudication:
    """When a game is ended before the rules end it."""

    max_plies: int | None = None
    """Moves of both players together, the opening included; None for `usual_max_plies`."""
    by_score: bool = False
    """Whether a game cut there is won by the leader, if the game has a score; else it is drawn."""
    agreement: float | None = None
    """The value, from 0 to 1, at which both players agree on a winner and the game ends."""
    agreement_plies: int = 6
    """The number of consecutive moves for which they must agree."""
    resignation: bool = True
    """Whether players may resign; otherwise resigning is a fault."""

    def __post_init__(self) -> None:
        if self.max_plies is not None and self.max_plies < 1:
            raise TesujiError(f"max_plies must be at least 1, got {self.max_plies}")
        if self.agreement is not None and not 0 < self.agreement <= 1:
            raise TesujiError(f"agreement must be from 0 to 1, got {self.agreement}")
        if self.agreement_plies < 2:
            raise TesujiError(f"agreement_plies must be at least 2, got {self.agreement_plies}")


def usual_max_plies(game: Game) -> int:
    """Returns the default number of plies after which a game is cut."""
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
    """The outcome by the rules; None if the game did not end by them."""
    failure: Failure | None = None
    seconds: tuple[float, float] = (0.0, 0.0)
    """The total time of each side."""
    decisions: tuple[int, int] = (0, 0)
    """The number of moves that each side was asked for."""

    def points_for(self, side: Side) -> float:
        """Returns 1 for a win of `side`, 0.5 for a draw, 0 for a loss."""
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

    The players are closed at the end. `grace` is the time in seconds by which a player may exceed
    its limit. A player that cannot be started does not lose: `CannotStart` is raised.
    """
    # An illegal opening is the caller's error, and raises.
    progress = GameInProgress(game, moves=opening, clock=Clock(clock or TimeControl()))
    contest = _Contest(
        progress,
        [UntrustedPlayer(player) for player in players],
        adjudication or Adjudication(),
        grace,
    )
    try:
        ending = contest.play(watch)
    finally:
        for player in contest.players:
            player.close()
    return GameResult(
        game=game.spec,
        names=(contest.players[0].name, contest.players[1].name),
        moves=progress.moves,
        opening=len(opening),
        winner=ending.winner,
        reason=ending.reason,
        outcome=progress.position.outcome,
        failure=contest.failure,
        seconds=(contest.seconds[0], contest.seconds[1]),
        decisions=(contest.decisions[0], contest.decisions[1]),
    )


class _Forfeit(Exception):
    """Raised when a side has lost by its own fault."""

    def __init__(self, side: Side, fault: Fault) -> None:
        super().__init__(str(fault))
        self.failure = Failure(side, fault.kind, str(fault))


@contextmanager
def _blaming(side: Side) -> Iterator[None]:
    """Turns any failure of a player inside into a forfeit of `side`."""
    try:
        yield
    except Fault as fault:
        raise _Forfeit(side, fault) from fault


@dataclass(slots=True)
class _Contest:
    """A game in progress between untrusted players."""

    game: GameInProgress
    players: list[UntrustedPlayer]
    rules: Adjudication
    grace: float
    failure: Failure | None = None
    """Why the loser lost by its own fault."""
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])
    decisions: list[int] = field(default_factory=lambda: [0, 0])
    sure_winner: Side | None = None
    """The winner on whom the last players to move agreed."""
    sure_players: list[Side] = field(default_factory=list)
    """Those players, one for each of the last moves."""

    def play(self, watch: Watch | None) -> Ending:
        game = self.game
        try:
            for player in self.players:
                player.start(game.game, game.position)
            while True:
                ending = game.ending or self.end_by_adjudication()
                if ending is not None:
                    return ending
                side = game.to_move
                if watch is not None:
                    watch(game.position, side, game.clock.limit(side))
                self.ask_for_move(side)
        except _Forfeit as forfeit:
            failure = self.failure = forfeit.failure
            how = OUT_OF_TIME if failure.kind == TIME else FORFEIT
            return game.lose(failure.side, f"{failure.kind}: {failure.message}", how)

    def ask_for_move(self, side: Side) -> None:
        """Asks for one move and plays it, or accepts a resignation."""
        player, clock = self.players[side], self.game.clock
        limit = clock.limit(side)
        patience = None if limit is None else limit + self.grace
        self.decisions[side] += 1
        with _blaming(side):
            choice, seconds = player.choose(self.game.position, clock.left(side), patience)
            self.seconds[side] += seconds
            if patience is not None and seconds > patience:
                raise Fault(
                    TIME, f"{player.name} took {seconds:.3g} s where {limit:.3g} s were left"
                )
            if choice.move is None and not self.rules.resignation:
                raise Fault(_NEVER_RESIGN, f"{player.name} resigned")
        if choice.move is None:
            self.game.resign(side)
            return
        clock.spend(side, seconds)
        clock.moved(side)
        self.note_opinion(side, choice.value)
        self.make_move(choice.move)

    def make_move(self, move: int) -> None:
        """Plays `move` on the board and tells both players, within their own time."""
        step = self.game.play(move)
        for side in Side:
            try:
                seconds = self.players[side].observe(step)
            except Fault as fault:
                if not step.after.is_over:  # otherwise the rules have already ended the game
                    raise _Forfeit(side, fault) from fault
            else:
                self.game.clock.spend(side, seconds)

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

    def end_by_adjudication(self) -> Ending | None:
        lately = self.sure_players[-self.rules.agreement_plies :]
        if len(lately) == self.rules.agreement_plies and set(lately) == set(Side):
            return Ending(self.sure_winner, "both players agree")
        plies = len(self.game.steps)
        if plies < (self.rules.max_plies or usual_max_plies(self.game.game)):
            return None
        margin = self.game.position.lead() if self.rules.by_score else None
        reason = f"cut after {plies} plies"
        if not margin:
            return Ending(None, reason)
        leader = Side.FIRST if margin > 0 else Side.SECOND
        return Ending(leader, f"{reason}, ahead by {abs(margin):g}")
