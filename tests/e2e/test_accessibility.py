"""axe-core on every page, in light and dark, wide and narrow: nothing serious."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.e2e.person import Person
from tests.e2e.test_analysis import DOTS, SGF, drop

PAGES = {
    "home": "/",
    "new": "/#/new/go",
    "library": "/#/library",
    "tournaments": "/#/tournaments",
    "rules": "/#/rules/torus",
    "settings": "/#/settings",
    "learn": "/#/learn",
    "teach": "/#/teach",
    "lesson": "/#/lesson/torus",
    "train": "/#/train/5",
    "count": "/#/count/5",
    "coupons": "/#/coupons/5",
    "set-up": "/#/setup/go",
    "analyse": "/#/analyse",
    "lost": "/#/nothing",
}
LOOKS: list[dict[str, Any]] = [
    {"color_scheme": "light", "viewport": {"width": 1280, "height": 900}},
    {"color_scheme": "dark", "viewport": {"width": 390, "height": 844}},
]


def check(page: Page) -> None:
    page.wait_for_timeout(300)  # animations would blur the contrast
    found = Axe().run(page).response["violations"]
    serious = [
        f"{one['id']} ({one['impact']}): {one['help']}: {one['nodes'][0]['html'][:200]}"
        for one in found
        if one["impact"] in ("serious", "critical")
    ]
    assert serious == []


@pytest.mark.parametrize("look", LOOKS, ids=["light", "dark-phone"])
def test_pages(open_page: Callable[..., Page], look: dict[str, Any]) -> None:
    page = open_page(reduced_motion="reduce", **look)
    for address in PAGES.values():
        page.goto("about:blank")
        page.goto(address)
        expect(page.get_by_role("heading", level=1).first).to_be_attached()
        check(page)


@pytest.mark.parametrize("look", LOOKS, ids=["light", "dark-phone"])
def test_at_the_board(open_page: Callable[..., Page], look: dict[str, Any]) -> None:
    person = Person(open_page(reduced_motion="reduce", **look))
    person.start_game("dots-and-boxes", "1", level=None)
    check(person.page)
    for _ in range(4):
        before = person.moves.count()
        person.legal.first.click()
        expect(person.moves.nth(before)).to_be_attached()
    expect(person.result).to_be_visible()
    check(person.page)
    person.start_game("torus", "9")
    person.play("E5")
    person.wait_for_turn()
    check(person.page)


@pytest.mark.parametrize("look", LOOKS, ids=["light", "dark-phone"])
def test_at_the_analysis(open_page: Callable[..., Page], look: dict[str, Any]) -> None:
    person = Person(open_page(reduced_motion="reduce", **look))
    person.page.goto("/")
    drop(person, "game.sgf", SGF)
    expect(person.page.get_by_role("group", name="Tree of moves")).to_be_visible()
    person.page.wait_for_timeout(1000)
    for tab in person.page.get_by_role("tab").all():
        tab.click()
        check(person.page)
    drop(person, "boxes.sgf", DOTS)
    expect(person.page.get_by_role("region", name="In words")).to_be_visible()
    check(person.page)
