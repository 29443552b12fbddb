"""Matches: colours, openings, seeds, processes that die, and the command."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.kit import match_players  # registers its players  # noqa: F401
from tests.kit.cli import TESUJI
from tests.kit.patience import PATIENCE
from tesuji.errors import TesujiError
from tesuji.games import Game, Side, make
from tesuji.games.canonical import canonical
from tesuji.match import MatchResult, Openings, Sprt, TimeControl, run_match
from tesuji.match.openings import BALANCED
from tesuji.records import load
from tesuji.search import Budget, search


@pytest.fixture
def game() -> Game:
    return make("torus", size=5)


def moves_of(result: MatchResult) -> list[tuple[int, ...]]:
    return [game.moves for game in result.games]


def test_colours_alternate_and_openings_come_in_pairs(game: Game) -> None:
    result = run_match(game, "random:seed=1", "random:seed=2", games=6, opening_plies=3, workers=0)
    names = [played.names for played in result.games]
    assert names[0::2] == [("random:seed=1", "random:seed=2")] * 3
    assert names[1::2] == [("random:seed=2", "random:seed=1")] * 3
    openings = [played.moves[:3] for played in result.games]
    assert openings[0::2] == openings[1::2]
    assert len(set(openings)) == 3


def test_a_result_is_from_the_view_of_a(game: Game) -> None:
    result = run_match(game, "mcts:sims=100", "random", games=6, workers=0)
    summary = result.as_dict()
    assert list(summary) == [
        "wins",
        "draws",
        "losses",
        "score",
        "elo",
        "elo_error",
        "first",
        "second",
        "seconds_per_move",
        "failures",
        "failure_texts",
    ]
    assert summary["wins"] >= 5
    assert summary["wins"] == summary["first"]["wins"] + summary["second"]["wins"]
    assert summary["score"] == pytest.approx(result.tally.points / 6)
    assert summary["elo"] > 0
    assert all(seconds > 0 for seconds in summary["seconds_per_move"].values())
    turned = run_match(game, "random", "mcts:sims=100", games=6, workers=0).as_dict()
    assert turned["losses"] >= 5
    json.dumps(summary, allow_nan=False)


@pytest.mark.parametrize("spec", ["random", "mcts:sims=40", "mcts:sims=40,temperature=1"])
def test_a_seed_decides_everything_however_many_workers(game: Game, spec: str) -> None:
    once = run_match(game, spec, "random", games=6, seed=5, workers=0)
    again = run_match(game, spec, "random", games=6, seed=5, workers=2)
    other = run_match(game, spec, "random", games=6, seed=6, workers=0)
    assert moves_of(once) == moves_of(again)
    assert moves_of(once) != moves_of(other)
    assert len(set(moves_of(once))) == 6


def test_openings_are_balanced_new_and_reproducible() -> None:
    game = make("gomoku", size=7)
    openings = Openings(game, 4, seed=3)
    made = [openings[number] for number in range(12)]
    assert made == [Openings(game, 4, seed=3)[number] for number in range(12)]
    positions = [game.initial().play(*moves) for moves in made]
    assert len({canonical(position)[1] for position in positions}) == 12
    for position in positions:
        assert not position.is_over
        lead = search(position, "mcts", Budget(simulations=500), seed=1).value.number
        assert abs(lead) < BALANCED + 0.3


def test_openings_of_tiny_games() -> None:
    tiny = make("dots-and-boxes", size=1)
    assert Openings(tiny, 0, seed=0)[5] == ()
    assert len(Openings(tiny, 2, seed=0)[3]) == 2  # few exist: they are used again
    with pytest.raises(TesujiError, match="end within an opening"):
        Openings(tiny, 4, seed=0)[0]


def test_a_sequential_test_ends_a_match_early(game: Game) -> None:
    result = run_match(game, "mcts:sims=100", "random", games=200, sprt=Sprt(0, 200), workers=2)
    assert result.verdict == "elo1"
    assert len(result.games) < 100
    assert len(result.games) % 2 == 0
    assert result.as_dict()["sprt"]["accepted"] == "elo1"


def test_failures_are_counted_by_player(game: Game) -> None:
    result = run_match(game, "random", "dies", games=2, workers=2)
    assert result.tally.wins == 2
    assert result.failures == ({}, {"crash": 2})
    assert "while dies was thinking" in result.games[0].reason
    (text,) = result.as_dict()["failure_texts"]["b"]
    assert text.startswith("crash: ")
    assert "while dies was thinking" in text


def test_a_killed_process_costs_nothing(game: Game, tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    result = run_match(game, "random", f"dies-once:mark={mark}", games=4, workers=2, seed=1)
    assert mark.exists()
    assert len(result.games) == 4
    assert result.failures == ({}, {})


def test_a_player_that_cannot_be_made_ends_the_match(game: Game) -> None:
    for workers in (0, 2):
        with pytest.raises(TesujiError, match="its file is missing"):
            run_match(game, "random", "unmade", games=4, workers=workers)


@pytest.mark.slow
def test_a_deaf_process_is_ended(game: Game) -> None:
    clock = TimeControl(per_move=0.5)
    result = run_match(game, "random", "deaf", games=2, workers=2, control=clock)
    assert result.failures == ({}, {"time": 2})


def test_side_of_a() -> None:
    turns = MatchResult(("a", "b"))
    assert [turns.side_of_a(i) for i in range(3)] == [Side.FIRST, Side.SECOND, Side.FIRST]
    always = MatchResult(("a", "b"), always=Side.SECOND)
    assert [always.side_of_a(i) for i in range(3)] == [Side.SECOND] * 3


# -- the command ------------------------------------------------------------------------------


COMMAND = [*TESUJI, "match"]


def run_command(arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *arguments.split()],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def test_the_command_prints_json_and_keeps_records(tmp_path: Path) -> None:
    games = tmp_path / "games"
    done = run_command(
        f"torus random random --size 5 --games 4 --seed 3 --workers 2 --json --sgf {games}"
    )
    assert done.returncode == 0, done.stderr
    summary = json.loads(done.stdout)
    assert summary["wins"] + summary["draws"] + summary["losses"] == 4
    assert [path.name for path in sorted(games.iterdir())] == [f"000{n}.sgf" for n in range(1, 5)]
    record = load(games / "0002.sgf")
    assert record.black == "random"
    assert record.round == "2"
    assert record.moves()


@pytest.mark.parametrize(
    ("arguments", "phrase"),
    [
        ("torus random rando", "did you mean 'random'"),
        ("torsu random random", "no game called 'torsu'"),
        ("torus random mcts:sims=0", "of at least 1"),
        ("torus random random --sprt 5", "two Elo differences"),
        ("torus random random --time 1+x", "not a time"),
        ("torus random random --move-time 0", "above 0"),
        ("torus:size=5 random random --size 5", "leave out --size"),
    ],
)
def test_bad_input_is_one_sentence(arguments: str, phrase: str) -> None:
    done = run_command(arguments)
    assert done.returncode == 2
    assert phrase in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert done.stdout == ""


def test_interruption_shows_what_was_played(tmp_path: Path) -> None:
    arguments = f"torus random random --size 5 --games 100000 --workers 2 --json --sgf {tmp_path}"
    running = subprocess.Popen(
        [*COMMAND, *arguments.split()],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    deadline = time.monotonic() + PATIENCE
    while not (tmp_path / "0010.sgf").exists():
        assert time.monotonic() < deadline
        time.sleep(0.01)
    os.kill(running.pid, signal.SIGINT)
    output, errors = running.communicate(timeout=PATIENCE)
    assert running.returncode == 130
    summary = json.loads(output)
    assert summary["wins"] + summary["draws"] + summary["losses"] >= 9
    assert "interrupted after" in errors
