"""Analysing a dropped record, a game just played, and a position set up by hand."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import expect

from tests.e2e.person import Person

SGF = "(;GM[4]SZ[9]PB[Ann]PW[Bea];B[ee]C[the middle];W[ef];B[fe];W[ff];B[de];W[df])"

DOTS = (
    "(;GM[40]SZ[3]TESUJI[dots-and-boxes:size=3]"
    ";B[aA];W[bA];B[aC];W[bC];B[Aa];W[Ac];B[Ba];W[Bc];B[cA];W[Ad])"
)


def drop(person: Person, name: str, text: str) -> None:
    """Drops a file on the page, as from the desktop."""
    data = person.page.evaluate_handle(
        """([name, text]) => {
            const data = new DataTransfer();
            data.items.add(new File([text], name, {type: 'application/x-go-sgf'}));
            return data;
        }""",
        [name, text],
    )
    for event in ("dragenter", "dragover", "drop"):
        person.page.dispatch_event("body", event, {"dataTransfer": data})


def test_a_dropped_record_is_analysed(person: Person) -> None:
    page = person.page
    page.goto("/")
    drop(person, "ann-bea.sgf", SGF)
    expect(page.get_by_role("heading", name="ann-bea")).to_be_visible()
    expect(page.get_by_text("Ann – Bea")).to_be_visible()
    page.keyboard.press("End")
    expect(person.cell("D4")).to_have_accessible_name(re.compile("White stone, last move"))
    tree = page.get_by_role("group", name="Tree of moves")
    expect(tree.get_by_role("button")).to_have_count(7)
    # The live search reports: a table of best moves with their chances.
    expect(page.get_by_text(re.compile(r"\d+(\.\d+)? ?%")).first).to_be_visible()
    # Another move than the record's becomes a variation.
    page.keyboard.press("Home")
    expect(person.cell("E5")).to_have_accessible_name(re.compile("empty"))
    person.cell("A1").click()
    expect(tree.get_by_role("button")).to_have_count(8)


def test_a_move_against_the_rules_is_shown_with_a_note(person: Person) -> None:
    page = person.page
    page.goto("/")
    drop(person, "odd.sgf", "(;GM[1]SZ[9];B[ee];W[ee];B[cc];AB[gg][gh];W[dd])")
    messages = page.get_by_role("region", name="Messages")
    expect(messages).to_contain_text("move 2, E5, is against the rules: the point is occupied")
    tree = page.get_by_role("group", name="Tree of moves")
    expect(tree).to_contain_text("the point is occupied")
    page.keyboard.press("End")
    expect(person.cell("D6")).to_have_accessible_name(re.compile("White stone, last move"))
    for point, stone in (("E5", "White"), ("C7", "Black"), ("G3", "Black"), ("G2", "Black")):
        expect(person.cell(point)).to_have_accessible_name(re.compile(f"{stone} stone"))
    page.keyboard.press("ArrowLeft")
    expect(person.cell("D6")).to_have_accessible_name(re.compile("empty"))


def test_marks_and_arrows_are_drawn_and_kept_in_the_record(person: Person, tmp_path: Path) -> None:
    page = person.page
    page.goto("/")
    drop(person, "ann-bea.sgf", SGF)
    expect(page.get_by_role("heading", name="ann-bea")).to_be_visible()
    page.keyboard.press("End")
    expect(person.cell("D4")).to_have_accessible_name(re.compile("White stone, last move"))
    person.cell("B2").click(button="right")
    expect(person.cell("B2")).to_have_accessible_name(re.compile("marked circle"))
    # The right button held from one point to another draws an arrow.
    from_box, to_box = person.cell("A1").bounding_box(), person.cell("A3").bounding_box()
    assert from_box
    assert to_box
    page.mouse.move(from_box["x"] + 5, from_box["y"] + 5)
    page.mouse.down(button="right")
    page.mouse.move(to_box["x"] + 5, to_box["y"] + 5)
    page.mouse.up(button="right")
    expect(page.locator(".drawn-arrow")).to_have_count(1)
    # A mode in which clicks and Enter draw, for fingers and keyboards.
    page.get_by_role("button", name="Draw", exact=True).click()
    page.get_by_role("radio", name="Number").check(force=True)
    for name in ("C2", "C3"):
        person.cell(name).click()
    expect(person.cell("C3")).to_have_accessible_name(re.compile("marked 2"))
    person.cell("C3").click()
    expect(person.cell("C3")).not_to_have_accessible_name(re.compile("marked"))
    with page.expect_download() as download:
        page.get_by_role("button", name="SGF", exact=True).click()
    download.value.save_as(tmp_path / "drawn.sgf")
    sgf = (tmp_path / "drawn.sgf").read_text()
    for drawn in ("CR[bh]", "LB[ch:1]", "AR[ai:ag]"):
        assert drawn in sgf
    page.get_by_role("button", name="Clear the drawing").click()
    expect(page.locator(".drawn-arrow")).to_have_count(0)
    drop(person, "drawn.sgf", sgf)
    expect(page.get_by_role("heading", name="drawn")).to_be_visible()
    page.keyboard.press("End")
    expect(person.cell("C2")).to_have_accessible_name(re.compile("marked 1"))
    expect(page.locator(".drawn-arrow")).to_have_count(1)


def test_a_record_that_cannot_be_read_is_explained(person: Person) -> None:
    person.page.goto("/")
    drop(person, "x.sgf", "this is no record")
    messages = person.page.get_by_role("region", name="Messages")
    expect(messages).to_contain_text(re.compile("SGF|record", re.IGNORECASE))
    person.errors[:] = [text for text in person.errors if "400" not in text]


def test_hostile_names_and_comments_are_only_text(person: Person) -> None:
    evil = "<img src=x onerror=window.broken=1>"
    person.page.goto("/")
    drop(person, "evil.sgf", f"(;SZ[9]PB[{evil}]PW[b];B[ee]C[{evil}])")
    expect(person.page.get_by_text(evil).first).to_be_visible()
    assert person.page.evaluate("window.broken") is None


def test_a_review_finds_the_mistake(person: Person) -> None:
    """Both have four in a row; Black could win at once, and plays elsewhere."""
    page = person.page
    page.goto("/")
    moves = ";B[ce];W[db];B[de];W[eb];B[ee];W[fb];B[fe];W[gb];B[ii];W[hb]"
    drop(person, "blunder.sgf", f"(;GM[4]SZ[9]{moves})")
    page.get_by_role("button", name=re.compile("review", re.IGNORECASE)).first.click()
    page.get_by_role("tab", name=re.compile("Mistakes")).click()
    expect(page.get_by_role("tabpanel")).to_contain_text(re.compile("I1 Black ?(Mistake|Blunder)"))


def test_a_review_of_go_counts_points(person: Person) -> None:
    """Black passes where a stone in the centre would take the whole board."""
    page = person.page
    page.goto("/")
    drop(person, "passes.sgf", "(;GM[1]SZ[5]RU[Chinese]KM[0.5];B[];W[cc];B[bb];W[cb];B[bc];W[cd])")
    page.get_by_role("button", name=re.compile("review", re.IGNORECASE)).first.click()
    page.get_by_role("tab", name=re.compile("Mistakes")).click()
    expect(page.get_by_role("tabpanel")).to_contain_text(
        re.compile(r"1\. Pass ?Black ?Blunder: about \d+\.\d points \(estimate\)")
    )


def test_a_played_game_is_analysed(person: Person) -> None:
    person.start_game("torus", "5", level=None)
    person.play("C3")
    person.play("D4")
    person.page.get_by_role("link", name="Analyse", exact=True).last.click()
    tree = person.page.get_by_role("group", name="Tree of moves")
    expect(tree.get_by_role("button")).to_have_count(3)


def test_a_position_set_up_by_hand(person: Person) -> None:
    page = person.page
    page.goto("/#/setup/gomoku")
    for name in ("H8", "H9"):
        person.cell(name).click()
        expect(person.cell(name)).to_have_accessible_name(re.compile("stone"))
    page.get_by_role("button", name="Analyse this position").click()
    expect(page).to_have_url(re.compile("#/analyse/p/"))
    expect(person.cell("H9")).to_have_accessible_name(re.compile("White stone"))
    address = page.url
    page.goto("/")
    page.goto(address)  # a link to a position can be shared
    expect(person.cell("H8")).to_have_accessible_name(re.compile("Black stone"))


def test_dots_and_boxes_is_explained_in_words_and_on_the_board(person: Person) -> None:
    page = person.page
    page.goto("/")
    drop(person, "boxes.sgf", DOTS)
    words = page.get_by_role("region", name="In words")
    expect(words).to_be_visible()
    page.keyboard.press("End")
    expect(words).to_contain_text("Loop of 4 boxes: Ab bB Bb aB.")
    expect(words).to_contain_text("First can get control")
    expect(words).to_contain_text("With best play First nets +5")
    # Every line shows what it nets, and says so when one points at it.
    expect(page.locator(".candidate-text").get_by_text("+5", exact=True)).to_be_visible()
    person.cell("cB").hover()
    expect(words).to_contain_text("cB nets +5 from here on: nothing is better.")
    person.cell("aB").hover()
    expect(words).to_contain_text("aB nets −5 from here on: 10 fewer than the best.")
    # The loop is marked, and a sentence alone shows its own marks.
    expect(page.locator(".remark-box")).not_to_have_count(0)
    words.get_by_role("button", name="Loop").focus()
    expect(page.locator(".remark-box")).to_have_count(4)
    # Mistakes are found against the exact value.
    page.get_by_role("button", name="Review").click()
    page.get_by_role("tab", name=re.compile("Mistakes")).click()
    expect(page.get_by_text("given away for certain").first).to_be_visible()


def test_groups_in_atari_are_named_and_ringed(person: Person) -> None:
    page = person.page
    page.goto("/")
    drop(person, "atari.sgf", "(;GM[1]SZ[9];B[ee];W[ed];B[aa];W[de];B[ba];W[fe])")
    expect(page.get_by_role("heading", name="atari")).to_be_visible()
    page.keyboard.press("End")
    words = page.get_by_role("region", name="In words")
    expect(words).to_contain_text("Black's stone E5 is in atari: White captures it at E4.")
    expect(page.locator(".remark-ring")).not_to_have_count(0)
    words.get_by_label("Ownership").check(force=True)
    expect(page.locator(".ownership rect")).not_to_have_count(0)
