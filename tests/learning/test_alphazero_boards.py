"""Runs on several boards at once, with self-play beside training."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.kit.alphazero import any_size_network, finished, smoke
from tesuji.errors import TesujiError
from tesuji.games import Game, make
from tesuji.learning.alphazero.backends import LocalBackend
from tesuji.learning.alphazero.boards import boards_of
from tesuji.learning.alphazero.config import Config
from tesuji.learning.alphazero.game_files import GamesUnderWay, read_games
from tesuji.learning.alphazero.progress import Limits, Status
from tesuji.learning.alphazero.runner import Machine, create_run, work_on
from tesuji.learning.alphazero.self_player import SelfPlayer
from tesuji.networks.network import Network
from tesuji.players import make_player

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")
torch.set_num_threads(1)


def several(game: Game, *overrides: str) -> Config:
    """Games on 5x5 and 7x7, with two komis on 5x5."""
    boards = 'boards.variants=["size=5,komi=7.5", "size=5,komi=24.5", "size=7"]'
    return smoke(game, boards, "boards.shares=[1, 1, 2]", "self_play.games=10", *overrides)


def test_one_run_learns_on_boards_of_several_sizes(tmp_path: Path) -> None:
    game = make("go", size=5)
    run = finished(tmp_path / "run", game, several(game, "self_play.int8=true"), 2)
    games = read_games(run.path("state", "games", "0002.npz"))
    assert {one.board for one in games} == {0, 1, 2}
    boards = [make("go", size=5), make("go", size=5, komi=24.5), make("go", size=7)]
    for one in games:
        position = boards[one.board].initial().play(*one.moves.tolist())
        if one.finished and position.is_over:
            assert position.outcome is not None
            assert one.score == position.outcome.margin
    info = Network.load(run.best_network).info
    assert info.info["sizes"] == ["5", "7"]
    for size in (5, 7, 9):
        player = make_player(
            f"alphazero:net={run.path('networks', 'best.onnx')},sims=4", make("go", size=size)
        )
        assert player.choose(make("go", size=size).initial()).move is not None


def test_half_of_the_evaluations_are_of_a_board_with_half_of_the_share() -> None:
    game = make("go", size=5)
    boards = boards_of(game, several(game).boards)
    assert [board.share for board in boards] == [0.25, 0.25, 0.5]
    player = SelfPlayer(boards, several(game).self_play, seed=1)
    player.play(any_size_network(game), 10, lambda: False, lambda game: None)
    small, large = (table.evaluations for table in player._tables)
    assert 0.8 < small / large < 1.25


def test_a_board_that_is_solved_without_evaluations_does_not_take_all_games() -> None:
    game = make("dots-and-boxes", size=3)
    config = smoke(
        game,
        'boards.variants=["size=2", "size=3"]',
        "boards.shares=[1, 3]",
        "self_play.exact_plies=12",
        "self_play.end_when_proven=false",
    )
    player = SelfPlayer(boards_of(game, config.boards), config.self_play, seed=1)
    played: list[int] = []
    player.play(any_size_network(game), 30, lambda: False, lambda game: played.append(game.board))
    assert played.count(1) >= 10


def test_boards_that_do_not_go_together_are_refused(tmp_path: Path) -> None:
    game = make("gomoku", size=7)
    mixed = smoke(game, 'boards.variants=["size=7", "size=7,swap2=true"]')
    with pytest.raises(TesujiError, match="different planes or moves"):
        boards_of(game, mixed.boards)
    short = smoke(game, 'boards.variants=["size=7", "size=9"]', "boards.shares=[1]")
    with pytest.raises(TesujiError, match=r"has 1 numbers for 2"):
        boards_of(game, short.boards)


def test_games_go_on_while_a_network_is_trained(tmp_path: Path) -> None:
    """With processes that play, games of the next generation come in during training."""
    game = make("dots-and-boxes", size=2)
    run = create_run(tmp_path / "run", game, smoke(game, "training.reuse=20"), seed=3)
    played = {}

    def watch(status: Status) -> None:
        if status.phase == "training" and status.done == status.total:
            journal = run.path("state", "games", f"{status.generation + 1:04d}.journal")
            played[status.generation] = journal.stat().st_size

    progress = work_on(run, limits=Limits(3), machine=Machine(workers=1), watch=watch)
    assert progress.generation == 3
    assert progress.core_seconds > 0
    assert max(played.values()) > 0
    # What was played for a fourth generation is there when the run goes on.
    waiting = GamesUnderWay(run.path("state", "games", "0004.journal"))
    waiting.close()
    assert waiting.games
    work_on(run, limits=Limits(4), machine=Machine(workers=1))
    games = read_games(run.path("state", "games", "0004.npz"))
    assert [one.seed for one in games[: len(waiting.games)]] == [one.seed for one in waiting.games]


def test_what_fails_in_self_play_beside_training_is_heard(tmp_path: Path) -> None:
    class Broken(LocalBackend):
        def self_play(self, *args: Any, **kwargs: Any) -> Any:
            raise TesujiError("the cable is unplugged")

    game = make("dots-and-boxes", size=2)
    config = smoke(game)
    run = create_run(tmp_path / "run", game, config, seed=3)
    backend = Broken(game, config, 3, workers=1)
    from tesuji.learning.alphazero.generations import Generations

    learning = Generations(run, game, config, backend, limits=Limits(1))
    with pytest.raises(TesujiError, match="unplugged"):
        learning.work()


def test_games_that_left_the_window_leave_the_disk(tmp_path: Path) -> None:
    game = make("dots-and-boxes", size=2)
    small = smoke(game, "replay.min_window=1", "replay.max_window=1", "measurement.keep=0")
    run = finished(tmp_path / "run", game, small, 5)
    assert [path.name for path in run.path("state", "games").iterdir()] == ["0005.npz"]
    assert sorted(path.name for path in run.path("networks").iterdir()) == [
        "0005.onnx",
        "best.onnx",
    ]
