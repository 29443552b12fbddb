"""Defines Snort."""

from __future__ import annotations

from tesuji.games.normal_play.col import Col
from tesuji.games.registry import register


@register("snort")
class Snort(Col):
    """Players put cows and bulls into fields, and different animals may not be neighbours.

    Squares that only one side may still use have a small dot of that side.
    """

    name = "snort"
    tagline = "Claim fields: none beside a field of your opponent's."
    own_colour_is_shunned = False
