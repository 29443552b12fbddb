"""Taking back, clocks, and engines that fail."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.kit.patience import PATIENCE
from tests.kit.server import ENGINE, HUMAN, Api, running_app
from tesuji.games import Position
from tesuji.games.dots_and_boxes import DotsAndBoxes
from tesuji.players import Choice, TimeLeft, make_player
from tesuji.players.random import RandomOptions, RandomPlayer
from tesuji.server import room, thinkers

STRONGEST = {"kind": "engine", "level": "strongest"}
FIRST_BOX = DotsAndBoxes(1, 2).rules.lines_of(0)


@pytest.fixture
def api(tmp_path: Path) -> Iterator[Api]:
    with running_app(tmp_path) as api:
        yield api


def undo(api: Api, view: dict[str, Any], status: int = 200) -> Any:
    return api.act(view, "undo", status=status)


# -- taking back ------------------------------------------------------------------------------


def test_people_take_back_one_move_at_a_time(api: Api) -> None:
    view = api.new_game("go")
    assert "no move" in undo(api, view, 409)["detail"]
    for move in (1, 2, 3):
        view = api.play(view, move)
    for left in (2, 1, 0):
        view = undo(api, view)
        assert (len(view["moves"]), view["position"]["ply"]) == (left, left)
        assert view["position"]["to_move"] == left % 2
    undo(api, view, 409)


def test_taking_back_includes_the_engines_answer(api: Api) -> None:
    view = api.after_engines(api.play(api.new_game("go", (HUMAN, ENGINE)), 3))
    view = api.after_engines(api.play(view, view["position"]["legal"][7]))
    assert len(view["moves"]) == 4
    view = undo(api, view)
    assert (len(view["moves"]), view["thinking"]) == (2, False)
    assert view["position"]["to_move"] == 0


def test_taking_back_while_the_engine_thinks(api: Api) -> None:
    view = api.play(api.new_game("go", (HUMAN, STRONGEST)), 3)
    assert view["thinking"]
    view = undo(api, view)
    assert (view["moves"], view["thinking"]) == ([], False)
    time.sleep(0.3)
    assert api.get(f"/games/{view['id']}")["moves"] == []
    view = api.after_engines(api.play(view, 4))
    assert len(view["moves"]) == 2


def test_the_engines_opening_cannot_be_taken_back(api: Api) -> None:
    view = api.after_engines(api.new_game("go", (ENGINE, HUMAN)))
    undo(api, view, 409)
    assert len(api.get(f"/games/{view['id']}")["moves"]) == 1


def test_taking_back_where_players_move_several_times(api: Api) -> None:
    """In Dots and Boxes an own earlier move of the same turn can be taken back alone."""
    box, rest = FIRST_BOX, [line for line in range(7) if line not in FIRST_BOX]
    view = api.new_game("dots-and-boxes", options={"size": "1x2"}, moves=box)
    assert view["position"]["to_move"] == 1
    view = undo(api, api.play(view, rest[0]))
    assert (len(view["moves"]), view["position"]["to_move"]) == (4, 1)
    view = undo(api, view)
    assert (len(view["moves"]), view["position"]["to_move"]) == (3, 1)
    assert view["position"]["score"] == [0, 0]


@pytest.mark.parametrize("human", [0, 1])
def test_taking_back_against_an_engine_that_moves_several_times(api: Api, human: int) -> None:
    seats = (HUMAN, ENGINE) if human == 0 else (ENGINE, HUMAN)
    view = api.after_engines(api.new_game("dots-and-boxes", seats, options={"size": "3"}))
    while view["status"] == "playing":
        view = api.after_engines(api.play(view, view["position"]["legal"][0]))
    taken = 0
    while any(move["player"] == human for move in view["moves"]):
        before = view
        view = undo(api, view)
        taken += 1
        assert view["position"]["to_move"] == human
        assert view["status"] == "playing"
        assert before["moves"][: len(view["moves"])] == view["moves"]
        removed = [move["player"] for move in before["moves"][len(view["moves"]) :]]
        assert removed.count(human) == 1
        assert removed[0] == human
    assert taken > 5


def test_taking_back_the_end_of_a_game(api: Api) -> None:
    view = api.new_game("go", options={"size": "5"})
    for _ in range(2):
        view = api.play(view, 25)
    view = api.act(view, "agree", {})
    assert view["status"] == "finished"
    view = undo(api, view)
    assert (view["status"], view["position"]["ending"]) == ("playing", None)
    view = api.act(view, "resign", {})
    assert undo(api, view)["status"] == "playing"


def test_engines_take_back_one_move(api: Api) -> None:
    view = api.new_game("go", (STRONGEST, STRONGEST), moves=[5, 6])
    view = undo(api, view)
    assert (len(view["moves"]), view["thinking"]) == (1, True)


# -- clocks -----------------------------------------------------------------------------------


def test_a_clock_runs_and_is_paid_back(api: Api) -> None:
    view = api.new_game("go", clock={"main": 100, "increment": 5})
    assert view["clock"]["running"] == 0
    time.sleep(0.2)
    view = api.play(view, 3)
    black, white = view["clock"]["remaining"]
    assert 50 < black < 105 - 0.2
    assert 50 < white <= 100
    assert view["clock"]["running"] == 1
    assert view["moves"][0]["seconds"] >= 0.2
    undone = undo(api, view)
    # The time of the move comes back, and the increment goes.
    assert black - 5 < undone["clock"]["remaining"][0] <= 100


def test_the_flag_falls_on_a_person(api: Api) -> None:
    view = api.new_game("go", clock={"main": 2})
    view = api.play(view, 3)
    time.sleep(2.3)
    view = api.get(f"/games/{view['id']}")
    assert view["position"]["ending"]["text"] == "Black wins: time"
    assert view["clock"]["remaining"][1] == 0
    assert view["clock"]["running"] is None
    assert "over" in api.play(view, 4, 409)["detail"]
    view = undo(api, view)  # the clocks go back with the move
    assert view["clock"]["remaining"] == pytest.approx([2, 2], abs=1.5)


def test_the_flag_falls_on_an_engine_while_it_thinks(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(RandomPlayer, "choose", lambda *_: time.sleep(1.0))
    view = api.new_game("go", (ENGINE, HUMAN), clock={"main": 0.2})
    time.sleep(0.5)
    view = api.get(f"/games/{view['id']}")
    assert view["position"]["ending"]["text"] == "White wins: time"
    assert not view["thinking"]


def test_the_last_move_costs_only_the_player_who_made_it(api: Api) -> None:
    view = api.new_game("go", options={"size": "5"}, clock={"main": 100})
    view = api.play(view, 25)
    time.sleep(1.0)
    view = api.play(view, 25)
    assert view["counting"]
    black, white = view["clock"]["remaining"]
    assert white < 99.1 < black


def test_an_engine_keeps_its_clock(api: Api) -> None:
    view = api.new_game("gomoku", (STRONGEST, HUMAN), clock={"main": 1})
    view = api.after_engines(view)
    assert (view["problem"], len(view["moves"])) == (None, 1)


# -- engines that fail ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda *_: 1 / 0, "the engine failed"),
        (lambda *_: Choice(40), "E5 is illegal for White"),
        (lambda *_: Choice(9999), "illegal"),
    ],
)
def test_a_failing_engine_does_not_hang_the_game(
    api: Api, monkeypatch: pytest.MonkeyPatch, answer: Any, words: str
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(RandomPlayer, "choose", answer)
        view = api.after_engines(api.play(api.new_game("torus", (HUMAN, ENGINE)), 40))
        assert words in view["problem"]
        assert view["status"] == "playing"
    view = undo(api, view)
    assert view["problem"] is None
    view = api.after_engines(api.play(view, 41))
    assert (len(view["moves"]), view["problem"]) == (2, None)


def test_an_engine_can_resign(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RandomPlayer, "choose", lambda *_: Choice(None))
    view = api.after_engines(api.new_game("torus", (ENGINE, HUMAN)))
    assert view["position"]["ending"]["text"] == "White wins: resignation"


def test_engines_follow_the_game_and_are_closed(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each engine hears of every move since it was made, and of nothing else."""
    heard: list[Any] = []

    class Listening(RandomPlayer):
        def start(self, game: Any, position: Position) -> None:
            heard.append(("start", len(position.moves)))  # type: ignore[attr-defined]

        def observe(self, before: Position, move: int, after: Position) -> None:
            heard.append(("move", move))

        def choose(self, position: Position, time_left: TimeLeft | None = None) -> Choice:
            return Choice(position.legal_moves()[0])

        def close(self) -> None:
            heard.append("close")

    def make(spec: str, game: Any) -> Listening:
        return Listening(game, RandomOptions())

    monkeypatch.setattr("tesuji.server.thinkers.make_player", make)
    view = api.after_engines(api.play(api.new_game("go", (HUMAN, ENGINE)), 80))
    view = api.after_engines(api.play(view, 70))
    assert heard == [("start", 1), ("move", 0), ("move", 70)]
    undo(api, view)
    api.after_engines(api.play(undo(api, view), 60))
    deadline = time.monotonic() + PATIENCE
    while "close" not in heard:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    assert ("start", 1) in heard[3:]


def test_few_engines_keep_their_trees(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinkers, "MOST_RESTING", 2)
    made: list[Any] = []

    def remember(spec: str, game: Any) -> Any:
        made.append(make_player("mcts:sims=5", game))
        return made[-1]

    monkeypatch.setattr("tesuji.server.thinkers.make_player", remember)
    views = [api.play(api.new_game("torus", (HUMAN, ENGINE)), 40) for _ in range(5)]
    views = [api.after_engines(view) for view in views]
    deadline = time.monotonic() + PATIENCE
    while sum(engine._search is not None for engine in made) > 2:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    for view in views:  # and all of them play on
        after = api.after_engines(api.play(view, view["position"]["legal"][0]))
        assert (len(after["moves"]), after["problem"]) == (4, None)


def test_endless_games_end(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "MAX_PLIES", 4)
    view = api.new_game("torus")
    for move in (0, 1, 2, 3):
        view = api.play(view, move)
    assert view["position"]["ending"]["text"] == "Draw: 4 moves were played"
