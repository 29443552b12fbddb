"""Numbers that are learnt as distributions: values and margins of games.

A squared error says of a position that is won or lost only how far the mean is off. A distribution
over points on the line (win, draw and loss; margins) also says that both may happen, and is learnt
by cross-entropy, whose gradient does not fade where the network is sure and wrong. Who asks for a
number gets its mean.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn


def value_points() -> Tensor:
    """Lost, drawn, won. A win that is worth 0.9, by its margin, is a win with a chance of 90 %."""
    return torch.tensor([-1.0, 0.0, 1.0])


def margin_points() -> Tensor:
    """Margins in units of `Layout.score_scale`: 49 points, closest to each other around 0."""
    steps = torch.arange(-24, 25) / 4
    return steps.sign() * steps.abs() ** 1.5


class Spread(nn.Module):
    """A layer that gives a distribution over `points` (ascending)."""

    points: Tensor

    def __init__(self, inputs: int, points: Tensor) -> None:
        super().__init__()
        self.logits = nn.Linear(inputs, len(points))
        self.register_buffer("points", points, persistent=False)

    def forward(self, x: Tensor) -> Tensor:
        """Logits [n, points]."""
        found: Tensor = self.logits(x)
        return found

    def mean(self, logits: Tensor) -> Tensor:
        """[n]"""
        return (logits.float().softmax(1) * self.points).sum(1)

    def around(self, numbers: Tensor) -> Tensor:
        """Distributions [n, points] whose means are `numbers` [n], on the two points beside each.

        What lies beyond the ends counts as the end.
        """
        inner = numbers.clamp(self.points[0], self.points[-1])
        above = torch.searchsorted(self.points, inner).clamp(min=1)
        low, high = self.points[above - 1], self.points[above]
        share = (inner - low) / (high - low)
        found = torch.zeros(len(numbers), len(self.points), device=numbers.device)
        found.scatter_(1, (above - 1)[:, None], (1 - share)[:, None])
        return found.scatter_(1, above[:, None], share[:, None])

    def at_the_ends(self, numbers: Tensor) -> Tensor:
        """Distributions [n, points] with these means on the first and the last point alone."""
        low, high = self.points[0], self.points[-1]
        share = ((numbers - low) / (high - low)).clamp(0, 1)
        found = torch.zeros(len(numbers), len(self.points), device=numbers.device)
        found[:, 0], found[:, -1] = 1 - share, share
        return found
