"""Trains a network: its weights, their running mean, and the optimiser.

Subclasses and callers define the loss.
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
    """The precision of a network in training."""

    autocast: AbstractContextManager[Any] = field(default_factory=nullcontext)
    scaler: Any = None
    """Scales the loss so that 16-bit gradients do not vanish, if needed."""


class Trainer(Generic[AnyNetwork]):
    """A network and the state of its training."""

    def __init__(
        self,
        network: AnyNetwork,
        optimizer: torch.optim.Optimizer,
        *,
        average: float,
        clip: float,
        precision: Precision | None = None,
    ) -> None:
        """`average` is the share that the running mean keeps at each step; `clip` 0 means none."""
        self.network = network
        self.average = copy.deepcopy(network).eval()
        """The running mean of the weights, which is used for playing."""
        self.optimizer = optimizer
        self.steps = 0
        self.precision = precision or Precision()
        self._average = average
        self._clip = clip

    def step(
        self, rate: float, losses: Callable[[], tuple[dict[str, Tensor], Tensor]]
    ) -> dict[str, Tensor]:
        """Takes one step at a learning rate on the loss of `losses`; returns its parts."""
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
        # At first the mean covers few steps, so that it soon forgets the random weights.
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
        """Returns the state needed to continue training, as arrays by name."""
        found = {f"network/{name}": w for name, w in self.network.state_dict().items()}
        found |= {f"average/{name}": w for name, w in self.average.state_dict().items()}
        for number, state in self.optimizer.state_dict()["state"].items():
            found |= {f"optimizer/{number}/{name}": part for name, part in state.items()}
        arrays = {name: part.detach().cpu().numpy() for name, part in found.items()}
        return {**arrays, "steps": np.int64(self.steps)}

    def restore(self, arrays: dict[str, Any]) -> None:
        """Restores the result of `state`."""
        self.steps = int(arrays["steps"])
        self.load_weights(arrays)
        self._restore_optimizer(arrays)

    def start_from(self, arrays: dict[str, Any]) -> None:
        """Takes the weights of another run, and its optimiser's state if it fits."""
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
        """Loads the weights from the result of `state`."""
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
        """Converts the weights `given` to this network, whose weights are `wanted`."""
        return given

    def _restore_optimizer(self, arrays: dict[str, Any]) -> None:
        state: dict[int, Weights] = {}
        for name, array in arrays.items():
            if name.startswith("optimizer/"):
                _, number, part = name.split("/")
                state.setdefault(int(number), {})[part] = torch.from_numpy(array)
        self.optimizer.load_state_dict({**self.optimizer.state_dict(), "state": state})


def weight_groups(network: nn.Module, decay: float) -> list[dict[str, Any]]:
    """Groups weights so that decay does not apply to biases and normalisation."""
    return [
        {"params": [p for p in network.parameters() if p.ndim > 1], "weight_decay": decay},
        {"params": [p for p in network.parameters() if p.ndim <= 1], "weight_decay": 0.0},
    ]


def has_fast_bfloat16() -> bool:
    """Returns whether this processor computes with bfloat16 faster than with 32-bit numbers."""
    return bool(torch.ops.mkldnn._is_mkldnn_bf16_supported())
