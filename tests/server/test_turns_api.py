"""The turn interface: programs that play each other, and engines, over HTTP."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.kit.patience import PATIENCE
from tests.kit.server import HUMAN, Api, ServerProcess, running_app
from tesuji.games.dots_and_boxes import DotsAndBoxes
from tesuji.players import make_player
from tesuji.server.turn_routes import board_digits


@pytest.fixture
def api(tmp_path: Path) -> Iterator[Api]:
    with running_app(tmp_path) as api:
        yield api


def test_the_board_of_the_thesis() -> None:
    """Figures 4.1 and 4.2: a row of horizontal and a row of vertical lines in turn."""
    game = DotsAndBoxes(3, 3)
    board = game.setup([game.parse_move(name) for name in "aB bB cB Ba Bb Bc Bd".split()])  # noqa: SIM905
    assert board_digits(board) == "0000000011101111000000000000"
    assert board_digits(game.setup(range(24))) == "1110111111101111111011111110"


class Program(threading.Thread):
    """A program of its own: it knows the address and its ticket, and keeps its own board."""

    def __init__(self, address: str, ticket: str, spec: str) -> None:
        super().__init__(daemon=True)
        self.address = f"{address}/api/v1/turns/{ticket}"
        self.spec = spec
        self.last: dict[str, Any] = {}
        self.problem: str | None = None

    def run(self) -> None:
        game = DotsAndBoxes(3, 3)
        with httpx.Client(timeout=PATIENCE) as client, make_player(self.spec, game) as player:
            while True:
                answer = client.get(self.address, params={"wait": 5})
                self.last = answer.json()
                if answer.status_code != 200:
                    self.problem = answer.text
                    return
                if self.last["turn"] is None:
                    return
                if self.last["turn"] != self.last["player"]:
                    continue
                position = game.initial().play(*self.last["moves"])
                move = player.choose(position).move
                assert move is not None
                body = {
                    "position": game.format_move(move),
                    "board": board_digits(position.after(move)),
                }
                answer = client.post(self.address, json=body)
                if answer.status_code != 200:
                    self.problem = answer.text
                    return


def test_two_programs_play_a_whole_game(tmp_path: Path) -> None:
    with ServerProcess(tmp_path) as server:
        api = Api(httpx.Client(base_url=server.address, timeout=PATIENCE))
        opened = api.post(
            "/turns", {"options": {"size": "3"}, "names": ["Perfect", "Careless"]}, 201
        )
        specs = ("random:seed=1", "chains:seconds=0.1,seed=1")
        programs = [
            Program(server.address, ticket, spec)
            for ticket, spec in zip(opened["tickets"], specs, strict=True)
        ]
        for program in programs:
            program.start()
        for program in programs:
            program.join(PATIENCE)
            assert not program.is_alive()
            assert program.problem is None
        one, two = (program.last for program in programs)
        assert one["moves"] == two["moves"]
        assert len(one["moves"]) == 24
        assert (one["player"], two["player"], one["winner"]) == (1, 2, 2)
        assert sum(one["score"]) == 9
        assert one["board"].count("1") == 24
        # People can watch it, and do not see the tickets.
        watched = api.get(f"/games/{opened['game']}")
        assert [seat["name"] for seat in watched["seats"]] == ["Perfect", "Careless"]
        assert opened["tickets"][0].partition(".")[2] not in str(watched)


def test_a_program_plays_an_engine_of_any_game(api: Api) -> None:
    opened = api.post(
        "/turns",
        {"game": "gomoku", "options": {"size": "5"}, "engines": ["beginner", None]},
        201,
    )
    none, ticket = opened["tickets"]
    assert none is None
    dice = random.Random(1)
    view = api.get(f"/turns/{ticket}?wait=20")
    while view["turn"] is not None:
        assert view["turn"] == 2
        free = [point for point, stone in enumerate(view["board"]) if stone == "."]
        view = api.post(f"/turns/{ticket}", {"position": str(dice.choice(free))})
        if view["turn"] == 1:
            view = api.get(f"/turns/{ticket}?wait=20")
    assert view["ending"]


def test_only_the_holder_of_a_ticket_moves_and_only_in_turn(api: Api) -> None:
    opened = api.post("/turns", {"options": {"size": "2"}}, 201)
    one, two = opened["tickets"]
    game = opened["game"]
    api.post(f"/turns/{two}", {"position": "aA"}, 409)
    api.post(f"/turns/{game}.{'0' * 32}", {"position": "aA"}, 404)
    api.post(f"/games/{game}/moves", {"move": 0, "ply": 0}, 409)  # not by hand either
    api.post(f"/turns/{one}", {"position": "aZ"}, 400)
    api.post(f"/turns/{one}", {"position": "99999999999999999999"}, 400)
    api.post(f"/turns/{one}", {"position": "aA", "board": "0" * 15}, 409)
    view = api.post(f"/turns/{one}", {"position": "aA", "board": "100000000000000"})
    assert (view["turn"], view["last"], view["player"]) == (2, "aA", 1)
    api.post(f"/turns/{one}", {"position": "bA"}, 409)
    api.post(f"/games/{game}/undo", None, 409)
    api.post(f"/turns/{two}", {"position": "0"}, 400)  # drawn already


def test_a_game_of_engines_alone_or_without_a_ticket_is_refused(api: Api) -> None:
    api.post("/turns", {"engines": ["beginner", "beginner"]}, 400)
    api.post("/turns", {"engines": ["nobody", None]}, 400)
    program = {"kind": "program", "name": "x"}
    api.post("/games", {"game": "torus", "seats": [HUMAN, program]}, 400)


def test_tickets_survive_a_restart(tmp_path: Path) -> None:
    with running_app(tmp_path) as api:
        one, two = api.post("/turns", {"options": {"size": "1"}}, 201)["tickets"]
        api.post(f"/turns/{one}", {"position": "aA"})
    with running_app(tmp_path) as api:
        assert api.get(f"/turns/{two}?wait=1")["moves"] == ["aA"]
        assert api.post(f"/turns/{two}", {"position": "aB"})["turn"] == 1


def test_waiting_ends_when_nothing_happens(api: Api) -> None:
    _, two = api.post("/turns", {}, 201)["tickets"]
    assert api.get(f"/turns/{two}?wait=0.1")["turn"] == 1
