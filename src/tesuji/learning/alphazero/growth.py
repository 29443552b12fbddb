"""Converts weights to a larger network that initially computes the same.

A network may get more blocks, more planes to see, and a whole multiple of its channels.
"""

from __future__ import annotations

import re

import torch
from torch import Tensor

from tesuji.learning.alphazero.networks import Pooling

Weights = dict[str, Tensor]

_ONLY_TO_LEARN = ("policy.soft_", "values.soon.")
"""Weights of heads used only in training."""
_EITHER_WAY = ("values.value.", "values.score.", "values.value_spread.", "values.score_spread.")
"""Weights of value and score as numbers and as distributions: a network has one or the other."""

_TRUNK, _HEAD, _OTHER = "trunk", "head", "other"
"""Kinds of channels: those of the blocks, those of the two heads, planes and results."""
_WIDTHS = (
    (r"stem\.conv\.", _TRUNK, _OTHER),
    (r"(stem|blocks\.\d+\.(first|second))\.norm\.", _TRUNK, _OTHER),
    (r"blocks\.\d+\.", _TRUNK, _TRUNK),
    (r"(policy|values)\.mix\.", _HEAD, _TRUNK),
    (r"(policy\.bias|values\.hidden)\.", _HEAD, _HEAD),
    (r"", _OTHER, _HEAD),
)
"""Kinds of output and input channels by the names of weights; the first match counts."""
_POOLED = re.compile(
    r"(blocks\.\d+|policy)\.bias\.weight|values\.hidden\.|policy\.(soft_)?others\."
)
"""Weights of pooled channels, which come in parts, each with all channels."""
_UNEVEN = 0.25
"""Relative difference between the shares of two equal channels, so that they diverge."""


def grown(given: Weights, wanted: Weights) -> Weights:
    """Converts the weights `given` to the shapes of `wanted`, initially with the same outputs.

    New blocks, which go before the others, keep their initial weights, with which they have no
    effect. New inputs have weights of 0. Heads used only in training are initialised again, and so
    are value and score if they become distributions.
    """
    shift = _num_blocks(wanted) - _num_blocks(given)
    found = {}
    for name, weights in _widened(given, wanted).items():
        place = name.split(".")
        if place[0] == "blocks":
            place[1] = str(int(place[1]) + shift)
        name = ".".join(place)
        target = wanted.get(name)
        if target is not None and 1 < weights.ndim == target.ndim:
            missing = target.shape[1] - weights.shape[1]
            if missing > 0:
                nothing = weights.new_zeros((weights.shape[0], missing, *weights.shape[2:]))
                weights = torch.cat([weights, nothing], 1)
        found[name] = weights
    new = (*_ONLY_TO_LEARN, *_EITHER_WAY, *(f"blocks.{number}." for number in range(shift)))
    found = {n: w for n, w in found.items() if n in wanted or not n.startswith(_EITHER_WAY)}
    return {name: w for name, w in wanted.items() if name.startswith(new)} | found


def _num_blocks(weights: Weights) -> int:
    return len({name.split(".")[1] for name in weights if name.startswith("blocks.")})


def _widened(given: Weights, wanted: Weights) -> Weights:
    """Returns the weights `given` with as many channels as `wanted`, if that is a multiple.

    Each channel is copied, and its outgoing weights are divided unevenly among the copies (Chen,
    Goodfellow and Shlens 2016).
    """
    times = {
        _TRUNK: _multiple(given, wanted, "stem.conv.weight"),
        _HEAD: _multiple(given, wanted, "policy.mix.weight"),
        _OTHER: 1,
    }
    if times[_TRUNK] == times[_HEAD] == 1:
        return given
    dice = torch.Generator().manual_seed(1)
    found = {}
    for name, weights in given.items():
        made_of, goes_in = next(
            (out, into) for pattern, out, into in _WIDTHS if re.match(pattern, name)
        )
        if weights.ndim > 0:
            weights = weights.repeat_interleave(times[made_of], 0)
        if weights.ndim > 1:
            parts = Pooling.PARTS if _POOLED.match(name) else 1
            weights = torch.cat(
                [_shared_out(part, times[goes_in], dice) for part in weights.chunk(parts, 1)], 1
            )
        found[name] = weights
    return found


def _multiple(given: Weights, wanted: Weights, name: str) -> int:
    """Returns the number of channels for each old one; 1 if that is not an integer."""
    if name not in given or name not in wanted:
        return 1
    before, after = given[name].shape[0], wanted[name].shape[0]
    return after // before if after % before == 0 else 1


def _shared_out(weights: Tensor, times: int, dice: torch.Generator) -> Tensor:
    """Returns weights [outputs, inputs, ...] for inputs that were copied `times` times."""
    if times == 1:
        return weights
    rest = weights.shape[2:]
    ones = (1,) * len(rest)
    uneven = torch.rand((*weights.shape[:2], times, *ones), generator=dice) - 0.5
    shares = 1 / times + 2 * _UNEVEN * (uneven - uneven.mean(2, keepdim=True)) / times
    shared = weights.unsqueeze(2) * shares.to(weights.dtype)
    return shared.reshape(weights.shape[0], weights.shape[1] * times, *rest)
