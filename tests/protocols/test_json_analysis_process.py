"""``tesuji json-analysis`` as a process."""

from __future__ import annotations

import json
import signal
import subprocess
import time

import pytest

from tests.kit.cli import TESUJI
from tests.kit.patience import PATIENCE

COMMAND = [*TESUJI, "json-analysis"]


def _run(text: str, *arguments: str) -> tuple[list[dict[str, object]], str, int]:
    done = subprocess.run(
        [*COMMAND, *arguments], input=text, capture_output=True, text=True, timeout=PATIENCE
    )
    return [json.loads(line) for line in done.stdout.splitlines()], done.stderr, done.returncode


def test_answers_all_before_it_ends() -> None:
    queries = [{"id": f"{n}", "game": "torus", "options": {"size": 5}} for n in range(5)]
    text = "".join(json.dumps(query) + "\n" for query in queries) + "rubbish"
    found, errors, status = _run(text, "--player", "mcts:sims=50", "--workers", "2")
    assert {answer["id"] for answer in found if "id" in answer} == {"0", "1", "2", "3", "4"}
    assert sum("error" in answer for answer in found) == 1
    assert (errors, status) == ("", 0)


def test_does_not_wait_where_it_is_told_not_to() -> None:
    begun = time.monotonic()
    query = json.dumps({"id": "1", "game": "torus", "player": "mcts:seconds=1000"})
    _, errors, status = _run(query + "\n", "--quit-without-waiting")
    assert time.monotonic() - begun < PATIENCE
    assert (errors, status) == ("", 0)


def test_can_be_terminated_and_asked_again() -> None:
    process = subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        print('{"id": "a", "game": "go", "player": "mcts:seconds=1000"}', file=process.stdin)
        time.sleep(1.5)
        print('{"id": "t", "action": "terminate", "terminate_id": "a"}', file=process.stdin)
        answers = [json.loads(process.stdout.readline()) for _ in range(2)]
        assert {answer["id"] for answer in answers} == {"a", "t"}
        asked = '{"id": "b", "game": "go", "player": "mcts", "budget": {"simulations": 10}}'
        print(asked, file=process.stdin)
        assert json.loads(process.stdout.readline())["simulations"] == 10
        process.stdin.close()
        assert process.wait(PATIENCE) == 0
    finally:
        process.kill()
        process.wait()


def test_bad_input() -> None:
    found, errors, status = _run("", "--player", "nobody")
    assert (found, status) == ([], 2)
    assert "nobody" in errors
    assert errors.count("\n") == 1


@pytest.mark.parametrize("lines", [1, 200])
def test_nobody_listens_any_more(lines: int) -> None:
    process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdout.close()
    try:
        process.stdin.write("rubbish\n" * lines)
        process.stdin.close()
    except BrokenPipeError:
        pass
    assert process.wait(PATIENCE) == 0


def test_one_bad_query_never_costs_another() -> None:
    """Half characters, numbers that are none, numbers beyond all: each is answered for itself."""
    queries = [
        r'{"id": "\ud800", "game": "torus", "player": "mcts:sims=5"}',
        '{"id": "nan", "game": "torus", "player": "mcts", "budget": {"seconds": NaN}}',
        '{"id": "inf", "game": "torus", "player": "mcts", "budget": {"seconds": 1e999}}',
        '{"id": "negative", "game": "torus", "player": "mcts", "budget": {"seconds": -1}}',
        '{"id": "version", "action": "query_version", "more": Infinity}',
        r'{"id": "name", "game": "\udfff"}',
        '{"id": "last", "game": "torus", "player": "mcts:sims=5"}',
    ]
    found, errors, status = _run("\n".join(queries) + "\n")
    assert (errors, status) == ("", 0)
    assert len(found) == len(queries)
    answered = {answer.get("id"): answer for answer in found}
    assert "chosen" in answered["\ud800"]
    assert "chosen" in answered["last"]
    assert all("internal" not in str(answer.get("error")) for answer in found)
    assert sum("error" in answer for answer in found) == 5


@pytest.mark.parametrize("waited", [0.6, 1.5])
def test_ctrl_c_ends_it_quietly_while_it_thinks(waited: float) -> None:
    process = subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdin is not None
    process.stdin.write('{"id": "a", "game": "go", "player": "mcts:seconds=1000"}\n')
    process.stdin.flush()
    time.sleep(waited)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, errors) == (130, "tesuji: interrupted\n")


def test_a_full_disk_is_said_in_one_sentence() -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            COMMAND,
            input=b"rubbish\n",
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=PATIENCE,
            check=False,
        )
    assert (done.returncode, done.stderr) == (2, b"tesuji: No space left on device\n")
