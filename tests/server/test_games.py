"""Games through the API: started, played to their end, resigned, listed, deleted."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.kit.patience import PATIENCE
from tests.kit.server import ENGINE, HUMAN, Api, running_app
from tesuji.games.dots_and_boxes import DotsAndBoxes

SMALL = {
    "torus": {"size": "5"},
    "go": {"size": "5", "komi": "0.5"},
    "gomoku": {"size": "6"},
    "dots-and-boxes": {"size": "2x3"},
}
"""Of each kind a board on which games are short."""

LINES_OF_FIRST_BOX = DotsAndBoxes(1, 2).rules.lines_of(0)


@pytest.fixture
def api(tmp_path: Path) -> Iterator[Api]:
    with running_app(tmp_path) as api:
        yield api


def play_to_the_end(api: Api, view: dict[str, Any], seed: int = 1) -> dict[str, Any]:
    dice = random.Random(seed)
    view = api.after_engines(view)
    while view["status"] == "playing":
        assert view["problem"] is None
        if view["counting"]:
            return dict(api.act(view, "agree", {}))
        legal = view["position"]["legal"]
        passing = len(view["game"]["move_names"]) - 1
        if view["game"]["name"] == "go" and view["position"]["ply"] > 60:
            legal = [passing]
        view = api.after_engines(api.play(view, dice.choice(legal)))
    return view


def test_the_catalog_offers_what_can_be_started(api: Api) -> None:
    games = api.get("/catalog")["games"][:4]  # other tests may have made more of them known
    assert [game["name"] for game in games] == ["torus", "go", "gomoku", "dots-and-boxes"]
    for game in games:
        assert game["levels"][0]["id"] == "beginner"
        for size in (game["sizes"][0], game["default_size"], game["sizes"][-1]):
            options = {"size": size} | {one["name"]: one["default"] for one in game["options"]}
            view = api.new_game(game["name"], options=options)
            assert view["game"]["players"] == game["players"]
        for option in game["options"]:
            for choice in option["choices"]:
                api.new_game(game["name"], options={option["name"]: choice["value"]})


@pytest.mark.parametrize("game", SMALL)
@pytest.mark.parametrize("engine_first", [False, True])
def test_a_whole_game_against_the_beginner(api: Api, game: str, engine_first: bool) -> None:
    seats = (ENGINE, HUMAN) if engine_first else (HUMAN, ENGINE)
    view = play_to_the_end(api, api.new_game(game, seats, options=SMALL[game]))
    assert view["status"] == "finished"
    assert view["position"]["legal"] == []
    assert view["position"]["ending"]["text"]
    assert not view["thinking"]
    assert {move["player"] for move in view["moves"]} == {0, 1}
    assert view == api.get(f"/games/{view['id']}")
    first = {"move": 0, "ply": len(view["moves"])}
    assert "over" in api.act(view, "moves", first, 409)["detail"]


@pytest.mark.parametrize("game", SMALL)
def test_two_people_on_one_screen(api: Api, game: str) -> None:
    view = play_to_the_end(api, api.new_game(game, options=SMALL[game]))
    assert view["status"] == "finished"


@pytest.mark.parametrize("game", SMALL)
def test_two_engines(api: Api, game: str) -> None:
    view = api.new_game(game, (ENGINE, ENGINE), options=SMALL[game])
    deadline = time.monotonic() + PATIENCE
    while view["status"] == "playing" and view["position"]["ply"] < 100:
        assert time.monotonic() < deadline
        assert view["problem"] is None
        view = api.get(f"/games/{view['id']}")
    api.ask("DELETE", f"/games/{view['id']}", status=204)


def test_a_level_that_searches(api: Api) -> None:
    # Not a level that plays some moves without thinking: those have no value.
    view = api.new_game("torus", (HUMAN, {"kind": "engine", "level": "expert"}))
    view = api.after_engines(api.play(view, 40))
    assert view["problem"] is None
    assert len(view["moves"]) == 2
    assert -1 <= view["moves"][1]["value"] <= 1


def test_several_moves_in_a_row_are_one_players(api: Api) -> None:
    """Whoever closes a box in Dots and Boxes moves again."""
    view = api.new_game("dots-and-boxes", options={"size": "1x2"})
    for line in LINES_OF_FIRST_BOX:
        view = api.play(view, line)
    assert [move["player"] for move in view["moves"]] == [0, 1, 0, 1]
    assert view["position"]["to_move"] == 1
    assert view["position"]["score"] == [0, 1]


def test_a_stale_board_is_refused(api: Api) -> None:
    start = api.new_game("go", options={"size": "5"})
    api.play(start, 3)
    assert "moved on" in api.play(start, 4, 409)["detail"]


def test_an_illegal_move_gets_the_sentence(api: Api) -> None:
    view = api.new_game("go", options={"size": "5"})
    view = api.play(view, 3)
    answer = api.play(view, 3, 400)
    assert answer["detail"] == "D5 is illegal for White: the point is occupied."
    assert "illegal" in api.play(view, 1000, 400)["detail"]
    assert api.get(f"/games/{view['id']}")["position"]["ply"] == 1


def test_it_is_the_engines_turn(api: Api) -> None:
    view = api.new_game("go", (HUMAN, {"kind": "engine", "level": "strongest"}))
    view = api.play(view, 3)
    assert view["thinking"]
    assert "engine's turn" in api.play(view, 4, 409)["detail"]


def test_resigning(api: Api) -> None:
    one = api.new_game("go")
    ended = api.act(one, "resign", {"player": 0})
    assert ended["status"] == "finished"
    assert ended["position"]["ending"]["text"] == "White wins: resignation"
    api.act(one, "resign", {}, 409)
    two = api.play(api.new_game("go"), 0)
    assert api.act(two, "resign", {})["position"]["ending"]["winner"] == 0
    three = api.new_game("go", (HUMAN, {"kind": "engine", "level": "strongest"}))
    three = api.play(three, 0)
    ended = api.act(three, "resign", {})
    assert (ended["position"]["ending"]["winner"], ended["thinking"]) == (1, False)
    engines = api.new_game("go", (ENGINE, ENGINE))
    api.act(engines, "resign", {}, 409)
    api.ask("DELETE", f"/games/{engines['id']}", status=204)
    against = api.new_game("go", (HUMAN, ENGINE))
    assert "person" in api.act(against, "resign", {"player": 1}, 409)["detail"]


def test_handicap_stones(api: Api) -> None:
    view = api.new_game("go", options={"size": "9"}, handicap=4)
    assert view["position"]["stones"].count(0) == 4
    assert view["position"]["to_move"] == 1
    assert view["setup"]["stones"] == view["position"]["stones"]
    view = api.after_engines(api.new_game("go", (HUMAN, ENGINE), handicap=2))
    assert view["moves"][0]["player"] == 1
    seats = (HUMAN, HUMAN)
    for wrong in (
        {"game": "torus", "seats": seats, "handicap": 2},
        {"game": "go", "options": {"size": "4"}, "seats": seats, "handicap": 9},
        {"game": "go", "seats": seats, "handicap": 2, "setup": {"stones": [-1] * 361}},
    ):
        api.post("/games", wrong, 400)
    api.post("/games", {"game": "go", "seats": seats, "handicap": 1}, 422)


def test_swap2_lets_players_change_colours(api: Api) -> None:
    view = api.new_game("gomoku", options={"size": "15", "swap2": "yes"})
    placed = []
    for name in ("H8", "H9", "G7"):
        placed.append(view["position"]["colour_to_place"])
        assert view["position"]["to_move"] == 0
        view = api.play_names(view, name)
    assert placed == [0, 1, 0]
    assert view["position"]["to_move"] == 1
    view = api.play_names(view, "take-black")
    assert view["position"]["to_move"] == 0
    assert view["position"]["colour_to_place"] == 1
    undone = api.act(view, "undo")
    assert undone["position"]["to_move"] == 1
    view = api.new_game("gomoku", (ENGINE, HUMAN), options={"size": "15", "swap2": "yes"})
    assert len(api.after_engines(view)["moves"]) == 3
    view = api.new_game("gomoku", (HUMAN, ENGINE), options={"size": "7", "swap2": "yes"})
    assert play_to_the_end(api, view)["status"] == "finished"


def test_boards_set_up_by_hand(api: Api) -> None:
    stones = [-1] * 81
    stones[40], stones[41] = 0, 1
    setup = {"stones": stones, "to_move": 1}
    view = api.new_game("torus", setup=setup)
    assert (view["position"]["stones"], view["position"]["to_move"]) == (stones, 1)
    lines = {"lines": [0, 1, 2], "owners": [-1] * 9, "to_move": 1}
    view = api.new_game("dots-and-boxes", setup=lines)
    assert view["position"]["lines"] == [0, 1, 2]
    view = api.play(view, 5)
    assert view["moves"][0]["player"] == 1
    seats = (HUMAN, HUMAN)
    for game, wrong in (
        ("torus", {"lines": [1]}),
        ("torus", {"stones": [0]}),
        ("dots-and-boxes", {"stones": stones}),
        ("dots-and-boxes", {"lines": [999]}),
        ("dots-and-boxes", {"lines": [0], "owners": [1] * 9}),
        ("torus", {}),
    ):
        answer = api.post("/games", {"game": game, "seats": seats, "setup": wrong}, 400)
        assert answer["detail"]


def test_going_on_from_moves_already_played(api: Api) -> None:
    view = api.new_game("go", options={"size": "5"}, moves=[0, 1, 2])
    assert [move["player"] for move in view["moves"]] == [0, 1, 0]
    assert view["position"]["to_move"] == 1
    seats = (HUMAN, HUMAN)
    over = {"game": "go", "options": {"size": "5"}, "seats": seats, "moves": [25, 25]}
    assert "over" in api.post("/games", over, 400)["detail"]
    api.post("/games", over | {"moves": [0, 0]}, 400)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"game": "chess"}, "dots-and-boxes, go"),
        ({"game": "go", "options": {"size": "99"}}, "99"),
        ({"game": "go", "options": {"colour": "red"}}, "has no option 'colour'"),
        ({"game": "go", "options": {"komi": "nan"}}, "komi"),
        ({"game": "go", "seats": (HUMAN, {"kind": "engine", "level": "god"})}, "there are: beg"),
        ({"game": "go", "seats": (HUMAN, {"kind": "engine"})}, "there are: beginner"),
    ],
)
def test_impossible_games_are_explained(api: Api, body: dict[str, Any], words: str) -> None:
    assert words in api.post("/games", {"seats": (HUMAN, HUMAN), **body}, 400)["detail"]


def test_the_list_of_games_goes_on_page_by_page(api: Api) -> None:
    made = [api.new_game("torus")["id"] for _ in range(25)]
    seen: list[str] = []
    path = "/games?limit=10"
    while True:
        page = api.get(path)
        seen += [game["id"] for game in page["games"]]
        if page["next_before"] is None:
            break
        path = f"/games?limit=10&before={page['next_before']!r}"
    assert seen == made[::-1]
    api.play(api.get(f"/games/{made[3]}"), 0)
    newest = api.get("/games?limit=1")["games"][0]
    assert (newest["id"], newest["num_moves"], newest["status"]) == (made[3], 1, "playing")
    api.get("/games?limit=0", 422)
    api.get("/games?before=soon", 422)


def test_deleting(api: Api) -> None:
    view = api.new_game("go", (HUMAN, {"kind": "engine", "level": "strongest"}))
    api.play(view, 3)
    api.ask("DELETE", f"/games/{view['id']}", status=204)
    api.get(f"/games/{view['id']}", 404)
    api.ask("DELETE", f"/games/{view['id']}", status=404)
    assert api.get("/games")["games"] == []


def test_ids_that_cannot_be(api: Api) -> None:
    api.get("/games/nothing-here", 404)
    api.get("/games/..%2f..%2fetc", 404)
    api.get("/games/a%20b", 422)
    api.get("/games/" + "x" * 41, 422)


def test_names_arrive_unmodified(api: Api) -> None:
    name = "<script>alert('x')</script> & \"Ännchen\" 棋"
    view = api.new_game("go", ({"kind": "human", "name": name}, HUMAN))
    assert api.get(f"/games/{view['id']}")["seats"][0]["name"] == name
    assert api.get("/games")["games"][0]["seats"][0]["name"] == name


def test_a_game_position_by_position(api: Api) -> None:
    line = api.post("/positions/line", {"spec": "torus:size=4", "moves": [0, 5, 2]})
    assert [each["ply"] for each in line["positions"]] == [0, 1, 2, 3]
    assert [sum(stone >= 0 for stone in each["stones"]) for each in line["positions"]] == [
        0,
        1,
        2,
        3,
    ]
    assert all(each["legal"] == [] for each in line["positions"])
    api.post("/positions/line", {"spec": "torus:size=4", "moves": [0, 0]}, 400)


def test_rules_in_prose(api: Api) -> None:
    for game in SMALL:
        rules = api.get(f"/rules/{game}")
        assert rules["title"]
        assert len(rules["markdown"]) > 500
        assert all(
            f"```diagram {number}\n" in rules["markdown"]
            for number in range(len(rules["diagrams"]))
        )
    api.get("/rules/chess", 404)
    api.get("/rules/..%2fetc", 404)


@pytest.mark.parametrize("method", ["PUT", "PATCH", "OPTIONS"])
def test_other_methods(api: Api, method: str) -> None:
    answer = api.client.request(method, "/api/v1/catalog")
    assert answer.status_code == 405
    assert answer.headers["allow"] == "GET, HEAD"
