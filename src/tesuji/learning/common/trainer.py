"""A network that learns: its weights, their running mean, the optimiser, and a step of training.

What is learnt is said by those who give the loss.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import numpy as np
import torch
from torch import Tensor, nn

from tesuji.errors import TesujiError

Weights = dict[str, Tensor]
AnyNetwork = TypeVar("AnyNetwork", bound=nn.Module)


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


@dataclass(frozen=True, slots=True)
class Precision:
    """In how many bits a network runs while it learns."""

    autocast: AbstractContextManager[Any] = field(default_factory=nullcontext)
    scaler: Any = None
    """What keeps small gradients of 16 bits from vanishing, where that is needed."""


class Trainer(Generic[AnyNetwork]):
    """A network and all that is needed to teach it more."""

    def __init__(
        self,
        network: AnyNetwork,
        optimizer: torch.optim.Optimizer,
        *,
        average: float,
        clip: float,
        precision: Precision | None = None,
    ) -> None:
        """`average` is what the running mean keeps at each step; no `clip` if it is 0."""
        self.network = network
        self.average = copy.deepcopy(network).eval()
        """The running mean of the weights: what plays."""
        self.optimizer = optimizer
        self.steps = 0
        self.precision = precision or Precision()
        self._average = average
        self._clip = clip

    def step(
        self, rate: float, losses: Callable[[], tuple[dict[str, Tensor], Tensor]]
    ) -> dict[str, Tensor]:
        """One step at a learning rate down the loss that `losses` gives; the parts of the loss."""
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        self.optimizer.zero_grad(set_to_none=True)
        parts, loss = losses()
        if not math.isfinite(float(loss.detach())):
            raise TesujiError(
                "training diverged: the loss is NaN or infinite; try a smaller training.rate"
            )
        scaler = self.precision.scaler
        if scaler is None:
            loss.backward()  # type: ignore[no-untyped-call]
        else:
            scaler.scale(loss).backward()
            scaler.unscale_(self.optimizer)
        if self._clip:
            nn.utils.clip_grad_norm_(self.network.parameters(), self._clip)
        if scaler is None:
            self.optimizer.step()
        else:
            scaler.step(self.optimizer)
            scaler.update()
        self.steps += 1
        self._update_average()
        return parts

    def _update_average(self) -> None:
        # In the beginning the mean is of few steps, so that it soon forgets the random start.
        share = 1 - min(self._average, self.steps / (self.steps + 10))
        with torch.no_grad():
            theirs = self.network.state_dict()
            for name, mean in self.average.state_dict().items():
                if mean.is_floating_point():
                    mean.lerp_(theirs[name], share)
                else:
                    mean.copy_(theirs[name])

    # -- keeping ----------------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """Everything that learning needs to go on, as arrays by name."""
        found = {f"network/{name}": w for name, w in self.network.state_dict().items()}
        found |= {f"average/{name}": w for name, w in self.average.state_dict().items()}
        for number, state in self.optimizer.state_dict()["state"].items():
            found |= {f"optimizer/{number}/{name}": part for name, part in state.items()}
        arrays = {name: part.detach().cpu().numpy() for name, part in found.items()}
        return {**arrays, "steps": np.int64(self.steps)}

    def restore(self, arrays: dict[str, Any]) -> None:
        """Goes on from what `state` gave."""
        self.steps = int(arrays["steps"])
        self.load_weights(arrays)
        self._restore_optimizer(arrays)

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
            self._restore_optimizer(arrays)

    def load_weights(self, arrays: dict[str, Any]) -> None:
        """Takes the weights out of what `state` gave."""
        for module, prefix in ((self.network, "network/"), (self.average, "average/")):
            given = {
                name.removeprefix(prefix): torch.from_numpy(np.asarray(array))
                for name, array in arrays.items()
                if name.startswith(prefix)
            }
            try:
                module.load_state_dict(self.fitted(given, module.state_dict()))
            except RuntimeError as error:
                raise TesujiError(
                    "these weights do not fit: the network of this run has another shape"
                ) from error

    def fitted(self, given: Weights, wanted: Weights) -> Weights:
        """The weights `given` as this network takes them; they are `wanted` now."""
        return given

    def _restore_optimizer(self, arrays: dict[str, Any]) -> None:
        state: dict[int, Weights] = {}
        for name, array in arrays.items():
            if name.startswith("optimizer/"):
                _, number, part = name.split("/")
                state.setdefault(int(number), {})[part] = torch.from_numpy(array)
        self.optimizer.load_state_dict({**self.optimizer.state_dict(), "state": state})


def weight_groups(network: nn.Module, decay: float) -> list[dict[str, Any]]:
    """Weight decay is for weights: biases and normalisation are left alone."""
    return [
        {"params": [p for p in network.parameters() if p.ndim > 1], "weight_decay": decay},
        {"params": [p for p in network.parameters() if p.ndim <= 1], "weight_decay": 0.0},
    ]


def has_fast_bfloat16() -> bool:
    """Whether this processor is made for numbers of 16 bits: half as many do for learning."""
    return bool(torch.ops.mkldnn._is_mkldnn_bf16_supported())
