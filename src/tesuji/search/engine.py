"""Runs the searches of the core on any game.

>>> from tesuji.games import make
>>> from tesuji.search import Budget, search
>>> position = make("gomoku", size=7).initial().play("A1 B7 A2 C7 A3 D7 A4 E7")
>>> report = search(position, "mcts", Budget(simulations=500), seed=1)
>>> report.best.notation, report.proof.value
('A5', 'win')
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

from tesuji import core
from tesuji.errors import TesujiError
from tesuji.games import Game, Position
from tesuji.games.capabilities import Capability
from tesuji.search.budget import Budget
from tesuji.search.control import Stoppable
from tesuji.search.report import SearchReport, read_report

Progress = Callable[[SearchReport], None]
"""Called repeatedly in the searching thread with the report so far; an exception ends it."""


class Search(Stoppable):
    """Runs a search within budgets; it can be stopped from any thread and continued after moves.

    Options of "mcts" are the fields of ``cpp/search/mcts_options.hpp``, and `evaluator`, a function
    from planes [n, channels, height, width] to logits [n, num_moves] and values [n], and with the
    option `leads` the points by which the player to move leads [n], all float32; `inputs`, such as
    `KataGoNetwork.inputs`, replaces the game's planes. Options of "alphabeta" are those of
    ``cpp/search/alphabeta.hpp``. A game may register further searches with `register_methods`.
    """

    def __init__(self, position: Position, method: str = "mcts", **options: Any) -> None:
        """Prepares to search `position` with a method of its game and that method's options."""
        methods = methods_of(position.game)
        if method not in methods:
            names = ", ".join(methods)
            raise TesujiError(
                f"there is no search called {method!r} for {position.game.name}; there are: {names}"
            )
        super().__init__()
        self.method = method
        self._position = position
        self._engine = methods[method](position, **options)

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
            return read_report(position, found, self.method, self._engine.valued)

        progress = None if on_progress is None else tell
        try:
            found = self._engine.run(position, self._begin(budget, interval), progress)
        except MemoryError:
            raise TesujiError(
                f"this machine does not have {budget.memory >> 20} MB for a search"
            ) from None
        return read(found)

    def allow_only(self, moves: Iterable[int]) -> None:
        """Restarts the search of this position with some of its moves only.

        Value and proof are then those for a player who has no others.
        """
        if not isinstance(self._engine, _Mcts):
            raise TesujiError(f"{self.method} cannot be restricted to some moves; mcts can")
        self._engine.allow_only(list(moves))

    def advance(self, move: int) -> None:
        """Moves to the position after `move` and keeps what is known of it."""
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
    """Searches `position` once; the default budget is 1000 simulations, or one second."""
    if budget is None:
        budget = Budget(simulations=1000) if method == "mcts" else Budget(seconds=1.0)
    return Search(position, method, **options).run(budget, on_progress, interval)


# -- the methods ------------------------------------------------------------------------------


class Engine(Protocol):
    """A search of the core behind `Search`."""

    @property
    def valued(self) -> int | None:
        """The number of best moves with exact values; the others are only bounded. None: all."""

    def run(self, position: Position, control: Any, progress: Any) -> Any: ...

    def advance(self, move: int) -> None: ...


class _Mcts:
    """Monte Carlo tree search, which keeps the subtree of the move played."""

    valued = None

    def __init__(
        self, position: Position, evaluator: Any = None, inputs: Any = None, **options: Any
    ) -> None:
        make: Any = core.mcts_class(position)
        shown = () if inputs is None else (inputs,)
        self._tree = make(position, make.tuned(**options), evaluator, *shown)

    def run(self, position: Position, control: Any, progress: Any) -> Any:
        return self._tree.run(control, progress)

    def allow_only(self, moves: list[int]) -> None:
        self._tree.allow_only(moves)

    def advance(self, move: int) -> None:
        self._tree.advance(move)


class KeptSearch:
    """A search of the core that takes each position from scratch but keeps its tables."""

    def __init__(self, search: Any, valued: int | None = None) -> None:
        self._search = search
        self.valued = valued

    def run(self, position: Position, control: Any, progress: Any) -> Any:
        return self._search.search(position, control, progress)

    def advance(self, move: int) -> None:
        pass


def _alphabeta(position: Position, all_moves_exact: bool = False, **options: Any) -> KeptSearch:
    """Returns alpha-beta search, which values only the best move unless `all_moves_exact`."""
    make: Any = core.alphabeta_class(position)
    search = make(all_moves_exact=all_moves_exact, **options)
    return KeptSearch(search, None if all_moves_exact else 1)


Methods = Mapping[str, Callable[..., Engine]]
"""Searches by name, each called with a position and the options of the search."""

_METHODS: Methods = {"mcts": _Mcts, "alphabeta": _alphabeta}
_OWN_METHODS: Capability[Methods] = Capability("tesuji.search.games")


def register_methods(game: str, methods: Methods) -> None:
    """Registers searches that only the game called `game` has."""
    _OWN_METHODS.register(game, methods)


def methods_of(game: Game) -> Methods:
    """Returns the searches that there are for a game, by name."""
    return {**_METHODS, **(_OWN_METHODS.of(game.name) or {})}
