"""The command line from outside: exit status, standard output, one sentence on standard error."""

from __future__ import annotations

import json
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

import tesuji.bench
from tesuji.cli import main
from tesuji.games import make, names
from tesuji.learning.common import runs
from tesuji.records import GameRecord, save

COMMAND = Path(sys.executable).parent / "tesuji"


@dataclass(frozen=True)
class Finished:
    """How a command ended."""

    status: int
    out: str
    err: str


Run = Callable[..., Finished]
Ask = Callable[..., str]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command line in this process, without colours."""
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setenv("COLUMNS", "100")

    def command(*arguments: str | Path) -> Finished:
        monkeypatch.setattr(sys, "argv", ["tesuji", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            main()
        written = capsys.readouterr()
        assert isinstance(ended.value.code, int | None)
        return Finished(ended.value.code or 0, written.out, written.err)

    return command


@pytest.fixture
def output_of(run: Run) -> Ask:
    """What a command prints that succeeds."""

    def output(*arguments: str | Path) -> str:
        finished = run(*arguments)
        assert finished.status == 0, finished.err
        return finished.out

    return output


@pytest.fixture
def complaint_of(run: Run) -> Ask:
    """The one sentence of a command that fails on bad input."""

    def complaint(*arguments: str | Path) -> str:
        finished = run(*arguments)
        assert finished.status == 2
        assert finished.out == ""
        lines = finished.err.splitlines()
        assert len(lines) == 1, finished.err
        assert lines[0].startswith("tesuji: ")
        return lines[0].removeprefix("tesuji: ")

    return complaint


@pytest.fixture
def game_file(tmp_path: Path) -> Path:
    """A short game of Go."""
    game = make("go", size=9, komi=7)
    record = GameRecord.from_moves(game, ["E5", "C7", "pass"], black="Ann", white="Bea")
    path = tmp_path / "game.sgf"
    save(record, path)
    return path


# -- help, version ----------------------------------------------------------------------------


class TestHelp:
    @pytest.mark.parametrize("flag", ["--help", "-h"])
    def test_it_lists_the_commands(self, output_of: Ask, flag: str) -> None:
        text = output_of(flag)
        for command in ("games", "rules", "show", "bench"):
            assert command in text

    @pytest.mark.parametrize("command", ["games", "rules", "show", "bench"])
    def test_each_command_has_help(self, output_of: Ask, command: str) -> None:
        text = output_of(command, "--help")
        assert f"tesuji {command}" in text

    def test_version(self, output_of: Ask) -> None:
        assert output_of("--version") == f"tesuji {tesuji.__version__}\n"


# -- games, rules, show -----------------------------------------------------------------------


class TestGames:
    def test_a_list(self, output_of: Ask) -> None:
        lines = output_of("games").splitlines()
        listed = [line.split()[0] for line in lines]
        assert {"dots-and-boxes", "go", "gomoku", "torus"} <= set(listed)
        assert listed == sorted(listed)
        (torus,) = [line for line in lines if line.startswith("torus ")]
        assert torus.endswith("default: torus:size=9")

    def test_json(self, output_of: Ask) -> None:
        games = json.loads(output_of("games", "--json"))
        assert games["torus"] == "torus:size=9"
        for name, spec in games.items():
            assert tesuji.games.parse_spec(spec).name == name


class TestRules:
    @pytest.mark.parametrize("name", ["torus", "go", "dots-and-boxes", "gomoku", "reversi"])
    def test_each_game_has_rules(self, output_of: Ask, name: str) -> None:
        text = output_of("rules", name)
        assert "Goal" in text
        assert "Notation" in text

    def test_an_unknown_game(self, complaint_of: Ask) -> None:
        complaint = complaint_of("rules", "chess")
        assert complaint.startswith(f"there is no game called 'chess'; there are: {names()[0]}, ")


class TestShow:
    def test_the_last_position(self, output_of: Ask, game_file: Path) -> None:
        text = output_of("show", game_file)
        assert text.splitlines()[0].split() == list("ABCDEFGHJ")
        assert text.count("X") == 1
        assert text.count("O") == 1

    def test_an_earlier_position(self, output_of: Ask, game_file: Path) -> None:
        assert output_of("show", game_file, "--move", "0").count("X") == 0
        assert "(X)" in output_of("show", game_file, "--move", "1")

    @pytest.mark.parametrize("theme", ["light", "dark", "paper", "auto"])
    def test_a_picture(self, output_of: Ask, game_file: Path, tmp_path: Path, theme: str) -> None:
        picture = tmp_path / "picture.svg"
        written = output_of("show", game_file, "--svg", picture, "--theme", theme)
        assert written == f"wrote {picture}\n"
        assert ElementTree.parse(picture).getroot().tag.endswith("svg")

    @pytest.mark.parametrize("number", ["4", "-1", "1000"])
    def test_a_move_that_was_not_played(
        self, complaint_of: Ask, game_file: Path, number: str
    ) -> None:
        complaint = complaint_of("show", game_file, f"--move={number}")
        assert complaint == f"{game_file} has positions 0 to 3, not {number}"

    def test_an_unknown_theme_writes_nothing(
        self, complaint_of: Ask, game_file: Path, tmp_path: Path
    ) -> None:
        picture = tmp_path / "picture.svg"
        complaint = complaint_of("show", game_file, "--svg", picture, "--theme", "pink")
        assert "no theme called 'pink'; there are: light, dark, paper, auto" in complaint
        assert not picture.exists()

    def test_files_that_cannot_be_read(self, complaint_of: Ask, tmp_path: Path) -> None:
        missing = tmp_path / "missing.sgf"
        assert str(missing) in complaint_of("show", missing)
        assert str(tmp_path) in complaint_of("show", tmp_path)
        for content in (b"", b"hello", b"(;GM[1]", b"\xff\xfe\x00", b"(;GM[3]SZ[8])"):
            broken = tmp_path / "broken.sgf"
            broken.write_bytes(content)
            assert complaint_of("show", broken)

    def test_a_picture_that_cannot_be_written(
        self, complaint_of: Ask, game_file: Path, tmp_path: Path
    ) -> None:
        nowhere = tmp_path / "no" / "such" / "folder" / "x.svg"
        assert "x.svg" in complaint_of("show", game_file, "--svg", nowhere)
        assert not nowhere.parent.exists()


# -- bench ------------------------------------------------------------------------------------


class TestBench:
    def test_json(self, output_of: Ask) -> None:
        results = json.loads(output_of("bench", "--only", "playouts", "--rounds", "1", "--json"))
        assert list(results) == ["playouts"]
        boards = results["playouts"]
        assert {"go-9", "go-19", "gomoku-15", "torus-9", "dots-and-boxes-5"} <= boards.keys()
        for figures in boards.values():
            assert figures.keys() == {"tesuji", "open_spiel", "ratio"}
            assert figures["tesuji"] > 0
            assert (figures["open_spiel"] is None) == (figures["ratio"] is None)

    def test_tables(self, output_of: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
        found = {"playouts": {"go-9": {"tesuji": 12.0}}, "selfplay": {"games_per_core_hour": 34.0}}
        monkeypatch.setattr(tesuji.bench, "run", lambda only, rounds: found)
        output = output_of("bench")
        assert all(word in output for word in ("playouts", "go-9", "12", "games_per_core_hour"))

    def test_an_unknown_section(self, complaint_of: Ask) -> None:
        complaint = complaint_of("bench", "--only", "nothing")
        assert "no benchmark section called 'nothing'; there are: evolution, " in complaint


# -- what the command line itself refuses ---------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        ["nothing"],
        ["--nothing"],
        ["games", "--nothing"],
        ["games", "surplus"],
        ["rules"],
        ["show"],
        ["show", "x.sgf", "--move", "three"],
        ["bench", "--rounds", "0"],
        ["bench", "--rounds", "many"],
    ],
    ids=" ".join,
)
def test_bad_usage_is_one_sentence(complaint_of: Ask, arguments: list[str]) -> None:
    assert complaint_of(*arguments)


def test_without_arguments_it_shows_help(run: Run) -> None:
    finished = run()
    assert "Commands" in finished.out + finished.err


def test_an_interrupt_is_no_traceback(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(tesuji.bench, "run", interrupted)
    assert run("bench") == Finished(130, "", "tesuji: interrupted\n")


# -- the installed command ------------------------------------------------------------------


class TestInstalled:
    def test_it_runs_and_fails_as_said(self) -> None:
        done = subprocess.run([COMMAND, "--version"], capture_output=True, text=True, check=True)
        assert done.stdout == f"tesuji {tesuji.__version__}\n"
        bad = subprocess.run([COMMAND, "rules", "x"], capture_output=True, text=True, check=False)
        assert bad.returncode == 2
        assert bad.stdout == ""
        told, _, known = bad.stderr.partition("; there are: ")
        assert told == "tesuji: there is no game called 'x'"
        assert bad.stderr.count("\n") == 1
        assert {"dots-and-boxes", "go", "gomoku", "reversi"} <= set(known.strip().split(", "))

    def test_a_closed_pipe_is_no_error(self) -> None:
        """`tesuji rules go | head -1` ends quietly."""
        with subprocess.Popen(
            [COMMAND, "rules", "go"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            process.stdout.close()
            assert process.stderr.read() == ""


@pytest.mark.parametrize(
    ("line", "word", "offered"),
    [
        ("tesuji tr", 1, "train"),
        ("tesuji match --ga", 2, "--games"),
        ("tesuji match dots", 2, "dots-and-boxes"),
        ("tesuji match go rand", 3, "random"),
        ("tesuji gtp --player mon", 3, "monomial"),
        ("tesuji runs ", 2, "gomoku-smoke-1"),
    ],
)
def test_the_tab_key(
    line: str, word: int, offered: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "runs" / "gomoku-smoke-1"
    runs.Run.create(folder, "alphazero", "gomoku", options={}, config={}, seed=1)
    asked = {"_TESUJI_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(word)}
    for name, value in asked.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("TESUJI_DATA_DIR", str(tmp_path))
    done = subprocess.run([COMMAND], capture_output=True, text=True, check=True)
    assert offered in done.stdout.splitlines()


@pytest.mark.parametrize(
    ("before", "today"),
    [
        ("analysis", "json-analysis"),
        ("train-endgames", "train go-endgames"),
        ("temperature --benchmark .", "endgame-benchmark"),
        ("temperature --benchmark=. --strategy all", "endgame-benchmark"),
    ],
)
def test_commands_are_found_under_their_old_names(output_of: Ask, before: str, today: str) -> None:
    assert f"Usage: tesuji {today} " in output_of(*before.split(), "--help")
