"""Trains a network on games against itself.

The loss is the cross-entropy of the policy, the squared error of the value, and, with small
weights, those of score and ownership, which teach the trunk the structure of a position; optionally
also those of a softer policy and of the values of the next plies, which are not used in play. Value
and score as distributions are trained by cross-entropy too. Weight decay is left to the optimiser.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional

from tesuji.learning.alphazero.config import Config
from tesuji.learning.alphazero.growth import grown
from tesuji.learning.alphazero.networks import (
    NetworkOutput,
    ResidualNetwork,
    TorchNetwork,
    make_network,
)
from tesuji.learning.alphazero.replay import Batch
from tesuji.learning.common.trainer import (
    Losses,
    Precision,
    Trainer,
    Weights,
    has_fast_bfloat16,
    weight_groups,
)
from tesuji.networks.layout import Layout

_SOFTNESS = 4
"""The temperature of the softer policy."""


class SelfPlayTrainer(Trainer[TorchNetwork]):
    """A network that learns from games against itself."""

    def __init__(self, layout: Layout, config: Config, seed: int, threads: int) -> None:
        torch.manual_seed(seed)
        torch.set_num_threads(max(threads, 1))
        self._config = config.training
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        network = make_network(layout, config.network).to(self.device)
        super().__init__(
            network,
            _optimizer(network, config),
            average=self._config.average,
            clip=self._config.clip,
            precision=_mixed_precision(self.device, config),
        )

    def fitted(self, given: Weights, wanted: Weights) -> Weights:
        """Also accepts the weights of a smaller network: see `growth`."""
        return grown(given, wanted)

    # -- learning ---------------------------------------------------------------------------------

    def learn(self, batches: Iterator[Batch], progress: float, seed: int) -> dict[str, float]:
        """Takes a step for each batch; returns the mean losses.

        `progress` is the part of the run that is over, from 0 to 1, for the learning rate.
        """
        torch.manual_seed(seed)
        losses = Losses()
        self.network.train()
        for batch in batches:
            parts = self.step(self.rate(progress), partial(self._losses, self.network, batch))
            losses.add(parts, len(batch.values))
        self.network.eval()
        return losses.means()

    def test(self, batches: Iterator[Batch]) -> dict[str, float]:
        """Returns the mean losses of the playing network, without training."""
        losses = Losses()
        with torch.no_grad():
            for batch in batches:
                parts, _ = self._losses(self.average, batch)
                losses.add(parts, len(batch.values))
        return losses.means()

    def rate(self, progress: float) -> float:
        """Returns the learning rate of the next step."""
        config = self._config
        rate = config.rate
        if config.schedule == "cosine":
            share = (1 + math.cos(math.pi * min(max(progress, 0.0), 1.0))) / 2
            rate *= config.final_rate + (1 - config.final_rate) * share
        if config.warmup:
            rate *= min(1.0, (self.steps + 1) / config.warmup)
        return rate

    def _losses(self, network: TorchNetwork, batch: Batch) -> tuple[dict[str, Tensor], Tensor]:
        def given(array: Any) -> Tensor:
            return torch.from_numpy(array).to(self.device)

        policies = given(batch.policies)
        with self.precision.autocast:
            planes = given(batch.planes).contiguous(memory_format=torch.channels_last)
            found: NetworkOutput = network(planes)
        order = given(batch.order) if network.plays_any_size else slice(None)
        policy = _cross_entropy(found.policy[:, order], policies)
        entropy = torch.special.entr(policies).sum(1).mean()
        value = functional.mse_loss(found.value.float(), given(batch.values))
        scores = given(batch.scores)
        known = ~scores.isnan()
        errors = functional.smooth_l1_loss(
            found.score.float(), scores.nan_to_num(), reduction="none"
        )
        score = _mean_where(errors, known)
        squares = (found.ownership.float() - given(batch.ownership)).square().mean(1)
        ownership = _mean_where(squares, given(batch.ownership_known))
        config = self._config
        parts: dict[str, Tensor] = {}
        if isinstance(network, ResidualNetwork) and found.value_logits is not None:
            results, thoughts = given(batch.results), given(batch.root_values)
            parts |= self._distribution_losses(network, found, results, thoughts, scores)
        loss = (
            policy
            + config.value_weight * parts.get("value_distribution", value)
            + config.score_weight * parts.get("score_distribution", score)
            + config.ownership_weight * ownership
        )
        if config.soft_policy_weight and found.soft_policy is not None:
            soft = policies.pow(1 / _SOFTNESS)
            soft = soft / soft.sum(1, keepdim=True).clamp_min(1e-9)
            parts["soft_policy"] = _cross_entropy(found.soft_policy[:, order], soft)
            loss = loss + config.soft_policy_weight * parts["soft_policy"]
        if config.soon_weight and found.soon is not None:
            parts["soon"] = functional.mse_loss(found.soon.float(), given(batch.soon))
            loss = loss + config.soon_weight * parts["soon"]
        parts |= {
            "policy": policy,
            "divergence": policy - entropy,
            "value": value,
            "score": score,
            "ownership": ownership,
            "loss": loss,
        }
        return parts, loss

    def _distribution_losses(
        self,
        network: ResidualNetwork,
        found: NetworkOutput,
        results: Tensor,
        thoughts: Tensor,
        scores: Tensor,
    ) -> dict[str, Tensor]:
        """Returns the losses of value and score as distributions.

        The search's value, a mean, is converted to chances to win and to lose.
        """
        assert found.value_logits is not None
        assert found.score_logits is not None
        values, margins = network.values.value_spread, network.values.score_spread
        share = self._config.root_value_share
        wanted = (1 - share) * values.around(results) + share * values.at_the_ends(thoughts)
        unlikely = -functional.log_softmax(found.score_logits.float(), 1)
        errors = (margins.around(scores.nan_to_num()) * unlikely).sum(1)
        return {
            "value_distribution": _cross_entropy(found.value_logits, wanted),
            "score_distribution": _mean_where(errors, ~scores.isnan()),
        }


def _cross_entropy(logits: Tensor, wanted: Tensor) -> Tensor:
    return -(wanted * functional.log_softmax(logits.float(), 1)).sum(1).mean()


def _mean_where(numbers: Tensor, known: Tensor) -> Tensor:
    """Returns the mean over the whole batch, in which unknown numbers count as 0."""
    return torch.where(known, numbers, 0.0).sum() / len(numbers)


def _optimizer(network: TorchNetwork, config: Config) -> torch.optim.Optimizer:
    training = config.training
    groups = weight_groups(network, training.weight_decay)
    if training.optimizer == "adamw":
        return torch.optim.AdamW(groups, lr=training.rate, betas=(0.9, 0.98))
    return torch.optim.SGD(groups, lr=training.rate, momentum=training.momentum, nesterov=True)


def _mixed_precision(device: torch.device, config: Config) -> Precision:
    """Returns how to run the network in fewer bits if the hardware supports it well."""
    wanted = config.training.precision
    if wanted == "float32":
        return Precision()
    if device.type != "cuda":
        if wanted == "bfloat16" or (has_fast_bfloat16() and config.network.kind == "residual"):
            return Precision(torch.autocast("cpu", dtype=torch.bfloat16))
        return Precision()
    if wanted == "bfloat16" or torch.cuda.is_bf16_supported():
        return Precision(torch.autocast("cuda", dtype=torch.bfloat16))
    return Precision(torch.autocast("cuda", dtype=torch.float16), torch.amp.GradScaler("cuda"))
