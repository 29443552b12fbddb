"""Provides the strongest player that Tesuji has for a game, which also teaches and reviews."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from tesuji.errors import TesujiError
from tesuji.games import Game, Position
from tesuji.players.base import (
    Analyser,
    Choice,
    Player,
    Restrictable,
    TimeLeft,
    keep_to,
)
from tesuji.players.canonical import CanonicalView, View
from tesuji.players.options import option
from tesuji.players.registry import make_player, player_kinds, register_player
from tesuji.players.strongest import strongest
from tesuji.players.tactics import accepts_the_end
from tesuji.players.timing import thinking_time
from tesuji.players.usual_options import seconds_option, threads_option
from tesuji.search import Progress, SearchReport

_CERTAIN_SHARE = 0.25
"""Share of the time for a move that is spent on exact results."""
_CERTAIN_SECONDS = 1.0
"""The most seconds that this may take."""
_LEAST_SECONDS = 0.01
_USUAL_EFFORT = 1.0


@dataclass(frozen=True, slots=True)
class BestOptions:
    """Options of the spec ``best``."""

    seconds: float | None = seconds_option()
    effort: float | None = option(
        None,
        "work for each move, counted in simulations or positions so that it is the same on every "
        "machine; 1 is about a second, and what it does without any limit",
        above=0,
    )
    lines: int = option(1, "number of moves to evaluate", minimum=1, maximum=484)
    threads: int = threads_option()
    memory: int | None = option(
        None, "megabytes for trees and tables; none: what the player takes itself", minimum=32
    )
    seed: int = option(0, "seed of all chance; the same position gets the same answer", minimum=0)


@register_player("best", BestOptions)
class BestPlayer(Player):
    """The strongest player for the game, size, rules and budget, whichever that is.

    Exact values and wins by threats come first. On a board without edges equivalent positions get
    equivalent answers: each is searched from scratch in its canonical image.
    """

    on_progress: Progress | None = None
    """Called in the searching thread with the report so far, every `progress_interval` seconds."""
    progress_interval: float = 0.1

    def __init__(self, game: Game, options: BestOptions) -> None:
        self._game = game
        self._options = options
        self.engine = engine_spec(game, options)
        """The engine, as a spec."""
        self._player = make_player(self.engine, game, seed=options.seed)
        self._is_canonical = game.board is not None and game.board.wraps

    def start(self, game: Game, position: Position) -> None:
        self._player.start(game, position)

    def choose(self, position: Position, time_left: TimeLeft | None = None) -> Choice:
        from tesuji.theory.certain import certain_report

        limits = self._options
        seconds = thinking_time(position, time_left, limits.seconds)
        begun = time.monotonic()
        with self._looking_at(position) as view:
            effort = limits.effort or seconds or _USUAL_EFFORT
            most = None if seconds is None else min(_CERTAIN_SHARE * seconds, _CERTAIN_SECONDS)
            known = certain_report(view.image, most, effort)
            if known is not None:
                return view.choice(Choice(known.moves[0].move, known.value, report=known))
            left = None
            if seconds is not None:
                left = TimeLeft(per_move=max(seconds - (time.monotonic() - begun), _LEAST_SECONDS))
            choice = self._player.choose(view.image, left)
            if isinstance(choice.report, SearchReport) and accepts_the_end(
                view.image, choice.report
            ):
                choice = replace(choice, move=self._game.pass_move)
            return view.choice(choice)

    def analyse(self, position: Position) -> SearchReport:
        """Searches until `stop`, until the answer is exact, or until memory is used up."""
        from tesuji.theory.certain import certain_report

        with self._looking_at(position) as view:
            known = certain_report(view.image)
            if known is not None:
                return view.report(known)
            assert isinstance(self._player, Analyser)
            return view.report(self._player.analyse(view.image))

    @property
    def behind(self) -> Player:
        """The engine that searches."""
        return self._player

    @property
    def only(self) -> tuple[int, ...]:
        """Moves among which it chooses in positions that it is asked about; empty: all."""
        return self._player.only if isinstance(self._player, Restrictable) else ()

    @only.setter
    def only(self, moves: tuple[int, ...]) -> None:
        if moves and self._is_canonical:
            raise TesujiError(
                "best cannot be restricted to some moves on a board without edges; "
                "name a tree search such as mcts"
            )
        keep_to(self._player, moves)

    @contextmanager
    def _looking_at(self, position: Position) -> Iterator[View]:
        """Yields the view of the position for the engine, and forwards the engine's progress."""
        view: View = CanonicalView(position) if self._is_canonical else View(position)
        if self._is_canonical:
            self._player.start(self._game, view.image)
        tell, player = self.on_progress, self._player
        if isinstance(player, Analyser):
            player.progress_interval = self.progress_interval
            player.on_progress = None if tell is None else lambda found: tell(view.report(found))
        yield view

    def observe(self, before: Position, move: int, after: Position) -> None:
        if not self._is_canonical:
            self._player.observe(before, move, after)

    def stop(self) -> None:
        self._player.stop()

    def close(self) -> None:
        self._player.close()


def engine_spec(game: Game, options: BestOptions) -> str:
    """Returns the player that `options` mean in `game`, as a spec."""
    seconds, effort = options.seconds, options.effort
    if seconds is None and effort is None:
        effort = _USUAL_EFFORT
    chosen = strongest(game, seconds or effort)
    known = player_kinds()[chosen.player].options
    parts = [f"threads={options.threads}"] if options.threads > 1 else []
    if options.memory is not None:
        parts.append(f"memory={options.memory}")
    if options.lines > 1 and "lines" in known:
        parts.append(f"lines={options.lines}")
    elif options.lines > 1 and "all_moves" in known:
        parts.append("all_moves=yes")
    if effort is not None:
        parts.insert(0, f"{chosen.unit}={max(1, round(effort * chosen.per_second))}")
    if seconds is not None:
        parts.insert(0, f"seconds={seconds:g}")
    return f"{chosen.player}:{','.join(parts)}"
