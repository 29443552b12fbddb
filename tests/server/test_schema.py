"""The API against its own description: random requests, good and bad, get no unexpected answer."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import positive_data_acceptance

from tests.kit.patience import PATIENCE
from tests.kit.server import HUMAN, Api, ServerProcess
from tesuji.server.app import ServerSettings, create_app

GAMES: list[dict[str, Any]] = [
    {"game": "torus"},
    {"game": "go", "clock": {"main": 3600, "increment": 1}},
    {"game": "gomoku", "options": {"swap2": "yes"}},
    {"game": "dots-and-boxes"},
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("schema")) as server:
        yield server
        assert "Traceback" not in server.log.read_text()


@pytest.fixture(scope="module")
def games(server: ServerProcess) -> list[str]:
    """Games that exist: an id made up at random never does."""
    api = Api(httpx.Client(base_url=server.address, timeout=PATIENCE))
    found = [api.post("/games", {"seats": [HUMAN, HUMAN], **game}, 201)["id"] for game in GAMES]
    return [game for game in found if isinstance(game, str)]


def description() -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        return create_app(ServerSettings(database=Path(folder) / "unused.sqlite")).openapi()


schema = schemathesis.openapi.from_dict(description())


@schema.parametrize()
@settings(
    max_examples=40,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_no_unexpected_answer(
    case: schemathesis.Case[Any], server: ServerProcess, games: list[str]
) -> None:
    # What fits the description may still be impossible: such a refusal is documented as well.
    case.call_and_validate(base_url=server.address, excluded_checks=[positive_data_acceptance])
    if "game_id" in case.path_parameters and case.method != "DELETE":
        for game in games:
            case.path_parameters["game_id"] = game
            answer = case.call(base_url=server.address)
            case.validate_response(answer, checks=[not_a_server_error])
            assert answer.status_code < 500
