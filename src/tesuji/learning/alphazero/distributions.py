"""Represents values and margins of games as distributions.

A squared error only measures how far the mean is off. A distribution over points (win, draw and
loss; margins) also represents uncertainty, and is trained by cross-entropy, whose gradient does not
vanish where the network is confidently wrong. The mean is used as the number.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn


def value_points() -> Tensor:
    """Returns the points for loss, draw and win; a value between them is a mixture."""
    return torch.tensor([-1.0, 0.0, 1.0])


def margin_points() -> Tensor:
    """Returns 49 margins in units of `Layout.score_scale`, densest around 0."""
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
        """Returns logits [n, points]."""
        found: Tensor = self.logits(x)
        return found

    def mean(self, logits: Tensor) -> Tensor:
        """Returns means [n]."""
        return (logits.float().softmax(1) * self.points).sum(1)

    def around(self, numbers: Tensor) -> Tensor:
        """Returns distributions [n, points] with means `numbers` [n] on the two nearest points.

        Numbers beyond the ends count as the ends.
        """
        inner = numbers.clamp(self.points[0], self.points[-1])
        above = torch.searchsorted(self.points, inner).clamp(min=1)
        low, high = self.points[above - 1], self.points[above]
        share = (inner - low) / (high - low)
        found = torch.zeros(len(numbers), len(self.points), device=numbers.device)
        found.scatter_(1, (above - 1)[:, None], (1 - share)[:, None])
        return found.scatter_(1, above[:, None], share[:, None])

    def at_the_ends(self, numbers: Tensor) -> Tensor:
        """Returns distributions [n, points] with these means on the first and last point alone."""
        low, high = self.points[0], self.points[-1]
        share = ((numbers - low) / (high - low)).clamp(0, 1)
        found = torch.zeros(len(numbers), len(self.points), device=numbers.device)
        found[:, 0], found[:, -1] = 1 - share, share
        return found
