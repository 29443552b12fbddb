"""The engine of ``tesuji reproduce``: units, resuming, reports, the command."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.kit.cli import invoke
from tesuji.errors import TesujiError
from tesuji.games import make
from tesuji.learning.common.runs import Run, RunError
from tesuji.records import GameRecord, write_sgf
from tesuji.studies import find_study, studies
from tesuji.studies.blocks import Block, ReportChart, ReportGame, ReportTable, ReportText
from tesuji.studies.exhibits import (
    Exhibit,
    Length,
    Plan,
    Settings,
    Study,
    StudyResults,
    Unit,
    UnitPlace,
    chosen_exhibits,
    units_of,
)
from tesuji.studies.matches import rounds_of
from tesuji.studies.report import StudyReport, make_report, write_report
from tesuji.studies.reproduction import StudyProgress, begin, plan_of, reproduce, stored_units
from tesuji.studies.sample_games import game_html, moves_text

done: list[str] = []
broken: set[str] = set()

GAMES = Length("games", 100, least=3)
SGF = write_sgf(GameRecord.from_moves(make("go", size=5), ["C3", "B2", "D4"], black="<a>"))


def double(settings: Settings, place: UnitPlace) -> dict[str, Any]:
    """Doubles a number, or the result of another unit."""
    name = str(settings["name"])
    done.append(name)
    if name in broken:
        raise TesujiError("it broke")
    of = settings.get("of")
    number = place.findings(str(of))["number"] if of else int(settings["number"])
    return {"number": 2 * number}


def toy(plan: Plan) -> list[Exhibit]:
    """Declares a study of three units; the last needs the others."""
    first = Unit("first", double, {"name": "first", "number": plan.length(GAMES)})
    other = Unit("other", double, {"name": "other", "number": 5})
    last = Unit("last", double, {"name": "last", "of": "first"}, (first, other))

    def show(found: StudyResults) -> Sequence[Block]:
        return [
            ReportTable(["", "here"], [["a|b <c>", str(found[last]["number"])]]),
            ReportChart("A chart", "x", "y", {"line": [(0, 0), (1, found[last]["number"])]}),
            ReportGame("A game", SGF, "A note."),
        ]

    return [
        Exhibit("table 1", "doubled twice", [ReportText("42")], (last,), show, (GAMES,), "Ours."),
        Exhibit("figure 1", "doubled", (), (other,), lambda found: [ReportText("yes")]),
        Exhibit("figure 2", "a drawing", missing="it is a drawing."),
    ]


TOY = Study("toy", "A toy", "Nobody, Nothing (2026)", "go:size=5", toy)


@pytest.fixture(autouse=True)
def _clean(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TESUJI_DATA_DIR", str(tmp_path / "data"))
    done.clear()
    broken.clear()


def report_of(run: Run) -> StudyReport:
    plan = plan_of(run, TOY)
    return make_report(TOY, plan, stored_units(run, units_of(toy(plan))))


def test_a_broken_run_keeps_what_is_done_and_continues(tmp_path: Path) -> None:
    run = begin(TOY, Plan(0.1), tmp_path / "run")
    broken.add("other")
    with pytest.raises(TesujiError, match="it broke"):
        reproduce(run, toy(Plan(0.1)))
    states = [section.state for section in report_of(run).sections]
    assert states == ["not done yet", "not done yet", "not repeated"]
    broken.clear()
    seen: list[StudyProgress] = []
    again = Run.open(run.folder)
    reproduce(again, toy(plan_of(again, TOY)), look=seen.append)
    assert done == ["first", "other", "other", "last"]
    assert (seen[-1].done, seen[-1].units) == (3, 3)
    assert [line["unit"] for line in again.metrics()] == ["first", "other", "last"]
    found = stored_units(again, units_of(toy(Plan(0.1))))
    assert found["last"].findings == {"number": 40}


def test_one_exhibit_does_only_its_units(tmp_path: Path) -> None:
    run = begin(TOY, Plan(0.1), tmp_path / "run")
    reproduce(run, chosen_exhibits(toy(Plan(0.1)), ["figure 1"]))
    assert done == ["other"]
    assert [section.state for section in report_of(run).sections][:2] == [
        "not done yet",
        "repeated",
    ]


def test_units_with_other_settings_are_done_again(tmp_path: Path) -> None:
    run = begin(TOY, Plan(0.1), tmp_path / "run")
    reproduce(run, toy(Plan(0.1)))
    assert stored_units(run, units_of(toy(Plan(0.2)))).keys() == {"other", "last"}


def test_a_damaged_result_is_one_sentence(tmp_path: Path) -> None:
    run = begin(TOY, Plan(0.1), tmp_path / "run")
    reproduce(run, toy(Plan(0.1)))
    run.unit_file("first").write_text("{", encoding="utf-8")
    with pytest.raises(RunError, match="cannot be read"):
        report_of(run)


def test_the_report_says_what_was_shortened_and_what_differs(tmp_path: Path) -> None:
    run = begin(TOY, Plan(0.1), tmp_path / "run")
    reproduce(run, toy(Plan(0.1)))
    page, markdown = write_report(report_of(run), tmp_path / "out")
    for text in (page.read_text(encoding="utf-8"), markdown.read_text(encoding="utf-8")):
        assert "10 of 100 games" in text
        assert "Ours." in text
        assert "It is a drawing." in text
        assert ">42<" in text or "42" in text
    text = markdown.read_text(encoding="utf-8")
    assert "| a\\|b <c> | 40 |" in text
    pictures = re.findall(r"\]\((toy/[^)]+)\)", text)
    assert len(pictures) == 3  # a chart, the last position, the record
    assert all((markdown.parent / picture).is_file() for picture in pictures)


def test_the_page_needs_nothing_else(tmp_path: Path) -> None:
    run = begin(TOY, Plan(1.0), tmp_path / "run")
    reproduce(run, toy(Plan(1.0)))
    page, _ = write_report(report_of(run), tmp_path / "out")
    text = page.read_text(encoding="utf-8")
    assert not re.search(r'(?:src|href)="(?!#)', text)
    assert "a|b &lt;c&gt;" in text
    assert "Shortened" not in text
    assert text.count("<svg") >= 1


def test_a_sample_game_has_every_position() -> None:
    text = game_html(ReportGame("A game", SGF))
    match = re.search(r'<script type="application/json">(.*?)</script>', text, re.DOTALL)
    assert match is not None
    told = json.loads(match.group(1))
    assert told["moves"] == ["C3", "B2", "D4"]
    frames = [told["before"] + frame + told["after"] for frame in told["frames"]]
    assert len(set(frames)) == 4
    assert all(frame.startswith("<svg") and frame.endswith("</svg>") for frame in frames)
    assert "1. C3 2. B2 3. D4" in moves_text(SGF)
    assert "<a>" not in text


def test_lengths_shrink_with_the_scale() -> None:
    assert [GAMES.at(scale) for scale in (1.0, 0.5, 0.01)] == [100, 50, 3]
    assert Length("runs", 100, share=0.5).at(0.01) == 10
    assert Length("runs", 100, share=0.0).at(0.01) == 100
    with pytest.raises(TesujiError, match="above 0 and at most 1"):
        Plan(0.0)


def test_rounds_split_games_in_order() -> None:
    assert rounds_of([1.0, 0.0, 0.5, 0.5, 1.0, 1.0, 0.0, 0.0], 4) == [
        (1.0, 1.0),
        (1.0, 1.0),
        (2.0, 0.0),
        (0.0, 2.0),
    ]


def test_two_units_of_one_name_are_refused() -> None:
    units = [Unit("same", double, {"number": number}) for number in (1, 2)]
    with pytest.raises(ValueError, match="two units"):
        units_of([Exhibit("table 1", "", units=tuple(units))])


# -- the command ----------------------------------------------------------------------------------


def test_the_command_runs_in_another_process_and_resumes(tmp_path: Path) -> None:
    words = ("reproduce", "garcia", "--table", "2.2", "--workers", 1, "--run", tmp_path / "g")
    first = invoke(*words, "--json")
    assert first.exit_code == 0, first.output
    told = json.loads(first.output)
    (counted,) = [one for one in told["exhibits"] if one["key"] == "section 2.2"]
    assert ["19×19", "1,020", "1,020"] in counted["tables"][0]["rows"]
    assert all(Path(path).is_file() for path in told["files"])
    again = invoke(*words)
    assert again.exit_code != 0
    assert isinstance(again.exception, TesujiError)
    assert "--resume" in str(again.exception)
    assert invoke(*words, "--resume").exit_code == 0
    page = tmp_path / "page.html"
    assert invoke("runs", tmp_path / "g", "--report", page).exit_code == 0
    assert "1,020" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["nobody"], "there is no study called 'nobody'"),
        (["costa", "--opponent", "x"], "costa has no option --opponent"),
        (["garcia", "--table", "9.9"], "no table or figure '9.9'"),
        (["garcia", "--scale", "2"], "above 0 and at most 1"),
        (["garcia", "--opponent", "no-such-program"], "there is no program"),
        (["garcia", "--resume"], "no run of garcia to resume"),
        (["garcia", "--backend", "cloud"], "no backend called 'cloud'"),
        (["frejlak", "--problems", "no-such-folder"], "there is no folder"),
        (["costa", "--network", "no-such-file"], "no-such-file"),
    ],
)
def test_bad_input_is_one_sentence(words: list[str], sentence: str, tmp_path: Path) -> None:
    result = invoke("reproduce", *words)
    assert isinstance(result.exception, TesujiError)
    assert sentence in str(result.exception)
    assert "\n" not in str(result.exception)


def test_resuming_with_another_scale_is_refused(tmp_path: Path) -> None:
    common = ("reproduce", "garcia", "--run", tmp_path / "g", "--table", "2.2", "--workers", 0)
    assert invoke(*common, "--scale", 0.5).exit_code == 0
    other = invoke(*common, "--resume", "--scale", 0.1)
    assert "this run has --scale 0.5" in str(other.exception)
    wrong = invoke("reproduce", "toruszero", "--resume", "--run", tmp_path / "g")
    assert "holds no run of the study toruszero" in str(wrong.exception)


# -- what studies list ----------------------------------------------------------------------------

LISTED = {
    "mayer-maier": [f"figure {number}" for number in range(6, 14)] + ["figures 1–5"],
    "costa": [f"table 5.{number}" for number in range(1, 13)]
    + [f"figure 5.{number}" for number in (1, 3, 4, 5, 6, 7, 8)]
    + ["table A.1"],
    "garcia": [f"figure 4.{number}" for number in range(1, 7)],
    "toruszero": ["figure 12", "table 9.2", "section 6", "section 7", "section 8"],
    "frejlak": ["figure 5.1", "figure 5.2", "appendix B"],
}


@pytest.mark.parametrize("name", studies())
def test_every_table_and_figure_is_listed(name: str) -> None:
    exhibits = find_study(name).exhibits(Plan(0.01))
    keys = [exhibit.key for exhibit in exhibits]
    assert len(keys) == len(set(keys))
    assert set(LISTED[name]) <= set(keys)
    units_of(exhibits)  # raises if two units share a name
    for exhibit in exhibits:
        assert bool(exhibit.missing) == (exhibit.show is Exhibit("", "").show)
