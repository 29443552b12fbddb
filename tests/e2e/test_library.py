"""The library in the browser: games are found, tagged, imported and exported."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import expect

from tests.e2e.person import Person
from tesuji.records import read_collection

GAMES = (
    "(;GM[1]SZ[9]KM[7.5]PB[Ann]PW[Bea]RE[B+R];B[ee];W[ge];B[ec])"
    "(;GM[4]SZ[15]PB[Cid]PW[Dan]RE[W+];B[hh];W[hi])"
)


def test_games_are_imported_found_tagged_and_exported(person: Person, tmp_path: Path) -> None:
    page = person.page
    person.start_game("gomoku", "9", level=None)
    person.cell("E5").click()
    expect(person.moves).to_have_count(1)

    page.goto("/#/library")
    games = (
        page.get_by_role("listitem")
        .filter(has_text="ago")
        .or_(page.get_by_role("listitem").filter(has_text="just now"))
    )
    expect(games).to_have_count(1)
    file = tmp_path / "games.sgf"
    file.write_text(GAMES, encoding="utf-8")
    page.get_by_label("Import SGF").set_input_files(file)
    expect(page.get_by_text("2 games imported.")).to_be_visible()
    expect(games).to_have_count(3)

    page.get_by_role("textbox", name="Search").fill("bea")
    expect(games).to_have_count(1)
    expect(games).to_contain_text("Ann won, resignation")
    games.get_by_role("button", name="Tags").click()
    page.get_by_role("textbox", name="Tags").fill("joseki, to show")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(games.get_by_role("button", name="joseki")).to_be_visible()

    page.get_by_role("button", name="Show all games").click()
    expect(games).to_have_count(3)
    page.get_by_role("combobox", name="Tag").select_option("joseki")
    expect(games).to_have_count(1)
    with page.expect_download() as download:
        page.get_by_role("button", name="Export 1 game").click()
    (record,) = read_collection(Path(download.value.path()).read_text(encoding="utf-8"))
    assert (record.black, record.white, record.result) == ("Ann", "Bea", "B+R")
    assert record.root.other["KW"] == ["joseki, to show"]

    page.get_by_role("button", name="Show all games").click()
    page.get_by_role("combobox", name="Game").select_option("gomoku")
    expect(games).to_have_count(2)
    games.filter(has_text="Cid").get_by_role("link", name="Analyse").click()
    expect(person.board).to_be_visible()
    assert person.errors == []


def test_a_file_that_is_no_record_is_explained(person: Person, tmp_path: Path) -> None:
    person.page.goto("/#/library")
    file = tmp_path / "letter.sgf"
    file.write_text("Dear Bea,", encoding="utf-8")
    person.page.get_by_label("Import SGF").set_input_files(file)
    messages = person.page.get_by_role("region", name="Messages")
    expect(messages).to_contain_text(re.compile("SGF|record", re.IGNORECASE))
    person.errors[:] = [text for text in person.errors if "400" not in text]
