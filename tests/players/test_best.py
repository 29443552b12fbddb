"""The strongest player: which it is, what it says of itself, equal answers in equal positions."""

from __future__ import annotations

import random

import pytest

from benchmarks.strongest import candidates_on, opponents_on
from examples.hex import Hex
from tesuji.analysis import Verdict, rate_moves, review_game
from tesuji.games import Position, make, parse_spec
from tesuji.networks.shipped import has_shipped
from tesuji.players import SpecError, make_player, player_kinds
from tesuji.players.best import BestOptions, engine_spec
from tesuji.players.strongest import ANY, rankings_of, strongest
from tesuji.search import SearchReport


@pytest.mark.parametrize(
    "spec",
    [
        "torus:size=9",
        "torus:size=5",
        "go:size=9",
        "go:size=19",
        "gomoku:size=15,rules=renju",
        "gomoku:size=6",
        "dots-and-boxes:size=3",
        "dots-and-boxes:size=4x6",
        "reversi:size=8",
        "reversi:size=4",
    ],
)
def test_every_board_has_one(spec: str) -> None:
    game = parse_spec(spec)
    position = _some_moves(game.initial(), 4, seed=1)
    with make_player("best:effort=0.01", game) as player:
        player.start(game, position)
        choice = player.choose(position)
    assert choice.move in position.legal_moves()
    assert isinstance(choice.report, SearchReport)
    assert choice.report.engine.partition(":")[0] in {*player_kinds(), "win search"}
    assert choice.report.position == position


def test_a_game_of_ones_own_has_one() -> None:
    hex_game = Hex(5)
    assert strongest(hex_game) == ANY
    with make_player("best:effort=0.02", hex_game) as player:
        report = player.choose(hex_game.initial()).report
    assert report.engine == "mcts:sims=100"


def test_the_rankings_name_players_that_exist_and_limits_that_they_have() -> None:
    for name in ("torus", "go", "gomoku", "dots-and-boxes", "reversi"):
        rankings = rankings_of(name)
        assert rankings
        for ranking in rankings:
            assert parse_spec(ranking.board).name == name
            for candidate in ranking.players:
                assert candidate.unit in player_kinds()[candidate.player].options
                assert candidate.per_second > 0


def test_the_campaign_asks_every_player_that_can_play() -> None:
    game = make("gomoku", size=9)
    opponents = opponents_on(game, 0.1)
    assert {"alphabeta", "gomoku", "mcts", "monomial", "random", "solver"} <= set(opponents)
    assert not {"best", "chains", "human", "torus"} & set(opponents)
    assert opponents["mcts"] == "mcts:seconds=0.1"
    candidates = candidates_on(game, list(opponents))
    assert "gomoku" in candidates
    assert "random" not in candidates


def test_a_network_is_only_asked_where_there_is_one() -> None:
    without = make("gomoku", size=9, rules="renju")
    assert has_shipped(make("gomoku", size=9))
    assert not has_shipped(without)
    assert strongest(without).player != "alphazero"


def test_a_budget_is_time_or_counted_work() -> None:
    game = make("gomoku")
    chosen = strongest(game)
    by_work = engine_spec(game, BestOptions(effort=0.5))
    assert by_work == f"{chosen.player}:{chosen.unit}={round(0.5 * chosen.per_second)}"
    assert engine_spec(game, BestOptions(seconds=2)) == f"{strongest(game, 2).player}:seconds=2"
    assert engine_spec(game, BestOptions()) == engine_spec(game, BestOptions(effort=1))
    with pytest.raises(SpecError, match="above 0"):
        make_player("best:seconds=0", game)


def test_equivalent_positions_of_torus_get_equivalent_answers() -> None:
    game = make("torus")
    position = _some_moves(game.initial(), 9, seed=4)
    dice = random.Random(2)
    with make_player("best:effort=0.03", game) as player:
        own = player.choose(position)
        ratings = rate_moves(own.report)
        for symmetry in dice.sample(range(game.num_symmetries), 24):
            moves = game.move_under(symmetry)
            image = position.transformed(symmetry)
            found = player.choose(image)
            assert found.move == moves[own.move]
            turned = {int(moves[move]): rating for move, rating in ratings.items()}
            assert rate_moves(found.report) == pytest.approx(turned)


def test_a_review_does_not_find_mistakes_everywhere_in_the_game_of_a_strong_player() -> None:
    go = make("go", size=9)
    position, moves = go.initial(), []
    with make_player("best:effort=0.02", go) as player:
        for _ in range(24):
            moves.append(player.choose(position).move or 0)
            position = position.after(moves[-1])
    with make_player("best:effort=0.05", go) as teacher:
        judged = list(review_game(go.initial(), moves, lambda at: teacher.choose(at).report))
    wrong = [one for one in judged if one.verdict in (Verdict.MISTAKE, Verdict.BLUNDER)]
    assert len(wrong) <= 4
    assert {one.engine.partition(":")[0] for one in judged} == {strongest(go).player}


def test_progress_is_of_the_position_that_was_asked_about() -> None:
    game = make("torus")
    position = _some_moves(game.initial(), 5, seed=3)
    heard: list[SearchReport] = []
    with make_player("best:seconds=0.4", game) as player:
        player.on_progress = heard.append  # type: ignore[attr-defined]
        player.progress_interval = 0.05  # type: ignore[attr-defined]
        player.choose(position)
    assert heard
    assert all(report.position == position and report.engine for report in heard)
    assert all(
        report.best is not None and report.best.move in position.legal_moves() for report in heard
    )


def _some_moves(position: Position, count: int, seed: int) -> Position:
    dice = random.Random(seed)
    for _ in range(count):
        position = position.after(dice.choice(position.legal_moves()))
    return position


@pytest.mark.parametrize(
    ("spec", "has_points"), [("gomoku:size=9", False), ("torus:size=9", False), ("go:size=9", True)]
)
def test_only_games_with_a_score_have_leads(spec: str, has_points: bool) -> None:
    game = parse_spec(spec)
    position = _some_moves(game.initial(), 4, seed=1)
    with make_player("alphazero:sims=20,proof=0", game) as player:
        player.start(game, position)
        report = player.choose(position).report
    assert (report.lead is not None) == has_points
