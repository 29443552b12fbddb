"""Weakens strong engines for people to play against: they err as people do.

A limited player searches a little with a strong engine, misjudges moves by a measured noise, and
plays some moves without thinking. It does not overlook what every player sees: it wins at once if
it can, prevents the opponent's immediate wins, and takes and saves stones and boxes in plain sight.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

from tesuji.games import Game, Position
from tesuji.players.base import Choice, Player, TimeLeft, fresh_seed
from tesuji.players.canonical import CanonicalView, View
from tesuji.players.options import option
from tesuji.players.registry import make_player, register_player
from tesuji.players.tactics import accepts_the_end, gains_in_sight, lets_win, winning_move
from tesuji.search import ForcedWinSearch, MoveReport, Proof, SearchReport

_SUREST = 0.995
"""Values beyond it count as equal before noise is added."""
_SMALL_GAIN = 1
"""The most that the engine may forgo in plain sight: one stone."""


@dataclass(frozen=True, slots=True)
class LimitedOptions:
    """Options of the spec ``limited``."""

    player: str = option(
        help="spec of the engine behind it, e.g. alphazero:sims=50", takes_rest=True, unnamed=True
    )
    noise: float = option(
        0.0, "standard deviation of its errors in judgement, in log odds to win", minimum=0
    )
    slips: float = option(
        0.0, "share of moves that it plays without thinking", minimum=0, maximum=1
    )
    sight: int = option(
        0, "positions looked at for wins by threats, of either side; 0: wins in one", minimum=0
    )
    seed: int | None = option(None, "seed of its errors; without one every game differs", minimum=0)


@register_player("limited", LimitedOptions)
class LimitedPlayer(Player):
    """A strong engine that errs as people do, but sees what is in plain sight.

    Its errors depend only on the position and the seed, so that it always answers a position in the
    same way, and on a board without edges equivalent positions in equivalent ways.
    """

    def __init__(self, game: Game, options: LimitedOptions) -> None:
        self._game = game
        self._options = options
        self._seed = fresh_seed() if options.seed is None else options.seed
        self._engine = make_player(options.player, game, seed=self._seed)
        self._is_canonical = game.board is not None and game.board.wraps
        self._forced = ForcedWinSearch()

    def choose(self, position: Position, time_left: TimeLeft | None = None) -> Choice:
        view = CanonicalView(position) if self._is_canonical else View(position)
        return view.choice(self._choose(view.image, time_left))

    def _choose(self, position: Position, time_left: TimeLeft | None) -> Choice:
        winning = self._winning_move(position)
        if winning is not None:
            return Choice(winning)
        dice = random.Random(f"{self._seed} {position.text()}")
        if dice.random() < self._options.slips:
            thoughtless = position.legal_moves()
            dice.shuffle(thoughtless)
            return Choice(self._first_sensible(position, thoughtless, None))
        self._engine.start(self._game, position)
        choice = self._engine.choose(position, time_left)
        if choice.move is None or not isinstance(choice.report, SearchReport):
            return choice
        if accepts_the_end(position, choice.report):
            return Choice(position.game.pass_move, choice.value)
        order = self._as_judged(choice.report, dice)
        return Choice(self._first_sensible(position, order, choice.move), choice.value)

    def _winning_move(self, position: Position) -> int | None:
        at_once = winning_move(position)
        if at_once is not None or not self._options.sight:
            return at_once
        won = self._forced.run(position, self._options.sight)
        return None if won is None else won.moves[0].move

    def _as_judged(self, report: SearchReport, dice: random.Random) -> list[int]:
        """Returns the moves that the engine judged, best first after adding noise."""
        noise = self._options.noise
        if noise == 0:
            return [move.move for move in report.moves]
        seen = {m.move: _log_odds(m) + dice.gauss(0, noise) for m in report.moves if m.is_judged}
        return sorted(seen, key=lambda move: -seen[move]) or [report.moves[0].move]

    def _first_sensible(self, position: Position, order: list[int], preferred: int | None) -> int:
        """Returns the first move that misses nothing obvious; `preferred` may forgo a little."""
        gains = gains_in_sight(position)
        most = max(gains.values())
        for move in order:
            forgone = most - gains[move]
            if forgone > (_SMALL_GAIN if move == preferred else 0):
                continue
            if not self._loses(position, move):
                return move
        in_sight = [move for move in gains if gains[move] == most]
        harmless = (move for move in in_sight if not self._loses(position, move))
        return next(harmless, order[0])

    def _loses(self, position: Position, move: int) -> bool:
        """Returns whether the opponent wins after `move`, at once or by threats within sight."""
        if lets_win(position, move):
            return True
        after = position.after(move)
        if not self._options.sight or after.is_over or after.to_move == position.to_move:
            return False
        return self._forced.run(after, self._options.sight) is not None

    def stop(self) -> None:
        self._forced.stop()
        self._engine.stop()

    def close(self) -> None:
        self._engine.close()


def _log_odds(move: MoveReport) -> float:
    certain = {Proof.WIN: 1.0, Proof.LOSS: -1.0, Proof.DRAW: 0.0}
    value = certain.get(move.proof, move.value.number)
    kept = max(-_SUREST, min(_SUREST, value))
    return math.log((1 + kept) / (1 - kept))
