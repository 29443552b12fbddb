"""Makes records of the games of a match."""

from __future__ import annotations

from tesuji.games import Side, parse_spec
from tesuji.match.referee import GameResult
from tesuji.match.untrusted import TIME
from tesuji.play import FORFEIT, RESIGNATION, Ending
from tesuji.play import TIME as OUT_OF_TIME
from tesuji.records import GameRecord


def record_of(result: GameResult, event: str = "", round: str = "") -> GameRecord:
    """Returns the record of a game; its result says how a player failed, if one did."""
    game = parse_spec(result.game)
    record = GameRecord.from_moves(
        game,
        result.moves,
        black=result.names[Side.FIRST],
        white=result.names[Side.SECOND],
        event=event,
        round=round,
        result=_ending(result).code(game),
    )
    record.end.comment = result.reason
    return record


def _ending(result: GameResult) -> Ending:
    how = ""
    if result.failure is not None:
        how = OUT_OF_TIME if result.failure.kind == TIME else FORFEIT
    elif result.reason == "resignation":
        how = RESIGNATION
    return Ending(result.winner, result.reason, how, result.outcome)
