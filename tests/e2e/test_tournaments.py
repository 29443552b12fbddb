"""Tournaments from the app: chosen players, a live table, pause and speed; added engines."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.e2e.person import Person
from tests.e2e.test_accessibility import check
from tests.kit.cli import TESUJI_LINE
from tests.kit.patience import PATIENCE


def test_a_round_robin_of_three(person: Person) -> None:
    page = person.page
    page.goto("/#/learn")
    page.get_by_role("link", name="Tournament of many").click()
    page.get_by_role("combobox", name="Game", exact=True).select_option("gomoku")
    page.get_by_role("combobox", name="Size", exact=True).select_option("5")
    page.get_by_role("combobox", name="Speed", exact=True).select_option("2")
    page.get_by_role("checkbox", name="Cass").uncheck()
    expect(page.get_by_text("6 games.")).to_be_visible()
    check(page)
    page.get_by_role("button", name="Start the tournament").click()
    expect(page.get_by_role("heading", name="Tournament, Gomoku 5×5")).to_be_visible()
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_text("0 of 6 games · paused")).to_be_visible()
    check(page)
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_text("0 of 6 games · being played")).to_be_visible()
    page.get_by_role("radio", name="As fast as they can").check(force=True)
    expect(page.get_by_text("6 of 6 games · finished")).to_be_visible(timeout=1000 * PATIENCE)
    table = page.get_by_role("region", name="Table")
    expect(table.get_by_role("row")).to_have_count(4)
    expect(table.get_by_text("/ 4")).to_have_count(3)
    cross = page.get_by_role("region", name="Who against whom")
    expect(cross.get_by_role("row")).to_have_count(4)
    games = page.get_by_role("region", name="Games", exact=True).get_by_role("button")
    expect(games).to_have_count(6)
    games.first.click()
    expect(
        page.get_by_text(re.compile("Freestyle · (Pip|Lou|Nora) – (Pip|Lou|Nora)$"))
    ).to_be_visible()
    page.goto("/#/tournaments")
    page.get_by_role("link", name=re.compile("Gomoku 5×5.*finished · 6 of 6 games")).click()
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.get_by_role("heading", name="New tournament")).to_be_visible()
    expect(page.get_by_text("Gomoku 5×5")).to_have_count(0)


def test_an_engine_is_added_and_played_against(person: Person) -> None:
    page = person.page
    page.goto("/#/settings")
    page.get_by_label("Name").fill("Neighbour")
    page.get_by_label("Command").fill("/nowhere/engine")
    page.get_by_role("combobox", name="Game", exact=True).select_option("gomoku")
    page.get_by_role("button", name="Add the engine").click()
    expect(
        page.get_by_text(re.compile("The engine did not work.*/nowhere/engine")).first
    ).to_be_visible()
    page.get_by_label("Command").fill(f"{TESUJI_LINE} gtp gomoku --player random:seed=1")
    page.get_by_role("button", name="Add the engine").click()
    expect(page.get_by_text("Neighbour works and has been added.").first).to_be_visible(
        timeout=1000 * PATIENCE
    )
    check(page)
    page.get_by_role("button", name="Play against Neighbour").click()
    person.play("H8")
    expect(person.moves.nth(1)).to_be_attached(timeout=1000 * PATIENCE)
    page.goto("/#/settings")
    page.get_by_role("button", name="Remove Neighbour").click()
    expect(page.get_by_role("button", name="Remove Neighbour")).to_have_count(0)
    person.errors = [error for error in person.errors if "400" not in error]
