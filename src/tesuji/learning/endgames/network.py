"""Defines the network for endgames: convolutions over a window, pooling over the region."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from tesuji.learning.common.layers import Convolution
from tesuji.theory.go_endgames.features import MASK, PLANES

NUMBERS_OUT = 4
"""Logits of black_next, settled and urgent, and log(1 + temperature)."""


class Opinion(NamedTuple):
    """The outputs of the network for n positions of regions."""

    moves: Tensor
    """Logits of Black's and of White's moves [n, 2, h, w]."""
    ownership: Tensor
    """From -1 (White's) to 1 (Black's) [n, h, w]."""
    numbers: Tensor
    """[n, NUMBERS_OUT]"""


class RegionPooling(nn.Module):
    """Pools each channel over the region: [n, c, h, w] to [n, 2 c], mean and maximum.

    Inputs must not be negative.
    """

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        inside = x * mask
        mean = inside.mean((2, 3)) / mask.mean((2, 3))
        return torch.cat([mean, inside.amax((2, 3))], 1)


class RegionBlock(nn.Module):
    """Two convolutions with a skip connection, optionally with pooling over the region."""

    def __init__(self, channels: int, pooled: int) -> None:
        super().__init__()
        self.pooled = pooled
        self.first = Convolution(channels, channels, wraps=False)
        self.second = Convolution(channels, channels, wraps=False)
        self.pool = RegionPooling()
        self.bias = nn.Linear(2 * pooled, channels) if pooled else None
        nn.init.zeros_(self.second.norm.weight)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        inner = functional.relu(self.first(x))
        if self.bias is not None:
            inner = inner + self.bias(self.pool(inner[:, : self.pooled], mask))[:, :, None, None]
        return functional.relu(x + self.second(inner))


class TorchEndgameNetwork(nn.Module):
    """A stem, residual blocks, and heads for moves, ownership and numbers."""

    def __init__(self, blocks: int, channels: int) -> None:
        super().__init__()
        self.stem = Convolution(len(PLANES), channels, wraps=False)
        pooled = max(channels // 4, 1)
        # Every second block pools over the whole region, the last one always.
        self.blocks = nn.ModuleList(
            RegionBlock(channels, pooled if (blocks - i) % 2 else 0) for i in range(blocks)
        )
        width = max(channels // 2, 2)
        self.mix = nn.Conv2d(channels, width, 1)
        self.pool = RegionPooling()
        self.bias = nn.Linear(2 * width, width)
        self.moves = nn.Conv2d(width, 2, 1)
        self.owners = nn.Conv2d(width, 1, 1)
        self.hidden = nn.Linear(2 * width, 2 * width)
        self.numbers = nn.Linear(2 * width, NUMBERS_OUT)

    def forward(self, planes: Tensor) -> Opinion:
        mask = planes[:, MASK : MASK + 1]
        x = functional.relu(self.stem(planes))
        for block in self.blocks:
            x = block(x, mask)
        mixed = functional.relu(self.mix(x))
        pooled = self.pool(mixed, mask)
        seen = functional.relu(mixed + self.bias(pooled)[:, :, None, None])
        numbers = self.numbers(functional.relu(self.hidden(pooled)))
        return Opinion(self.moves(seen), torch.tanh(self.owners(seen))[:, 0], numbers)
