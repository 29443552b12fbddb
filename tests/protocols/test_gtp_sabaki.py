"""A whole session as Sabaki leads it, and its lines of analysis read as Sabaki reads them.

What it sends is in its ``enginesyncer.js``: four questions at the start, the board before every
search, ``analyze COLOUR INTERVAL`` or the first command of its list that the engine knows, and
``protocol_version`` to end an analysis.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.kit.cli import TESUJI
from tests.kit.katago_models import made_up_model
from tests.kit.pipes import Program
from tesuji.networks.katago import store

ANALYSES = ("analyze", "kata-analyze", "lz-analyze")
"""What Sabaki prefers, in this order."""
LINE = re.compile(r"(?:pass|[A-Z]\d+)(?: (?:pass|[A-Z]\d+))*$", re.IGNORECASE)


@pytest.fixture
def engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Program]:
    monkeypatch.setenv("TESUJI_DATA_DIR", str(tmp_path / "data"))
    file = tmp_path / "some.bin.gz"
    file.write_bytes(made_up_model())
    store.add(file, "mine")
    controller = Program([*TESUJI[1:], "gtp", "go", "--player", "katago:net=mine,sims=8"])
    yield controller
    controller.kill()


def answer(engine: Program, command: str) -> list[str]:
    """The lines of the answer to a command, which has to be a success."""
    engine.send(command)
    return rest_of_answer(engine)


def rest_of_answer(engine: Program) -> list[str]:
    lines = []
    while (line := engine.line()) != "":
        lines.append(line)
    assert lines[0].startswith("="), lines
    lines[0] = lines[0][1:].strip()
    return lines


def variations(line: str) -> list[dict[str, Any]]:
    """The moves of a line of analysis: pairs of a key and a value, and at last the variation."""
    found = []
    for text in re.split(r"\s*info\s+", line)[1:]:
        moves = LINE.search(text.strip())
        assert moves is not None, text
        words = text.strip()[: moves.start()].split()
        assert words.pop() == "pv"
        values = dict(zip(words[::2], words[1::2], strict=True))
        found.append({**values, "pv": moves[0].split()})
    return found


def test_a_session_of_sabaki(engine: Program) -> None:
    assert answer(engine, "name") == ["Tesuji"]
    answer(engine, "version")
    assert answer(engine, "protocol_version") == ["2"]
    commands = answer(engine, "list_commands")
    assert {"set_free_handicap", "loadsgf", "undo"} & set(commands)
    analyse = next(name for name in ANALYSES if name in commands)
    for command in ("boardsize 9", "clear_board", "komi 7.5", "play B E5", "play W C3"):
        assert answer(engine, command) == [""]
    engine.send(f"{analyse} B 10")
    assert engine.line() == "="
    for _ in range(2):
        told = variations(engine.line())
        assert told
        for one in told:
            assert one["pv"][0] == one["move"]
            assert 0 <= float(one["winrate"]) <= 1
            assert "." in one["winrate"]  # else Sabaki takes it for hundredths of a per cent
            assert int(one["visits"]) >= 0
            float(one["scoreLead"])
    engine.send("protocol_version")  # ends the analysis
    while engine.line() != "":
        pass
    assert rest_of_answer(engine) == ["2"]
    engine.send("kata-analyze W 10 ownership true")
    assert engine.line() == "="
    owners = engine.line().partition("ownership ")[2].split()
    assert len(owners) == 81
    engine.send("protocol_version")
    while engine.line() != "":
        pass
    assert rest_of_answer(engine) == ["2"]
    (move,) = answer(engine, "genmove B")
    assert re.fullmatch(r"pass|[A-J]\d", move)
    assert answer(engine, "undo") == [""]
    engine.send("quit")
    _, errors, status = engine.end()
    assert (errors, status) == ("", 0)
