"""Defines the value of a finished game for search and learning."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tesuji.games import Game


@dataclass(frozen=True, slots=True)
class Utility:
    """The value of a finished game, from -1 to 1: its result, mixed with its margin."""

    score_weight: float = 0.0
    score_scale: float = 10.0

    @classmethod
    def of_network(cls, info: Mapping[str, Any], game: Game) -> Utility:
        """Returns the utility that a network was trained on, from `NetworkInfo.info`."""
        weight = info.get("score_weight", 0.0)
        scale = info.get("score_scale", 10.0)
        fits = all(isinstance(x, int | float) and math.isfinite(x) for x in (weight, scale))
        if not game.has_score or not fits or not 0 < weight <= 1 or scale <= 0:
            return cls()
        return cls(float(weight), float(scale))

    @property
    def counts_margin(self) -> bool:
        return self.score_weight > 0

    def of(self, result: float, margin: float) -> float:
        """Returns the value of `result` (1, 0 or -1) and `margin` (points), for one player."""
        if not self.counts_margin:
            return result
        share = self.score_weight
        return (1 - share) * result + share * math.tanh(margin / self.score_scale)
