"""Rates moves of Torus with small networks that see the board from the rated point.

The board is shifted so that the rated point stands in the top left corner, and turned so that the
stones are the player's own (active) or the opponent's (passive). The other points are inputs, two
for each: 160 on 9×9. Each neuron has a bias and a *power*: it takes the weighted sum of the layer
before, adds the bias, applies the activation, and multiplies by the power. A score is the weighted
sum of the last layer, added up over the 8 orientations of the board; so equivalent moves of all
8 n² equivalent boards get the same score.

>>> from tesuji.games import make
>>> import numpy as np
>>> rater = Rater.random(RaterShape(size=9), np.random.default_rng(1))
>>> len(rater.ready().rate(make("torus").initial()))
81
"""

from __future__ import annotations

import dataclasses
import itertools
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from tesuji import core
from tesuji.errors import TesujiError

Floats = NDArray[np.float32]
Range = tuple[float, float]
Fill = Literal["zero", "random"]

WEIGHT_RANGE: Range = (-1.0, 1.0)


class RaterError(TesujiError):
    """Raised for a rater, or a file of one, that cannot be used."""


@dataclass(frozen=True, slots=True)
class RaterShape:
    """What all raters of one evolution share."""

    size: int = 9
    """Of the board."""
    layers: tuple[int, ...] = (60, 40)
    """Neurons of each layer between inputs and score."""
    activation: Literal["sigmoid", "relu"] = "sigmoid"
    powers: bool = True
    """Whether neurons have powers; without them evaluation is faster."""
    bias_range: Range = (-1.0, 1.0)
    power_range: Range = (0.0, 2.0)

    def __post_init__(self) -> None:
        if not self.layers or min(self.layers) < 1 or sum(self.layers) > 100_000:
            raise RaterError(
                f"a rater needs at least one layer of at least one neuron, got {self.layers}"
            )
        if not 4 <= self.size <= 19:
            raise RaterError(f"the size of a torus board must be from 4 to 19, got {self.size}")
        if self.activation not in ("sigmoid", "relu"):
            raise RaterError(f"activation must be sigmoid or relu, got {self.activation!r}")
        for low, high in (self.bias_range, self.power_range):
            if not (np.isfinite([low, high]).all() and low <= high):
                raise RaterError(f"a range goes from a number to a larger one, not {low} to {high}")

    @property
    def num_inputs(self) -> int:
        return 2 * (self.size * self.size - 1)

    @property
    def num_numbers(self) -> int:
        """The number of parameters of a rater of this shape."""
        widths = (self.num_inputs, *self.layers)
        weights = sum(a * b for a, b in itertools.pairwise(widths))
        return weights + sum(self.layers) * (2 if self.powers else 1) + self.layers[-1]


@dataclass(frozen=True, slots=True)
class Genes:
    """All parameters of a rater. Arrays are float32 and are never changed in place."""

    weights: tuple[Floats, ...]
    """For each layer [inputs, neurons], from -1 to 1."""
    biases: tuple[Floats, ...]
    """For each layer [neurons]."""
    powers: tuple[Floats, ...]
    """For each layer [neurons]; empty if powers are off."""
    output: Floats
    """Weights of the score, [neurons of the last layer], from -1 to 1."""

    @classmethod
    def random(cls, shape: RaterShape, rng: np.random.Generator) -> Genes:
        """Returns random parameters, uniform in their ranges."""
        widths = (shape.num_inputs, *shape.layers)
        pairs = itertools.pairwise(widths)
        return cls(
            tuple(_uniform(rng, WEIGHT_RANGE, pair) for pair in pairs),
            tuple(_uniform(rng, shape.bias_range, (width,)) for width in shape.layers),
            tuple(_uniform(rng, shape.power_range, (width,)) for width in shape.layers)
            if shape.powers
            else (),
            _uniform(rng, WEIGHT_RANGE, (shape.layers[-1],)),
        )

    def check(self, shape: RaterShape) -> None:
        """Raises `RaterError` if the arrays do not fit the shape, or are not numbers."""
        widths = (shape.num_inputs, *shape.layers)
        wanted = [
            *itertools.pairwise(widths),
            *((width,) for width in shape.layers),
            *(((width,) for width in shape.layers) if shape.powers else ()),
            (shape.layers[-1],),
        ]
        found = [array.shape for array in self.arrays()]
        if found != wanted:
            raise RaterError(f"the arrays of a rater have shapes {wanted}, not {found}")
        if not all(np.isfinite(array).all() for array in self.arrays()):
            raise RaterError("a rater holds NaN or infinity")

    def arrays(self) -> list[Floats]:
        """Returns all arrays: weights, biases and powers of each layer, and the output weights."""
        return [*self.weights, *self.biases, *self.powers, self.output]


@dataclass(frozen=True, slots=True)
class Rater:
    """A move rater: its shape, its numbers, and those of the rater that it was made from."""

    shape: RaterShape
    genes: Genes
    parent: Genes | None = None
    """None for a random rater, which has no change to repeat."""
    _ready: list[Any] = field(default_factory=list, repr=False, compare=False)

    @classmethod
    def random(cls, shape: RaterShape, rng: np.random.Generator) -> Rater:
        return cls(shape, Genes.random(shape, rng))

    def ready(self) -> Any:
        """Returns the core's ``TorusRater`` with these numbers, which rates moves quickly."""
        if not self._ready:
            genes = self.genes
            self._ready.append(
                core.TorusRater(
                    self.shape.size,
                    list(genes.weights),
                    list(genes.biases),
                    list(genes.powers),
                    genes.output,
                    self.shape.activation,
                )
            )
        return self._ready[0]

    # -- change -------------------------------------------------------------------------------

    def child(
        self, rng: np.random.Generator, *, repeat: float = 0, salt: float = 0, craziness: float
    ) -> Rater:
        """Returns a child: the last change repeated `repeat` times, then salted `salt` times.

        Repeating adds the difference to the parent's own parent, times the severity; salting adds
        normal noise of standard deviation `craziness`, times the severity. Both are scaled, for
        biases and powers, by the size of their range, and the result is kept within the ranges.
        """
        genes = self.genes
        if repeat and self.parent is not None:
            genes = _changed(self.shape, genes, self.parent, repeat)
        if salt:
            genes = _salted(self.shape, genes, salt * craziness, rng)
        return Rater(self.shape, genes, self.genes)

    # -- another size -------------------------------------------------------------------------

    def resized(
        self, layers: tuple[int, ...], rng: np.random.Generator, fill: Fill = "zero"
    ) -> Rater:
        """Returns this rater with other numbers of neurons in its layers.

        If a layer shrinks, the least important neurons are removed: those whose power times
        outgoing weights are smallest. If it grows, the new neurons have zeros, which keeps every
        score, or random values.
        """
        if len(layers) != len(self.shape.layers):
            raise RaterError(
                f"this rater has {len(self.shape.layers)} layers; give as many sizes, "
                f"not {len(layers)}"
            )
        if fill not in ("zero", "random"):
            raise RaterError(f"new neurons are filled with zero or random, not {fill!r}")
        shape = dataclasses.replace(self.shape, layers=layers)
        keep = [
            _strongest(self._strength(layer), wanted) for layer, wanted in enumerate(shape.layers)
        ]
        fresh = Genes.random(shape, rng) if fill == "random" else _zero(shape)
        parent = None if self.parent is None else _fitted(shape, self.parent, keep, fresh)
        return Rater(shape, _fitted(shape, self.genes, keep, fresh), parent)

    def _strength(self, layer: int) -> Floats:
        """Returns the influence of the neurons of a layer on the next, [neurons]."""
        genes = self.genes
        last = layer + 1 == len(self.shape.layers)
        out = np.abs(genes.output) if last else np.abs(genes.weights[layer + 1]).sum(axis=1)
        return np.abs(genes.powers[layer]) * out if self.shape.powers else out


def _uniform(rng: np.random.Generator, within: Range, shape: tuple[int, ...]) -> Floats:
    return rng.uniform(*within, size=shape).astype(np.float32)


def _changed(shape: RaterShape, genes: Genes, before: Genes, severity: float) -> Genes:
    """Repeats the change from `before` to `genes`."""

    def move(now: tuple[Floats, ...], was: tuple[Floats, ...], scale: float, within: Range) -> Any:
        return tuple(
            _kept(a + severity * scale * (a - b), within) for a, b in zip(now, was, strict=True)
        )

    bias, power = _size(shape.bias_range), _size(shape.power_range)
    (output,) = move((genes.output,), (before.output,), 1, WEIGHT_RANGE)
    return Genes(
        move(genes.weights, before.weights, 1, WEIGHT_RANGE),
        move(genes.biases, before.biases, bias, shape.bias_range),
        move(genes.powers, before.powers, power, shape.power_range),
        output,
    )


def _salted(shape: RaterShape, genes: Genes, deviation: float, rng: np.random.Generator) -> Genes:
    def move(now: tuple[Floats, ...], scale: float, within: Range) -> Any:
        return tuple(
            _kept(a + deviation * scale * rng.standard_normal(a.shape, np.float32), within)
            for a in now
        )

    bias, power = _size(shape.bias_range), _size(shape.power_range)
    weights = move(genes.weights, 1, WEIGHT_RANGE)
    biases = move(genes.biases, bias, shape.bias_range)
    powers = move(genes.powers, power, shape.power_range)
    (output,) = move((genes.output,), 1, WEIGHT_RANGE)
    return Genes(weights, biases, powers, output)


def _size(within: Range) -> float:
    return within[1] - within[0]


def _kept(values: NDArray[Any], within: Range) -> Floats:
    kept: Floats = np.clip(values, *within).astype(np.float32)
    return kept


def _strongest(strength: Floats, wanted: int) -> NDArray[np.intp]:
    """Returns the numbers of the `wanted` strongest neurons, or of all, in their old order."""
    order = np.argsort(-strength, kind="stable")[:wanted]
    return np.sort(order)


def _zero(shape: RaterShape) -> Genes:
    widths = (shape.num_inputs, *shape.layers)
    pairs = itertools.pairwise(widths)
    flat = tuple(np.zeros(width, np.float32) for width in shape.layers)
    return Genes(
        tuple(np.zeros(pair, np.float32) for pair in pairs),
        flat,
        flat if shape.powers else (),
        np.zeros(shape.layers[-1], np.float32),
    )


def _fitted(shape: RaterShape, genes: Genes, keep: list[NDArray[np.intp]], fresh: Genes) -> Genes:
    """Returns the kept neurons of `genes`, and the rest of `shape` from `fresh`."""
    weights, biases, powers = [], [], []
    inputs = np.arange(shape.num_inputs)
    for layer, kept in enumerate(keep):
        w = fresh.weights[layer].copy()
        w[: len(inputs), : len(kept)] = genes.weights[layer][np.ix_(inputs, kept)]
        weights.append(w)
        biases.append(_overlaid(fresh.biases[layer], genes.biases[layer][kept]))
        if shape.powers:
            powers.append(_overlaid(fresh.powers[layer], genes.powers[layer][kept]))
        inputs = kept
    output = _overlaid(fresh.output, genes.output[keep[-1]])
    return Genes(tuple(weights), tuple(biases), tuple(powers), output)


def _overlaid(below: Floats, above: Floats) -> Floats:
    result = below.copy()
    result[: len(above)] = above
    return result
