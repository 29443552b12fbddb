"""Questions in the words of KataGo's analysis engine, and a session as KaTrain leads it.

``katrain_session.jsonl`` is what KaTrain 1.17 sent, recorded with its own engine module: an empty
board, a quick look, other moves than those known, moves of a corner, the position after one move,
after one that is illegal, pondering and its end, two passes, a handicap. It never speaks GTP.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.kit.cli import TESUJI
from tests.kit.katago_models import made_up_model
from tests.kit.pipes import Program
from tesuji.networks.katago import store
from tesuji.protocols.analysis import AnalysisEngine
from tesuji.protocols.analysis_katago import read_katago_query

SESSION = [
    json.loads(line)
    for line in (Path(__file__).parent / "katrain_session.jsonl").read_text().splitlines()
]
EMPTY, QUICK, OTHERS, CORNER, MOVE, ILLEGAL, PONDER, TERMINATE, PASSES, HANDICAP = SESSION


@pytest.fixture(autouse=True)
def network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TESUJI_DATA_DIR", str(tmp_path / "data"))
    file = tmp_path / "some.bin.gz"
    file.write_bytes(made_up_model())
    store.add(file, "mine")


class Wire:
    """Engines in this process, one for each question."""

    def ask(self, query: dict[str, Any], **changed: Any) -> list[dict[str, Any]]:
        """All answers to a query, the last one included."""
        answers: list[dict[str, Any]] = []
        engine = AnalysisEngine(lambda text: answers.append(json.loads(text)))
        engine.inbox.feed(json.dumps({**query, **changed}))
        engine.inbox.end()
        engine.serve()
        return answers

    def result(self, query: dict[str, Any], **changed: Any) -> dict[str, Any]:
        """The one result of a query."""
        (found,) = [one for one in self.ask(query, **changed) if "warning" not in one]
        return found

    def error(self, query: dict[str, Any], **changed: Any) -> tuple[str, str]:
        """The field to blame, and why."""
        (found,) = self.ask(query, **changed)
        assert found["id"] == query["id"]
        return found["field"], found["error"]


@pytest.fixture
def wire() -> Wire:
    return Wire()


# -- the session ------------------------------------------------------------------------------


@pytest.fixture
def engine() -> Iterator[Program]:
    program = Program([*TESUJI[1:], "json-analysis"])
    yield program
    program.kill()


def read(engine: Program, query: dict[str, Any]) -> dict[str, Any]:
    """The next answer that is not a warning; one that KaTrain can use."""
    while "warning" in (found := json.loads(engine.line())):
        assert found["id"] == query["id"]
    return dict(found)


def check(query: dict[str, Any], found: dict[str, Any], *, partial: bool = False) -> None:
    """That a result has all that KaTrain reads of it, in KataGo's units."""
    assert found["id"] == query["id"]
    assert found["isDuringSearch"] is partial
    assert found["turnNumber"] == query["analyzeTurns"][0]
    points = query["boardXSize"] * query["boardYSize"]
    root = found["rootInfo"]
    assert 0 <= root["winrate"] <= 1
    assert abs(root["scoreLead"]) < points
    assert 0 < root["visits"] <= query["maxVisits"]
    for order, move in enumerate(found["moveInfos"]):
        assert move["order"] == order
        assert move["pv"][0] == move["move"]
        assert 0 <= move["lcb"] <= 1
        assert 0 <= move["prior"] <= 1
        assert 0 < move["visits"] < query["maxVisits"]
        assert {"winrate", "scoreLead", "scoreMean", "utility", "utilityLcb"} <= set(move)
        assert ("ownership" in move) == query["includeMovesOwnership"]
        assert len(move.get("ownership", [])) in (0, points)
    assert ("ownership" in found) == query["includeOwnership"]
    assert all(-1 <= owner <= 1 for owner in found.get("ownership", []))
    policy = found["policy"]
    assert len(policy) == points + 1
    stones = len(query["initialStones"]) + sum(point != "pass" for _, point in query["moves"])
    assert policy.count(-1) == stones
    assert sum(share for share in policy if share > 0) == pytest.approx(1, abs=0.001)


def test_a_session_of_katrain(engine: Program) -> None:
    for query in (EMPTY, QUICK):
        engine.send(json.dumps(query))
        check(query, read(engine, query))
    for query in (OTHERS, CORNER):
        engine.send(json.dumps(query))
        found = read(engine, query)
        check(query, found)
        avoided = {move for entry in query["avoidMoves"] for move in entry["moves"]}
        assert found["moveInfos"]
        assert not avoided & {move["move"] for move in found["moveInfos"]}
    engine.send(json.dumps(MOVE))
    check(MOVE, read(engine, MOVE))
    engine.send(json.dumps(ILLEGAL))
    refused = json.loads(engine.line())
    assert (refused["id"], refused["field"]) == (ILLEGAL["id"], "moves")
    assert refused["error"].startswith("Illegal move 2: E5")  # KaTrain looks for the two words
    engine.send(json.dumps(PONDER))
    for _ in range(2):
        check(PONDER, read(engine, PONDER), partial=True)
    engine.send(json.dumps(TERMINATE))
    while (found := json.loads(engine.line())) != TERMINATE:
        check(PONDER, found, partial=True)
    while (found := json.loads(engine.line()))["isDuringSearch"]:
        pass
    check(PONDER, found)
    for query in (PASSES, HANDICAP):
        engine.send(json.dumps(query))
        check(query, read(engine, query))
    _, errors, status = engine.end()
    assert (errors, status) == ("", 0)


# -- single questions -------------------------------------------------------------------------


def test_numbers_are_told_for_the_side_that_is_wanted(wire: Wire) -> None:
    found = {}
    for view in ("BLACK", "WHITE", "SIDETOMOVE"):
        query = {**QUICK, "overrideSettings": {"reportAnalysisWinratesAs": view}}
        found[view] = wire.result(query, moves=[["B", "E5"]], analyzeTurns=[1], maxVisits=8)
    black, white, mover = found["BLACK"], found["WHITE"], found["SIDETOMOVE"]
    assert white["moveInfos"] == mover["moveInfos"]
    for of_black, of_white in zip(
        [black["rootInfo"], *black["moveInfos"]],
        [white["rootInfo"], *white["moveInfos"]],
        strict=True,
    ):
        assert of_black["winrate"] == pytest.approx(1 - of_white["winrate"], abs=1e-5)
        assert of_black["scoreLead"] == pytest.approx(-of_white["scoreLead"], abs=1e-5)
    assert black["ownership"] == pytest.approx([-one for one in white["ownership"]], abs=1e-3)
    assert black["policy"] == white["policy"]


def test_turns_priorities_and_visits_along_lines(wire: Wire) -> None:
    moves = [["B", "E5"], ["W", "C3"], ["b", "G7"]]
    query = {key: value for key, value in QUICK.items() if key != "priority"}
    query |= {"maxVisits": 12, "includePVVisits": True, "analysisPVLen": 2, "moves": moves}
    query |= {"overrideSettings": {}, "analyzeTurns": [0, 2, 3], "priorities": [1, 3, 2]}
    found = wire.ask(query)
    assert sorted(one["turnNumber"] for one in found) == [0, 2, 3]
    for one in found:
        for move in one["moveInfos"]:
            assert len(move["pv"]) == len(move["pvVisits"]) <= 2
            assert move["pvVisits"][0] == move["visits"]


def test_rules_komi_and_handicap_reach_the_game() -> None:
    def game(**changed: Any) -> str:
        return read_katago_query({**HANDICAP, **changed}, "best").game.spec

    # KataGo's Chinese rules give White a point for each handicap stone.
    assert game() == "go:size=9,komi=2.5,ko=simple"
    assert game(whiteHandicapBonus="0") == "go:size=9,komi=0.5,ko=simple"
    assert game(rules="aga") == "go:size=9,komi=1.5,ko=simple"
    assert game(rules="japanese") == "go:size=9,komi=0.5,ko=simple,scoring=territory"
    stones = [["W", "C3"], ["B", "G7"]]
    assert game(initialStones=stones) == "go:size=9,komi=0.5,ko=simple"
    as_moves = {"initialStones": [], "moves": HANDICAP["initialStones"], "initialPlayer": "B"}
    assert game(**as_moves) == "go:size=9,komi=2.5,ko=simple"
    detailed = {"ko": "SIMPLE", "scoring": "TERRITORY", "tax": "SEKI", "suicide": False}
    assert game(rules=detailed, komi=20) == "go:size=9,komi=20,ko=simple,scoring=territory"
    assert game(rules="tromp-taylor", boardXSize=7) == "go:size=9x7,komi=0.5"


def test_a_player_may_move_twice_and_after_the_end(wire: Wire) -> None:
    moves = [["B", "E5"], ["B", "C3"], ["W", "pass"], ["B", "pass"], ["W", "G7"]]
    found = wire.result(QUICK, moves=moves, analyzeTurns=[5])
    assert found["rootInfo"]["currentPlayer"] == "B"
    assert found["policy"].count(-1) == 3


@pytest.mark.parametrize(
    ("changed", "field", "words"),
    [
        ({"boardXSize": 20}, "boardXSize", "from 2 to 19"),
        ({"boardYSize": "9"}, "boardYSize", "must be a whole number"),
        ({"rules": None}, "rules", "rules are needed"),
        ({"rules": "stone_scoring"}, "rules", "unknown rules"),
        ({"rules": {"suicide": True}}, "rules", "no suicide"),
        ({"komi": 6.25}, "komi", "whole or half points"),
        ({"moves": None}, "moves", "moves are needed"),
        ({"moves": [["B"]]}, "moves", "not a pair"),
        ({"moves": [["R", "E5"]]}, "moves", "R"),
        ({"moves": [["B", "K10"]]}, "moves", "K10"),
        ({"initialStones": [["B", "pass"]]}, "initialStones", "a pass has none"),
        ({"analyzeTurns": [9]}, "analyzeTurns", "from 0 to 2"),
        ({"maxVisits": 0}, "maxVisits", "at least 1"),
        ({"includeOwnership": 1}, "includeOwnership", "true or false"),
        ({"overrideSettings": {"reportAnalysisWinratesAs": "GREEN"}}, "overrideSettings", "BLACK"),
        ({"avoidMoves": [{"moves": ["E5"]}]}, "avoidMoves", "untilDepth"),
        (
            {"allowMoves": [{"moves": ["E5"], "player": "B", "untilDepth": 1}]},
            "allowMoves",
            "no legal move is left",
        ),
        ({"player": "random"}, "maxVisits", "random knows no limit"),
        ({"whiteHandicapBonus": "2"}, "whiteHandicapBonus", "N-1"),
    ],
)
def test_bad_questions(wire: Wire, changed: dict[str, Any], field: str, words: str) -> None:
    blamed, why = wire.error(QUICK, **changed)
    assert blamed == field
    assert words in why


def test_what_is_not_used_is_said(wire: Wire) -> None:
    found = wire.ask(QUICK, rootPolicyTemperature=1.1)
    warnings = {one["field"]: one["warning"] for one in found if "warning" in one}
    assert warnings["overrideSettings"] == "not used here: wideRootNoise"
    assert "rootPolicyTemperature" in warnings


def test_a_query_that_was_never_begun_has_no_results(wire: Wire) -> None:
    answers: list[dict[str, Any]] = []
    busy = AnalysisEngine(lambda text: answers.append(json.loads(text)), workers=1)
    long = PONDER | {"id": "long", "reportDuringSearchEvery": 1000}
    for line in (long, QUICK, {"id": "t", "action": "terminate", "terminateId": QUICK["id"]}):
        busy.handle(json.dumps(line))
    ended = {"id": QUICK["id"], "turnNumber": 2, "isDuringSearch": False, "noResults": True}
    assert ended in answers
    busy.handle(json.dumps({"id": "all", "action": "terminate_all", "turnNumbers": [2]}))
    busy.inbox.end()
    busy.serve()
    assert {"id": "all", "action": "terminate_all", "turnNumbers": [2]} in answers


def test_other_actions(wire: Wire) -> None:
    assert wire.ask({"id": "c", "action": "clear_cache"}) == [{"id": "c", "action": "clear_cache"}]
    (models,) = wire.ask({"id": "m", "action": "query_models"})
    assert [model["name"] for model in models["models"]] == ["mine"]
