"""Move raters against a slow reading of their definition; breeding, tournaments, files."""

from __future__ import annotations

import json
import math
import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.reference import EMPTY
from tests.reference.torus import ReferenceTorus
from tests.search.test_torus_win import random_position
from tesuji import core
from tesuji.errors import SetupError, TesujiError
from tesuji.games import make
from tesuji.learning.common.runs import Run
from tesuji.learning.evolution.experiments import EvolutionWorkplace
from tesuji.records import load
from tesuji.studies import find_experiment
from tesuji.studies.toruszero.tournament import (
    GameRules,
    create_children,
    first_bracket,
    play_tournament,
    train_with_partner,
    would_beat,
)
from tesuji.theory.torus import Rater, RaterError, RaterShape, load_rater, save_rater
from tesuji.theory.torus.rater_files import rater_info

pytestmark = pytest.mark.core

SMALL = RaterShape(size=5, layers=(6, 4))


def some_rater(shape: RaterShape, seed: int = 1) -> Rater:
    return Rater.random(shape, np.random.default_rng(seed))


# -- the network ------------------------------------------------------------------------------


def slow_score(rater: Rater, slow: ReferenceTorus, point: int) -> float:
    """The sum of scores over the 8 orientations, word by word from the definition."""
    n = slow.size
    board = [list(slow.stones[row * n : row * n + n]) for row in range(n)]
    total = 0.0
    for turn in range(8):
        if turn == 4:
            board, point = [row[::-1] for row in board], point // n * n + (n - 1 - point % n)
        total += score_point(rater, board, point, slow.to_move)
        # A quarter turn: row r, column c goes to row c, column n - 1 - r.
        row, column = divmod(point, n)
        board = [[board[n - 1 - c][r] for c in range(n)] for r in range(n)]
        point = column * n + (n - 1 - row)
    return total


def score_point(rater: Rater, board: list[list[int]], point: int, active: int) -> float:
    n = len(board)
    row, column = divmod(point, n)
    shifted = [[board[(r + row) % n][(c + column) % n] for c in range(n)] for r in range(n)]
    neurons: list[float] = []
    for stone in [stone for line in shifted for stone in line][1:]:
        neurons += [float(stone == active), float(stone != active and stone != EMPTY)]
    genes, shape = rater.genes, rater.shape
    for layer in range(len(shape.layers)):
        sums = np.array(neurons) @ genes.weights[layer].astype(float) + genes.biases[layer]
        if shape.activation == "sigmoid":
            neurons = [1 / (1 + math.exp(-x)) for x in sums]
        else:
            neurons = [max(x, 0.0) for x in sums]
        if shape.powers:
            neurons = [x * p for x, p in zip(neurons, genes.powers[layer], strict=True)]
    return float(np.dot(neurons, genes.output.astype(float)))


@pytest.mark.parametrize("activation", ["sigmoid", "relu"])
@pytest.mark.parametrize("powers", [True, False])
@pytest.mark.parametrize("layers", [(7,), (6, 4), (5, 4, 3)])
def test_scores(activation: Any, powers: bool, layers: tuple[int, ...]) -> None:
    dice = random.Random(str(layers))
    for size in (4, 5, 9):
        rater = some_rater(RaterShape(size, layers, activation, powers))
        fast, slow = random_position(size, dice.randint(1, 10), dice)
        if fast.is_over:
            continue
        scores = rater.ready().rate(fast)
        for move, score in list(zip(fast.legal_moves(), scores, strict=True))[::7]:
            assert score == pytest.approx(slow_score(rater, slow, move), abs=1e-4)


def test_there_are_160_inputs() -> None:
    assert RaterShape().num_inputs == 160
    assert RaterShape().num_numbers == 160 * 60 + 60 * 40 + 2 * 100 + 40


def test_equal_scores_in_equal_positions() -> None:
    """To the last bit, under all symmetries of the board."""
    dice = random.Random(4)
    for size in (5, 6):
        rater = some_rater(RaterShape(size, (8, 5))).ready()
        game = make("torus", size=size)
        for _ in range(2):
            fast, _ = random_position(size, dice.randint(3, 9), dice)
            if fast.is_over:
                continue
            scores = dict(zip(fast.legal_moves(), rater.rate(fast), strict=True))
            for symmetry in range(game.num_symmetries):
                image = fast.transformed(symmetry)
                under = game.move_under(symmetry)
                again = dict(zip(image.legal_moves(), rater.rate(image), strict=True))
                assert again == {int(under[move]): score for move, score in scores.items()}


def test_colours_are_normalised() -> None:
    game: Any = make("torus", size=5)
    rater = some_rater(SMALL).ready()
    stones = [-1] * 25
    stones[3], stones[12], stones[20] = 0, 1, 1
    swapped = [-1 if s < 0 else 1 - s for s in stones]
    black = core.TorusPosition(game.rules, stones, 0)
    white = core.TorusPosition(game.rules, swapped, 1)
    assert list(rater.rate(black)) == list(rater.rate(white))


def test_the_activations() -> None:
    values = np.linspace(-30, 30, 1001).astype(np.float32)
    sigmoid = values.copy()
    core.activate(sigmoid, "sigmoid")
    assert np.abs(sigmoid - 1 / (1 + np.exp(-values.astype(float)))).max() < 1e-6
    relu = values.copy()
    core.activate(relu, "relu")
    assert np.array_equal(relu, np.maximum(values, 0))


def test_bad_raters() -> None:
    with pytest.raises(RaterError, match="at least one layer"):
        RaterShape(layers=())
    with pytest.raises(RaterError, match="sigmoid or relu"):
        RaterShape(activation="tanh")  # type: ignore[arg-type]
    genes = some_rater(SMALL).genes
    with pytest.raises(SetupError, match="weights where"):
        core.TorusRater(9, list(genes.weights), list(genes.biases), [], genes.output, "relu")
    with pytest.raises(SetupError, match="size 5"):
        some_rater(SMALL).ready().rate(make("torus").initial())


# -- change -----------------------------------------------------------------------------------


def test_salt() -> None:
    rater = some_rater(RaterShape(9, (60, 40), power_range=(0.0, 4.0)))
    child = rater.child(np.random.default_rng(2), salt=2, craziness=0.003)
    assert child.parent is rater.genes
    change = child.genes.weights[0] - rater.genes.weights[0]
    inside = np.abs(rater.genes.weights[0]) < 0.95
    assert np.std(change[inside]) == pytest.approx(2 * 0.003, rel=0.05)
    powers = np.concatenate(child.genes.powers) - np.concatenate(rater.genes.powers)
    assert np.std(powers) == pytest.approx(2 * 0.003 * 4, rel=0.3)


def test_repeated_change_and_ranges() -> None:
    shape = RaterShape(5, (6, 4), bias_range=(-0.5, 0.5), power_range=(0.0, 2.0))
    rng = np.random.default_rng(1)
    first = some_rater(shape)
    assert first.child(rng, repeat=3, craziness=0.1).genes is first.genes  # nothing to repeat
    second = first.child(rng, salt=1, craziness=0.2)
    third = second.child(rng, repeat=2, craziness=0.2)
    for now, was, before, scale, low, high in (
        (third.genes.weights[0], second.genes.weights[0], first.genes.weights[0], 1, -1, 1),
        (third.genes.biases[1], second.genes.biases[1], first.genes.biases[1], 1.0, -0.5, 0.5),
        (third.genes.powers[0], second.genes.powers[0], first.genes.powers[0], 2.0, 0, 2),
    ):
        assert np.allclose(now, np.clip(was + 2 * scale * (was - before), low, high), atol=1e-6)
    assert third.parent is second.genes


def test_resizing() -> None:
    rng = np.random.default_rng(3)
    rater = some_rater(SMALL).child(rng, salt=1, craziness=0.1)
    fast, _ = random_position(5, 5, random.Random(1))
    scores = rater.ready().rate(fast)
    larger = rater.resized((9, 7), rng)
    assert larger.shape.layers == (9, 7)
    assert np.allclose(larger.ready().rate(fast), scores, atol=1e-5)
    back = larger.resized((6, 4), rng)
    assert np.allclose(back.ready().rate(fast), scores, atol=1e-5)
    assert back.parent is not None
    different = rater.resized((9, 7), rng, "random").ready().rate(fast)
    assert not np.allclose(different, scores, atol=1e-3)
    with pytest.raises(RaterError, match="2 layers"):
        rater.resized((3,), rng)


# -- files ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["rater.npz", "rater.txt"])
@pytest.mark.parametrize("powers", [True, False])
def test_files(tmp_path: Path, name: str, powers: bool) -> None:
    rng = np.random.default_rng(1)
    rater = some_rater(replace(SMALL, powers=powers)).child(rng, salt=1, craziness=0.1)
    save_rater(tmp_path / name, rater, seed=5)
    again = load_rater(tmp_path / name)
    assert again.shape == rater.shape
    assert again.parent is not None
    for one, other in zip(
        [*again.genes.arrays(), *again.parent.arrays()],
        [*rater.genes.arrays(), *rater.parent.arrays()],  # type: ignore[union-attr]
        strict=True,
    ):
        assert np.array_equal(one, other)
    if name.endswith("npz"):
        assert rater_info(tmp_path / name) == {"seed": 5}


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04nonsense", b"tesuji torus rater 1\n{}\n"])
def test_damaged_files(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "x.npz").write_bytes(content)
    with pytest.raises(RaterError, match=r"x\.npz"):
        load_rater(tmp_path / "x.npz")
    with pytest.raises(RaterError, match="cannot read"):
        load_rater(tmp_path / "missing.npz")


# -- tournaments ------------------------------------------------------------------------------


def test_games_follow_the_rules_and_the_ratings() -> None:
    black, white = some_rater(SMALL, 1), some_rater(SMALL, 2)
    for rules in (GameRules(False, 0), GameRules(True, 0), GameRules(True, 1), GameRules(True, 5)):
        game = would_beat(black, white, rules)
        position: Any = make("torus", size=5).initial()
        for move in game.moves:
            position = position.after(move)
        assert position.is_over
        assert (position.outcome.winner == 0) == game.black_won
        assert would_beat(black, white, rules) == game


def test_children() -> None:
    rng = np.random.default_rng(0)
    raters = first_bracket(SMALL, rng, 0.01)
    assert len(raters) == 32
    with ThreadPoolExecutor(1) as threads:
        standing = play_tournament(raters, rng, GameRules(), threads)
    assert standing.games == 31
    assert len({id(rater) for rater in standing.best}) == 4
    children = create_children(standing, SMALL, rng, 0.01)
    assert len(children) == 32
    assert sum(any(c is best for best in standing.best) for c in children) == 4
    strangers = [c for c in children if c.parent is None and not any(c is b for b in raters)]
    assert len(strangers) == 4
    family = {i: sum(c.parent is b.genes for c in children) for i, b in enumerate(standing.best)}
    assert family == {0: 3 + 4 + 4, 1: 3 + 4, 2: 3, 3: 3}


def test_training_partner_ranks_by_wins() -> None:
    raters = first_bracket(SMALL, np.random.default_rng(0), 0.01)
    with ThreadPoolExecutor(1) as threads:
        standing = train_with_partner(raters, 4, 1, GameRules(), threads)
        again = train_with_partner(raters, 4, 1, GameRules(), threads)
    assert standing.games == 32 * 4
    assert [id(r) for r in standing.best] == [id(r) for r in again.best]


def evolve(folder: Path, **given: Any) -> dict[str, Any]:
    experiment = find_experiment("torus-raters")
    config = experiment.configure(
        {
            "size": 5,
            "layers": "5,3",
            "strength_every": 2,
            "strength_games": 2,
            "opponents": "random greedy",
            **given,
        }
    )
    if (folder / "run.json").exists():
        run = Run.open(folder)
    else:
        run = Run.create(folder, "torus-raters", "torus", options={}, config={}, seed=3)
    return experiment.evolve(run, config, EvolutionWorkplace(1))


def test_a_run_goes_on_as_if_nothing_had_happened(tmp_path: Path) -> None:
    whole = evolve(tmp_path / "whole", tournaments=4, partner_tournaments=1)
    evolve(tmp_path / "parts", tournaments=3, partner_tournaments=1)
    parts = evolve(tmp_path / "parts", tournaments=4, partner_tournaments=1)
    assert whole["strength"] == parts["strength"]
    assert whole["strength_without_filter"] == parts["strength_without_filter"]
    one, two = (
        load_rater(tmp_path / name / "networks" / "best.npz") for name in ("whole", "parts")
    )
    assert all(map(np.array_equal, one.genes.arrays(), two.genes.arrays()))
    record = load(tmp_path / "whole" / "games" / "final-0004.sgf")
    assert record.game.spec == "torus:size=5"
    assert "wins." in (tmp_path / "whole" / "games" / "final-0004.txt").read_text()
    assert (tmp_path / "whole" / "strength.svg").stat().st_size > 1000
    steps = [json.loads(line) for line in (tmp_path / "whole/metrics.jsonl").open()]
    assert [line["step"] for line in steps] == [1, 2, 3, 4]
    assert steps[3]["games"] == 31


def test_strength_without_the_filter_stands_beside_the_other(tmp_path: Path) -> None:
    result = evolve(tmp_path / "run", tournaments=1, strength_games=20)
    with_filter, alone = result["strength"], result["strength_without_filter"]
    assert set(with_filter) == set(alone) == {"random", "greedy"}
    assert with_filter["random"] > alone["random"]  # the filter wins games by itself
    rows = find_experiment("torus-raters").summary("torus-raters", [result]).rows
    assert rows[0][-2] == f"{100 * with_filter['random']:.0f} % / {100 * alone['random']:.0f} %"


def test_a_run_begins_with_an_earlier_rater(tmp_path: Path) -> None:
    evolve(tmp_path / "first", tournaments=1)
    file = str(tmp_path / "first" / "networks" / "best.npz")
    evolve(tmp_path / "second", tournaments=1, start=file, layers="7,4")
    assert load_rater(tmp_path / "second/networks/best.npz").shape.layers == (7, 4)
    with pytest.raises(TesujiError, match="another shape"):
        evolve(tmp_path / "third", tournaments=1, start=file, activation="relu")
    with pytest.raises(TesujiError, match="numbers separated by commas"):
        evolve(tmp_path / "fourth", tournaments=1, layers="a,b")
