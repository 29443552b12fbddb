"""Loads endgame problems with exact answers, found by our own search.

They are made by ``tools/make_counting_problems.py``: random regions between walls, and regions of
games between our engines. The search proved every answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib import resources
from typing import Literal, get_args

from tesuji.games import Side, make
from tesuji.games.go import GoPosition
from tesuji.games.presentation import OnBoard
from tesuji.theory.go_endgames import RegionReport

Kind = Literal["gote", "sente", "reverse sente", "ko"]
Size = Literal["small", "medium", "large"]
Source = Literal["made", "game"]
KINDS: tuple[Kind, ...] = get_args(Kind)
SIZES: tuple[Size, ...] = get_args(Size)
SOURCES: tuple[Source, ...] = get_args(Source)
_SIGNS = "XO."


@dataclass(frozen=True, slots=True)
class CountingProblem:
    """A region, the side to move, and the value of the move."""

    kind: Kind
    """The kind of move for the player to move: the opponent's sente is reverse sente."""
    source: Source
    black: bool
    """Whether Black is to move."""
    temperature: Fraction
    """What the move gains, in points of area."""
    mean: Fraction
    """The expected score of the region, in points of area for Black."""
    best: tuple[int, ...]
    """Moves that gain as much; there may be more."""
    region: tuple[int, ...]
    rows: tuple[str, ...]
    """The board from the top: ``X`` Black, ``O`` White, ``.`` empty."""

    @property
    def stones(self) -> tuple[int, ...]:
        """For each point -1 (empty), 0 (Black) or 1 (White)."""
        return tuple("XO".find(sign) for row in self.rows for sign in row)

    @property
    def position(self) -> GoPosition:
        game = make("go", size=f"{len(self.rows)}x{len(self.rows[0])}")
        mover = Side.FIRST if self.black else Side.SECOND
        position = game.set_up(OnBoard(self.stones), mover)
        assert isinstance(position, GoPosition)
        return position

    @property
    def num_empty(self) -> int:
        """Empty points of the region."""
        return sum(self.stones[point] < 0 for point in self.region)

    @property
    def size(self) -> Size:
        return "small" if self.num_empty <= 4 else "medium" if self.num_empty <= 6 else "large"


def kind_for(report: RegionReport, black: bool) -> Kind | None:
    """Returns the kind of a region for the player to move; None if nothing is left to gain."""
    if report.kind == "ko":
        return "ko"
    if report.kind == "gote":
        return "gote"
    owner = {"black sente": True, "white sente": False}.get(report.kind)
    return None if owner is None else "sente" if owner == black else "reverse sente"


@cache
def load_problems() -> tuple[CountingProblem, ...]:
    """Returns all problems of the package, by kind, and from few empty points to many."""
    text = (resources.files(__package__) / "problems.txt").read_text(encoding="ascii")
    return tuple(read_problem(line) for line in text.splitlines() if not line.startswith("#"))


def write_problem(problem: CountingProblem) -> str:
    """Writes a line: kind, source, colour, temperature, mean, best moves, region, rows.

    Points are two letters each (column, row from the top), as SGF writes them.
    """
    columns = len(problem.rows[0])
    return " ".join(
        (
            problem.kind.replace(" ", "-"),
            problem.source,
            "X" if problem.black else "O",
            str(problem.temperature),
            str(problem.mean),
            _letters(problem.best, columns),
            _letters(problem.region, columns),
            "/".join(problem.rows),
        )
    )


def read_problem(line: str) -> CountingProblem:
    """Reads a line of `write_problem`."""
    kind, source, colour, temperature, mean, best, region, board = line.split()
    rows = tuple(board.split("/"))
    return CountingProblem(
        kind=next(known for known in KINDS if known == kind.replace("-", " ")),
        source=next(known for known in SOURCES if known == source),
        black=colour == "X",
        temperature=Fraction(temperature),
        mean=Fraction(mean),
        best=_points(best, len(rows[0])),
        region=_points(region, len(rows[0])),
        rows=rows,
    )


def rows_of(stones: tuple[int, ...], columns: int) -> tuple[str, ...]:
    """Returns a board as text, from the top."""
    signs = "".join(_SIGNS[stone] for stone in stones)
    return tuple(signs[start : start + columns] for start in range(0, len(signs), columns))


def _letters(points: tuple[int, ...], columns: int) -> str:
    return "".join(chr(97 + point % columns) + chr(97 + point // columns) for point in points)


def _points(letters: str, columns: int) -> tuple[int, ...]:
    pairs = zip(letters[::2], letters[1::2], strict=True)
    return tuple((ord(row) - 97) * columns + ord(column) - 97 for column, row in pairs)
