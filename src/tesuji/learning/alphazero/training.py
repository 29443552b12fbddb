"""One network learning: its weights, their running mean, the optimiser, and a step of training.

The loss is the cross-entropy of the policy, the squared error of the value, and, with small
weights, those of score and ownership, which teach the trunk what a position is made of; where the
config asks for it also of a softer policy and of the values of the next plies, which nobody plays
by. Value and score that are distributions are learnt by cross-entropy, too. Weight decay is the
optimiser's.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from tesuji.errors import TesujiError
from tesuji.learning.alphazero.config import Config
from tesuji.learning.alphazero.growth import grown
from tesuji.learning.alphazero.networks import (
    Judgement,
    Network,
    ResidualNetwork,
    make_network,
)
from tesuji.learning.alphazero.replay import Batch
from tesuji.search.layout import Layout

_SOFTNESS = 4
"""The temperature of the softer policy."""


@dataclass(slots=True)
class Losses:
    """Means over the positions seen."""

    count: int = 0
    sums: dict[str, float] = field(default_factory=dict)

    def add(self, parts: dict[str, Tensor], count: int) -> None:
        self.count += count
        for name, part in parts.items():
            self.sums[name] = self.sums.get(name, 0.0) + float(part.detach()) * count

    def means(self) -> dict[str, float]:
        return {name: total / self.count for name, total in self.sums.items() if self.count}


class Trainer:
    """A network and all that is needed to teach it more."""

    def __init__(self, layout: Layout, config: Config, seed: int, threads: int) -> None:
        torch.manual_seed(seed)
        torch.set_num_threads(max(threads, 1))
        self._config = config.training
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.network: Network = make_network(layout, config.network).to(self.device)
        self.average: Network = copy.deepcopy(self.network).eval()
        """The running mean of the weights: what plays."""
        self.steps = 0
        self.optimizer = _optimizer(self.network, config)
        self._precision, self._scaler = _mixed_precision(self.device, config)

    # -- learning ---------------------------------------------------------------------------------

    def learn(self, batches: Iterator[Batch], progress: float, seed: int) -> dict[str, float]:
        """Takes a step for each batch; gives the mean losses.

        `progress` from 0 to 1 says how much of the run is over, for the learning rate.
        """
        torch.manual_seed(seed)
        losses = Losses()
        self.network.train()
        for batch in batches:
            for group in self.optimizer.param_groups:
                group["lr"] = self.rate(progress)
            parts = self._step(batch)
            losses.add(parts, len(batch.values))
            self._update_average()
        self.network.eval()
        return losses.means()

    def test(self, batches: Iterator[Batch]) -> dict[str, float]:
        """The mean losses of the network that plays, without learning."""
        losses = Losses()
        with torch.no_grad():
            for batch in batches:
                parts, _ = self._losses(self.average, batch)
                losses.add(parts, len(batch.values))
        return losses.means()

    def rate(self, progress: float) -> float:
        """The learning rate of the next step."""
        config = self._config
        rate = config.rate
        if config.schedule == "cosine":
            share = (1 + math.cos(math.pi * min(max(progress, 0.0), 1.0))) / 2
            rate *= config.final_rate + (1 - config.final_rate) * share
        if config.warmup:
            rate *= min(1.0, (self.steps + 1) / config.warmup)
        return rate

    def _step(self, batch: Batch) -> dict[str, Tensor]:
        self.optimizer.zero_grad(set_to_none=True)
        parts, loss = self._losses(self.network, batch)
        if not math.isfinite(float(loss.detach())):
            raise TesujiError(
                "training has diverged: the loss is not a number; a smaller training.rate helps"
            )
        if self._scaler is not None:
            self._scaler.scale(loss).backward()
            self._scaler.unscale_(self.optimizer)
        else:
            loss.backward()  # type: ignore[no-untyped-call]
        if self._config.clip:
            nn.utils.clip_grad_norm_(self.network.parameters(), self._config.clip)
        if self._scaler is not None:
            self._scaler.step(self.optimizer)
            self._scaler.update()
        else:
            self.optimizer.step()
        self.steps += 1
        return parts

    def _losses(self, network: Network, batch: Batch) -> tuple[dict[str, Tensor], Tensor]:
        def given(array: Any) -> Tensor:
            return torch.from_numpy(array).to(self.device)

        policies = given(batch.policies)
        with self._precision:
            planes = given(batch.planes).contiguous(memory_format=torch.channels_last)
            found: Judgement = network(planes)
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
        found: Judgement,
        results: Tensor,
        thoughts: Tensor,
        scores: Tensor,
    ) -> dict[str, Tensor]:
        """Of value and score where the network gives distributions of them.

        The search's value, a mean, becomes chances to win and to lose.
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

    def _update_average(self) -> None:
        # In the beginning the mean is of few steps, so that it soon forgets the random start.
        keep = min(self._config.average, self.steps / (self.steps + 10))
        move_towards(self.average, self.network, 1 - keep)

    # -- keeping ----------------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """Everything that learning needs to go on, as arrays by name."""
        arrays = state_arrays(self.network, self.average, self.optimizer)
        return {**arrays, "steps": np.int64(self.steps)}

    def restore(self, arrays: dict[str, Any]) -> None:
        """Goes on from what `state` gave."""
        self.steps = int(arrays["steps"])
        self.load_weights(arrays)
        restore_optimizer(self.optimizer, arrays)

    def start_from(self, arrays: dict[str, Any]) -> None:
        """Begins with the weights of another run, and its optimiser's state where that fits."""
        self.load_weights(arrays)
        shapes = [
            weights.shape for group in self.optimizer.param_groups for weights in group["params"]
        ]
        moments = [arrays.get(f"optimizer/{number}/exp_avg") for number in range(len(shapes))]
        if all(
            moment is not None and moment.shape == shape
            for moment, shape in zip(moments, shapes, strict=True)
        ):
            restore_optimizer(self.optimizer, arrays)

    def load_weights(self, arrays: dict[str, Any]) -> None:
        """Takes the weights of a state, also of a smaller network or one for another board."""
        restore_weights(self.network, self.average, arrays)


# -- what every kind of learning needs --------------------------------------------------------


def move_towards(average: nn.Module, network: nn.Module, share: float) -> None:
    """Moves the weights of a running mean by a share of the way to those that learn."""
    with torch.no_grad():
        theirs = network.state_dict()
        for name, mean in average.state_dict().items():
            if mean.is_floating_point():
                mean.lerp_(theirs[name], share)
            else:
                mean.copy_(theirs[name])


def state_arrays(
    network: nn.Module, average: nn.Module, optimizer: torch.optim.Optimizer
) -> dict[str, Any]:
    """Weights, their running mean and the optimiser as arrays by name."""
    found = {f"network/{name}": w for name, w in network.state_dict().items()}
    found |= {f"average/{name}": w for name, w in average.state_dict().items()}
    for number, state in optimizer.state_dict()["state"].items():
        found |= {f"optimizer/{number}/{name}": part for name, part in state.items()}
    return {name: part.detach().cpu().numpy() for name, part in found.items()}


def restore_weights(network: nn.Module, average: nn.Module, arrays: dict[str, Any]) -> None:
    """Takes weights out of what `state_arrays` gave, also those of a smaller network.

    A network may be larger than the one before: see `tesuji.learning.alphazero.growth`.
    """
    for module, prefix in ((network, "network/"), (average, "average/")):
        given = {
            name.removeprefix(prefix): torch.from_numpy(np.asarray(array))
            for name, array in arrays.items()
            if name.startswith(prefix)
        }
        try:
            module.load_state_dict(grown(given, module.state_dict()))
        except RuntimeError as error:
            raise TesujiError("these weights belong to a network of another shape") from error


def restore_optimizer(optimizer: torch.optim.Optimizer, arrays: dict[str, Any]) -> None:
    """Takes the optimiser's state out of what `state_arrays` gave."""
    state: dict[int, dict[str, Tensor]] = {}
    for name, array in arrays.items():
        if name.startswith("optimizer/"):
            _, number, part = name.split("/")
            state.setdefault(int(number), {})[part] = torch.from_numpy(array)
    optimizer.load_state_dict({**optimizer.state_dict(), "state": state})


def weight_groups(network: nn.Module, decay: float) -> list[dict[str, Any]]:
    """Weight decay is for weights: biases and normalisation are left alone."""
    return [
        {"params": [p for p in network.parameters() if p.ndim > 1], "weight_decay": decay},
        {"params": [p for p in network.parameters() if p.ndim <= 1], "weight_decay": 0.0},
    ]


def _cross_entropy(logits: Tensor, wanted: Tensor) -> Tensor:
    return -(wanted * functional.log_softmax(logits.float(), 1)).sum(1).mean()


def _mean_where(numbers: Tensor, known: Tensor) -> Tensor:
    """The mean over the whole batch of what is known; the rest counts as 0."""
    return torch.where(known, numbers, 0.0).sum() / len(numbers)


def _optimizer(network: Network, config: Config) -> torch.optim.Optimizer:
    training = config.training
    groups = weight_groups(network, training.weight_decay)
    if training.optimizer == "adamw":
        return torch.optim.AdamW(groups, lr=training.rate, betas=(0.9, 0.98))
    return torch.optim.SGD(groups, lr=training.rate, momentum=training.momentum, nesterov=True)


def _mixed_precision(device: torch.device, config: Config) -> tuple[Any, Any]:
    """What runs the network in fewer bits where the hardware is made for it, and what scales."""
    wanted = config.training.precision
    if wanted == "float32":
        return nullcontext(), None
    if device.type != "cuda":
        fast = torch.ops.mkldnn._is_mkldnn_bf16_supported()
        if wanted == "bfloat16" or (fast and config.network.kind == "residual"):
            return torch.autocast("cpu", dtype=torch.bfloat16), None
        return nullcontext(), None
    if wanted == "bfloat16" or torch.cuda.is_bf16_supported():
        return torch.autocast("cuda", dtype=torch.bfloat16), None
    return torch.autocast("cuda", dtype=torch.float16), torch.amp.GradScaler("cuda")
