"""The door: hosts, origins, sizes, tokens, headers, and errors without tracebacks."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from tests.fuzz.server_targets import Site
from tests.kit.cli import run
from tests.kit.server import (
    ADDRESS,
    HUMAN,
    LIVE,
    Api,
    ServerProcess,
    check_problem,
    running_app,
)
from tesuji.server import served_files
from tesuji.server.app import ServerSettings, create_app
from tesuji.server.guard import MAX_BODY, SECURITY_HEADERS, TOKEN_COOKIE
from tesuji.server.served_files import built_files

TOKEN = "a.long-secret_1~"
CATALOG = "/api/v1/catalog"
GAMES = "/api/v1/games"
GAME = {"game": "go", "seats": [HUMAN, HUMAN]}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with running_app(tmp_path_factory.mktemp("guard")) as api:
        yield api.client


@pytest.fixture(scope="module")
def locked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A server that wants a token; cookies are not kept."""
    folder = tmp_path_factory.mktemp("locked")
    with running_app(folder, token=TOKEN) as api:
        assert isinstance(api.client, TestClient)
        yield api.client


@pytest.fixture(autouse=True)
def forget_cookies(client: httpx.Client, locked: TestClient) -> None:
    client.cookies.clear()
    locked.cookies.clear()


# -- hosts and origins ------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["127.0.0.1:8080", "localhost", "LOCALHOST:1", "[::1]:8080"])
def test_own_names(client: httpx.Client, host: str) -> None:
    assert client.get(CATALOG, headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "", "[::2]", "["],
)
def test_other_names_are_refused(client: httpx.Client, host: str) -> None:
    for path in (CATALOG, "/", "/api/v1/openapi.json"):
        answer = client.get(path, headers={"host": host})
        assert answer.status_code == 421
        check_problem(answer)


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "null",
        "http://127.0.0.1:9999",
        "http://127.0.0.1@evil.example",
        "http://[evil",
        "",
    ],
)
def test_other_sites_cannot_change_anything(client: httpx.Client, origin: str) -> None:
    for method, path in (("POST", GAMES), ("DELETE", f"{GAMES}/x"), ("POST", "/api/v1/records")):
        answer = client.request(method, path, json=GAME, headers={"origin": origin})
        assert answer.status_code == 403
        check_problem(answer)
    assert client.get(CATALOG, headers={"origin": origin}).status_code == 200


def test_the_own_page_may(client: httpx.Client) -> None:
    assert client.post(GAMES, json=GAME, headers={"origin": ADDRESS}).status_code == 201
    assert client.post(GAMES, json=GAME).status_code == 201


@pytest.mark.parametrize("headers", [{"origin": "http://evil.example"}, {"host": "evil.example"}])
def test_other_sites_cannot_listen(client: TestClient, headers: dict[str, str]) -> None:
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect("/api/v1/live", headers=headers),
    ):
        pass


# -- bodies -----------------------------------------------------------------------------------


@pytest.mark.parametrize("length", [str(MAX_BODY + 1), "9" * 5000, "-1", "1e3", "x"])
def test_declared_sizes(client: httpx.Client, length: str) -> None:
    answer = client.post(GAMES, content=b"{}", headers={"content-length": length})
    assert answer.status_code == 413
    check_problem(answer)


@pytest.mark.parametrize("path", [GAMES, "/api/v1/records", "/api/v1/positions/svg"])
def test_a_body_that_never_ends(client: httpx.Client, path: str) -> None:
    def endless() -> Iterator[bytes]:
        yield b'{"sgf": "'
        for _ in range(MAX_BODY // 50_000 + 2):
            yield b"x" * 50_000

    answer = client.post(path, content=endless(), headers={"content-type": "application/json"})
    assert answer.status_code == 413
    check_problem(answer)
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"null",
        b"\xff\xfe",
        b'{"game": "\\ud800", "seats": []}',
        b"[" * 100_000,
        b'{"a":' * 50_000,
        b'{"game": NaN, "seats": [1e999, -1e999]}',
        b'{"game": "go", "seats": [{"kind": "human"}, {"kind": "human"}], "clock": {"main": NaN}}',
        b'{"game": "go", "seats": [{"kind": "human"}, {"kind": "human"}], "handicap": '
        + b"9" * 5000
        + b"}",
    ],
)
def test_bodies_that_make_no_sense(client: httpx.Client, body: bytes) -> None:
    answer = client.post(GAMES, content=body, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 422)
    check_problem(answer)


def test_unknown_addresses(client: httpx.Client) -> None:
    for path in ("/api/v1/nothing", "/api/v2/catalog", "/api", "/nothing.html", "/..%2f..%2fetc"):
        answer = client.get(path)
        assert answer.status_code == 404, path
        check_problem(answer)
    answer = client.post("/api/v1/catalog")
    assert (answer.status_code, answer.headers["allow"]) == (405, "GET, HEAD")
    check_problem(answer)


# -- tokens -----------------------------------------------------------------------------------


def test_without_the_token_nothing_is_told(locked: TestClient) -> None:
    for path in ("/", CATALOG, "/api/v1/openapi.json", "/icon.svg"):
        answer = locked.get(path, follow_redirects=False)
        assert answer.status_code == 401
        check_problem(answer)
    for wrong in ("x", "", TOKEN[:-1], "ä"):
        assert locked.get(CATALOG, params={"token": wrong}).status_code == 401
        cookie = {"cookie": f"{TOKEN_COOKIE}={wrong}".encode()}
        assert locked.get(CATALOG, headers=cookie).status_code == 401
    with pytest.raises(WebSocketDisconnect), locked.websocket_connect(LIVE):
        pass


@pytest.mark.parametrize(
    "headers",
    [
        {"authorization": f"Bearer {TOKEN}"},
        {"authorization": f"bearer {TOKEN}"},
        {"cookie": f"{TOKEN_COOKIE}={TOKEN}"},
        {"cookie": f"other[1]={{}}; {TOKEN_COOKIE}={TOKEN}; third"},
    ],
)
def test_with_the_token(locked: TestClient, headers: dict[str, str]) -> None:
    assert locked.get(CATALOG, headers=headers).status_code == 200
    assert locked.post(GAMES, json=GAME, headers=headers).status_code == 201
    with locked.websocket_connect(LIVE, headers=headers) as socket:
        socket.send_text("?")
        assert socket.receive_json()["type"] == "problem"


def test_the_token_moves_from_the_address_into_a_cookie(locked: TestClient) -> None:
    assert locked.get(CATALOG, params={"token": TOKEN}).status_code == 200
    answer = locked.get("/", params={"token": TOKEN}, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert locked.get(CATALOG).status_code == 200  # the client has kept the cookie


# -- headers and defects ----------------------------------------------------------------------


def test_every_answer_has_the_security_headers(client: httpx.Client) -> None:
    for path in (CATALOG, "/api/v1/nothing", "/"):
        answer = client.get(path)
        for name, value in SECURITY_HEADERS.items():
            assert answer.headers[name] == value
    assert "unsafe" not in SECURITY_HEADERS["Content-Security-Policy"]
    assert "server" not in client.get(CATALOG).headers


def test_a_defect_is_no_traceback(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr("tesuji.server.routes.catalog", broken)
    with running_app(tmp_path) as api:
        answer = api.client.get(CATALOG)
    assert answer.status_code == 500
    check_problem(answer)
    assert "secret" not in answer.text
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_a_full_disk_is_said_and_nothing_is_half_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running_app(tmp_path) as api:
        view = api.play(api.new_game("go"), 3)

        def full(*_: Any) -> None:
            raise OSError(28, "No space left on device")

        with monkeypatch.context() as patched:
            patched.setattr("tesuji.store.games.GameStore.write", full)
            assert "No space left" in api.play(view, 4, 507)["detail"]
            api.post("/games", GAME, 507)
            seen = api.get(f"/games/{view['id']}")
            assert [move["move"] for move in seen["moves"]] == [3]
            assert "No space left" in seen["problem"]
        view = api.play(view, 4)
        assert (len(view["moves"]), view["problem"]) == (2, None)
        assert len(api.get("/games")["games"]) == 1


@pytest.mark.skipif(built_files("static") is None, reason="the web app is not built")
def test_the_app_is_served_fresh_and_small(client: httpx.Client) -> None:
    page = client.get("/")
    assert page.status_code == 200
    assert page.headers["content-type"].startswith("text/html")
    assert page.headers["cache-control"] == "no-cache"
    for script in {part.split('"')[0] for part in page.text.split('src="')[1:]}:
        answer = client.get(script.removeprefix("."), headers={"accept-encoding": "gzip"})
        assert answer.status_code == 200
        assert answer.headers["content-encoding"] == "gzip"
        assert "immutable" in answer.headers["cache-control"]


def test_the_description_of_the_api(tmp_path: Path) -> None:
    app: FastAPI = create_app(ServerSettings(database=tmp_path / "x.sqlite"))
    paths = app.openapi()["paths"]
    assert app.openapi()["paths"] == paths
    problems = paths["/api/v1/games"]["post"]["responses"]["400"]["content"]
    assert list(problems) == ["application/problem+json"]


def test_many_games_are_stored_at_once(tmp_path: Path) -> None:
    with running_app(tmp_path) as api:
        _store_many(api)


def _store_many(api: Api) -> None:
    from concurrent.futures import ThreadPoolExecutor

    def one_game(_: int) -> None:
        view = api.new_game("torus")
        for move in range(5):
            view = api.play(view, move)

    with ThreadPoolExecutor(16) as threads:
        list(threads.map(one_game, range(16)))
    assert {game["num_moves"] for game in api.get("/games")["games"]} == {5}


def test_head_answers_like_get_without_a_body(tmp_path: Path) -> None:
    with running_app(tmp_path) as api:
        head, get = (api.client.request(method, "/api/v1/catalog") for method in ("HEAD", "GET"))
        assert head.status_code == get.status_code == 200
        assert head.content == b""
        assert head.headers["content-length"] == get.headers["content-length"]
        assert api.client.head("/api/v1/games/none").status_code == 404


@pytest.mark.parametrize(
    "path",
    ["/../../etc/passwd", "/docs/../../../etc/passwd", "/assets/..%2f..%2fapp.py", "//etc/passwd"],
)
def test_paths_that_climb_lead_nowhere(tmp_path: Path, path: str) -> None:
    """As bytes on the wire: clients and test clients tidy such paths up before they send them."""
    site = Site(tmp_path)
    try:
        for climbing in (path, path.replace("%2f", "/"), path.replace("..", "%2e%2e")):
            status, _, body = site.request("GET", climbing, [], b"")
            assert status == 404, climbing
            assert b"root:" not in body
    finally:
        site.close()


def test_without_a_manual_its_address_says_how_to_build_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(served_files, "built_files", lambda part: None)
    app = FastAPI(docs_url=None)
    served_files.serve_files(app)
    for address in ("/docs", "/docs/", "/docs/tour/"):
        answer = TestClient(app).get(address)
        assert answer.status_code == 404
        assert "make docs" in answer.text


def test_the_manual_has_a_short_address(client: httpx.Client) -> None:
    if built_files("docs") is None:
        pytest.skip("the manual was not built here")
    answer = client.get("/docs", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (307, "/docs/")
    assert "Tesuji" in client.get("/docs/").text


@pytest.mark.parametrize("host", ["[::1]evil.com", "[::1]:80:80", "localhost:evil", "[::1", ""])
def test_a_host_that_is_no_host_is_refused(tmp_path: Path, host: str) -> None:
    with running_app(tmp_path) as api:
        for good in ("localhost", "[::1]", "[::1]:8080", "127.0.0.1:80"):
            assert api.client.get("/api/v1/catalog", headers={"Host": good}).status_code == 200
        assert api.client.get("/api/v1/catalog", headers={"Host": host}).status_code == 421


def test_a_server_on_a_network_answers_to_its_names(tmp_path: Path) -> None:
    options = ("--host", "0.0.0.0", "--token", "secret", "--name", "go.example")
    with ServerProcess(tmp_path, *options) as server:
        address = f"http://127.0.0.1:{server.port}/api/v1/catalog"
        machine = socket.gethostname().partition(".")[0]
        headers = {"Authorization": "Bearer secret"}
        for host in (f"{machine}.local", "go.example"):
            answer = httpx.get(address, headers=headers | {"Host": f"{host}:{server.port}"})
            assert answer.status_code == 200
        assert httpx.get(address, headers=headers | {"Host": "evil.example"}).status_code == 421
    done = run("serve", "--name", "a b")
    assert (done.returncode, "not a host name" in done.stderr) == (2, True)
