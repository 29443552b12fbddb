"""Records how the web app teaches a network 7x7 Gomoku in five minutes.

Usage: teaching_picture.py [OUTPUT.webp]

Starts a server with an empty folder of data, and chromium; fills in the form as a person does, and
looks at the page of the run while it learns. Takes six minutes and wants an idle machine.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright
from readme_picture import FLAGS, SEEN, Film, served

OUTPUT = Path(__file__).parents[1] / "docs" / "pictures" / "web-teach.webp"
LOOKS = 30
"""Pictures of the run, over its five minutes."""
LOOK_SECONDS = 10.0


def film_teaching(film: Film, page: Page, address: str) -> None:
    page.goto(f"{address}/#/teach/gomoku")
    page.get_by_role("combobox", name="Size", exact=True).select_option("7")
    page.get_by_role("combobox", name="Time", exact=True).select_option("5")
    film.take(page, 1500)
    page.get_by_role("button", name="Teach", exact=True).click()
    page.get_by_role("button", name="Pause").wait_for()
    film.take(page, 1000)
    for _ in range(LOOKS):
        page.wait_for_timeout(1000 * LOOK_SECONDS)
        page.evaluate("scrollTo(0, (document.querySelector('.watching')?.offsetTop ?? 0) - 76)")
        film.take(page, 350)
    page.get_by_text("Not running").wait_for(timeout=600_000)
    page.wait_for_timeout(5000)
    film.take(page, 1500)
    page.get_by_role("heading", name="Strength").scroll_into_view_if_needed()
    page.evaluate("scrollTo(0, document.getElementById('curves-title').offsetTop - 90)")
    page.wait_for_timeout(1000)
    film.take(page, 3000)


def main() -> None:
    output = Path(sys.argv[1]) if len(sys.argv) > 1 else OUTPUT
    browser_path = os.environ.get("TESUJI_CHROMIUM") or shutil.which("chromium")
    if browser_path is None:
        sys.exit("chromium is not installed: apt install chromium")
    film = Film()
    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder)) as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=browser_path, args=FLAGS)
        page = browser.new_page(viewport=SEEN, color_scheme="light")
        film_teaching(film, page, address)
        browser.close()
    film.save(output)
    print(f"{output}: {len(film.pictures)} pictures, {output.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
