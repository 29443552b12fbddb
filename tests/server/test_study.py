"""Puzzles of Gomoku, temperatures, counting and coupon games of Go endgames in the API."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit.server import Api, running_app
from tesuji.games import make
from tesuji.games.presentation import OnBoard
from tesuji.lessons.counting import load_problems
from tesuji.search import Budget
from tesuji.theory.go_endgames import analyse_region, mixed


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
    assert region["territory_text"] == mixed(expected.temperature - 1)
    assert region["difference_text"] == mixed(2 * (expected.temperature - 1))
    api.post("/positions/temperature", {**at, "region": [1000]}, 400)
    api.post("/positions/temperature", {"spec": "torus"}, 400)


SENTE = (
    *(-1, 0, 0, -1, 0, 1, -1),
    *(-1, 0, -1, -1, -1, 1, -1),
    *(-1, 0, 0, 1, 1, 1, -1),
    *(-1, -1, 0, 1, -1, -1, -1) * 4,
)
"""White's move in the middle threatens to cut off more than it takes."""


def test_the_tree_of_a_region_shows_every_position(api: Api) -> None:
    game = make("go", size=7)
    at = {"spec": "go:size=7", "setup": {"stones": list(SENTE)}, "seconds": 10}
    marked = [game.parse_move(name) for name in ("C7", "D7", "E7", "C6", "D6", "E6")]
    (region,) = api.post("/positions/temperature", {**at, "region": marked})["regions"]
    assert (region["kind"], region["temperature_text"], region["mean_text"]) == (
        "white sente", "2", "B+2"
    )  # fmt: skip
    assert region["why"] == [
        "White D6 raises the temperature from 2 to 2½: Black answers at D7, and White has the "
        "turn again. The score stays what was expected, B+2.",
        "Black D6 first is reverse sente: it leads to B+4 instead of B+2, a gain of 2, and loses "
        "the turn.",
    ]
    root, *nodes = region["tree"]
    assert (root["parent"], root["stones"], root["kind"]) == (None, {}, "white sente")
    d6 = game.parse_move("D6")
    first = {node["player"]: node for node in nodes if node["parent"] == 0}
    assert first[1]["stones"] == {str(d6): 1}
    assert first[1]["temperature_text"] == "2½"
    assert all(node["parent"] < number for number, node in enumerate(nodes, start=1))
    # What is taken off is seen to be gone, in the lines as in the tree.
    for steps in region["lines"]:
        for step in steps:
            assert step["stones"][str(step["move"])] == step["player"]


def test_the_region_around_a_point_is_found(api: Api) -> None:
    game = make("go", size=7)
    at = {"spec": "go:size=7", "setup": {"stones": list(SENTE)}, "seconds": 5}
    point = game.parse_move("D6")
    (region,) = api.post("/positions/temperature", {**at, "point": point})["regions"]
    assert point in region["region"]
    assert region["temperature"] >= 1
    api.post("/positions/temperature", {**at, "point": game.parse_move("A1")}, 400)
    api.post("/positions/temperature", {**at, "point": 1000}, 400)


def test_an_endgame_is_counted_without_its_answer_being_sent(api: Api) -> None:
    listed = api.get("/endgames/problems")["problems"]
    problems = load_problems()
    assert [(one["kind"], one["size"]) for one in listed] == [(p.kind, p.size) for p in problems]
    number = next(i for i, p in enumerate(problems) if p.kind == "gote")
    problem = problems[number]
    view = api.get(f"/endgames/problems/{number}")
    assert set(view["position"]["legal"]) <= set(problem.region)
    assert not {"kind", "temperature", "best", "answer", "moves"} & set(view)
    url = f"/endgames/problems/{number}/try"
    value = str(problem.temperature - 1)
    right = api.post(url, {"move": problem.best[0], "value": value})
    assert (right["move_right"], right["value_right"]) == (True, True)
    assert right["region"]["temperature"] == pytest.approx(float(problem.temperature))
    assert len(right["region"]["why"]) == 3
    wrong = api.post(url, {"move": problem.best[0], "value": value, "counting": "area"})
    assert (wrong["move_right"], wrong["value_right"]) == (True, False)
    assert "1 too little" in wrong["text"][1]
    assert "would be right by territory counting" in wrong["text"][1]
    api.post(url, {"move": problem.best[0], "value": "many"}, 400)
    api.post(url, {"move": 900, "value": "1"}, 400)
    api.post(url, {"move": problem.best[0], "value": "1", "counting": "x"}, 422)
    api.get(f"/endgames/problems/{len(problems)}", 400)


@pytest.mark.parametrize("person", [0, 1])
def test_a_coupon_game_is_played_to_its_end(api: Api, person: int) -> None:
    """Somebody who only takes coupons, and stones when there are none left."""
    game = {"number": 11, "regions": 3, "person": person, "level": "perfect"}
    view = api.post("/endgames/coupons", {**game, "moves": []})
    assert len(view["moves"]) == person  # Black is first
    for _ in range(40):
        if view["over"]:
            break
        assert view["to_move"] == person
        assert view["review"] is None
        moves = [{"region": m["region"], "point": m["point"]} for m in view["moves"]]
        step: dict[str, int | None] = {"region": None, "point": None}
        if not view["coupons"]:
            step = next(
                {"region": number, "point": region["position"]["legal"][0]}
                for number, region in enumerate(view["regions"])
                if region["position"]["legal"]
            )
        view = api.post("/endgames/coupons", {**game, "moves": [*moves, step]})
    found = view["review"]
    assert found["lost"][1 - person] == "0"
    assert found["person_lost"] == (found["lost"][person] != "0")
    assert all(loss["player"] == person and loss["rule"] for loss in found["losses"])
    assert view["score_text"] == found["score_text"]
    assert all(region["settled"] for region in view["regions"])
    moves = [{"region": m["region"], "point": m["point"]} for m in view["moves"]]
    api.post("/endgames/coupons", {**game, "moves": [*moves, {}]}, 400)
    api.post("/endgames/coupons", {**game, "regions": 4}, 422)
