"""Defines layers of networks over boards."""

from __future__ import annotations

from typing import Literal

import torch
from torch import Tensor, nn
from torch.nn import functional


class Renormalisation(nn.BatchNorm2d):
    """Batch renormalisation, which trains with nearly the statistics used in play (Ioffe 2017).

    A batch has boards of one size, whose means and deviations are not those of all boards. So the
    batch's statistics are corrected towards the running ones, increasingly as these settle;
    gradients go through the batch's own.
    """

    SETTLED = 1000
    """Steps after which the correction has its full range."""
    RATIO, SHIFT = 3.0, 5.0
    """The largest correction of the deviation, as a factor, and of the mean, in deviations."""
    # Boards of different sizes alternate, so the running mean must cover many batches.
    MOMENTUM = 0.02

    def forward(self, x: Tensor) -> Tensor:
        if not self.training:
            return super().forward(x)
        assert self.running_mean is not None
        assert self.running_var is not None
        assert self.num_batches_tracked is not None
        seen = int(self.num_batches_tracked)
        self.num_batches_tracked.add_(1)
        with torch.no_grad():
            settled = min(seen / self.SETTLED, 1.0)
            # Uses its by-products, which is many times as fast as torch.var_mean.
            _, mean, scale = torch.native_batch_norm(x, None, None, None, None, True, 0.0, self.eps)
            usual = (self.running_var + self.eps).sqrt()
            ratio = (1 / (scale * usual)).clamp(
                1 / (1 + settled * (self.RATIO - 1)), 1 + settled * (self.RATIO - 1)
            )
            most = settled * self.SHIFT
            shift = ((mean - self.running_mean) / usual).clamp(-most, most)
        return functional.batch_norm(
            x,
            self.running_mean,
            self.running_var,
            self.weight * ratio,
            self.bias + self.weight * shift,
            training=True,
            momentum=max(self.MOMENTUM, 1 / (seen + 2)),
            eps=self.eps,
        )


class Convolution(nn.Module):
    """A 3x3 convolution that keeps the board's size, followed by normalisation."""

    def __init__(self, inputs: int, outputs: int, wraps: bool) -> None:
        super().__init__()
        self.wraps = wraps
        mode: Literal["circular", "zeros"] = "circular" if wraps else "zeros"
        self.conv = nn.Conv2d(inputs, outputs, 3, padding=1, bias=False, padding_mode=mode)
        self.norm = Renormalisation(outputs)

    def forward(self, x: Tensor) -> Tensor:
        out: Tensor = self.norm(self.conv(x))
        return out
