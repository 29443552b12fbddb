"""Reviews the endgame of a game of Go by the temperatures of its regions.

Each position is split into undecided regions, whose thermographs are found one by one. With the
hottest of them as the temperature t of the board, a move loses what the same turn would have gained
in the hottest region: after it, the region should stand t better for the player than its mean, with
the opponent to move. This is the loss of orthodox play; perfect play of the whole board may differ.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tesuji.errors import TesujiError
from tesuji.games import Side
from tesuji.games.go import GoPosition
from tesuji.search import Budget
from tesuji.theory.go_endgames import Certainty, RegionReport, StoneGrid, contested_areas
from tesuji.theory.go_endgames.analysis import analyse_board_region, board_of
from tesuji.theory.go_endgames.living import without_dead_stones
from tesuji.theory.go_endgames.local import LocalPosition, local_position
from tesuji.theory.go_endgames.regions import is_endgame
from tesuji.theory.go_endgames.surroundings import EMPTY

_MEMORY = 128 << 20
_LEAST_SECONDS = 0.1
_MOST_SECONDS = 3.0
"""Limits of the time for one region."""
_SHARE_FOR_SEARCH = 0.8
"""The rest goes into splitting boards and finding dead stones."""
_SEARCHES_PER_MOVE = 2
"""About how many regions a move changes: the one it is played in, before and after."""
_MOST_LARGE = 1
"""Regions too large to be counted that a position of the endgame may have."""

OnMove = Callable[["EndgameMove"], None]


@dataclass(frozen=True)
class EndgameMove:
    """A move of the endgame. Temperatures and losses are by area counting."""

    number: int
    """The number of the move in the game, from 1."""
    side: Side
    move: int
    temperature: Fraction
    """What a move gains in the region played in; 0 outside of all regions."""
    kind: str
    """The kind of that region for the player: gote, sente, reverse sente, ko; empty for none."""
    best: RegionReport | None
    """The hottest region, None if nothing is left to gain."""
    lost: Fraction | None
    """Points lost against the best by temperature; None in a region that is too large."""
    proven: bool
    """Whether every number behind the loss is proven, while the stones outside live."""
    regions: tuple[RegionReport, ...]
    """All regions before the move, the hottest first."""

    @property
    def best_kind(self) -> str:
        """The kind of the hottest region for the player."""
        return "" if self.best is None else kind_for(self.best, self.side)

    @property
    def best_moves(self) -> tuple[int, ...]:
        """The player's best moves in the hottest region."""
        if self.best is None:
            return ()
        return self.best.black_moves if self.side == Side.FIRST else self.best.white_moves


def kind_for(report: RegionReport, side: Side) -> str:
    """Returns the kind of a region as one player sees it: sente of the other is reverse sente."""
    if report.kind == "settled" or not report.kind.endswith("sente"):
        return "" if report.kind == "settled" else report.kind
    return "sente" if report.kind.startswith("black") == (side == Side.FIRST) else "reverse sente"


def endgame_begins(positions: Sequence[GoPosition]) -> int:
    """Returns the first position from which on the board consists of regions that can be counted.

    One region may be too large. This is the number of positions if there is no such one.
    """
    begin = len(positions)
    for index in range(len(positions) - 1, -1, -1):
        board = board_of(positions[index])
        areas = contested_areas(board)
        if sum(not is_endgame(board, area) for area in areas) > _MOST_LARGE:
            break
        begin = index
    return begin


def review_endgame(
    positions: Sequence[GoPosition],
    moves: Sequence[int],
    begin: int | None = None,
    seconds: float = 60.0,
    on_move: OnMove | None = None,
) -> list[EndgameMove]:
    """Reviews moves, each of `positions[i]`, from number `begin` (from 0) on.

    By default it begins where the endgame does. The time is shared among the moves.
    """
    first = endgame_begins(positions) if begin is None else begin
    chosen = range(first, len(moves))
    until = time.perf_counter() + seconds * _SHARE_FOR_SEARCH
    counter = _Counter()
    found = []
    for done, index in enumerate(chosen):
        left = max(until - time.perf_counter(), 0.0)
        share = left / (_SEARCHES_PER_MOVE * (len(chosen) - done))
        counter.seconds = min(max(share, _LEAST_SECONDS), _MOST_SECONDS)
        found.append(_judge(counter, index, positions[index], moves[index]))
        if on_move is not None:
            on_move(found[-1])
    return found


def _judge(counter: _Counter, index: int, position: GoPosition, move: int) -> EndgameMove:
    side = position.to_move
    board = board_of(without_dead_stones(position).position)
    areas = contested_areas(board)
    reports = {area: counter.count(board, area) for area in areas if is_endgame(board, area)}
    known = [report for report in reports.values() if report is not None]
    regions = tuple(sorted(known, key=lambda report: -report.temperature))
    best = regions[0] if regions and regions[0].temperature > 0 else None
    heat = Fraction(0) if best is None else best.temperature
    is_complete = len(known) == len(areas)
    proven = is_complete and all(report.exact for report in known)
    area = next((a for a in areas if move in a and board.stones[move] == EMPTY), None)
    before = None if area is None else reports.get(area)
    lost: Fraction | None = heat  # as by passing
    if area is not None:
        after = None
        if before is not None:
            after = counter.count(board.after(move, int(side)), area)
        lost = None
        if before is not None and after is not None:
            lost = _loss(before, after, heat, side)
            proven = proven and after.exact
    return EndgameMove(
        number=index + 1,
        side=side,
        move=move,
        temperature=Fraction(0) if before is None else before.temperature,
        kind="" if before is None else kind_for(before, side),
        best=best,
        lost=lost,
        proven=proven and lost is not None,
        regions=regions,
    )


def _loss(before: RegionReport, after: RegionReport, heat: Fraction, side: Side) -> Fraction:
    """Returns what a move in a region loses on a board of temperature `heat`."""
    if side == Side.FIRST:
        lost = before.mean + heat - after.thermograph.right(heat)
    else:
        lost = after.thermograph.left(heat) - (before.mean - heat)
    return max(lost, Fraction(0))


class _Counter:
    """Counts regions, each once."""

    def __init__(self) -> None:
        self.seconds = _LEAST_SECONDS
        self._known: dict[object, RegionReport | None] = {}

    def count(self, board: StoneGrid, region: Collection[int]) -> RegionReport | None:
        """Returns the analysis of a region; None for one that is too large."""
        try:
            key = _key(local_position(board, region), region)
        except TesujiError:
            return None
        if key not in self._known:
            budget = Budget(seconds=self.seconds, memory=_MEMORY)
            try:
                self._known[key] = analyse_board_region(board, region, budget)
            except TesujiError:
                self._known[key] = None
        return self._known[key]


def _key(local: LocalPosition, region: Collection[int]) -> object:
    """Returns what the analysis of a region depends on, its nearest surroundings included."""
    board = local.board
    near = {n for p in local.region for n in board.neighbours[p]} | local.region
    near |= {n for p in near for n in board.neighbours[p]}
    stones = tuple((p, board.stones[p]) for p in sorted(near))
    return (frozenset(region), local.points, local.stones, local.walls, local.decided, stones)


def proven_share(moves: Sequence[EndgameMove], last: int = 40) -> tuple[int, int, int]:
    """Returns how many undecided regions of the last moves are exact, solved, and in all."""
    found = {
        (report.region, report.temperature, report.mean): report.certainty
        for move in moves[-last:]
        for report in move.regions
        if report.temperature > 0
    }
    exact = sum(certainty is Certainty.EXACT for certainty in found.values())
    solved = sum(certainty is not Certainty.ESTIMATE for certainty in found.values())
    return exact, solved, len(found)
