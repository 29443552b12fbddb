"""Grows game trees from advice on moves, on who moves next, and on the end of play.

A `Guide` gives advice on a position, as a network does; a strategy decides which advised moves
become nodes of the tree. The temperature is computed as if the tree were the whole game, so an
answer is never exact.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from math import exp
from typing import Protocol

from tesuji import core
from tesuji.errors import TesujiError
from tesuji.search import Budget
from tesuji.theory.cgt import LoopyGame, Thermograph, ko_thermograph, score, thermograph
from tesuji.theory.cgt.loopy import Option
from tesuji.theory.go_endgames.closed import ClosedRegion, LastMove, Stones, closed_region
from tesuji.theory.go_endgames.surroundings import EMPTY, StoneGrid
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
    ANSWERED = "answered"
    """A colour that has none because its move has to be answered gets an extreme score; one that
    has none for another reason gets its best move."""


@dataclass(frozen=True)
class Advice:
    """The advice of a guide on a position."""

    black: dict[int, float]
    """Black's next move here, by the number of the point in the region: chances that add up to 1;
    empty without a legal move."""
    white: dict[int, float]
    black_next: float
    """The chance that the next move here is Black's."""
    settled: float
    """The chance that no move is played here any more."""
    score: Fraction
    """The expected score: points of area for Black in the region."""
    urgent: float = 0.0
    """The chance that the last move here has to be answered at once."""
    temperature: float | None = None
    """What a move here seems to gain by area counting; None where the guide does not say."""
    owners: dict[int, float] = field(default_factory=dict)
    """From -1 (White's) to 1 (Black's) for each point; empty where the guide does not say."""


class Guide(Protocol):
    """Whoever gives advice about a position of a region."""

    def advise(self, region: ClosedRegion, stones: Stones, last: LastMove | None) -> Advice: ...


Count = Callable[[ClosedRegion, Stones], Fraction]
"""Tells the expected score of a position, as `Advice.score` does."""


class SearchGuide:
    """Advice from a short search: no network is needed."""

    def __init__(self, nodes: int = 300, softness: float = 0.5) -> None:
        """Searches `nodes` positions for each piece of advice.

        Moves that lose `softness` points against the best one are taken to be e times as unlikely.
        """
        self._budget = Budget(nodes=nodes)
        self._softness = softness

    def count(self, region: ClosedRegion, stones: Stones) -> Fraction:
        """Returns the expected score of a position: the mean found by the search."""
        if not stones:
            return Fraction(region.decided)
        tree = self._search(region, stones)
        return exact(tree.mean(tree.root))

    def _search(self, region: ClosedRegion, stones: Stones) -> Tree:
        local = region.position(stones)
        search = core.GoLocalSearch(list(local.neighbours), *local.stones, *local.walls)
        search.run(core.SearchControl(self._budget.for_core()))
        return Tree(search, local)

    def advise(self, region: ClosedRegion, stones: Stones, last: LastMove | None) -> Advice:
        if not stones:
            return Advice({}, {}, 0.5, 1.0, Fraction(region.decided))
        tree = self._search(region, stones)
        root = tree.root
        temperature = tree.temperature(root)
        mean = exact(tree.mean(root))
        part = tree.hottest(root)
        if part is None or temperature <= 0:
            return Advice({}, {}, 0.5, 1.0, mean, temperature=temperature)
        left, right = tree.walls(part)
        # A vertical wall belongs to the player whose move is answered, and who will get it.
        black_next = 0.5 + 0.45 * ((left[-1][0] < temperature) - (right[-1][0] < temperature))
        numbers = {point: number for number, point in enumerate(region.points)}
        chances: dict[bool, dict[int, float]] = {True: {}, False: {}}
        for step in tree.steps(root, part):
            value = tree.wall_at(step.after, not step.black, temperature)
            chances[step.black][numbers[step.point]] = value if step.black else -value
        # Neutral points are left while something better can be played.
        settled = 0.0 if temperature > 1 else 0.9
        black, white = (self._shares(chances[colour]) for colour in (True, False))
        return Advice(black, white, black_next, settled, mean, temperature=temperature)

    def _shares(self, values: dict[int, float]) -> dict[int, float]:
        if not values:
            return {}
        top = max(values.values())
        weights = {point: exp((value - top) / self._softness) for point, value in values.items()}
        total = sum(weights.values())
        return {point: weight / total for point, weight in weights.items()}


@dataclass(frozen=True)
class GuidedTree:
    """A tree grown from advice, with its value."""

    thermograph: Thermograph
    nodes: int
    """The number of positions advised on."""


_EXTREME = 1000
_LIKELY = 0.1
"""Moves with at least this chance become nodes."""
OVER = 0.5
"""Positions settled with at least this chance end the tree."""


def guided_tree(
    board: StoneGrid,
    region: Collection[int],
    guide: Guide,
    strategy: Strategy = Strategy.DEPTH_ONE,
    max_nodes: int = 1000,
    count: Count | None = None,
) -> GuidedTree:
    """Grows the tree of a region from advice; raises `TesujiError` beyond `max_nodes`.

    Scores come from the guide, or from `count`. Recurring positions are joined, and the kos of the
    graph are solved without ko threats.
    """
    return _Grower(closed_region(board, region), guide, strategy, max_nodes, count).grow()


@dataclass(frozen=True)
class _Leaf:
    """A position to get advice on."""

    stones: Stones
    last: LastMove | None

    @property
    def name(self) -> str:
        """The name, which includes the last mover because the next move depends on it."""
        mover = "." if self.last is None else "b" if self.last.black else "w"
        return mover + "".join("." if s == EMPTY else "XO"[s] for s in self.stones)


class _Grower:
    def __init__(
        self,
        region: ClosedRegion,
        guide: Guide,
        strategy: Strategy,
        max_nodes: int,
        count: Count | None,
    ) -> None:
        self._region = region
        self._guide = guide
        self._strategy = strategy
        self._max_nodes = max_nodes
        self._count = count
        self._graph: dict[str, tuple[list[Option], list[Option]]] = {}
        self._scores: dict[str, Fraction] = {}
        self._asked = 0

    def grow(self) -> GuidedTree:
        root = _Leaf(self._region.start, None)
        front = [root]
        while front:
            front.extend(self._expand(front.pop()))
        if root.name in self._scores:
            return GuidedTree(thermograph(score(self._scores[root.name])), self._asked)
        game = LoopyGame(
            {
                name: (list(map(self._option, black)), list(map(self._option, white)))
                for name, (black, white) in self._graph.items()
            }
        )
        return GuidedTree(ko_thermograph(game, root.name), self._asked)

    def _option(self, option: Option) -> Option:
        """Returns a position by name, or the score of a finished one."""
        if isinstance(option, str) and option in self._scores:
            return score(self._scores[option])
        return option

    def _expand(self, leaf: _Leaf) -> list[_Leaf]:
        """Gets advice on a position; returns the positions to expand next."""
        if leaf.name in self._graph or leaf.name in self._scores:
            return []
        advice = self._ask(leaf)
        if advice.settled >= OVER or not (advice.black and advice.white):
            self._scores[leaf.name] = self._score(leaf, advice)
            return []
        options: dict[bool, list[Option]] = {True: [], False: []}
        after: list[_Leaf] = []
        for black in (True, False):
            chances = advice.black if black else advice.white
            share = advice.black_next if black else 1 - advice.black_next
            chosen = self._chosen(chances, share)
            best = max(chances, key=lambda point: chances[point])
            if not chosen and leaf.last is not None:
                instead = self._instead(leaf, leaf.last, black, best, advice)
                if instead is not None:
                    options[black].append(score(instead))
                    continue
            for point in chosen or [best]:
                following = self._after(leaf, point, black)
                options[black].append(following.name)
                after.append(following)
        self._graph[leaf.name] = (options[True], options[False])
        return after

    def _chosen(self, chances: dict[int, float], share: float) -> list[int]:
        if self._strategy is Strategy.BEST:
            return [max(chances, key=lambda point: chances[point])]
        return [point for point, chance in chances.items() if chance * share >= _LIKELY]

    def _instead(
        self, leaf: _Leaf, last: LastMove, black: bool, best: int, advice: Advice
    ) -> Fraction | None:
        """Returns the score that replaces an unlikely move; None to follow the best move."""
        extreme = Fraction(_EXTREME if black else -_EXTREME)
        if self._strategy is Strategy.PHANTOM:
            return extreme
        if self._strategy is Strategy.DEPTH_ONE:
            following = self._after(leaf, best, black)
            return self._score(following, self._ask(following))
        if self._strategy is Strategy.ANSWERED and last.black == black and advice.urgent >= 0.5:
            return extreme
        return None

    def _after(self, leaf: _Leaf, point: int, black: bool) -> _Leaf:
        played = self._region.play(leaf.stones, point, black)
        if played is None:
            raise TesujiError("the guide advises a move that is not legal")
        return _Leaf(*played)

    def _score(self, leaf: _Leaf, advice: Advice) -> Fraction:
        return advice.score if self._count is None else self._count(self._region, leaf.stones)

    def _ask(self, leaf: _Leaf) -> Advice:
        self._asked += 1
        if self._asked > self._max_nodes:
            raise TesujiError(f"the tree has more than {self._max_nodes} positions")
        return self._guide.advise(self._region, leaf.stones, leaf.last)
