"""Lessons over HTTP: steps, right and wrong moves, and requests that are refused."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit.server import Api, running_app
from tesuji.games import make


@pytest.fixture
def api(tmp_path: Path) -> Iterator[Api]:
    with running_app(tmp_path) as api:
        yield api


def test_a_lesson_has_steps_with_boards(api: Api) -> None:
    lesson = api.get("/lessons/go")
    assert [step["title"] for step in lesson["steps"]][:2] == ["Liberties", "Chains"]
    first = lesson["steps"][0]
    assert first["position"]["stones"].count(0) == 3
    assert first["setup"]["stones"] == first["position"]["stones"]
    assert first["game"]["spec"].startswith("go:size=5")


def test_a_right_move_and_a_wrong_one(api: Api) -> None:
    game = make("gomoku", size=9)
    right, wrong = game.parse_move("G5"), game.parse_move("A1")
    answer = api.post("/lessons/gomoku/2/try", {"move": right})
    assert (answer["right"], answer["reply"], answer["refuted"]) == (True, None, None)
    answer = api.post("/lessons/gomoku/2/try", {"move": wrong})
    assert (answer["right"], answer["reply"]) == (False, right)
    assert answer["refuted"]["ending"]["winner"] == 1


def test_what_is_refused(api: Api) -> None:
    api.get("/lessons/chess", 404)
    api.post("/lessons/chess/0/try", {"move": 0}, 404)
    api.post("/lessons/go/99/try", {"move": 0}, 404)
    occupied = make("gomoku", size=9).parse_move("C5")
    api.post("/lessons/gomoku/2/try", {"move": occupied}, 400)
    api.post("/lessons/gomoku/2/try", {"move": 1000}, 400)
    api.post("/lessons/gomoku/2/try", {}, 422)
