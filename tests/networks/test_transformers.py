"""Transformers of KataGo: their layers against slow ones, and files that are not supported."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.kit.katago_models import PLANES, ModelText, made_up_model, made_up_transformer
from tests.reference import transformer as slow
from tesuji import make
from tesuji.networks.katago import KataGoError, KataGoNetwork, eight_bits, store
from tesuji.networks.katago.model import (
    AttentionBlock,
    GatedBlock,
    KataGoModel,
    NestedBlock,
    RootMeanSquare,
    Tip,
)
from tesuji.networks.katago.model_file import parse_model
from tesuji.networks.katago.transformer import TransformerLayers
from tesuji.networks.onnx_writer import Graph
from tesuji.networks.sessions import open_session

pytestmark = pytest.mark.core


def blocks_of(model: KataGoModel) -> list[AttentionBlock | GatedBlock]:
    """The blocks of a transformer, those inside nested ones included."""
    found: list[AttentionBlock | GatedBlock] = []
    for block in model.blocks:
        inner = block.blocks if isinstance(block, NestedBlock) else (block,)
        found += [each for each in inner if isinstance(each, AttentionBlock | GatedBlock)]
    return found


def computed(block: AttentionBlock | GatedBlock, trunk: Any) -> Any:
    """The trunk [n, channels, height, width] after a block, by its graph."""
    graph = Graph()
    inputs = graph.add_input("inputs", ["n", 1, "height", "width"])
    start = graph.add_input("trunk", ["n", trunk.shape[1], "height", "width"])
    layers = TransformerLayers(graph, inputs)
    result = (
        layers.attention(start, block)
        if isinstance(block, AttentionBlock)
        else layers.gated(start, block)
    )
    graph.add_output(result, "result", ["n", trunk.shape[1], "height", "width"])
    ones = np.ones((len(trunk), 1, *trunk.shape[2:]), np.float32)
    session = open_session(graph.to_bytes(), "layers", 1)
    (found,) = session.run(["result"], {"inputs": ones, "trunk": trunk})
    return found


def slowly(trunk: Any, block: AttentionBlock | GatedBlock) -> Any:
    """The trunk [channels, height, width] after a block, point by point."""
    if isinstance(block, AttentionBlock):
        return slow.attention(trunk, block)
    return slow.gated(trunk, block)


@pytest.mark.parametrize("shape", [(3, 3), (2, 5), (5, 4)])
def test_layers_are_those_of_the_slow_ones(shape: tuple[int, int]) -> None:
    dice = np.random.default_rng(7)
    blocks = blocks_of(parse_model(made_up_transformer(), "x"))
    kinds = [
        None if isinstance(block, GatedBlock) else block.frequencies is not None for block in blocks
    ]
    assert kinds == [True, True, None, False, None]
    for block in blocks:
        channels = len(block.before.scale)
        trunk = dice.normal(size=(2, channels, *shape)).astype(np.float32)
        wanted = np.stack([slowly(one.astype(np.float64), block) for one in trunk])
        assert np.allclose(computed(block, trunk), wanted, atol=1e-4)
        assert not np.allclose(trunk, wanted, atol=1e-2)


@pytest.mark.parametrize("over_board", [False, True])
def test_the_last_normalisation(over_board: bool) -> None:
    tip = parse_model(made_up_transformer(over_board=over_board), "x").after
    assert isinstance(tip, Tip)
    norm: RootMeanSquare = tip.norm
    assert norm.over_board == over_board
    trunk = np.random.default_rng(8).normal(size=(2, 6, 3, 4)).astype(np.float32)
    graph = Graph()
    start = graph.add_input("trunk", ["n", 6, "height", "width"])
    found = TransformerLayers(graph, start).normalise(start, norm)
    graph.add_output(found, "result", ["n", 6, "height", "width"])
    (result,) = open_session(graph.to_bytes(), "tip", 1).run(["result"], {"trunk": trunk})
    axes = (1, 2, 3) if over_board else (1,)
    root = np.sqrt((trunk**2).mean(axes, keepdims=True) + norm.epsilon)
    wanted = trunk / root * norm.scale[:, None, None] + norm.bias[:, None, None]
    assert np.allclose(result, wanted, atol=1e-5)


@pytest.mark.parametrize("version", [15, 16, 17])
def test_a_transformer_judges_boards_of_every_size(version: int) -> None:
    network = KataGoNetwork(parse_model(made_up_transformer(version), "x"))
    for size in ("2", "5x7", "19"):
        position = make("go", size=size).initial()
        found = network.judge(position)
        assert found.policy.shape == (1, position.game.num_moves)
        assert np.isfinite(found.policy).all()
        assert (np.abs(found.ownership) <= 1).all()
    start: Any = make("go", size=9).initial()
    one, other = (start.play(moves) for moves in ("C3 E5", "C3 G7"))
    encode = network.inputs().encode
    both = network.judgements(np.stack([encode(one), encode(other)]))
    assert np.allclose(both.policy[1], network.judge(other).policy[0], atol=1e-4)


def test_transformers_run_in_32_bits_unless_eight_are_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TESUJI_DATA_DIR", str(tmp_path / "data"))
    file = tmp_path / "some.bin.gz"
    file.write_bytes(made_up_transformer())
    path = store.add(file, "new")
    file.write_bytes(made_up_model())
    ordinary = store.add(file, "old")
    assert (store.is_transformer(path), store.is_transformer(ordinary)) == (True, False)
    monkeypatch.setattr(store, "has_fast_bytes", lambda: True)
    store.prepare_bytes(path)
    assert [kept.name for kept in path.parent.glob("new*")] == ["new.bin.gz"]
    assert store.load_shared(path, "auto", 361).precision == "fp32"
    assert store.load_shared(ordinary, "auto", 361).precision == "int8"
    slow_rate, quick_rate = (store.evaluations_per_second(one, 361) for one in (path, ordinary))
    assert slow_rate < quick_rate
    network = store.load_shared(path, "int8", 361)
    exact, quick = (
        each.judge(make("go", size=9).initial()) for each in (store.load_shared(path), network)
    )
    assert abs(exact.win[0] - quick.win[0]) < 0.05
    assert len(eight_bits.measure(parse_model(made_up_transformer(), "x"))) == 2


def written(words: str, **changed: int) -> bytes:
    """A transformer's trunk up to its first block, and then some words."""
    text = ModelText(15)
    tip = changed.get("tip", 1)
    text.words("new", 15, PLANES, 19, 20, 20, 20, 20, 40, 0.25, 30, 0, 0, 0, 0, 0, 0, 0, 0)
    text.words("trunk", 1, 6, 6, 4, 2, 2, tip, changed.get("option", 0), 0, 0, 0, 0)
    text.convolution(3, PLANES, 6)
    text.linear(19, 6)
    text.words(words)
    return text.content()


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (written("transformer_attention_block a 4 3 2 2 0 0"), "4 heads do not fall into 3 groups"),
        (written("transformer_attention_block a 2 2 3 2 1 0"), "keys of odd size, 3"),
        (written("transformer_attention_block a 2 2 9999 2 1 0"), "the size of a key"),
        (written("transformer_ffn_block a 6 8 0"), "without a gate"),
        (written("transformer_ffn_block a 5 8 1"), "5 channels where there are 6"),
        (written("transformer_ffn_block a 6 8 1 norm 7"), "does not have 6 channels"),
        (written("transformer_new_block a"), "kind that is not known"),
        (written("", tip=2), "the kind of the last norm must be from 0 to 1"),
        (written("", option=1), "its trunk uses an option that is not known"),
    ],
)
def test_what_is_not_supported_is_refused_in_a_sentence(data: bytes, complaint: str) -> None:
    with pytest.raises(KataGoError, match=re.escape(complaint)) as error:
        parse_model(data, "new.bin.gz")
    assert len(str(error.value).splitlines()) == 1
