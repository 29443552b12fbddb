"""Keeps the external engines that the owner of a local server has added.

An engine is a command line that runs on this machine. So engines exist only where the server
listens on this machine alone: on a network nobody can add, see or play one.
"""

from __future__ import annotations

import json
import secrets
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from tesuji.errors import TesujiError
from tesuji.files import read_limited, write_atomically
from tesuji.games import Game, make
from tesuji.players import make_player, parse_player

MOST_ENGINES = 50
ONLY_LOCAL = (
    "external engines are available only where the server listens on this machine alone: start it "
    "without --host"
)
_FILE_SIZE = 1_000_000
_TRIAL_SECONDS = 20
"""Seconds for any answer of an engine that is tried."""
Protocol = Literal["gtp", "gomocup"]


@dataclass(frozen=True, slots=True)
class AddedEngine:
    """A program that plays."""

    id: str
    name: str
    game: str
    """The name of the game that it plays."""
    protocol: Protocol
    command: str
    move_seconds: float
    """Seconds for each move, which the engine is told."""

    @property
    def spec(self) -> str:
        """The player spec."""
        return f"{self.protocol}:move_seconds={self.move_seconds:g},cmd={self.command}"


class Engines:
    """The engines in a file."""

    def __init__(self, file: Path, *, allowed: bool) -> None:
        """`allowed` if the server listens on this machine alone."""
        self._file = file
        self.allowed = allowed

    def all(self) -> list[AddedEngine]:
        """Returns the engines, the oldest first; none where they are not allowed."""
        if not self.allowed or not self._file.exists():
            return []
        try:
            stored = json.loads(read_limited(self._file, _FILE_SIZE))
            return [AddedEngine(**engine) for engine in stored]
        except (ValueError, TypeError, OSError) as error:
            raise TesujiError(f"{self._file} is not a list of engines") from error

    def spec_of(self, engine_id: str, game: Game) -> str:
        """Returns the player spec of an engine; raises `TesujiError` if it cannot play."""
        self._check_allowed()
        for engine in self.all():
            if engine.id == engine_id:
                if engine.game != game.name:
                    raise TesujiError(f"{engine.name} plays {engine.game}, not {game.name}")
                return engine.spec
        raise TesujiError("this engine has been removed")

    def add(
        self, name: str, game: str, protocol: Protocol, command: str, move_seconds: float
    ) -> AddedEngine:
        """Adds an engine once it has made a move; may take some seconds."""
        self._check_allowed()
        known = self.all()
        if len(known) >= MOST_ENGINES:
            raise TesujiError(f"there are {MOST_ENGINES} engines already; remove one first")
        engine = AddedEngine(secrets.token_hex(4), name, game, protocol, command, move_seconds)
        _try_out(engine)
        self._write([*known, engine])
        return engine

    def remove(self, engine_id: str) -> None:
        self._check_allowed()
        self._write([engine for engine in self.all() if engine.id != engine_id])

    def _check_allowed(self) -> None:
        if not self.allowed:
            raise TesujiError(ONLY_LOCAL)

    def _write(self, engines: list[AddedEngine]) -> None:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps([asdict(engine) for engine in engines], ensure_ascii=False, indent=1)
        write_atomically(self._file, text.encode())


def _try_out(engine: AddedEngine) -> None:
    """Lets the engine make the first move of a game; raises what is wrong with it."""
    game = make(engine.game)
    kind, _ = parse_player(engine.spec)
    if not engine.command.strip():
        raise TesujiError("write the command that starts the engine, e.g. gnugo --mode gtp")
    spec = f"{kind.name}:timeout={_TRIAL_SECONDS},move_seconds=1,cmd={engine.command}"
    player = make_player(spec, game)
    try:
        position = game.initial()
        player.start(game, position)
        move = player.choose(position).move
        if move is None or not position.is_legal(move):
            raise TesujiError(f"{engine.name} made an illegal first move")
    finally:
        player.close()
