"""What networks learn from: games on disk, positions, orientations, and the config of it all."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tesuji.errors import TesujiError
from tesuji.games import Game, Side, make, make_from_file
from tesuji.learning.alphazero.boards import boards_of
from tesuji.learning.alphazero.config import (
    BoardsConfig,
    BootstrapConfig,
    Config,
    ConfigError,
    ReplayConfig,
    explained,
    preset_names,
    read_config,
)
from tesuji.learning.alphazero.game_files import (
    GamesUnderWay,
    pack_games,
    read_games,
    unpack_games,
    write_games,
)
from tesuji.learning.alphazero.replay import (
    HORIZONS,
    ReplayWindow,
    Sizes,
    positions_of,
    values_soon,
)
from tesuji.learning.alphazero.self_player import play_plainly
from tesuji.learning.common.runs import RunError
from tesuji.search import SelfPlayGame, SelfPlayOptions
from tesuji.studies import load_presets

pytestmark = pytest.mark.core

PLAIN = BootstrapConfig(simulations=30, temperature_plies=6)


def played(game: Game, count: int = 3) -> list[SelfPlayGame]:
    return [play_plainly(game, PLAIN, seed) for seed in range(count)]


def all_games() -> list[Game]:
    return [
        make("dots-and-boxes", size="2x3"),
        make("go", size=5),
        make("gomoku", size=7),
        make("torus", size=5),
        make_from_file("examples/hex.py", size=3),
    ]


# -- games ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_plain_games_follow_the_rules(game: Game) -> None:
    one = play_plainly(game, PLAIN, 1)
    position = game.initial()
    for ply, move in enumerate(one.moves.tolist()):
        assert one.movers[ply] == position.to_move
        assert set(np.flatnonzero(one.policies[ply])) <= set(position.legal_moves())
        assert one.policies[ply].sum() == pytest.approx(1, abs=1e-5)
        position = position.after(move)
    assert position.outcome is not None
    assert one.result == position.outcome.value_for(Side.FIRST).number
    again = play_plainly(game, PLAIN, 1)
    assert again.moves.tolist() == one.moves.tolist()


def same(one: SelfPlayGame, other: SelfPlayGame) -> None:
    for item in fields(SelfPlayGame):
        left, right = getattr(one, item.name), getattr(other, item.name)
        if item.name == "policies":
            learnt = one.searched_fully
            np.testing.assert_allclose(left[learnt], right[learnt], atol=1e-3)
        else:
            np.testing.assert_array_equal(left, right)


def test_games_come_back_from_disk(tmp_path: Path) -> None:
    games = played(make("go", size=5))
    # Plies that are not learnt from keep no policy.
    games[1] = replace(games[1], searched_fully=np.arange(games[1].plies) % 3 == 0)
    path = tmp_path / "games.npz"
    write_games(path, games)
    for one, other in zip(games, read_games(path), strict=True):
        same(one, other)
    assert unpack_games(pack_games([])) == []


def test_a_journal_survives_being_cut_anywhere(tmp_path: Path) -> None:
    games = played(make("dots-and-boxes", size=2))
    path = tmp_path / "0001.journal"
    journal = GamesUnderWay(path)
    sizes = [0]
    for game in games:
        journal.add(game)
        sizes.append(path.stat().st_size)
    journal.close()
    whole = path.read_bytes()
    for cut in [*sizes, sizes[1] + 3, sizes[1] + 20, sizes[2] - 1]:
        path.write_bytes(whole[:cut])
        survivors = GamesUnderWay(path)
        kept = sum(size <= cut for size in sizes) - 1
        assert len(survivors.games) == kept
        survivors.add(games[0])
        survivors.close()
        again = GamesUnderWay(path)
        assert len(again.games) == kept + 1
        same(again.games[-1], games[0])
        again.remove()
        assert not path.exists()


@pytest.mark.parametrize("damage", [b"", b"PK\x03\x04 nothing", b"\x00" * 100])
def test_damaged_games_are_refused_in_a_sentence(tmp_path: Path, damage: bytes) -> None:
    path = tmp_path / "0001.npz"
    path.write_bytes(damage)
    with pytest.raises(RunError, match="damaged"):
        read_games(path)


# -- positions and orientations -------------------------------------------------------------------


def sizes_of(game: Game) -> Sizes:
    return Sizes(boards_of(game, BoardsConfig()))


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_batches_are_positions_of_the_games_in_some_orientation(game: Game) -> None:
    """Each row is checked against `Position.transformed`, which knows nothing of the tables."""
    games = played(game, 2)
    positions = positions_of(game, games)
    replay = ReplayWindow(sizes_of(game), ReplayConfig(), root_value_share=0.0)
    replay.add({0: positions}, {0: positions})
    known: dict[bytes, list[tuple[Any, Any]]] = {}
    for one in games:
        position = game.initial()
        for ply, move in enumerate(one.moves.tolist()):
            for symmetry in range(game.num_symmetries):
                policy = np.zeros(game.num_moves, np.float32)
                policy[game.move_under(symmetry)] = one.policies[ply]
                image = position.transformed(symmetry).planes()
                known.setdefault(image.astype(np.float16).tobytes(), []).append(
                    (policy, one.values[ply])
                )
            position = position.after(move)
    dice = np.random.default_rng(5)
    seen = set()
    for batch in replay.batches(16, 12, dice):
        for row in range(16):
            key = batch.planes[row].astype(np.float16).tobytes()
            seen.add(key)
            assert any(
                np.allclose(policy, batch.policies[row], atol=2e-3) and value == batch.values[row]
                for policy, value in known[key]
            )
    assert len(seen) > len(positions)


def test_targets_are_for_the_player_to_move() -> None:
    game = make("dots-and-boxes", size=2)
    one = play_plainly(game, PLAIN, 3)
    positions = positions_of(game, [one])
    sign = np.where(one.movers == 0, 1, -1)
    np.testing.assert_array_equal(positions.scores, sign * one.score)
    open_plies = ~one.proven
    np.testing.assert_array_equal(positions.results[open_plies], (sign * one.result)[open_plies])
    # Whoever moves last owns what the boxes say: ownership changes sign with the mover, too.
    boxes = positions.ownership.sum(1)
    np.testing.assert_array_equal(boxes, sign * one.score)


def test_values_of_the_next_plies() -> None:
    """Against the sum written out: each later thought weighs less, then the result for ever."""
    game = make("dots-and-boxes", size=2)
    one = play_plainly(game, PLAIN, 3)
    thoughts = np.where(one.movers == 0, 1, -1) * one.root_values
    end = np.where(one.movers[-1] == 0, 1, -1) * one.values[-1]
    cells = 25
    found = values_soon(one, cells)
    for column, horizon in enumerate(HORIZONS):
        keep = 1 - 1 / (horizon * cells)
        for ply in range(one.plies):
            later = thoughts[ply:]
            weights = (1 - keep) * keep ** np.arange(len(later))
            wanted = (weights * later).sum() + keep ** len(later) * end
            sign = 1 if one.movers[ply] == 0 else -1
            assert found[ply, column] == pytest.approx(sign * wanted, abs=1e-5)
    # The nearer horizon is nearer to what is thought now.
    errors = np.abs(found - one.root_values[:, None]).mean(0)
    assert errors[0] < errors[1]


def test_the_window_moves_on() -> None:
    game = make("dots-and-boxes", size=2)
    part = positions_of(game, played(game, 4))
    config = ReplayConfig(min_window=len(part), max_window=3 * len(part), window_share=0.5)
    replay = ReplayWindow(sizes_of(game), config, 0.0)
    sizes = []
    for _ in range(10):
        replay.add({0: part}, {0: part})
        sizes.append(len(replay) // len(part))
    assert sizes == [1, 1, 2, 2, 3, 3, 3, 3, 3, 3]
    assert replay.seen == 10 * len(part)


def test_surprising_positions_come_more_often() -> None:
    game = make("dots-and-boxes", size=2)
    part = positions_of(game, played(game, 2))
    count = len(part)
    surprises = np.full(count, 0.5, np.float32)
    surprises[:3] = (count - 3) * 0.5 / 3 + 1  # the mean is 1
    surprising = replace(part, surprises=surprises)
    config = ReplayConfig(symmetries=False, surprise_share=0.5)
    replay = ReplayWindow(sizes_of(game), config, 0.0)
    replay.add({0: surprising}, {0: part})
    seen: dict[bytes, int] = {}
    rounds = 40
    for batch in replay.batches(count, rounds, np.random.default_rng(1)):
        for plane in batch.planes:
            seen[plane.tobytes()] = seen.get(plane.tobytes(), 0) + 1
    planes = part.planes.astype(np.float32)
    often = np.array([seen[plane.tobytes()] for plane in planes]) / rounds
    same = np.array([sum(np.array_equal(a, b) for b in planes) for a in planes])
    alone = same == 1
    due = 0.5 + 0.5 * surprises
    np.testing.assert_allclose(often[alone], due[alone], rtol=0.35, atol=0.1)


def test_batches_show_every_position_before_any_again() -> None:
    game = make("dots-and-boxes", size=2)
    part = positions_of(game, played(game, 2))
    replay = ReplayWindow(sizes_of(game), ReplayConfig(symmetries=False), 0.0)
    replay.add({0: part}, {0: part})
    count = len(part)
    rows = np.concatenate(
        [batch.planes for batch in replay.batches(count, 2, np.random.default_rng(1))]
    )
    wanted = sorted(plane.tobytes() for plane in part.planes.astype(np.float32))
    assert sorted(plane.tobytes() for plane in rows[:count]) == wanted
    # More in a batch than there are positions is possible, too.
    [large] = replay.batches(3 * count, 1, np.random.default_rng(1))
    assert len(large.values) == 3 * count


# -- config ---------------------------------------------------------------------------------------


def test_presets_exist_for_every_game() -> None:
    load_presets()
    assert {"laptop", "smoke", "subset-a", "subset-b", "subset-c"} <= set(preset_names())
    for game in all_games():
        for name in preset_names():
            config = read_config(game, name)
            assert isinstance(config.self_play.options(game), SelfPlayOptions)
            assert Config.from_dict(config.as_dict()) == config


def test_the_thesis_in_presets() -> None:
    load_presets()
    game = make("dots-and-boxes", size=3)
    a, b, c = (read_config(game, f"subset-{letter}") for letter in "abc")
    assert (a.self_play.games, a.self_play.simulations, a.training.epochs) == (100, 100, 200)
    assert (b.self_play.games, b.self_play.simulations, b.training.epochs) == (200, 160, 350)
    assert (a.training.rate, a.training.batch, a.replay.holdout) == (0.001, 64, 0.2)
    # 100 games of 24 boards, 8 symmetries, 2 sets, of which four fifths are learnt from.
    boards = a.self_play.games * 24 * a.training.views * (1 - a.replay.holdout)
    assert boards == 30_720
    assert boards * a.training.epochs / a.training.batch == 96_000
    assert a.competition.games == 50
    # What became better in subset C is the sign, and nothing else.
    sign = replace(c, self_play=replace(c.self_play, alternating_sign=True))
    assert sign == b
    assert a.network.layers == (1024, 1024, 1024, 512)
    assert a.self_play.alternating_sign
    assert b.self_play.alternating_sign
    assert not c.self_play.alternating_sign


def test_files_and_overrides_change_presets(tmp_path: Path) -> None:
    game = make("gomoku", size=9)
    file = tmp_path / "mine.toml"
    file.write_text("[self_play]\ngames = 7\n[network]\nlayers = [8, 4]\n")
    config = read_config(
        game, "smoke", file, ["self_play.simulations=9", "network.kind=dense", "training.rate=1"]
    )
    assert (config.self_play.games, config.self_play.simulations) == (7, 9)
    assert (config.network.layers, config.network.kind) == ((8, 4), "dense")
    assert config.training.rate == 1.0
    assert config.self_play.games_at_once == 4


@pytest.mark.parametrize(
    ("override", "sentence"),
    [
        ("self_play.gmaes=3", "has no option 'gmaes'; did you mean 'games'"),
        ("selfplay.games=3", "has no section 'selfplay'; did you mean 'self_play'"),
        ("self_play.games=0", "self_play.games is at least 1, not 0"),
        ("self_play.games=many", "self_play.games is a whole number, not 'many'"),
        ("self_play.gumbel=1", "self_play.gumbel is true or false, not 1"),
        ("self_play.temperature=2", "self_play.temperature does nothing with Gumbel"),
        ("self_play.dirichlet_alpha=0.3", "self_play.dirichlet_alpha does nothing with Gumbel"),
        ("self_play.full_share=1.5", "above 0 and at most 1, not 1.5"),
        ("network.kind=giant", "network.kind is one of residual, dense, not 'giant'"),
        ("network.layers=3", "network.layers is a list, not 3"),
        ("network.layers=[3, 0]", "network.layers is at least 1, not 0"),
        ("training.rate=1e308", "training.rate is above 0 and at most 1000000000.0, not 1e+308"),
        ("training.rate=nan", "not nan"),
        ("self_play.dirichlet_alpha=-inf", "not -inf"),
        ("games=3", "is not of the form section.option=value"),
    ],
)
def test_what_is_wrong_with_an_option(override: str, sentence: str) -> None:
    with pytest.raises(ConfigError) as caught:
        read_config(make("gomoku", size=9), "smoke", None, [override])
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    game = make("gomoku", size=9)
    with pytest.raises(ConfigError, match="cannot read"):
        read_config(game, "smoke", tmp_path / "nothing.toml")
    broken = tmp_path / "broken.toml"
    broken.write_text("[self_play\n")
    with pytest.raises(ConfigError, match="is not TOML"):
        read_config(game, "smoke", broken)
    with pytest.raises(ConfigError, match="there is no preset called 'huge'"):
        read_config(game, "huge")


def test_every_option_is_explained() -> None:
    for section in explained().values():
        assert all(section.values())


def test_a_game_from_a_file(tmp_path: Path) -> None:
    assert make_from_file("examples/hex.py", size=4) == make_from_file("examples/hex.py:size=4")
    with pytest.raises(TesujiError, match="there is no file"):
        make_from_file(str(tmp_path / "none.py"))
    (tmp_path / "empty_game.py").write_text("x = 1\n")
    with pytest.raises(TesujiError, match="registers no game"):
        make_from_file(str(tmp_path / "empty_game.py"))
    (tmp_path / "broken_game.py").write_text("1 / 0\n")
    with pytest.raises(TesujiError, match="cannot be run: ZeroDivisionError: division by zero"):
        make_from_file(str(tmp_path / "broken_game.py"))
