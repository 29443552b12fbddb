"""Registers exact scores of Go: best play in the endgame."""

from __future__ import annotations

from tesuji.games.go import GoPosition
from tesuji.theory.certain import register_exact_score


@register_exact_score("go")
def exact_score(position: GoPosition) -> float | None:
    """Returns the exact score while the groups around undecided areas live: see `whole_board`."""
    from tesuji.theory.go_endgames.whole_board import exact_lead

    return exact_lead(position)
