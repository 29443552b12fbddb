"""Plays with evolved networks, from files or from those that come with Tesuji."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from tesuji.games import Game, Position
from tesuji.networks import SHIPPED
from tesuji.players.base import Choice, Player, TimeLeft
from tesuji.players.options import SpecError, option
from tesuji.players.registry import register_player

EVOLVED = SHIPPED / "evolved"
"""The evolved players that come with Tesuji, each with its recipe."""


@dataclass(frozen=True, slots=True)
class EvolvedOptions:
    """Options of the spec ``evolved``."""

    file: str | None = option(None, "an NPZ file, or the name of a shipped player; none: the best")


@register_player("evolved", EvolvedOptions)
class EvolvedPlayer(Player):
    """A network whose neurons, connections and weights were evolved; it does not search."""

    def __init__(self, game: Game, options: EvolvedOptions) -> None:
        from tesuji.networks.evolved_network import EvolvedNetwork

        path = _find(game, options.file)
        self.network = EvolvedNetwork.load(path)
        spec = self.network.spec
        same_board = game.spec.partition(",")[0] == spec.game.partition(",")[0]
        if not same_board or game.num_moves != spec.outputs:
            raise SpecError(f"{path.name} plays {spec.game}, not {game.spec}")

    def choose(self, position: Position, time_left: TimeLeft | None = None) -> Choice:
        return Choice(self.network.ranked_moves(position)[0])


def network_file(name: str) -> Path:
    """Returns the file of the shipped player called `name`, or else the file of that name."""
    shipped = EVOLVED / f"{name}.npz"
    return shipped if shipped.parent == EVOLVED and os.path.exists(shipped) else Path(name)


def _find(game: Game, file: str | None) -> Path:
    if file is not None:
        return network_file(file)
    shipped = {path.stem: path for path in sorted(EVOLVED.glob("*.npz"))}
    best = f"{game.spec.partition(',')[0].replace(':size=', '-')}"
    for name, path in shipped.items():
        if name.startswith(f"{best}-generalist"):
            return path
    raise SpecError(
        f"no evolved player for {game.spec} is shipped: give one with evolved:file=x.npz"
    )
