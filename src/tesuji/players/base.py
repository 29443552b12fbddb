"""Defines what a player is: it chooses moves within a clock and cleans up afterwards."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Protocol, Self, runtime_checkable

from tesuji.games import Game, Position, TesujiError, Value
from tesuji.search import Progress, SearchReport


class PlayerFailure(TesujiError):
    """Raised when a player cannot continue: its process died, timed out or broke the protocol.

    A referee counts it as a loss and records the message as the reason.
    """


class CannotStart(PlayerFailure):
    """Raised when a player cannot start, such as a missing program; no game is played."""


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """The time for the next move, in seconds; None where there is no limit."""

    main: float | None = None
    """Time left for the rest of the game."""
    increment: float = 0.0
    """Added after every move."""
    per_move: float | None = None
    """The most that this move may take."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A player's answer: a move, or resignation, and what it thinks of the position."""

    move: int | None
    """None to resign."""
    value: Value | None = None
    comment: str = ""
    report: Any = field(default=None, compare=False)
    """The `SearchReport` behind the move, where there was a search."""

    @property
    def resigns(self) -> bool:
        return self.move is None


class Player:
    """Chooses moves. Made from a spec (see `tesuji.players.make_player`).

    A player serves one game at a time: `start` begins it, `choose` is called whenever it is this
    player's turn, `close` frees its resources. `observe` reports every move by either player, so
    that a tree or an external process can follow the game.

    With a seed, a player's answers depend only on what happened since `start`: a second game
    repeats the first (unless a clock limits the thinking).
    """

    name: str = ""
    """The name in tables and records, by default the spec."""

    @property
    def behind(self) -> Player:
        """The player that thinks: this one, unless it passes its questions on to another."""
        return self

    def start(self, game: Game, position: Position) -> None:
        """Begins a game at `position`."""

    def choose(self, position: Position, time_left: TimeLeft | None = None) -> Choice:
        """Returns the move for the player to move at `position`, which is never over."""
        raise NotImplementedError

    def observe(self, before: Position, move: int, after: Position) -> None:
        """Reports that `move` was played, by this player or another."""

    def stop(self) -> None:
        """Asks a `choose` that runs in another thread to answer at once.

        It has no effect on one that has not begun. `tesuji.play.AskedPlayer` and its `Control`
        handle that case, for searches and for your own player if it checks
        `tesuji.search.is_cancelled`.
        """

    def close(self) -> None:
        """Frees processes, threads and memory. The player is not used again."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


@runtime_checkable
class Analyser(Protocol):
    """A player that reports its progress and can think without a limit."""

    on_progress: Progress | None
    """Called in the thinking thread every `progress_interval` seconds, if not None."""
    progress_interval: float

    def analyse(self, position: Position) -> SearchReport:
        """Thinks until `stop`."""


@runtime_checkable
class Restrictable(Protocol):
    """A player who can be kept to some of the legal moves."""

    only: tuple[int, ...]
    """Moves among which it chooses in positions that it is asked about; empty: all."""


def keep_to(player: Player, moves: Iterable[int]) -> None:
    """Has a player choose among `moves` from now on; raises `TesujiError` if it cannot."""
    if not isinstance(player, Restrictable):
        raise TesujiError(f"{player.name} cannot be restricted to some moves; a tree search can")
    player.only = tuple(moves)


def fresh_seed() -> int:
    """Returns a seed for a player that was given none, from 0 to 2^32 - 1."""
    return secrets.randbits(32)
