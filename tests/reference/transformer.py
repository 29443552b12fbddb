"""Attention and gated layers as KataGo's transformers define them, point by point and slowly."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from tesuji.networks.katago.model import AttentionBlock, GatedBlock, RootMeanSquare

Numbers = NDArray[np.float64]


def normalised(vector: Numbers, norm: RootMeanSquare) -> Numbers:
    """A vector over the root of the mean of its squares."""
    root = math.sqrt(sum(x * x for x in vector) / len(vector) + norm.epsilon)
    return vector / root * norm.scale + norm.bias


def rotated(vector: Numbers, frequencies: Numbers, column: int, row: int) -> Numbers:
    """Neighbours as pairs, each turned by the angle of its point."""
    found = vector.copy()
    for pair, (by_column, by_row) in enumerate(frequencies):
        angle = column * by_column + row * by_row
        x, y = vector[2 * pair], vector[2 * pair + 1]
        found[2 * pair] = x * math.cos(angle) - y * math.sin(angle)
        found[2 * pair + 1] = x * math.sin(angle) + y * math.cos(angle)
    return found


def attention(trunk: Numbers, block: AttentionBlock) -> Numbers:
    """A trunk [channels, height, width] after a block of attention."""
    _, height, width = trunk.shape
    places = [(row, column) for row in range(height) for column in range(width)]
    heads, groups = block.heads, block.groups
    queries, keys, values = [], [], []
    for row, column in places:
        vector = normalised(trunk[:, row, column], block.before)
        query = (vector @ block.query.weights).reshape(heads, -1)
        key = (vector @ block.key.weights).reshape(groups, -1)
        if block.frequencies is not None:
            turns = block.frequencies
            query = np.stack(
                [rotated(q, turns[h * groups // heads], column, row) for h, q in enumerate(query)]
            )
            key = np.stack([rotated(k, turns[g], column, row) for g, k in enumerate(key)])
        queries.append(query)
        keys.append(key)
        values.append((vector @ block.value.weights).reshape(groups, -1))
    result = trunk.copy()
    for (row, column), query in zip(places, queries, strict=True):
        taken = []
        for head in range(heads):
            group = head * groups // heads
            scores = np.array([query[head] @ key[group] for key in keys])
            shares = np.exp(scores / math.sqrt(query.shape[1]))
            shares /= shares.sum()
            taken.append(sum(s * value[group] for s, value in zip(shares, values, strict=True)))
        result[:, row, column] += np.concatenate(taken) @ block.out.weights
    return result


def gated(trunk: Numbers, block: GatedBlock) -> Numbers:
    """A trunk [channels, height, width] after two layers with a gate."""
    result = trunk.copy()
    for row, column in np.ndindex(trunk.shape[1:]):
        vector = normalised(trunk[:, row, column], block.before)
        first = vector @ block.first.weights
        inner = first / (1 + np.exp(-first)) * (vector @ block.gate.weights)
        result[:, row, column] += inner @ block.second.weights
    return result
