"""One game of a match as plain data: it can be sent to another process and played there."""

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
    """A game to be played: everything that decides how it goes."""

    index: int
    """Which game of the match it is, from 0."""
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
    """What has to be imported so that the specs are understood."""

    def play(self, watch: Watch | None = None) -> GameResult:
        """Plays the game here and now.

        Raises what making a player raises: a spec that cannot work is no lost game.
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
    """A seed from 0 to 2^32 - 1 that is the same for the same parts, in every run."""
    return random.Random("/".join(str(part) for part in parts)).getrandbits(32)


def modules_for(game: Game) -> tuple[str, ...]:
    """The modules that another process has to import to know `game` and all players."""
    names = {type(game).__module__} | {kind.module for kind in player_kinds().values()}
    # The main module is run again by a new process itself, under another name.
    return tuple(sorted(name for name in names if name in sys.modules and name != "__main__"))
