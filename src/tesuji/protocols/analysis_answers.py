"""Writes results of the analysis engine in Tesuji's own form, the same for every game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tesuji.analysis import chance_in, rate_moves
from tesuji.games import Position
from tesuji.players import Choice
from tesuji.search import Proof, SearchReport


@dataclass(frozen=True, slots=True)
class OwnAnswers:
    """Writes reports as plain data. Values, chances and scores are for the player to move."""

    id: str
    positions: Mapping[int, Position]
    max_moves: int | None
    line_length: int

    def progress(self, turn: int, found: SearchReport) -> dict[str, Any]:
        return self._report(turn, found) | {"partial": True}

    def result(self, turn: int, choice: Choice, *, was_cancelled: bool) -> dict[str, Any]:
        position = self.positions[turn]
        if isinstance(choice.report, SearchReport):
            answer = self._report(turn, choice.report)
        else:  # a player that does not search, or does not tell
            answer = {"id": self.id, "turn": turn, "partial": False}
            answer["for_player"] = int(position.to_move)
            answer["value"] = None if choice.value is None else choice.value.number
        move = choice.move
        answer["chosen"] = None if move is None else position.game.format_move(move)
        if was_cancelled:
            answer["terminated"] = True
        return answer

    def over(self, turn: int) -> dict[str, Any]:
        outcome = self.positions[turn].outcome
        assert outcome is not None
        winner = None if outcome.winner is None else int(outcome.winner)
        answer = {"id": self.id, "turn": turn, "partial": False, "over": True}
        return answer | {"winner": winner, "margin": outcome.margin, "reason": outcome.reason}

    def terminated(self, turn: int) -> dict[str, Any]:
        return {"id": self.id, "turn": turn, "partial": False, "terminated": True}

    def _report(self, turn: int, report: SearchReport) -> dict[str, Any]:
        ratings = rate_moves(report)
        moves = []
        for order, move in enumerate(report.moves[: self.max_moves]):
            rating = ratings.get(move.move)
            moves.append(
                {
                    "move": move.notation,
                    "index": move.move,
                    "order": order,
                    "visits": move.visits,
                    "value": move.value.number,
                    "win_chance": None if rating is None else rating / 100,
                    "rating": rating,
                    "prior": move.prior,
                    "proof": _proof(move.proof),
                    "score": move.score,
                    "lead": move.lead,
                    "line": list(move.line_notation[: self.line_length]),
                }
            )
        return {
            "id": self.id,
            "turn": turn,
            "partial": False,
            "engine": report.engine,
            "for_player": int(report.value.for_player),
            "value": report.value.number,
            "win_chance": chance_in(report),
            "proof": _proof(report.proof),
            "score": report.score,
            "lead": report.lead,
            "simulations": report.simulations,
            "nodes": report.nodes,
            "seconds": report.seconds,
            "depth": report.depth,
            "moves": moves,
        }


def _proof(proof: Proof) -> str | None:
    return None if proof is Proof.UNKNOWN else proof.value
