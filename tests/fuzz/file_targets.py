"""Files that somebody else may have made: networks, tables, ladders."""

from __future__ import annotations

import contextlib
import gzip
import json
import re
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from random import Random

import numpy as np

from tests.fuzz.mutation import damaged, damaged_archive, overwritten
from tests.fuzz.target import MEMORY, Check, Target, add, sentence
from tests.kit.katago_models import made_up_model, made_up_transformer
from tests.networks.test_networks import tiny
from tesuji.errors import TesujiError
from tesuji.games import make
from tesuji.games.dots_and_boxes import DotsAndBoxes
from tesuji.match.ladder_file import LadderFile
from tesuji.networks import onnx_file
from tesuji.networks.evolved_network import EvolvedNetwork, network_spec
from tesuji.networks.katago import KataGoNetwork
from tesuji.networks.katago.model_file import parse_model
from tesuji.networks.network import Network
from tesuji.theory.dots_and_boxes.table import encode_table, read_table
from tesuji.theory.torus import Rater, RaterShape, load_rater, save_rater


@contextlib.contextmanager
def through_a_file(name: str, use: Callable[[Path], object]) -> Iterator[Check]:
    """A check that writes its input to a file and lets `use` read that."""
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        path = Path(folder) / name

        def check(data: bytes) -> bool:
            path.write_bytes(data)
            try:
                return use(path) is not None
            except TesujiError as error:
                sentence(error)
                return False

        yield check


def written(save: Callable[[Path], None], name: str) -> bytes:
    """What `save` writes to a file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        save(path)
        return path.read_bytes()


# -- ONNX -----------------------------------------------------------------------------------------

ONNX_WORDS = (
    b"Relu MatMul Conv Add Gather Reshape Loop If Expand Shape Flatten ReduceMean Pad Where planes "
    b"policy value flat weights n tiny tesuji.game tesuji.options ai.onnx com.microsoft"
).split()


@lru_cache(maxsize=1)
def onnx_seeds() -> list[bytes]:
    small = tiny()
    return [small, tiny(batch=1), tiny(scale=1e30), tiny(moves=4)]


_WEIGHTS = re.compile(rb"(.{4})\1{50,}", re.DOTALL)
"""The same number again and again."""


def damaged_onnx(dice: Random, seeds: Sequence[bytes], tokens: Sequence[bytes]) -> bytes:
    """Mostly with a checksum that is right, so that the reader goes on to what is wrong."""
    seed = dice.choice(seeds)
    entries = onnx_file.read_metadata(seed)
    # The weights are most of the file and the least of it: what stands around them is damaged.
    weights = _WEIGHTS.search(seed)
    assert weights is not None
    parts = [seed[: weights.start()], seed[weights.end() :]]
    part = dice.randrange(2)
    # Lengths stand before everything, so that changes which keep them go deeper.
    damage = overwritten if dice.random() < 0.6 else damaged
    parts[part] = damage(dice, [parts[part]], tokens)
    data = parts[0] + weights[0] + parts[1]
    if dice.random() < 0.2:
        name = dice.choice(sorted(entries))
        entries[name] = damaged(dice, [entries[name].encode()], tokens).decode("utf-8", "replace")
    if dice.random() < 0.85:
        with contextlib.suppress(onnx_file.FormatError):
            return onnx_file.with_metadata(data, entries)
    return data


@contextlib.contextmanager
def onnx() -> Iterator[Check]:
    def check(data: bytes) -> bool:
        try:
            network = Network.from_bytes(data)
        except TesujiError as error:
            sentence(error)
            return False
        shape = network.plane_shape
        if shape is None:
            return False
        planes = np.full((3, *shape), 0.1, np.float32)
        try:
            logits, values = network(planes)
        except TesujiError as error:
            sentence(error)
            return False
        assert np.isfinite(logits).all()
        assert np.isfinite(values).all()
        return True

    yield check


add(Target("onnx", "networks (ONNX)", onnx, onnx_seeds, ONNX_WORDS, damaged_onnx))

# -- networks of KataGo ---------------------------------------------------------------------------

KATAGO_WORDS = (
    b"@BIN@ ordinary_block gpool_block nested_bottleneck_block transformer_attention_block "
    b"transformer_ffn_block "
    b"ACTIVATION_MISH ACTIVATION_X 15 8 99 -1 0 4096 99999999999 nan inf 1e400 22 19"
).split()


@lru_cache(maxsize=1)
def katago_seeds() -> list[bytes]:
    ordinary = [
        gzip.decompress(made_up_model(version, binary=binary))
        for version in (8, 15)
        for binary in (True, False)
    ]
    return [*ordinary, *(gzip.decompress(made_up_transformer(version)) for version in (15, 17))]


@contextlib.contextmanager
def katago() -> Iterator[Check]:
    position = make("go", size=3).initial()

    def check(data: bytes) -> bool:
        try:
            model = parse_model(data, "damaged")
        except TesujiError as error:
            sentence(error)
            return False
        # Weights that are damaged may be huge; what comes out of them need not be finite.
        with np.errstate(all="ignore"):
            KataGoNetwork(model).judge(position)
        return True

    yield check


add(Target("katago", "networks (KataGo)", katago, katago_seeds, KATAGO_WORDS))

# -- evolved players ------------------------------------------------------------------------------

NPY_WORDS = (
    b"'descr': 'fortran_order' 'shape': (25,) (-1,) (99999999999,) '|O' '<f4' '<U9' '|u1' True "
    b'"kind" "perceptron" "recurrent" "hidden" "inputs" "steps" 99999 -1 "go:size=5" nan \x93NUMPY'
).split()


@lru_cache(maxsize=1)
def evolved_seeds() -> list[bytes]:
    game = make("go", size=3, ko="simple", scoring="area")
    found = []
    for spec in (
        network_spec(game, hidden=3),
        network_spec(game, "recurrent", steps=2),
        network_spec(game, "recurrent", steps=2, neighbours=True),
    ):
        dice = np.random.default_rng(1)
        network = EvolvedNetwork(
            spec,
            np.ones(spec.hidden, np.uint8),
            np.ones(spec.num_connections, np.uint8),
            dice.normal(size=spec.num_weights).astype(np.float32),
            {"from": "nowhere"},
        )
        found.append(written(network.save, "player.npz"))
    return found


def use_evolved(path: Path) -> EvolvedNetwork:
    network = EvolvedNetwork.load(path)
    from tesuji.games import parse_spec

    start = parse_spec(network.spec.game).initial()
    assert network.ranked_moves(start)[0] in start.legal_moves()
    return network


add(
    Target(
        "evolved",
        "evolved players (NPZ)",
        lambda: through_a_file("player.npz", use_evolved),
        evolved_seeds,
        NPY_WORDS,
        damaged_archive,
    )
)

# -- move raters ----------------------------------------------------------------------------------


@lru_cache(maxsize=2)
def rater_seeds(suffix: str) -> list[bytes]:
    dice = np.random.default_rng(1)
    raters = [
        Rater.random(RaterShape(size=4, layers=(3, 2)), dice),
        Rater.random(RaterShape(size=4, layers=(2,), activation="relu", powers=False), dice),
    ]
    return [
        written(lambda path, rater=rater: save_rater(path, rater, made="by hand"), f"x{suffix}")  # type: ignore[misc]
        for rater in raters
    ]


def use_rater(path: Path) -> Rater:
    rater = load_rater(path)
    board = make("torus", size=rater.shape.size).initial()
    assert len(rater.ready().rate(board)) == rater.shape.size**2
    return rater


RATER_WORDS = (
    b'"size" "layers" "activation" "powers" weights0 biases0 output parent_output -1 0 4 19 99999 '
    b"nan 1e39 [2] [] relu"
).split()

for kind, suffix, damage in (("npz", ".npz", damaged_archive), ("text", ".txt", damaged)):
    add(
        Target(
            f"rater-{kind}",
            f"move raters ({kind})",
            lambda suffix=suffix: through_a_file(f"rater{suffix}", use_rater),  # type: ignore[misc]
            lambda suffix=suffix: rater_seeds(suffix),  # type: ignore[misc]
            [*RATER_WORDS, b" ", b"\n"] if kind == "text" else [*RATER_WORDS, *NPY_WORDS],
            damage,
        )
    )

# -- the solver's tables --------------------------------------------------------------------------

_BOARD = DotsAndBoxes(2, 2)


@lru_cache(maxsize=1)
def table_seeds() -> list[bytes]:
    values = np.zeros(1 << _BOARD.num_moves, np.int8)
    return [encode_table(_BOARD, values)]


add(
    Target(
        "cache",
        "tables of the solver",
        lambda: through_a_file("2x2.table", lambda path: read_table(path, _BOARD)),
        table_seeds,
    )
)

# -- ladders --------------------------------------------------------------------------------------

LADDER_SEEDS = [
    "\n".join(
        json.dumps(line)
        for line in (
            {"format": "tesuji-ladder-1", "game": "go:size=5", "seed": 1, "opening_plies": 0}
            | {"time": [None, 0.0, None], "max_plies": None},
            {"players": ["a", "b"], "number": 0, "points": 1.0, "reason": "x", "moves": ["A1"]}
            | {"failed": None},
            {"players": ["a", "b"], "number": 1, "points": 0.5, "reason": "", "moves": []}
            | {"failed": "a"},
        )
    ).encode()
    + b"\n"
]
LADDER_WORDS = (
    b'"players" "number" "points" "moves" "failed" "seed" "time" null [] {} "a" 1e9 -1 \n , : true'
).split(b" ")


def use_ladder(path: Path) -> list[object]:
    with LadderFile(path, None) as ladder:
        for game in ladder.games:
            assert 0 <= game.points <= 1
            assert all(isinstance(name, str) for name in game.players)
        return list(ladder.games)


add(
    Target(
        "ladder",
        "files of ladders",
        lambda: through_a_file("ladder.jsonl", use_ladder),
        lambda: LADDER_SEEDS,
        LADDER_WORDS,
    )
)
