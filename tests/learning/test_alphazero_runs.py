"""Whole runs, small and real: they learn, they go on after any death, they say what is wrong."""

from __future__ import annotations

import dataclasses
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.kit.alphazero import HERE, any_size_network, finished, smoke
from tesuji.errors import TesujiError
from tesuji.games import Game, make, make_from_file
from tesuji.learning.alphazero.backends import InlineBackend, LocalBackend
from tesuji.learning.alphazero.config import BootstrapConfig, read_config
from tesuji.learning.alphazero.contests import compete
from tesuji.learning.alphazero.game_files import GamesUnderWay, read_games
from tesuji.learning.alphazero.measurement import elo_curve, measure_optimality
from tesuji.learning.alphazero.progress import Limits, Progress, Status
from tesuji.learning.alphazero.runner import create_run, game_of, work_on
from tesuji.learning.alphazero.self_player import play_plainly
from tesuji.learning.common.checkpoints import read_checkpoint, write_checkpoint
from tesuji.learning.common.report import report_page
from tesuji.learning.common.runs import Run, RunError, folder_for
from tesuji.learning.common.summary import summary_of
from tesuji.networks.network import Network
from tesuji.networks.shipped import shipped
from tesuji.players import make_player
from tesuji.search import SelfPlayGame
from tesuji.studies import load_presets

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")
torch.set_num_threads(1)

# -- learning -------------------------------------------------------------------------------------


def test_three_generations_learn_two_by_two_dots_and_boxes(tmp_path: Path) -> None:
    """Against the exact table: by far most moves keep the result, even without search."""
    game = make("dots-and-boxes", size=2)
    config = read_config(
        game,
        "smoke",
        None,
        [
            "network.channels=16",
            "bootstrap.games=200",
            "bootstrap.simulations=3000",
            "bootstrap.temperature_plies=8",
            "self_play.games=24",
            "self_play.games_at_once=12",
            "self_play.simulations=32",
            "replay.holdout=0.05",
            "training.batch=64",
            "training.reuse=12",
            "training.rate=0.01",
            "measurement.every=3",
            "measurement.simulations=100",
            "measurement.optimal_games=10",
            "measurement.games=4",
        ],
    )
    run = finished(tmp_path / "run", game, config, 3)
    first, measured = (line for line in run.metrics() if line["kind"] == "measurement")
    assert (first["step"], measured["step"]) == (0, 3)
    truth = measured["optimality"]
    # Random moves keep the result 58 times of 100, and lose 1.4 boxes each.
    assert truth["keep"] >= 0.85
    assert truth["raw_keep"] >= 0.78
    assert truth["boxes_lost"] <= 0.45
    assert measured["matches"][0]["score"] >= 0.75  # against random play


@pytest.mark.parametrize("name", ["dots-and-boxes", "go", "gomoku", "torus", "hex"])
def test_every_game_trains(tmp_path: Path, name: str) -> None:
    file = Path("examples/hex.py") if name == "hex" else None
    game = (
        make_from_file(str(file), size=3) if file else make(name, size=5 if name != "torus" else 4)
    )
    config = smoke(game, "self_play.games=4")
    run = finished(tmp_path / "run", game, config, 1, game_file=file)
    assert game_of(run) == game
    network = Network.load(run.best_network)
    network.check_fits(game)
    assert network.info.generation == 1
    assert len(list(run.path("games").glob("*.sgf"))) == 4


def test_self_play_in_eight_bits_for_the_margin_with_exact_ends(tmp_path: Path) -> None:
    game = make("dots-and-boxes", size=2)
    config = smoke(
        game,
        "bootstrap.games=4",
        "bootstrap.simulations=20",
        "self_play.int8=true",
        "self_play.exact_plies=6",
        "self_play.score_weight=0.5",
        "self_play.score_scale=2",
    )
    run = finished(tmp_path / "run", game, config, 2)
    network = Network.load(run.best_network)
    # What plays is in 32 bits; the player reads from it what it learnt to value.
    assert network.info.info["score_weight"] == 0.5
    assert network.info.info["score_scale"] == 2
    assert "precision" not in network.info.info
    for played in read_games(run.path("state", "games", "0001.npz")):
        assert played.plies <= 7  # 6 lines are left after six plies
        assert not np.isnan(played.score)
    make_player(f"alphazero:net={run.path('networks', 'best.onnx')},sims=4", game)


def test_a_run_from_before_there_were_exact_ends_goes_on(tmp_path: Path) -> None:
    """Options that the config of an old run does not name keep their old meaning: off."""
    game = make("dots-and-boxes", size=2)
    run = finished(tmp_path / "run", game, smoke(game), 1)
    file = run.path("run.json")
    plain = json.loads(file.read_text())
    for name in ("exact_plies", "score_weight", "score_scale", "int8", "solver"):
        del plain["config"]["self_play"][name]
    file.write_text(json.dumps(plain))
    again = Run.open(tmp_path / "run")
    work_on(again, limits=Limits(2), machine=HERE)
    assert Progress.of(again).generation == 2


def test_the_thesis_way_with_competition_and_promotion(tmp_path: Path) -> None:
    load_presets()
    game = make("dots-and-boxes", size=2)
    config = read_config(
        game,
        "subset-a",
        None,
        [
            "network.layers=[24, 16]",
            "bootstrap.games=6",
            "bootstrap.simulations=20",
            "self_play.games=5",
            "self_play.simulations=8",
            "training.epochs=2",
            "competition.games=4",
            "competition.simulations=8",
            "measurement.every=0",
        ],
    )
    run = finished(tmp_path / "run", game, config, 3)
    matches = [line for line in run.metrics() if line["kind"] == "competition"]
    assert [line["step"] for line in matches] == [1, 2, 3]
    best = 0
    for line in matches:
        assert line["match"]["opponent"] == f"generation {best}"
        assert line["promoted"] == (line["match"]["score"] > 0.5)
        best = line["step"] if line["promoted"] else best
    assert Progress.of(run).best == best
    assert Network.load(run.best_network).info.generation == best


def test_a_better_network_is_promoted_on_three_by_three(tmp_path: Path) -> None:
    """With exact ends an untrained network draws with a taught one; the thesis's match has none."""
    load_presets()
    game = make("dots-and-boxes", size=3)
    taught = shipped(game)
    untrained = tmp_path / "untrained.onnx"
    untrained.write_bytes(any_size_network(game))
    config = read_config(game, "subset-a").competition
    assert (config.exact_plies, config.proof, config.seats) == (0, 0, "second")
    backend = InlineBackend(game, smoke(game), seed=1)

    def score(**changes: Any) -> float:
        short = dataclasses.replace(config, games=8, simulations=24, **changes)
        figures = compete(
            game, short, taught, untrained, name="0", seed=2, backend=backend, on_game=print
        )
        assert figures["first"]["wins"] + figures["first"]["losses"] == 0
        return float(figures["score"])

    assert score() > config.threshold
    first = compete(
        game,
        dataclasses.replace(config, games=8, simulations=24, seats="first", exact_plies=24),
        taught,
        untrained,
        name="0",
        seed=2,
        backend=backend,
        on_game=print,
    )
    assert first["score"] == 0  # with exact ends whoever moves second wins, whatever it has learnt


def test_targets_that_only_teach(tmp_path: Path) -> None:
    """A softer policy and values of the next plies: learnt, and not part of the file."""
    game = make("dots-and-boxes", size=2)
    more = ("training.soft_policy_weight=2", "training.soon_weight=0.5", "training.reuse=30")
    run = finished(tmp_path / "run", game, smoke(game, *more), 3)
    trained = [line["train"] for line in run.metrics() if line["kind"] == "training"]
    for name in ("soft_policy", "soon"):
        assert trained[-1][name] < trained[0][name]
    plain = finished(tmp_path / "plain", game, smoke(game), 1)
    sizes = [each.best_network.stat().st_size for each in (run, plain)]
    assert abs(sizes[0] - sizes[1]) < 200


def test_the_same_seed_learns_the_same(tmp_path: Path) -> None:
    game = make("dots-and-boxes", size=2)
    config = smoke(game, "bootstrap.games=4", "bootstrap.simulations=20")
    one, two, other = (
        finished(tmp_path / str(number), game, config, 2, seed=seed)
        for number, seed in enumerate((5, 5, 6))
    )
    weights = [read_checkpoint(run.checkpoint_file) for run in (one, two, other)]
    assert weights[0].keys() == weights[1].keys()
    for name, array in weights[0].items():
        np.testing.assert_array_equal(array, weights[1][name], err_msg=name)
    assert any(not np.array_equal(weights[0][name], weights[2][name]) for name in weights[0])


def test_weights_of_another_board_to_begin_with(tmp_path: Path) -> None:
    small, large = make("gomoku", size=5), make("gomoku", size=7)
    source = finished(tmp_path / "small", small, smoke(small), 1)
    checkpoint = source.checkpoint_file
    run = finished(tmp_path / "large", large, smoke(large), 0, start_from=checkpoint)
    mine = read_checkpoint(run.checkpoint_file)
    theirs = read_checkpoint(checkpoint)
    np.testing.assert_array_equal(
        mine["network/stem.conv.weight"], theirs["network/stem.conv.weight"]
    )
    # A network by itself does as well, and is what plays until something was learnt.
    best = source.best_network
    other = finished(tmp_path / "other", large, smoke(large), 0, start_from=best)
    planes = np.stack([large.initial().planes()])
    before, after = (Network.load(path).on(large)(planes) for path in (best, other.best_network))
    np.testing.assert_allclose(after[0], before[0], atol=1e-4)
    np.testing.assert_allclose(after[1], before[1], atol=1e-4)
    wide = smoke(large, "network.channels=12")
    with pytest.raises(TesujiError, match="another shape"):
        finished(tmp_path / "wide", large, wide, 0, start_from=checkpoint)


# -- dying and going on ---------------------------------------------------------------------------

_CHILD = """
import sys
from pathlib import Path
import torch
torch.set_num_threads(1)
from tesuji.learning.alphazero.progress import Limits
from tesuji.learning.alphazero.runner import Machine, work_on
from tesuji.learning.common.runs import Run

def tell(status):
    print(status.phase, status.generation, status.done, flush=True)

work_on(Run.open(Path(sys.argv[1])), limits=Limits(3), machine=Machine(workers=0), watch=tell)
"""


def killed_at(run: Run, moment: str) -> None:
    """Works on `run` in another process and kills it (SIGKILL) when it says `moment`."""
    child = subprocess.Popen(
        [sys.executable, "-c", _CHILD, str(run.folder)], stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    for line in child.stdout:
        if line.strip() == moment:
            child.send_signal(signal.SIGKILL)
            break
    else:
        pytest.fail(f"the run ended before {moment}")
    child.stdout.close()
    assert child.wait() == -signal.SIGKILL


def test_a_killed_run_goes_on(tmp_path: Path) -> None:
    game = make("dots-and-boxes", size=2)
    run = create_run(tmp_path / "run", game, smoke(game), seed=3)
    killed_at(run, "self-play 1 5")
    with open(run.path("metrics.jsonl"), "a") as file:
        file.write('{"step": 1, "ti')  # a line that was cut off
    killed_at(run, "training 2 1")
    seen: list[Status] = []
    progress = work_on(
        run,
        limits=Limits(3),
        machine=HERE,
        watch=lambda s: seen.append(Status(s.phase, s.generation, s.done)),
    )
    assert progress.generation == 3
    # The games of generation 2 had been played: it begins by learning from them.
    assert (seen[0].phase, seen[0].generation) == ("training", 2)
    for generation in (1, 2, 3):
        games = read_games(run.path("state", "games", f"{generation:04d}.npz"))
        assert len(games) >= 8
        for one in games:
            position = game.initial()
            for move in one.moves.tolist():
                position = position.after(move)
    assert not list(run.path("state", "games").glob("*.journal"))
    kinds = [(line["kind"], line["step"]) for line in run.metrics()]
    assert {(kind, step) for kind in ("self-play", "training") for step in (1, 2, 3)} <= set(kinds)
    assert read_checkpoint(run.checkpoint_file)["generation"] == 3
    assert not list(run.folder.rglob("*.tmp"))


def test_games_that_had_ended_are_kept(tmp_path: Path) -> None:
    """A sitting that ends in the middle of self-play: the next one plays only what is missing."""
    game = make("dots-and-boxes", size=2)
    run = create_run(tmp_path / "run", game, smoke(game), seed=3)

    def die(status: Status) -> None:
        if (status.phase, status.generation, status.done) == ("self-play", 1, 6):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        work_on(run, limits=Limits(1), machine=HERE, watch=die)
    done: list[int] = []

    def count(status: Status) -> None:
        if status.phase == "self-play":
            done.append(status.done)

    work_on(run, limits=Limits(1), machine=HERE, watch=count)
    assert next(number for number in done if number) == 7


def test_a_sitting_ends_when_its_time_is_up(tmp_path: Path) -> None:
    game = make("dots-and-boxes", size=2)
    run = create_run(tmp_path / "run", game, smoke(game), seed=3)
    progress = work_on(run, limits=Limits(seconds=0.0), machine=HERE)
    assert progress.generation == 0
    assert progress.planned == 0


def test_a_minute_is_enough_for_a_player(tmp_path: Path) -> None:
    """When the time is up in the first generation, its games are learnt from, however few."""
    game = make("dots-and-boxes", size=2)
    run = create_run(tmp_path / "run", game, smoke(game, "self_play.games=100000"), seed=3)
    progress = work_on(run, limits=Limits(seconds=3.0), machine=HERE)
    assert progress.generation == 1
    assert 0 < progress.games < 100_000
    assert Network.load(run.best_network).info.generation == 1


# -- what can be wrong ----------------------------------------------------------------------------


def test_damage_is_told_in_a_sentence(tmp_path: Path) -> None:
    game = make("dots-and-boxes", size=2)
    run = finished(tmp_path / "run", game, smoke(game), 1)
    checkpoint = run.checkpoint_file
    whole = checkpoint.read_bytes()
    checkpoint.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(RunError, match=r"the checkpoint .* is damaged"):
        work_on(run, limits=Limits(2), machine=HERE)
    checkpoint.unlink()
    with pytest.raises(TesujiError, match="is missing; the run cannot continue"):
        work_on(run, limits=Limits(2), machine=HERE)
    checkpoint.write_bytes(whole)
    run.path("state", "progress.json").write_text("{")
    with pytest.raises(RunError, match=r"progress.json is damaged"):
        work_on(run, limits=Limits(2), machine=HERE)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_told_in_a_sentence(tmp_path: Path) -> None:
    game = make("dots-and-boxes", size=2)
    run = create_run(tmp_path / "run", game, smoke(game), seed=3)
    run.path("log.txt").symlink_to("/dev/full")
    with pytest.raises(RunError, match=r"cannot write .*log.txt: No space left on device"):
        work_on(run, limits=Limits(1), machine=HERE)
    journal = GamesUnderWay(tmp_path / "0001.journal")
    journal._file.close()
    journal._file = open("/dev/full", "r+b", buffering=0)  # noqa: SIM115
    game_played = play_plainly(game, BootstrapConfig(simulations=4), 1)
    with pytest.raises(TesujiError, match=r"cannot write .*0001.journal: No space left on device"):
        journal.add(game_played)
    assert journal.games == []


def test_one_process_at_a_time(tmp_path: Path) -> None:
    game = make("dots-and-boxes", size=2)
    run = create_run(tmp_path / "run", game, smoke(game), seed=3)
    with run.at_work(), pytest.raises(RunError, match="another process is using"):
        work_on(run, limits=Limits(1), machine=HERE)
    with pytest.raises(RunError, match="already holds a run"):
        create_run(tmp_path / "run", game, smoke(game), seed=3)
    with pytest.raises(RunError, match="must be text"):
        Run.create(tmp_path / "\udcff", "alphazero", "go", options={}, config={}, seed=1)


def test_names_and_paths_of_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TESUJI_DATA_DIR", str(tmp_path))
    assert folder_for("five", "gomoku") == tmp_path / "runs" / "five"
    assert folder_for("./five", "gomoku") == Path("five")
    assert folder_for(None, "gomoku") == tmp_path / "runs" / "gomoku-1"
    for empty in ("", " "):
        with pytest.raises(RunError, match="empty"):
            folder_for(empty, "gomoku")


# -- playing processes ----------------------------------------------------------------------------


def test_processes_play_and_can_be_stopped(tmp_path: Path) -> None:
    game = make("dots-and-boxes", size=2)
    config = smoke(game, "bootstrap.simulations=8")
    run = finished(tmp_path / "run", game, config, 0)
    network = run.path("networks", "0000.onnx").read_bytes()
    backend = LocalBackend(game, config, seed=1, workers=2)
    try:
        games: list[SelfPlayGame] = []
        backend.self_play(None, 5, 1, games.append, lambda: False)
        assert len(games) == 5
        stats = backend.self_play(network, 6, 2, games.append, lambda: False)
        assert len(games) >= 11
        assert stats.evaluations > 0
        few: list[SelfPlayGame] = []
        backend.self_play(network, 10**6, 3, few.append, lambda: len(few) >= 3)
        assert 3 <= len(few) < 10**4
        with pytest.raises(TesujiError, match="cannot be used as a network"):
            backend.self_play(b"nothing", 1, 4, games.append, lambda: False)
    finally:
        backend.close()


# -- figures --------------------------------------------------------------------------------------


def test_elo_of_generations_is_relative_to_the_first_opponent() -> None:
    def line(step: int, wins: int) -> dict[str, Any]:
        match = {"opponent": "mcts", "wins": wins, "draws": 0, "losses": 10 - wins}
        return {"step": step, "matches": [match]}

    curve = elo_curve([line(1, 0), line(1, 5), line(2, 9)], "mcts")
    assert curve[1][0] == pytest.approx(0, abs=5)
    assert 300 < curve[2][0] < 400
    assert curve[2][1] > 0
    assert elo_curve([], "mcts") == {}


def test_optimality_knows_best_and_worst_moves() -> None:
    """A network that is sure of one move, and a game that made a mistake where it counts."""
    game = make("dots-and-boxes", size=1)

    class Sure:
        def __call__(self, planes: Any) -> Any:
            logits = np.zeros((len(planes), 4), np.float32)
            logits[:, 3] = 1
            return logits, np.zeros(len(planes), np.float32)

    found = measure_optimality(game, Sure(), [((0, 1, 2, 3), 0)])  # type: ignore[arg-type]
    assert found is not None
    assert (found.positions, found.telling) == (4, 0)
    assert found.optimal == found.raw_optimal == found.keep == 1
    square = make("dots-and-boxes", size=2)
    position = square.initial().play("aA Aa aB")
    mistake = square.parse_move("Bc")  # leaves the box that could be taken
    lines = [square.parse_move(text) for text in ("aA", "Aa", "aB")]
    found = measure_optimality(
        square,
        _uniform(square),
        [([*lines, mistake], 3)],
    )
    assert position.to_move == 1
    assert found is not None
    assert found.optimal == 0
    assert found.boxes_lost > 0


def _uniform(game: Game) -> Any:
    def judge(planes: Any) -> Any:
        return np.zeros((len(planes), game.num_moves), np.float32), np.zeros(len(planes))

    return judge


def test_report_and_summary(tmp_path: Path) -> None:
    game = make("dots-and-boxes", size=2)
    config = read_config(game, "smoke", None, ["measurement.every=1"])
    run = finished(tmp_path / "a <run>", game, config, 2)
    found = summary_of(run)
    assert (found["generation"], found["game"], found["at_work"]) == (2, "dots-and-boxes", False)
    assert found["games"] >= 16
    assert found["elo"] is not None
    assert json.loads(json.dumps(found)) == found
    page = report_page(run)
    assert page.count("<svg") >= 5
    assert "a &lt;run&gt;" in page
    assert "http" not in page.replace("http://www.w3.org", "").replace(
        "http://purl.org", ""
    ).replace("http://creativecommons.org", "").replace("https://matplotlib.org", "")
    assert list(run.path("tensorboard").glob("events*"))
    ids = [part.split('"')[0] for part in page.split(' id="')[1:]]
    assert len(ids) == len(set(ids))


def test_checkpoints_hold_no_code(tmp_path: Path) -> None:
    class Evil:
        def __reduce__(self) -> Any:
            return os.system, ("false",)

    path = tmp_path / "evil.npz"
    with open(path, "wb") as file:
        np.savez(file, weights=np.array([Evil()], dtype=object))
    with pytest.raises(RunError, match="damaged"):
        read_checkpoint(path)
    write_checkpoint(tmp_path / "good.npz", {"a/b": np.arange(3)})
    assert read_checkpoint(tmp_path / "good.npz")["a/b"].tolist() == [0, 1, 2]


def test_inline_games_do_not_depend_on_the_backend(tmp_path: Path) -> None:
    """One playing process plays the games that this process would play."""
    game = make("dots-and-boxes", size=2)
    config = smoke(game, "bootstrap.simulations=12")
    here: list[SelfPlayGame] = []
    there: list[SelfPlayGame] = []
    InlineBackend(game, config, 1).self_play(None, 3, 7, here.append, lambda: False)
    backend = LocalBackend(game, config, 1, workers=1)
    try:
        backend.self_play(None, 3, 7, there.append, lambda: False)
    finally:
        backend.close()
    assert [g.moves.tolist() for g in here] == [g.moves.tolist() for g in there]
