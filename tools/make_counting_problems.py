"""Makes the problems of the counting trainer: regions of Go endgames with proven answers.

    python tools/make_counting_problems.py --games 40 --seed 1

Two sources: rectangles at a corner or an edge, filled at random between a black and a white wall
that cannot be captured; and undecided regions of games that our tree search plays against itself.
A region is kept when the search proves what a move is worth; everything else is thrown away. A
file that is there already is added to.
"""

from __future__ import annotations

import argparse
import itertools
import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from tesuji.cli import run
from tesuji.errors import TesujiError
from tesuji.files import write_atomically
from tesuji.games import Side, make
from tesuji.games.go import GoPosition
from tesuji.games.presentation import OnBoard
from tesuji.lessons.counting import reasons
from tesuji.lessons.counting.problems import (
    KINDS,
    SIZES,
    CountingProblem,
    Source,
    kind_for,
    read_problem,
    rows_of,
    write_problem,
)
from tesuji.lessons.counting.sum_region import sum_region
from tesuji.players import make_player
from tesuji.search import Budget
from tesuji.theory.go_endgames import (
    RegionReport,
    StoneGrid,
    TreeNode,
    analyse_region,
    contested_areas,
)
from tesuji.theory.go_endgames.surroundings import outside_owners

OUT = Path(__file__).parents[1] / "src" / "tesuji" / "lessons" / "counting" / "problems.txt"
EMPTY, BLACK, WHITE = -1, 0, 1
SIDE = 7
"""Of the boards of made regions."""
BUDGET = Budget(nodes=400, memory=64 << 20)
"""Small: what takes more is no problem for people."""
FEWEST, MOST = 2, 9
"""Empty points of a region."""
LARGEST_DENOMINATOR = 12
SENTENCES = {"gote": 3, "black sente": 2, "white sente": 2, "ko": 3}
"""Of the reason for a kind, when none of its numbers is missing."""
LEAST_ROOM = 5
"""Empty points behind each wall, so that it is seen to live."""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--out", type=Path, default=OUT)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=14, help="made problems of a kind and a size")
    parser.add_argument(
        "--tries", type=int, default=20_000, help="made regions to look at, at most"
    )
    parser.add_argument(
        "--sums", type=int, default=110, help="small problems before others are made"
    )
    parser.add_argument("--games", type=int, default=20, help="engine games to take regions from")
    parser.add_argument("--each-game", type=int, default=12, help="problems of a kind from games")
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    found: dict[tuple[str, ...], CountingProblem] = {}
    if arguments.out.exists():  # what an earlier run has found
        lines = arguments.out.read_text(encoding="ascii").splitlines()[1:]
        found = {problem.rows: problem for problem in map(read_problem, lines)}

    def alike(problem: CountingProblem) -> int:
        """Returns how many there are of its kind; those that are made also by their size."""
        return sum(
            (each.kind, each.source) == (problem.kind, problem.source)
            and (each.size == problem.size or problem.source == "game")
            for each in found.values()
        )

    def keep(problems: list[CountingProblem], per: int) -> None:
        if not problems or any(view in found for view in views(problems[0])):
            return
        problem = min(problems, key=alike)  # of the kind that is scarcer
        if alike(problem) < per:
            found[problem.rows] = problem
            write(arguments.out, list(found.values()))
            counts = Counter((each.source, each.kind, each.size) for each in found.values())
            print(
                len(found),
                *(f"{' '.join(key)}: {count}" for key, count in counts.items()),
                sep="  ",
            )

    for _ in range(10 * arguments.tries):  # most are thrown away before they are searched
        if sum(each.num_empty <= 6 for each in found.values()) >= arguments.sums:
            break
        keep(made_problem(chance, for_sums=True), arguments.each)
    full = arguments.each * len(KINDS) * len(SIZES)
    for _ in range(arguments.tries):
        keep(made_problem(chance), arguments.each)
        if len(found) >= full:
            break
    for _ in range(arguments.games):
        for problems in problems_of_game(chance):
            keep(problems, arguments.each_game)


def write(path: Path, problems: list[CountingProblem]) -> None:
    order = sorted(
        problems, key=lambda each: (KINDS.index(each.kind), each.num_empty, each.temperature)
    )
    header = (
        "# kind source colour temperature mean best region rows; tools/make_counting_problems.py\n"
    )
    lines = "".join(write_problem(problem) + "\n" for problem in order)
    write_atomically(path, (header + lines).encode("ascii"))


def views(problem: CountingProblem) -> set[tuple[str, ...]]:
    """Returns the board in all its symmetries, also with the colours exchanged."""
    found = set()
    rows = list(problem.rows)
    for _ in range(4):
        rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]
        for turned in (rows, rows[::-1]):
            found.add(tuple(turned))
            found.add(tuple(row.translate(str.maketrans("XO", "OX")) for row in turned))
    return found


def counted(position: GoPosition, region: frozenset[int], source: Source) -> list[CountingProblem]:
    """Returns the region as a problem for each colour, if its answer is proven and not trivial."""
    empty = sum(position.stones[point] == EMPTY for point in region)
    if not FEWEST <= empty <= MOST:
        return []
    try:
        report = analyse_region(position, region, BUDGET)
    except TesujiError:
        return []
    if not report.exact or report.warnings or report.temperature <= 1 or not is_clear(report):
        return []
    found = []
    for black, best in ((True, report.black_moves), (False, report.white_moves)):
        kind = kind_for(report, black)
        if kind is None or not best or (kind == "ko" and not takes_ko(report.tree, black)):
            continue
        found.append(
            CountingProblem(
                kind=kind,
                source=source,
                black=black,
                temperature=Fraction(report.temperature),
                mean=Fraction(report.mean),
                best=tuple(best),
                region=tuple(sorted(region)),
                rows=rows_of(tuple(position.stones), position.game.columns),
            )
        )
    return found


def is_clear(report: RegionReport) -> bool:
    """Returns whether the kind is beyond dispute, and all that it rests on is proven."""
    after = report.tree.children
    if max(report.temperature.denominator, report.mean.denominator) > LARGEST_DENOMINATOR:
        return False
    if report.kind != "ko" and not (is_dyadic(report.temperature) and is_dyadic(report.mean)):
        return False  # a ko further down: too much for one question
    if not all(child.exact for child in after):
        return False
    if report.kind == "gote" and max(len(report.black_line), len(report.white_line)) > 1:
        return False  # gote only after a sequence: true, and too much for one question
    if report.kind != "ko" and any(child.temperature == report.temperature for child in after):
        return False
    return len(reasons(report, str)) == SENTENCES[report.kind]


def takes_ko(tree: TreeNode, black: bool) -> bool:
    """Returns whether the player to move takes the ko, and does not only end it."""
    return any(
        child.ko and child.move is not None and child.move.black == black for child in tree.children
    )


def is_dyadic(value: Fraction) -> bool:
    return value.denominator & (value.denominator - 1) == 0


# -- made regions ------------------------------------------------------------------------------


def made_problem(chance: random.Random, for_sums: bool = False) -> list[CountingProblem]:
    """Returns a rectangle between two walls, filled at random; on request one without loops."""
    height, width = chance.choice([(1, 3), (1, 4), (1, 5), (2, 2), (2, 3), (2, 4), (3, 3), (2, 5)])
    if chance.random() < 0.5:
        height, width = width, height
    top = chance.choice([0, 0, (SIDE - height) // 2])
    left = chance.choice([0, 0, (SIDE - width) // 2])
    inside = {
        row * SIDE + column
        for row in range(top, top + height)
        for column in range(left, left + width)
    }
    stones = walls(chance, top, left, height, width)
    if stones is None:
        return []
    empty = chance.choice((2, 4, 6))
    for point in sorted(inside):
        stones[point] = chance.choices((EMPTY, BLACK, WHITE), (empty, 2, 2))[0]
    if for_sums and not is_hot_sum(stones, inside):
        return []
    if not has_living_walls(StoneGrid(SIDE, SIDE, stones), inside):
        return []
    position = make("go", size=SIDE).set_up(OnBoard(tuple(stones)), Side.FIRST)
    assert isinstance(position, GoPosition)
    return counted(position, frozenset(inside), "made")


def walls(chance: random.Random, top: int, left: int, height: int, width: int) -> list[int] | None:
    """Returns a board with a ring around the rectangle, black up to a cut and white from there on.

    From each cut two lines of stones run to the edge of the board and part what lies behind.
    """
    ring = list(ring_around(top, left, height, width))
    closed = all(0 <= row < SIDE and 0 <= column < SIDE for row, column, _ in ring)
    cells = [cell for cell in ring if 0 <= cell[0] < SIDE and 0 <= cell[1] < SIDE]
    if not closed:  # begin where the ring leaves the board
        start = next(
            index
            for index, (row, column, _) in enumerate(ring)
            if 0 <= row < SIDE
            and 0 <= column < SIDE
            and not (0 <= ring[index - 1][0] < SIDE and 0 <= ring[index - 1][1] < SIDE)
        )
        turned = ring[start:] + ring[:start]
        cells = [cell for cell in turned if 0 <= cell[0] < SIDE and 0 <= cell[1] < SIDE]
    # A cut lies between two cells on the same side of the rectangle, seen outwards.
    places = [
        index
        for index in range(1, len(cells))
        if cells[index][2] is not None and cells[index - 1][2] == cells[index][2]
    ]
    count = 2 if closed else chance.choice([1, 1, 1, 2])
    if len(places) < count:
        return None
    cuts = sorted(chance.sample(places, count))
    stones = [EMPTY] * (SIDE * SIDE)
    colour = chance.choice((BLACK, WHITE))
    for index, (row, column, outwards) in enumerate(cells):
        if index in cuts:
            colour = 1 - colour
            assert outwards is not None
            for (r, c, _), stone in ((cells[index - 1], 1 - colour), (cells[index], colour)):
                for step in range(1, SIDE):
                    far = (r + step * outwards[0], c + step * outwards[1])
                    if 0 <= far[0] < SIDE and 0 <= far[1] < SIDE:
                        stones[far[0] * SIDE + far[1]] = stone
        stones[row * SIDE + column] = colour
    return stones


def ring_around(
    top: int, left: int, height: int, width: int
) -> Iterator[tuple[int, int, tuple[int, int] | None]]:
    """Yields the cells around a rectangle clockwise, and the direction outward; None at corners."""
    above, below, before, behind = top - 1, top + height, left - 1, left + width
    yield above, before, None
    for column in range(left, behind):
        yield above, column, (-1, 0)
    yield above, behind, None
    for row in range(top, below):
        yield row, behind, (0, 1)
    yield below, behind, None
    for column in reversed(range(left, behind)):
        yield below, column, (1, 0)
    yield below, before, None
    for row in reversed(range(top, below)):
        yield row, before, (0, -1)


def has_living_walls(board: StoneGrid, inside: set[int]) -> bool:
    """Returns whether all stones have liberties, and those outside have room of their own."""
    owners = outside_owners(board, inside)
    room = Counter(owners[p] for p in owners if board.stones[p] == EMPTY)
    if min(room[BLACK], room[WHITE]) < LEAST_ROOM:
        return False
    for stone, chain in board.chains():
        near = {n for p in chain for n in board.neighbours[p] if board.stones[n] == EMPTY}
        if not near or (not chain <= inside and not any(owners.get(n) == stone for n in near)):
            return False
    return True


def is_hot_sum(stones: list[int], inside: set[int]) -> bool:
    """Returns whether a region has no loops and something to gain; needs no search."""
    bare = CountingProblem(
        kind="gote",
        source="made",
        black=True,
        temperature=Fraction(0),
        mean=Fraction(0),
        best=(),
        region=tuple(sorted(inside)),
        rows=rows_of(tuple(stones), SIDE),
    )
    region = sum_region(bare)
    return region is not None and region.positions[region.start].temperature > 1


# -- regions of games ----------------------------------------------------------------------------


def problems_of_game(chance: random.Random) -> Iterator[list[CountingProblem]]:
    """Yields the regions of the last part of a game of 9x9, one problem from each place at most."""
    game = make("go", size=9)
    positions: list[GoPosition] = []
    with make_player(f"mcts:sims=300,seed={chance.randrange(2**31)}", game) as player:
        position = game.initial()
        player.start(game, position)
        while not position.is_over and len(positions) < 90:
            assert isinstance(position, GoPosition)
            positions.append(position)
            move = player.choose(position).move
            if move is None:
                break
            after = position.after(move)
            player.observe(position, move, after)
            position = after
    taken: set[int] = set()
    for position in itertools.islice(reversed(positions), 0, 40, 3):
        board = StoneGrid(9, 9, position.stones)
        for area in contested_areas(board):
            if taken & area:
                continue
            problems = counted(position, area, "game")
            if problems:
                taken |= area
                yield problems


if __name__ == "__main__":
    run(main)
