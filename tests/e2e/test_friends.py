"""Two people at two browsers: a link, a game, offers, a dropped connection, a rematch."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.e2e.person import Person
from tests.kit.server import ServerProcess

AT_A_DESK = {"viewport": {"width": 1280, "height": 900}}


def invite(person: Person, game: str, size: str) -> str:
    """Makes a link; returns it."""
    person.choose_game(game)
    person.page.get_by_role("radio", name="A friend by link").check(force=True)
    person.page.get_by_role("textbox", name="Your name").fill("Ann")
    person.page.get_by_role("combobox", name="Size", exact=True).select_option(size)
    person.page.get_by_role("button", name="Make the link").click()
    link = person.page.get_by_role("textbox", name="Link to this game")
    expect(link).to_have_value(re.compile(r"/\?invite="))
    expect(person.page.get_by_role("img", name=re.compile("QR code"))).to_be_visible()
    return link.input_value()


def follow(person: Person, link: str, name: str = "Bea") -> None:
    person.page.goto(link)
    person.page.get_by_role("textbox", name="Your name").fill(name)
    person.page.get_by_role("button", name="Join the game").click()
    expect(person.board).to_be_visible()


def test_a_friend_comes_by_link_and_plays(person: Person, open_page: Callable[..., Page]) -> None:
    link = invite(person, "torus", "9")
    expect(person.page.get_by_text("Only this machine can open the link")).to_be_visible()
    friend = Person(open_page(**AT_A_DESK))
    follow(friend, link)
    expect(person.page.get_by_text("Bea is here")).to_be_visible()
    expect(person.page.get_by_role("heading", name="Invite a friend")).to_be_hidden()
    person.play("E5")
    expect(friend.cell("E5")).to_have_accessible_name(re.compile("Black stone"))
    friend.play("D4")
    expect(person.cell("D4")).to_have_accessible_name(re.compile("White stone"))

    # Everybody who comes later watches, and cannot move.
    third = Person(open_page(**AT_A_DESK))
    third.page.goto(link)
    third.page.get_by_role("link", name="Watch the game").click()
    expect(third.page.get_by_text("You are watching")).to_be_visible()
    expect(third.legal).to_have_count(0)
    expect(person.page.get_by_text("1 person watching")).to_be_visible()

    # Taking back needs consent.
    person.page.get_by_role("button", name="Undo").click()
    expect(person.page.get_by_text("You asked to take back a move")).to_be_visible()
    expect(friend.page.get_by_text("Ann asks to take back a move")).to_be_visible()
    friend.page.get_by_role("button", name="Accept").click()
    expect(person.moves).to_have_count(0)

    # A reaction is seen by the other.
    friend.page.get_by_role("button", name="Well played").click()
    expect(person.page.get_by_text("Bea: Well played!").last).to_be_visible()

    # A page that was reloaded plays on.
    friend.page.reload()
    person.play("C3")
    friend.play("C4")
    expect(third.cell("C4")).to_have_accessible_name(re.compile("White stone"))

    friend.page.get_by_role("button", name="Resign").click()
    friend.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(person.result).to_contain_text("You win")
    person.result.get_by_role("button", name="Rematch").click()
    expect(friend.page.get_by_text("Ann would like a rematch")).to_be_visible()
    friend.page.get_by_role("button", name="Accept").click()
    expect(person.moves).to_have_count(0)
    friend.play("E5")  # colours have changed
    expect(person.cell("E5")).to_have_accessible_name(re.compile("Black stone"))
    assert [each.errors for each in (person, friend, third)] == [[], [], []]


def test_a_dropped_connection_loses_nothing(person: Person, open_page: Callable[..., Page]) -> None:
    link = invite(person, "gomoku", "9")
    friend = Person(open_page(**AT_A_DESK))
    follow(friend, link)
    person.play("E5")
    expect(friend.cell("E5")).to_have_accessible_name(re.compile("Black stone"))
    friend.play("E6")
    expect(person.cell("E6")).to_have_accessible_name(re.compile("White stone"))
    friend.page.close()
    expect(person.page.get_by_text("Bea is away")).to_be_visible()
    person.play("D5")
    again = friend.page.context.new_page()
    again.goto(link)  # the same browser knows its seat
    back = Person(again)
    expect(back.cell("D5")).to_have_accessible_name(re.compile("Black stone"))
    back.play("D6")
    expect(person.cell("D6")).to_have_accessible_name(re.compile("White stone"))


def test_on_a_server_with_a_token_the_link_opens_one_game(
    open_page: Callable[..., Page], tmp_path: Path
) -> None:
    with ServerProcess(tmp_path, "--token", "secret") as server:
        owner = Person(open_page(base_url=server.address, **AT_A_DESK))
        owner.page.goto("/?token=secret")
        link = invite(owner, "torus", "9")
        stranger = Person(open_page(base_url=server.address))
        stranger.page.goto("/")
        expect(stranger.page.get_by_text("wants a token")).to_be_visible()
        friend = Person(open_page(base_url=server.address, **AT_A_DESK))
        follow(friend, link)
        owner.play("E5")
        friend.play("D4")
        expect(owner.cell("D4")).to_have_accessible_name(re.compile("White stone"))
        assert friend.page.request.get(f"{server.address}/api/v1/games").status == 403
