"""Networks that judge positions: ONNX files, run by ONNX Runtime on the processor.

A network takes ``planes`` float32 [n, channels, height, width], as `Position.planes` writes them,
and gives ``policy`` [n, num_moves], a logit for each move of the game, and ``value`` [n], from -1
to 1 for the player to move. It may also give ``score`` [n], points for the player to move, and
``ownership`` [n, height, width], from -1 to 1 for the player to move. The file says for which game
it was made.

A file may come from anywhere, so nothing in it is believed: see `onnx_file`.
"""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tesuji.errors import TesujiError
from tesuji.files import runs_directory
from tesuji.games import Game
from tesuji.games.registry import parse_options
from tesuji.search import onnx_file

Floats: TypeAlias = NDArray[np.float32]

LARGEST_FILE = 1 << 30
"""Bytes; networks for these games have a few megabytes."""
_LARGEST_BOARD = 1 << 22
"""Numbers in the planes of a position, and moves."""
_TRIAL_MEMORY = 256 << 20
"""Bytes for all that a network computes of two positions; ours need some thousands."""
_ONE_TRIAL = Lock()
_DEFINING = ("size", "rules")
"""Options of a game in which network and game have to agree; others (komi) are in the planes."""
_REQUIRED = ("planes", "policy", "value")


class NetworkError(TesujiError):
    """A network that cannot be used, or not for this game; the message says why."""


@dataclass(frozen=True, slots=True)
class NetworkInfo:
    """What a network says about itself."""

    game: str
    """Name of the game that it was made for."""
    options: Mapping[str, str]
    """Options of that game as its spec has them: ``{"size": "9", "komi": "7.5"}``."""
    generation: int = 0
    """How many times it had been trained on games of its own."""
    info: Mapping[str, Any] = field(default_factory=dict)
    """Whatever else is known: Elo, run, architecture, number of parameters."""

    @classmethod
    def for_game(cls, game: Game, generation: int = 0, **info: Any) -> NetworkInfo:
        """What a network that is made for `game` says."""
        name, options = _name_and_options(game)
        return cls(name, options, generation, info)

    def fits(self, game: Game) -> bool:
        """Whether the network was made for this game, size and rules."""
        name, options = _name_and_options(game)
        return name == self.game and all(
            self.options.get(key) == options.get(key) for key in _DEFINING
        )

    @property
    def spec(self) -> str:
        """The game in one line: ``go:size=9,komi=7.5``."""
        options = ",".join(f"{key}={value}" for key, value in self.options.items())
        return f"{self.game}:{options}" if options else self.game


class Outputs(NamedTuple):
    """All that a network says of n positions, each time for the player to move."""

    logits: Floats
    """[n, num_moves]"""
    values: Floats
    """[n], from -1 to 1"""
    scores: Floats | None
    """[n], points"""
    ownership: Floats | None
    """[n, height, width], from -1 to 1"""


class Network:
    """A network that is ready to judge positions; made by `load`. Safe from several threads."""

    def __init__(self, name: str, data: bytes, info: NetworkInfo, session: Any) -> None:
        self.name = name
        """Where it came from, for messages."""
        self.data = data
        """The file."""
        self.info = info
        self._session = session
        planes = _described(name, session.get_inputs(), "planes")
        policy = _described(name, session.get_outputs(), "policy")
        _described(name, session.get_outputs(), "value")
        extra = [given for given in session.get_inputs() if given.name != "planes"]
        shape = planes.shape
        if extra or len(shape) != 4 or not all(isinstance(size, int) for size in shape[1:]):
            raise NetworkError(f"{name} does not take planes [n, channels, height, width]")
        if isinstance(shape[0], int):
            raise NetworkError(f"{name} takes batches of {shape[0]} positions only")
        if len(policy.shape) != 2 or not isinstance(policy.shape[1], int):
            raise NetworkError(f"{name} does not give its policy as [n, number of moves]")
        self.plane_shape: tuple[int, int, int] = (shape[1], shape[2], shape[3])
        self.num_moves: int = policy.shape[1]
        self._try_out()

    @classmethod
    def load(cls, path: str | os.PathLike[str], *, threads: int = 1) -> Network:
        """The network in the file `path`; `NetworkError` says in a sentence why not.

        `threads` are those of one evaluation. More than one pays only for single, large
        evaluations on an otherwise idle machine.
        """
        return cls.from_bytes(read_network(path), name=os.fspath(path), threads=threads)

    @classmethod
    def from_bytes(cls, data: bytes, *, name: str = "the network", threads: int = 1) -> Network:
        """The network in `data`, the content of an ONNX file; `name` is for messages."""
        info = info_in(data, name)
        session = open_session(data, name, threads, lambda trial: cls(name, data, info, trial))
        return cls(name, data, info, session)

    def check_fits(self, game: Game) -> None:
        """Raises `NetworkError` unless the network was made for this game, size and rules."""
        if not self.info.fits(game):
            raise NetworkError(f"{self.name} is a network for {self.info.spec}, not {game.spec}")
        if self.plane_shape != game.plane_shape or self.num_moves != game.num_moves:
            raise NetworkError(
                f"{self.name} takes planes {self.plane_shape} and knows {self.num_moves} moves, "
                f"but {game.spec} has planes {game.plane_shape} and {game.num_moves} moves"
            )

    def __call__(self, planes: Floats) -> tuple[Floats, Floats]:
        """Logits [n, num_moves] and values [n] of the positions in `planes` [n, c, h, w].

        Values are for the player to move, from -1 to 1.
        """
        logits, values = self._run(["policy", "value"], planes)
        return logits, values

    def outputs(self, planes: Floats) -> Outputs:
        """All that the network says of the positions in `planes` [n, c, h, w]."""
        there = {output.name for output in self._session.get_outputs()}
        names = [name for name in ("policy", "value", "score", "ownership") if name in there]
        found: dict[str, Floats] = dict(zip(names, self._run(names, planes), strict=True))
        scores, ownership = found.get("score"), found.get("ownership")
        if scores is not None:
            scores = scores.reshape(len(planes))
        if ownership is not None:
            ownership = ownership.reshape(len(planes), *self.plane_shape[1:])
        return Outputs(found["policy"], found["value"], scores, ownership)

    def _run(self, names: list[str], planes: Floats) -> list[Floats]:
        """The outputs called `names`, of which the first two are policy and value."""
        try:
            outputs: list[Any] = self._session.run(names, {"planes": planes})
        except Exception as error:  # ONNX Runtime raises its own exceptions, without a base class
            raise NetworkError(f"{self.name} cannot judge positions: {_line(error)}") from error
        logits, values = outputs[0], outputs[1]
        if logits.shape != (len(planes), self.num_moves) or values.size != len(planes):
            raise NetworkError(f"{self.name} gives a policy or a value of the wrong shape")
        outputs[1] = values = values.reshape(len(planes))
        # A sum is finite only if all of its terms are.
        if not (np.isfinite(logits.sum()) and np.abs(values).max(initial=0.0) <= 1.001):
            raise NetworkError(
                f"{self.name} gives logits that are not finite or values that are not from -1 to 1"
            )
        return outputs

    def _try_out(self) -> None:
        """What the file promises is not believed before it has been seen."""
        if max(math.prod(self.plane_shape), self.num_moves) > _LARGEST_BOARD:
            raise NetworkError(f"{self.name} is made for a board that no game here has")
        self.outputs(np.zeros((2, *self.plane_shape), np.float32))


def _described(name: str, nodes: Any, wanted: str) -> Any:
    for node in nodes:
        if node.name == wanted and node.type == "tensor(float)":
            return node
    what = "take" if wanted == "planes" else "give"
    raise NetworkError(f"{name} does not {what} {wanted!r} as 32-bit numbers")


# -- files ------------------------------------------------------------------------------------


def read_info(path: str | os.PathLike[str]) -> NetworkInfo:
    """What the network in the file `path` says about itself, without making it ready to run."""
    return info_in(read_network(path), os.fspath(path))


def write_metadata(data: bytes, info: NetworkInfo) -> bytes:
    """The ONNX file `data` with `info` in its metadata: what `Network.load` can read."""
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
        raise NetworkError(f"{name} says nothing sensible about itself") from error


def open_session(data: bytes, name: str, threads: int, try_out: Callable[[Any], object]) -> Any:
    """A session of ONNX Runtime with a network.

    `try_out` uses a session as the network will be used; it gets one that has little memory first.
    """
    try:
        with _ONE_TRIAL:  # all of them share the memory of trials
            try_out(_limited_session(data, name))
        return _session(data, name, threads)
    except UnicodeDecodeError as error:  # ONNX Runtime takes names that are no text
        raise NetworkError(f"{name} cannot be used as a network: {error}") from error


def _limited_session(data: bytes, name: str) -> Any:
    """The network as it is written, with little memory to compute in: a bomb goes off in it."""
    import onnxruntime as ort

    _reserve_trial_memory()
    options = ort.SessionOptions()
    options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.add_session_config_entry("session.use_env_allocators", "1")
    # Weights, which are no larger than the file, do not count.
    options.add_session_config_entry("session.use_device_allocator_for_initializers", "1")
    return _opened(data, name, options, threads=1)


@cache
def _reserve_trial_memory() -> None:
    """Bounds the memory that sessions with ``session.use_env_allocators`` share."""
    import onnxruntime as ort

    memory = ort.OrtMemoryInfo(
        "Cpu", ort.OrtAllocatorType.ORT_ARENA_ALLOCATOR, 0, ort.OrtMemType.DEFAULT
    )
    # Takes what is asked for, instead of twice as much each time.
    limits = {"max_mem": _TRIAL_MEMORY, "arena_extend_strategy": 1}
    ort.create_and_register_allocator(memory, ort.OrtArenaCfg(limits))


def _session(data: bytes, name: str, threads: int) -> Any:
    import onnxruntime as ort

    options = ort.SessionOptions()
    options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_ENABLE_ALL
    return _opened(data, name, options, threads)


def _opened(data: bytes, name: str, options: Any, threads: int) -> Any:
    import onnxruntime as ort

    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.execution_mode = ort.ExecutionMode.ORT_SEQUENTIAL
    options.log_severity_level = 4  # what is wrong is raised
    # Threads that wait do not spin: other workers need the core.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        return ort.InferenceSession(
            data,
            options,
            providers=["CPUExecutionProvider"],
            # Constants that are computed beforehand are all kept, however many and large.
            disabled_optimizers=["ConstantFolding"],
            # There is no other provider to fall back to, and trying prints to standard output.
            enable_fallback=0,
        )
    except Exception as error:  # ONNX Runtime raises its own exceptions, without a base class
        raise NetworkError(f"{name} cannot be used as a network: {_line(error)}") from error


def _line(error: Exception) -> str:
    """The first line of an error of ONNX Runtime, without its code and the places in its source."""
    line = (str(error).strip().splitlines() or ["?"])[0].rpartition(" : ")[2]
    if "Available memory of" in line:
        return f"it needs more than {_TRIAL_MEMORY >> 20} MB for two of them"
    return re.sub(r"(/onnxruntime_src/)?\S+\.(cc|h):\d+ ", "", line)[:200]


def _name_and_options(game: Game) -> tuple[str, dict[str, str]]:
    name, _, rest = game.spec.partition(":")
    return name, parse_options(rest, game.spec)


# -- finding networks ------------------------------------------------------------


def find(text: str) -> Path:
    """The file that `text` names.

    That is a file; a run of learning, for its best network; ``RUN/NAME`` for one of the others; or
    the name of a network that comes with Tesuji. A run is named by its folder, or by its name in
    the folder of runs.
    """
    for path in (Path(text), runs_directory() / text):
        inside = path.parent / "networks" / path.name
        for candidate in (
            path,
            path / "networks" / "best.onnx",
            inside,
            inside.with_name(f"{path.name}.onnx"),
        ):
            if os.path.isfile(candidate):
                return candidate
    for path in shipped_networks():
        if text == path.stem:
            return path
    raise NetworkError(
        f"there is no network {text!r}: give a file, the folder of a run, or none for the network "
        "that comes with Tesuji"
    )


def load_shared(path: Path) -> Network:
    """The network in a file, which is loaded once for all who use it."""
    try:
        state = path.stat()
    except OSError as error:
        raise NetworkError(f"cannot read {path}: {error.strerror}") from error
    return _loaded(path, state.st_mtime_ns, state.st_size)


@lru_cache(maxsize=8)
def _loaded(path: Path, changed: int, size: int) -> Network:
    return Network.load(path)


def shipped_networks() -> list[Path]:
    """The networks that come with Tesuji, each with its recipe in a JSON file beside it."""
    folder = Path(__file__).parents[1] / "networks"
    return sorted(folder.glob("*.onnx"), key=lambda path: (len(path.name), path.name))


@cache
def _shipped_info(path: Path) -> NetworkInfo:
    """What comes with Tesuji does not change while it runs, so each file is read once."""
    return read_info(path)


def has_shipped(game: Game) -> bool:
    """Whether a network for this game, size and rules comes with Tesuji."""
    return any(_shipped_info(path).fits(game) for path in shipped_networks())


def shipped(game: Game) -> Path:
    """The network that comes with Tesuji for this game, size and rules."""
    known = [(path, _shipped_info(path)) for path in shipped_networks()]
    for path, info in known:
        if info.fits(game):
            return path
    specs = list(dict.fromkeys(info.spec for _, info in known if info.game == game.name))
    there = f"there are networks for {', '.join(specs)}" if specs else "there is none for this game"
    raise NetworkError(f"no network for {game.spec} comes with Tesuji: {there}; give a file")
