"""Plays matches and ladders between untrusted players, and rates them.

>>> from tesuji.games import make
>>> from tesuji.match import play_game
>>> from tesuji.players import make_player
>>> game = make("gomoku", size=7)
>>> result = play_game(game, [make_player(f"random:seed={n}", game) for n in (1, 2)])
>>> result.winner, result.reason
(None, 'no point left to play')
"""

from tesuji.match.head_to_head import MatchResult, run_match
from tesuji.match.ladder import LadderResult, number_of_pairs, read_ladder, run_ladder
from tesuji.match.ladder_file import LadderFile, LadderGame, LadderSetup, ladder_path
from tesuji.match.openings import Openings
from tesuji.match.pool import GamePace, OnMove, play_all, usual_workers
from tesuji.match.ratings import Rating, rate
from tesuji.match.record import record_of
from tesuji.match.referee import (
    Adjudication,
    Failure,
    GameResult,
    play_game,
    usual_max_plies,
)
from tesuji.match.statistics import EloEstimate, Sprt, Tally, elo_of, estimate, expected_score
from tesuji.match.tasks import GameTask, derived_seed
from tesuji.play import Clock, TimeControl

__all__ = [
    "Adjudication",
    "Clock",
    "EloEstimate",
    "Failure",
    "GameResult",
    "GameTask",
    "LadderFile",
    "LadderGame",
    "LadderResult",
    "LadderSetup",
    "MatchResult",
    "OnMove",
    "Openings",
    "GamePace",
    "Rating",
    "Sprt",
    "Tally",
    "TimeControl",
    "derived_seed",
    "elo_of",
    "estimate",
    "expected_score",
    "ladder_path",
    "number_of_pairs",
    "play_all",
    "play_game",
    "rate",
    "read_ladder",
    "record_of",
    "run_ladder",
    "run_match",
    "usual_max_plies",
    "usual_workers",
]
