"""Trains a network for endgames on samples.

The loss of a sample consists of its known targets: the cross-entropies of both colours' moves, of
who moves next, of settledness and of the need to answer the last move; the errors of the
temperature, of the owners of points, and of their sum.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import torch
from torch import Tensor, nn
from torch.nn import functional

from tesuji.learning.common.trainer import Losses, Trainer, has_fast_bfloat16, weight_groups
from tesuji.learning.endgames.network import Opinion, TorchEndgameNetwork
from tesuji.learning.endgames.samples import UNKNOWN, EndgameBatch
from tesuji.theory.go_endgames.features import MASK, empty_points


@dataclass(frozen=True, slots=True)
class LearningOptions:
    """Options of training."""

    blocks: int = 5
    channels: int = 32
    batch: int = 128
    rate: float = 0.003
    """The highest learning rate; it falls along a cosine to a fiftieth in each stage."""
    decay: float = 0.01
    average: float = 0.997
    """The share that the running mean of the weights keeps at each step."""


_WEIGHTS = {
    "black": 1.0,
    "white": 1.0,
    "next": 1.0,
    "settled": 1.0,
    "urgent": 0.5,
    "temperature": 0.5,
    "owners": 1.0,
    "count": 0.15,
}


class EndgameTrainer(Trainer[TorchEndgameNetwork]):
    """A network for endgames that learns."""

    def __init__(self, options: LearningOptions, seed: int, threads: int = 1) -> None:
        torch.manual_seed(seed)
        torch.set_num_threads(threads)
        self._options = options
        network = TorchEndgameNetwork(options.blocks, options.channels)
        network = network.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
        groups = weight_groups(network, options.decay)
        optimizer = torch.optim.AdamW(groups, lr=options.rate, betas=(0.9, 0.98))
        super().__init__(network, optimizer, average=options.average, clip=5.0)

    def learn(self, batch: EndgameBatch, progress: float) -> dict[str, Tensor]:
        """Takes one step; `progress` is the part of the stage that is over, from 0 to 1."""
        falling = 0.02 + 0.98 * (1 + math.cos(math.pi * progress)) / 2
        warm = min(1.0, (self.steps + 1) / 50)
        self.network.train()
        rate = self._options.rate * falling * warm
        return self.step(rate, partial(losses, self.network, batch))

    def test(self, batches: Iterator[EndgameBatch]) -> dict[str, float]:
        """Returns mean losses and shares of right answers of the averaged network."""
        found = Losses()
        with torch.no_grad():
            for batch in batches:
                parts, _ = losses(self.average, batch)
                found.add({**parts, **_shares_right(self.average, batch)}, len(batch))
        return {name: round(mean, 4) for name, mean in found.means().items()}


def losses(network: nn.Module, batch: EndgameBatch) -> tuple[dict[str, Tensor], Tensor]:
    """Returns the parts of the loss, each a mean over its known samples, and the loss."""
    said, planes = _said(network, batch)
    numbers = torch.from_numpy(batch.numbers)
    free = torch.from_numpy(empty_points(batch.planes))
    parts = {}
    for name, moves, logits in (
        ("black", batch.black, said.moves[:, 0]),
        ("white", batch.white, said.moves[:, 1]),
    ):
        wanted = torch.from_numpy(moves)
        allowed = logits.masked_fill(~free, -1e4).flatten(1)
        chances = functional.log_softmax(allowed, 1)
        # The total probability of all best moves.
        right = chances.masked_fill(~wanted.flatten(1), -1e4).logsumexp(1)
        parts[name] = _mean(-right, wanted.flatten(1).any(1))
    for name, column in (("next", 0), ("settled", 1), ("urgent", 2)):
        target = numbers[:, column]
        errors = functional.binary_cross_entropy_with_logits(
            said.numbers[:, column], target.nan_to_num(), reduction="none"
        )
        parts[name] = _mean(errors, ~target.isnan())
    heat = numbers[:, 3]
    errors = functional.smooth_l1_loss(
        said.numbers[:, 3], heat.nan_to_num().log1p(), reduction="none"
    )
    parts["temperature"] = _mean(errors, ~heat.isnan())
    owners = torch.from_numpy(batch.owners).float() / 100
    known = torch.from_numpy(batch.owners != UNKNOWN)
    squares = torch.where(known, (said.ownership - owners).square(), 0.0).sum((1, 2))
    parts["owners"] = _mean(squares / known.sum((1, 2)).clamp(min=1), known.any(2).any(1))
    counted = (said.ownership * planes[:, MASK]).sum((1, 2))
    count = numbers[:, 4]
    errors = functional.smooth_l1_loss(counted, count.nan_to_num(), reduction="none")
    parts["count"] = _mean(errors, ~count.isnan())
    loss = torch.stack([_WEIGHTS[name] * part for name, part in parts.items()]).sum()
    return parts, loss


def _said(network: nn.Module, batch: EndgameBatch) -> tuple[Opinion, Tensor]:
    planes = torch.from_numpy(batch.planes).float()
    # 16 bits are enough for training, and twice as fast on processors that support them.
    with torch.autocast("cpu", torch.bfloat16, enabled=has_fast_bfloat16()):
        said = network(planes.to(memory_format=torch.channels_last))
    return Opinion(*(part.float() for part in said)), planes


def _shares_right(network: nn.Module, batch: EndgameBatch) -> dict[str, Tensor]:
    """Returns how often the likeliest move is among the best, and settledness is judged right."""
    said, planes = _said(network, batch)
    free = torch.from_numpy(empty_points(batch.planes))
    right = {}
    for name, moves, logits in (
        ("black_right", batch.black, said.moves[:, 0]),
        ("white_right", batch.white, said.moves[:, 1]),
    ):
        wanted = torch.from_numpy(moves).flatten(1)
        top = logits.masked_fill(~free, -1e4).flatten(1).argmax(1, keepdim=True)
        right[name] = _mean(wanted.gather(1, top)[:, 0].float(), wanted.any(1))
    settled = torch.from_numpy(batch.numbers[:, 1])
    agree = ((said.numbers[:, 1] > 0) == (settled > 0.5)).float()
    right["settled_right"] = _mean(agree, ~settled.isnan())
    count = torch.from_numpy(batch.numbers[:, 4])
    counted = (said.ownership.round() * planes[:, MASK]).sum((1, 2))
    over = (settled > 0.5) & ~count.isnan()
    right["count_right"] = _mean((counted == count).float(), over)
    return right


def _mean(numbers: Tensor, known: Tensor) -> Tensor:
    """Returns the mean over what is known."""
    return torch.where(known, numbers, 0.0).sum() / known.sum().clamp(min=1)
