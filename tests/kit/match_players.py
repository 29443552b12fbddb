"""Players that misbehave, for the tests of referee and pool. Known by spec to worker processes."""

from __future__ import annotations

import os
import re
import signal
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tesuji.games import Game, Position, Side, Value
from tesuji.players import Choice, Player, TimeLeft, option, register_player


class Scripted(Player):
    """Answers what it was told to, at every move the next thing; a callable is called."""

    def __init__(self, *answers: Any, name: str = "scripted") -> None:
        self.name = name
        self.answers = list(answers)
        self.answered = 0
        self.closed = 0
        self.stopped = 0

    def choose(self, position: Position, time_left: TimeLeft | None = None) -> Choice:
        answer = self.answers.pop(0) if self.answers else first_legal
        choice: Choice = answer(position) if callable(answer) else answer
        self.answered += 1
        return choice

    def stop(self) -> None:
        self.stopped += 1

    def close(self) -> None:
        self.closed += 1


def first_legal(position: Position) -> Choice:
    return Choice(position.legal_moves()[0])


def sure_of_first(position: Position) -> Choice:
    return Choice(position.legal_moves()[0], Value(0.99, Side.FIRST))


def raising(position: Position) -> Choice:
    raise RuntimeError("out of cheese")


def leaving(position: Position) -> Choice:
    raise SystemExit(3)


@dataclass(frozen=True, slots=True)
class Nothing:
    """No options."""


@dataclass(frozen=True, slots=True)
class Once:
    """What ``dies-once`` takes."""

    mark: str = option(help="file that says that it has died", takes_rest=True)


@register_player("dies", Nothing)
class Dies(Player):
    """Takes its process with it."""

    def __init__(self, game: Game, options: Nothing) -> None:
        pass

    def choose(self, position: Position, time_left: TimeLeft | None = None) -> Choice:
        os.kill(os.getpid(), signal.SIGKILL)
        return first_legal(position)


@register_player("dies-once", Once)
class DiesOnce(Player):
    """Takes its process with it the first time."""

    def __init__(self, game: Game, options: Once) -> None:
        self._mark = Path(options.mark)

    def choose(self, position: Position, time_left: TimeLeft | None = None) -> Choice:
        if not self._mark.exists():
            self._mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return first_legal(position)


@register_player("deaf", Nothing)
class Deaf(Player):
    """Thinks for ever without letting anybody else in the process run."""

    def __init__(self, game: Game, options: Nothing) -> None:
        pass

    def choose(self, position: Position, time_left: TimeLeft | None = None) -> Choice:
        re.match(r"(a+)+$", "a" * 64 + "b")
        return first_legal(position)


@register_player("unmade", Nothing)
def unmade(game: Game, options: Nothing) -> Player:
    """Cannot be made."""
    from tesuji.players import PlayerFailure

    raise PlayerFailure("its file is missing")


@register_player("slow", Nothing)
class Slow(Player):
    """Takes a while for each move."""

    def __init__(self, game: Game, options: Nothing) -> None:
        pass

    def choose(self, position: Position, time_left: TimeLeft | None = None) -> Choice:
        time.sleep(0.02)
        return first_legal(position)
