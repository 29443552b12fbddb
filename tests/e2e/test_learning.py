"""Learning to watch: runs with live curves, their versions as opponents, exercises, own games."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.person import Person
from tests.e2e.test_accessibility import check
from tests.kit.server import ServerProcess
from tests.players.test_thesis import random_weights
from tesuji.learning.common.runs import Run

HEX = Path(__file__).parents[2] / "examples" / "hex.py"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("server")


@pytest.fixture(scope="module")
def run(folder: Path) -> Run:
    run = Run.create(
        folder / "runs" / "boxes-1",
        "alphazero",
        "dots-and-boxes",
        options={"size": "3x3"},
        config={"player": "thesis:file={file},seed=1"},
        seed=1,
    )
    for number in (1, 2):
        np.savez(run.path("networks", f"generation-{number}.npz"), **random_weights(number))  # type: ignore[arg-type]
        run.add_metrics(number, elo=10 * number, loss={"policy": 3 / number, "value": 1 / number})
    run.path("games", "generation-2.sgf").write_text(
        "(;GM[40]SZ[3]TESUJI[dots-and-boxes:size=3];B[aA];W[bA])"
    )
    run.path("ladder.json").write_text('[{"player": "generation-2", "elo": 25, "games": 10}]')
    return run


@pytest.fixture(scope="module")
def server(browser: Browser, folder: Path, run: Run) -> Iterator[ServerProcess]:
    with ServerProcess(folder, "--game", str(HEX)) as server:
        yield server
        assert "Traceback" not in server.log.read_text()


def test_a_run_is_watched_while_it_learns_and_played(person: Person, run: Run) -> None:
    page = person.page
    page.goto("/#/learn")
    page.get_by_role("link", name=re.compile("boxes-1")).click()
    expect(page.get_by_role("heading", name="boxes-1")).to_be_visible()
    chart = page.get_by_role("img", name=re.compile("Elo"))
    expect(chart).to_have_accessible_name(re.compile("from 10 to 20"))
    assert chart.locator("canvas").count() == 1
    check(page)
    with run.at_work():
        run.add_metrics(3, elo=77)
        expect(page.get_by_text("Learning now")).to_be_visible()
        expect(chart).to_have_accessible_name(re.compile("from 10 to 77"))
    page.get_by_role("button", name="Play against generation-1.npz").click()
    expect(person.board).to_be_visible()
    expect(page.get_by_text("boxes-1 · 1").first).to_be_visible()
    assert person.wait_for_turn()
    before = person.moves.count()
    person.legal.first.click()
    expect(person.moves.nth(before + 1)).to_be_attached()


def test_the_diagrams_of_the_rules_can_be_played(person: Person) -> None:
    page = person.page
    page.goto("/#/rules/torus")
    first = page.locator("figure.diagram").first
    expect(first.get_by_text("Black to move. Play on the board.")).to_be_visible()
    first.get_by_role("gridcell", name=re.compile("^D4,.*marked a")).click()
    expect(first.get_by_text("Black wins: a stone is surrounded")).to_be_visible()
    first.get_by_role("button", name="Reset").click()
    expect(first.get_by_text("Black to move. Play on the board.")).to_be_visible()
    defeat = page.locator("figure.diagram").nth(5)
    defeat.get_by_role("gridcell", name=re.compile("marked a")).click()
    expect(page.get_by_text("The stone would be surrounded.").first).to_be_visible()
    check(page)


def test_first_steps_on_the_board(person: Person) -> None:
    """A wrong move is refuted on the board, a right one opens the next step; progress is kept."""
    page = person.page
    page.goto("/#/rules/gomoku")
    page.get_by_role("link", name="Learn it on the board").click()
    page.get_by_role("button", name=re.compile("^Step 3")).click()
    expect(page.get_by_role("heading", name="Block")).to_be_visible()
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_text("one end only")).to_be_visible()
    person.cell("A1").click()
    lesson = page.locator("#main")
    expect(lesson.get_by_text("White makes five. (G5 is the answer.)")).to_be_visible()
    page.get_by_role("button", name="Try again").click()
    person.cell("G5").click()
    expect(lesson.get_by_text("White's four is stopped.")).to_be_visible()
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("heading", name="The straight four")).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="Step 3: Block, done")).to_be_visible()
    check(page)


def test_a_sample_game_is_opened_for_analysis(person: Person) -> None:
    person.page.goto("/#/learn/run/boxes-1")
    person.page.get_by_role("button", name="Look at generation-2.sgf").click()
    expect(person.page.get_by_role("heading", name="generation-2")).to_be_visible()


def test_a_run_that_is_not_there(person: Person) -> None:
    person.page.goto("/#/learn/run/none")
    expect(person.page.get_by_role("heading", name="There is no such run")).to_be_visible()
    person.errors[:] = [text for text in person.errors if "404" not in text]


def test_exercises_are_answered_and_explained(person: Person) -> None:
    page = person.page
    page.goto("/#/train/3")
    page.get_by_label("Questions").select_option("parity")
    expect(page.get_by_role("heading", name=re.compile("How many long chains"))).to_be_visible()
    page.get_by_role("group", name="Answers").get_by_role("button").first.click()
    expect(page.get_by_text(re.compile("^(Right|Not quite)")).first).to_be_visible()
    expect(page.get_by_text("The long-chain rule:")).to_be_visible()
    expect(page.get_by_text(re.compile("[01] of 1 right"))).to_be_visible()
    page.get_by_label("Questions").select_option("line")
    expect(page.get_by_role("heading", name=re.compile("Draw the line"))).to_be_visible()
    person.legal.first.click()
    expect(page.get_by_text(re.compile("^Best: "))).to_be_visible()
    expect(page.get_by_text(re.compile("of 2 right"))).to_be_visible()
    check(page)


def test_a_game_of_ones_own_is_played_by_its_moves(person: Person) -> None:
    page = person.page
    page.goto("/#/new/hex")
    page.get_by_role("radio", name="Two people here").check(force=True)
    page.get_by_role("button", name="Start the game").click()
    moves = page.get_by_role("group", name="Moves")
    moves.get_by_role("button", name="a1", exact=True).click()
    expect(moves.get_by_role("button", name="a1", exact=True)).to_have_count(0)
    expect(person.moves).to_have_count(1)


def test_a_puzzle_is_solved_on_the_board(person: Person) -> None:
    page = person.page
    page.goto("/#/puzzles/0")
    expect(page.get_by_role("heading", name=re.compile("wins by fours"))).to_be_visible()
    check(page)
    page.get_by_role("button", name="Show the solution").click()
    won = page.get_by_role("status").get_by_text("So it is won:")
    expect(won).to_be_visible()
    first = (won.text_content() or "").partition(": ")[2].split()[0].rstrip(".")
    page.get_by_role("button", name="Again").click()
    person.cell(first).click()
    expect(page.get_by_role("status").get_by_text(f"{first} keeps the win").first).to_be_visible()


def test_temperatures_of_a_go_board(person: Person) -> None:
    page = person.page
    page.goto("/#/setup/go")
    page.get_by_label("Size").select_option("5")
    for name in ("B1", "C1", "B2", "B3", "C3", "B4", "C4", "B5", "C5"):
        colour = "Black" if name.startswith("B") else "White"
        page.get_by_role("radio", name=colour, exact=True).first.check(force=True)
        person.cell(name).click()
    page.get_by_role("button", name="Analyse this position").click()
    panel = page.get_by_role("region", name="Temperature")
    panel.get_by_role("radio", name="Marks a region").check(force=True)
    person.cell("C2").click()
    panel.get_by_role("button", name="Measure 1 point").click()
    expect(panel.get_by_text("a move, now")).to_be_visible()
    expect(panel.get_by_role("img", name=re.compile("Thermograph"))).to_be_visible()
    expect(panel.get_by_role("heading", name=re.compile("^Why: .*answer"))).to_be_visible()
    # Painted by dragging, too; a click on a point finds its region.
    panel.get_by_role("radio", name="Marks a region").check(force=True)
    person.cell("C2").hover()
    page.mouse.down()
    person.cell("D2").hover()
    page.mouse.up()
    expect(panel.get_by_role("button", name="Measure 2 points")).to_be_enabled()
    panel.get_by_role("radio", name="Finds a region").check(force=True)
    person.cell("C2").click()
    expect(page.locator(".tint")).not_to_have_count(0)
    # A position of the tree is shown on the board, with the keyboard alone; then the line.
    tree = panel.get_by_role("tree")
    tree.get_by_role("treeitem").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(person.cell("C2")).to_have_accessible_name(re.compile("Black stone, last move"))
    panel.get_by_role("button", name="Back to the position").click()
    expect(person.cell("C2")).to_have_accessible_name(re.compile("empty"))
    white = panel.get_by_role("group", name="Line, White first")
    white.get_by_role("button", name="One move on").click()
    expect(person.cell("C2")).to_have_accessible_name(re.compile("White stone, last move"))
    check(page)
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    panel.get_by_role("button", name="Clear").click()
    expect(page.locator(".tint")).to_have_count(0)


def test_squares_of_a_record_are_a_region(person: Person) -> None:
    """A problem as collections have them: Black takes a stone, or White connects it."""
    page = person.page
    page.goto("/#/analyse")
    problem = "(;GM[1]FF[4]SZ[9]AB[db][eb][fb][gb][ga][gc][gd]AW[ca][cb][cc][cd][ea]SQ[da][ea][fa])"
    page.locator("input[type=file]").set_input_files(
        {"name": "one.sgf", "mimeType": "application/x-go-sgf", "buffer": problem.encode()}
    )
    panel = page.get_by_role("region", name="Temperature")
    panel.get_by_role("radio", name="Marks a region").check(force=True)
    expect(panel.get_by_role("button", name="Measure 3 points")).to_be_enabled()
    panel.get_by_role("radio", name="Plays").check(force=True)
    panel.get_by_role("button", name="Measure the 3 squares").click()
    expect(panel.get_by_text("2½ a move, now B+½")).to_be_visible()
    expect(panel.get_by_text("It is proven.")).to_be_visible()


def test_an_endgame_is_counted(person: Person) -> None:
    page = person.page
    page.goto("/#/learn")
    page.get_by_role("link", name="Go: count endgames").click()
    expect(page.get_by_role("heading", name=re.compile("to move: where"))).to_be_visible()
    page.get_by_label("Kind").select_option("gote")
    page.get_by_label("Size of the region").select_option("small")
    page.goto("about:blank")
    page.goto("/#/count/0")
    expect(page.get_by_text("Problem 1,")).to_be_visible()
    check(page)
    # The keyboard alone: a point, a number, Enter.
    button = page.get_by_role("button", name="Check")
    expect(button).to_be_disabled()
    person.legal.first.focus()
    page.keyboard.press("Enter")
    page.get_by_label("It is worth").fill("many")
    expect(page.get_by_text("Write a number such as")).to_be_visible()
    expect(button).to_be_disabled()
    page.get_by_label("It is worth").fill("99 1/2")
    page.keyboard.press("Enter")
    expect(page.get_by_text("too much").first).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("Thermograph"))).to_be_visible()
    expect(page.get_by_text("0 of 1 right")).to_be_visible()
    page.get_by_role("group", name="Line, Black first").get_by_role(
        "button", name="One move on"
    ).click()
    expect(page.get_by_role("gridcell", name=re.compile("Black stone, last move"))).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 844})
    page.emulate_media(color_scheme="dark")
    check(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_label("It is worth")).to_be_enabled()


def test_a_game_beside_a_coupon_stack(person: Person) -> None:
    page = person.page
    page.goto("/#/coupons/4")
    expect(page.get_by_role("heading", name="Coupon Go")).to_be_visible()
    page.get_by_label("The program").select_option("sentestrat")
    page.get_by_label("Show temperatures").check(force=True)
    expect(page.get_by_text(re.compile("a move .* now")).first).to_be_visible()
    check(page)
    # Somebody who plays stones before coupons, wherever they can be put.
    cells = page.get_by_role("gridcell", name=re.compile(r"(?<!il)legal$"))
    coupon = page.get_by_role("button", name="Take the coupon")
    result = page.get_by_role("heading", name=re.compile("^Result"))
    moves = page.get_by_role("region", name="Moves").get_by_role("listitem")
    for _ in range(30):
        expect(cells.first.or_(coupon).or_(result).first).to_be_visible()
        if result.is_visible():
            break
        before = moves.count()
        if cells.count() > 0:
            cells.first.click()
        else:
            coupon.click()
        expect(moves.nth(before)).to_be_attached()
    expect(page.get_by_text("Perfect play by both would have given")).to_be_visible()
    again = page.get_by_role("button", name=re.compile("^Try move")).first
    expect(again).to_be_visible()
    check(page)
    page.set_viewport_size({"width": 390, "height": 844})
    page.emulate_media(color_scheme="dark")
    check(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    again.click()
    expect(result).to_be_hidden()
    page.get_by_role("button", name="New game").click()
    expect(moves).to_have_count(0)
