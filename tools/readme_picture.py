"""Records the animated picture at the head of the README from the real app.

Usage: readme_picture.py [OUTPUT.webp]

Starts a server with an empty folder of data, and chromium, and looks at three things: a game of
Torus in space, the temperatures of a Go endgame, and a network of Dots and Boxes that is being
taught, by a real run that lasts as long as it is filmed. Takes about five minutes.
"""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx
from PIL import Image
from playwright.sync_api import Page, ViewportSize, sync_playwright

from tesuji.games import make
from tesuji.players import make_player

OUTPUT = Path(__file__).parents[1] / "docs" / "pictures" / "app.webp"
COMMAND = [sys.executable, "-c", "from tesuji.cli import main; main()"]
SEEN: ViewportSize = {"width": 1120, "height": 700}
SHOWN = (800, 500)
FLAGS = [
    "--no-sandbox",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--ignore-gpu-blocklist",
]
PLIES = 16
"""Moves of Torus that are shown."""
LESSONS = 16
"""Pictures of the run of learning."""
LESSON_SECONDS = 5.0
TRAINING = "train dots-and-boxes --size 3 --preset smoke --generations 1000 --run boxes-3x3"
"""A run whose generations are short enough to be watched."""
ENDGAME = """
. . X . O . . . .
. . X X O . . . .
. X X O O . . . .
. X . . O . O . .
. X X X O O . . .
. . . X X O . . .
X X X X . O O . .
. . X . . . O . O
. . X . . . O . O
"""


@dataclass
class Film:
    """Pictures and how long each is seen."""

    pictures: list[Image.Image] = field(default_factory=list)
    milliseconds: list[int] = field(default_factory=list)

    def take(self, page: Page, milliseconds: int) -> None:
        picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        self.pictures.append(picture.resize(SHOWN, Image.Resampling.LANCZOS))
        self.milliseconds.append(milliseconds)

    def save(self, path: Path) -> None:
        first, *rest = self.pictures
        first.save(
            path,
            save_all=True,
            append_images=rest,
            duration=self.milliseconds,
            loop=0,
            quality=72,
            method=6,
        )


@contextmanager
def served(data: Path) -> Iterator[str]:
    """Runs a server on `data` and yields its address."""
    process = subprocess.Popen(
        [*COMMAND, "serve", "--no-browser", "--port", "0"],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"TESUJI_DATA_DIR": str(data)},
    )
    try:
        assert process.stdout is not None
        yield process.stdout.readline().split()[3].rstrip("/")
    finally:
        process.terminate()
        process.wait(20)


def film_torus(film: Film, page: Page, address: str) -> None:
    """Films a game between two engines, in space."""
    game = make("torus", size=9)
    position = game.initial()
    moves: list[int] = []
    players = [make_player(f"torus:nodes=20000,seed={seed}", game) for seed in (3, 4)]
    while len(moves) < PLIES and not position.is_over:
        move = players[len(moves) % 2].choose(position).move
        if move is None:
            break
        moves.append(move)
        position = position.after(move)
    seats = [{"kind": "human", "name": name} for name in ("Ann", "Bob")]
    body = {"game": "torus", "options": {"size": "9"}, "seats": seats, "moves": moves[:-1]}
    made = httpx.post(f"{address}/api/v1/games", json=body).raise_for_status().json()
    page.goto(f"{address}/#/play/{made['id']}")
    page.get_by_role("button", name="3-D torus").click()
    page.locator(".torus3d canvas").wait_for()
    page.keyboard.press("Home")
    page.mouse.click(5, SEEN["height"] - 5)
    for _ in range(len(moves) - 1):
        page.wait_for_timeout(1500)
        film.take(page, 380)
        page.keyboard.press("ArrowRight")
    page.wait_for_timeout(1500)
    film.take(page, 1600)


def film_temperatures(film: Film, page: Page, address: str) -> None:
    """Films how the regions of an endgame get their temperatures."""
    game = make("go", size=9)
    setup = "".join("bwe"[stone] for stone in game.parse(ENDGAME).stones)
    page.goto(f"{address}/#/analyse/p/{game.spec}/s0{setup}/-")
    page.get_by_role("button", name="Measure the board").wait_for()
    page.get_by_role("switch", name="Search").uncheck(force=True)
    page.wait_for_timeout(800)
    film.take(page, 900)
    page.get_by_role("button", name="Measure the board").click()
    page.locator(".tint").first.wait_for(timeout=60_000)
    page.wait_for_timeout(12_000)
    film.take(page, 3200)


def film_learning(film: Film, page: Page, address: str, data: Path) -> None:
    """Films the page of a run while it learns."""
    command = [*COMMAND, *TRAINING.split()]
    with (data / "train.log").open("wb") as log:
        run = subprocess.Popen(
            command, stdout=log, stderr=log, env=os.environ | {"TESUJI_DATA_DIR": str(data)}
        )
        try:
            page.goto(f"{address}/#/learn/run/boxes-3x3")
            deadline = time.monotonic() + 120
            while page.locator(".curve-chart").count() == 0:
                if time.monotonic() > deadline:
                    sys.exit(f"the run does not learn:\n{(data / 'train.log').read_text()}")
                page.wait_for_timeout(2000)
                page.reload()
            for picture in range(LESSONS):
                page.wait_for_timeout(1000 * LESSON_SECONDS)
                page.locator(".curve-chart", has_text="Elo").first.scroll_into_view_if_needed()
                film.take(page, 2500 if picture == LESSONS - 1 else 320)
        finally:
            run.terminate()
            run.wait(60)


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
        page = browser.new_page(viewport=SEEN, reduced_motion="reduce", color_scheme="light")
        film_torus(film, page, address)
        film_temperatures(film, page, address)
        film_learning(film, page, address, Path(folder))
        browser.close()
    film.save(output)
    print(f"{output}: {len(film.pictures)} pictures, {output.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
