"""Fixtures: Debian's chromium, a real ``tesuji serve``, and the app as a person uses it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.e2e.person import Person
from tests.kit.patience import PATIENCE
from tests.kit.server import ServerProcess
from tesuji.server.served_files import built_files

WAIT = 1000 * PATIENCE
"""Milliseconds that a browser waits for what has to appear."""
expect.set_options(timeout=WAIT)

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One for each file: as long as it lives, no other event loop can run in this thread."""
    found = os.environ.get("TESUJI_CHROMIUM") or shutil.which("chromium")
    if found is None:
        pytest.skip("chromium is not installed: apt install chromium")
    if built_files("static") is None:
        pytest.skip("the web app is not built: run 'make setup'")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, headless=True, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("server")) as server:
        yield server
        assert "Traceback" not in server.log.read_text()


@pytest.fixture
def open_page(browser: Browser, server: ServerProcess) -> Iterator[Callable[..., Page]]:
    """Makes pages in windows of their own; options are those of the browser."""
    contexts = []

    def new_page(**options: Any) -> Page:
        context = browser.new_context(**{"base_url": server.address, **options})
        context.set_default_timeout(WAIT)
        contexts.append(context)
        return context.new_page()

    yield new_page
    for context in contexts:
        context.close()


@pytest.fixture
def person(open_page: Callable[..., Page]) -> Iterator[Person]:
    """Somebody at a desk, who finds no error in the browser's console."""
    person = Person(open_page(viewport={"width": 1280, "height": 900}))
    yield person
    assert person.errors == []
