"""Stores positions of regions for training, many in one file.

A sample is a window of a board with its targets. Unknown targets are marked: no point in a set of
moves, NaN for a number, `UNKNOWN` for the owner of a point.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tesuji.errors import TesujiError
from tesuji.learning.common.checkpoints import read_checkpoint, write_checkpoint
from tesuji.theory.go_endgames.features import (
    PLANES,
    Planes,
    turned,
    with_colours_exchanged,
)

UNKNOWN = -128
"""Marks an unknown owner; others are hundredths from -100 to 100."""
WINDOWS = (7, 9, 11)
"""Sizes of windows."""

NUMBERS = ("black_next", "settled", "urgent", "temperature", "count")
"""What is known of a region, for each sample:

- black_next: the chance that the next move here is Black's;
- settled: 1 if nothing is left to play for by territory counting, else 0;
- urgent: 1 if the last move must be answered at once, else 0;
- temperature: by area counting, in points;
- count: the expected score of the points that can change, for Black.
"""


@dataclass(frozen=True, slots=True)
class Sample:
    """One position of a region in a window of `size` x `size` points."""

    planes: Planes
    """uint8 [planes, size, size]"""
    black: NDArray[np.bool_]
    """Black's best moves, bool [size, size]."""
    white: NDArray[np.bool_]
    owners: NDArray[np.int8]
    """In hundredths, from White's to Black's, int8 [size, size]."""
    numbers: NDArray[np.float32]
    """float32 [len(NUMBERS)]"""


@dataclass(frozen=True, slots=True)
class EndgameBatch:
    """n samples of one size of window: the arrays of a `Sample`, stacked."""

    planes: Planes
    black: NDArray[np.bool_]
    white: NDArray[np.bool_]
    owners: NDArray[np.int8]
    numbers: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.planes)

    def __getitem__(self, chosen: slice | NDArray[np.int64]) -> EndgameBatch:
        return EndgameBatch(*(getattr(self, item.name)[chosen] for item in fields(self)))

    @classmethod
    def of(cls, samples: Sequence[Sample]) -> EndgameBatch:
        """Stacks samples of windows of one size."""
        names = [item.name for item in fields(cls)]
        return cls(*(np.stack([getattr(sample, name) for sample in samples]) for name in names))

    @classmethod
    def joined(cls, batches: Sequence[EndgameBatch]) -> EndgameBatch:
        names = [item.name for item in fields(cls)]
        return cls(*(np.concatenate([getattr(part, name) for part in batches]) for name in names))

    def turned(self, symmetry: int, exchanged: bool) -> EndgameBatch:
        """Returns the batch under one of the eight symmetries, optionally with colours exchanged.

        Values stay the same, except for the colour that they count for.
        """
        planes, black, white, owners = (
            np.ascontiguousarray(turned(part, symmetry))
            for part in (self.planes, self.black, self.white, self.owners)
        )
        if not exchanged:
            return EndgameBatch(planes, black, white, owners, self.numbers)
        numbers = self.numbers.copy()
        numbers[:, 0] = 1 - numbers[:, 0]
        numbers[:, 4] = -numbers[:, 4]
        owners = np.where(owners == UNKNOWN, owners, -owners)
        return EndgameBatch(with_colours_exchanged(planes), white, black, owners, numbers)


Samples = dict[int, EndgameBatch]
"""Batches by the size of their windows."""


def gathered(samples: Sequence[Sample]) -> Samples:
    """Groups samples by the size of their windows."""
    by_size: dict[int, list[Sample]] = {}
    for sample in samples:
        by_size.setdefault(sample.planes.shape[-1], []).append(sample)
    return {size: EndgameBatch.of(found) for size, found in sorted(by_size.items())}


def joined(parts: Sequence[Samples]) -> Samples:
    """Returns all samples of several files."""
    sizes = sorted({size for part in parts for size in part})
    return {
        size: EndgameBatch.joined([part[size] for part in parts if size in part]) for size in sizes
    }


def count_of(samples: Samples) -> int:
    return sum(len(batch) for batch in samples.values())


# -- files --------------------------------------------------------------------------------------


def write_samples(path: Path, samples: Samples) -> None:
    """Writes samples to a file, completely or not at all; flags take one bit."""
    arrays: dict[str, NDArray[Any]] = {}
    for size, batch in samples.items():
        bits = [batch.planes, batch.black[:, None], batch.white[:, None]]
        packed = np.packbits(np.concatenate(bits, 1).reshape(len(batch), -1), axis=1)
        arrays[f"{size}/bits"] = packed
        arrays[f"{size}/owners"] = batch.owners
        arrays[f"{size}/numbers"] = batch.numbers
    write_checkpoint(path, arrays)


def read_samples(path: Path) -> Samples:
    """Reads a file of `write_samples`; raises `TesujiError` for anything else."""
    arrays = read_checkpoint(path)
    samples = {}
    try:
        for size in sorted({int(name.partition("/")[0]) for name in arrays}):
            owners, numbers = arrays[f"{size}/owners"], arrays[f"{size}/numbers"]
            layers = len(PLANES) + 2
            bits = np.unpackbits(arrays[f"{size}/bits"], axis=1, count=layers * size * size)
            planes = bits.reshape(len(owners), layers, size, size)
            black, white = (planes[:, layers - 2 + i].astype(np.bool_) for i in (0, 1))
            samples[size] = EndgameBatch(planes[:, : len(PLANES)], black, white, owners, numbers)
    except (KeyError, ValueError) as error:
        raise TesujiError(f"{path} does not hold samples of endgames") from error
    return samples


def shuffled_batches(samples: Samples, size: int, seed: int) -> Iterator[EndgameBatch]:
    """Yields random batches of `size` samples without end, in random orientations.

    A batch has windows of one size, chosen in proportion to the number of samples.
    """
    windows = list(samples)
    shares = np.array([len(samples[window]) for window in windows], float)
    if not shares.sum():
        raise TesujiError("there are no samples to learn from")
    number = 0
    while True:
        dice = np.random.default_rng([seed, number])
        window = windows[int(dice.choice(len(windows), p=shares / shares.sum()))]
        batch = samples[window]
        chosen = batch[dice.integers(len(batch), size=size)]
        yield chosen.turned(int(dice.integers(8)), bool(dice.integers(2)))
        number += 1
