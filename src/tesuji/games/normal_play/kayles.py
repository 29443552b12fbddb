"""Defines Kayles."""

from __future__ import annotations

from tesuji.games.normal_play.octal import OctalGame
from tesuji.games.registry import register


@register("kayles")
class Kayles(OctalGame):
    """A ball knocks down one pin of a row, or two that stand side by side.

    Whoever knocks down the last pin wins.
    """

    name = "kayles"
    tagline = "Knock down one pin, or two side by side."
    default_heaps = "13"

    def __init__(self, heaps: object = None) -> None:
        super().__init__(heaps, "0.77")

    @property
    def spec(self) -> str:
        return super().spec.partition(",")[0]
