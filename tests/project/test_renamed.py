"""Names that were changed still work, and say so."""

from __future__ import annotations

import importlib

import pytest

RENAMED = [
    ("tesuji", "Player", "Side"),
    ("tesuji.games", "Player", "Side"),
    ("tesuji.theory.cgt", "Side", "Mover"),
    ("tesuji.theory.go_endgames", "Board", "StoneGrid"),
]


@pytest.mark.parametrize(("module", "old", "new"), RENAMED)
def test_the_old_name_is_the_new_one(module: str, old: str, new: str) -> None:
    found = importlib.import_module(module)
    with pytest.warns(DeprecationWarning, match=f"{module}.{old} has been renamed to .*{new}"):
        assert getattr(found, old) is getattr(found, new)
    assert old not in found.__all__
    assert new in found.__all__
    with pytest.raises(AttributeError):
        getattr(found, "NothingOfThatName")  # noqa: B009
