"""Positions, pictures and game records through the API."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.kit.patience import PATIENCE
from tests.kit.server import HUMAN, Api, running_app
from tesuji.games import parse_spec
from tesuji.records import read_sgf


@pytest.fixture
def api(tmp_path: Path) -> Iterator[Api]:
    with running_app(tmp_path) as api:
        yield api


# -- positions --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "spec", ["torus:size=9", "go:size=9,komi=7", "gomoku:size=15", "dots-and-boxes:size=2x3"]
)
def test_a_position_by_its_moves(api: Api, spec: str) -> None:
    start = api.post("/positions", {"spec": spec})
    answer = api.post("/positions", {"spec": spec, "moves": [3, 5]})
    assert answer["game"] == start["game"]
    assert answer["position"]["ply"] == 2
    assert answer["position"]["last_move"] == 5
    assert not {3, 5} & set(answer["position"]["legal"])
    assert len(answer["game"]["move_names"]) >= len(answer["position"]["legal"])


def test_positions_that_cannot_be(api: Api) -> None:
    for body in (
        {"spec": "chess"},
        {"spec": "go:size=0"},
        {"spec": "go:size=9,size"},
        {"spec": "go", "moves": [0, 0]},
        {"spec": "go:size=5", "moves": [500]},
        {"spec": "go:size=5", "moves": [25, 25, 25]},
        {"spec": "go:size=5", "setup": {"stones": [0] * 25}},
        {"spec": "gomoku:size=5", "setup": {"stones": [0] * 25}, "moves": [1]},
        {"spec": ""},
    ):
        assert api.post("/positions", body, 400)["detail"]
    malformed: Any
    for malformed in (
        {},
        {"spec": "x" * 201},
        {"spec": "go", "moves": [-1]},
        {"spec": "go", "moves": [1024]},
        {"spec": "go", "moves": [0] * 5001},
        {"spec": "go", "setup": {"stones": [2]}},
        {"spec": "go", "path": "/etc/passwd"},
        [],
        None,
    ):
        api.post("/positions", malformed, 422)


def test_why_a_move_is_illegal(api: Api) -> None:
    at = {"spec": "go:size=5", "moves": [0]}
    assert api.post("/positions/why-illegal/0", at)["reason"] == "the point is occupied"
    assert api.post("/positions/why-illegal/1", at)["reason"] is None
    assert api.post("/positions/why-illegal/1000", at)["reason"]
    over = at | {"moves": [25, 25]}
    assert api.post("/positions/why-illegal/1", over)["reason"] == "the game is over"
    api.post("/positions/why-illegal/-1", at, 422)


@pytest.mark.parametrize("theme", ["light", "dark", "paper", "auto"])
def test_pictures(api: Api, theme: str) -> None:
    body = {"spec": "torus", "moves": [3]}
    answer = api.client.post(f"/api/v1/positions/svg?theme={theme}", json=body)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.text.startswith("<svg")
    api.post("/positions/svg?theme=pink", body, 422)
    api.post("/positions/svg", {"spec": "torus", "moves": [3, 3]}, 400)


def test_a_long_game_is_shown_quickly(api: Api) -> None:
    moves = [move for point in range(324) for move in (point, 324)]
    began = time.monotonic()
    answer = api.post("/positions", {"spec": "go:size=18", "moves": moves[:600]})
    assert answer["position"]["ply"] == 600
    assert time.monotonic() - began < PATIENCE


# -- records ----------------------------------------------------------------------------------

GO = (
    "(;GM[1]FF[4]SZ[9]KM[6.5]RU[Japanese]PB[<b>Ann</b>]PW[Bea & Co]RE[B+R]"
    ";B[ee]C[first <script>];W[cc]SQ[ee]LB[cc:A]AR[ee:cc](;B[gg];W[cg])(;B[gc]))"
)


def test_reading_a_record(api: Api) -> None:
    view = api.post("/records", {"sgf": GO})
    assert view["names"] == ["<b>Ann</b>", "Bea & Co"]
    assert view["game"]["spec"] == "go:size=9,komi=6.5,ko=simple,scoring=territory"
    assert [node["parent"] for node in view["nodes"]] == [None, 0, 1, 2, 3, 2]
    assert view["nodes"][1]["comment"] == "first <script>"
    assert view["nodes"][2]["marks"] == {"40": "square", "20": "A"}
    assert view["nodes"][2]["arrows"] == [[40, 20]]
    assert (view["result"], view["problem"], view["setup"]) == ("B+R", None, None)


def test_there_and_back(api: Api) -> None:
    """What was read is written again, and reads the same."""
    view = api.post("/records", {"sgf": GO})
    body = {key: view[key] for key in ("setup", "nodes", "names")}
    sgf = api.post("/records/sgf", {"spec": view["game"]["spec"], **body})["sgf"]
    again = api.post("/records", {"sgf": sgf})
    assert again | {"result": ""} == view | {"result": ""}


def test_setups_and_handicaps_in_records(api: Api) -> None:
    view = api.post("/records", {"sgf": "(;SZ[5]HA[2]AB[bb][dd];W[cc])"})
    assert view["setup"]["to_move"] == 1
    assert view["setup"]["stones"].count(0) == 2
    at = {"spec": view["game"]["spec"], "setup": view["setup"], "moves": [view["nodes"][1]["move"]]}
    assert api.post("/positions", at)["position"]["stones"][12] == 1


def test_nodes_without_a_move_are_remarks(api: Api) -> None:
    view = api.post("/records", {"sgf": "(;SZ[9]C[one];C[two]SQ[aa];B[bb];C[three];W[cc])"})
    assert view["problem"] is None
    assert [node["comment"] for node in view["nodes"]] == ["one\ntwo", "three", ""]
    assert view["nodes"][0]["marks"] == {"0": "square"}
    assert [node["parent"] for node in view["nodes"]] == [None, 0, 1]


def test_a_player_who_moves_twice_is_given_a_pass_between(api: Api) -> None:
    """Else the moves would change colour when they are replayed."""
    view = api.post("/records", {"sgf": "(;SZ[9];B[bb];B[cc];W[dd])"})
    moves = [node["move"] for node in view["nodes"][1:]]
    assert (moves, view["problem"]) == ([10, 81, 20, 30], None)
    at = {"spec": view["game"]["spec"], "moves": moves}
    stones = api.post("/positions", at)["position"]["stones"]
    assert (stones[10], stones[20], stones[30]) == (0, 0, 1)
    view = api.post("/records", {"sgf": "(;GM[4]SZ[15];B[bb];B[cc])"})
    note = "move 2, C13, is against the rules: it is White's turn"
    assert (len(view["nodes"]), view["problem"]) == (3, note)
    assert [view["nodes"][2]["setup"]["stones"][point] for point in (16, 32)] == [0, 0]
    view = api.post("/records", {"sgf": "(;SZ[9];B[];B[cc])"})
    assert len(view["nodes"]) == 3


def stones_at(view: dict[str, Any], number: int) -> list[int]:
    """The board at a node, which follows from its set-up or that of the nearest node before."""
    moves: list[int] = []
    node = view["nodes"][number]
    while node["setup"] is None and node["parent"] is not None:
        moves.insert(0, node["move"])
        node = view["nodes"][node["parent"]]
    setup = node["setup"] or view["setup"]
    game: Any = parse_spec(view["game"]["spec"])
    position = game.initial() if setup is None else game.setup(setup["stones"], setup["to_move"])
    for move in moves:
        position = position.after(move)
    return list(position.stones)


def test_what_is_against_the_rules_is_shown_with_a_note(api: Api) -> None:
    sgf = "(;SZ[9];B[bb](;W[bb];B[cc])(;W[dd];AB[ee];B[ff])(;W[ee]))"
    view = api.post("/records", {"sgf": sgf})
    assert [node["move"] for node in view["nodes"]] == [None, 10, 10, 20, 30, None, 50, 40]
    note = "move 2, B8, is against the rules: the point is occupied"
    assert [node["note"] for node in view["nodes"]] == ["", "", note, "", "", "", "", ""]
    assert view["problem"] == note
    assert stones_at(view, 3)[10] == 1
    assert stones_at(view, 3)[20] == 0
    assert stones_at(view, 6)[40] == stones_at(view, 6)[50] == 0
    sgf = api.post(
        "/records/sgf",
        {"spec": view["game"]["spec"], **{key: view[key] for key in ("setup", "nodes", "names")}},
    )["sgf"]
    assert api.post("/records", {"sgf": sgf}) == view


def test_a_superko_does_not_hide_the_rest_of_a_game(api: Api) -> None:
    """Black takes the ko at once, and the game goes on; a suicide takes off its own stones."""
    ko = "(;SZ[5]RU[Tromp-Taylor];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb];B[cb];W[ee])"
    view = api.post("/records", {"sgf": ko})
    assert "superko" in view["problem"]
    assert len(view["nodes"]) == 11
    board = stones_at(view, 10)
    assert (board[6], board[7], board[24]) == (-1, 0, 1)
    suicide = "(;SZ[5];B[ba];W[ee];B[ab];W[aa];B[cc])"
    view = api.post("/records", {"sgf": suicide})
    assert "suicide" in view["problem"]
    assert (stones_at(view, 4)[0], stones_at(view, 5)[12]) == (-1, 0)


@pytest.mark.parametrize(
    "sgf",
    [
        "",
        "hello",
        "(;",
        "(" * 5000,
        "(;SZ[99999999999])",
        "(;GM[3])",
        "(;GM[40])",
        "(;SZ[9]AB[aa:zz])",
        "(;SZ[5]AB[aa:ee])",
        "(;TESUJI[../../etc/passwd])",
        "(;B[zzzz])",
        "\x00" * 100,
        "(;GM[1]SZ[0])",
    ],
)
def test_hostile_records_get_a_sentence(api: Api, sgf: str) -> None:
    api.post("/records", {"sgf": sgf}, 400)


def comb(depth: int) -> str:
    """A long main line with a variation at every move, so that parents lie far back."""
    moves = [
        f";{'BW'[n % 2]}[{'abcdefghijklmnopqrs'[n % 18]}{'abcdefghijklmnopqrs'[n // 18 % 18]}]"
        for n in range(324)
    ]
    line = "".join(f"({moves[n]}" for n in range(depth))
    ends = "".join(f")(;{'BW'[n % 2]}[ss])" for n in reversed(range(depth)))
    return f"(;SZ[19]{line}{ends})"


@pytest.mark.parametrize(
    "sgf",
    [
        "(;GM[4]SZ[15]" + ";B[aa]" * 20_000 + ")",
        "(;SZ[19]" + "".join(f"(;B[{a}s])" for a in "abcdefghi") * 1000 + ")",
        comb(300),
        "(;SZ[9]" + ";B[]" * 30_000 + ")",
        "(;SZ[9]" + ";C[x]" * 20_000 + ")",
        "(" + ";" * 50_000 + ")",
        "(;SZ[19]" + ";B[aa];W[]" * 10_000 + ")",
    ],
    ids=["repeated", "star", "comb", "passes", "comments", "empty", "long"],
)
def test_large_records_take_bounded_time(api: Api, sgf: str) -> None:
    began = time.monotonic()
    answer = api.client.post("/api/v1/records", json={"sgf": sgf})
    assert answer.status_code in (200, 400)
    assert time.monotonic() - began < PATIENCE


STAR = "".join(f"(;B[{a}{b}])" for a in "abcdefghi" for b in "abcdefghi")


def test_as_many_positions_as_are_shown(api: Api) -> None:
    view = api.post("/records", {"sgf": f"(;SZ[19]{STAR * 250})"})
    assert len(view["nodes"]) == 20_000
    assert view["problem"] == "only the first 20000 positions are shown"
    body = {"spec": "go:size=19", "nodes": view["nodes"]}
    assert len(api.post("/records/sgf", body)["sgf"]) > 80_000
    api.post("/records/sgf", body | {"nodes": [*view["nodes"], {"parent": 0, "move": 1}]}, 422)


@pytest.mark.parametrize(
    "body",
    [
        {"nodes": [{"parent": None, "move": None}, {"parent": 1, "move": 2}]},
        {"nodes": [{"parent": None, "move": None}, {"parent": 0, "move": None}]},
        {"nodes": [{"parent": None, "move": None}, {"parent": 0, "move": 999}]},
        {"nodes": [{"parent": None, "move": None, "marks": {"81": "square"}}]},
        {"nodes": [{"parent": None, "move": None, "marks": {"x": "square"}}]},
        {"nodes": [{"parent": None, "move": None, "arrows": [[3, 81]]}]},
        {"nodes": [{"parent": None, "move": None, "arrows": [[3, 3]]}]},
        {"nodes": [], "setup": {"lines": [1]}},
        {"nodes": [], "setup": {"stones": [0] * 100}},
        {"spec": "nothing", "nodes": []},
    ],
)
def test_trees_that_cannot_be_written(api: Api, body: dict[str, Any]) -> None:
    api.post("/records/sgf", {"spec": "go:size=9"} | body, 400)


@pytest.mark.parametrize("node", [{"parent": -1, "move": 3}, {"parent": 0, "move": 9999}])
def test_trees_of_no_sense(api: Api, node: dict[str, int]) -> None:
    body = {"spec": "go:size=9", "nodes": [{"parent": None, "move": None}, node]}
    api.post("/records/sgf", body, 422)


def test_comments_survive_sgf(api: Api) -> None:
    comment = "a ] bracket, a \\ backslash: <img src=x onerror=alert(1)>\nand 棋"
    nodes = [{"parent": None, "move": None, "comment": comment}]
    sgf = api.post("/records/sgf", {"spec": "torus", "nodes": nodes})["sgf"]
    assert api.post("/records", {"sgf": sgf})["nodes"][0]["comment"] == comment


@pytest.mark.parametrize("game", ["torus", "go", "gomoku", "dots-and-boxes"])
def test_a_played_game_as_a_record(api: Api, game: str) -> None:
    view = api.new_game(game, ({"kind": "human", "name": "A]nn"}, HUMAN))
    for move in (0, 5, 7):
        view = api.play(view, move)
    api.act(view, "resign", {"player": 0})
    record = read_sgf(api.get(f"/games/{view['id']}/sgf")["sgf"])
    assert record.moves() == [0, 5, 7]
    assert (record.black, record.result) == ("A]nn", "W+R")
    assert record.date == time.strftime("%Y-%m-%d")
    api.get("/games/nothing/sgf", 404)


def test_results_of_records(api: Api) -> None:
    view = api.new_game("go", options={"size": "5", "komi": "0.5"})
    for move in (12, 25, 25):
        view = api.play(view, move)
    api.act(view, "agree", {})
    assert read_sgf(api.get(f"/games/{view['id']}/sgf")["sgf"]).result == "B+24.5"
    lines = api.new_game("dots-and-boxes", setup={"lines": [0]})
    assert "lines" in api.get(f"/games/{lines['id']}/sgf", 400)["detail"]
