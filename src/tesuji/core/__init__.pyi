"""Generated from the C++ core by tools/stubs.py: do not edit."""

from types import ModuleType
from typing import Any

"""The C++ core of Tesuji: rules and search."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any, Final, Self, overload

import numpy
from numpy.typing import NDArray

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
    def lead(self) -> float | None: ...
    @property
    def line(self) -> list[int]: ...
    @property
    def line_visits(self) -> list[int]: ...

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
    def lead(self) -> float | None: ...
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
    @property
    def temperature(self) -> float | None:
        """Of a local position of Go, which has no value."""

class OptionInfo:
    """What an option of the core means, and its range."""

    @property
    def name(self) -> str: ...
    @property
    def help(self) -> str: ...
    @property
    def default(self) -> object: ...
    @property
    def minimum(self) -> float | None: ...
    @property
    def above(self) -> float | None: ...
    @property
    def maximum(self) -> float | None: ...
    @property
    def was(self) -> list[str]:
        """Names that it had before and that are still read."""

class MctsOptions:
    """How a Monte-Carlo tree search behaves."""

    def __init__(self, **kwargs: Any) -> None: ...
    @staticmethod
    def table() -> list[OptionInfo]:
        """All options with their meanings."""

    @property
    def uct(self) -> float:
        """exploration constant of UCT"""

    @property
    def c_puct(self) -> float:
        """exploration constant (c_puct)"""

    @property
    def puct_base(self) -> float:
        """visits at which the exploration constant begins to grow (c_base)"""

    @property
    def puct_spread(self) -> float:
        """
        how much exploration follows the spread of the values below a position; 0: not at all
        """

    @property
    def try_every_move(self) -> bool:
        """try every move of a position once before any is tried again"""

    @property
    def fpu_reduction(self) -> float:
        """
        first-play urgency: untried moves are worth the value of the position less this
        """

    @property
    def virtual_loss(self) -> float:
        """taken off the value of moves that other simulations are trying"""

    @property
    def solver(self) -> bool:
        """back up proven results as proven (MCTS-Solver)"""

    @property
    def alternating_sign(self) -> bool:
        """
        change the sign of values at every ply, even where the same player moves again: the known defect, for comparison; turns the solver off in self-play
        """

    @property
    def expand_visits(self) -> int:
        """visits before a leaf is expanded; more saves memory"""

    @property
    def rollout_plies(self) -> int:
        """
        plies after which a rollout counts as a draw; 0: three times the moves of the game
        """

    @property
    def rave(self) -> bool:
        """judge a move also by simulations that played it later (RAVE)"""

    @property
    def rave_visits(self) -> float:
        """visits at which a move's own value outweighs its RAVE value"""

    @property
    def score_weight(self) -> float:
        """weight of the margin in the value of a game; the rest is who wins"""

    @property
    def score_scale(self) -> float:
        """points of margin beyond which more hardly count"""

    @property
    def exact_plies(self) -> int:
        """
        leaves that an exact search solves within about this many plies need no network; 0: none
        """

    @property
    def batch_size(self) -> int:
        """leaves evaluated at once; more is faster, and weaker"""

    @property
    def leads(self) -> bool:
        """
        keep the mean lead in points below each position, which the evaluator tells
        """

    @property
    def dirichlet_alpha(self) -> float:
        """
        Dirichlet noise in the priors of the root; 0: none; -1: 10 / (legal moves at the start)
        """

    @property
    def dirichlet_weight(self) -> float:
        """weight of the noise in the priors of the root"""

    @property
    def gumbel(self) -> bool:
        """choose the root's moves by Gumbel noise and sequential halving"""

    @property
    def gumbel_moves(self) -> int:
        """moves that sequential halving begins with"""

    @property
    def gumbel_visits(self) -> float:
        """c_visit of Gumbel's improved policy"""

    @property
    def gumbel_scale(self) -> float:
        """c_scale of Gumbel's improved policy"""

    @property
    def threads(self) -> int:
        """searching threads"""

    @property
    def shared_tree(self) -> bool:
        """let all threads grow one tree"""

    @property
    def seed(self) -> int:
        """seed of the search"""

    def __repr__(self) -> str: ...

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
    """The result of a proof search."""

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
@overload
def play_randomly(
    start: ReversiPosition, games: int, seed: int, max_plies: int
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

def go_board_after(
    rows: int, columns: int, stones: Sequence[int], point: int, colour: int, suicide: bool = False
) -> list[int]:
    """
    The stones after one more, by the rule of capture alone. Its own chain is taken, where it has no liberty left, only with `suicide`.
    """

def go_ownership(start: GoPosition, games: int, seed: int) -> list[float]: ...

class KataGoInputs:
    """The inputs of KataGo's networks for a position."""

    def __init__(self, *, suicide: bool = False, friendly_pass: bool = False) -> None: ...
    def encode(
        self, position: GoPosition
    ) -> Annotated[NDArray[numpy.float32], dict(shape=(None, None, None))]:
        """Planes and numbers, float32 [channels, rows, columns]."""

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

class GomokuBoard:
    """The board as the Gomoku engine sees it: shapes through every point."""

    def __init__(self, position: GomokuPosition) -> None: ...

    threat_names: Final[list[str]] = ...
    """(arg: object, /) -> list[str]"""

    def place(self, point: int) -> None:
        """Places a stone of the mover; the rules of renju are not checked."""

    def take_back(self) -> None: ...
    @property
    def to_move(self) -> int:
        """The colour to be placed: 0 black, 1 white."""

    @property
    def evaluation(self) -> int:
        """The static evaluation for the mover, in hundredths of a logit."""

    @property
    def is_consistent(self) -> bool: ...
    def codes(self, colour: int) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]:
        """
        int32 [points]: shapes in the four directions, four bits each; -1 where a stone is.
        """

    def threats(self, colour: int) -> list[tuple[int, str]]:
        """The points where a stone of `colour` threatens, and how."""

    def vcf(self, max_fours: int = 127, max_nodes: int = 0) -> int:
        """Plies in which the mover wins by fours; 0 if he does not, or gave up."""

class GomokuEngine:
    """The Gomoku engine; keeps its table of positions between searches."""

    def __init__(self, *, threads: int = 1, lines: int = 1, seed: int = 0) -> None: ...
    def search(
        self,
        position: GomokuPosition,
        control: SearchControl,
        progress: Callable[..., Any] | None = None,
    ) -> SearchReport:
        """
        Searches until a limit is reached, the search is stopped, or the answer is known.
        """

class MonomialState:
    """A row of the state table of monomials."""

    @property
    def stones(self) -> int: ...
    @property
    def score(self) -> int:
        """2^stones; 0 when dead."""

    @property
    def rank(self) -> int:
        """0 to 9; -1 with five stones, 10 when dead."""

    @property
    def rank_weight(self) -> int: ...

def monomial_states() -> list[MonomialState]:
    """The state table: rows 4x + y, and the dead row at its end."""

class MonomialPoint:
    """A row of the point table: one orientation of a free point."""

    @property
    def before(self) -> int:
        """Points before it that the opponent does not hold."""

    @property
    def after(self) -> int: ...
    @property
    def stones(self) -> int:
        """Bits of the own stones at offsets -4..-1, 1..4."""

    @property
    def ends(self) -> int:
        """Bit 0: closed before; bit 1: closed after."""

    @property
    def score(self) -> int: ...
    @property
    def makes(self) -> str: ...
    def next(self, offset: int, own: bool) -> int:
        """The row after a stone at `offset` along the line."""

def monomial_points() -> list[MonomialPoint]:
    """The point table; row 0 is the orientation in which no monomial lives."""

def monomials(size: int) -> list[tuple[list[int], list[int], int]]:
    """
    All monomials of a board: (points, end points or -1, orientation), where orientation is 0 for rows, 1 for columns, 2 and 3 for the two diagonals.
    """

class MonomialBoard:
    """A Gomoku board as its monomials, for display."""

    @overload
    def __init__(self, rules: GomokuRules) -> None: ...
    @overload
    def __init__(self, position: GomokuPosition) -> None: ...
    def play(self, point: int, colour: int) -> bool:
        """Places a stone; returns whether it completes a winning five."""

    def states(self, colour: int) -> list[int]:
        """A row number of the state table each."""

    def values(self, colour: int) -> list[int]:
        """v(p) of every point: the sum of the scores of its monomials."""

    def rank_values(self, colour: int) -> list[int]:
        """The same with the weights of ranks."""

    def configs(self, colour: int) -> list[list[int]]:
        """A row number of the point table for each point and orientation."""

    def combos(self, colour: int, version: int = 1) -> list[int]:
        """The points that make two threats at once."""

    def candidates(self, colour: int, width: int = 12, version: int = 2) -> list[int]:
        """The moves that a search considers, the best first."""

class GomokuMonomial:
    """The search of the monomial player; keeps the wins it has found."""

    def __init__(
        self,
        *,
        version: int = 2,
        rollout_plies: int = 0,
        width: int = 12,
        c: float = 0.1,
        warm_up: int = 50,
        winning_share: float = 0.3,
        seed: int = 0,
    ) -> None: ...
    def search(
        self,
        position: GomokuPosition,
        control: SearchControl,
        progress: Callable[..., Any] | None = None,
    ) -> SearchReport:
        """
        Searches until a limit is reached, the search is stopped, or a win is found.
        """

    def rollouts(self, position: GomokuPosition, games: int) -> tuple[int, int, int, int]:
        """
        Roll-outs from a position: won by Black, by White, ties, and plies in all.
        """

class ReversiRules:
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

class ReversiPosition:
    @overload
    def __init__(self, rules: ReversiRules) -> None: ...
    @overload
    def __init__(self, rules: ReversiRules, stones: Sequence[int], to_move: int) -> None: ...
    @property
    def rules(self) -> ReversiRules: ...
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
    def discs(self) -> tuple[int, int]: ...
    @property
    def setup(self) -> tuple[list[int], int] | None: ...

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
        Searches until a limit is reached, the search is stopped, or the root is proven.
        """

    def report(self) -> SearchReport:
        """What is known now."""

    def advance(self, move: int) -> bool:
        """
        Plays a move at the root and keeps the tree below it; returns whether there was one.
        """

    def allow_only(self, moves: Sequence[int]) -> None:
        """Restarts the search with only these moves of the root."""

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

@overload
def mcts_class(position: TorusPosition) -> type: ...
@overload
def mcts_class(position: DotsAndBoxesPosition) -> type: ...
@overload
def mcts_class(position: GoPosition) -> type: ...
@overload
def mcts_class(position: GomokuPosition) -> type: ...
@overload
def mcts_class(position: ReversiPosition) -> type: ...
@overload
def mcts_class(position: object) -> type: ...

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
        Searches until a limit is reached, the search is stopped, or the root is proven.
        """

    def report(self) -> SearchReport:
        """What is known now."""

    def advance(self, move: int) -> bool:
        """
        Plays a move at the root and keeps the tree below it; returns whether there was one.
        """

    def allow_only(self, moves: Sequence[int]) -> None:
        """Restarts the search with only these moves of the root."""

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
    @overload
    def __init__(
        self,
        position: GoPosition,
        options: MctsOptions = ...,
        evaluator: Callable[..., Any] | None = None,
    ) -> None: ...
    @overload
    def __init__(
        self,
        position: GoPosition,
        options: MctsOptions,
        evaluator: Callable[..., Any],
        inputs: KataGoInputs,
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
        Searches until a limit is reached, the search is stopped, or the root is proven.
        """

    def report(self) -> SearchReport:
        """What is known now."""

    def advance(self, move: int) -> bool:
        """
        Plays a move at the root and keeps the tree below it; returns whether there was one.
        """

    def allow_only(self, moves: Sequence[int]) -> None:
        """Restarts the search with only these moves of the root."""

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
        Searches until a limit is reached, the search is stopped, or the root is proven.
        """

    def report(self) -> SearchReport:
        """What is known now."""

    def advance(self, move: int) -> bool:
        """
        Plays a move at the root and keeps the tree below it; returns whether there was one.
        """

    def allow_only(self, moves: Sequence[int]) -> None:
        """Restarts the search with only these moves of the root."""

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

class ReversiMcts:
    def __init__(
        self,
        position: ReversiPosition,
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
        Searches until a limit is reached, the search is stopped, or the root is proven.
        """

    def report(self) -> SearchReport:
        """What is known now."""

    def advance(self, move: int) -> bool:
        """
        Plays a move at the root and keeps the tree below it; returns whether there was one.
        """

    def allow_only(self, moves: Sequence[int]) -> None:
        """Restarts the search with only these moves of the root."""

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

    def set_root(self, position: ReversiPosition) -> None: ...
    @property
    def position(self) -> ReversiPosition: ...

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
        Searches until a limit is reached, the search is stopped, or the root is proven.
        """

    def report(self) -> SearchReport:
        """What is known now."""

    def advance(self, move: int) -> bool:
        """
        Plays a move at the root and keeps the tree below it; returns whether there was one.
        """

    def allow_only(self, moves: Sequence[int]) -> None:
        """Restarts the search with only these moves of the root."""

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

class SelfPlayOptions:
    """
    How games of self-play are played.

    A search of s simulations is as in AlphaZero: PUCT, priors and values from the network,
    noise in the priors of the root, a move drawn in proportion to visits ^ (1 / temperature).
    With `gumbel` the improved policy is the target, and the noise itself draws the move.
    """

    def __init__(self, **kwargs: Any) -> None: ...
    @staticmethod
    def table() -> list[OptionInfo]:
        """All options with their meanings."""

    @property
    def simulations(self) -> int:
        """simulations of a full search, besides those of a reused tree"""

    @property
    def fast_simulations(self) -> int:
        """
        simulations of the other searches, which have no noise and are not learnt from
        """

    @property
    def full_share(self) -> float:
        """share of moves with a full search"""

    @property
    def tree_reuse(self) -> bool:
        """keep the part of the tree below the move that was played"""

    @property
    def leaves_per_game(self) -> int:
        """leaves of one game evaluated at the same time"""

    @property
    def temperature(self) -> float:
        """moves are drawn in proportion to visits ^ (1 / temperature)"""

    @property
    def temperature_plies(self) -> int:
        """plies with that temperature"""

    @property
    def final_temperature(self) -> float:
        """temperature after those plies; 0: always the best move"""

    @property
    def random_plies(self) -> int:
        """each game begins with 0 to this many random moves"""

    @property
    def end_when_proven(self) -> bool:
        """end games whose result the search has proven"""

    @property
    def max_plies(self) -> int:
        """
        longer games are broken off; 0: after three times the moves of the game
        """

    @property
    def max_searches(self) -> int:
        """a game is broken off after this many searches; 0: no limit"""

    @property
    def resign_value(self) -> float:
        """resign below minus this value, three searches in a row; 0: never"""

    @property
    def resign_control(self) -> float:
        """share of games played on after a resignation, as a control"""

    @property
    def random_symmetries(self) -> bool:
        """show each position to the network in a random orientation"""

    @property
    def cache_megabytes(self) -> int:
        """memory for evaluations that are used again; 0: none"""

    @property
    def c_puct(self) -> float:
        """exploration constant (c_puct)"""

    @property
    def puct_base(self) -> float:
        """visits at which the exploration constant begins to grow (c_base)"""

    @property
    def puct_spread(self) -> float:
        """
        how much exploration follows the spread of the values below a position; 0: not at all
        """

    @property
    def fpu_reduction(self) -> float:
        """
        first-play urgency: untried moves are worth the value of the position less this
        """

    @property
    def virtual_loss(self) -> float:
        """taken off the value of moves that other simulations are trying"""

    @property
    def solver(self) -> bool:
        """back up proven results as proven (MCTS-Solver)"""

    @property
    def alternating_sign(self) -> bool:
        """
        change the sign of values at every ply, even where the same player moves again: the known defect, for comparison; turns the solver off in self-play
        """

    @property
    def score_weight(self) -> float:
        """weight of the margin in the value of a game; the rest is who wins"""

    @property
    def score_scale(self) -> float:
        """points of margin beyond which more hardly count"""

    @property
    def exact_plies(self) -> int:
        """
        leaves that an exact search solves within about this many plies need no network; 0: none
        """

    @property
    def dirichlet_alpha(self) -> float:
        """
        Dirichlet noise in the priors of the root; 0: none; -1: 10 / (legal moves at the start)
        """

    @property
    def dirichlet_weight(self) -> float:
        """weight of the noise in the priors of the root"""

    @property
    def gumbel(self) -> bool:
        """choose the root's moves by Gumbel noise and sequential halving"""

    @property
    def gumbel_moves(self) -> int:
        """moves that sequential halving begins with"""

    @property
    def gumbel_visits(self) -> float:
        """c_visit of Gumbel's improved policy"""

    @property
    def gumbel_scale(self) -> float:
        """c_scale of Gumbel's improved policy"""

    def __repr__(self) -> str: ...

class PlayedGame:
    """A game of self-play: see tesuji.search.self_play."""

    @property
    def seed(self) -> int: ...
    @property
    def result(self) -> float: ...
    @property
    def score(self) -> float: ...
    @property
    def finished(self) -> bool: ...
    @property
    def resigned(self) -> bool: ...
    @property
    def resigner(self) -> int: ...
    def moves(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...
    def movers(self) -> Annotated[NDArray[numpy.int8], dict(shape=(None,))]: ...
    def policies(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None, None))]: ...
    def searched_fully(self) -> Annotated[NDArray[numpy.bool_], dict(shape=(None,))]: ...
    def root_values(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]: ...
    def proven(self) -> Annotated[NDArray[numpy.bool_], dict(shape=(None,))]: ...
    def surprises(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]: ...
    def values(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]: ...

class TorusSelfPlay:
    def __init__(
        self, start: TorusPosition, options: SelfPlayOptions, games_at_once: int, seed: int
    ) -> None: ...
    def begin(self, games: int) -> None:
        """How many more games may begin; negative for no limit."""

    def add_opening(self, moves: Sequence[int]) -> None:
        """Makes a later game begin with these moves."""

    def set_simulations(self, full: int, fast: int) -> None:
        """Of searches that begin from now on."""

    @property
    def is_busy(self) -> bool: ...
    def gather(
        self,
    ) -> Annotated[NDArray[numpy.float32], dict(shape=(None, None, None, None), writable=False)]:
        """
        Plays on until evaluations are needed; planes [n, channels, height, width] of the
        positions that wait for one, good until the next call.
        """

    def finish(self, logits: object, values: object) -> None:
        """
        Goes on with logits [n, num_moves] and values [n] for the players to move.
        """

    def cancel(self) -> None:
        """Takes back what was gathered."""

    def drop(self) -> None:
        """Forgets all games under way."""

    def forget_evaluations(self) -> None:
        """Clears the cache, for another evaluator."""

    def take_ended(self) -> list[PlayedGame]:
        """The games that have ended since the last call."""

    @property
    def evaluations(self) -> int: ...
    @property
    def simulations(self) -> int: ...
    @staticmethod
    def replay(
        start: TorusPosition,
        moves: Annotated[
            NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        offsets: Annotated[
            NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        picks: Annotated[
            NDArray[numpy.int32], dict(shape=(None, None), order="C", device="cpu", writable=False)
        ],
        cells_under: Annotated[
            NDArray[numpy.int32], dict(shape=(None, None), order="C", device="cpu", writable=False)
        ],
    ) -> tuple[
        Annotated[NDArray[numpy.float32], dict(shape=(None, None, None, None))],
        Annotated[NDArray[numpy.float32], dict(shape=(None, None, None))] | None,
        Annotated[NDArray[numpy.bool_], dict(shape=(None,))],
    ]: ...

@overload
def self_play_class(position: TorusPosition) -> type: ...
@overload
def self_play_class(position: DotsAndBoxesPosition) -> type: ...
@overload
def self_play_class(position: GoPosition) -> type: ...
@overload
def self_play_class(position: GomokuPosition) -> type: ...
@overload
def self_play_class(position: ReversiPosition) -> type: ...
@overload
def self_play_class(position: object) -> type: ...

class DotsAndBoxesSelfPlay:
    def __init__(
        self, start: DotsAndBoxesPosition, options: SelfPlayOptions, games_at_once: int, seed: int
    ) -> None: ...
    def begin(self, games: int) -> None:
        """How many more games may begin; negative for no limit."""

    def add_opening(self, moves: Sequence[int]) -> None:
        """Makes a later game begin with these moves."""

    def set_simulations(self, full: int, fast: int) -> None:
        """Of searches that begin from now on."""

    @property
    def is_busy(self) -> bool: ...
    def gather(
        self,
    ) -> Annotated[NDArray[numpy.float32], dict(shape=(None, None, None, None), writable=False)]:
        """
        Plays on until evaluations are needed; planes [n, channels, height, width] of the
        positions that wait for one, good until the next call.
        """

    def finish(self, logits: object, values: object) -> None:
        """
        Goes on with logits [n, num_moves] and values [n] for the players to move.
        """

    def cancel(self) -> None:
        """Takes back what was gathered."""

    def drop(self) -> None:
        """Forgets all games under way."""

    def forget_evaluations(self) -> None:
        """Clears the cache, for another evaluator."""

    def take_ended(self) -> list[PlayedGame]:
        """The games that have ended since the last call."""

    @property
    def evaluations(self) -> int: ...
    @property
    def simulations(self) -> int: ...
    @staticmethod
    def replay(
        start: DotsAndBoxesPosition,
        moves: Annotated[
            NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        offsets: Annotated[
            NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        picks: Annotated[
            NDArray[numpy.int32], dict(shape=(None, None), order="C", device="cpu", writable=False)
        ],
        cells_under: Annotated[
            NDArray[numpy.int32], dict(shape=(None, None), order="C", device="cpu", writable=False)
        ],
    ) -> tuple[
        Annotated[NDArray[numpy.float32], dict(shape=(None, None, None, None))],
        Annotated[NDArray[numpy.float32], dict(shape=(None, None, None))] | None,
        Annotated[NDArray[numpy.bool_], dict(shape=(None,))],
    ]: ...

class GoSelfPlay:
    def __init__(
        self, start: GoPosition, options: SelfPlayOptions, games_at_once: int, seed: int
    ) -> None: ...
    def begin(self, games: int) -> None:
        """How many more games may begin; negative for no limit."""

    def add_opening(self, moves: Sequence[int]) -> None:
        """Makes a later game begin with these moves."""

    def set_simulations(self, full: int, fast: int) -> None:
        """Of searches that begin from now on."""

    @property
    def is_busy(self) -> bool: ...
    def gather(
        self,
    ) -> Annotated[NDArray[numpy.float32], dict(shape=(None, None, None, None), writable=False)]:
        """
        Plays on until evaluations are needed; planes [n, channels, height, width] of the
        positions that wait for one, good until the next call.
        """

    def finish(self, logits: object, values: object) -> None:
        """
        Goes on with logits [n, num_moves] and values [n] for the players to move.
        """

    def cancel(self) -> None:
        """Takes back what was gathered."""

    def drop(self) -> None:
        """Forgets all games under way."""

    def forget_evaluations(self) -> None:
        """Clears the cache, for another evaluator."""

    def take_ended(self) -> list[PlayedGame]:
        """The games that have ended since the last call."""

    @property
    def evaluations(self) -> int: ...
    @property
    def simulations(self) -> int: ...
    @staticmethod
    def replay(
        start: GoPosition,
        moves: Annotated[
            NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        offsets: Annotated[
            NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        picks: Annotated[
            NDArray[numpy.int32], dict(shape=(None, None), order="C", device="cpu", writable=False)
        ],
        cells_under: Annotated[
            NDArray[numpy.int32], dict(shape=(None, None), order="C", device="cpu", writable=False)
        ],
    ) -> tuple[
        Annotated[NDArray[numpy.float32], dict(shape=(None, None, None, None))],
        Annotated[NDArray[numpy.float32], dict(shape=(None, None, None))] | None,
        Annotated[NDArray[numpy.bool_], dict(shape=(None,))],
    ]: ...

class GomokuSelfPlay:
    def __init__(
        self, start: GomokuPosition, options: SelfPlayOptions, games_at_once: int, seed: int
    ) -> None: ...
    def begin(self, games: int) -> None:
        """How many more games may begin; negative for no limit."""

    def add_opening(self, moves: Sequence[int]) -> None:
        """Makes a later game begin with these moves."""

    def set_simulations(self, full: int, fast: int) -> None:
        """Of searches that begin from now on."""

    @property
    def is_busy(self) -> bool: ...
    def gather(
        self,
    ) -> Annotated[NDArray[numpy.float32], dict(shape=(None, None, None, None), writable=False)]:
        """
        Plays on until evaluations are needed; planes [n, channels, height, width] of the
        positions that wait for one, good until the next call.
        """

    def finish(self, logits: object, values: object) -> None:
        """
        Goes on with logits [n, num_moves] and values [n] for the players to move.
        """

    def cancel(self) -> None:
        """Takes back what was gathered."""

    def drop(self) -> None:
        """Forgets all games under way."""

    def forget_evaluations(self) -> None:
        """Clears the cache, for another evaluator."""

    def take_ended(self) -> list[PlayedGame]:
        """The games that have ended since the last call."""

    @property
    def evaluations(self) -> int: ...
    @property
    def simulations(self) -> int: ...
    @staticmethod
    def replay(
        start: GomokuPosition,
        moves: Annotated[
            NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        offsets: Annotated[
            NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        picks: Annotated[
            NDArray[numpy.int32], dict(shape=(None, None), order="C", device="cpu", writable=False)
        ],
        cells_under: Annotated[
            NDArray[numpy.int32], dict(shape=(None, None), order="C", device="cpu", writable=False)
        ],
    ) -> tuple[
        Annotated[NDArray[numpy.float32], dict(shape=(None, None, None, None))],
        Annotated[NDArray[numpy.float32], dict(shape=(None, None, None))] | None,
        Annotated[NDArray[numpy.bool_], dict(shape=(None,))],
    ]: ...

class ReversiSelfPlay:
    def __init__(
        self, start: ReversiPosition, options: SelfPlayOptions, games_at_once: int, seed: int
    ) -> None: ...
    def begin(self, games: int) -> None:
        """How many more games may begin; negative for no limit."""

    def add_opening(self, moves: Sequence[int]) -> None:
        """Makes a later game begin with these moves."""

    def set_simulations(self, full: int, fast: int) -> None:
        """Of searches that begin from now on."""

    @property
    def is_busy(self) -> bool: ...
    def gather(
        self,
    ) -> Annotated[NDArray[numpy.float32], dict(shape=(None, None, None, None), writable=False)]:
        """
        Plays on until evaluations are needed; planes [n, channels, height, width] of the
        positions that wait for one, good until the next call.
        """

    def finish(self, logits: object, values: object) -> None:
        """
        Goes on with logits [n, num_moves] and values [n] for the players to move.
        """

    def cancel(self) -> None:
        """Takes back what was gathered."""

    def drop(self) -> None:
        """Forgets all games under way."""

    def forget_evaluations(self) -> None:
        """Clears the cache, for another evaluator."""

    def take_ended(self) -> list[PlayedGame]:
        """The games that have ended since the last call."""

    @property
    def evaluations(self) -> int: ...
    @property
    def simulations(self) -> int: ...
    @staticmethod
    def replay(
        start: ReversiPosition,
        moves: Annotated[
            NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        offsets: Annotated[
            NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        picks: Annotated[
            NDArray[numpy.int32], dict(shape=(None, None), order="C", device="cpu", writable=False)
        ],
        cells_under: Annotated[
            NDArray[numpy.int32], dict(shape=(None, None), order="C", device="cpu", writable=False)
        ],
    ) -> tuple[
        Annotated[NDArray[numpy.float32], dict(shape=(None, None, None, None))],
        Annotated[NDArray[numpy.float32], dict(shape=(None, None, None))] | None,
        Annotated[NDArray[numpy.bool_], dict(shape=(None,))],
    ]: ...

class PythonSelfPlay:
    def __init__(
        self, start: object, options: SelfPlayOptions, games_at_once: int, seed: int
    ) -> None: ...
    def begin(self, games: int) -> None:
        """How many more games may begin; negative for no limit."""

    def add_opening(self, moves: Sequence[int]) -> None:
        """Makes a later game begin with these moves."""

    def set_simulations(self, full: int, fast: int) -> None:
        """Of searches that begin from now on."""

    @property
    def is_busy(self) -> bool: ...
    def gather(
        self,
    ) -> Annotated[NDArray[numpy.float32], dict(shape=(None, None, None, None), writable=False)]:
        """
        Plays on until evaluations are needed; planes [n, channels, height, width] of the
        positions that wait for one, good until the next call.
        """

    def finish(self, logits: object, values: object) -> None:
        """
        Goes on with logits [n, num_moves] and values [n] for the players to move.
        """

    def cancel(self) -> None:
        """Takes back what was gathered."""

    def drop(self) -> None:
        """Forgets all games under way."""

    def forget_evaluations(self) -> None:
        """Clears the cache, for another evaluator."""

    def take_ended(self) -> list[PlayedGame]:
        """The games that have ended since the last call."""

    @property
    def evaluations(self) -> int: ...
    @property
    def simulations(self) -> int: ...
    @staticmethod
    def replay(
        start: object,
        moves: Annotated[
            NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        offsets: Annotated[
            NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        picks: Annotated[
            NDArray[numpy.int32], dict(shape=(None, None), order="C", device="cpu", writable=False)
        ],
        cells_under: Annotated[
            NDArray[numpy.int32], dict(shape=(None, None), order="C", device="cpu", writable=False)
        ],
    ) -> tuple[
        Annotated[NDArray[numpy.float32], dict(shape=(None, None, None, None))],
        Annotated[NDArray[numpy.float32], dict(shape=(None, None, None))] | None,
        Annotated[NDArray[numpy.bool_], dict(shape=(None,))],
    ]: ...

class TorusAlphaBeta:
    """Alpha-beta search; keeps its table of positions between searches."""

    def __init__(
        self,
        *,
        all_moves_exact: bool = False,
        reductions: bool = True,
        extensions: bool = True,
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
        Searches until a limit is reached, the search is stopped, or the position is solved.
        """

@overload
def alphabeta_class(position: TorusPosition) -> type: ...
@overload
def alphabeta_class(position: DotsAndBoxesPosition) -> type: ...
@overload
def alphabeta_class(position: GoPosition) -> type: ...
@overload
def alphabeta_class(position: GomokuPosition) -> type: ...
@overload
def alphabeta_class(position: ReversiPosition) -> type: ...
@overload
def alphabeta_class(position: object) -> type: ...
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
    extensions: bool = True,
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
    extensions: bool = True,
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
    extensions: bool = True,
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
    extensions: bool = True,
    threads: int = 1,
    seed: int = 0,
    progress: Callable[..., Any] | None = None,
    progress_interval: float = 0.1,
) -> SearchReport: ...
@overload
def alphabeta(
    position: ReversiPosition,
    *,
    nodes: int = 0,
    seconds: float = 0.0,
    depth: int = 0,
    memory: int = 268435456,
    all_moves_exact: bool = False,
    reductions: bool = True,
    extensions: bool = True,
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
    extensions: bool = True,
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
        extensions: bool = True,
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
        Searches until a limit is reached, the search is stopped, or the position is solved.
        """

class GoAlphaBeta:
    """Alpha-beta search; keeps its table of positions between searches."""

    def __init__(
        self,
        *,
        all_moves_exact: bool = False,
        reductions: bool = True,
        extensions: bool = True,
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
        Searches until a limit is reached, the search is stopped, or the position is solved.
        """

class GomokuAlphaBeta:
    """Alpha-beta search; keeps its table of positions between searches."""

    def __init__(
        self,
        *,
        all_moves_exact: bool = False,
        reductions: bool = True,
        extensions: bool = True,
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
        Searches until a limit is reached, the search is stopped, or the position is solved.
        """

class ReversiAlphaBeta:
    """Alpha-beta search; keeps its table of positions between searches."""

    def __init__(
        self,
        *,
        all_moves_exact: bool = False,
        reductions: bool = True,
        extensions: bool = True,
        threads: int = 1,
        seed: int = 0,
    ) -> None: ...
    @overload
    def search(
        self,
        position: ReversiPosition,
        control: SearchControl,
        progress: Callable[..., Any] | None = None,
    ) -> SearchReport: ...
    @overload
    def search(
        self,
        position: ReversiPosition,
        *,
        nodes: int = 0,
        seconds: float = 0.0,
        depth: int = 0,
        memory: int = 268435456,
        progress: Callable[..., Any] | None = None,
        progress_interval: float = 0.1,
    ) -> SearchReport:
        """
        Searches until a limit is reached, the search is stopped, or the position is solved.
        """

class PythonAlphaBeta:
    """Alpha-beta search; keeps its table of positions between searches."""

    def __init__(
        self,
        *,
        all_moves_exact: bool = False,
        reductions: bool = True,
        extensions: bool = True,
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
        Searches until a limit is reached, the search is stopped, or the position is solved.
        """

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
    position: ReversiPosition,
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
    position: ReversiPosition,
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

class NetworkPopulation:
    """Networks with their genes expressed."""

    def __len__(self) -> int: ...
    def activations(
        self,
        which: int,
        inputs: Annotated[
            NDArray[numpy.float32],
            dict(shape=(None, None), order="C", device="cpu", writable=False),
        ],
    ) -> Annotated[NDArray[numpy.float32], dict(shape=(None, None))]:
        """
        Outputs of one network, before the sigmoid, for inputs [positions][inputs].
        """

def perceptrons(
    inputs: int,
    hidden: int,
    outputs: int,
    neurons: Annotated[
        NDArray[numpy.uint8], dict(shape=(None, None), order="C", device="cpu", writable=False)
    ],
    connections: Annotated[
        NDArray[numpy.uint8], dict(shape=(None, None), order="C", device="cpu", writable=False)
    ],
    weights: Annotated[
        NDArray[numpy.float32], dict(shape=(None, None), order="C", device="cpu", writable=False)
    ],
) -> NetworkPopulation: ...
def recurrents(
    inputs: int,
    outputs: int,
    steps: int,
    connections: Annotated[
        NDArray[numpy.uint8], dict(shape=(None, None), order="C", device="cpu", writable=False)
    ],
    weights: Annotated[
        NDArray[numpy.float32], dict(shape=(None, None), order="C", device="cpu", writable=False)
    ],
) -> NetworkPopulation: ...

class EvolutionArena:
    """A game where evolved networks play."""

    def num_inputs(self, encoding: str) -> int: ...
    @property
    def num_moves(self) -> int: ...
    def play_opponent(
        self,
        population: NetworkPopulation,
        opponent: str,
        games: int,
        seed: int,
        encoding: str,
        longest_game: int,
        opening_plies: int = 0,
        threads: int = 1,
    ) -> dict[str, Any]: ...
    def play_pairs(
        self,
        a: NetworkPopulation,
        b: NetworkPopulation,
        pairs: Annotated[
            NDArray[numpy.int32], dict(shape=(None, 2), order="C", device="cpu", writable=False)
        ],
        seed: int,
        encoding: str,
        longest_game: int,
        opening_plies: int = 0,
        threads: int = 1,
    ) -> Annotated[NDArray[numpy.int8], dict(shape=(None, None))]: ...
    def pair_moves(
        self, population: NetworkPopulation, a: int, b: int, encoding: str, longest_game: int
    ) -> tuple[list[int], list[int]]:
        """
        The moves of two games of networks a and b from the start, each beginning one.
        """

    def learn(
        self,
        inputs: int,
        hidden: int,
        outputs: int,
        neurons: Annotated[
            NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        connections: Annotated[
            NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        weights: Annotated[
            NDArray[numpy.float32], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        opponent: str,
        games: int,
        rate: float,
        fading: float,
        exploration: float,
        seed: int,
        encoding: str,
        longest_game: int,
        opening_plies: int = 0,
    ) -> tuple[Annotated[NDArray[numpy.float32], dict(shape=(None,))], float]:
        """
        New weights after games of learning by temporal differences, and the share won.
        """

    @overload
    def inputs(
        self, position: TorusPosition, encoding: str
    ) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]: ...
    @overload
    def inputs(
        self, position: DotsAndBoxesPosition, encoding: str
    ) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]: ...
    @overload
    def inputs(
        self, position: GoPosition, encoding: str
    ) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]: ...
    @overload
    def inputs(
        self, position: GomokuPosition, encoding: str
    ) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]: ...
    @overload
    def inputs(
        self, position: ReversiPosition, encoding: str
    ) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]:
        """The inputs of a network that plays here, float32 [inputs]."""

def go_arena(rules: GoRules) -> EvolutionArena: ...
@overload
def contract_arena(start: TorusPosition) -> EvolutionArena: ...
@overload
def contract_arena(start: DotsAndBoxesPosition) -> EvolutionArena: ...
@overload
def contract_arena(start: GoPosition) -> EvolutionArena: ...
@overload
def contract_arena(start: GomokuPosition) -> EvolutionArena: ...
@overload
def contract_arena(start: ReversiPosition) -> EvolutionArena:
    """An arena for any game, from `start`."""

def programmed_go_move(position: GoPosition, player: str, seed: int, readings: int = 0) -> int: ...
def pattern_worths(position: GoPosition) -> list[float]: ...

class TorusRater:
    """A move rater, ready to rate."""

    def __init__(
        self,
        size: int,
        weights: Sequence[
            Annotated[
                NDArray[numpy.float32],
                dict(shape=(None, None), order="C", device="cpu", writable=False),
            ]
        ],
        biases: Sequence[
            Annotated[
                NDArray[numpy.float32], dict(shape=(None,), order="C", device="cpu", writable=False)
            ]
        ],
        powers: Sequence[
            Annotated[
                NDArray[numpy.float32], dict(shape=(None,), order="C", device="cpu", writable=False)
            ]
        ],
        output: Annotated[
            NDArray[numpy.float32], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        activation: str,
    ) -> None: ...
    @property
    def size(self) -> int: ...
    def rate(
        self, position: TorusPosition
    ) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]:
        """
        The score of each legal move, in the order of legal_moves, float32 [moves].
        """

    def choose(self, position: TorusPosition, filter: bool = True) -> int:
        """The best-rated move."""

def activate(
    values: Annotated[NDArray[numpy.float32], dict(shape=(None,), order="C", device="cpu")],
    activation: str,
) -> None:
    """Applies 'sigmoid' or 'relu' to an array, in its place."""

def torus_moves_to_consider(position: TorusPosition, filter: bool = True) -> list[int]:
    """The moves that a rater considers."""

def play_torus_raters(
    size: int,
    black: TorusRater | None,
    white: TorusRater | None,
    seed: int = 0,
    filter: bool = True,
    win_turns: int = 5,
    max_plies: int = 600,
) -> tuple[int, list[int], bool]:
    """
    A game between two raters, or programs that only capture (None): who won (0 or 1), the moves, and whether a win search decided it.
    """

def torus_winning_moves(position: TorusPosition, turns: int) -> list[int]:
    """
    All moves that win within the least number of turns, if that is at most `turns`.
    """

def prove_torus_start(
    size: int, attacker: int, control: SearchControl, progress: Callable[..., Any] | None = None
) -> ProofReport:
    """
    Whether `attacker` wins from the empty board; symmetric positions count as one.
    """

def torus_win(position: TorusPosition, control: SearchControl, tree: bool = True) -> ProofReport:
    """
    Whether the player to move can force a win within the depth of the control's budget, an odd number of turns. Up to 5 turns every move is searched, beyond that only threats.
    """

class GoLocalRegion:
    """A region of Go with all around it fixed."""

    def __init__(self, neighbours: Sequence[int], black_wall: int, white_wall: int) -> None:
        """
        Bit masks: for each point its neighbours; points beside immortal stones.
        """

    def play(self, stones: Sequence[int], point: int, black: bool) -> tuple[list[int], int] | None:
        """
        The stones after a move, and the point that may not be retaken, -1 for none; None for a move that is suicide or not to an empty point.
        """

class GoLocalSearch:
    """Thermographs of a local position of Go by best-first search."""

    def __init__(
        self,
        neighbours: Sequence[int],
        black: int,
        white: int,
        black_wall: int,
        white_wall: int,
        worth: Sequence[int] = [],
        judgement_nodes: int = 0,
    ) -> None:
        """
        Sets of points are bit masks: for each point its neighbours; stones that can be captured; points beside immortal stones. `worth`: what each point counts, 1 unless it stands for several. With `judgement_nodes` the search is selective: it follows the lines that seem best, judging each position by so many positions of alternating play, and proves nothing.
        """

    def run(
        self, control: SearchControl, progress: Callable[..., Any] | None = None
    ) -> SearchReport: ...
    def tell_moves_apart(self, control: SearchControl) -> None:
        """
        Searches on until it is known which moves of an exact root are as good as the best.
        """

    @property
    def judgement(self) -> tuple[float, float, bool]:
        """Mean, temperature, and whether both are certain."""

    @property
    def converged(self) -> bool:
        """Whether a selective search has followed every line that matters."""

    @property
    def root(self) -> tuple[int, bool, bool, int, list[int], int]:
        """
        (point, is black's, is ko, decided score, numbers of the undecided parts, mask of the stones that it takes).
        """

    def options(self, node: int) -> list[tuple[int, bool, bool, int, list[int], int]]:
        """The moves of both colours, as tuples like `root`."""

    def walls(
        self, node: int, bound: int
    ) -> tuple[list[tuple[float, float]], list[tuple[float, float]]]:
        """
        Bends of both walls: of the lower (0), upper (1) bound, or of the estimate (2).
        """

    def component(self, node: int) -> tuple[int, int, int, int, int]:
        """
        Points, black and white stones, and points beside immortal black and white stones, as bit masks.
        """

    def stops(self, node: int) -> tuple[int, int, int, int]:
        """
        What alternating play gives Black at least and at most, whoever begins; at least if Black begins; at most if White does.
        """

    def evidence(self) -> dict[int, tuple[bool, int]]:
        """
        What an exact result rests on: for each position whether its moves are needed, and which bounds by its stops are: lower left (1), lower right (2), upper left (4), upper right (8).
        """

    def without_ban(self, node: int) -> int:
        """The same position where a ko that was just taken may be retaken."""

    def ban(self, node: int) -> tuple[int, int]:
        """
        Of a position just after a ko: the point, and who may not retake there.
        """

    def score_now(self, node: int) -> int:
        """The count for Black if both pass."""

    def terms(self, node: int) -> list[int]:
        """The parts of a sum that is searched as one game; none for a position."""

def go_local_stops(
    neighbours: Sequence[int],
    black: int,
    white: int,
    black_wall: int,
    white_wall: int,
    worth: Sequence[int],
    nodes: int,
) -> tuple[int, int, int, int]:
    """
    The estimated result of alternating play, for Black: with Black, with White to move first, and their first moves, -1 for a pass. Sets of points are as for `GoLocalSearch`.
    """

def go_local_stop_bounds(
    neighbours: Sequence[int],
    black: int,
    white: int,
    black_wall: int,
    white_wall: int,
    worth: Sequence[int],
    nodes: int,
) -> tuple[int, int, int, int]:
    """
    What alternating play leads to for certain, for Black: at least and at most with Black, then with White to move first, whoever wins the kos.
    """

module: ModuleType
"""The extension module itself."""
variant: str
"""Which build was loaded: ``native``, ``avx2`` or ``baseline``."""
