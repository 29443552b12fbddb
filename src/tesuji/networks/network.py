"""Runs networks in ONNX files with ONNX Runtime, on the processor or a GPU.

A network takes ``planes`` float32 [n, channels, height, width], as `Position.planes` writes them,
and gives ``policy``, logits of moves, and ``value`` [n], from -1 to 1 for the player to move. It
may also give ``score`` [n], points for the player to move, and ``ownership`` [n, height, width],
from -1 to 1 for the player to move. The file says for which game it was made.

A file whose height and width are numbers is for that board alone, and its policy [n, num_moves]
has a logit for each move. A file that leaves them open works on boards of any size, and its policy
is in the order of `tesuji.networks.layout`.

A file may come from an untrusted source, so everything in it is checked: see `onnx_file`.
"""

from __future__ import annotations

import copy
import json
import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tesuji.games import Game
from tesuji.games.registry import parse_options
from tesuji.networks import onnx_file
from tesuji.networks.layout import Layout
from tesuji.networks.sessions import Device, NetworkError, first_line, open_untrusted

Floats: TypeAlias = NDArray[np.float32]

LARGEST_FILE = 1 << 30
"""The most bytes; networks for these games have a few megabytes."""
_LARGEST_BOARD = 1 << 22
"""The most numbers in the planes of a position, and the most moves."""
_DEFINING = ("size", "rules")
"""Options in which network and game must agree; others (komi) are in the planes. A network for any
size has none."""
_TRIAL_BOARDS = ((16, 16), (16, 17))
"""Boards on which a network for any size is tried; two of them show the form of its policy."""
_REQUIRED = ("planes", "policy", "value")


@dataclass(frozen=True, slots=True)
class NetworkInfo:
    """The metadata of a network."""

    game: str
    """Name of the game that it was made for."""
    options: Mapping[str, str]
    """Options of that game as its spec has them: ``{"size": "9", "komi": "7.5"}``."""
    generation: int = 0
    """The number of generations of self-play behind it."""
    info: Mapping[str, Any] = field(default_factory=dict)
    """Other metadata: Elo, run, architecture, number of parameters."""

    @classmethod
    def for_game(cls, game: Game, generation: int = 0, **info: Any) -> NetworkInfo:
        """Returns the metadata of a network for `game` alone."""
        name, options = _name_and_options(game)
        return cls(name, options, generation, info)

    @classmethod
    def for_boards(cls, boards: Sequence[Game], generation: int = 0, **info: Any) -> NetworkInfo:
        """Returns the metadata of a network for any size that was trained on these boards."""
        name, options = _name_and_options(boards[0])
        rules = {key: value for key, value in options.items() if key == "rules"}
        learnt = list(dict.fromkeys(_size_of(game) for game in boards))
        return cls(name, rules, generation, {"sizes": learnt, **info})

    def fits(self, game: Game) -> bool:
        """Returns whether the network was made for this game, size and rules."""
        name, options = _name_and_options(game)
        if name != self.game or self.options.get("rules") != options.get("rules"):
            return False
        return self.is_for_any_size or self.options.get("size") == options.get("size")

    @property
    def is_for_any_size(self) -> bool:
        return "sizes" in self.info

    def unlearnt(self, game: Game) -> str | None:
        """Returns a warning if the network was not trained on this board, else None."""
        sizes = self.info.get("sizes")
        if not isinstance(sizes, list) or _size_of(game) in sizes:
            return None
        listed = ", ".join(map(str, sizes))
        return f"the network was trained on boards of size {listed}, not on {_size_of(game)}"

    @property
    def spec(self) -> str:
        """The game in one line: ``go:size=9,komi=7.5``."""
        options = ",".join(f"{key}={value}" for key, value in self.options.items())
        return f"{self.game}:{options}" if options else self.game


class Outputs(NamedTuple):
    """All outputs of a network for n positions, each for the player to move."""

    logits: Floats
    """[n, num_moves]"""
    values: Floats
    """[n], from -1 to 1"""
    scores: Floats | None
    """[n], points"""
    ownership: Floats | None
    """[n, height, width], from -1 to 1"""


class Network:
    """A network ready to evaluate positions; made by `load`. Thread-safe.

    A network for any size must be given its board by `on` before it evaluates positions.
    """

    def __init__(self, name: str, data: bytes, info: NetworkInfo, session: Any) -> None:
        self.name = name
        """Where it came from, for messages."""
        self.data = data
        """The file."""
        self.info = info
        self._session = session
        self._order: NDArray[np.int64] | None = None
        planes = _described(name, session.get_inputs(), "planes")
        policy = _described(name, session.get_outputs(), "policy")
        _described(name, session.get_outputs(), "value")
        extra = [given for given in session.get_inputs() if given.name != "planes"]
        shape = planes.shape
        if extra or len(shape) != 4 or not isinstance(shape[1], int):
            raise NetworkError(f"{name} does not take planes [n, channels, height, width]")
        if isinstance(shape[0], int):
            raise NetworkError(f"{name} takes batches of {shape[0]} positions only")
        fixed = [isinstance(size, int) for size in (*shape[2:], *policy.shape[1:])]
        if len(policy.shape) != 2 or len(set(fixed)) != 1 or fixed[0] == info.is_for_any_size:
            raise NetworkError(f"{name} does not give its policy as [n, number of moves]")
        self.channels: int = shape[1]
        self.plane_shape: tuple[int, int, int] | None = None
        """[channels, height, width]; None until `on` has set the board."""
        self.num_moves: int | None = None
        if fixed[0]:
            self.plane_shape, self.num_moves = (shape[1], shape[2], shape[3]), policy.shape[1]
        self._policy_form = self._try_out()

    @classmethod
    def load(
        cls, path: str | os.PathLike[str], *, threads: int = 1, device: Device = "auto"
    ) -> Network:
        """Returns the network in the file `path`; raises `NetworkError` if it cannot be used.

        `threads` is the number of threads of one evaluation; more than one pays only for single,
        large evaluations on an otherwise idle machine. `device` selects the hardware: see `Device`.
        """
        data = read_network(path)
        return cls.from_bytes(data, name=os.fspath(path), threads=threads, device=device)

    @classmethod
    def from_bytes(
        cls,
        data: bytes,
        *,
        name: str = "the network",
        threads: int = 1,
        device: Device = "auto",
    ) -> Network:
        """Returns the network in `data`, the content of an ONNX file; `name` is for messages."""
        info = info_in(data, name)

        def try_out(trial: Any) -> Network:
            return cls(name, data, info, trial)

        return try_out(open_untrusted(data, name, threads, try_out, device))

    def on(self, game: Game) -> Network:
        """Returns the network for the board of `game`; raises `NetworkError` if it does not fit."""
        self.check_fits(game)
        if self.plane_shape is not None:
            return self
        layout = Layout.of(game)
        bound = copy.copy(self)
        bound.plane_shape, bound.num_moves = layout.plane_shape, layout.num_moves
        size = self._policy_size(layout.height, layout.width)
        order = layout.order
        bound._order = None if np.array_equal(order, np.arange(size)) else order
        return bound

    def check_fits(self, game: Game) -> None:
        """Raises `NetworkError` unless the network was made for this game, size and rules."""
        if not self.info.fits(game):
            raise NetworkError(f"{self.name} is a network for {self.info.spec}, not {game.spec}")
        if self.plane_shape is None:
            family = Layout.of(game).family
            if (self.channels, *self._policy_form) != (
                family.channels,
                family.policy_planes,
                family.other_moves,
            ):
                raise NetworkError(
                    f"{self.name} takes {self.channels} planes and gives another policy than "
                    f"{game.spec}, which has {family.channels} planes"
                )
        elif self.plane_shape != game.plane_shape or self.num_moves != game.num_moves:
            raise NetworkError(
                f"{self.name} takes planes {self.plane_shape} and knows {self.num_moves} moves, "
                f"but {game.spec} has planes {game.plane_shape} and {game.num_moves} moves"
            )

    def __call__(self, planes: Floats) -> tuple[Floats, Floats]:
        """Returns logits [n, num_moves] and values [n] of the positions in `planes` [n, c, h, w].

        Values are for the player to move, from -1 to 1.
        """
        logits, values = self._run(["policy", "value"], planes)
        return logits, values

    @property
    def gives_scores(self) -> bool:
        """Whether it also predicts the lead of the player to move in points."""
        return any(output.name == "score" for output in self._session.get_outputs())

    def with_leads(self, planes: Floats) -> tuple[Floats, Floats, Floats]:
        """Returns logits [n, num_moves], values and leads in points [n], if it `gives_scores`."""
        logits, values, scores = self._run(["policy", "value", "score"], planes)
        if scores.size != len(planes) or not np.isfinite(scores.sum()):
            raise NetworkError(f"{self.name} gives a score of the wrong shape, NaN or infinity")
        return logits, values, scores.reshape(len(planes))

    def outputs(self, planes: Floats) -> Outputs:
        """Returns all outputs for the positions in `planes` [n, c, h, w]."""
        there = {output.name for output in self._session.get_outputs()}
        names = [name for name in ("policy", "value", "score", "ownership") if name in there]
        found: dict[str, Floats] = dict(zip(names, self._run(names, planes), strict=True))
        scores, ownership = found.get("score"), found.get("ownership")
        if scores is not None:
            scores = scores.reshape(len(planes))
        if ownership is not None:
            ownership = ownership.reshape(len(planes), *planes.shape[2:])
        return Outputs(found["policy"], found["value"], scores, ownership)

    def _run(self, names: list[str], planes: Floats) -> list[Floats]:
        """Returns the outputs called `names`, of which the first two are policy and value."""
        if self.plane_shape is None:
            raise NetworkError(f"{self.name} is for boards of any size: choose one with Network.on")
        outputs = self._raw(names, planes)
        logits, values = outputs[0], outputs[1]
        if logits.shape != (len(planes), self._num_logits()) or values.size != len(planes):
            raise NetworkError(f"{self.name} gives a policy or a value of the wrong shape")
        outputs[1] = values = values.reshape(len(planes))
        if self._order is not None:
            outputs[0] = logits = logits[:, self._order]
        # A sum is finite only if all of its terms are finite.
        if not (np.isfinite(logits.sum()) and np.abs(values).max(initial=0.0) <= 1.001):
            raise NetworkError(
                f"{self.name} gives logits that are not finite or values that are not from -1 to 1"
            )
        return outputs

    def _raw(self, names: list[str], planes: Floats) -> list[Floats]:
        try:
            outputs: list[Floats] = self._session.run(names, {"planes": planes})
        except Exception as error:  # ONNX Runtime raises its own exceptions, without a base class
            raise NetworkError(
                f"{self.name} cannot judge positions: {first_line(error)}"
            ) from error
        return outputs

    def _num_logits(self) -> int:
        """Returns the length of a row of the policy as the file gives it."""
        assert self.plane_shape is not None
        assert self.num_moves is not None
        if not self.info.is_for_any_size:
            return self.num_moves
        return self._policy_size(*self.plane_shape[1:])

    def _policy_size(self, height: int, width: int) -> int:
        planes, others = self._policy_form
        return planes * height * width + others

    def _try_out(self) -> tuple[int, int]:
        """Runs the network once, to check the shapes that the file announces.

        Returns the number of planes and other moves in the policy of a network for any size.
        """
        if self.plane_shape is not None:
            assert self.num_moves is not None
            if max(math.prod(self.plane_shape), self.num_moves) > _LARGEST_BOARD:
                raise NetworkError(f"{self.name} is made for a board that no game of Tesuji has")
            self.outputs(np.zeros((2, *self.plane_shape), np.float32))
            return 0, 0
        if self.channels > _LARGEST_BOARD:
            raise NetworkError(f"{self.name} is made for a board that no game of Tesuji has")
        sizes = []
        for board in _TRIAL_BOARDS:
            planes = np.zeros((2, self.channels, *board), np.float32)
            logits = self._raw(["policy"], planes)[0]
            if logits.ndim != 2 or len(logits) != 2:
                raise NetworkError(f"{self.name} gives a policy of the wrong shape")
            sizes.append(logits.shape[1])
        first, second = (height * width for height, width in _TRIAL_BOARDS)
        num_planes, rest = divmod(sizes[1] - sizes[0], second - first)
        others = sizes[0] - num_planes * first
        if rest or num_planes < 0 or others < 0:
            raise NetworkError(f"{self.name} gives a policy of fixed size, though its boards vary")
        return num_planes, others


def _described(name: str, nodes: Any, wanted: str) -> Any:
    for node in nodes:
        if node.name == wanted and node.type == "tensor(float)":
            return node
    what = "take" if wanted == "planes" else "give"
    raise NetworkError(f"{name} does not {what} {wanted!r} as 32-bit numbers")


# -- files ------------------------------------------------------------------------------------


def read_info(path: str | os.PathLike[str]) -> NetworkInfo:
    """Returns the metadata of the network in the file `path`, without loading the network.

    A file that has not changed is not read again: the catalogue asks for each size of a board.
    """
    try:
        status = os.stat(path)
    except OSError:
        return info_in(read_network(path), os.fspath(path))  # which says what is wrong
    return _info_of_version(os.fspath(path), status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=64)
def _info_of_version(path: str, changed: int, size: int) -> NetworkInfo:
    return info_in(read_network(path), path)


def write_metadata(data: bytes, info: NetworkInfo) -> bytes:
    """Returns the ONNX file `data` with `info` in its metadata, for `Network.load`."""
    entries = {
        "tesuji.game": info.game,
        "tesuji.options": json.dumps(dict(info.options)),
        "tesuji.generation": str(info.generation),
        "tesuji.info": json.dumps(dict(info.info)),
    }
    try:
        return onnx_file.with_metadata(data, entries)
    except onnx_file.FormatError as error:
        raise NetworkError(f"the network cannot be used: {error}") from error


def read_network(path: str | os.PathLike[str]) -> bytes:
    try:
        with open(path, "rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise NetworkError(f"cannot read {os.fspath(path)}: {error.strerror or error}") from error
    if len(data) > LARGEST_FILE:
        raise NetworkError(f"{os.fspath(path)} is too large for a network")
    return data


def info_in(data: bytes, name: str) -> NetworkInfo:
    try:
        onnx_file.check(data)
        entries = onnx_file.read_metadata(data)
    except onnx_file.FormatError as error:
        raise NetworkError(f"{name} cannot be used as a network: {error}") from error
    if not entries:
        raise NetworkError(f"{name} does not say for which game it was made")
    try:
        options = json.loads(entries["tesuji.options"])
        return NetworkInfo(
            entries["tesuji.game"],
            {str(key): str(value) for key, value in options.items()},
            int(entries["tesuji.generation"]),
            dict(json.loads(entries["tesuji.info"])),
        )
    except (KeyError, ValueError, TypeError, AttributeError, RecursionError) as error:
        raise NetworkError(f"{name} has metadata that cannot be read") from error


def _size_of(game: Game) -> str:
    return _name_and_options(game)[1].get("size", "")


def _name_and_options(game: Game) -> tuple[str, dict[str, str]]:
    name, _, rest = game.spec.partition(":")
    return name, parse_options(rest, game.spec)
