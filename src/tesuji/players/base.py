"""What it is to be a player: choosing a move, within a clock, and cleaning up afterwards."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Protocol, Self, runtime_checkable

from tesuji.games import Game, Position, TesujiError, Value
from tesuji.search import Progress, SearchReport


class PlayerFailure(TesujiError):
    """A player that cannot go on: its process died, it ran out of patience, it spoke nonsense.

    A referee counts it as a loss of the game and keeps the message as the reason.
    """


class CannotStart(PlayerFailure):
    """A player that never got ready, such as a program that is not installed: no game is played."""


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """What the clock allows for the coming move, in seconds; None where there is no limit."""

    main: float | None = None
    """Left for the rest of the game."""
    increment: float = 0.0
    """Added after every move."""
    per_move: float | None = None
    """Most that this one move may take."""


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
    """Somebody who chooses moves. Made by a spec (see `tesuji.players.make_player`).

    A player serves one game at a time: `start` begins it, `choose` is asked whenever it is this
    player's turn, `close` ends its life. `observe` tells it of every move played by anybody, so
    that a tree or an external process can follow the game.

    With a seed, what a player answers depends only on what happened since `start`: a game that
    begins anew goes the same way again (unless its thinking is cut off by a clock).
    """

    name: str = ""
    """How tables and records call it: by default its spec."""

    def start(self, game: Game, position: Position) -> None:
        """A game begins at `position`."""

    def choose(self, position: Position, time_left: TimeLeft | None = None) -> Choice:
        """The move for the player to move at `position`, which is never over."""
        raise NotImplementedError

    def observe(self, before: Position, move: int, after: Position) -> None:
        """`move` was played, by this player or another."""

    def stop(self) -> None:
        """Asks a `choose` that runs in another thread to answer at once.

        One that is only about to begin does not hear it. `tesuji.play.AskedPlayer` and its
        `Control` see to that, for searches and for a player of your own that looks at
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
    """A player that tells what it thinks meanwhile, and can think for as long as it is let."""

    on_progress: Progress | None
    """Called in the thinking thread every `progress_interval` seconds, where there is any."""
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
        raise TesujiError(f"{player.name} cannot be kept to some moves; a tree search can")
    player.only = tuple(moves)


def fresh_seed() -> int:
    """A seed for a player that was given none, from 0 to 2^32 - 1."""
    return secrets.randbits(32)
