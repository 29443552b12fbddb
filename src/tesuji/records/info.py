"""Provides the game information of a record: names, date, result.

The values are stored in the root node as raw SGF, so that unchanged ones are written back as they
were; these attributes read and write them as plain text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Self, overload

from tesuji.records.sgf_text import read_simple_text, read_text, write_text

if TYPE_CHECKING:
    from tesuji.records.tree import GameRecord

INFO: dict[str, str] = {}
"""SGF properties by name of the attribute."""

_LONG_TEXT = frozenset({"GC"})


def read_info(properties: dict[str, list[str]], name: str) -> str:
    """Returns the text of a property, or an empty text."""
    read = read_text if name in _LONG_TEXT else read_simple_text
    return read(properties[name][0]) if properties.get(name) else ""


class InfoText:
    """A descriptor for the text of an SGF property of a record's root."""

    def __init__(self, property_name: str) -> None:
        self.property_name = property_name

    def __set_name__(self, owner: type[GameRecord], name: str) -> None:
        INFO[name] = self.property_name

    @overload
    def __get__(self, record: None, owner: type[GameRecord]) -> Self: ...
    @overload
    def __get__(self, record: GameRecord, owner: type[GameRecord]) -> str: ...
    def __get__(self, record: GameRecord | None, owner: type[GameRecord]) -> Self | str:
        return self if record is None else read_info(record.root.other, self.property_name)

    def __set__(self, record: GameRecord, value: str) -> None:
        if value:
            record.root.other[self.property_name] = [write_text(value)]
        else:
            record.root.other.pop(self.property_name, None)
