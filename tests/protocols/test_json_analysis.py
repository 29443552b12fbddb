"""The JSON analysis engine: fields, results, partial results, and being terminated."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.kit.patience import PATIENCE
from tesuji.games import make, names
from tesuji.protocols.analysis import AnalysisEngine


class Client:
    """An engine and what it has answered."""

    def __init__(self, workers: int = 1) -> None:
        self.answers: list[dict[str, Any]] = []
        self._news = threading.Condition()
        self.engine = AnalysisEngine(self._take, default_player="mcts:sims=20", workers=workers)

    def _take(self, text: str) -> None:
        assert text.endswith("\n")
        assert text.count("\n") == 1
        with self._news:
            self.answers.append(json.loads(text))
            self._news.notify_all()

    def send(self, **content: Any) -> None:
        self.engine.handle(json.dumps(content))

    def wait_for(self, count: int, seconds: float = PATIENCE) -> list[dict[str, Any]]:
        """Waits for `count` answers in all."""
        with self._news:
            assert self._news.wait_for(lambda: len(self.answers) >= count, seconds)
            return list(self.answers)

    def one(self, **content: Any) -> dict[str, Any]:
        """The only answer to a query."""
        before = len(self.answers)
        self.send(**content)
        return self.wait_for(before + 1)[before]


@pytest.fixture
def client() -> Iterator[Client]:
    client = Client()
    yield client
    client.engine.inbox.end()
    client.engine.serve(wait=False)


@pytest.mark.parametrize("game", sorted(names()))
def test_every_game(client: Client, game: str) -> None:
    size = 4 if game == "reversi" else 5
    options = {"size": size} if make(game).card.sizes else {}
    found = client.one(id="x", game=game, options=options)
    start = make(game, **options).initial()
    assert found["id"] == "x"
    assert (found["turn"], found["partial"], found["for_player"]) == (0, False, 0)
    assert found["simulations"] == 20 or found["proof"] is not None
    moves = found["moves"]
    assert [move["order"] for move in moves] == list(range(len(moves)))
    assert sorted(move["index"] for move in moves) == start.legal_moves()
    assert found["chosen"] == moves[0]["move"]
    for move in moves:
        assert start.game.parse_move(move["move"]) == move["index"]
        assert (move["rating"] is None) == (move["visits"] == 0 and move["proof"] is None)
        assert move["rating"] is None or 0 <= move["win_chance"] <= 1
        start.play(" ".join(move["line"]))


def test_turns_of_a_game(client: Client) -> None:
    client.send(id="g", game="gomoku:size=9", moves="E5 F6 E6 F5", analyze_turns=[4, 0, 2])
    found = client.wait_for(3)
    assert [answer["turn"] for answer in found] == [0, 2, 4]
    assert all(answer["for_player"] == 0 for answer in found)
    played = {move["move"] for move in found[2]["moves"]}
    assert "E5" not in played


def test_positions(client: Client) -> None:
    game = make("gomoku", size=9)
    position = game.initial().play("A1 A2 B1 B2 C1 C2 D1 D2")
    found = client.one(
        id="p", game=game.spec, position=position.text(), to_move=0, player="alphabeta:depth=2"
    )
    assert found["chosen"] == "E1"
    assert found["proof"] == "win"
    found = client.one(id="q", game=game.spec, position=position.text(), to_move=1, moves=["E2"])
    assert (found["over"], found["winner"], found["reason"]) == (True, 1, "five in a row")


def test_limits_of_what_is_shown(client: Client) -> None:
    found = client.one(id="l", game="torus", max_moves=3, line_length=1)
    assert len(found["moves"]) == 3
    assert all(len(move["line"]) <= 1 for move in found["moves"])


def test_any_player(client: Client) -> None:
    found = client.one(id="r", game="torus", player="random:seed=1")
    assert found["chosen"]
    assert found["value"] is None
    assert "moves" not in found


def test_budget_goes_to_the_player(client: Client) -> None:
    found = client.one(id="b", game="torus", player="mcts:sims=5", budget={"simulations": 77})
    assert found["simulations"] == 77


def test_partial_results(client: Client) -> None:
    client.send(
        id="s", game="torus", player="mcts", budget={"seconds": 0.6}, report_every=0.1, max_moves=1
    )
    found = client.wait_for(3)
    assert all(answer["partial"] for answer in found[:2])
    assert found[0]["simulations"] <= found[1]["simulations"]


def test_terminate(client: Client) -> None:
    client.send(id="long", game="torus", player="mcts:seconds=1000")
    client.send(id="next", game="torus", player="mcts:seconds=1000")
    time.sleep(0.3)
    client.send(id="t1", action="terminate", terminate_id="next")
    idle, echo = client.wait_for(2)[:2]
    assert idle == {"id": "next", "turn": 0, "partial": False, "terminated": True}
    assert echo == {"id": "t1", "action": "terminate", "terminate_id": "next"}
    begun = time.monotonic()
    client.send(id="t2", action="terminate", terminate_id="long")
    running = client.wait_for(4)
    assert time.monotonic() - begun < PATIENCE
    ended = next(answer for answer in running if answer["id"] == "long")
    assert ended["terminated"] is True
    assert ended["simulations"] > 0


def test_terminate_all_and_turns(client: Client) -> None:
    client.send(
        id="a", game="torus", moves="E5 F6", analyze_turns=[0, 1, 2], player="mcts:seconds=1000"
    )
    time.sleep(0.2)
    client.send(id="t", action="terminate", terminate_id="a", turns=[2])
    assert client.wait_for(2)[0]["turn"] == 2
    client.send(id="u", action="terminate_all")
    found = client.wait_for(5)
    assert {answer["turn"] for answer in found if answer.get("terminated")} == {0, 1, 2}


def test_priorities(client: Client) -> None:
    client.send(id="first", game="torus", budget={"seconds": 0.3}, player="mcts")
    time.sleep(0.1)
    client.send(id="low", game="torus", priority=-1)
    client.send(id="high", game="torus", priority=5)
    client.send(id="usual", game="torus")
    order = [answer["id"] for answer in client.wait_for(4)]
    assert order == ["first", "high", "usual", "low"]


def test_workers_answer_at_the_same_time() -> None:
    client = Client(workers=2)
    client.send(id="slow", game="torus", player="mcts:seconds=1000")
    client.send(id="quick", game="torus")
    assert client.wait_for(1)[0]["id"] == "quick"
    client.send(id="t", action="terminate_all")
    client.wait_for(3)


def test_questions_about_itself(client: Client) -> None:
    assert client.one(id="v", action="query_version")["version"]
    assert client.one(id="g", action="query_games")["games"] == names()
    assert "mcts" in client.one(id="p", action="query_players")["players"]


@pytest.mark.parametrize(
    ("content", "field"),
    [
        ({}, "id"),
        ({"id": 7}, "id"),
        ({"id": ""}, "id"),
        ({"id": "a"}, "game"),
        ({"id": "a", "game": 3}, "game"),
        ({"id": "a", "game": "chess"}, "game"),
        ({"id": "a", "game": "torus", "options": []}, "options"),
        ({"id": "a", "game": "torus", "options": {"size": [9]}}, "options.size"),
        ({"id": "a", "game": "torus", "options": {"size": 99}}, "game"),
        ({"id": "a", "game": "torus:size=9", "options": {"size": 9}}, "options"),
        ({"id": "a", "game": "torus", "moves": 5}, "moves"),
        ({"id": "a", "game": "torus", "moves": ["E5", "Z99"]}, "moves[1]"),
        ({"id": "a", "game": "torus", "moves": ["E5", "E5"]}, "moves[1]"),
        ({"id": "a", "game": "torus", "moves": [40, 1.5]}, "moves[1]"),
        ({"id": "a", "game": "torus", "moves": [True]}, "moves[0]"),
        ({"id": "a", "game": "torus", "moves": [-1]}, "moves[0]"),
        ({"id": "a", "game": "torus", "moves": ["E5"] * 6000}, "moves"),
        ({"id": "a", "game": "torus", "position": "nonsense"}, "position"),
        ({"id": "a", "game": "torus", "to_move": 1}, "to_move"),
        ({"id": "a", "game": "gomoku", "position": "", "to_move": 2}, "to_move"),
        ({"id": "a", "game": "torus", "analyze_turns": []}, "analyze_turns"),
        ({"id": "a", "game": "torus", "analyze_turns": [1]}, "analyze_turns[0]"),
        ({"id": "a", "game": "torus", "analyze_turns": ["0"]}, "analyze_turns[0]"),
        ({"id": "a", "game": "torus", "player": "nobody"}, "player"),
        ({"id": "a", "game": "torus", "player": "monomial"}, "player"),
        ({"id": "a", "game": "torus", "budget": 5}, "budget"),
        ({"id": "a", "game": "torus", "budget": {"depth": 3}}, "budget.depth"),
        ({"id": "a", "game": "torus", "budget": {"minutes": 3}}, "budget.minutes"),
        ({"id": "a", "game": "torus", "budget": {"seconds": -1}}, "budget.seconds"),
        ({"id": "a", "game": "torus", "budget": {"seconds": "1"}}, "budget.seconds"),
        ({"id": "a", "game": "torus", "budget": {"simulations": 1.5}}, "budget.simulations"),
        ({"id": "a", "game": "torus", "report_every": 0}, "report_every"),
        ({"id": "a", "game": "torus", "max_moves": 0}, "max_moves"),
        ({"id": "a", "game": "torus", "priority": "high"}, "priority"),
        ({"id": "a", "action": "dance"}, "action"),
        ({"id": "a", "action": "terminate"}, "terminate_id"),
        ({"id": "a", "action": "terminate_all", "turns": "x"}, "turns"),
    ],
)
def test_errors_name_their_field(client: Client, content: dict[str, Any], field: str) -> None:
    found = client.one(**content)
    assert found["field"] == field
    assert found["error"]
    assert "internal error" not in found["error"]
    if content.get("id") == "a":
        assert found["id"] == "a"


@pytest.mark.parametrize("line", ["x", "[1]", "7", '{"id": ', "[" * 100_000, "9" * 10_000, "\0"])
def test_lines_that_are_no_query(client: Client, line: str) -> None:
    client.engine.handle(line)
    assert "error" in client.wait_for(1)[0]


def test_warns_of_fields_that_mean_nothing(client: Client) -> None:
    client.send(id="w", game="torus", maxVisits=7)
    found = client.wait_for(2)
    assert found[0] == {"id": "w", "warning": "this field is not known", "field": "maxVisits"}
    assert found[1]["moves"]


def test_an_id_is_used_once_at_a_time(client: Client) -> None:
    client.send(id="same", game="torus", player="mcts:seconds=1000")
    assert client.one(id="same", game="torus")["field"] == "id"
    client.send(id="t", action="terminate_all")
    client.wait_for(3)
    assert "error" not in client.one(id="same", game="torus")


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=6,
)
_fields = ["game", "moves", "options", "position", "to_move", "analyze_turns", "player", "budget"]
_fields += ["report_every", "max_moves", "line_length", "priority", "action", "terminate_id"]


@settings(max_examples=150, deadline=None)
@given(st.dictionaries(st.sampled_from(_fields), _json, max_size=4), st.booleans())
def test_survives_rubbish(fields: dict[str, Any], sensible: bool) -> None:
    answers: list[str] = []
    engine = AnalysisEngine(answers.append, default_player="random", workers=0)
    base = {"id": "f", "game": "torus"} if sensible else {}
    engine.handle(json.dumps({**base, **fields}))
    assert not any("internal error" in answer for answer in answers)
