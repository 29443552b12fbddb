"""Whole games by clicking, with the keyboard, and on a phone."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.person import Person
from tests.e2e.test_accessibility import check
from tests.kit.patience import PATIENCE


def click_to_the_end(person: Person, most: int = 200) -> None:
    """Plays anywhere until somebody has won."""
    dice = random.Random(3)
    for _ in range(most):
        if not person.wait_for_turn():
            return
        before = person.moves.count()
        person.legal.nth(dice.randrange(person.legal.count())).click()
        expect(person.moves.nth(before)).to_be_attached()
    pytest.fail("the game does not end")


@pytest.mark.parametrize(
    ("game", "size"), [("torus", "4"), ("dots-and-boxes", "2"), ("gomoku", "5")]
)
def test_a_whole_game_by_clicking(person: Person, game: str, size: str) -> None:
    person.start_game(game, size)
    click_to_the_end(person)
    expect(person.result).to_be_visible()
    expect(person.status).to_contain_text(re.compile("win|won|draw", re.IGNORECASE))
    expect(person.legal).to_have_count(0)


def test_a_whole_game_of_go(person: Person) -> None:
    person.start_game("go", "5", side="second")
    for name in ("C3", "B2", "D4"):
        person.wait_for_turn()
        if "stone" not in (person.cell(name).get_attribute("aria-label") or ""):
            person.play(name)
    passing = person.page.get_by_role("button", name="Pass", exact=True)
    agree = person.page.get_by_role("button", name="Agree", exact=True)
    for _ in range(40):
        # On a full board nothing but a pass is legal.
        expect(passing.and_(person.page.locator(":enabled")).or_(agree)).to_be_visible()
        if agree.is_visible():
            break
        before = person.moves.count()
        passing.click()
        expect(person.moves.nth(before)).to_be_attached()
    expect(person.page.locator(".count-result")).to_contain_text("wins by")
    agree.click()
    expect(person.result).to_contain_text(re.compile(r"wins?\b"))


def test_dead_stones_are_changed_by_a_click(person: Person) -> None:
    person.start_game("go", "5", level=None)
    page = person.page
    passing = page.get_by_role("button", name="Pass", exact=True)
    for move in ("C3", "E1", "C4", "E5", "B3", "", "D2"):
        if move:
            person.play(move)
        else:
            before = person.moves.count()
            passing.click()
            expect(person.moves.nth(before)).to_be_attached()
    page.get_by_role("button", name="Score", exact=True).click()
    expect(person.status).to_contain_text(re.compile(r"Black leads by \d+\.\d points, says"))
    for _ in range(2):
        before = person.moves.count()
        passing.click()
        expect(person.moves.nth(before)).to_be_attached()
    result = page.locator(".count-result")
    expect(result).to_have_text(re.compile("^Black wins by"))
    proposed = result.inner_text()
    person.cell("E1").click()
    expect(result).not_to_have_text(proposed)
    person.cell("E1").click()
    expect(result).to_have_text(proposed)
    page.get_by_role("button", name="Agree", exact=True).click()
    expect(person.result).to_contain_text("Black wins")


def test_five_in_a_row_of_two_people(person: Person) -> None:
    person.start_game("gomoku", "9", level=None)
    for black, white in (("C3", "C4"), ("D3", "D4"), ("E3", "E4"), ("F3", "F4")):
        person.play(black)
        person.play(white)
    person.cell("G3").click()
    expect(person.result).to_contain_text("Five in a row")
    expect(person.cell("E3")).to_have_accessible_name(re.compile("decided"))


def test_the_coach_shows_moments_of_a_finished_game(person: Person) -> None:
    """White ignores an open three and an open four; nobody has to ask for the review."""
    page = person.page
    person.start_game("gomoku", "9", level=None)
    for black, white in (("C5", "A1"), ("D5", "I9"), ("E5", "A9"), ("F5", "I1")):
        person.play(black)
        person.play(white)
    person.cell("G5").click()
    expect(person.result).to_contain_text("Five in a row")
    coach = page.get_by_role("region", name="Coach")
    look = coach.get_by_role("button", name=re.compile("Look at [1-3] moment"))
    expect(look).to_be_visible(timeout=1000 * PATIENCE)
    look.click()
    expect(coach.get_by_text(re.compile(r"Move \d: (Black|White) played"))).to_be_visible()
    expect(coach.get_by_text("The answer to it:")).to_be_visible()
    coach.get_by_role("radio", name=re.compile("^Better: ")).check(force=True)
    expect(coach.get_by_text(re.compile("was better. Expected:"))).to_be_visible()
    check(page)
    while coach.get_by_role("button", name="Next").is_visible():
        coach.get_by_role("button", name="Next").click()
    coach.get_by_role("button", name="Done").click()
    expect(look).to_be_visible()
    expect(person.cell("G5")).to_have_accessible_name(re.compile("last move"))
    # The review is kept: it is there at once, here and in the analysis.
    page.reload()
    expect(look).to_be_visible()
    page.get_by_role("link", name="Analyse this game").click()
    expect(page.get_by_role("tab", name=re.compile(r"Mistakes \(\d+\)"))).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("Chances: Black 100 %"))).to_be_visible()


def test_discs_are_turned_over_by_two_people(person: Person) -> None:
    person.start_game("reversi", "4", level=None)
    expect(person.legal).to_have_count(4)
    person.play("B1")
    expect(person.cell("B2")).to_have_accessible_name(re.compile("Black stone"))
    person.play("A1")
    expect(person.cell("B2")).to_have_accessible_name(re.compile("White stone"))
    expect(person.cell("B1")).to_have_accessible_name(re.compile("Black stone"))


def test_taking_back_resigning_and_a_rematch(person: Person) -> None:
    person.start_game("torus", "9")
    person.play("E5")
    person.wait_for_turn()
    expect(person.moves).to_have_count(2)
    person.page.get_by_role("button", name="Undo").click()
    expect(person.cell("E5")).to_have_accessible_name(re.compile("empty, legal"))
    person.page.get_by_role("button", name="Resign").click()
    confirmation = person.page.get_by_role("dialog", name="Resign?")
    confirmation.get_by_role("button", name="Resign").click()
    expect(person.result).to_contain_text("Resignation")
    person.result.get_by_role("button", name="Rematch").click()
    expect(person.result).to_be_hidden()
    person.wait_for_turn()


def test_why_a_move_is_illegal(person: Person) -> None:
    person.start_game("go", "9", level=None)
    person.play("E5")
    # The stone is shown at once; clicks count again when the server has taken the move.
    expect(person.legal.first).to_be_visible()
    person.cell("E5").click()
    messages = person.page.get_by_role("region", name="Messages")
    expect(messages).to_contain_text(re.compile("occupied"))


def test_two_engines_while_you_watch(person: Person) -> None:
    person.choose_game("dots-and-boxes")
    person.page.get_by_role("radio", name="Watch engines").check(force=True)
    for label in ("First", "Second"):
        person.page.get_by_role("combobox", name=label, exact=True).select_option("beginner")
    person.page.get_by_role("combobox", name="Boxes", exact=True).select_option("2")
    person.page.get_by_role("button", name="Watch the game").click()
    expect(person.moves).to_have_count(12)


def test_a_game_with_the_keyboard_alone(person: Person) -> None:
    """From the address bar to the end of the game without a pointer."""
    page = person.page
    page.goto("/")
    expect(page.get_by_role("heading", name="Dots and Boxes", exact=True)).to_be_visible()
    press = page.keyboard.press

    def tab_to(role: str, name: str) -> None:
        wanted = page.get_by_role(role, name=re.compile(name)).first  # type: ignore[arg-type]
        for _ in range(60):
            press("Tab")
            if wanted.evaluate("element => element === document.activeElement"):
                return
        pytest.fail(f"the keyboard does not reach the {role} {name}")

    tab_to("link", "^Options of Dots and Boxes")
    press("Enter")
    expect(page.get_by_role("heading", name="New game of Dots and Boxes")).to_be_visible()
    tab_to("radio", "Computer")
    press("ArrowRight")
    expect(page.get_by_role("radio", name="A friend by link")).to_be_checked()
    press("ArrowRight")
    expect(page.get_by_role("radio", name="Two people here")).to_be_checked()
    tab_to("combobox", "Boxes")
    press("Home")
    tab_to("button", "Start the game")
    press("Enter")
    expect(person.board).to_be_visible()
    for _ in range(60):
        press("Tab")
        if page.evaluate("document.activeElement.getAttribute('role') === 'gridcell'"):
            break
    steps = ("Enter", "ArrowDown Enter", "ArrowRight Enter", "ArrowDown Enter")
    for number, step in enumerate(steps):
        expect(person.legal.first).to_be_visible()
        for key in step.split():
            press(key)
        expect(person.moves.nth(number)).to_be_attached()
    expect(person.result).to_be_visible()


def test_what_happens_is_said(person: Person) -> None:
    """Moves reach the live region that screen readers speak."""
    person.start_game("torus", "9")
    person.play("E5")
    said = person.page.locator("[role=status][aria-live=polite]")
    expect(said).to_contain_text(re.compile("Pip: [A-J][1-9]"))


def test_a_game_on_a_phone(open_page: Callable[..., Page]) -> None:
    person = Person(
        open_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    )
    person.start_game("dots-and-boxes", "1", level=None)
    page = person.page
    for _ in range(4):
        cell = person.legal.first
        before = person.moves.count()
        cell.tap()
        page.wait_for_timeout(100)
        if person.moves.count() == before:  # a tap may have to be confirmed
            cell.tap()
        expect(person.moves.nth(before)).to_be_attached()
    expect(person.result).to_be_visible()
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= 390
    box = person.board.bounding_box()
    assert box is not None
    assert box["width"] >= 280
    assert person.errors == []


def test_a_click_while_a_move_is_on_its_way_is_not_lost(person: Person) -> None:
    person.start_game("dots-and-boxes", "2", level=None)

    def slowly(route: Route) -> None:
        time.sleep(0.3)
        route.continue_()

    person.page.route("**/moves", slowly)
    for name in ("aA", "bB"):
        person.cell(name).click()
    for name in ("aA", "bB"):
        expect(person.cell(name)).to_have_accessible_name(re.compile("drawn"))
    expect(person.moves).to_have_count(2)
    person.page.unroute_all(behavior="wait")


def test_the_first_move_is_a_win(person: Person) -> None:
    """The start page asks for one move, and says what was wrong with others."""
    page = person.page
    page.goto("/")
    expect(page.get_by_text("White to move and win. Click.")).to_be_visible()
    page.locator("[data-point='10']").click()
    expect(page.get_by_text(re.compile("still has a way out"))).to_be_visible()
    page.locator("[data-point='49']").click()
    expect(page.get_by_text(re.compile("^Surrounded on all four sides"))).to_be_visible()
    expect(page.get_by_role("link", name="Play Torus")).to_be_visible()


def test_a_game_begins_with_one_click(person: Person) -> None:
    page = person.page
    page.goto("/")
    page.get_by_role("button", name="Play Gomoku").click()
    expect(person.board).to_be_visible()
    person.play("H8")
    expect(person.moves).to_have_count(2)
