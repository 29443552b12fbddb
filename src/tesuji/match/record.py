"""Games of a match as records that can be kept, looked at and analysed."""

from __future__ import annotations

from tesuji.games import Player as Side
from tesuji.games import parse_spec
from tesuji.match.referee import GameResult
from tesuji.match.seat import TIME
from tesuji.records import GameRecord, result_text


def record_of(result: GameResult, event: str = "", round: str = "") -> GameRecord:
    """The record of a game; its result says how it was lost where a player failed."""
    game = parse_spec(result.game)
    record = GameRecord.from_moves(
        game,
        result.moves,
        black=result.names[Side.FIRST],
        white=result.names[Side.SECOND],
        event=event,
        round=round,
        result=_result_text(result),
    )
    record.end.comment = result.reason
    return record


def _result_text(result: GameResult) -> str:
    """As SGF writes results: B+3.5, B+R (resignation), B+T (time), B+F (forfeit), 0 (draw)."""
    if result.outcome is not None:
        return result_text(parse_spec(result.game), result.outcome)
    if result.winner is None:
        return "0"
    how = ""
    if result.failure is not None:
        how = "T" if result.failure.kind == TIME else "F"
    elif result.reason == "resignation":
        how = "R"
    return f"{'BW'[result.winner]}+{how}"
