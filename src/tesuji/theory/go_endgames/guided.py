"""Game trees grown from advice: which moves matter, who moves next, whether it is over.

A `Guide` looks at a position and gives advice, as a network would; a strategy decides which moves
of the advice become nodes of the tree. The temperature of the tree is then computed as if it
were the whole game, so that an answer is never exact.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from math import exp
from typing import Protocol

from tesuji import core
from tesuji.errors import TesujiError
from tesuji.search import Budget
from tesuji.theory.cgt import LoopyGame, Thermograph, ko_thermograph, score, thermograph
from tesuji.theory.cgt.loopy import Option
from tesuji.theory.go_endgames.local import local_position
from tesuji.theory.go_endgames.problems import played
from tesuji.theory.go_endgames.surroundings import EMPTY, Board
from tesuji.theory.go_endgames.tree import Tree, exact


class Strategy(Enum):
    """Which moves become nodes."""

    BEST = "best"
    """The best move of either colour."""
    THRESHOLD = "threshold"
    """Every move likely enough, and the best one of a colour that has none."""
    PHANTOM = "phantom"
    """A colour that has none gets a finished position of extreme score: it must be prevented."""
    DEPTH_ONE = "depth-one"
    """A colour that has none gets its best move, scored at once."""


@dataclass(frozen=True)
class Advice:
    """What a guide makes of a position."""

    black: dict[int, float]
    """Black's next move here, by point: chances that add up to 1; empty without a legal move."""
    white: dict[int, float]
    black_next: float
    """The chance that the next move here is Black's."""
    settled: float
    """The chance that no move is played here any more."""
    score: Fraction
    """The expected score: points of area for Black in the region."""


class Guide(Protocol):
    """Whoever gives advice about a region of a board."""

    def advise(self, board: Board, region: Collection[int]) -> Advice: ...


class SearchGuide:
    """Advice from a short search: no network is needed."""

    def __init__(self, nodes: int = 300, softness: float = 0.5) -> None:
        """`nodes` to look at for each piece of advice; moves that lose `softness` points against
        the best one are taken to be e times as unlikely.
        """
        self._budget = Budget(nodes=nodes)
        self._softness = softness

    def advise(self, board: Board, region: Collection[int]) -> Advice:
        local = local_position(board, region)
        if not local.points:
            return Advice({}, {}, 0.5, 1.0, Fraction(local.decided))
        search = core.GoLocalSearch(list(local.neighbours), *local.stones, *local.walls)
        search.run(core.SearchControl(self._budget.for_core()))
        tree = Tree(search, local)
        root = tree.root
        temperature = tree.temperature(root)
        mean = exact(tree.mean(root))
        part = tree.hottest(root)
        if part is None or temperature <= 0:
            return Advice({}, {}, 0.5, 1.0, mean)
        left, right = tree.walls(part)
        # A vertical wall belongs to the player whose move is answered, and who will get it.
        black_next = 0.5 + 0.45 * ((left[-1][0] < temperature) - (right[-1][0] < temperature))
        chances: dict[bool, dict[int, float]] = {True: {}, False: {}}
        for step in tree.steps(root, part):
            value = tree.wall_at(step.after, not step.black, temperature)
            chances[step.black][step.point] = value if step.black else -value
        # Neutral points are left by those who have something better to do.
        settled = 0.0 if temperature > 1 else 0.9
        return Advice(
            self._shares(chances[True]), self._shares(chances[False]), black_next, settled, mean
        )

    def _shares(self, values: dict[int, float]) -> dict[int, float]:
        if not values:
            return {}
        top = max(values.values())
        weights = {point: exp((value - top) / self._softness) for point, value in values.items()}
        total = sum(weights.values())
        return {point: weight / total for point, weight in weights.items()}


@dataclass(frozen=True)
class GuidedTree:
    """A tree grown from advice, and what it is worth."""

    thermograph: Thermograph
    nodes: int
    """Pieces of advice that were asked for."""


_EXTREME = 1000
_LIKELY = 0.1
"""Moves with at least this chance become nodes."""
_OVER = 0.5
"""Positions settled with at least this chance end the tree."""


def guided_tree(
    board: Board,
    region: Collection[int],
    guide: Guide,
    strategy: Strategy = Strategy.DEPTH_ONE,
    max_nodes: int = 500,
) -> GuidedTree:
    """Grows the tree of a region from advice; raises `TesujiError` beyond `max_nodes`.

    Positions that come back are joined, and the kos of the graph are solved with nobody having
    threats.
    """
    return _Grower(frozenset(region), guide, strategy, max_nodes).grow(board)


class _Grower:
    def __init__(
        self, region: frozenset[int], guide: Guide, strategy: Strategy, max_nodes: int
    ) -> None:
        self._region = region
        self._guide = guide
        self._strategy = strategy
        self._max_nodes = max_nodes
        self._graph: dict[str, tuple[list[Option], list[Option]]] = {}
        self._scores: dict[str, Fraction] = {}
        self._asked = 0

    def grow(self, board: Board) -> GuidedTree:
        root = _name(board)
        front = [board]
        while front:
            front.extend(self._expand(front.pop(), root))
        if root in self._scores:
            return GuidedTree(thermograph(score(self._scores[root])), self._asked)
        game = LoopyGame(
            {
                name: (list(map(self._option, black)), list(map(self._option, white)))
                for name, (black, white) in self._graph.items()
            }
        )
        return GuidedTree(ko_thermograph(game, root), self._asked)

    def _option(self, option: Option) -> Option:
        """A position by name, or the score of a finished one."""
        if isinstance(option, str) and option in self._scores:
            return score(self._scores[option])
        return option

    def _expand(self, board: Board, root: str) -> list[Board]:
        """Asks about a position; the positions to ask about next."""
        name = _name(board)
        if name in self._graph or name in self._scores:
            return []
        advice = self._ask(board)
        if advice.settled >= _OVER or not (advice.black and advice.white):
            self._scores[name] = advice.score
            return []
        options: dict[bool, list[Option]] = {True: [], False: []}
        after: list[Board] = []
        for black in (True, False):
            chances = advice.black if black else advice.white
            share = advice.black_next if black else 1 - advice.black_next
            chosen = self._chosen(chances, share)
            best = max(chances, key=lambda point: chances[point])
            if not chosen and name != root and self._strategy is Strategy.PHANTOM:
                options[black].append(score(_EXTREME if black else -_EXTREME))
                continue
            if not chosen and name != root and self._strategy is Strategy.DEPTH_ONE:
                options[black].append(
                    score(self._ask(played(board, best, 0 if black else 1)).score)
                )
                continue
            for point in chosen or [best]:
                following = played(board, point, 0 if black else 1)
                options[black].append(_name(following))
                after.append(following)
        self._graph[name] = (options[True], options[False])
        return after

    def _chosen(self, chances: dict[int, float], share: float) -> list[int]:
        if self._strategy is Strategy.BEST:
            return [max(chances, key=lambda point: chances[point])]
        return [point for point, chance in chances.items() if chance * share >= _LIKELY]

    def _ask(self, board: Board) -> Advice:
        self._asked += 1
        if self._asked > self._max_nodes:
            raise TesujiError(f"the tree has more than {self._max_nodes} positions")
        return self._guide.advise(board, self._region)


def _name(board: Board) -> str:
    return "".join("." if stone == EMPTY else "XO"[stone] for stone in board.stones)
