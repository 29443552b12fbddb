"""Writes results in the form of KataGo's analysis engine, for queries in that form.

Numbers are KataGo's as far as the search and the network have them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tesuji.analysis import chance_in
from tesuji.errors import TesujiError
from tesuji.games import Position, Side
from tesuji.networks.katago import KataGoNetwork, store
from tesuji.networks.katago.network import Judgements
from tesuji.players import Choice, PlayerKind
from tesuji.players.katago import KataGoOptions
from tesuji.protocols.report_numbers import lead, lowest_winrate, winrate
from tesuji.protocols.searched_owners import SearchedOwners
from tesuji.search.report import MoveReport, SearchReport

Floats = NDArray[np.float32]

_DIGITS = 6


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the query wants to see."""

    view: Side | None
    """The side whose chances are reported; None: the side to move."""
    ownership: bool = False
    ownership_spread: bool = False
    moves_ownership: bool = False
    moves_ownership_spread: bool = False
    policy: bool = False
    line_visits: bool = False
    line_length: int = 15


@dataclass(slots=True)
class KataGoAnswers:
    """Writes reports as KataGo does."""

    id: str
    positions: Mapping[int, Position]
    wanted: Wanted
    kind: PlayerKind
    options: Any
    """Of the player."""
    _opinions: dict[int, _Opinion] = field(default_factory=dict)
    """By turn."""

    def progress(self, turn: int, found: SearchReport) -> dict[str, Any]:
        return self._report(turn, found, is_during_search=True)

    def result(self, turn: int, choice: Choice, *, was_cancelled: bool) -> dict[str, Any]:
        if not isinstance(choice.report, SearchReport):
            raise TesujiError(f"{self.kind.name} does not search, so it cannot analyse; try best")
        return self._report(turn, choice.report, is_during_search=False)

    def over(self, turn: int) -> dict[str, Any]:
        raise NotImplementedError  # such positions are analysed as if the game went on

    def terminated(self, turn: int) -> dict[str, Any]:
        return {"id": self.id, "turnNumber": turn, "isDuringSearch": False, "noResults": True}

    def _report(self, turn: int, found: SearchReport, *, is_during_search: bool) -> dict[str, Any]:
        wanted, position = self.wanted, found.position
        opinion = self._opinions.get(turn)
        if opinion is None:
            opinion = self._opinions[turn] = _Opinion(position, self.kind, self.options)
        view = _View(1.0 if wanted.view in (None, position.to_move) else -1.0)
        seen = [move for move in found.moves if move.visits > 0]
        answer: dict[str, Any] = {
            "id": self.id,
            "turnNumber": turn,
            "isDuringSearch": is_during_search,
            "moveInfos": [
                self._move(found, move, order, view, opinion) for order, move in enumerate(seen)
            ],
            "rootInfo": _root(found, view, opinion),
        }
        if wanted.ownership:
            answer |= _numbers("ownership", view.owners(opinion.owners.mean(found)))
        if wanted.ownership_spread:
            answer |= _numbers("ownershipStdev", opinion.owners.spread(found))
        if wanted.policy:
            answer["policy"] = opinion.policy(found)
        return answer

    def _move(
        self, found: SearchReport, move: MoveReport, order: int, view: _View, opinion: _Opinion
    ) -> dict[str, Any]:
        wanted, rate = self.wanted, winrate(found, move)
        lowest = lowest_winrate(rate, move.visits)
        format_move = found.position.game.format_move
        line = [format_move(step) for step in (move.line or (move.move,))[: wanted.line_length]]
        answer = {
            "move": format_move(move.move),
            "visits": move.visits,
            "edgeVisits": move.visits,
            "weight": float(move.visits),
            "edgeWeight": float(move.visits),
            "playSelectionValue": float(move.visits),
            "winrate": view.chance(rate),
            "lcb": view.chance(lowest),
            "utility": view.number(move.value.number),
            "utilityLcb": view.number(2 * lowest - 1),
            **view.points(move),
            "prior": round(move.prior, _DIGITS),
            "order": order,
            "pv": line,
        }
        if wanted.line_visits:
            # Positions are not shared between lines: all who came to one came by its move.
            visits = list(move.line_visits or (move.visits,))[: wanted.line_length]
            answer |= {"pvVisits": visits, "pvEdgeVisits": visits}
        if wanted.moves_ownership:
            owners = opinion.owners.mean(found, move.move)
            answer |= _numbers("ownership", view.owners(owners))
        if wanted.moves_ownership_spread:
            answer |= _numbers("ownershipStdev", opinion.owners.spread(found, move.move))
        return answer


def _root(found: SearchReport, view: _View, opinion: _Opinion) -> dict[str, Any]:
    answer = {
        "currentPlayer": "B" if found.position.to_move == Side.FIRST else "W",
        "visits": found.simulations,
        "weight": float(found.simulations),
        "winrate": view.chance(chance_in(found)),
        "utility": view.number(found.value.number),
        **view.points(found),
    }
    raw = opinion.raw
    if raw is not None:
        win, loss, nothing = (float(part[0]) for part in (raw.win, raw.loss, raw.no_result))
        answer["rawWinrate"] = view.chance(win + nothing / 2 if win + loss else 0.5)
        answer["rawLead"] = view.number(float(raw.lead[0]))
        answer["rawScoreSelfplay"] = view.number(float(raw.score[0]))
        answer["rawNoResultProb"] = round(nothing, _DIGITS)
    return answer


def _numbers(name: str, numbers: Sequence[float] | None) -> dict[str, Any]:
    return {} if numbers is None else {name: [round(float(one), 4) for one in numbers]}


@dataclass(frozen=True, slots=True)
class _View:
    """Turns numbers of the side to move into those of the side that the query wants."""

    sign: float

    def number(self, own: float) -> float:
        return round(self.sign * own, _DIGITS)

    def chance(self, own: float) -> float:
        return round(own if self.sign > 0 else 1 - own, _DIGITS)

    def points(self, item: MoveReport | SearchReport) -> dict[str, float]:
        points = lead(item)
        if points is None:
            return {}
        return {"scoreLead": self.number(points), "scoreMean": self.number(points)}

    def owners(self, own: Sequence[float] | None) -> list[float] | None:
        return None if own is None else [self.sign * one for one in own]


class _Opinion:
    """The evaluation of a position without a search, by the player's network if it has one."""

    def __init__(self, position: Position, kind: PlayerKind, options: Any) -> None:
        self._position = position
        network: KataGoNetwork | None = None
        if isinstance(options, KataGoOptions):
            points = position.game.num_moves - 1
            network = store.load_shared(store.find(options.net), options.precision, points)
        self.owners = SearchedOwners(position, network)
        self.raw: Judgements | None = None if network is None else network.judge(position)
        """The network's output for the side to move; None if the player has no such network."""

    def policy(self, found: SearchReport) -> list[float]:
        """Returns the share of each move by rows from the top, the pass last; -1 if illegal."""
        shares = np.full(self._position.game.num_moves, -1.0)
        legal = self._position.legal_moves()
        if self.raw is not None:
            logits = self.raw.policy[0][legal]
            weights = np.exp(logits - logits.max())
            shares[legal] = weights / weights.sum()
        else:
            for move in found.moves:
                shares[move.move] = move.prior
        return [round(float(share), _DIGITS) for share in shares]
