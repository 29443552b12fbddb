"""Games written in Python show up and are played like the others."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest

from tests.kit.cli import TESUJI
from tests.kit.patience import PATIENCE
from tests.kit.server import ENGINE, HUMAN, Api, ServerProcess, running_app
from tesuji.games import Game, Outcome, Position, Side, register
from tesuji.games.presentation import Board, Card, OnBoard

HEX = Path(__file__).parents[2] / "examples" / "hex.py"
ROWS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


@dataclass(frozen=True, slots=True)
class NoughtsPosition(Position):
    stones: tuple[int, ...] = (-1,) * 9
    to_move: Side = field(default=Side.FIRST)

    @property
    def game(self) -> Game:
        return Noughts()

    def legal_moves(self) -> list[int]:
        return [] if self.outcome else [point for point in range(9) if self.stones[point] < 0]

    def after(self, move: int) -> NoughtsPosition:
        stones = (*self.stones[:move], int(self.to_move), *self.stones[move + 1 :])
        return NoughtsPosition(stones, self.to_move.other)

    @property
    def outcome(self) -> Outcome | None:
        for row in ROWS:
            owners = {self.stones[point] for point in row}
            if owners in ({0}, {1}):
                return Outcome(Side(owners.pop()), 1, "three in a row")
        return None if -1 in self.stones else Outcome(None, 0, "the board is full")

    def on_board(self) -> OnBoard:
        return OnBoard(stones=self.stones)


@register("test-noughts")
class Noughts(Game):
    """Three in a row wins."""

    name = "test-noughts"
    num_moves = 9
    player_names = ("Cross", "Nought")

    @property
    def card(self) -> Card:
        return Card("Noughts and Crosses", "Three in a row.")

    @property
    def board(self) -> Board:
        return Board("stones", 3, 3, colours=("Cross", "Nought"))

    def initial(self) -> NoughtsPosition:
        return NoughtsPosition()

    def set_up(self, on_board: OnBoard, to_move: Side = Side.FIRST) -> NoughtsPosition:
        return NoughtsPosition(on_board.stones or (), to_move)


@pytest.fixture
def api(tmp_path: Path) -> Iterator[Api]:
    with running_app(tmp_path) as api:
        yield api


def test_a_game_of_stones_written_in_python_is_played_on_a_board(api: Api) -> None:
    (entry,) = [one for one in api.get("/catalog")["games"] if one["name"] == "test-noughts"]
    assert (entry["title"], entry["sizes"], entry["players"]) == (
        "Noughts and Crosses",
        [],
        ["Cross", "Nought"],
    )
    assert entry["can_set_up"]
    view = api.new_game("test-noughts", (HUMAN, ENGINE))
    assert (view["game"]["board"], view["game"]["rows"]) == ("stones", 3)
    while view["status"] == "playing":
        view = api.after_engines(api.play(view, view["position"]["legal"][0]))
    assert view["position"]["ending"]["reason"] in ("three in a row", "the board is full")
    rules = api.get("/rules/test-noughts")
    assert rules == {
        "title": "Noughts and Crosses",
        "markdown": "# Noughts and Crosses\n\nThree in a row wins.\n",
        "diagrams": [],
    }


def test_its_board_can_be_set_up_and_analysed(api: Api) -> None:
    setup = {"stones": [0, 0, -1, 1, 1, -1, -1, -1, -1], "to_move": 0}
    answer = api.post("/positions", {"spec": "test-noughts", "setup": setup, "moves": [2]})
    assert answer["position"]["ending"]["winner"] == 0
    assert api.post("/positions/explain", {"spec": "test-noughts"})["remarks"] == []


def test_a_file_with_a_game_can_be_given_to_the_server(tmp_path: Path) -> None:
    with ServerProcess(tmp_path, "--game", str(HEX)) as server:
        api = Api(httpx.Client(base_url=server.address, timeout=PATIENCE))
        (entry,) = [one for one in api.get("/catalog")["games"] if one["name"] == "hex"]
        assert not entry["can_set_up"]
        view = api.new_game("hex", (HUMAN, ENGINE), options={"size": "3"})
        assert view["game"]["board"] == "picture"
        assert view["position"]["picture"].startswith("<svg")
        while view["status"] == "playing":
            view = api.after_engines(api.play(view, view["position"]["legal"][0]))
        assert view["position"]["ending"]["reason"] == "the sides are connected"


def test_games_whose_rules_are_not_loaded_are_listed_exported_and_deleted(tmp_path: Path) -> None:
    with ServerProcess(tmp_path, "--game", str(HEX)) as server:
        api = Api(httpx.Client(base_url=server.address, timeout=PATIENCE))
        view = api.new_game("hex", (HUMAN, HUMAN), options={"size": "3"})
        for move in (0, 2, 3, 5, 6):
            view = api.play(view, move)
        assert view["status"] == "finished"
        api.new_game("go", options={"size": "5"})
        server.stop()
    with ServerProcess(tmp_path) as server:
        api = Api(httpx.Client(base_url=server.address, timeout=PATIENCE))
        listed = {game["spec"]: game for game in api.get("/games")["games"]}
        assert len(listed) == 2
        (lost,) = [game for game in listed.values() if not game["rules_loaded"]]
        assert lost["spec"] == "hex:size=3"
        assert lost["ending"]["text"] == "First wins: the sides are connected"
        refused = api.get(f"/games/{lost['id']}", 400)
        assert "rules of hex:size=3 are not loaded" in refused["detail"]
        sgf = api.get(f"/games/{lost['id']}/sgf")["sgf"]
        api.ask("DELETE", f"/games/{lost['id']}", None, 204)
        api.ask("DELETE", f"/games/{lost['id']}", None, 404)
        assert len(api.get("/games")["games"]) == 1
    with ServerProcess(tmp_path, "--game", str(HEX)) as server:
        api = Api(httpx.Client(base_url=server.address, timeout=PATIENCE))
        read = api.post("/records", {"sgf": sgf})
        assert [node["move"] for node in read["nodes"]] == [None, 0, 2, 3, 5, 6]
        assert read["problem"] is None


@pytest.mark.parametrize(
    ("text", "complaint"),
    [("x = 1", "registers no game"), ("1 / 0", "ZeroDivisionError"), (None, "there is no file")],
)
def test_a_file_without_a_game_is_refused(tmp_path: Path, text: str | None, complaint: str) -> None:
    file = tmp_path / "game.py"
    if text is not None:
        file.write_text(text)
    command = [*TESUJI, "serve"]
    done = subprocess.run(
        [*command, "--game", str(file)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert complaint in done.stderr


# -- files that are added to a running server ------------------------------------------------------

DROPPED = (
    HEX.read_text().replace('"hex"', '"test-dropped"').replace("hex:size", "test-dropped:size")
)


def test_a_file_is_added_replaced_kept_and_removed(tmp_path: Path) -> None:
    file = {"file": "dropped_hex.py", "source": DROPPED}
    with running_app(tmp_path) as api:
        api.post("/records", {"sgf": "(;GM[1]SZ[9];B[ee])"})  # by a process that is too old later
        assert api.get("/own-games") == {"allowed": True, "games": []}
        assert api.post("/own-games", file, 201)["game"] == "test-dropped"
        titled = {**file, "source": DROPPED.replace('Card("Hex"', 'Card("Hex again"')}
        api.post("/own-games", titled, 201)
        titles = {one["name"]: one["title"] for one in api.get("/catalog")["games"]}
        assert titles["test-dropped"] == "Hex again"
        assert "test-dropped" in api.get("/teaching")["games"]
        # A file that is worse than what is there changes nothing.
        unfair = DROPPED.replace("return [] if self.outcome else [", "return [") + "\n"
        refused = api.post("/own-games", {**file, "source": unfair}, 400)["detail"]
        assert str(tmp_path) not in refused
        view = api.new_game("test-dropped", (HUMAN, ENGINE), options={"size": "3"})
        view = api.after_engines(api.play(view, 4))
        assert len(view["moves"]) == 2
        sgf = api.get(f"/games/{view['id']}/sgf")["sgf"]
        read = api.post("/records", {"sgf": sgf})
        assert [node["move"] for node in read["nodes"][1:]] == [
            one["move"] for one in view["moves"]
        ]
    with running_app(tmp_path) as api:
        listed = api.get("/own-games")["games"]
        assert listed == [{"file": "dropped_hex.py", "game": "test-dropped", "problem": None}]
        api.ask("DELETE", "/own-games/dropped_hex.py", None, 204)
        assert api.get("/own-games")["games"] == []
        assert "test-dropped" not in {one["name"] for one in api.get("/catalog")["games"]}


@pytest.mark.parametrize(
    ("name", "source", "complaint"),
    [
        ("../x.py", "", "has a name such as hex.py"),
        ("x.txt", "", "has a name such as hex.py"),
        ("no_game.py", "x = 1", "registers no game"),
        ("json.py", DROPPED, "another module called json"),
        ("taken.py", HEX.read_text().replace('"hex"', '"go"'), "already a game called 'go'"),
    ],
)
def test_files_that_cannot_be_games_are_refused(
    api: Api, tmp_path: Path, name: str, source: str, complaint: str
) -> None:
    refused = api.post("/own-games", {"file": name, "source": source}, 400)["detail"]
    assert complaint in refused
    assert list(tmp_path.glob("games/*")) == []


def test_a_kept_file_that_is_broken_does_not_keep_the_server_from_starting(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "damaged_game.py").write_text("1 / 0")
    with running_app(tmp_path) as api:
        (listed,) = api.get("/own-games")["games"]
        assert (listed["file"], listed["game"]) == ("damaged_game.py", None)
        assert "ZeroDivisionError" in listed["problem"]
        api.ask("DELETE", "/own-games/damaged_game.py", None, 204)
        assert api.get("/own-games")["games"] == []


def test_nobody_adds_a_file_to_a_server_that_others_reach(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "damaged_game.py").write_text("1 / 0")  # is not run either
    with running_app(tmp_path, token="secret") as api:
        api.client.headers["authorization"] = "Bearer secret"
        assert api.get("/own-games") == {"allowed": False, "games": []}
        api.post("/own-games", {"file": "hex.py", "source": DROPPED}, 403)
        api.ask("DELETE", "/own-games/damaged_game.py", None, 403)
