"""Defines the networks: residual with pooling over the board, or dense as in the thesis.

Both take planes float32 [n, channels, height, width] from the view of the player to move, and
return a `NetworkOutput` for that player. A residual network works on boards of any size, a dense
one on one board.
"""

from __future__ import annotations

import itertools
import math
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from tesuji.errors import TesujiError
from tesuji.learning.alphazero.config import NetworkConfig
from tesuji.learning.alphazero.distributions import Spread, margin_points, value_points
from tesuji.learning.common.layers import Convolution
from tesuji.networks.layout import Family, Layout


class NetworkOutput(NamedTuple):
    """The outputs of a network for n positions, for the player to move."""

    policy: Tensor
    """Logits, legal or not: [n, num_moves] of a dense network; of a residual one concatenated
    planes and the moves without a cell, in which `Layout.order` gives the place of each move."""
    value: Tensor
    """From -1 (lost) to 1 (won) [n]."""
    score: Tensor
    """The margin at the end divided by `Layout.score_scale` [n]."""
    ownership: Tensor
    """From -1 (the opponent's at the end) to 1 (one's own) for each cell [n, height * width]."""
    soft_policy: Tensor | None = None
    """Logits of a flattened policy, in which all moves count more; shaped like `policy`."""
    soon: Tensor | None = None
    """The mean value of the search over the next plies, from -1 to 1, for each of
    `tesuji.learning.alphazero.replay.HORIZONS` [n, 2]."""
    value_logits: Tensor | None = None
    score_logits: Tensor | None = None
    """Logits of the distributions whose means are `value` and `score`, if the network has them [n,
    points]: see `ValueHead`."""


class TorchNetwork(nn.Module):
    """The base class of both kinds."""

    plays_any_size: bool
    family: Family

    def __init__(self, layout: Layout, config: NetworkConfig) -> None:
        super().__init__()
        self.family = layout.family
        self.config = config
        for plane in config.planes:
            if plane >= layout.channels:
                raise TesujiError(
                    f"network.planes names plane {plane}; the game has {layout.channels}"
                )
        self.inputs = list(config.planes) or list(range(layout.channels))

    def chosen(self, planes: Tensor) -> Tensor:
        """Returns the planes that the network uses."""
        return planes if len(self.inputs) == self.family.channels else planes[:, self.inputs]

    def forward(self, planes: Tensor) -> NetworkOutput:
        raise NotImplementedError


def make_network(layout: Layout, config: NetworkConfig) -> TorchNetwork:
    """Returns a new network with random weights, for positions of that layout.

    A residual network is for all boards of the layout's family.
    """
    kind = {"residual": ResidualNetwork, "dense": DenseNetwork}[config.kind]
    return kind(layout, config)


# -- residual -----------------------------------------------------------------------------------


class Pooling(nn.Module):
    """Pools each channel over the board, [n, c, h, w] to [n, 3 c]: mean, maximum, scaled mean.

    The last is the mean times (side - 10) / 10, where side is the square root of h w, which allows
    sums over boards of different sizes (as in KataGo).
    """

    PARTS = 3

    def forward(self, x: Tensor) -> Tensor:
        mean = x.mean((2, 3))
        side = math.sqrt(x.shape[2] * x.shape[3])
        return torch.cat([mean, x.amax((2, 3)), mean * ((side - 10) / 10)], 1)


class Block(nn.Module):
    """Two convolutions with a skip connection, optionally with pooling over the whole board.

    The first `pooled` channels between the two are pooled and become a bias of all channels, so
    that distant points matter after one block (as in KataGo).
    """

    def __init__(self, channels: int, pooled: int, wraps: bool) -> None:
        super().__init__()
        self.pooled = pooled
        self.first = Convolution(channels, channels, wraps)
        self.second = Convolution(channels, channels, wraps)
        self.pool = Pooling()
        self.bias = nn.Linear(Pooling.PARTS * pooled, channels) if pooled else None
        nn.init.zeros_(self.second.norm.weight)

    def forward(self, x: Tensor) -> Tensor:
        inner = functional.relu(self.first(x))
        if self.bias is not None:
            inner = inner + self.bias(self.pool(inner[:, : self.pooled]))[:, :, None, None]
        return functional.relu(x + self.second(inner))


class PolicyHead(nn.Module):
    """Logits of moves: those with a cell from planes, the others from pooled features."""

    def __init__(self, family: Family, channels: int, width: int) -> None:
        super().__init__()
        self.mix = nn.Conv2d(channels, width, 1)
        self.pool = Pooling()
        self.bias = nn.Linear(Pooling.PARTS * width, width)
        planes, others = family.policy_planes, family.other_moves
        self.planes = nn.Conv2d(width, planes, 1) if planes else None
        self.others = nn.Linear(Pooling.PARTS * width, others) if others else None
        self.soft_planes = nn.Conv2d(width, planes, 1) if planes else None
        self.soft_others = nn.Linear(Pooling.PARTS * width, others) if others else None

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        mixed = functional.relu(self.mix(x))
        pooled = self.pool(mixed)
        sharp, soft = [], []
        if self.planes is not None and self.soft_planes is not None:
            seen = functional.relu(mixed + self.bias(pooled)[:, :, None, None])
            sharp.append(self.planes(seen).flatten(1))
            soft.append(self.soft_planes(seen).flatten(1))
        if self.others is not None and self.soft_others is not None:
            sharp.append(self.others(pooled))
            soft.append(self.soft_others(pooled))
        return torch.cat(sharp, 1), torch.cat(soft, 1)


class ValueHead(nn.Module):
    """Computes value, score and near-future values from pooled features, ownership from a plane."""

    def __init__(self, channels: int, width: int, distributions: bool) -> None:
        super().__init__()
        self.mix = nn.Conv2d(channels, width, 1)
        self.pool = Pooling()
        self.hidden = nn.Linear(Pooling.PARTS * width, 2 * width)
        if distributions:
            self.value_spread = Spread(2 * width, value_points())
            self.score_spread = Spread(2 * width, margin_points())
        else:
            self.value = nn.Linear(2 * width, 1)
            self.score = nn.Linear(2 * width, 1)
        self.distributions = distributions
        self.ownership = nn.Conv2d(width, 1, 1)
        self.soon = nn.Linear(2 * width, 2)

    def forward(self, x: Tensor, policy: Tensor, soft_policy: Tensor) -> NetworkOutput:
        """Returns all outputs, given those of the policy head."""
        mixed = functional.relu(self.mix(x))
        hidden = functional.relu(self.hidden(self.pool(mixed)))
        ownership = torch.tanh(self.ownership(mixed)).flatten(1)
        soon = torch.tanh(self.soon(hidden))
        if not self.distributions:
            value = torch.tanh(self.value(hidden)).flatten()
            score = self.score(hidden).flatten()
            return NetworkOutput(policy, value, score, ownership, soft_policy, soon)
        values, scores = self.value_spread(hidden), self.score_spread(hidden)
        value, score = self.value_spread.mean(values), self.score_spread.mean(scores)
        return NetworkOutput(policy, value, score, ownership, soft_policy, soon, values, scores)


class ResidualNetwork(TorchNetwork):
    """A stem, residual blocks, and the two heads."""

    plays_any_size = True

    def __init__(self, layout: Layout, config: NetworkConfig) -> None:
        super().__init__(layout, config)
        channels = config.channels
        self.stem = Convolution(len(self.inputs), channels, layout.family.wraps)
        pooled = max(channels // 4, 1)
        # Every second block pools over the whole board, the last one always.
        self.blocks = nn.ModuleList(
            Block(channels, pooled if (config.blocks - i) % 2 else 0, layout.family.wraps)
            for i in range(config.blocks)
        )
        self.policy = PolicyHead(layout.family, channels, config.head_channels)
        self.values = ValueHead(
            channels, config.head_channels, distributions=config.values == "distributions"
        )

    def forward(self, planes: Tensor) -> NetworkOutput:
        x = functional.relu(self.stem(self.chosen(planes)))
        for block in self.blocks:
            x = block(x)
        found: NetworkOutput = self.values(x, *self.policy(x))
        return found


# -- dense --------------------------------------------------------------------------------------


class DenseLayer(nn.Module):
    """Weights, normalisation, rectifier, and dropout in training."""

    def __init__(self, inputs: int, outputs: int, dropout: float) -> None:
        super().__init__()
        self.linear = nn.Linear(inputs, outputs)
        self.norm = nn.BatchNorm1d(outputs)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor) -> Tensor:
        out: Tensor = self.dropout(functional.relu(self.norm(self.linear(x))))
        return out


class DenseNetwork(TorchNetwork):
    """Dense layers over all cells, without knowledge of neighbourhood."""

    plays_any_size = False

    def __init__(self, layout: Layout, config: NetworkConfig) -> None:
        super().__init__(layout, config)
        if config.values != "numbers":
            raise TesujiError("a dense network has no distributions: set network.values=numbers")
        self.layout = layout
        sizes = [len(self.inputs) * layout.cells, *config.layers]
        self.layers = nn.ModuleList(
            DenseLayer(before, after, config.dropout) for before, after in itertools.pairwise(sizes)
        )
        last = sizes[-1]
        self.policy = nn.Linear(last, layout.num_moves)
        self.value = nn.Linear(last, 1)
        self.score = nn.Linear(last, 1)
        self.ownership = nn.Linear(last, layout.cells)

    def forward(self, planes: Tensor) -> NetworkOutput:
        x = self.chosen(planes).flatten(1)
        for layer in self.layers:
            x = layer(x)
        return NetworkOutput(
            self.policy(x),
            torch.tanh(self.value(x)).flatten(),
            self.score(x).flatten(),
            torch.tanh(self.ownership(x)),
        )


def num_weights(network: nn.Module) -> int:
    """Returns the number of trainable weights."""
    return sum(math.prod(weights.shape) for weights in network.parameters())
