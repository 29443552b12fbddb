"""Makes samples from games: the next move in a region, and the final owners of its points.

This is how the thesis trained its network (5.3): positions late in games of self-play, divided into
regions where the owners of points are uncertain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tesuji.errors import TesujiError
from tesuji.games import make
from tesuji.games.go import GoPosition
from tesuji.learning.endgames.exact_samples import random_window
from tesuji.learning.endgames.samples import UNKNOWN, Sample
from tesuji.networks.network import Network
from tesuji.networks.shipped import shipped
from tesuji.search import SelfPlay, SelfPlayOptions
from tesuji.search.ownership import ownership
from tesuji.theory.go_endgames.analysis import board_of
from tesuji.theory.go_endgames.closed import LastMove, closed_region
from tesuji.theory.go_endgames.features import encode
from tesuji.theory.go_endgames.surroundings import BLACK, EMPTY, WHITE, StoneGrid

GAME = "go"
SIZE = 9
SECURE = 0.9
"""Points with a more certain owner do not belong to a region."""
MOMENTS = (0.7, 0.775, 0.85, 0.925)
"""The parts of a game after which positions are sampled."""
_REGIONS = 3
"""The most regions per position, including that of the last move."""

_PLAYOUTS = 200
"""Random playouts for the certainty of owners."""

Moves = NDArray[np.int32]


def play_games(count: int, seed: int, stop: Callable[[], bool]) -> list[Moves]:
    """Plays games of Tesuji's network for 9x9 against itself, to the very end."""
    game = make(GAME, size=SIZE)
    judge = Network.load(shipped(game)).on(game)
    options = SelfPlayOptions(
        simulations=16,
        gumbel=True,
        gumbel_moves=8,
        random_plies=6,
        end_when_proven=False,
    )
    pool = SelfPlay(game, options, games_at_once=min(count, 32), seed=seed)
    return [played.moves for played in pool.play(judge, count, stop=stop) if played.finished]


@dataclass(frozen=True)
class Moment:
    """A position of a game, with the moves before and after."""

    position: GoPosition
    before: tuple[int, bool] | None
    """The last move, and whether it was Black's; None for a pass."""
    after: Sequence[tuple[int, bool]]
    """The moves from here on: points, and whether they are Black's."""
    final: NDArray[np.float32]
    """The final owner of each point, from -1 (White) to 1 (Black) [points]."""


def moments_of(moves: Moves, shares: Sequence[float]) -> Iterator[Moment]:
    """Yields the positions of a game after the given shares of its moves."""
    game = make(GAME, size=SIZE)
    positions = [game.initial()]
    for move in moves.tolist():
        positions.append(positions[-1].after(move))
    steps = [(move, bool(at.to_move == 0)) for move, at in zip(moves, positions, strict=False)]
    end = positions[-1]
    assert isinstance(end, GoPosition)
    final = _final_owners(board_of(end))
    for share in shares:
        ply = int(share * len(steps))
        last = steps[ply - 1] if ply else None
        if last is not None and last[0] >= len(final):
            last = None
        at = positions[ply]
        assert isinstance(at, GoPosition)
        yield Moment(at, last, [step for step in steps[ply:] if step[0] < len(final)], final)


def _final_owners(board: StoneGrid) -> NDArray[np.float32]:
    """Returns the owners by area counting, with all remaining stones alive."""
    owners = np.zeros(len(board.stones), np.float32)
    sign = {BLACK: 1.0, WHITE: -1.0}
    empty = set()
    for point, stone in enumerate(board.stones):
        if stone == EMPTY:
            empty.add(point)
        else:
            owners[point] = sign[stone]
    while empty:
        area = board.connected(min(empty), empty.__contains__)
        empty -= area
        edge = {board.stones[n] for p in area for n in board.neighbours[p]} - {EMPTY}
        if len(edge) == 1:
            owners[list(area)] = sign[min(edge)]
    return owners


def undecided_regions(
    board: StoneGrid, owners: NDArray[np.floating[Any]], dice: np.random.Generator
) -> list[set[int]]:
    """Returns areas of points with uncertain owners, each with some points around it.

    The margin is random, so that the undecided points are not always in the middle.
    """
    open_points = {int(p) for p in np.flatnonzero(np.abs(owners) < SECURE)}
    regions = []
    while open_points:
        area = board.connected(min(open_points), open_points.__contains__)
        open_points -= area
        regions.append(_widened(board, area, dice))
    return regions


def _widened(board: StoneGrid, area: set[int], dice: np.random.Generator) -> set[int]:
    wide = set(area)
    for _ in range(int(dice.integers(1, 4))):
        edge = sorted({n for p in wide for n in board.neighbours[p]} - wide)
        wide |= {point for point in edge if dice.random() < 0.6}
    return wide


def game_samples(moments: Iterable[Moment], dice: np.random.Generator) -> list[Sample]:
    """Returns the samples of some positions of games."""
    found = []
    for moment in moments:
        # Expected owners by random play, and the actual final owners.
        owners = (ownership(moment.position, _PLAYOUTS) + moment.final) / 2
        board = board_of(moment.position)
        regions = undecided_regions(board, owners, dice)
        last = moment.before
        near = [] if last is None else [r for r in regions if last[0] in r]
        others = [region for region in regions if region not in near]
        if last is not None and not near:
            near = [_widened(board, {last[0]}, dice)]
        dice.shuffle(others)
        for region in (near + others)[:_REGIONS]:
            sample = _sample(board, region, moment, dice)
            if sample is not None:
                found.append(sample)
    return found


def _sample(
    board: StoneGrid, region: set[int], moment: Moment, dice: np.random.Generator
) -> Sample | None:
    try:
        room = closed_region(board, region)
    except TesujiError:
        return None
    numbers = {point: number for number, point in enumerate(room.points)}
    if not numbers or (window := random_window(room, dice)) is None:
        return None
    last = None
    if moment.before is not None and moment.before[0] in numbers:
        last = LastMove(numbers[moment.before[0]], moment.before[1])
    size = window.size
    moves = {black: np.zeros((size, size), np.bool_) for black in (True, False)}
    following = next(
        (number for number, (point, _) in enumerate(moment.after) if point in numbers), None
    )
    black_next = np.nan
    if following is not None:
        point, black = moment.after[following]
        if room.play(room.start, numbers[point], black) is None:
            return None
        moves[black][window.cell(point, room.columns)] = True
        black_next = float(black)
    owners = np.full((size, size), UNKNOWN, np.int8)
    owners[window.cells(room)] = np.rint(100 * moment.final[list(room.points)])
    answered = float(last is not None and following == 0)
    settled = float(following is None)
    return Sample(
        encode(room, room.start, last, window),
        moves[True],
        moves[False],
        owners,
        np.array([black_next, settled, answered, np.nan, np.nan], np.float32),
    )
