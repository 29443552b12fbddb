"""The network for endgames: what it sees, what it says, and the trees that grow from it."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

from tests.kit.cli import invoke
from tesuji.errors import TesujiError
from tesuji.games import make
from tesuji.games.go import Go
from tesuji.networks.sessions import NetworkError
from tesuji.networks.shipped import shipped
from tesuji.theory.go_endgames.closed import ClosedRegion, LastMove, Stones, closed_region
from tesuji.theory.go_endgames.features import (
    MASK,
    PLANES,
    encode,
    turned,
    turned_back,
    window_around,
    with_colours_exchanged,
)
from tesuji.theory.go_endgames.guided import Advice, SearchGuide, Strategy, guided_tree
from tesuji.theory.go_endgames.surroundings import EMPTY, StoneGrid

pytestmark = pytest.mark.core

CORRIDOR = """
. X O . .
. X O . .
. X O . .
. X . O .
. X O . .
"""
KO = """
. . . . .
. X O . .
X . X O .
. X O . .
. . . . .
"""


GO = Go(5)


def board_of(text: str) -> StoneGrid:
    return StoneGrid(5, 5, GO.parse(text).stones)


def points(*names: str) -> list[int]:
    return [GO.points.parse(name) for name in names]


class TestClosedRegions:
    def test_a_stone_connected_with_the_outside_lives(self) -> None:
        region = closed_region(board_of(CORRIDOR), points("C2"))
        assert region.start == (EMPTY,)
        assert region.walls == (frozenset({0}), frozenset({0}))
        assert region.play((EMPTY,), 0, True) == ((0,), LastMove(0, True))

    def test_a_ko_is_seen(self) -> None:
        """The stone that took may be retaken, but not at once."""
        board = board_of(KO)
        taken, hole = points("C3", "B3")
        region = closed_region(board, [taken, hole])
        numbers = {point: number for number, point in enumerate(region.points)}
        played = region.play(region.start, numbers[hole], False)
        assert played is not None
        stones, last = played
        assert stones[numbers[taken]] == EMPTY
        assert last == LastMove(numbers[hole], False, ko=numbers[taken])

    def test_suicide_is_no_move(self) -> None:
        board = board_of(
            """
            . X . X .
            X X X X .
            . . . . .
            . . . . .
            O . . . .
            """
        )
        region = closed_region(board, points("A5"))
        assert region.play(region.start, 0, False) is None
        assert region.play(region.start, 0, True) is not None

    def test_it_plays_as_the_search_does(self) -> None:
        """Every position of a search tree is reached by playing, with the same stones."""
        from tesuji import core
        from tesuji.search import Budget

        board = board_of(KO)
        region = closed_region(board, points("B3", "C3", "B2", "C2", "B4", "C4", "A3", "D3"))
        local = region.local
        search = core.GoLocalSearch(list(local.neighbours), *local.stones, *local.walls)
        search.run(core.SearchControl(Budget(nodes=200).for_core()))
        assert len(search.root[4]) == 1
        found = search.root[4][0]
        known = {(p, b) for p, b, *_ in search.options(found)}
        mask = search.component(found)[0]
        inside = [p for p in range(len(region.points)) if mask >> p & 1]
        legal = {(p, b) for p in inside for b in (True, False) if region.play(region.start, p, b)}
        assert known == legal


class TestPlanes:
    def position(self) -> tuple[ClosedRegion, Stones, LastMove]:
        region = closed_region(board_of(KO), points("B3", "C3"))
        numbers = {point: number for number, point in enumerate(region.points)}
        played = region.play(region.start, numbers[points("B3")[0]], False)
        assert played is not None
        return region, *played

    def test_what_is_marked(self) -> None:
        region, stones, last = self.position()
        window = window_around(region)
        planes = encode(region, stones, last, window)
        assert planes.shape == (len(PLANES), 9, 9)
        assert planes[0].sum() == 25
        assert planes[MASK].sum() == len(region.points)
        assert planes[3].sum() == sum(stone == 1 for stone in stones)
        assert planes[10][window.cell(points("B3")[0], 5)] == 1
        assert planes[11][window.cell(points("C3")[0], 5)] == 1
        assert planes[[7, 8]].sum() == len(region.safe)

    def test_a_larger_region_gets_a_larger_window(self) -> None:
        board = StoneGrid(19, 19, [EMPTY] * 361)
        region = closed_region(board, [19 * row + 3 for row in range(12)])
        assert window_around(region).size == 14

    @pytest.mark.parametrize("symmetry", range(8))
    def test_turning_back(self, symmetry: int) -> None:
        planes = np.arange(2 * 25).reshape(2, 5, 5)
        assert (turned_back(turned(planes, symmetry), symmetry) == planes).all()

    def test_colours_exchanged(self) -> None:
        """As if the stones had been of the other colour from the beginning."""
        region, stones, last = self.position()
        planes = encode(region, stones, last, window_around(region))
        board = region.local.board
        other = StoneGrid(5, 5, [s if s == EMPTY else 1 - s for s in board.stones])
        mirrored = closed_region(other, points("B3", "C3"))
        opposite = tuple(s if s == EMPTY else 1 - s for s in stones)
        expected = encode(
            mirrored, opposite, LastMove(last.point, not last.black, last.ko), window_around(region)
        )
        assert (with_colours_exchanged(planes) == expected).all()


class FakeGuide:
    """Knows the two games of figure 6.1: after Black's move White answers, or does not."""

    def __init__(self, urgent: float) -> None:
        self.urgent = urgent
        self.asked: list[Stones] = []

    def advise(self, region: ClosedRegion, stones: Stones, last: LastMove | None) -> Advice:
        self.asked.append(stones)
        free = [point for point, stone in enumerate(stones) if stone == EMPTY]
        chances = {point: 0.9 if point == free[0] else 0.1 / len(free) for point in free}
        if last is None:
            return Advice(chances, chances, 0.5, 0.0, Fraction(0))
        if last.black and len(free) == len(stones) - 1:
            # A move that has to be answered: only White is expected to go on.
            return Advice(chances, chances, 0.03, 0.0, Fraction(3), self.urgent)
        return Advice(chances, chances, 0.5, 0.9, Fraction(10 if last.black else -2))


class TestStrategies:
    def grow(self, strategy: Strategy, urgent: float = 1.0) -> tuple[Fraction, FakeGuide]:
        guide = FakeGuide(urgent)
        board = StoneGrid(9, 9, [EMPTY] * 81)
        grown = guided_tree(board, [10, 11, 12], guide, strategy)
        assert grown.nodes == len(guide.asked)
        return grown.thermograph.temperature, guide

    # White's first move gives -2; Black's is worth 10 unanswered, -2 answered.
    def test_best(self) -> None:
        """The better move of either colour, whoever is expected: {10 | -2} against -2."""
        assert self.grow(Strategy.BEST)[0] == self.grow(Strategy.THRESHOLD)[0] == 0

    def test_threshold_takes_what_is_likely(self) -> None:
        _, guide = self.grow(Strategy.THRESHOLD)
        assert max(guide.asked.count(stones) for stones in guide.asked) == 1

    def test_phantom_asks_less(self) -> None:
        """What Black would get unanswered is not asked for, but taken to be large."""
        temperature, guide = self.grow(Strategy.PHANTOM)
        assert temperature == 0
        assert len(guide.asked) == len(self.grow(Strategy.THRESHOLD)[1].asked) - 1

    def test_depth_one_scores_at_once(self) -> None:
        temperature, guide = self.grow(Strategy.DEPTH_ONE)
        assert temperature == 0
        assert len(guide.asked) == len(self.grow(Strategy.THRESHOLD)[1].asked)

    def test_answered_depends_on_urgency(self) -> None:
        """Either as with phantom values or as if both were expected."""
        for urgent, like in ((1.0, Strategy.PHANTOM), (0.0, Strategy.THRESHOLD)):
            asked = self.grow(Strategy.ANSWERED, urgent)[1].asked
            assert asked == self.grow(like, urgent)[1].asked

    def test_scores_of_somebody_else(self) -> None:
        board = StoneGrid(9, 9, [EMPTY] * 81)
        grown = guided_tree(
            board,
            [10, 11, 12],
            FakeGuide(1.0),
            Strategy.BEST,
            count=lambda region, stones: Fraction(7),
        )
        assert grown.thermograph.mean == 7

    def test_illegal_advice_is_refused(self) -> None:
        class Liar(FakeGuide):
            def advise(self, region: ClosedRegion, stones: Stones, last: Any) -> Advice:
                return Advice({0: 1.0}, {0: 1.0}, 0.5, 0.0, Fraction(0))

        with pytest.raises(TesujiError, match="not legal"):
            guided_tree(StoneGrid(9, 9, [EMPTY] * 81), [10, 11], Liar(0), Strategy.BEST)

    def test_counting_by_search(self) -> None:
        region = closed_region(board_of(CORRIDOR), points("C2"))
        assert SearchGuide().count(region, (0,)) == 1
        assert SearchGuide().count(region, (1,)) == -1


class TestFiles:
    def test_a_network_for_games_is_refused(self) -> None:
        from tesuji.theory.go_endgames.network import EndgameNetwork

        with pytest.raises(NetworkError, match="is a network for go, not for endgames"):
            EndgameNetwork.load(shipped(make("go", size=9)))

    @pytest.mark.parametrize("content", [b"", b"nonsense", b"\x08\x07" * 40])
    def test_a_bad_file_is_refused_in_one_sentence(self, tmp_path: Path, content: bytes) -> None:
        file = tmp_path / "bad.onnx"
        file.write_bytes(content)
        result = invoke(
            "endgame-benchmark", str(tmp_path), "--strategy", "best", "--net", str(file)
        )
        assert isinstance(result.exception, NetworkError)
        assert "\n" not in str(result.exception)

    def test_options_that_do_nothing_are_refused(self, tmp_path: Path) -> None:
        for options in (["--net", "none"], ["--counted"], ["--strategy", "worst"]):
            result = invoke("endgame-benchmark", str(tmp_path), *options)
            assert isinstance(result.exception, TesujiError)


class TestSamples:
    def test_labels_of_a_corridor(self) -> None:
        """Black closes it, White enters it at the same point: {2 || 0 | -2}."""
        from tesuji.learning.endgames.exact_samples import ExactOptions, region_samples

        dice = np.random.default_rng(1)
        board = board_of(
            """
            X X X O .
            X . . O .
            X X X O .
            . X X O .
            . . . O .
            """
        )
        samples = region_samples(board, set(points("B4", "C4")), ExactOptions(), dice)
        root = samples[0]
        assert root.numbers.tolist() == [0.5, 0.0, 0.0, 1.5, 0.5]
        assert root.black.sum() == root.white.sum() == 1
        cold = [sample for sample in samples if sample.numbers[1]]
        assert cold
        assert not any(sample.black.any() or sample.white.any() for sample in cold)

    def test_owners_add_up_to_the_count(self) -> None:
        from tesuji.learning.endgames.exact_samples import ExactOptions, region_samples
        from tesuji.learning.endgames.samples import UNKNOWN
        from tesuji.learning.endgames.walls import random_region

        known = 0
        dice = np.random.default_rng(7)
        for _ in range(12):
            for sample in region_samples(*random_region(dice, 3, 9), ExactOptions(nodes=300), dice):
                inside = sample.owners != UNKNOWN
                if inside.any():
                    known += 1
                    assert (inside == (sample.planes[MASK] > 0)).all()
                    assert abs(sample.owners[inside].sum() / 100 - sample.numbers[4]) < 0.1
                moves = sample.black | sample.white
                assert not (moves & (sample.planes[2:4].any(0) | (sample.planes[MASK] == 0))).any()
        assert known > 20

    def test_an_exchange_of_colours_and_back(self) -> None:
        from tesuji.learning.endgames.exact_samples import ExactOptions, region_samples
        from tesuji.learning.endgames.samples import EndgameBatch, gathered
        from tesuji.learning.endgames.walls import random_region

        dice = np.random.default_rng(3)
        samples = region_samples(*random_region(dice, 4, 6), ExactOptions(nodes=300), dice)
        batch: EndgameBatch = next(iter(gathered(samples).values()))
        there = batch.turned(5, True)
        assert (there.black == turned(batch.white, 5)).all()
        again = there.turned(0, True)
        back = batch.turned(5, False)
        for name in ("planes", "black", "white", "owners"):
            assert (getattr(again, name) == getattr(back, name)).all()
        assert np.allclose(again.numbers, batch.numbers, equal_nan=True)

    def test_files_come_back(self, tmp_path: Path) -> None:
        from tesuji.learning.endgames.exact_samples import ExactOptions, region_samples
        from tesuji.learning.endgames.samples import gathered, read_samples, write_samples
        from tesuji.learning.endgames.walls import random_region

        dice = np.random.default_rng(3)
        samples = gathered(
            region_samples(*random_region(dice, 4, 6), ExactOptions(nodes=300), dice)
        )
        write_samples(tmp_path / "x.npz", samples)
        again = read_samples(tmp_path / "x.npz")
        assert again.keys() == samples.keys()
        for size, batch in samples.items():
            for name in ("planes", "black", "white", "owners", "numbers"):
                assert np.array_equal(
                    getattr(again[size], name), getattr(batch, name), equal_nan=name == "numbers"
                )


class TestLearning:
    @pytest.fixture(autouse=True)
    def home(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("TESUJI_DATA_DIR", str(tmp_path))

    def run(self, *arguments: str) -> Any:
        result = invoke("train go-endgames", *arguments, "--json")
        assert result.exit_code == 0, result.output
        return json.loads(result.stdout)

    SMALL: ClassVar = [
        *("--seed=5", "--games=0", "--game-steps=0", "--regions=130", "--nodes=30", "--steps=6"),
        *("--blocks=1", "--channels=8", "--batch=16"),
    ]

    def test_a_run_that_was_stopped_ends_like_one_that_was_not(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        pytest.importorskip("torch")
        from tesuji.learning.common.checkpoints import read_checkpoint
        from tesuji.learning.common.runs import find_run
        from tesuji.learning.endgames import runner

        whole = self.run("--run", "whole", *self.SMALL)
        assert whole["done"]
        self.run("--run", "parts", *self.SMALL, "--minutes", "0")
        parts = find_run("parts")
        state = tmp_path / "runs" / "whole" / "state"
        for file in state.glob("regions-*.npz"):  # made by the same code from the same seed
            (parts.path("state") / file.name).write_bytes(file.read_bytes())
        steps = iter(range(3))

        monkeypatch.setattr(runner._Sitting, "_is_over", lambda sitting: next(steps, None) is None)
        assert not runner.work_on(parts)
        monkeypatch.undo()
        monkeypatch.setenv("TESUJI_DATA_DIR", str(tmp_path))
        assert read_checkpoint(parts.checkpoint_file)["steps"] == 3
        assert self.run("--run", "parts", "--resume")["done"]
        ends = [
            read_checkpoint(tmp_path / "runs" / name / "state" / "checkpoint.npz")
            for name in ("whole", "parts")
        ]
        assert ends[0].keys() == ends[1].keys()
        for name in ends[0]:
            np.testing.assert_allclose(ends[0][name], ends[1][name], rtol=1e-4, atol=1e-5)
        self.check_file(tmp_path / "runs" / "whole" / "networks" / "best.onnx")

    def check_file(self, path: Path) -> None:
        """The file says what the network says, for windows of any size, and of either colour."""
        import torch

        from tesuji.learning.common.checkpoints import read_checkpoint
        from tesuji.learning.endgames.network import TorchEndgameNetwork
        from tesuji.theory.go_endgames.network import EndgameNetwork

        learner = TorchEndgameNetwork(1, 8).eval()
        arrays = read_checkpoint(path.parents[1] / "state" / "checkpoint.npz")
        learner.load_state_dict(
            {
                name.removeprefix("average/"): torch.from_numpy(np.asarray(array))
                for name, array in arrays.items()
                if name.startswith("average/")
            }
        )
        file = EndgameNetwork.load(path)
        dice = np.random.default_rng(1)
        for size in (7, 12):
            planes = dice.integers(0, 2, (3, len(PLANES), size, size)).astype(np.float32)
            with torch.no_grad():
                expected = learner(torch.from_numpy(planes))
            said = file(planes, symmetries=1)
            np.testing.assert_allclose(said.black, expected.moves[:, 0], atol=1e-4)
            np.testing.assert_allclose(said.ownership, expected.ownership, atol=1e-4)
            all_views = file(planes)
            other = file(with_colours_exchanged(turned(planes, 3)))
            np.testing.assert_allclose(other.black, turned(all_views.white, 3), atol=1e-4)
            np.testing.assert_allclose(other.ownership, -turned(all_views.ownership, 3), atol=1e-4)
            np.testing.assert_allclose(other.black_next, 1 - all_views.black_next, atol=1e-4)

    def test_what_makes_no_sense_is_refused(self) -> None:
        pytest.importorskip("torch")
        for options, problem in (
            (["--regions", "0"], "no proofs"),
            (["--games", "0"], "nothing to learn"),
            (["--resume"], "the run to continue"),
        ):
            result = invoke("train go-endgames", *options)
            assert isinstance(result.exception, TesujiError)
            assert problem in str(result.exception)
