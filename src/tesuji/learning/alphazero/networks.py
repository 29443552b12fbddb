"""The networks: residual and convolutional with pooling over the board, or dense as in the thesis.

Both take planes float32 [n, channels, height, width] as the player to move sees them, and give a
`Judgement` from the view of that player. Weights of a residual network do not depend on the size
of the board, so one board can be learnt from what was learnt on another.
"""

from __future__ import annotations

import itertools
import math
from typing import Literal, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from tesuji.errors import TesujiError
from tesuji.learning.alphazero.config import NetworkConfig
from tesuji.learning.alphazero.layout import Layout


class Judgement(NamedTuple):
    """What a network says of n positions, for the player to move."""

    policy: Tensor
    """Logits of all moves, legal or not [n, num_moves]."""
    value: Tensor
    """From -1 (lost) to 1 (won) [n]."""
    score: Tensor
    """The margin at the end divided by `Layout.score_scale` [n]."""
    ownership: Tensor
    """From -1 (the opponent's at the end) to 1 (one's own) for each cell [n, height * width]."""


class Network(nn.Module):
    """What both kinds have in common."""

    def __init__(self, layout: Layout, config: NetworkConfig) -> None:
        super().__init__()
        self.layout = layout
        self.config = config
        for plane in config.planes:
            if plane >= layout.channels:
                raise TesujiError(
                    f"network.planes names plane {plane}; the game has {layout.channels}"
                )
        self.inputs = list(config.planes) or list(range(layout.channels))

    def chosen(self, planes: Tensor) -> Tensor:
        """The planes that the network looks at."""
        return planes if len(self.inputs) == self.layout.channels else planes[:, self.inputs]

    def forward(self, planes: Tensor) -> Judgement:
        raise NotImplementedError


def make_network(layout: Layout, config: NetworkConfig) -> Network:
    """A new network with random weights, for positions of that layout."""
    kind = {"residual": ResidualNetwork, "dense": DenseNetwork}[config.kind]
    return kind(layout, config)


# -- residual -----------------------------------------------------------------------------------


class Convolution(nn.Module):
    """A 3x3 convolution that keeps the board's size, and normalisation of what comes out."""

    def __init__(self, inputs: int, outputs: int, wraps: bool) -> None:
        super().__init__()
        self.wraps = wraps
        mode: Literal["circular", "zeros"] = "circular" if wraps else "zeros"
        self.conv = nn.Conv2d(inputs, outputs, 3, padding=1, bias=False, padding_mode=mode)
        self.norm = nn.BatchNorm2d(outputs)

    def forward(self, x: Tensor) -> Tensor:
        out: Tensor = self.norm(self.conv(x))
        return out


class Pooling(nn.Module):
    """Each channel's mean and maximum over the board, [n, c, h, w] to [n, 2 c]."""

    def forward(self, x: Tensor) -> Tensor:
        return torch.cat([x.mean((2, 3)), x.amax((2, 3))], 1)


class Block(nn.Module):
    """Two convolutions around which the input goes by; with pooling, the whole board is seen.

    The first `pooled` channels between the two are pooled and become a bias of all channels, so
    that what happens far away can matter after one block (as in KataGo).
    """

    def __init__(self, channels: int, pooled: int, wraps: bool) -> None:
        super().__init__()
        self.pooled = pooled
        self.first = Convolution(channels, channels, wraps)
        self.second = Convolution(channels, channels, wraps)
        self.pool = Pooling()
        self.bias = nn.Linear(2 * pooled, channels) if pooled else None
        nn.init.zeros_(self.second.norm.weight)

    def forward(self, x: Tensor) -> Tensor:
        inner = functional.relu(self.first(x))
        if self.bias is not None:
            inner = inner + self.bias(self.pool(inner[:, : self.pooled]))[:, :, None, None]
        return functional.relu(x + self.second(inner))


class PolicyHead(nn.Module):
    """Logits of moves: those with a cell from planes, the others from pooled features."""

    def __init__(self, layout: Layout, channels: int, width: int) -> None:
        super().__init__()
        self.layout = layout
        self.mix = nn.Conv2d(channels, width, 1)
        self.pool = Pooling()
        self.bias = nn.Linear(2 * width, width)
        planes, others = layout.policy_planes, len(layout.other_moves)
        self.planes = nn.Conv2d(width, planes, 1) if planes else None
        self.others = nn.Linear(2 * width, others) if others else None
        self.register_buffer("order", torch.from_numpy(order_of_moves(layout)), persistent=False)

    order: Tensor

    def forward(self, x: Tensor) -> Tensor:
        mixed = functional.relu(self.mix(x))
        pooled = self.pool(mixed)
        parts = []
        if self.planes is not None:
            seen = functional.relu(mixed + self.bias(pooled)[:, :, None, None])
            parts.append(self.planes(seen).flatten(1))
        if self.others is not None:
            parts.append(self.others(pooled))
        return torch.cat(parts, 1)[:, self.order]


def order_of_moves(layout: Layout) -> NDArray[np.int64]:
    """For each move its place behind planes laid end to end and followed by the other moves."""
    order = layout.move_cells.copy()
    start = layout.policy_planes * layout.cells
    order[layout.other_moves] = start + np.arange(len(layout.other_moves))
    return order


class ValueHead(nn.Module):
    """Value and score from pooled features, ownership from a plane."""

    def __init__(self, channels: int, width: int) -> None:
        super().__init__()
        self.mix = nn.Conv2d(channels, width, 1)
        self.pool = Pooling()
        self.hidden = nn.Linear(2 * width, 2 * width)
        self.value = nn.Linear(2 * width, 1)
        self.score = nn.Linear(2 * width, 1)
        self.ownership = nn.Conv2d(width, 1, 1)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        mixed = functional.relu(self.mix(x))
        hidden = functional.relu(self.hidden(self.pool(mixed)))
        value = torch.tanh(self.value(hidden)).flatten()
        return value, self.score(hidden).flatten(), torch.tanh(self.ownership(mixed)).flatten(1)


class ResidualNetwork(Network):
    """A stem, residual blocks, and the two heads."""

    def __init__(self, layout: Layout, config: NetworkConfig) -> None:
        super().__init__(layout, config)
        channels = config.channels
        self.stem = Convolution(len(self.inputs), channels, layout.wraps)
        pooled = max(channels // 4, 1)
        # Every second block sees the whole board, the last one always.
        self.blocks = nn.ModuleList(
            Block(channels, pooled if (config.blocks - i) % 2 else 0, layout.wraps)
            for i in range(config.blocks)
        )
        self.policy = PolicyHead(layout, channels, config.head_channels)
        self.values = ValueHead(channels, config.head_channels)

    def forward(self, planes: Tensor) -> Judgement:
        x = functional.relu(self.stem(self.chosen(planes)))
        for block in self.blocks:
            x = block(x)
        return Judgement(self.policy(x), *self.values(x))


# -- dense --------------------------------------------------------------------------------------


class DenseLayer(nn.Module):
    """Weights, normalisation, rectifier, and dropout while it learns."""

    def __init__(self, inputs: int, outputs: int, dropout: float) -> None:
        super().__init__()
        self.linear = nn.Linear(inputs, outputs)
        self.norm = nn.BatchNorm1d(outputs)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor) -> Tensor:
        out: Tensor = self.dropout(functional.relu(self.norm(self.linear(x))))
        return out


class DenseNetwork(Network):
    """Layers that see all cells at once, and know nothing of who is next to whom."""

    def __init__(self, layout: Layout, config: NetworkConfig) -> None:
        super().__init__(layout, config)
        sizes = [len(self.inputs) * layout.cells, *config.layers]
        self.layers = nn.ModuleList(
            DenseLayer(before, after, config.dropout) for before, after in itertools.pairwise(sizes)
        )
        last = sizes[-1]
        self.policy = nn.Linear(last, layout.num_moves)
        self.value = nn.Linear(last, 1)
        self.score = nn.Linear(last, 1)
        self.ownership = nn.Linear(last, layout.cells)

    def forward(self, planes: Tensor) -> Judgement:
        x = self.chosen(planes).flatten(1)
        for layer in self.layers:
            x = layer(x)
        return Judgement(
            self.policy(x),
            torch.tanh(self.value(x)).flatten(),
            self.score(x).flatten(),
            torch.tanh(self.ownership(x)),
        )


def num_weights(network: nn.Module) -> int:
    """How many numbers it learns."""
    return sum(math.prod(weights.shape) for weights in network.parameters())
