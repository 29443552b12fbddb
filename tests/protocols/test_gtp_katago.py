"""KataGo's own commands of GTP: its network's bare opinion, parameters, rules and time."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.kit.gtp_wire import Wire
from tests.kit.katago_models import made_up_model
from tesuji.networks.katago import store


@pytest.fixture
def network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A made-up network among the user's own."""
    monkeypatch.setenv("TESUJI_DATA_DIR", str(tmp_path / "data"))
    file = tmp_path / "some.bin.gz"
    file.write_bytes(made_up_model())
    return store.add(file, "mine")


def told(answer: str) -> dict[str, list[str]]:
    """The values of an answer of one symmetry by their keys."""
    found: dict[str, list[str]] = {}
    for word in answer.split():
        if word[0].isalpha() and word != "NAN":
            values = found.setdefault(word, [])
        else:
            values.append(word)
    return found


def test_the_bare_opinion_of_the_network(network: Path) -> None:
    wire = Wire(size=5)
    wire.good("play b C3")
    opinion = told(wire.good("kata-raw-nn 0"))
    chances = [float(opinion[name][0]) for name in ("whiteWin", "whiteLoss", "noResult")]
    assert sum(chances) == pytest.approx(1, abs=1e-5)
    assert len(opinion["policy"]) == len(opinion["whiteOwnership"]) == 25
    assert [index for index, word in enumerate(opinion["policy"]) if word == "NAN"] == [12]
    shares = [float(word) for word in opinion["policy"] if word != "NAN"]
    assert sum(shares) + float(opinion["policyPass"][0]) == pytest.approx(1, abs=1e-4)
    judged = store.load_shared(network).judge(wire.board.position)
    assert float(opinion["whiteLead"][0]) == pytest.approx(float(judged.lead[0]), abs=1e-3)
    assert float(opinion["whiteWin"][0]) == pytest.approx(float(judged.win[0]), abs=1e-5)


def test_images_are_turned_back(network: Path) -> None:
    """The empty board with one stone in the middle looks the same from all sides."""
    wire = Wire(size=5)
    wire.good("play b C3")
    opinions = [told(wire.good(f"kata-raw-nn {symmetry}")) for symmetry in range(8)]
    for opinion in opinions:
        assert opinion["whiteLead"] == opinions[0]["whiteLead"]
        assert opinion["policy"].index("NAN") == 12
    assert wire.good("kata-raw-nn all").count("symmetry ") == 8
    corner = Wire(size=5)
    corner.good("play b A5")
    for symmetry in range(8):
        assert told(corner.good(f"kata-raw-nn {symmetry}"))["policy"][0] == "NAN"


def test_what_cannot_be_asked_of_a_network(network: Path) -> None:
    wire = Wire(size=5)
    assert wire.bad("kata-raw-nn").startswith("syntax error")
    assert wire.bad("kata-raw-nn b").startswith("syntax error")
    assert wire.bad("kata-raw-nn 8").startswith("syntax error")
    assert wire.bad("kata-raw-nn 0 2").startswith("syntax error")
    assert told(wire.good("kata-raw-nn w 0 0.5"))["symmetry"] == ["0"]
    wire.good("play b pass")
    wire.good("play w pass")
    assert "over" in wire.bad("kata-raw-nn 0")
    network.unlink()
    assert "there is no network of KataGo yet" in Wire(size=5).bad("kata-raw-nn 0")


def test_parameters_are_those_of_the_player() -> None:
    wire = Wire("go", "mcts:sims=50,threads=2", size=5)
    assert wire.good("kata-list-params").split() == ["maxVisits", "numSearchThreads"]
    assert wire.good("kata-get-param maxVisits") == "50"
    assert "there are: maxVisits" in wire.bad("kata-get-param wideRootNoise")
    assert Wire(size=5).good("kata-list-params") == ""


def test_one_rule_is_changed_alone() -> None:
    wire = Wire(size=5)
    wire.good("kata-set-rule scoring TERRITORY")
    rules = json.loads(wire.good("kata-get-rules"))
    assert (rules["ko"], rules["scoring"], rules["tax"]) == ("POSITIONAL", "TERRITORY", "SEKI")
    assert wire.bad("kata-set-rule tax ALL").startswith("unknown rules")


def test_time_systems_of_katago() -> None:
    wire = Wire(size=5)
    assert "byoyomi" in wire.good("kata-list_time_settings")
    wire.good("kata-time_settings fischer 60 5")
    assert wire.engine.session.clock.control.increment == 5
    wire.good("kata-time_settings byoyomi 60 10.5 3")
    assert wire.engine.session.clock.control.periods == 3
    wire.good("time_left b 8 2")
    assert wire.engine.session.clock.limit(wire.board.position.to_move) == 18.5
    assert wire.bad("kgs-time_settings fischer 60 5").startswith("syntax error")
    assert wire.bad("kata-time_settings byoyomi 60 10 99999").startswith("there are from 1 to")


def test_what_lines_and_owners_katago_tells(network: Path) -> None:
    keys = (
        "ownership true movesOwnership true ownershipStdev true movesOwnershipStdev true "
        "pvVisits true pvEdgeVisits true"
    )
    wire = Wire(player="katago:net=mine,sims=12,seed=1", size=5)
    answer = wire.good(f"kata-genmove_analyze b 100 {keys} rootInfo true")
    line = next(each for each in answer.splitlines() if each.startswith("info"))
    moves = line.split("info move ")[1:]
    assert moves
    for move in moves:
        played = move.partition(" pv ")[2].partition(" pvVisits ")
        visits = played[2].partition(" pvEdgeVisits ")
        assert len(played[0].split()) == len(visits[0].split())
        assert visits[0].split()[0] == told("visits" + move.partition("visits")[2])["visits"][0]
        assert visits[2].partition(" movesOwnership ")[0] == visits[0]
        owners = visits[2].partition("movesOwnership ")[2].split()[:25]
        assert all(-1 <= float(owner) <= 1 for owner in owners)
        doubts = visits[2].partition("movesOwnershipStdev ")[2].split()[:25]
        assert all(0 <= float(doubt) <= 1 for doubt in doubts)
    last = line.partition("rootInfo")[2]
    assert len(told("rootInfo" + last)["ownership"]) == 25
    spread = [float(word) for word in told("rootInfo" + last)["ownershipStdev"]]
    assert len(spread) == 25
    assert all(0 <= each <= 1 for each in spread)
    assert "scoreLead" in line


def test_flags_are_true_or_false(network: Path) -> None:
    wire = Wire(size=5)
    assert "true or false" in wire.bad("kata-analyze b 10 ownership maybe")
    assert "unknown key" in wire.bad("kata-analyze b 10 ownersOfMoves true")
