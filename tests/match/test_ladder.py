"""Ladders: ratings, going on after an interruption, and files that survive anything."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.kit.cli import TESUJI
from tests.kit.patience import PATIENCE
from tesuji.errors import TesujiError
from tesuji.games import Game, make
from tesuji.match import (
    GamePace,
    GameTask,
    LadderResult,
    ladder_path,
    number_of_pairs,
    read_ladder,
    run_ladder,
)

PLAYERS = ["random", "random:seed=1", "mcts:sims=60"]


@pytest.fixture
def game() -> Game:
    return make("torus", size=5)


def keys(result: LadderResult) -> list[tuple[str, str, int]]:
    return sorted(played.key for played in result.games)


def test_everybody_plays_everybody_and_strength_shows(game: Game, tmp_path: Path) -> None:
    out = tmp_path / "ladder.jsonl"
    result = run_ladder(game, PLAYERS, out=out, games=6, workers=0)
    assert len(result.games) == 18
    assert Counter(played.players for played in result.games) == {
        ("random", "random:seed=1"): 6,
        ("mcts:sims=60", "random"): 6,
        ("mcts:sims=60", "random:seed=1"): 6,
    }
    ratings = result.as_dict()["ratings"]
    assert ratings[0]["player"] == "mcts:sims=60"
    assert sum(rating["elo"] for rating in ratings) == pytest.approx(0, abs=1e-6)
    assert all(rating["games"] == 12 for rating in ratings)
    kept = read_ladder(out)
    assert kept.games == result.games
    assert {rating.name: rating.elo for rating in kept.ratings} == {
        rating.name: rating.elo for rating in result.ratings
    }


def test_neighbours_only(game: Game, tmp_path: Path) -> None:
    players = ["random", "random:seed=1", "mcts:sims=20", "mcts:sims=60"]
    out = tmp_path / "ladder.jsonl"
    result = run_ladder(game, players, out=out, games=2, neighbours=1, workers=0)
    assert Counter(played.players for played in result.games) == {
        ("random", "random:seed=1"): 2,
        ("mcts:sims=20", "random:seed=1"): 2,
        ("mcts:sims=20", "mcts:sims=60"): 2,
    }
    assert [number_of_pairs(4, reach) for reach in (1, 2, None)] == [3, 5, 6]
    from_random = result.ratings_relative_to("random")
    (origin,) = (rating for rating in from_random if rating.name == "random")
    assert origin.elo == pytest.approx(0)
    assert origin.error == pytest.approx(0)
    centred = {rating.name: rating.elo for rating in result.ratings}
    for rating in from_random:
        assert rating.elo == pytest.approx(centred[rating.name] - centred["random"])
    # Every step of the chain adds to what is not known of the distance.
    errors = {rating.name: rating.error for rating in from_random}
    assert errors["random:seed=1"] < errors["mcts:sims=20"] < errors["mcts:sims=60"]
    with pytest.raises(TesujiError, match="must be at least 1, got 0"):
        run_ladder(game, players, out=out, games=2, neighbours=0, workers=0)


def test_a_ladder_goes_on_and_grows(game: Game, tmp_path: Path) -> None:
    out = tmp_path / "folder"
    two = run_ladder(game, PLAYERS[:2], out=out, games=2, workers=0)
    assert ladder_path(out) == out / "games.jsonl"
    same = run_ladder(game, PLAYERS[1::-1], out=out, games=2, workers=0)
    assert same.games == two.games  # nothing is played twice, in whatever order they stand
    more = run_ladder(game, PLAYERS, out=out, games=4, workers=0)
    assert more.games[:2] == two.games
    assert len(set(keys(more))) == len(more.games) == 12
    whole = run_ladder(game, PLAYERS, out=tmp_path / "other.jsonl", games=4, workers=2)
    assert {g.key: g.moves for g in whole.games} == {g.key: g.moves for g in more.games}


def test_a_cut_last_line_is_played_again(game: Game, tmp_path: Path) -> None:
    out = tmp_path / "ladder.jsonl"
    whole = run_ladder(game, PLAYERS[:2], out=out, games=4, workers=0)
    data = out.read_bytes()
    out.write_bytes(data[:-10])
    again = run_ladder(game, PLAYERS[:2], out=out, games=4, workers=0)
    assert again.games == whole.games
    assert out.read_bytes() == data


def test_other_ladders_and_other_files_are_left_alone(game: Game, tmp_path: Path) -> None:
    out = tmp_path / "ladder.jsonl"
    run_ladder(game, PLAYERS[:2], out=out, games=1, workers=0)
    before = out.read_bytes()
    with pytest.raises(TesujiError, match=r"another ladder \(game torus:size=5"):
        run_ladder(make("torus", size=6), PLAYERS[:2], out=out, workers=0)
    with pytest.raises(TesujiError, match="seed 0, not 1"):
        run_ladder(game, PLAYERS[:2], out=out, seed=1, workers=0)
    assert out.read_bytes() == before
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ann,\n")
    with pytest.raises(TesujiError, match="not a ladder"):
        run_ladder(game, PLAYERS[:2], out=letter, workers=0)
    assert letter.read_text() == "Dear Ann,\n"
    out.write_bytes(before + b"nonsense\n")
    with pytest.raises(TesujiError, match="line 3"):
        run_ladder(game, PLAYERS[:2], out=out, workers=0)


@pytest.mark.parametrize(
    ("players", "phrase"),
    [
        (["random"], "at least 2"),
        (["random", "random"], "twice"),
        (["random", "nobody"], "no player called"),
    ],
)
def test_bad_players_are_refused(
    game: Game, tmp_path: Path, players: list[str], phrase: str
) -> None:
    with pytest.raises(TesujiError, match=phrase):
        run_ladder(game, players, out=tmp_path / "x.jsonl", workers=0)
    assert not (tmp_path / "x.jsonl").exists()


def start(out: Path) -> subprocess.Popen[str]:
    arguments = "ladder torus random random:seed=1 random:seed=2 --size 5 --games 20 --json"
    return subprocess.Popen(
        [*TESUJI, *arguments.split(), "--workers", "2", "--out", str(out)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def lines_in(out: Path) -> int:
    return out.read_bytes().count(b"\n") if out.exists() else 0


def wait_for_lines(out: Path, count: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while lines_in(out) < count:
        assert time.monotonic() < deadline
        time.sleep(0.002)


def test_no_game_is_lost_or_doubled_by_a_kill(tmp_path: Path) -> None:
    out = tmp_path / "ladder.jsonl"
    kept: list[str] = []
    for stage in (10, 30):
        running = start(out)
        wait_for_lines(out, stage)
        os.kill(running.pid, signal.SIGKILL)
        running.communicate()
        text = out.read_text()
        whole = text[: text.rfind("\n") + 1].splitlines()
        assert whole[: len(kept)] == kept
        kept = whole
    running = start(out)
    output, errors = running.communicate(timeout=PATIENCE)
    assert running.returncode == 0, errors
    lines = out.read_text().splitlines()
    assert lines[: len(kept)] == kept
    games = [json.loads(line) for line in lines[1:]]
    assert len(games) == 60
    assert len({(*game["players"], game["number"]) for game in games}) == 60
    assert json.loads(output)["games"] == 60


def test_interruption_says_how_to_go_on(tmp_path: Path) -> None:
    out = tmp_path / "ladder.jsonl"
    running = start(out)
    wait_for_lines(out, 5)
    with pytest.raises(TesujiError, match="another process"):
        read_ladder(out)
    os.kill(running.pid, signal.SIGINT)
    output, errors = running.communicate(timeout=PATIENCE)
    if running.returncode == 0:
        pytest.skip("it was done before it could be interrupted")
    assert running.returncode == 130
    assert "goes on from there" in errors
    assert json.loads(output)["games"] == lines_in(out) - 1


def test_games_are_followed_move_by_move(game: Game, tmp_path: Path) -> None:
    """The moves that are reported are those of the record, without the last one."""
    seen: dict[int, list[tuple[int, ...]]] = {}

    def follow(task: GameTask, moves: tuple[int, ...]) -> None:
        seen.setdefault(task.index, []).append(moves)

    out = tmp_path / "ladder.jsonl"
    players = ["random", "random:seed=1"]
    result = run_ladder(game, players, out=out, games=2, workers=1, on_move=follow)
    for index, played in enumerate(result.games):
        moves = tuple(map(game.parse_move, played.moves))
        assert seen[index] == [moves[:plies] for plies in range(3, len(moves))]


def test_a_paused_ladder_waits_and_a_stopped_one_goes_on_later(game: Game, tmp_path: Path) -> None:
    out = tmp_path / "ladder.jsonl"
    players = ["random", "random:seed=1"]
    pace = GamePace(paused=True)
    moves: list[tuple[int, ...]] = []
    with ThreadPoolExecutor(1) as other:
        playing = other.submit(
            run_ladder,
            game,
            players,
            out=out,
            games=2,
            workers=1,
            pace=pace,
            on_move=lambda _, played: moves.append(played),
        )
        with pytest.raises(TimeoutError):
            playing.result(timeout=1.5)
        assert moves == []
        pace.stopped = True
        assert playing.result(timeout=PATIENCE).games == ()
    assert len(run_ladder(game, players, out=out, games=2, workers=1).games) == 2


def test_a_slow_pace_is_waited_for_before_each_move(game: Game, tmp_path: Path) -> None:
    pace = GamePace(seconds=3600)
    with ThreadPoolExecutor(1) as other:
        playing = other.submit(
            run_ladder, game, PLAYERS[:2], out=tmp_path / "x", games=1, workers=1, pace=pace
        )
        with pytest.raises(TimeoutError):
            playing.result(timeout=1.5)
        pace.seconds = 0.0
        assert len(playing.result(timeout=PATIENCE).games) == 1
