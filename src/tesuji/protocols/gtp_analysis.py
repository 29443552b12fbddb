"""Writes search reports as the analysis lines of Leela Zero and KataGo.

All numbers are for the side that is to move. Leela Zero's winrate, prior and lcb are whole numbers
from 0 to 10000, KataGo's go from 0 to 1. Unknown values are left out, such as the score of a search
that does not count points.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tesuji.analysis import chance_in
from tesuji.games import Game, NotationError, Position, Side
from tesuji.protocols.gtp_text import GtpFailure, read_int, read_side
from tesuji.protocols.report_numbers import lead, lowest_winrate, winrate
from tesuji.protocols.searched_owners import SearchedOwners
from tesuji.search.report import MoveReport, SearchReport

_FLAGS = {
    "ownership": "ownership",
    "rootinfo": "root_info",
    "movesownership": "moves_ownership",
    "movesownershipstdev": "moves_ownership_spread",
    "ownershipstdev": "ownership_spread",
    "pvvisits": "line_visits",
    "pvedgevisits": "edge_visits",
}
"""Keys with true or false, and their fields in `AnalysisRequest`."""
_TRUTHS = {"true": True, "false": False}
_CENTISECONDS = 0.01
_DEFAULT_INTERVAL = 1.0


@dataclass(slots=True)
class AnalysisRequest:
    """The options of an analysis command."""

    side: Side
    interval: float = _DEFAULT_INTERVAL
    """Seconds between two lines."""
    least_moves: int = 0
    most_moves: int | None = None
    ownership: bool = False
    moves_ownership: bool = False
    moves_ownership_spread: bool = False
    ownership_spread: bool = False
    root_info: bool = False
    line_visits: bool = False
    edge_visits: bool = False
    allowed: set[int] | None = None
    """Moves that may be made, where the controller names any."""
    avoided: set[int] = field(default_factory=set)
    """Moves that may not be made."""

    def shows(self, move: int) -> bool:
        return move not in self.avoided and (self.allowed is None or move in self.allowed)

    def kept_to(self, position: Position) -> tuple[int, ...]:
        """Returns the legal moves that are left; empty where all are."""
        if self.allowed is None and not self.avoided:
            return ()
        left = tuple(move for move in position.legal_moves() if self.shows(move))
        if not left:
            raise GtpFailure("no legal move is left")
        return left


def read_request(arguments: Sequence[str], to_move: Side, game: Game) -> AnalysisRequest:
    """Reads the arguments of an analysis command: ``[colour] [interval] [key value]…``."""
    request = AnalysisRequest(to_move)
    words = list(arguments)
    if words and words[0].lower() in ("b", "w", "black", "white"):
        request.side = read_side(words.pop(0))
    if words and words[0].isdigit():
        request.interval = _interval(words.pop(0))
    while words:
        key = words.pop(0).lower()
        if key in ("avoid", "allow"):
            _read_restriction(key, words, request, game)
            continue
        if not words:
            raise GtpFailure(f"syntax error: {key!r} has no value")
        value = words.pop(0)
        if key == "interval":
            request.interval = _interval(value)
        elif key == "minmoves":
            request.least_moves = read_int(value, key)
        elif key == "maxmoves":
            request.most_moves = read_int(value, key, 1)
        elif key in _FLAGS:
            if value.lower() not in _TRUTHS:
                raise GtpFailure(f"syntax error: {key} is true or false, not {value!r}")
            setattr(request, _FLAGS[key], _TRUTHS[value.lower()])
        else:
            raise GtpFailure(f"syntax error: unknown key {key!r}")
    return request


def _interval(word: str) -> float:
    return max(1, read_int(word, "interval in centiseconds", 0, 360_000)) * _CENTISECONDS


def _read_restriction(key: str, words: list[str], request: AnalysisRequest, game: Game) -> None:
    """Reads ``avoid b D4,E5 20``; it holds for the next move of that side at any depth."""
    if len(words) < 3:
        raise GtpFailure(f"syntax error: usage: {key} COLOUR MOVE,MOVE,… UNTIL_DEPTH")
    side = read_side(words.pop(0))
    try:
        moves = {game.parse_move(word) for word in words.pop(0).split(",")}
    except NotationError as error:
        raise GtpFailure(f"invalid coordinate: {error}") from error
    read_int(words.pop(0), "depth", 1)
    if side != request.side:
        return
    if key == "avoid":
        request.avoided |= moves
    else:
        request.allowed = moves | (request.allowed or set())


# -- lines ----------------------------------------------------------------------------------


def leela_line(report: SearchReport, request: AnalysisRequest, game: Game) -> str:
    """Writes ``info move D4 visits 12 winrate 5034 prior 1200 lcb 4900 order 0 pv D4 E5 …``."""
    parts = []
    for order, move in enumerate(_shown(report, request)):
        rate = winrate(report, move)
        shares = (rate, move.prior, lowest_winrate(rate, move.visits))
        won, prior, lowest = (round(10_000 * share) for share in shares)
        parts.append(
            f"info move {game.format_move(move.move)} visits {move.visits} winrate {won} "
            f"prior {prior} lcb {lowest} order {order} "
            f"pv {_line(move, game)}"
        )
    return " ".join(parts)


def kata_line(
    report: SearchReport, request: AnalysisRequest, game: Game, owners: SearchedOwners
) -> str:
    """Writes a line in KataGo's units, with the requested facts about the root."""
    parts = []
    for order, move in enumerate(_shown(report, request)):
        rate = winrate(report, move)
        lowest = lowest_winrate(rate, move.visits)
        parts.append(
            f"info move {game.format_move(move.move)} visits {move.visits} "
            f"utility {move.value.number:.6f} winrate {rate:.6f} {_score(move)}"
            f"prior {move.prior:.6f} lcb {lowest:.6f} "
            f"utilityLcb {2 * lowest - 1:.6f} order {order} pv {_line(move, game)}"
        )
        # Positions are not shared between lines: visits of a move are visits of its position.
        for name, wanted in (
            ("pvVisits", request.line_visits),
            ("pvEdgeVisits", request.edge_visits),
        ):
            if wanted:
                parts.append(f"{name} " + " ".join(map(str, move.line_visits or [move.visits])))
        if request.moves_ownership:
            parts += _numbers("movesOwnership", owners.mean(report, move.move))
        if request.moves_ownership_spread:
            parts += _numbers("movesOwnershipStdev", owners.spread(report, move.move))
    if request.root_info:
        parts.append(
            f"rootInfo visits {report.simulations} utility {report.value.number:.6f} "
            f"winrate {chance_in(report):.6f} {_score(report)}".rstrip()
        )
    if request.ownership:
        parts += _numbers("ownership", owners.mean(report))
    if request.ownership_spread:
        parts += _numbers("ownershipStdev", owners.spread(report))
    return " ".join(parts)


def _numbers(name: str, numbers: Sequence[float] | None) -> list[str]:
    return [] if numbers is None else [f"{name} " + " ".join(f"{one:.4f}" for one in numbers)]


def _shown(report: SearchReport, request: AnalysisRequest) -> list[MoveReport]:
    """Returns the moves to show: those that were searched, and more if more are wanted."""
    moves = [move for move in report.moves if request.shows(move.move)]
    seen = sum(move.is_judged for move in moves)
    count = max(seen, request.least_moves, 1)
    if request.most_moves is not None:
        count = min(count, request.most_moves)
    return moves[:count]


def _score(item: MoveReport | SearchReport) -> str:
    """Returns the lead in points: proven, or as a network judges it."""
    points = lead(item)
    return "" if points is None else f"scoreMean {points:.4f} scoreLead {points:.4f} "


def _line(move: MoveReport, game: Game) -> str:
    return " ".join(game.format_move(step) for step in (move.line or [move.move]))
