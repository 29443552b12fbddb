"""Puzzles of Gomoku and temperatures of Go endgames in the API."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server_kit import Api, running_app
from tesuji.games import make
from tesuji.games.presentation import OnBoard
from tesuji.search import Budget
from tesuji.theory.go_endgames import analyse_region


@pytest.fixture
def api(tmp_path: Path) -> Iterator[Api]:
    with running_app(tmp_path) as api:
        yield api


def test_puzzles_are_listed_by_kind_and_length(api: Api) -> None:
    listed = api.get("/puzzles/gomoku")["puzzles"]
    assert {one["kind"] for one in listed} == {"fours", "threats"}
    assert [one["number"] for one in listed] == list(range(len(listed)))
    api.get(f"/puzzles/gomoku/{len(listed)}", 400)


@pytest.mark.parametrize("kind", ["fours", "threats"])
def test_a_puzzle_is_solved_by_its_solution(api: Api, kind: str) -> None:
    listed = api.get("/puzzles/gomoku")["puzzles"]
    number = next(one["number"] for one in listed if one["kind"] == kind)
    puzzle = api.get(f"/puzzles/gomoku/{number}")
    tried: list[int] = []
    for _ in range(puzzle["plies"]):
        (move, *_) = api.post(f"/puzzles/gomoku/{number}/solution", {"moves": tried})["line"]
        answer = api.post(f"/puzzles/gomoku/{number}/try", {"moves": [*tried, move]})
        if answer["state"] == "solved":
            assert answer["position"]["ending"]["winner"] == puzzle["position"]["to_move"]
            return
        assert answer["state"] == "going on"
        tried += [move, answer["answer"]]
    pytest.fail("the puzzle was not solved in the moves that it says")


def test_a_careless_move_throws_the_win_away(api: Api) -> None:
    listed = api.get("/puzzles/gomoku")["puzzles"]
    number = next(one["number"] for one in listed if one["plies"] == 5)
    puzzle = api.get(f"/puzzles/gomoku/{number}")
    states = {
        api.post(f"/puzzles/gomoku/{number}/try", {"moves": [corner]})["state"]
        for corner in (0, 14, 210, 224)
        if corner in puzzle["position"]["legal"]
    }
    assert "failed" in states
    api.post(f"/puzzles/gomoku/{number}/try", {"moves": []}, 400)
    api.post(f"/puzzles/gomoku/{number}/try", {"moves": [puzzle["moves"][0]]}, 400)


def test_the_temperature_of_a_marked_region(api: Api) -> None:
    game = make("go", size=5)
    corridor = [
        *(-1, 0, 1, -1, -1),
        *(-1, 0, 1, -1, -1),
        *(-1, 0, 1, -1, -1),
        *(-1, 0, -1, -1, -1),
        *(-1, 0, 1, -1, -1),
    ]
    at = {"spec": "go:size=5", "setup": {"stones": corridor}, "seconds": 3}
    marked = game.parse_move("C2")
    (region,) = api.post("/positions/temperature", {**at, "region": [marked]})["regions"]
    expected = analyse_region(game.set_up(OnBoard(tuple(corridor))), [marked], Budget(seconds=3))
    assert region["temperature"] == pytest.approx(float(expected.temperature))
    assert (region["kind"], region["moves"][0]) == (expected.kind, list(expected.black_moves))
    assert region["thermograph"].startswith("<svg")
    api.post("/positions/temperature", {**at, "region": [1000]}, 400)
    api.post("/positions/temperature", {"spec": "torus"}, 400)
