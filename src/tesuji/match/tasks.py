"""Describes a game of a match as plain data, which another process can play."""

from __future__ import annotations

import importlib
import random
import sys
from dataclasses import dataclass, field

from tesuji.games import Game, parse_spec
from tesuji.match.referee import Adjudication, GameResult, Watch, play_game
from tesuji.play import TimeControl
from tesuji.players import make_player, player_kinds


@dataclass(frozen=True, slots=True)
class GameTask:
    """A game to be played, with everything that determines it."""

    index: int
    """The number of the game in the match, from 0."""
    game: str
    """Spec of the game."""
    players: tuple[str, str]
    """Specs; the first one moves first."""
    seeds: tuple[int, int]
    """For players whose spec gives no seed."""
    opening: tuple[int, ...] = ()
    control: TimeControl = field(default_factory=TimeControl)
    adjudication: Adjudication = field(default_factory=Adjudication)
    modules: tuple[str, ...] = field(default=(), compare=False)
    """Modules to import so that the specs are known."""

    def play(self, watch: Watch | None = None) -> GameResult:
        """Plays the game in this process.

        Raises what making a player raises: a spec that cannot work is not a lost game.
        """
        for module in self.modules:
            importlib.import_module(module)
        game = parse_spec(self.game)
        first = make_player(self.players[0], game, seed=self.seeds[0])
        try:
            second = make_player(self.players[1], game, seed=self.seeds[1])
        except BaseException:
            first.close()
            raise
        return play_game(
            game,
            (first, second),
            clock=self.control,
            adjudication=self.adjudication,
            opening=self.opening,
            watch=watch,
        )


def derived_seed(*parts: object) -> int:
    """Returns a seed from 0 to 2^32 - 1 that depends only on the parts."""
    return random.Random("/".join(str(part) for part in parts)).getrandbits(32)


def modules_for(game: Game) -> tuple[str, ...]:
    """Returns the modules that another process must import to know `game` and all players."""
    names = {type(game).__module__} | {kind.module for kind in player_kinds().values()}
    # A new process runs the main module again by itself, under another name.
    return tuple(sorted(name for name in names if name in sys.modules and name != "__main__"))
