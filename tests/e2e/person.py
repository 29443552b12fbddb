"""What people do with the app, by the names and roles that they see and hear."""

from __future__ import annotations

import re

from playwright.sync_api import ConsoleMessage, Locator, Page, expect

TITLES = {
    "torus": "Torus",
    "go": "Go",
    "gomoku": "Gomoku",
    "dots-and-boxes": "Dots and Boxes",
    "reversi": "Reversi",
}
LEGAL = re.compile(r"(?<!il)legal$")


class Person:
    """Somebody who uses a page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.errors: list[str] = []
        """What the browser complained about: failed scripts, and what the policy forbids."""
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self._hear)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(message.text)

    # -- a new game ---------------------------------------------------------------------

    def choose_game(self, game: str) -> None:
        self.page.goto(f"/#/new/{game}")
        expect(self.page.get_by_role("heading", name=f"New game of {TITLES[game]}")).to_be_visible()

    def start_game(
        self, game: str, size: str, *, level: str | None = "Beginner", side: str = "first"
    ) -> None:
        """Begins a game; without a level two people play."""
        self.choose_game(game)
        if level is None:
            self.page.get_by_role("radio", name="Two people here").check(force=True)
        else:
            self.page.get_by_role("radio", name="Computer").check(force=True)
            self.page.get_by_role("radio", name=re.compile(rf"\b{level}\b")).check(force=True)
            words = re.compile(side, re.IGNORECASE)
            self.page.get_by_role("radio", name=words).check(force=True)
        name = "Boxes" if game == "dots-and-boxes" else "Size"
        self.page.get_by_role("combobox", name=name, exact=True).select_option(size)
        self.page.get_by_role("button", name="Start the game").click()
        expect(self.board).to_be_visible()

    # -- at the board -----------------------------------------------------------------------

    @property
    def board(self) -> Locator:
        return self.page.get_by_role("grid")

    @property
    def legal(self) -> Locator:
        """The places where a move can be made now."""
        return self.board.get_by_role("gridcell", name=LEGAL)

    def cell(self, name: str) -> Locator:
        """A place on the board by its notation."""
        return self.board.get_by_role("gridcell", name=re.compile(f"^{name},"))

    @property
    def status(self) -> Locator:
        return self.page.get_by_role("region", name="Game", exact=True)

    @property
    def moves(self) -> Locator:
        return self.page.get_by_role("list", name="Moves").get_by_role("button")

    @property
    def result(self) -> Locator:
        return self.page.get_by_role("region", name=re.compile("wins?$|draw"))

    def wait_for_turn(self) -> bool:
        """Waits until a move can be made; False when the game is over."""
        expect(self.legal.first.or_(self.result)).to_be_visible()
        return not self.result.is_visible()

    def play(self, name: str) -> None:
        """Clicks on a place, when it is somebody's turn, and waits until the stone is there."""
        expect(self.legal.first).to_be_visible()
        self.cell(name).click()
        expect(self.cell(name)).to_have_accessible_name(re.compile("stone|drawn"))
