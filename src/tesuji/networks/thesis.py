"""Reads the dense network that a thesis on Dots and Boxes published.

Its input is a board as (2 rows + 1) x (columns + 1) ones and zeros, a row of horizontal lines and a
row of vertical lines alternating; a row of horizontal lines ends in a zero. The file has, for
each hidden layer k from 1 on, ``densek_kernel``, ``densek_bias`` and the four arrays of its batch
normalisation, ``batchk_gamma``, ``_beta``, ``_moving_mean`` and ``_moving_variance``; then
``policy_kernel``, ``policy_bias``, ``value_kernel``, ``value_bias``. All are float32, kernels
[inputs, outputs].
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tesuji.archives import read_arrays
from tesuji.errors import TesujiError
from tesuji.files import read_limited
from tesuji.games.dots_and_boxes import DotsAndBoxes

EPSILON = 0.001
"""What the training added to every variance."""
SMALL_PRODUCT = 1 << 18
"""The most multiplications for which a product of matrices uses one thread."""

LARGEST_FILE = 64 << 20
"""The most bytes of a file when unpacked."""

Array = NDArray[np.float32]


class ThesisNetwork:
    """A dense network with batch normalisation, read from an NPZ file."""

    def __init__(self, game: DotsAndBoxes, arrays: Mapping[str, Array]) -> None:
        self._layers: list[tuple[Array, Array]] = []
        number = 1
        while f"dense{number}_kernel" in arrays:
            self._layers.append(_folded(arrays, number))
            number += 1
        self._policy = arrays["policy_kernel"], arrays["policy_bias"]
        self._value = arrays["value_kernel"], arrays["value_bias"]
        assert game.plane_shape is not None
        width = game.plane_shape[2]
        self._cells = game.cells_of_moves()
        rows, columns = np.divmod(self._cells, width)
        self._places = rows * (game.columns + 1) + columns // 2
        """For each line its place in the input, and in the policy."""
        inputs = (2 * game.rows + 1) * (game.columns + 1)
        sizes = [inputs, *(bias.size for _, bias in self._layers)]
        for (kernel, _), size in zip(
            [*self._layers, self._policy, self._value], sizes + sizes[-1:], strict=True
        ):
            if kernel.shape[0] != size:
                raise ValueError(f"a layer takes {kernel.shape[0]} numbers instead of {size}")
        if self._policy[1].size != inputs or self._value[1].size != 1:
            raise ValueError("its outputs do not fit the board")
        self._inputs = inputs

    @classmethod
    def load(cls, path: Path, game: DotsAndBoxes) -> ThesisNetwork:
        """Returns the network in a file; raises `TesujiError` if it does not fit `game`."""
        try:
            return cls(game, read_arrays(read_limited(path, LARGEST_FILE), LARGEST_FILE))
        except FileNotFoundError:
            raise TesujiError(f"there is no file {path}") from None
        except OSError as error:
            raise TesujiError(f"{path} cannot be read: {error.strerror or error}") from error
        except KeyError as error:
            raise TesujiError(f"{path} has no array called {error}") from error
        except (ValueError, IndexError) as error:
            raise TesujiError(f"{path} is not a network for {game.spec}: {error}") from error

    def __call__(self, planes: Array) -> tuple[Array, Array]:
        """Evaluates positions by their planes [n, channels, height, width].

        Returns the logits of all lines [n, lines] and values [n] for the player to move.
        """
        drawn = planes[:, 0].reshape(len(planes), -1)[:, self._cells]
        state = np.zeros((len(planes), self._inputs), dtype=np.float32)
        state[:, self._places] = drawn
        for kernel, bias in self._layers:
            state = np.maximum(_product(state, kernel) + bias, 0)
        logits = _product(state, self._policy[0]) + self._policy[1]
        values = np.tanh(_product(state, self._value[0]) + self._value[1])[:, 0]
        return np.ascontiguousarray(logits[:, self._places]), np.ascontiguousarray(values)


def _product(rows: Array, kernel: Array) -> Array:
    """Computes ``rows @ kernel`` in blocks so small that BLAS uses one thread.

    Synchronising threads costs far more than such a product, especially while other engines are
    thinking.
    """
    depth = max(1, SMALL_PRODUCT // max(1, len(rows) * kernel.shape[1]))
    total = np.zeros((len(rows), kernel.shape[1]), dtype=np.float32)
    for start in range(0, kernel.shape[0], depth):
        block = slice(start, start + depth)
        total += rows[:, block] @ kernel[block]
    return total


def _folded(arrays: Mapping[str, Array], number: int) -> tuple[Array, Array]:
    """Returns kernel and bias of a layer with its batch normalisation folded in."""
    kernel, bias = arrays[f"dense{number}_kernel"], arrays[f"dense{number}_bias"]
    gamma, beta, mean, variance = (
        arrays[f"batch{number}_{name}"]
        for name in ("gamma", "beta", "moving_mean", "moving_variance")
    )
    scale = gamma / np.sqrt(variance + np.float32(EPSILON))
    return kernel * scale, (bias - mean) * scale + beta
