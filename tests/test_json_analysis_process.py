"""``tesuji analysis`` as a process."""

from __future__ import annotations

import json
import subprocess
import sys
import time

import pytest

COMMAND = [sys.executable, "-c", "from tesuji.cli import main; main()", "analysis"]


def _run(text: str, *arguments: str) -> tuple[list[dict[str, object]], str, int]:
    done = subprocess.run(
        [*COMMAND, *arguments], input=text, capture_output=True, text=True, timeout=60
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
    query = json.dumps({"id": "1", "game": "torus", "player": "mcts:seconds=100"})
    _, errors, status = _run(query + "\n", "--quit-without-waiting")
    assert time.monotonic() - begun < 30
    assert (errors, status) == ("", 0)


def test_can_be_terminated_and_asked_again() -> None:
    process = subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        print('{"id": "a", "game": "go", "player": "mcts:seconds=100"}', file=process.stdin)
        time.sleep(1.5)
        print('{"id": "t", "action": "terminate", "terminate_id": "a"}', file=process.stdin)
        answers = [json.loads(process.stdout.readline()) for _ in range(2)]
        assert {answer["id"] for answer in answers} == {"a", "t"}
        print('{"id": "b", "game": "go", "budget": {"simulations": 10}}', file=process.stdin)
        assert json.loads(process.stdout.readline())["simulations"] == 10
        process.stdin.close()
        assert process.wait(20) == 0
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
    assert process.wait(20) == 0
