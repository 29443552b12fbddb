"""Golden signatures: searches look at what they looked at before; see `tests.kit.signatures`."""

from __future__ import annotations

import pytest

from tests.kit.signatures import SEARCHES, golden

pytestmark = pytest.mark.core


@pytest.mark.parametrize("name", SEARCHES)
def test_a_search_finds_what_it_found(name: str) -> None:
    found = SEARCHES[name]()
    known = golden().get(name)
    assert found == known, "if this was meant: python -m tests.kit.signatures --write"


def test_no_signature_without_a_search() -> None:
    assert golden().keys() == SEARCHES.keys()
