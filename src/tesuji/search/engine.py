"""Running the searches of the core on any game, from Python.

>>> from tesuji.games import make
>>> from tesuji.search import Budget, search
>>> position = make("gomoku", size=7).initial().play("A1 B7 A2 C7 A3 D7 A4 E7")
>>> report = search(position, "mcts", Budget(simulations=500), seed=1)
>>> report.best.notation, report.proof.value
('A5', 'win')
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Protocol

from tesuji import core
from tesuji.errors import TesujiError
from tesuji.games import Position
from tesuji.search.budget import Budget
from tesuji.search.control import Stoppable
from tesuji.search.report import SearchReport, read_report

Progress = Callable[[SearchReport], None]
"""Called now and then, in the thread that searches, with what is known so far. What it raises ends
the search."""


class Search(Stoppable):
    """A search that is run within budgets, stopped from any thread, and continued after moves.

    Options of "mcts" are the fields of ``cpp/search/mcts_options.hpp``, and `evaluator`, a function
    from planes [n, channels, height, width] to logits [n, num_moves] and values [n], and with the
    option `leads` points by which the player to move leads [n], all float32;
    with `inputs`, such as `KataGoNetwork.inputs`, it sees those instead of the game's planes.
    Options of "alphabeta" are those of ``cpp/search/alphabeta.hpp``. Two searches know nothing but
    Gomoku: the options of "gomoku" are those of ``cpp/search/gomoku/engine.hpp``, the options of
    "monomial" those of ``cpp/search/monomial/search.hpp``.
    """

    def __init__(self, position: Position, method: str = "mcts", **options: Any) -> None:
        """Prepares to search `position` with a method of `METHODS` and its options."""
        if method not in METHODS:
            names = ", ".join(METHODS)
            raise TesujiError(f"there is no search called {method!r}; there are: {names}")
        super().__init__()
        self.method = method
        self._position = position
        self._engine = METHODS[method](position, **options)
        self._valued = _moves_with_values(method, options)

    @property
    def position(self) -> Position:
        return self._position

    def run(
        self, budget: Budget, on_progress: Progress | None = None, interval: float = 0.1
    ) -> SearchReport:
        """Searches until the budget is used up, `stop` is called, or the answer is exact.

        `on_progress` is called about every `interval` seconds.
        """
        position = self._position

        def tell(found: Any) -> None:
            assert on_progress is not None
            on_progress(read(found))

        def read(found: Any) -> SearchReport:
            return read_report(position, found, self.method, self._valued)

        progress = None if on_progress is None else tell
        try:
            found = self._engine.run(position, self._begin(budget, interval), progress)
        except MemoryError:
            raise TesujiError(
                f"this machine does not have {budget.memory >> 20} MB for a search"
            ) from None
        return read(found)

    def advance(self, move: int) -> None:
        """Goes on from the position after `move`, keeping what is known of it."""
        after = self._position.after(move)
        self._engine.advance(move)
        self._position = after


def search(
    position: Position,
    method: str = "mcts",
    budget: Budget | None = None,
    *,
    on_progress: Progress | None = None,
    interval: float = 0.1,
    **options: Any,
) -> SearchReport:
    """One search of `position`; without a budget 1000 simulations, or one second."""
    if budget is None:
        budget = Budget(simulations=1000) if method == "mcts" else Budget(seconds=1.0)
    return Search(position, method, **options).run(budget, on_progress, interval)


# -- the methods ------------------------------------------------------------------------------


class Engine(Protocol):
    """A search of the core behind `Search`."""

    def run(self, position: Position, control: Any, progress: Any) -> Any: ...

    def advance(self, move: int) -> None: ...


def _moves_with_values(method: str, options: Mapping[str, Any]) -> int | None:
    """How many of the best moves a search values; it only bounds the others. None: it values all.

    Alpha-beta cuts off the search of a move as soon as it cannot be the best one.
    """
    if method == "gomoku":
        return int(options.get("lines", 1))
    if method == "alphabeta" and not options.get("all_moves_exact", False):
        return 1
    return None


class _Mcts:
    """Monte Carlo tree search: the tree is kept, and cut down to what follows a move."""

    def __init__(
        self, position: Position, evaluator: Any = None, inputs: Any = None, **options: Any
    ) -> None:
        make = core_class(position, "Mcts")
        shown = () if inputs is None else (inputs,)
        self._tree = make(position, make.tuned(**options), evaluator, *shown)

    def run(self, position: Position, control: Any, progress: Any) -> Any:
        return self._tree.run(control, progress)

    def advance(self, move: int) -> None:
        self._tree.advance(move)


class _AlphaBeta:
    """Alpha-beta: the table of positions is kept."""

    def __init__(self, position: Position, **options: Any) -> None:
        self._search = core_class(position, "AlphaBeta")(**options)

    def run(self, position: Position, control: Any, progress: Any) -> Any:
        return self._search.search(position, control, progress)

    def advance(self, move: int) -> None:
        pass  # positions are given anew


class _OfGomoku:
    """A search of Gomoku alone: the positions and wins that it knows are kept."""

    def __init__(self, search: str, position: Position, **options: Any) -> None:
        if not isinstance(position, core.GomokuPosition):
            raise TesujiError(f"this search knows Gomoku only, not {position.game.name}")
        self._search = getattr(core, search)(**options)

    def run(self, position: Position, control: Any, progress: Any) -> Any:
        return self._search.search(position, control, progress)

    def advance(self, move: int) -> None:
        pass  # positions are given anew


METHODS: dict[str, Callable[..., Engine]] = {
    "mcts": _Mcts,
    "alphabeta": _AlphaBeta,
    "gomoku": partial(_OfGomoku, "GomokuEngine"),
    "monomial": partial(_OfGomoku, "GomokuMonomial"),
}
"""The searches by name."""


def core_class(position: Position, search: str) -> Any:
    """The class of the core that searches positions such as this one.

    There is one for each game of the core, and one for all games written in Python.
    """
    for kind in type(position).__mro__:
        if kind.__module__.startswith("tesuji.core") and kind.__name__.endswith("Position"):
            return getattr(core, kind.__name__.removesuffix("Position") + search)
    return getattr(core, f"Python{search}")
