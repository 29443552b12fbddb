"""The library of games: found, tagged, counted, imported and exported."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.kit.server import ENGINE, HUMAN, Api, running_app
from tesuji.records import read_collection
from tesuji.server.library_views import statistics
from tesuji.store import Database, GameFilter, GameStore, Library, StoredGame, StoredMove

ANN, LEVEL = {**HUMAN, "level": None, "run": None}, {"kind": "engine", "name": "", "run": None}


@pytest.fixture
def api(tmp_path: Path) -> Iterator[Api]:
    with running_app(tmp_path) as api:
        yield api


@pytest.fixture
def store(tmp_path: Path) -> GameStore:
    return GameStore(Database(tmp_path / "games.sqlite"))


def library_of(store: GameStore) -> Library:
    return Library(store._database)


def stored(spec: str, level: str, winner: int | None, *, seat: int = 0) -> StoredGame:
    """A finished game of Ann, in `seat`, against a level."""
    person, engine = dict(ANN), {**LEVEL, "level": level}
    return StoredGame(
        spec=spec,
        seats=(person, engine) if seat == 0 else (engine, person),
        moves=(StoredMove(3, 0, 1.0),),
        status="finished",
        outcome={"winner": winner, "margin": 0.0, "reason": "five in a row"},
    )


def names(found: list[StoredGame]) -> set[str]:
    return {game.id for game in found}


class TestFinding:
    def test_by_game_result_opponent_and_words(self, store: GameStore) -> None:
        library = library_of(store)
        won = store.save(stored("gomoku:size=15,rules=freestyle", "novice", 0)).id
        won_as_second = store.save(stored("gomoku:size=9,rules=freestyle", "club", 1, seat=1)).id
        lost = store.save(stored("go:size=9,komi=7.5,ko=simple", "club", 1)).id
        drawn = store.save(stored("go:size=9,komi=7,ko=simple", "novice", None)).id
        for wanted, ids in (
            (GameFilter(), {won, won_as_second, lost, drawn}),
            (GameFilter(game="gomoku"), {won, won_as_second}),
            (GameFilter(game="go"), {lost, drawn}),
            (GameFilter(game="gomo"), set()),
            (GameFilter(result="won"), {won, won_as_second}),
            (GameFilter(result="lost"), {lost}),
            (GameFilter(result="drawn"), {drawn}),
            (GameFilter(result="playing"), set()),
            (GameFilter(opponent="club"), {won_as_second, lost}),
            (GameFilter(text="CLUB size=9"), {won_as_second, lost}),
            (GameFilter(text="ann novice"), {won, drawn}),
            (GameFilter(text="%"), set()),
            (GameFilter(game="go", result="lost", opponent="club"), {lost}),
        ):
            assert names(library.find(wanted, 10)) == ids, wanted
            assert library.count(wanted) == len(ids)

    def test_by_date_and_page_by_page(self, store: GameStore) -> None:
        library = library_of(store)
        games = [store.save(stored("torus:size=9", "club", 0)) for _ in range(5)]
        times = [game.updated for game in games]
        assert names(library.find(GameFilter(since=times[1], until=times[3]), 10)) == names(
            games[1:3]
        )
        first = library.find(GameFilter(), 3)
        rest = library.find(GameFilter(), 3, before=first[-1].updated)
        assert [game.id for game in (*first, *rest)] == [game.id for game in reversed(games)]

    def test_a_damaged_game_does_not_hide_the_others(self, tmp_path: Path) -> None:
        store = GameStore(Database(tmp_path / "games.sqlite"))
        kept = store.save(stored("torus:size=9", "club", 0)).id
        broken = store.save(stored("torus:size=9", "club", 0)).id
        connection = sqlite3.connect(tmp_path / "games.sqlite")
        with connection:
            connection.execute("UPDATE games SET document = '{' WHERE id = ?", (broken,))
        assert names(library_of(store).find(GameFilter(text="ann", result="won"), 10)) == {kept}

    def test_tags_go_with_their_game(self, store: GameStore) -> None:
        library = library_of(store)
        one, two = (store.save(stored("torus:size=9", "club", 0)).id for _ in range(2))
        library.set_tags(one, ["seam", "to show"])
        library.set_tags(two, ["seam"])
        assert library.tags_of([one, two]) == {one: ["seam", "to show"], two: ["seam"]}
        assert names(library.find(GameFilter(tag="seam"), 10)) == {one, two}
        assert names(library.find(GameFilter(text="show"), 10)) == {one}
        library.set_tags(two, [])
        assert names(library.find(GameFilter(tag="seam"), 10)) == {one}
        store.delete(one)
        assert library.all_tags() == []


class TestGamesWithoutMoves:
    def test_are_not_listed_and_not_kept(self, store: GameStore) -> None:
        library = library_of(store)
        empty = store.save(StoredGame("torus:size=9", (dict(ANN), dict(ANN))))
        shared = store.save(
            StoredGame("torus:size=9", (dict(ANN), dict(ANN)), sharing={"keys": [None, None]})
        )
        played = store.save(stored("torus:size=9", "club", 0))
        assert names(library.find(GameFilter(), 10)) == {shared.id, played.id}
        assert library.delete_unplayed(before=empty.updated) == 0
        assert library.delete_unplayed(before=time.time() + 1) == 1
        assert not store.exists(empty.id)
        assert store.exists(shared.id)


class TestStatistics:
    def test_results_by_opponent(self) -> None:
        games = [
            stored("torus:size=9", "club", 0),
            stored("torus:size=9", "club", 0, seat=1),
            stored("torus:size=9", "club", None),
            stored("torus:size=9", "expert", 1),
        ]
        two_people = StoredGame(
            "torus:size=9",
            (dict(ANN), dict(ANN)),
            outcome={"winner": 0, "margin": 0.0, "reason": ""},
        )
        found = statistics([*games, two_people])
        tallies = {(one.opponent): (one.won, one.lost, one.drawn) for one in found.tallies}
        assert tallies == {"club": (1, 1, 1), "expert": (0, 1, 0)}

    def test_a_rating_moves_towards_what_was_scored(self) -> None:
        won = [stored("gomoku:size=15,rules=freestyle", "club", 0) for _ in range(3)]
        lost = [stored("gomoku:size=15,rules=freestyle", "club", 1) for _ in range(3)]
        (up,), (down,) = statistics(won).ratings, statistics(lost).ratings
        assert up.anchor == down.anchor != ""
        ratings = [game.rating for game in up.games]
        assert ratings == sorted(ratings)
        assert ratings[0] == pytest.approx(up.games[0].opponent_rating + 20, abs=0.05)
        assert ratings[-1] - up.games[0].opponent_rating == pytest.approx(
            down.games[0].opponent_rating - down.games[-1].rating, abs=0.2
        )

    def test_there_is_no_rating_where_none_was_measured(self) -> None:
        assert statistics([stored("gomoku:size=7,rules=freestyle", "club", 0)]).ratings == []


class TestApi:
    def test_import_and_export(self, api: Api) -> None:
        sgf = (
            "(;GM[1]SZ[9]KM[7.5]PB[Ann]PW[Bea]RE[B+R];B[ee];W[ge];B[ec])"
            "(;GM[4]SZ[15]PB[Ann]PW[Cid]RE[W+];B[hh];W[hi])"
            "(;GM[1]SZ[9]PB[Dan]PW[Eve];B[ee];W[ee])"
            "(;GM[1]SZ[9]PB[Fay]PW[Gus])"
        )
        done = api.post("/library/sgf", {"sgf": sgf})
        assert (done["kept"], done["known"]) == (2, 0)
        assert [problem.split(":")[0] for problem in done["problems"]] == ["game 3", "game 4"]
        assert api.post("/library/sgf", {"sgf": sgf})["known"] == 2

        found = api.get("/library?text=ann")
        assert found["total"] == 2
        endings = {game["seats"][1]["name"]: game["ending"] for game in found["games"]}
        assert endings["Bea"]["winner"] == 0
        assert endings["Bea"]["reason"] == "resignation"
        assert endings["Cid"]["winner"] == 1
        for game in found["games"]:
            assert api.get(f"/games/{game['id']}")["status"] == "finished"

        bea = next(game for game in found["games"] if game["seats"][1]["name"] == "Bea")
        api.ask("PUT", f"/library/{bea['id']}/tags", {"tags": ["joseki"]}, 204)
        (tagged,) = api.get("/library?tag=joseki")["games"]
        assert tagged["tags"] == ["joseki"]

        again = read_collection(api.get("/library/sgf?text=ann")["sgf"])
        assert {record.white: record.result for record in again} == {"Bea": "B+R", "Cid": "W+"}
        assert {record.white: len(list(record.main_line())) - 1 for record in again} == {
            "Bea": 3,
            "Cid": 2,
        }

    def test_a_game_that_is_not_over_can_be_continued(self, api: Api) -> None:
        api.post("/library/sgf", {"sgf": "(;GM[1]SZ[9]PB[Ann]PW[Bea];B[ee];W[ge])"})
        (game,) = api.get("/library?result=playing")["games"]
        view = api.get(f"/games/{game['id']}")
        assert view["status"] == "playing"
        assert api.play(view, view["position"]["legal"][0])["position"]["ply"] == 3

    def test_a_game_with_handicap_stones_keeps_them(self, api: Api) -> None:
        sgf = "(;GM[1]SZ[9]HA[2]AB[cc][gg]PB[Ann]PW[Bea];W[ee];B[ec])"
        assert api.post("/library/sgf", {"sgf": sgf})["kept"] == 1
        text = api.get("/library/sgf")["sgf"]
        (record,) = read_collection(text)
        assert record.root.setup is not None
        assert len(record.root.setup.stones) == 2

    def test_games_that_were_played_are_found(self, api: Api) -> None:
        view = api.new_game("gomoku", (HUMAN, HUMAN), options={"size": "9"})
        api.new_game("gomoku", (HUMAN, ENGINE), options={"size": "9"})
        assert api.get("/library")["games"] == []
        api.play(view, 40)
        (game,) = api.get("/library?game=gomoku&text=ann")["games"]
        assert game["id"] == view["id"]
        assert api.get("/library/statistics") == {"tallies": [], "ratings": []}

    @pytest.mark.parametrize(
        ("method", "path", "body", "status"),
        [
            ("GET", "/library?result=lucky", None, 422),
            ("GET", "/library?limit=0", None, 422),
            ("GET", "/library?since=nan", None, 422),
            ("POST", "/library/sgf", {"sgf": "not a game"}, 422),
            ("PUT", "/library/nobody/tags", {"tags": []}, 404),
            ("PUT", "/library/nobody/tags", {"tags": [""]}, 422),
            ("PUT", "/library/nobody/tags", {"tags": ["x" * 41]}, 422),
        ],
    )
    def test_bad_requests_get_one_sentence(
        self, api: Api, method: str, path: str, body: Any, status: int
    ) -> None:
        answer = api.client.request(method, f"/api/v1{path}", json=body)
        assert answer.status_code == status or (status == 422 and answer.status_code == 400)
        assert json.loads(answer.text)
