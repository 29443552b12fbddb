"""Registers the arena in which evolved networks play Go, on bitboards."""

from __future__ import annotations

from tesuji import core
from tesuji.games.go import Go
from tesuji.networks.evolved_network import ArenaKind, register_arena


def _arena(game: Go) -> core.EvolutionArena:
    """Returns the fast arena, for simple ko and area counting."""
    if not game.rules.superko and not game.rules.territory:
        return core.go_arena(game.rules)
    return core.contract_arena(game.initial())


register_arena(
    "go",
    ArenaKind(
        make=_arena,
        encodings={"perceptron": "two-per-point", "recurrent": "by-colour"},
        opponents=("random", "naive", "pattern"),
        has_neighbours=True,
    ),
)
