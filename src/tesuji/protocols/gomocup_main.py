"""Runs a Gomocup brain as a program on standard input and output.

``python -m tesuji.protocols.gomocup_main`` starts the brain alone, which is fast; ``tesuji
gomocup`` is the same with options.
"""

from __future__ import annotations

import os
import sys

from tesuji.games import Game
from tesuji.games.gomoku import Gomoku
from tesuji.players import Player, parse_player
from tesuji.protocols.gomocup import GomocupEngine
from tesuji.protocols.gomocup_limits import GomocupLimits
from tesuji.streams import prepare_streams, write_at_once

DEFAULT_PLAYER = "gomoku"


def run(spec: str, *, suggest: bool = False, debug: bool = False, seed: int | None = None) -> None:
    """Serves a manager on standard input and output, then ends the process."""

    def make_player(game: Game, limits: GomocupLimits) -> Player:
        kind, options = parse_player(spec, seed=seed)
        player = kind.make(game, limits.fit_memory(kind, options))
        player.name = spec
        return player

    with make_player(Gomoku(15), GomocupLimits()):
        pass  # an invalid spec is refused now, not when a game begins
    engine = GomocupEngine(make_player, write_at_once, suggest=suggest, debug=debug)
    engine.inbox.read_from(sys.stdin.fileno())
    engine.serve()
    # Searches that still run end here and do not delay the exit.
    sys.stderr.flush()
    os._exit(0)


def main() -> None:
    """Runs the brain with the player given as argument, or the strongest one."""
    from tesuji.errors import TesujiError

    prepare_streams()
    try:
        run(sys.argv[1] if len(sys.argv) > 1 else DEFAULT_PLAYER)
    except (TesujiError, OSError) as error:
        print(f"tesuji: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
