"""Analyses local endgames of Go: means, temperatures, best moves.

A region of a board is searched with both colours moving, everything around it fixed. Scores are
points of area for Black; a move is worth one point more by area than by territory counting.

>>> from tesuji.games import make
>>> from tesuji.search import Budget
>>> from tesuji.theory.go_endgames import analyse_region
>>> game = make("go", size=5)
>>> corridor = game.parse(\"\"\"
... . X O . .
... . X O . .
... . X O . .
... . X . O .
... . X O . .
... \"\"\")
>>> report = analyse_region(corridor, [game.points.parse("C2")], Budget(seconds=5))
>>> str(report.temperature), report.kind, report.exact
('1', 'gote', True)
"""

from typing import Any

from tesuji.renamed import warn_renamed
from tesuji.theory.cgt.mixed import mixed
from tesuji.theory.go_endgames.analysis import (
    analyse_board,
    analyse_point,
    analyse_region,
    certified_point,
    certified_region,
    covers_everything,
)
from tesuji.theory.go_endgames.regions import (
    contested_areas,
    grown,
    region_around,
    wide_region_around,
)
from tesuji.theory.go_endgames.report import (
    Certainty,
    RegionMove,
    RegionReport,
    TreeNode,
    signed,
)
from tesuji.theory.go_endgames.surroundings import StoneGrid

__all__ = [
    "StoneGrid",
    "Certainty",
    "RegionMove",
    "RegionReport",
    "TreeNode",
    "analyse_board",
    "analyse_point",
    "analyse_region",
    "certified_point",
    "certified_region",
    "contested_areas",
    "covers_everything",
    "grown",
    "mixed",
    "region_around",
    "signed",
    "wide_region_around",
]


def __getattr__(name: str) -> Any:
    if name == "Board":  # what is drawn is a `tesuji.games.presentation.Board`
        warn_renamed(__name__, "Board", "StoneGrid")
        return StoneGrid
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
