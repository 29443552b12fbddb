"""Keeps the networks that people put on the list of opponents.

Each is a copy of a version of a run, so it stays when the run goes on or is deleted. Beside the
copy a JSON file says what it plays.
"""

from __future__ import annotations

import json
import re
import secrets
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from tesuji.errors import TesujiError
from tesuji.files import read_limited, write_atomically
from tesuji.games import Game

MOST = 200
FILE = "{file}"
"""Stands for the network's file in the spec of a player."""
_ID = re.compile(r"[0-9a-f]{12}")
_FILE_SIZE = 100_000
_LARGEST = 1 << 30


@dataclass(frozen=True, slots=True)
class TrainedOpponent:
    """A network on the list."""

    id: str
    name: str
    spec: str
    """The game that it was trained on."""
    template: str
    """The spec of the player, with ``{file}`` for its file."""
    suffix: str
    run: str
    added: float

    @property
    def game(self) -> str:
        return self.spec.partition(":")[0]


class Trained:
    """The networks in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def all(self) -> list[TrainedOpponent]:
        """Returns all networks, the oldest first."""
        found = [self._read(path) for path in self._folder.glob("*.json")]
        return sorted((each for each in found if each is not None), key=lambda each: each.added)

    def spec_of(self, network_id: str, game: Game) -> str:
        """Returns the player spec of a network; raises `TesujiError` if it cannot play."""
        for each in self.all():
            if each.id == network_id:
                if each.game != game.name:
                    raise TesujiError(f"{each.name} plays {each.game}, not {game.name}")
                return with_file(each.template, self._file(each))
        raise TesujiError("this network has been removed from the list of opponents")

    def add(self, source: Path, *, name: str, template: str, spec: str, run: str) -> str:
        """Copies a network to the list; returns its id."""
        known = self.all()
        if len(known) >= MOST:
            raise TesujiError(f"there are {MOST} networks on the list already; remove one first")
        if any(each.name == name and each.game == spec.partition(":")[0] for each in known):
            raise TesujiError(f"there is an opponent called {name} already; choose another name")
        added = TrainedOpponent(
            secrets.token_hex(6), name, spec, template, source.suffix, run, time.time()
        )
        self._folder.mkdir(parents=True, exist_ok=True)
        write_atomically(self._file(added), read_limited(source, _LARGEST))
        text = json.dumps(asdict(added), ensure_ascii=False, indent=1)
        write_atomically(self._folder / f"{added.id}.json", text.encode())
        return added.id

    def remove(self, network_id: str) -> None:
        for each in self.all():
            if each.id == network_id:
                (self._folder / f"{each.id}.json").unlink(missing_ok=True)
                self._file(each).unlink(missing_ok=True)

    def _file(self, each: TrainedOpponent) -> Path:
        return self._folder / f"{each.id}{each.suffix}"

    def _read(self, path: Path) -> TrainedOpponent | None:
        """Reads a description; None if it is damaged."""
        try:
            found = TrainedOpponent(**json.loads(read_limited(path, _FILE_SIZE)))
        except (OSError, ValueError, TypeError, TesujiError):
            return None
        return found if found.id == path.stem and _ID.fullmatch(found.id) else None


def with_file(template: str, file: Path) -> str:
    """Returns the spec of a player with the name of its file."""
    return template.replace(FILE, json.dumps(str(file.resolve()), ensure_ascii=False))
