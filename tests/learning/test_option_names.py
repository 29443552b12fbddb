"""One name, default and help for each option of a search, and older names that are still read."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest

from tests.kit.alphazero import HERE, finished, smoke
from tesuji import core
from tesuji.errors import SetupError
from tesuji.games import make
from tesuji.learning.alphazero.config import Config, ConfigError, SelfPlayConfig, read_config
from tesuji.players.registry import parse_player, player_kinds
from tesuji.search import SelfPlayOptions

OLD_CONFIG: dict[str, Any] = json.loads(Path("tests/golden/config-0.json").read_text())
"""The config that a run wrote down when options of the search had two names each."""


def test_self_play_of_a_run_has_every_option_of_the_core() -> None:
    fields = {field.name: field for field in dataclasses.fields(SelfPlayConfig)}
    for info in SelfPlayOptions.table():
        if info.name == "max_searches":  # to judge given positions, not for whole games
            continue
        assert fields[info.name].default == info.default, info.name
        assert fields[info.name].metadata["help"] == info.help
        assert info.help


def test_a_search_and_self_play_call_the_same_thing_the_same() -> None:
    search = {info.name: info for info in core.MctsOptions.table()}
    shared = [info for info in SelfPlayOptions.table() if info.name in search]
    assert {"c_puct", "solver", "gumbel_moves", "dirichlet_alpha"} <= {i.name for i in shared}
    for info in shared:
        assert info.help == search[info.name].help
        if info.name != "dirichlet_alpha":  # no noise where a search is for its own sake
            assert info.default == search[info.name].default


def test_players_explain_the_options_of_the_search_in_its_words() -> None:
    search = {info.name: info for info in core.MctsOptions.table()}
    named = 0
    for kind in player_kinds().values():
        for option in kind.options.values():
            if option.name in search and option.name not in {"seed", "threads"}:
                assert option.help.startswith(search[option.name].help), (kind.name, option.name)
                named += 1
    assert named > 15


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("mcts:c=0.5,fpu=0.1", "mcts:uct=0.5,fpu_reduction=0.1"),
        ("mcts:points=0.8,points_scale=5", "mcts:score_weight=0.8,score_scale=5.0"),
        (
            "alphazero:batch=4,c=2,spread=0.5,fpu=0.1,exact=0",
            "alphazero:batch_size=4,c_puct=2.0,puct_spread=0.5,fpu_reduction=0.1,exact_plies=0",
        ),
        ("katago:c=1,points=0", "katago:c_puct=1.0,score_weight=0.0"),
        ("thesis:file=x.npz,c=1", "thesis:file=x.npz,c_puct=1.0"),
        ("monomial:c=0.2", "monomial:uct=0.2"),
    ],
)
def test_specs_with_older_names_are_read(old: str, new: str) -> None:
    kind, options = parse_player(old)
    assert (kind, options) == parse_player(new)
    assert kind.spec(options) == new


def test_the_core_takes_older_names_and_none() -> None:
    options = core.MctsOptions(puct=2.0, noise_alpha=0.5, uct=None)
    assert (options.c_puct, options.dirichlet_alpha, options.uct) == (2.0, 0.5, 0.6)
    older = SelfPlayOptions(considered_moves=7, proofs=False, dirichlet_alpha=None)
    assert (older.gumbel_moves, older.solver, older.dirichlet_alpha) == (7, False, -1.0)
    assert "gumbel_moves=7" in repr(older)
    with pytest.raises(SetupError, match="c_puct must be at least 0"):
        core.MctsOptions(c_puct=-1)


def test_the_config_of_a_run_from_before_is_read() -> None:
    config = Config.from_dict(OLD_CONFIG)
    assert config.self_play.gumbel_moves == OLD_CONFIG["self_play"]["considered_moves"] == 5
    assert config.self_play.solver is OLD_CONFIG["self_play"]["proofs"] is False
    assert config.measurement.exact_plies == OLD_CONFIG["measurement"]["exact"] == 4
    renamed = {"considered_moves": "gumbel_moves", "proofs": "solver", "exact": "exact_plies"}
    now = config.as_dict()
    for section, options in OLD_CONFIG.items():
        for name, value in options.items():
            kept = now[section][renamed.get(name, name)]
            assert (list(kept) if isinstance(kept, tuple) else kept) == value
    assert Config.from_dict(now) == config


def test_a_run_from_before_goes_on(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    from tesuji.learning.alphazero.progress import Limits, Progress
    from tesuji.learning.alphazero.runner import work_on
    from tesuji.learning.common.runs import Run

    game = make("dots-and-boxes", size=2)
    run = finished(tmp_path / "run", game, smoke(game), 1)
    file = run.path("run.json")
    plain = json.loads(file.read_text())
    plain["config"] = OLD_CONFIG
    file.write_text(json.dumps(plain))
    again = Run.open(tmp_path / "run")
    work_on(again, limits=Limits(2), machine=HERE)
    assert Progress.of(again).generation == 2


def test_toml_with_older_names_is_read(tmp_path: Path) -> None:
    game = make("go", size=5)
    file = tmp_path / "old.toml"
    file.write_text("[self_play]\nconsidered_moves = 9\nproofs = false\n")
    config = read_config(game, "smoke", file)
    assert (config.self_play.gumbel_moves, config.self_play.solver) == (9, False)
    file.write_text("[self_play]\nconsidered_moves = 9\ngumbel_moves = 8\n")
    with pytest.raises(ConfigError, match="gumbel_moves twice"):
        read_config(game, "smoke", file)
