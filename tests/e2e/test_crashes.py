"""Reloads, and servers that are killed in the middle of a game."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.e2e.person import Person
from tests.kit.server import ServerProcess


def test_a_reload_in_the_middle_of_a_game(person: Person) -> None:
    person.start_game("torus", "9")
    person.play("E5")
    person.wait_for_turn()
    moves = person.moves.all_inner_texts()
    assert len(moves) == 2
    person.page.reload()
    expect(person.moves).to_have_count(2)
    assert person.moves.all_inner_texts() == moves
    person.wait_for_turn()
    person.legal.first.click()
    expect(person.moves).to_have_count(4)


def test_the_start_page_leads_back_to_the_game(person: Person) -> None:
    person.start_game("gomoku", "9")
    person.play("E5")
    person.wait_for_turn()
    person.page.goto("/")
    person.page.get_by_role("link", name=re.compile("Gomoku.*Pip", re.DOTALL)).first.click()
    expect(person.cell("E5")).to_have_accessible_name(re.compile("Black stone"))


def test_the_shell_opens_without_its_server(open_page: Callable[..., Page], tmp_path: Path) -> None:
    with ServerProcess(tmp_path) as server:
        page = open_page(base_url=server.address)
        page.goto("/")
        expect(page.get_by_role("heading", name="Torus")).to_be_visible()
        manifest = page.request.get(f"{server.address}/manifest.webmanifest").json()
        assert manifest["display"] == "standalone"
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.reload()  # this time the worker sees which files are needed
        expect(page.get_by_role("heading", name="Torus")).to_be_visible()
    page.reload()
    expect(page.get_by_role("link", name="Analyse", exact=True).first).to_be_visible()
    expect(page.get_by_text("The server does not answer")).to_be_visible()


def test_two_windows_show_the_same_game(person: Person, open_page: Callable[..., Page]) -> None:
    person.start_game("go", "9", level=None)
    other = Person(open_page())
    other.page.goto(person.page.url)
    person.play("E5")
    expect(other.cell("E5")).to_have_accessible_name(re.compile("Black stone"))
    other.play("C3")
    expect(person.cell("C3")).to_have_accessible_name(re.compile("White stone"))


def test_a_killed_server_comes_back_and_the_game_goes_on(
    open_page: Callable[..., Page], tmp_path: Path
) -> None:
    """The page stays open, says that the server is away, and goes on without a reload."""
    with ServerProcess(tmp_path) as server:
        person = Person(open_page(base_url=server.address))
        person.start_game("gomoku", "9", level="Strongest")
        with person.page.expect_response(re.compile("/moves$")):  # the stone is shown before
            person.play("E5")
        server.kill()  # while the engine thinks
    lost = person.page.get_by_text(re.compile("connection lost", re.IGNORECASE))
    expect(lost).to_be_visible()
    with ServerProcess(tmp_path, port=server.port):
        expect(person.moves).to_have_count(2)
        assert person.moves.first.inner_text().split()[-1] == "E5"
        person.wait_for_turn()
        person.legal.first.click()
        expect(person.moves).to_have_count(4)
