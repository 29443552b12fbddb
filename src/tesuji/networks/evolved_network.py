"""Describes evolved networks, and reads and writes their files.

A network is described by a `NetworkSpec` (its kind, its sizes, how it sees the board) and by its
chromosomes: markers for the existing hidden neurons and connections, and weights. Files are NPZ
archives without pickled objects, so that a file cannot run code.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from tesuji import core
from tesuji.archives import read_arrays
from tesuji.errors import TesujiError
from tesuji.files import read_limited, write_atomically
from tesuji.games import Game, Position, SetupError, parse_spec
from tesuji.games.capabilities import Capability
from tesuji.games.core_game import CoreGame

Kind = Literal["perceptron", "recurrent"]
Encoding = Literal["two-per-point", "by-colour", "by-owner", "planes"]
KINDS = ("perceptron", "recurrent")
ENCODINGS = ("two-per-point", "by-colour", "by-owner", "planes")

Bits = NDArray[np.uint8]
Reals = NDArray[np.float32]

LARGEST_FILE = 64 << 20
"""The most bytes of a file when unpacked."""
_TEXTS = ("format", "spec", "about")
_FORMAT = "tesuji-evolved-1"


class NetworkFileError(TesujiError):
    """Raised for a file without an evolved network, or with one that does not fit."""


@dataclass(frozen=True, slots=True)
class NetworkSpec:
    """The structure of a network apart from its genes.

    A perceptron has ``inputs``, up to ``hidden`` and ``outputs`` neurons and any connections
    forward. A recurrent network connects inputs and outputs in all directions and is updated
    ``steps`` times; with ``neighbours`` its inputs are connected to the inputs of neighbouring
    points (and themselves) and to no others.
    """

    game: str
    """The spec of the game it plays, e.g. ``go:size=5,komi=5.5,ko=simple``."""
    kind: Kind
    encoding: Encoding
    inputs: int
    outputs: int
    hidden: int = 0
    steps: int = 0
    neighbours: bool = False

    @property
    def num_connections(self) -> int:
        if self.kind == "recurrent":
            return (self.inputs + self.outputs) ** 2
        inner = self.hidden * (self.hidden - 1) // 2 + self.hidden * self.outputs
        return self.inputs * (self.hidden + self.outputs) + inner

    @property
    def num_weights(self) -> int:
        """Connections, then biases: of hidden neurons (or inputs) and of outputs."""
        biases = self.hidden if self.kind == "perceptron" else self.inputs
        return self.num_connections + biases + self.outputs

    def express(self, neurons: Bits, connections: Bits, weights: Reals) -> core.NetworkPopulation:
        """Returns networks ready to play, from chromosomes [individuals, genes]."""
        weights = np.ascontiguousarray(weights, np.float32)
        connections = np.ascontiguousarray(connections, np.uint8)
        if self.kind == "perceptron":
            neurons = np.ascontiguousarray(neurons, np.uint8)
            return core.perceptrons(
                self.inputs, self.hidden, self.outputs, neurons, connections, weights
            )
        if self.neighbours:
            connections = self._between_neighbours(connections)
        return core.recurrents(self.inputs, self.outputs, self.steps, connections, weights)

    def _between_neighbours(self, connections: Bits) -> Bits:
        """Returns the connections with those among inputs fixed by the board."""
        game = parse_spec(self.game)
        board = game.board
        if board is None or not arena_kind(game).has_neighbours:
            raise SetupError(f"neighbouring inputs are not defined for {game.name}")
        total = self.inputs + self.outputs
        fixed = np.zeros((self.inputs, self.inputs), np.uint8)
        for point in range(self.inputs):
            row, column = divmod(point, board.columns)
            fixed[point, point] = 1
            for near_row, near_column in ((row, column + 1), (row + 1, column)):
                if near_row < board.rows and near_column < board.columns:
                    near = near_row * board.columns + near_column
                    fixed[point, near] = fixed[near, point] = 1
        grid = connections.reshape(-1, total, total).copy()
        grid[:, : self.inputs, : self.inputs] = fixed
        return np.ascontiguousarray(grid.reshape(len(connections), -1))

    def show(self, position: Position) -> Reals:
        """Returns the network's inputs for a position, float32 [inputs], as in its arena."""
        core_position: Any = position
        return np.asarray(_arena(self.game).inputs(core_position, self.encoding))


@dataclass(frozen=True, slots=True)
class ArenaKind:
    """How evolved networks play one game."""

    make: Callable[[Any], core.EvolutionArena] = lambda game: core.contract_arena(game.initial())
    encodings: Mapping[Kind, Encoding] = field(default_factory=dict)
    """The default input encoding of each kind of network; planes for other kinds."""
    opponents: tuple[str, ...] = ("random", "winner")
    """The programmed opponents."""
    has_neighbours: bool = False
    """Whether an input belongs to a point of the board, so that inputs can be neighbours."""


_ARENAS: Capability[ArenaKind] = Capability("tesuji.search.games")
_USUAL_ARENA = ArenaKind()


def register_arena(game: str, kind: ArenaKind) -> None:
    """Registers how evolved networks play the game called `game`, if not in the usual way."""
    _ARENAS.register(game, kind)


def arena_kind(game: Game) -> ArenaKind:
    """Returns how evolved networks play `game`."""
    return _ARENAS.of(game.name) or _USUAL_ARENA


def network_spec(
    game: Game,
    kind: Kind = "perceptron",
    *,
    encoding: Encoding | None = None,
    hidden: int = 20,
    steps: int = 4,
    neighbours: bool = False,
) -> NetworkSpec:
    """Returns the description of a network for `game`; sizes follow the board.

    The default encoding is the game's (`ArenaKind`): a perceptron has two inputs for every point of
    Go, a recurrent network one, and in other games the inputs are the planes.
    """
    if encoding is None:
        encoding = arena_kind(game).encodings.get(kind, "planes")
    inputs = arena_of(game).num_inputs(encoding)
    if kind == "perceptron":
        return NetworkSpec(game.spec, kind, encoding, inputs, game.num_moves, hidden=hidden)
    return NetworkSpec(
        game.spec, kind, encoding, inputs, game.num_moves, steps=steps, neighbours=neighbours
    )


def arena_of(game: Game) -> core.EvolutionArena:
    """Returns the arena in which networks play `game`."""
    if not isinstance(game, CoreGame):
        raise SetupError(f"evolution needs a game of the core, and {game.name} is not one")
    return arena_kind(game).make(game)


@cache
def _arena(game: str) -> core.EvolutionArena:
    return arena_of(parse_spec(game))


@dataclass(frozen=True)
class EvolvedNetwork:
    """One network with its genes."""

    spec: NetworkSpec
    neurons: Bits
    """Markers of hidden neurons, uint8 [hidden]."""
    connections: Bits
    """Markers of connections, uint8 [num_connections]."""
    weights: Reals
    """float32 [num_weights]."""
    about: Mapping[str, Any] = field(default_factory=dict)
    """Where it comes from and what it can do, as plain data."""

    @cached_property
    def population(self) -> core.NetworkPopulation:
        """The network as a population of one."""
        return self.spec.express(self.neurons[None], self.connections[None], self.weights[None])

    def activations(self, position: Position) -> Reals:
        """Returns the activation of every move, before the sigmoid, float32 [num_moves]."""
        return np.asarray(self.population.activations(0, self.spec.show(position)[None])[0])

    def ranked_moves(self, position: Position) -> list[int]:
        """Returns the legal moves, the one that the network prefers first."""
        activations = self.activations(position)
        return sorted(position.legal_moves(), key=lambda move: (-float(activations[move]), move))

    def save(self, path: Path) -> None:
        """Writes the network to an NPZ file."""
        texts: dict[str, Any] = {
            "format": np.array(_FORMAT),
            "spec": np.array(json.dumps(asdict(self.spec))),
            "about": np.array(json.dumps(dict(self.about))),
        }
        file = io.BytesIO()
        np.savez_compressed(
            file,
            neurons=np.asarray(self.neurons, np.uint8),
            connections=np.asarray(self.connections, np.uint8),
            weights=np.asarray(self.weights, np.float32),
            **texts,
        )
        write_atomically(path, file.getvalue())

    @classmethod
    def load(cls, path: Path) -> EvolvedNetwork:
        """Returns the network of a file; raises `NetworkFileError` if it is not valid."""
        try:
            parts = _read_archive(path)
            spec = NetworkSpec(**json.loads(str(parts["spec"])))
            about = json.loads(str(parts["about"]))
        except FileNotFoundError:
            raise NetworkFileError(f"there is no file {path}") from None
        except (OSError, ValueError, KeyError, TypeError, RecursionError, TesujiError) as error:
            raise NetworkFileError(f"{path} holds no evolved network: {error}") from error
        _check(path, spec, parts)
        network = cls(spec, parts["neurons"], parts["connections"], parts["weights"], about)
        try:
            fits = network_spec(
                parse_spec(spec.game),
                spec.kind,
                encoding=spec.encoding,
                hidden=spec.hidden,
                steps=spec.steps,
                neighbours=spec.neighbours,
            )
        except (TesujiError, TypeError) as error:
            raise NetworkFileError(f"{path} names a game that is not possible: {error}") from error
        if fits != spec:
            raise NetworkFileError(f"the sizes in {path} do not fit {spec.game}")
        return network


def _read_archive(path: Path) -> dict[str, Any]:
    parts = read_arrays(read_limited(path, LARGEST_FILE), LARGEST_FILE)
    for name in (*_TEXTS, "neurons", "connections", "weights"):
        if name not in parts:
            raise ValueError(f"it has no array {name!r}")
    if str(parts["format"]) != _FORMAT:
        raise ValueError(f"its format is {str(parts['format'])[:40]!r}")
    return parts


def _check(path: Path, spec: NetworkSpec, parts: Mapping[str, Any]) -> None:
    sizes: Sequence[object] = (spec.inputs, spec.outputs, spec.hidden, spec.steps)
    if (
        spec.kind not in KINDS
        or spec.encoding not in ENCODINGS
        or not isinstance(spec.game, str)
        or not isinstance(spec.neighbours, bool)
        or not all(isinstance(size, int) and 0 <= size <= 1 << 14 for size in sizes)
    ):
        raise NetworkFileError(f"{path} describes a network that is not possible")
    wanted = {
        "neurons": (np.uint8, spec.hidden),
        "connections": (np.uint8, spec.num_connections),
        "weights": (np.float32, spec.num_weights),
    }
    for name, (kind, count) in wanted.items():
        found = parts[name]
        if found.dtype != kind or found.shape != (count,):
            raise NetworkFileError(
                f"{name} in {path} should be {count} numbers of type {np.dtype(kind)}, "
                f"not {found.shape} of {found.dtype}"
            )
    if not np.isfinite(parts["weights"]).all():
        raise NetworkFileError(f"{path} has weights that are not numbers")
