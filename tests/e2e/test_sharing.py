"""Pictures, animations and links that people give away."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import expect

from tests.e2e.person import Person
from tests.e2e.test_accessibility import check

PNG = b"\x89PNG\r\n\x1a\n"
FRAME = b"\x21\xf9\x04"
"""The beginning of what stands before each picture of an animation."""


def test_a_game_as_picture_animation_and_link(person: Person, tmp_path: Path) -> None:
    page = person.page
    person.start_game("torus", "4", level=None)
    for name in ("A1", "C2", "B1"):
        person.play(name)
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_role("img", name="Black against White")).to_be_visible()
    check(page)

    def saved(button: str) -> bytes:
        with page.expect_download() as download:
            page.get_by_role("button", name=button).click()
        download.value.save_as(tmp_path / button)
        return (tmp_path / button).read_bytes()

    assert saved("Save picture").startswith(PNG)
    animation = saved("Save GIF")
    assert animation.startswith(b"GIF89a")
    assert animation.count(FRAME) == 4
    assert b";B[ad];W[cc];B[bd]" in saved("Save SGF").replace(b"\n", b"")
    link = page.get_by_label("Link to this position").input_value()
    assert link == "web+tesuji:torus%3Asize%3D4/-/0c0a0d/Black%7CWhite"

    page.goto("/#/analyse")
    page.get_by_role("textbox", name="Link or record").fill(link)
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_text("Black – White")).to_be_visible()
    expect(person.cell("C2")).to_have_accessible_name(re.compile("White stone"))
    expect(person.board.get_by_role("gridcell", name=re.compile("stone"))).to_have_count(3)


def test_the_picture_shows_the_board_as_it_is_seen(person: Person) -> None:
    """The middle of the picture has the colours of the chosen board: wood is not white."""
    page = person.page
    person.start_game("go", "5", level=None)
    person.play("A1")
    page.get_by_role("button", name="Share").click()
    picture = page.get_by_role("img", name="Black against White")
    expect(picture).to_be_visible()
    red, green, blue = picture.evaluate(
        """(img) => {
            const canvas = document.createElement("canvas");
            [canvas.width, canvas.height] = [img.naturalWidth, img.naturalHeight];
            const pen = canvas.getContext("2d");
            pen.drawImage(img, 0, 0);
            const x = img.naturalWidth * 0.42, y = img.naturalHeight * 0.46;
            return [...pen.getImageData(x, y, 1, 1).data].slice(0, 3);
        }"""
    )
    assert red > green > blue + 30


def test_text_that_is_no_link_is_refused(person: Person) -> None:
    page = person.page
    page.goto("/#/analyse")
    page.get_by_role("textbox", name="Link or record").fill("hello")
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_text("neither a link of Tesuji nor a game record")).to_be_visible()
    page.goto("/#/open/web%2Btesuji%3Ago%253Asize%253D5%2F-%2F0c")
    expect(person.cell("C3")).to_have_accessible_name(re.compile("Black stone"))
