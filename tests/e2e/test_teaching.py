"""Teaching in the browser: a real run, a killed server, evolution, a game in a dropped file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import WAIT
from tests.e2e.person import Person
from tests.e2e.test_accessibility import check
from tests.e2e.test_analysis import drop
from tests.kit.server import ServerProcess

pytest.importorskip("torch")
pytest.importorskip("onnx")

HEX = Path(__file__).parents[2] / "examples" / "hex.py"
LEARNING = 4 * WAIT
"""Milliseconds that a learner may take, which steps back behind everything else."""


class Machine:
    """A machine whose server can be killed and started again at the same address."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.server = ServerProcess(folder)

    @property
    def address(self) -> str:
        return self.server.address

    def crash(self) -> None:
        self.server.__exit__()  # which kills it
        self.server = ServerProcess(self.folder, port=self.server.port)


@pytest.fixture(scope="module")
def server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    machine = Machine(tmp_path_factory.mktemp("teaching"))
    with machine.server:
        yield machine
        machine.server.stop()
        assert "Traceback" not in machine.server.log.read_text()
    machine.server.__exit__()


def state(page: Page, words: str) -> None:
    expect(page.locator("header [role=status]")).to_have_text(words, timeout=LEARNING)


def test_a_game_is_taught_watched_and_played(person: Person, server: Machine) -> None:
    page = person.page
    page.goto("/#/learn")
    page.get_by_role("link", name="Teach it now").click()
    page.get_by_role("combobox", name="Game", exact=True).select_option("dots-and-boxes")
    page.get_by_role("combobox", name="Boxes", exact=True).select_option("2")
    page.get_by_role("combobox", name="Time", exact=True).select_option("30")
    check(page)
    page.get_by_role("button", name="Teach").click()
    expect(page.get_by_role("heading", name="dots-and-boxes-2-1")).to_be_visible()
    state(page, "Learning now")

    # What it does, and what it would play: two versions after a while, in the list and as boards.
    versions = page.get_by_role("region", name="Versions")
    expect(versions.get_by_text("Version 1", exact=True)).to_be_visible(timeout=LEARNING)
    expect(page.get_by_role("img", name="The newest game against itself")).to_be_visible()
    boards = page.get_by_role("region", name="The first move, as it learns")
    expect(boards.get_by_role("img", name=re.compile("^Version 1:.* %"))).to_be_visible()
    page.get_by_role("button", name="Pause").click()
    state(page, "Paused")
    check(page)

    # One position for two versions: a line is drawn on one board, and both know it.
    both = page.get_by_role("region", name="Before and after")
    both.get_by_role("grid", name="Board, before").get_by_role(
        "gridcell", name=re.compile("^aA,")
    ).click()
    after = both.get_by_role("grid", name="Board, after")
    expect(after.get_by_role("gridcell", name=re.compile("^aA,"))).to_have_accessible_name(
        re.compile("drawn")
    )
    both.get_by_role("button", name="Take back").click()

    # Settings are words, with help; losses come on demand.
    told = page.get_by_role("region", name="How it learns")
    expect(told.get_by_text(re.compile("games against itself"))).to_be_visible()
    told.locator("summary").filter(has_text="Self-play").click()
    expect(told.get_by_text("Games in each generation")).to_be_visible()
    page.get_by_text("Losses and other curves").click()
    expect(page.get_by_role("img", name=re.compile("^Chart. .*Train policy"))).to_be_visible()
    check(page)
    page.set_viewport_size({"width": 390, "height": 844})
    page.emulate_media(color_scheme="dark")
    check(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.set_viewport_size({"width": 1280, "height": 900})

    page.get_by_role("button", name="Go on").click()
    state(page, "Learning now")
    server.crash()
    person.errors[:] = [text for text in person.errors if "ERR_" not in text]
    state(page, "Interrupted: the server ended")
    page.get_by_role("button", name="Go on").click()
    state(page, "Learning now")
    person.errors[:] = [text for text in person.errors if "ERR_" not in text]
    page.get_by_role("button", name="Stop").click()
    state(page, "Not running")

    # Any version is an opponent, now and in the list; there it stays without its run.
    page.get_by_role("button", name="Add 0001.onnx to the opponents").click()
    expect(page.get_by_text("is now among the opponents")).to_be_visible()
    page.get_by_role("button", name="Play against 0001.onnx").click()
    assert person.wait_for_turn()
    page.goto("/#/learn/run/dots-and-boxes-2-1")
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.get_by_text("No runs yet.")).to_be_visible()
    # The page may have asked for more of the run while it was deleted.
    person.errors[:] = [text for text in person.errors if not re.search("40[04]", text)]
    page.goto("/#/new/dots-and-boxes")
    page.get_by_label("Or a network taught here").select_option(
        label="dots-and-boxes-2-1 · 1, Dots and Boxes 2×2"
    )
    check(page)
    page.get_by_role("radio", name=re.compile("first", re.IGNORECASE)).check(force=True)
    page.get_by_role("button", name="Start the game").click()
    before = person.moves.count()
    person.legal.first.click()
    expect(person.moves.nth(before + 1)).to_be_attached()


def test_players_are_evolved_and_runs_compared(person: Person) -> None:
    page = person.page
    for population in ("4", "6"):
        page.goto("/#/teach")
        page.get_by_role("radio", name="By evolution").check(force=True)
        page.get_by_role("combobox", name="Experiment", exact=True).select_option("go-random")
        page.get_by_text("Settings of this experiment").click()
        page.get_by_label(re.compile("^Generations")).fill("2")
        page.get_by_label(re.compile("^Population")).first.fill(population)
        page.get_by_role("button", name="Teach").click()
        expect(page.get_by_role("heading", name=re.compile("go-random-"))).to_be_visible()
        state(page, "Not running")
    page.get_by_role("link", name="Compare").click()
    page.get_by_role("checkbox", name=re.compile("go-random-1")).check()
    rows = page.get_by_role("region", name="Settings that differ").get_by_role("row")
    expect(rows.filter(has_text="Population").first).to_contain_text("64")
    expect(page.get_by_role("img", name=re.compile("^Chart"))).not_to_have_count(0)
    check(page)


def test_a_python_file_is_dropped_played_analysed_and_taught(person: Person) -> None:
    page = person.page
    page.goto("/")
    drop(person, "broken.py", "1 / 0")
    expect(
        page.get_by_text(re.compile("roken.py cannot be run: ZeroDivisionError"))
    ).to_be_visible()
    person.errors[:] = [text for text in person.errors if "400" not in text]
    drop(person, "hex.py", HEX.read_text())
    expect(page.get_by_role("heading", name="New game of Hex")).to_be_visible()
    page.get_by_role("radio", name="Two people here").check(force=True)
    page.get_by_role("combobox", name="Size", exact=True).select_option("5")
    page.get_by_role("button", name="Start the game").click()
    moves = page.get_by_role("group", name="Moves")
    moves.get_by_role("button", name="a1", exact=True).click()
    expect(person.moves).to_have_count(1)
    page.get_by_role("link", name="Analyse", exact=True).last.click()
    expect(page.get_by_text(re.compile(r"\d[kM]? simulations"))).to_be_visible()
    page.goto("/#/teach/hex")
    expect(page.get_by_role("link", name="hex.py")).to_be_visible()
    page.get_by_role("combobox", name="Size", exact=True).select_option("3")
    page.get_by_role("button", name="Teach").click()
    versions = page.get_by_role("region", name="Versions")
    expect(versions.get_by_text("Version 1", exact=True)).to_be_visible(timeout=LEARNING)
    page.get_by_role("button", name="Stop").click()
    state(page, "Not running")
    page.goto("about:blank")  # so that nothing is asked of the game that is removed
    page.goto("/#/teach")
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_role("link", name="hex.py")).to_have_count(0)
