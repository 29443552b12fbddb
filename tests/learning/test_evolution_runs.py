"""Runs of evolution: going on after a stop, files of players, coevolution, the command."""

from __future__ import annotations

import io
import json
import sys
import zipfile
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tests.kit.cli import invoke
from tesuji.errors import TesujiError
from tesuji.games import make, parse_spec
from tesuji.learning.common.cluster import join_cluster
from tesuji.learning.common.runs import Run
from tesuji.learning.evolution import networks as network_runs
from tesuji.learning.evolution.coevolution import shared_fitness, shared_sample
from tesuji.learning.evolution.experiments import EvolutionWorkplace
from tesuji.learning.evolution.fitness import judge_by_opponents
from tesuji.learning.evolution.measures import opening_of, opening_statistics, opens_with
from tesuji.learning.evolution.networks import EvolvedNetworkConfig, evolve_networks
from tesuji.learning.evolution.series import plan_series, result_of, run_series
from tesuji.networks.evolved_network import EvolvedNetwork, NetworkFileError, network_spec
from tesuji.players import make_player
from tesuji.players.evolved import network_file
from tesuji.players.options import SpecError
from tesuji.studies import experiments, find_experiment
from tesuji.studies.mayer_maier.presets import summarise

pytestmark = pytest.mark.core
experiments()  # makes their names known to `plan_series`

GO5 = "go:size=5,rules=chinese,komi=5.5"
SMALL: dict[str, Any] = {
    "population": 8,
    "games": 4,
    "generations": 12,
    "measure_games": 20,
    "hidden": 3,
}


def begin(folder: Path, config: EvolvedNetworkConfig) -> Run:
    from dataclasses import asdict

    return Run.create(folder, "go-test", "go", options={}, config=asdict(config), seed=3)


class Stop(Exception):
    """Stands in for a crash."""


@pytest.mark.parametrize(
    "changes",
    [
        {"opponents": "naive"},
        {"opponents": "rivals"},
        {"opponents": "random+random+naive", "recombination": "mean", "opening": "C3"},
    ],
)
def test_a_stopped_run_goes_on_as_if_nothing_had_happened(
    changes: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = EvolvedNetworkConfig(**{**SMALL, **changes, "stop_at_full": False})
    monkeypatch.setattr(network_runs, "CHECKPOINT_SECONDS", 0.0)
    whole = evolve_networks(begin(tmp_path / "a", config), config, EvolutionWorkplace(1))

    real, calls = network_runs._judge, 0

    def crashing(*arguments: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == 4:
            raise Stop
        return real(*arguments)

    run = begin(tmp_path / "b", config)
    monkeypatch.setattr(network_runs, "_judge", crashing)
    with pytest.raises(Stop):
        evolve_networks(run, config, EvolutionWorkplace(2))
    monkeypatch.setattr(network_runs, "_judge", real)
    resumed = evolve_networks(run, config, EvolutionWorkplace(2))

    assert {**whole, "seconds": 0} == {**resumed, "seconds": 0}
    one = EvolvedNetwork.load(tmp_path / "a" / "networks" / "best.npz")
    two = EvolvedNetwork.load(tmp_path / "b" / "networks" / "best.npz")
    np.testing.assert_array_equal(one.weights, two.weights)
    steps = [line["step"] for line in run.metrics()]
    assert steps == sorted(set(steps))
    # Rivals say nothing about illegal moves, so that competence is not told there.
    figure = "won" if changes["opponents"] == "rivals" else "competence"
    assert all(set(line) == {"step", "time", "best", "mean", figure} for line in run.metrics())


def test_a_series_is_done_once_and_can_be_made_longer(tmp_path: Path) -> None:
    given = {**SMALL, "generations": 2}
    first = run_series(plan_series("go-random", given, runs=1, directory=tmp_path), workers=1)
    longer = plan_series("go-random", given, runs=2, directory=tmp_path)
    both = run_series(longer, workers=1)
    assert both[0] == first[0]
    assert both[1]["seed"] != both[0]["seed"]
    assert all(result_of(run) is not None for run in longer.open_runs())
    assert "<svg" in longer.chart.read_text(encoding="utf-8")
    other = plan_series("go-random", {**given, "games": 6}, runs=1, directory=tmp_path)
    with pytest.raises(TesujiError, match="other settings"):
        run_series(other, workers=1)


def test_a_run_from_before_an_option_existed_goes_on(tmp_path: Path) -> None:
    def begun(experiment: str) -> Path:
        series = plan_series(experiment, SMALL, runs=1, name=experiment, directory=tmp_path)
        (run,) = series.open_runs()
        description = json.loads(run.description_file.read_text())
        del description["config"]["sigma_limit"]
        run.description_file.write_text(json.dumps(description))
        series.open_runs()
        return series.folder(1)

    assert begun("go-pattern").exists()
    with pytest.raises(TesujiError, match="other settings"):  # it had no limit
        begun("go-recurrent")


def test_a_wanted_first_move_is_bred(tmp_path: Path) -> None:
    wish = {**SMALL, "population": 20, "generations": 15, "sigma": 0.1, "stop_at_full": False}
    config = EvolvedNetworkConfig(**wish, opponents="random", opening="A2", recombination="mean")
    result = evolve_networks(begin(tmp_path / "a", config), config, EvolutionWorkplace(1))
    assert result["opening"] == "A2"
    best = EvolvedNetwork.load(tmp_path / "a" / "networks" / "best.npz")
    for move in ("A2", "C3"):
        assert opens_with(best.spec, best.population, move).tolist() == [move == "A2"]
    with pytest.raises(TesujiError, match="elite"):
        EvolvedNetworkConfig(recombination="mean", elite=1).breeding()


@pytest.mark.parametrize("name", ["go-5-generalist", "go-5-centre-bred"])
def test_shipped_generalists_beat_everybody_with_both_colours(name: str) -> None:
    network = EvolvedNetwork.load(network_file(name))
    table = EvolvedNetworkConfig(hidden=network.spec.hidden, encoding=network.spec.encoding).table(
        1
    )
    for opponent in ("random", "naive", "pattern"):
        score = table.against(network.population, opponent, 1000, seed=31)
        assert score.by_colour.min() >= 0.8, opponent


def test_the_player_that_beats_gnu_go_opens_at_the_centre() -> None:
    """From there Black wins in theory, and did against GNU Go (benchmarks/evolution_gnugo.py)."""
    assert opening_of(EvolvedNetwork.load(network_file("go-5-centre-bred"))) == "C3"


def test_a_repeated_opponent_is_played_more_often() -> None:
    table = EvolvedNetworkConfig().table(1)
    networks = table.spec.express(
        np.ones((3, 20), np.uint8),
        np.ones((3, table.spec.num_connections), np.uint8),
        np.random.default_rng(1).normal(0, 0.3, (3, table.spec.num_weights)).astype(np.float32),
    )
    often = judge_by_opponents(table, networks, ["random", "naive", "random"], 10, seed=7)
    rates = [table.against(networks, "random", 20, 7), table.against(networks, "naive", 10, 8)]
    np.testing.assert_allclose(often.fitness, np.mean([s.rates for s in rates], axis=0))


@pytest.mark.parametrize(("failures", "comes_up"), [(0, True), (2, True), (3, False)])
def test_a_cluster_that_is_slow_to_come_up_is_started_again(
    failures: int, comes_up: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[str] = []

    def init(**_given: Any) -> None:
        calls.append("init")
        if calls.count("init") <= failures:
            raise Exception("The current node timed out during startup.")

    fake = SimpleNamespace(
        init=init, is_initialized=lambda: False, shutdown=lambda: calls.append("shutdown")
    )
    monkeypatch.setitem(sys.modules, "ray", fake)
    if comes_up:
        assert join_cluster() == (fake, True)
    else:
        with pytest.raises(TesujiError, match="timed out during startup"):
            join_cluster()
    assert calls.count("shutdown") == failures


@pytest.mark.slow
def test_runs_on_ray_come_to_the_same_as_here(tmp_path: Path) -> None:
    ray = pytest.importorskip("ray")
    given = {**SMALL, "generations": 3}
    looks: list[int] = []
    here = plan_series("go-random", given, runs=2, directory=tmp_path / "here")
    there = plan_series("go-random", given, runs=2, directory=tmp_path / "there")
    expected = run_series(here, workers=1, threads=1)
    found = run_series(
        there, threads=1, backend="ray", on_look=lambda runs: looks.append(len(runs))
    )
    assert [{**r, "seconds": 0} for r in found] == [{**r, "seconds": 0} for r in expected]
    assert looks
    assert not ray.is_initialized()
    bad = plan_series(
        "go-random", {**given, "start": "nowhere"}, runs=1, directory=tmp_path / "bad"
    )
    with pytest.raises(TesujiError, match="nowhere"):
        run_series(bad, threads=1, backend="ray")
    assert not ray.is_initialized()


def test_the_command_runs_prints_json_and_refuses_nonsense(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TESUJI_DATA_DIR", str(tmp_path))
    options = [f"--{key.replace('_', '-')}={value}" for key, value in SMALL.items()]
    done = invoke("evolve", "go-recurrent", "--json", "--threads", "1", *options[:-1])
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    assert found["results"][0]["strength"] == pytest.approx(
        np.mean([found["results"][0][name] for name in ("random", "naive", "pattern")])
    )
    assert "0.69 and 0.65" in found["summary"]["notes"][0]
    bad = invoke("evolve", "go-random", "--generations", "0")
    assert isinstance(bad.exception, TesujiError)
    assert "at least 1" in str(bad.exception)


def test_every_preset_has_a_config_that_fits_its_game() -> None:
    for name, experiment in experiments().items():
        config = find_experiment(name).configure({})
        if isinstance(config, EvolvedNetworkConfig):
            assert config.spec().num_weights > 0, name
        game, _ = experiment.game(config)
        assert game in {"go", "torus", "gomoku", "dots-and-boxes"}


@pytest.mark.parametrize(
    ("preset", "board"),
    [
        ("torus-networks", "torus:size=4"),
        ("dots-networks", "dots-and-boxes:size=2x2"),
        ("gomoku-networks", "gomoku:size=6"),
        ("go-neighbours", "go:size=7,rules=chinese,komi=5.5"),
        ("go-naive", "go:size=9,rules=chinese,komi=5.5"),
    ],
)
def test_other_games_and_larger_boards_evolve_too(preset: str, board: str, tmp_path: Path) -> None:
    series = plan_series(
        preset, {**SMALL, "generations": 2, "game": board}, runs=1, directory=tmp_path
    )
    (result,) = run_series(series, workers=1)
    assert 0 <= result["random"] <= 1
    game = parse_spec(board)
    with make_player(f"evolved:file={series.folder(1)}/networks/best.npz", game) as player:
        assert player.choose(game.initial()).move in game.initial().legal_moves()


def test_td_learning_improves_a_network_and_goes_on(tmp_path: Path) -> None:
    given = {"opponents": "random", "rounds": 4, "games": 1500, "measure_games": 400, "rate": 0.05}
    series = plan_series("go-td", given, runs=1, directory=tmp_path)
    (result,) = run_series(series, workers=1)
    untaught = plan_series(
        "go-td", {**given, "rounds": 1, "games": 1}, runs=1, directory=tmp_path, name="untaught"
    )
    (before,) = run_series(untaught, workers=1)
    assert result["random"] > before["random"] + 0.1


def test_td_learning_stops_in_the_middle_of_its_rounds(tmp_path: Path) -> None:
    """As a run of all rounds would have been by then: the rate falls as if all were played."""
    given = {"opponents": "random", "rounds": 3, "games": 20, "measure_games": 2, "hidden": 4}
    whole = plan_series("go-td", given, runs=1, directory=tmp_path, name="whole")
    stopped = plan_series(
        "go-td", {**given, "stop_after": 2}, runs=1, directory=tmp_path, name="stopped"
    )
    run_series(whole, workers=1)
    (result,) = run_series(stopped, workers=1)
    figures = [Run.open(series.folder(1)).metrics() for series in (whole, stopped)]
    assert result["generations"] == 2
    assert [line["mean"] for line in figures[1]] == [line["mean"] for line in figures[0]][:2]


def test_settings_are_texts_that_can_be_written_down(tmp_path: Path) -> None:
    for text in ("\udcff", "random\nnaive"):
        with pytest.raises(TesujiError, match="a text that can be shown"):
            plan_series("go-td", {"opponents": text}, runs=1, directory=tmp_path)


# -- coevolution ----------------------------------------------------------------------------------


def test_a_win_that_is_rare_counts_more_when_shared() -> None:
    wins = np.array([[1, 1, 0], [1, 0, 0], [1, 0, 1]], bool)
    np.testing.assert_allclose(shared_fitness(wins) * 3, [1 / 3 + 1, 1 / 3, 1 / 3 + 1])


def test_shared_sampling_prefers_those_who_beat_different_rivals() -> None:
    wins = np.array([[1, 1, 1, 0, 0], [1, 1, 1, 0, 0], [0, 0, 0, 1, 1], [0, 0, 0, 0, 0]], bool)
    for seed in range(5):
        chosen = shared_sample(wins, 2, np.random.default_rng(seed)).tolist()
        assert chosen[0] in (0, 1)
        assert chosen[1] == 2


def test_openings_are_counted() -> None:
    results = [
        {"opening": "C3", "strength": 0.6},
        {"opening": "C3", "strength": 0.8},
        {"opening": "A1", "strength": 0.4},
    ]
    found = [(move, count, round(mean, 6)) for move, count, mean in opening_statistics(results)]
    assert found == [("C3", 2, 0.7), ("A1", 1, 0.4)]


@pytest.mark.parametrize("size", [5, 9])
def test_what_is_known_of_5x5_stands_beside_5x5_only(size: int) -> None:
    result = {
        **dict.fromkeys(("strength", "random", "naive", "pattern", "competence"), 0.5),
        "game": f"go:size={size},rules=chinese,komi=5.5",
        "opening": "C3",
        "generations": 3,
        "seed": 1,
    }
    notes = " ".join(summarise("go-random", [result]).notes)
    assert ("solved value +25" in notes) == ("in the literature" in notes) == (size == 5)
    assert "opening C3: 1 players" in notes


# -- files and players ---------------------------------------------------------------------------


def some_network() -> EvolvedNetwork:
    spec = network_spec(parse_spec(GO5), hidden=4)
    dice = np.random.default_rng(0)
    return EvolvedNetwork(
        spec,
        dice.integers(0, 2, spec.hidden, dtype=np.uint8),
        dice.integers(0, 2, spec.num_connections, dtype=np.uint8),
        dice.normal(size=spec.num_weights).astype(np.float32),
        {"made by": "a test"},
    )


def test_a_network_comes_back_from_its_file(tmp_path: Path) -> None:
    network = some_network()
    network.save(tmp_path / "x.npz")
    again = EvolvedNetwork.load(tmp_path / "x.npz")
    assert again.spec == network.spec
    assert again.about == network.about
    position = parse_spec(GO5).initial().play("C3 C2")
    assert again.ranked_moves(position) == network.ranked_moves(position)


def repacked(network: EvolvedNetwork, folder: Path, **changes: Any) -> Path:
    path = folder / "x.npz"
    network.save(path)
    with np.load(path) as archive:
        parts = {name: archive[name] for name in archive.files}
    parts.update(changes)
    np.savez(path, **{name: part for name, part in parts.items() if part is not None})
    return path


def spec_text(**changes: Any) -> np.ndarray:
    from dataclasses import asdict

    return np.array(json.dumps({**asdict(some_network().spec), **changes}))


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"weights": None}, "weights"),
        ({"weights": np.zeros(3, np.float32)}, "should be"),
        ({"weights": np.full(some_network().spec.num_weights, np.nan, np.float32)}, "not numbers"),
        ({"weights": np.zeros(some_network().spec.num_weights)}, "should be"),
        ({"format": np.array("something else")}, "format"),
        ({"spec": np.array("{")}, "holds no evolved network"),
        ({"spec": np.array("[]")}, "holds no evolved network"),
        ({"spec": spec_text(hidden=-4)}, "not possible"),
        ({"spec": spec_text(hidden=2**40)}, "not possible"),
        ({"spec": spec_text(kind="oracle")}, "not possible"),
        ({"spec": spec_text(game="chess")}, "not possible"),
        ({"spec": spec_text(game="go:size=7,komi=5.5,ko=simple")}, "do not fit"),
        ({"neurons": np.array([{"a": 1}], dtype=object)}, "holds no evolved network"),
    ],
)
def test_hostile_files_are_refused(changes: dict[str, Any], complaint: str, tmp_path: Path) -> None:
    path = repacked(some_network(), tmp_path, **changes)
    with pytest.raises(NetworkFileError, match=complaint):
        EvolvedNetwork.load(path)


def test_files_that_are_none_and_bombs_are_refused(tmp_path: Path) -> None:
    with pytest.raises(NetworkFileError, match="there is no file"):
        EvolvedNetwork.load(tmp_path / "missing.npz")
    (tmp_path / "text.npz").write_text("hello")
    with pytest.raises(NetworkFileError, match="holds no evolved network"):
        EvolvedNetwork.load(tmp_path / "text.npz")
    data = io.BytesIO()
    np.save(data, np.zeros(30_000_000, np.float32))
    with zipfile.ZipFile(tmp_path / "bomb.npz", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("weights.npy", data.getvalue())
    with pytest.raises(NetworkFileError, match="unpack"):
        EvolvedNetwork.load(tmp_path / "bomb.npz")


def test_players_refuse_games_that_they_do_not_know(tmp_path: Path) -> None:
    some_network().save(tmp_path / "x.npz")
    with pytest.raises(SpecError, match="plays go:size=5"):
        make_player(f"evolved:file={tmp_path}/x.npz", make("go", size=7))
    with pytest.raises(TesujiError, match="plays go only"):
        make_player("naive", make("torus"))
    with pytest.raises(SpecError, match="no evolved player for torus"):
        make_player("evolved", make("torus"))


@pytest.mark.parametrize("spec", ["naive", "pattern", "pattern:readings=2"])
def test_programmed_players_repeat_themselves_with_a_seed(spec: str) -> None:
    game = make("go", size=7)

    def moves() -> list[int]:
        position = game.initial()
        played = []
        with make_player(spec, game, seed=4) as player:
            player.start(game, position)
            for _ in range(12):
                choice = player.choose(position)
                assert choice.move is not None
                played.append(choice.move)
                position = position.after(choice.move)
        return played

    assert moves() == moves()


def test_bad_input_leaves_no_run_behind(tmp_path: Path) -> None:
    """Else the next try, with the mistake mended, would find a run with other settings."""
    for given in ({"start": "nothing"}, {"opening": "Z9"}, {"opponents": "nobody"}):
        series = plan_series("go-generalist", given, runs=1, name="x", directory=tmp_path)
        with pytest.raises(TesujiError):
            run_series(series, workers=1, threads=1)
        assert list(tmp_path.iterdir()) == []
    with pytest.raises(TesujiError, match="longest_game of go-generalist is at most 2147483647"):
        plan_series("go-generalist", {"longest_game": 2**31}, runs=1, directory=tmp_path)
