"""Generated from the C++ core by tools/stubs.py: do not edit."""

from types import ModuleType
from typing import Any

"""The C++ core of Tesuji: rules and search."""

from collections.abc import Callable, Sequence
from typing import Annotated, Final, Self, overload

import numpy
from numpy.typing import NDArray

class TorusRules:
    def __init__(self, size: int) -> None: ...
    @property
    def size(self) -> int: ...
    @property
    def num_moves(self) -> int: ...
    @property
    def num_symmetries(self) -> int: ...
    @property
    def plane_shape(self) -> tuple[int, int, int]: ...
    def move_under(self, symmetry: int) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...
    def cell_under(self, symmetry: int) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...
    def cells_of_moves(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...
    def __eq__(self, other: object, /) -> bool: ...

class TorusPosition:
    @overload
    def __init__(self, rules: TorusRules) -> None: ...
    @overload
    def __init__(self, rules: TorusRules, stones: Sequence[int], to_move: int) -> None: ...
    @property
    def rules(self) -> TorusRules: ...
    @property
    def to_move_index(self) -> int: ...
    @property
    def is_over(self) -> bool: ...
    def result(self) -> tuple[int, float, str] | None: ...
    def legal_moves(self) -> list[int]: ...
    def is_legal(self, move: int) -> bool: ...
    def why_illegal(self, move: int) -> str | None: ...
    def after(self, move: int) -> Self: ...
    def transformed(self, symmetry: int) -> Self: ...
    def planes(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None, None, None))]: ...
    @property
    def moves(self) -> list[int]: ...
    @property
    def num_played(self) -> int: ...
    @property
    def hash(self) -> int: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    @property
    def stones(self) -> list[int]: ...
    def captures_of(self, move: int) -> list[int]: ...
    def wins(self, move: int) -> bool: ...
    @property
    def setup(self) -> tuple[list[int], int] | None: ...

@overload
def play_randomly(
    start: TorusPosition, games: int, seed: int, max_plies: int
) -> tuple[list[int], int]: ...
@overload
def play_randomly(
    start: DotsAndBoxesPosition, games: int, seed: int, max_plies: int
) -> tuple[list[int], int]: ...
@overload
def play_randomly(
    start: GoPosition, games: int, seed: int, max_plies: int
) -> tuple[list[int], int]: ...
@overload
def play_randomly(
    start: GomokuPosition, games: int, seed: int, max_plies: int
) -> tuple[list[int], int]: ...

class DotsAndBoxesRules:
    def __init__(self, rows: int, columns: int) -> None: ...
    @property
    def rows(self) -> int: ...
    @property
    def columns(self) -> int: ...
    def lines_of(self, box: int) -> list[int]: ...
    @property
    def num_moves(self) -> int: ...
    @property
    def num_symmetries(self) -> int: ...
    @property
    def plane_shape(self) -> tuple[int, int, int]: ...
    def move_under(self, symmetry: int) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...
    def cell_under(self, symmetry: int) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...
    def cells_of_moves(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...
    def __eq__(self, other: object, /) -> bool: ...

class DotsAndBoxesPosition:
    @overload
    def __init__(self, rules: DotsAndBoxesRules) -> None: ...
    @overload
    def __init__(
        self, rules: DotsAndBoxesRules, lines: Sequence[int], owners: Sequence[int], to_move: int
    ) -> None: ...
    @property
    def rules(self) -> DotsAndBoxesRules: ...
    @property
    def to_move_index(self) -> int: ...
    @property
    def is_over(self) -> bool: ...
    def result(self) -> tuple[int, float, str] | None: ...
    def legal_moves(self) -> list[int]: ...
    def is_legal(self, move: int) -> bool: ...
    def why_illegal(self, move: int) -> str | None: ...
    def after(self, move: int) -> Self: ...
    def transformed(self, symmetry: int) -> Self: ...
    def planes(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None, None, None))]: ...
    @property
    def moves(self) -> list[int]: ...
    @property
    def num_played(self) -> int: ...
    @property
    def hash(self) -> int: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    @property
    def lines(self) -> list[int]: ...
    @property
    def owners(self) -> list[int]: ...
    @property
    def scores(self) -> tuple[int, int]: ...
    @property
    def lines_hash(self) -> int: ...
    @property
    def setup(self) -> tuple[list[int], list[int], int] | None: ...

class GoRules:
    def __init__(
        self, rows: int, columns: int, komi: float, superko: bool, territory: bool
    ) -> None: ...
    @property
    def rows(self) -> int: ...
    @property
    def columns(self) -> int: ...
    @property
    def komi(self) -> float: ...
    @property
    def superko(self) -> bool: ...
    @property
    def territory(self) -> bool: ...
    def handicap_points(self, count: int) -> list[int]: ...
    @property
    def num_moves(self) -> int: ...
    @property
    def num_symmetries(self) -> int: ...
    @property
    def plane_shape(self) -> tuple[int, int, int]: ...
    def move_under(self, symmetry: int) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...
    def cell_under(self, symmetry: int) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...
    def cells_of_moves(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...
    def __eq__(self, other: object, /) -> bool: ...

class GoPosition:
    @overload
    def __init__(self, rules: GoRules) -> None: ...
    @overload
    def __init__(
        self, rules: GoRules, stones: Sequence[int], to_move: int, prisoners: Sequence[int] = [0, 0]
    ) -> None: ...
    @property
    def rules(self) -> GoRules: ...
    @property
    def to_move_index(self) -> int: ...
    @property
    def is_over(self) -> bool: ...
    def result(self) -> tuple[int, float, str] | None: ...
    def legal_moves(self) -> list[int]: ...
    def is_legal(self, move: int) -> bool: ...
    def why_illegal(self, move: int) -> str | None: ...
    def after(self, move: int) -> Self: ...
    def transformed(self, symmetry: int) -> Self: ...
    def planes(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None, None, None))]: ...
    @property
    def moves(self) -> list[int]: ...
    @property
    def num_played(self) -> int: ...
    @property
    def hash(self) -> int: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    @property
    def stones(self) -> list[int]: ...
    def liberties(self, point: int) -> int: ...
    def chain(self, point: int) -> list[int]: ...
    @property
    def prisoners(self) -> tuple[int, int]: ...
    @property
    def ko_banned(self) -> list[int]: ...
    def count(self, dead: Sequence[int]) -> tuple[float, float, list[int]]: ...
    @property
    def setup(self) -> tuple[list[int], int, list[int]] | None: ...

class GomokuRules:
    def __init__(self, size: int, variant: str, swap2: bool) -> None: ...
    @property
    def size(self) -> int: ...
    @property
    def variant(self) -> str: ...
    @property
    def swap2(self) -> bool: ...
    @property
    def num_moves(self) -> int: ...
    @property
    def num_symmetries(self) -> int: ...
    @property
    def plane_shape(self) -> tuple[int, int, int]: ...
    def move_under(self, symmetry: int) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...
    def cell_under(self, symmetry: int) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...
    def cells_of_moves(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...
    def __eq__(self, other: object, /) -> bool: ...

class GomokuPosition:
    @overload
    def __init__(self, rules: GomokuRules) -> None: ...
    @overload
    def __init__(self, rules: GomokuRules, stones: Sequence[int], to_move: int) -> None: ...
    @property
    def rules(self) -> GomokuRules: ...
    @property
    def to_move_index(self) -> int: ...
    @property
    def is_over(self) -> bool: ...
    def result(self) -> tuple[int, float, str] | None: ...
    def legal_moves(self) -> list[int]: ...
    def is_legal(self, move: int) -> bool: ...
    def why_illegal(self, move: int) -> str | None: ...
    def after(self, move: int) -> Self: ...
    def transformed(self, symmetry: int) -> Self: ...
    def planes(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None, None, None))]: ...
    @property
    def moves(self) -> list[int]: ...
    @property
    def num_played(self) -> int: ...
    @property
    def hash(self) -> int: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    @property
    def stones(self) -> list[int]: ...
    @property
    def winning_line(self) -> list[int]: ...
    @property
    def forbidden_points(self) -> list[int]: ...
    @property
    def phase(self) -> str: ...
    @property
    def colour_to_place(self) -> int: ...
    def player_of(self, colour: int) -> int: ...
    @property
    def setup(self) -> tuple[list[int], int] | None: ...

class Budget:
    """How much a search may spend; 0 is no limit of that kind."""

    def __init__(
        self,
        simulations: int = 0,
        nodes: int = 0,
        seconds: float = 0.0,
        depth: int = 0,
        memory: int = 268435456,
    ) -> None: ...
    @property
    def simulations(self) -> int: ...
    @simulations.setter
    def simulations(self, arg: int, /) -> None: ...
    @property
    def nodes(self) -> int: ...
    @nodes.setter
    def nodes(self, arg: int, /) -> None: ...
    @property
    def seconds(self) -> float: ...
    @seconds.setter
    def seconds(self, arg: float, /) -> None: ...
    @property
    def depth(self) -> int: ...
    @depth.setter
    def depth(self, arg: int, /) -> None: ...
    @property
    def memory(self) -> int: ...
    @memory.setter
    def memory(self, arg: int, /) -> None: ...

class SearchControl:
    """Holds the budget of one search and lets any thread stop it."""

    def __init__(self, budget: Budget) -> None: ...
    @property
    def budget(self) -> Budget: ...
    def stop(self) -> None:
        """Asks the search to end soon, from any thread."""

    @property
    def stopped(self) -> bool: ...
    @property
    def elapsed(self) -> float:
        """Seconds since this was made."""

    @property
    def progress_interval(self) -> float:
        """Seconds between two calls of a progress callback."""

    @progress_interval.setter
    def progress_interval(self, arg: float, /) -> None: ...

class MoveReport:
    """One move at the root; values are for the player to move there."""

    @property
    def move(self) -> int: ...
    @property
    def visits(self) -> int: ...
    @property
    def value(self) -> float: ...
    @property
    def prior(self) -> float: ...
    @property
    def proof(self) -> str | None: ...
    @property
    def score(self) -> float | None: ...
    @property
    def line(self) -> list[int]: ...

class SearchReport:
    """What a search found out."""

    @property
    def for_player(self) -> int: ...
    @property
    def value(self) -> float: ...
    @property
    def proof(self) -> str | None: ...
    @property
    def score(self) -> float | None: ...
    @property
    def moves(self) -> list[MoveReport]: ...
    @property
    def simulations(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def seconds(self) -> float: ...
    @property
    def depth(self) -> int: ...
    @property
    def memory(self) -> int: ...

class MctsOptions:
    """How a Monte-Carlo tree search behaves: mcts_options.hpp."""

    def __init__(self, **kwargs: Any) -> None: ...
    @property
    def uct(self) -> float: ...
    @uct.setter
    def uct(self, arg: float, /) -> None: ...
    @property
    def puct(self) -> float: ...
    @puct.setter
    def puct(self, arg: float, /) -> None: ...
    @property
    def puct_base(self) -> float: ...
    @puct_base.setter
    def puct_base(self, arg: float, /) -> None: ...
    @property
    def try_every_move(self) -> bool: ...
    @try_every_move.setter
    def try_every_move(self, arg: bool, /) -> None: ...
    @property
    def fpu_reduction(self) -> float: ...
    @fpu_reduction.setter
    def fpu_reduction(self, arg: float, /) -> None: ...
    @property
    def virtual_loss(self) -> float: ...
    @virtual_loss.setter
    def virtual_loss(self, arg: float, /) -> None: ...
    @property
    def solver(self) -> bool: ...
    @solver.setter
    def solver(self, arg: bool, /) -> None: ...
    @property
    def expand_visits(self) -> int: ...
    @expand_visits.setter
    def expand_visits(self, arg: int, /) -> None: ...
    @property
    def rollout_plies(self) -> int: ...
    @rollout_plies.setter
    def rollout_plies(self, arg: int, /) -> None: ...
    @property
    def rave(self) -> bool: ...
    @rave.setter
    def rave(self, arg: bool, /) -> None: ...
    @property
    def rave_visits(self) -> float: ...
    @rave_visits.setter
    def rave_visits(self, arg: float, /) -> None: ...
    @property
    def score_weight(self) -> float: ...
    @score_weight.setter
    def score_weight(self, arg: float, /) -> None: ...
    @property
    def score_scale(self) -> float: ...
    @score_scale.setter
    def score_scale(self, arg: float, /) -> None: ...
    @property
    def batch_size(self) -> int: ...
    @batch_size.setter
    def batch_size(self, arg: int, /) -> None: ...
    @property
    def noise_alpha(self) -> float: ...
    @noise_alpha.setter
    def noise_alpha(self, arg: float, /) -> None: ...
    @property
    def noise_weight(self) -> float: ...
    @noise_weight.setter
    def noise_weight(self, arg: float, /) -> None: ...
    @property
    def gumbel(self) -> bool: ...
    @gumbel.setter
    def gumbel(self, arg: bool, /) -> None: ...
    @property
    def gumbel_moves(self) -> int: ...
    @gumbel_moves.setter
    def gumbel_moves(self, arg: int, /) -> None: ...
    @property
    def gumbel_visits(self) -> float: ...
    @gumbel_visits.setter
    def gumbel_visits(self, arg: float, /) -> None: ...
    @property
    def gumbel_scale(self) -> float: ...
    @gumbel_scale.setter
    def gumbel_scale(self, arg: float, /) -> None: ...
    @property
    def threads(self) -> int: ...
    @threads.setter
    def threads(self, arg: int, /) -> None: ...
    @property
    def seed(self) -> int: ...
    @seed.setter
    def seed(self, arg: int, /) -> None: ...

class TorusMcts:
    def __init__(
        self,
        position: TorusPosition,
        options: MctsOptions = ...,
        evaluator: Callable[..., Any] | None = None,
    ) -> None: ...
    @overload
    def run(
        self, control: SearchControl, progress: Callable[..., Any] | None = None
    ) -> SearchReport: ...
    @overload
    def run(
        self,
        *,
        simulations: int = 0,
        nodes: int = 0,
        seconds: float = 0.0,
        depth: int = 0,
        memory: int = 268435456,
        progress: Callable[..., Any] | None = None,
        progress_interval: float = 0.1,
    ) -> SearchReport:
        """
        Searches until a limit is reached, somebody stops it, or the root is proven.
        """

    def report(self) -> SearchReport:
        """What is known now."""

    def advance(self, move: int) -> bool:
        """
        Plays a move at the root and keeps the tree below it; whether there was one.
        """

    def choose(self, temperature: float = 0.0, seed: int = 0) -> int:
        """
        The best move, or one drawn by visits ** (1 / temperature); -1 before a search.
        """

    def policy(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]:
        """The target to train a policy with, float32 [num_moves]."""

    @property
    def value(self) -> float:
        """Mean value of the root for the player to move."""

    @property
    def visits(self) -> int:
        """Simulations that the tree holds."""

    @property
    def nodes(self) -> int: ...
    @property
    def memory(self) -> int: ...
    @property
    def options(self) -> MctsOptions: ...
    @staticmethod
    def tuned(**kwargs: Any) -> MctsOptions:
        """
        The options that are strongest in this game, changed by those given by name.
        """

    def set_root(self, position: TorusPosition) -> None: ...
    @property
    def position(self) -> TorusPosition: ...

class DotsAndBoxesMcts:
    def __init__(
        self,
        position: DotsAndBoxesPosition,
        options: MctsOptions = ...,
        evaluator: Callable[..., Any] | None = None,
    ) -> None: ...
    @overload
    def run(
        self, control: SearchControl, progress: Callable[..., Any] | None = None
    ) -> SearchReport: ...
    @overload
    def run(
        self,
        *,
        simulations: int = 0,
        nodes: int = 0,
        seconds: float = 0.0,
        depth: int = 0,
        memory: int = 268435456,
        progress: Callable[..., Any] | None = None,
        progress_interval: float = 0.1,
    ) -> SearchReport:
        """
        Searches until a limit is reached, somebody stops it, or the root is proven.
        """

    def report(self) -> SearchReport:
        """What is known now."""

    def advance(self, move: int) -> bool:
        """
        Plays a move at the root and keeps the tree below it; whether there was one.
        """

    def choose(self, temperature: float = 0.0, seed: int = 0) -> int:
        """
        The best move, or one drawn by visits ** (1 / temperature); -1 before a search.
        """

    def policy(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]:
        """The target to train a policy with, float32 [num_moves]."""

    @property
    def value(self) -> float:
        """Mean value of the root for the player to move."""

    @property
    def visits(self) -> int:
        """Simulations that the tree holds."""

    @property
    def nodes(self) -> int: ...
    @property
    def memory(self) -> int: ...
    @property
    def options(self) -> MctsOptions: ...
    @staticmethod
    def tuned(**kwargs: Any) -> MctsOptions:
        """
        The options that are strongest in this game, changed by those given by name.
        """

    def set_root(self, position: DotsAndBoxesPosition) -> None: ...
    @property
    def position(self) -> DotsAndBoxesPosition: ...

class GoMcts:
    def __init__(
        self,
        position: GoPosition,
        options: MctsOptions = ...,
        evaluator: Callable[..., Any] | None = None,
    ) -> None: ...
    @overload
    def run(
        self, control: SearchControl, progress: Callable[..., Any] | None = None
    ) -> SearchReport: ...
    @overload
    def run(
        self,
        *,
        simulations: int = 0,
        nodes: int = 0,
        seconds: float = 0.0,
        depth: int = 0,
        memory: int = 268435456,
        progress: Callable[..., Any] | None = None,
        progress_interval: float = 0.1,
    ) -> SearchReport:
        """
        Searches until a limit is reached, somebody stops it, or the root is proven.
        """

    def report(self) -> SearchReport:
        """What is known now."""

    def advance(self, move: int) -> bool:
        """
        Plays a move at the root and keeps the tree below it; whether there was one.
        """

    def choose(self, temperature: float = 0.0, seed: int = 0) -> int:
        """
        The best move, or one drawn by visits ** (1 / temperature); -1 before a search.
        """

    def policy(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]:
        """The target to train a policy with, float32 [num_moves]."""

    @property
    def value(self) -> float:
        """Mean value of the root for the player to move."""

    @property
    def visits(self) -> int:
        """Simulations that the tree holds."""

    @property
    def nodes(self) -> int: ...
    @property
    def memory(self) -> int: ...
    @property
    def options(self) -> MctsOptions: ...
    @staticmethod
    def tuned(**kwargs: Any) -> MctsOptions:
        """
        The options that are strongest in this game, changed by those given by name.
        """

    def set_root(self, position: GoPosition) -> None: ...
    @property
    def position(self) -> GoPosition: ...

class GomokuMcts:
    def __init__(
        self,
        position: GomokuPosition,
        options: MctsOptions = ...,
        evaluator: Callable[..., Any] | None = None,
    ) -> None: ...
    @overload
    def run(
        self, control: SearchControl, progress: Callable[..., Any] | None = None
    ) -> SearchReport: ...
    @overload
    def run(
        self,
        *,
        simulations: int = 0,
        nodes: int = 0,
        seconds: float = 0.0,
        depth: int = 0,
        memory: int = 268435456,
        progress: Callable[..., Any] | None = None,
        progress_interval: float = 0.1,
    ) -> SearchReport:
        """
        Searches until a limit is reached, somebody stops it, or the root is proven.
        """

    def report(self) -> SearchReport:
        """What is known now."""

    def advance(self, move: int) -> bool:
        """
        Plays a move at the root and keeps the tree below it; whether there was one.
        """

    def choose(self, temperature: float = 0.0, seed: int = 0) -> int:
        """
        The best move, or one drawn by visits ** (1 / temperature); -1 before a search.
        """

    def policy(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]:
        """The target to train a policy with, float32 [num_moves]."""

    @property
    def value(self) -> float:
        """Mean value of the root for the player to move."""

    @property
    def visits(self) -> int:
        """Simulations that the tree holds."""

    @property
    def nodes(self) -> int: ...
    @property
    def memory(self) -> int: ...
    @property
    def options(self) -> MctsOptions: ...
    @staticmethod
    def tuned(**kwargs: Any) -> MctsOptions:
        """
        The options that are strongest in this game, changed by those given by name.
        """

    def set_root(self, position: GomokuPosition) -> None: ...
    @property
    def position(self) -> GomokuPosition: ...

class PythonMcts:
    def __init__(
        self,
        position: object,
        options: MctsOptions = ...,
        evaluator: Callable[..., Any] | None = None,
    ) -> None: ...
    @overload
    def run(
        self, control: SearchControl, progress: Callable[..., Any] | None = None
    ) -> SearchReport: ...
    @overload
    def run(
        self,
        *,
        simulations: int = 0,
        nodes: int = 0,
        seconds: float = 0.0,
        depth: int = 0,
        memory: int = 268435456,
        progress: Callable[..., Any] | None = None,
        progress_interval: float = 0.1,
    ) -> SearchReport:
        """
        Searches until a limit is reached, somebody stops it, or the root is proven.
        """

    def report(self) -> SearchReport:
        """What is known now."""

    def advance(self, move: int) -> bool:
        """
        Plays a move at the root and keeps the tree below it; whether there was one.
        """

    def choose(self, temperature: float = 0.0, seed: int = 0) -> int:
        """
        The best move, or one drawn by visits ** (1 / temperature); -1 before a search.
        """

    def policy(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]:
        """The target to train a policy with, float32 [num_moves]."""

    @property
    def value(self) -> float:
        """Mean value of the root for the player to move."""

    @property
    def visits(self) -> int:
        """Simulations that the tree holds."""

    @property
    def nodes(self) -> int: ...
    @property
    def memory(self) -> int: ...
    @property
    def options(self) -> MctsOptions: ...
    @staticmethod
    def tuned(**kwargs: Any) -> MctsOptions:
        """
        The options that are strongest in this game, changed by those given by name.
        """

    def set_root(self, position: object) -> None: ...

class TorusAlphaBeta:
    """Alpha-beta search; keeps its table of positions between searches."""

    def __init__(
        self,
        *,
        all_moves_exact: bool = False,
        reductions: bool = True,
        threads: int = 1,
        seed: int = 0,
    ) -> None: ...
    @overload
    def search(
        self,
        position: TorusPosition,
        control: SearchControl,
        progress: Callable[..., Any] | None = None,
    ) -> SearchReport: ...
    @overload
    def search(
        self,
        position: TorusPosition,
        *,
        nodes: int = 0,
        seconds: float = 0.0,
        depth: int = 0,
        memory: int = 268435456,
        progress: Callable[..., Any] | None = None,
        progress_interval: float = 0.1,
    ) -> SearchReport:
        """
        Searches until a limit is reached, somebody stops it, or the position is solved.
        """

@overload
def alphabeta(
    position: TorusPosition,
    *,
    nodes: int = 0,
    seconds: float = 0.0,
    depth: int = 0,
    memory: int = 268435456,
    all_moves_exact: bool = False,
    reductions: bool = True,
    threads: int = 1,
    seed: int = 0,
    progress: Callable[..., Any] | None = None,
    progress_interval: float = 0.1,
) -> SearchReport: ...
@overload
def alphabeta(
    position: DotsAndBoxesPosition,
    *,
    nodes: int = 0,
    seconds: float = 0.0,
    depth: int = 0,
    memory: int = 268435456,
    all_moves_exact: bool = False,
    reductions: bool = True,
    threads: int = 1,
    seed: int = 0,
    progress: Callable[..., Any] | None = None,
    progress_interval: float = 0.1,
) -> SearchReport: ...
@overload
def alphabeta(
    position: GoPosition,
    *,
    nodes: int = 0,
    seconds: float = 0.0,
    depth: int = 0,
    memory: int = 268435456,
    all_moves_exact: bool = False,
    reductions: bool = True,
    threads: int = 1,
    seed: int = 0,
    progress: Callable[..., Any] | None = None,
    progress_interval: float = 0.1,
) -> SearchReport: ...
@overload
def alphabeta(
    position: GomokuPosition,
    *,
    nodes: int = 0,
    seconds: float = 0.0,
    depth: int = 0,
    memory: int = 268435456,
    all_moves_exact: bool = False,
    reductions: bool = True,
    threads: int = 1,
    seed: int = 0,
    progress: Callable[..., Any] | None = None,
    progress_interval: float = 0.1,
) -> SearchReport: ...
@overload
def alphabeta(
    position: object,
    *,
    nodes: int = 0,
    seconds: float = 0.0,
    depth: int = 0,
    memory: int = 268435456,
    all_moves_exact: bool = False,
    reductions: bool = True,
    threads: int = 1,
    seed: int = 0,
    progress: Callable[..., Any] | None = None,
    progress_interval: float = 0.1,
) -> SearchReport:
    """One alpha-beta search of a position."""

class DotsAndBoxesAlphaBeta:
    """Alpha-beta search; keeps its table of positions between searches."""

    def __init__(
        self,
        *,
        all_moves_exact: bool = False,
        reductions: bool = True,
        threads: int = 1,
        seed: int = 0,
    ) -> None: ...
    @overload
    def search(
        self,
        position: DotsAndBoxesPosition,
        control: SearchControl,
        progress: Callable[..., Any] | None = None,
    ) -> SearchReport: ...
    @overload
    def search(
        self,
        position: DotsAndBoxesPosition,
        *,
        nodes: int = 0,
        seconds: float = 0.0,
        depth: int = 0,
        memory: int = 268435456,
        progress: Callable[..., Any] | None = None,
        progress_interval: float = 0.1,
    ) -> SearchReport:
        """
        Searches until a limit is reached, somebody stops it, or the position is solved.
        """

class GoAlphaBeta:
    """Alpha-beta search; keeps its table of positions between searches."""

    def __init__(
        self,
        *,
        all_moves_exact: bool = False,
        reductions: bool = True,
        threads: int = 1,
        seed: int = 0,
    ) -> None: ...
    @overload
    def search(
        self,
        position: GoPosition,
        control: SearchControl,
        progress: Callable[..., Any] | None = None,
    ) -> SearchReport: ...
    @overload
    def search(
        self,
        position: GoPosition,
        *,
        nodes: int = 0,
        seconds: float = 0.0,
        depth: int = 0,
        memory: int = 268435456,
        progress: Callable[..., Any] | None = None,
        progress_interval: float = 0.1,
    ) -> SearchReport:
        """
        Searches until a limit is reached, somebody stops it, or the position is solved.
        """

class GomokuAlphaBeta:
    """Alpha-beta search; keeps its table of positions between searches."""

    def __init__(
        self,
        *,
        all_moves_exact: bool = False,
        reductions: bool = True,
        threads: int = 1,
        seed: int = 0,
    ) -> None: ...
    @overload
    def search(
        self,
        position: GomokuPosition,
        control: SearchControl,
        progress: Callable[..., Any] | None = None,
    ) -> SearchReport: ...
    @overload
    def search(
        self,
        position: GomokuPosition,
        *,
        nodes: int = 0,
        seconds: float = 0.0,
        depth: int = 0,
        memory: int = 268435456,
        progress: Callable[..., Any] | None = None,
        progress_interval: float = 0.1,
    ) -> SearchReport:
        """
        Searches until a limit is reached, somebody stops it, or the position is solved.
        """

class PythonAlphaBeta:
    """Alpha-beta search; keeps its table of positions between searches."""

    def __init__(
        self,
        *,
        all_moves_exact: bool = False,
        reductions: bool = True,
        threads: int = 1,
        seed: int = 0,
    ) -> None: ...
    @overload
    def search(
        self, position: object, control: SearchControl, progress: Callable[..., Any] | None = None
    ) -> SearchReport: ...
    @overload
    def search(
        self,
        position: object,
        *,
        nodes: int = 0,
        seconds: float = 0.0,
        depth: int = 0,
        memory: int = 268435456,
        progress: Callable[..., Any] | None = None,
        progress_interval: float = 0.1,
    ) -> SearchReport:
        """
        Searches until a limit is reached, somebody stops it, or the position is solved.
        """

class ProofTree:
    """
    A winning tree. Where the attacker moves a node has one branch, his winning move; where the defender moves it has one for every legal reply, the move -2 (any_reply) standing for all that are not named; an end has none.
    """

    any_reply: Final[int] = ...
    """(arg: object, /) -> int"""

    def __len__(self) -> int: ...
    @property
    def root(self) -> int: ...
    def to_move(self, node: int) -> int: ...
    def plies(self, node: int) -> int:
        """Moves to the end, if the defender resists as long as he can."""

    def branches(self, node: int) -> list[tuple[int, int]]:
        """The moves of a node and the nodes they lead to."""

    @property
    def node_array(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None, None))]:
        """
        int32 [nodes, 4]: player to move, first branch, number of branches, plies.
        """

    @property
    def branch_array(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None, None))]:
        """int32 [branches, 2]: move, node."""

class ProofReport:
    """What a proof search found out."""

    @property
    def status(self) -> str:
        """'proven', 'disproven', 'no_forcing_win' or 'unknown'."""

    @property
    def attacker(self) -> int: ...
    @property
    def move(self) -> int | None:
        """The winning move, if there is one and it is the attacker's turn."""

    @property
    def line(self) -> list[int]:
        """The winning moves against the longest defence."""

    @property
    def tree(self) -> ProofTree | None:
        """
        The winning tree; None without a proof, or if it did not fit in memory.
        """

    @property
    def nodes(self) -> int: ...
    @property
    def seconds(self) -> float: ...
    @property
    def memory(self) -> int: ...
    @property
    def proof_number(self) -> int: ...
    @property
    def disproof_number(self) -> int: ...

@overload
def prove(
    position: TorusPosition,
    control: SearchControl,
    *,
    attacker: int | None = None,
    forcing: bool = False,
    threes: bool = True,
    tree: bool = True,
    explicit_replies: bool = False,
    progress: Callable[..., Any] | None = None,
) -> ProofReport: ...
@overload
def prove(
    position: TorusPosition,
    *,
    attacker: int | None = None,
    forcing: bool = False,
    threes: bool = True,
    tree: bool = True,
    explicit_replies: bool = False,
    nodes: int = 0,
    seconds: float = 0.0,
    depth: int = 0,
    memory: int = 268435456,
    progress: Callable[..., Any] | None = None,
    progress_interval: float = 0.1,
) -> ProofReport: ...
@overload
def prove(
    position: DotsAndBoxesPosition,
    control: SearchControl,
    *,
    attacker: int | None = None,
    forcing: bool = False,
    threes: bool = True,
    tree: bool = True,
    explicit_replies: bool = False,
    progress: Callable[..., Any] | None = None,
) -> ProofReport: ...
@overload
def prove(
    position: DotsAndBoxesPosition,
    *,
    attacker: int | None = None,
    forcing: bool = False,
    threes: bool = True,
    tree: bool = True,
    explicit_replies: bool = False,
    nodes: int = 0,
    seconds: float = 0.0,
    depth: int = 0,
    memory: int = 268435456,
    progress: Callable[..., Any] | None = None,
    progress_interval: float = 0.1,
) -> ProofReport: ...
@overload
def prove(
    position: GoPosition,
    control: SearchControl,
    *,
    attacker: int | None = None,
    forcing: bool = False,
    threes: bool = True,
    tree: bool = True,
    explicit_replies: bool = False,
    progress: Callable[..., Any] | None = None,
) -> ProofReport: ...
@overload
def prove(
    position: GoPosition,
    *,
    attacker: int | None = None,
    forcing: bool = False,
    threes: bool = True,
    tree: bool = True,
    explicit_replies: bool = False,
    nodes: int = 0,
    seconds: float = 0.0,
    depth: int = 0,
    memory: int = 268435456,
    progress: Callable[..., Any] | None = None,
    progress_interval: float = 0.1,
) -> ProofReport: ...
@overload
def prove(
    position: GomokuPosition,
    control: SearchControl,
    *,
    attacker: int | None = None,
    forcing: bool = False,
    threes: bool = True,
    tree: bool = True,
    explicit_replies: bool = False,
    progress: Callable[..., Any] | None = None,
) -> ProofReport: ...
@overload
def prove(
    position: GomokuPosition,
    *,
    attacker: int | None = None,
    forcing: bool = False,
    threes: bool = True,
    tree: bool = True,
    explicit_replies: bool = False,
    nodes: int = 0,
    seconds: float = 0.0,
    depth: int = 0,
    memory: int = 268435456,
    progress: Callable[..., Any] | None = None,
    progress_interval: float = 0.1,
) -> ProofReport: ...
@overload
def prove(
    position: object,
    control: SearchControl,
    *,
    attacker: int | None = None,
    forcing: bool = False,
    threes: bool = True,
    tree: bool = True,
    explicit_replies: bool = False,
    progress: Callable[..., Any] | None = None,
) -> ProofReport: ...
@overload
def prove(
    position: object,
    *,
    attacker: int | None = None,
    forcing: bool = False,
    threes: bool = True,
    tree: bool = True,
    explicit_replies: bool = False,
    nodes: int = 0,
    seconds: float = 0.0,
    depth: int = 0,
    memory: int = 268435456,
    progress: Callable[..., Any] | None = None,
    progress_interval: float = 0.1,
) -> ProofReport:
    """Whether `attacker` (by default the player to move) can force a win."""

def dots_and_boxes_table(
    rules: DotsAndBoxesRules,
) -> Annotated[NDArray[numpy.int8], dict(shape=(None,))]:
    """
    Net boxes of the player to move for every set of drawn lines, int8 [2 ** lines].
    """

def dots_and_boxes_disagreements(rules: DotsAndBoxesRules, count: int, seed: int) -> int:
    """How often search and full table disagree, among random sets of lines."""

class DotsAndBoxesSolver:
    """Solves a position and those that can follow it; keeps what it found."""

    def __init__(
        self,
        position: DotsAndBoxesPosition,
        memory: int = 268435456,
        threads: int = 1,
        all_moves: bool = True,
    ) -> None: ...
    def covers(self, position: DotsAndBoxesPosition) -> bool:
        """Whether all open lines of a position are among those it was made for."""

    def run(
        self,
        position: DotsAndBoxesPosition,
        control: SearchControl,
        progress: Callable[..., Any] | None = None,
    ) -> SearchReport:
        """
        Scores are the final lead of the player to move; moves without one were not solved.
        """

class DotsAndBoxesChainSearch:
    """Monte-Carlo tree search with chain theory, for boards of any size."""

    def __init__(
        self, position: DotsAndBoxesPosition, options: MctsOptions = ..., playouts: int = 2
    ) -> None: ...
    def run(
        self, control: SearchControl, progress: Callable[..., Any] | None = None
    ) -> SearchReport: ...
    def advance(self, move: int) -> bool:
        """Plays a move at the root and keeps the tree below it."""

class GoLocalSearch:
    """Thermographs of a local position of Go by best-first search."""

    def __init__(
        self, neighbours: Sequence[int], black: int, white: int, black_wall: int, white_wall: int
    ) -> None:
        """
        Sets of points are bit masks: for each point its neighbours; stones that can be captured; points beside immortal stones.
        """

    def run(
        self, control: SearchControl, progress: Callable[..., Any] | None = None
    ) -> SearchReport: ...
    @property
    def judgement(self) -> tuple[float, float, bool]:
        """Mean, temperature, and whether both are certain."""

    @property
    def root(self) -> tuple[int, bool, bool, int, list[int]]:
        """
        (point, is black's, is ko, decided score, numbers of the undecided parts).
        """

    def options(self, node: int) -> list[tuple[int, bool, bool, int, list[int]]]:
        """The moves of both colours, as tuples like `root`."""

    def walls(
        self, node: int, bound: int
    ) -> tuple[list[tuple[float, float]], list[tuple[float, float]]]:
        """
        Bends of both walls: of the lower (0), upper (1) bound, or of the estimate (2).
        """

    def position(self, node: int) -> tuple[int, int, int]:
        """Points, black and white stones as bit masks; empty for a sum."""

    def score_now(self, node: int) -> int:
        """The count for Black if both pass."""

    def terms(self, node: int) -> list[int]:
        """The parts of a sum that is searched as one game; none for a position."""

module: ModuleType
"""The extension module itself."""
variant: str
"""Which build was loaded: ``native``, ``avx2`` or ``baseline``."""
