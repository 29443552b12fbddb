"""Finds the score of best play on a whole board, by exact search of all that is undecided.

All undecided regions are searched together, by alternating play to the end: what is found is not
the worth of a move in theory but the score of the game. It counts as proven if it is the same
whoever wins the kos, and whatever lies beyond the edges of the regions (see `Certainty.EXACT`),
while the stones live that were not searched: random play has to be sure of every one, and no area
outside may be so large that somebody might live in it.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from tesuji import core
from tesuji.errors import TesujiError
from tesuji.games.go import GoPosition
from tesuji.theory.go_endgames.analysis import board_of
from tesuji.theory.go_endgames.attempt import AT_STAKE
from tesuji.theory.go_endgames.living import sure_to_live, without_dead_stones
from tesuji.theory.go_endgames.local import LocalPosition, local_position
from tesuji.theory.go_endgames.regions import contested_areas
from tesuji.theory.go_endgames.surroundings import BLACK, EMPTY, WHITE, StoneGrid, outside_owners

_MOST_EMPTY = 20
"""Empty points of all regions together; with more a search hardly ever comes to its end."""
_LARGEST_AREA = 12
"""Points of an empty area outside of the regions that nobody can live in."""
_NODES = 20_000
"""Positions of alternating play, for each of the assumptions about the edges."""
_REMEMBERED = 256


def exact_lead(position: GoPosition) -> float | None:
    """Points by which Black wins with best play by both, komi included; None if not proven.

    By area counting, with all stones alive that stand at the end. Where the players would agree on
    dead stones instead (without superko), there may be none that look dead.
    """
    if position.rules.territory or position.ko_banned:
        return None
    stand = position.score().margin
    found = stand if position.is_over else _exact_lead(position)
    if found is None or not (position.rules.superko or _has_no_dead_stones(position)):
        return None
    if position.is_over or not _has_just_passed(position):
        return found
    # Passing again ends the game as it stands; what else can be had is no more than was found.
    ahead = stand - found if position.to_move == BLACK else found - stand
    return stand if ahead >= 0 else None


def _has_just_passed(position: GoPosition) -> bool:
    return bool(position.moves) and position.moves[-1] == position.game.pass_move


def _has_no_dead_stones(position: GoPosition) -> bool:
    """Returns whether no stone looks dead, so that there is nothing to agree on."""
    return list(without_dead_stones(position).position.stones) == list(position.stones)


@lru_cache(maxsize=_REMEMBERED)
def _exact_lead(position: GoPosition) -> float | None:
    """Returns the same score where nobody has just passed."""
    board = board_of(position)
    region = frozenset(point for area in contested_areas(board) for point in area)
    if sum(board.stones[point] == EMPTY for point in region) > _MOST_EMPTY:
        return None
    if not _is_closed(board, region):
        return None
    found = _solve(board, region, position.to_move == BLACK)
    if found is None:
        return None
    score, searched = found
    stones = {point for point, stone in enumerate(board.stones) if stone != EMPTY}
    return score - position.game.komi if stones - searched <= sure_to_live(position) else None


def _is_closed(board: StoneGrid, region: Collection[int]) -> bool:
    """Returns whether all empty areas outside are small and border on one colour."""
    empty = {p for p, stone in enumerate(board.stones) if stone == EMPTY and p not in region}
    while empty:
        area = board.connected(min(empty), empty.__contains__)
        empty -= area
        around = {board.stones[near] for point in area for near in board.neighbours[point]}
        if len(area) > _LARGEST_AREA or len(around - {EMPTY}) != 1:
            return False
    return True


def _solve(
    board: StoneGrid, region: Collection[int], black_moves: bool
) -> tuple[int, frozenset[int]] | None:
    """Returns Black's area score, if it is the same at every edge, and the points searched."""
    if not region:
        return _settled_score(board, region), frozenset()
    scores: set[int] = set()
    searched = frozenset(range(len(board.stones)))
    for beyond, doubted in ((0, None), (0, BLACK), (0, WHITE), (AT_STAKE, None)):
        try:
            local = local_position(board, region, beyond, doubted)
        except TesujiError:  # too large
            return None
        inside = _stop(local, black_moves)
        if inside is None:
            return None
        scores.add(inside + _settled_score(board, local.region))
        searched &= frozenset(local.points)
    return (scores.pop(), searched) if len(scores) == 1 else None


def _stop(local: LocalPosition, black_moves: bool) -> int | None:
    """Returns Black's score of a local position with best alternating play, if it is proven."""
    if not local.points:
        return local.decided
    black_low, black_high, white_low, white_high = core.go_local_stop_bounds(
        list(local.neighbours), *local.stones, *local.walls, list(local.worth), _NODES
    )
    low, high = (black_low, black_high) if black_moves else (white_low, white_high)
    return low + local.decided if low == high else None


def _settled_score(board: StoneGrid, region: Collection[int]) -> int:
    """Returns the points outside of a region, for Black."""
    return sum(1 if owner == BLACK else -1 for owner in outside_owners(board, region).values())
