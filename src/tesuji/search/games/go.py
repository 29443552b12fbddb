"""Where evolved networks play Go: on boards of bits, against opponents programmed for it."""

from __future__ import annotations

from tesuji import core
from tesuji.games.go import Go
from tesuji.search.evolved import ArenaKind, register_arena


def _arena(game: Go) -> core.EvolutionArena:
    """With simple ko and area counting there is a fast one."""
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
