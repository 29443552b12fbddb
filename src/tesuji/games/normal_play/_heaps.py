"""Provides games in which both sides have the same moves, played with heaps of counters."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from tesuji.errors import SetupError, quoted
from tesuji.games.contract import Position
from tesuji.games.drawing import (
    Markup,
    Palette,
    Theme,
    circle,
    document,
    label,
    surface,
    surface_rules,
)
from tesuji.games.normal_play._normal_play import NormalPlayGame, NormalPlayPosition

Heaps = tuple[int, ...]
_STEP = 26.0


class HeapGame(NormalPlayGame):
    """A game with heaps. Implement `name`, `num_moves` and `moves`."""

    default_heaps = "3.4.5"
    most, largest = 12, 40
    """How many heaps there may be, and of how many counters."""

    def __init__(self, heaps: object = None) -> None:
        self.heaps = self._read(str(self.default_heaps if heaps is None else heaps))

    def _read(self, text: str) -> Heaps:
        words = text.split(".")
        if not all(word.isdecimal() and len(word) < 5 for word in words):
            raise SetupError(
                f"heaps are numbers with dots between them, such as 3.4.5, got {quoted(text)}"
            )
        heaps = tuple(int(word) for word in words)
        if len(heaps) > self.most or max(heaps) > self.largest:
            raise SetupError(
                f"{self.name} has at most {self.most} heaps of at most {self.largest}, "
                f"got {quoted(text)}"
            )
        return heaps

    @property
    def spec(self) -> str:
        return f"{self.name}:heaps={'.'.join(map(str, self.heaps))}"

    @property
    def start(self) -> Any:
        return self.heaps

    def parts(self, state: Any) -> list[Any]:
        return [(heap,) for heap in state if heap]

    def key(self, state: Any) -> tuple[Hashable, bool]:
        return tuple(sorted(state)), False

    def drawn(self, state: Any) -> str:
        return "\n".join(f"{n + 1}: {'o' * heap or '-'}" for n, heap in enumerate(state))

    def svg(self, position: Position, *, theme: Theme = "auto") -> str:  # type: ignore[override]
        assert isinstance(position, NormalPlayPosition)
        return draw_rows(
            [[bool(pin) for pin in [1] * heap] for heap in position.state],
            title=position.text(),
            theme=theme,
        )


def draw_rows(rows: list[list[bool]], *, title: str, theme: Theme) -> str:
    """Returns a picture of numbered rows of counters; False leaves a place empty."""
    width = _STEP * (2 + max(5, *map(len, rows)))
    height = _STEP * (len(rows) + 1)
    body: list[Markup] = [surface(width, height, wooden=False)]
    for number, row in enumerate(rows):
        y = _STEP * (number + 1)
        body.append(label(_STEP * 0.7, y, str(number + 1), "co", 13))
        for place, is_there in enumerate(row):
            kind = "pin" if is_there else "no"
            body.append(circle(_STEP * (place + 1.8), y, 9.5 if is_there else 2, kind))
    return document(body, width=width, height=height, title=title, rules=_rules, theme=theme)


def _rules(palette: Palette) -> dict[str, str]:
    return surface_rules(palette, wooden=False) | {
        ".pin": f"fill:{palette.heat[1]};stroke:{palette.line};stroke-width:1",
        ".no": f"fill:{palette.line}",
    }
