"""Evaluates positions of Go with a network of KataGo."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from tesuji import core
from tesuji.games import Position
from tesuji.games.go import GoPosition
from tesuji.networks.katago.eight_bits import Ranges, to_quantised_onnx
from tesuji.networks.katago.graph import to_onnx
from tesuji.networks.katago.model import PLANES, KataGoError, KataGoModel
from tesuji.networks.katago.model_file import read_model
from tesuji.networks.sessions import open_session

Floats = NDArray[np.float32]

_SUPERKO, _TERRITORY = PLANES + 6, PLANES + 9
"""Channels that tell which games can end without a result."""
_IMPOSSIBLE = -1e5
ROOT_OPTIMISM, TREE_OPTIMISM = 0.2, 1.0
"""The share of the optimistic policy, which favours moves that may turn out better than they
seem, in KataGo's logits: at the root of a search, and in its tree."""


class Judgements(NamedTuple):
    """The outputs of a network for n positions, each for the player to move."""

    policy: Floats
    """Logits of the moves, legal or not, passing last [n, num_moves]."""
    win: Floats
    """Chance to win [n]."""
    loss: Floats
    no_result: Floats
    """Chance that the game ends without a result by repetition [n]."""
    lead: Floats
    """Points by which the player is ahead [n]."""
    score: Floats
    """Expected final margin of the player [n]."""
    ownership: Floats
    """Who owns each point at the end, from -1 (the opponent) to 1 [n, points]."""


class KataGoNetwork:
    """A network read from one of KataGo's files.

    It is an evaluator for `tesuji.search.Search`, together with `inputs`. With `ranges` from
    `eight_bits.measure` it runs in eight bits.
    """

    def __init__(
        self, model: KataGoModel, *, threads: int = 1, ranges: Sequence[Ranges] | None = None
    ) -> None:
        self._model = model
        self._threads = threads
        self._ranges = ranges
        self.name = model.name

    @classmethod
    def load(cls, path: str | os.PathLike[str], *, threads: int = 1) -> Self:
        """Returns the network in a file; raises `KataGoError` if there is none."""
        return cls(read_model(Path(path)), threads=threads)

    @property
    def precision(self) -> str:
        """``fp32`` or ``int8``."""
        return "fp32" if self._ranges is None else "int8"

    @property
    def version(self) -> int:
        return self._model.version

    def inputs(self, *, suicide: bool = False, friendly_pass: bool = False) -> core.KataGoInputs:
        """Returns its input features; see ``cpp/games/go/katago/features.hpp``."""
        return core.KataGoInputs(suicide=suicide, friendly_pass=friendly_pass)

    def judge(
        self, position: Position, *, suicide: bool = False, friendly_pass: bool = False
    ) -> Judgements:
        """Evaluates one position of Go."""
        if not isinstance(position, GoPosition):
            raise KataGoError(f"networks of KataGo judge go, not {position.game.name}")
        inputs = self.inputs(suicide=suicide, friendly_pass=friendly_pass)
        return self.judgements(inputs.encode(position)[None])

    def __call__(self, inputs: Floats) -> tuple[Floats, Floats]:
        """Returns logits [n, num_moves] and values [n] from -1 to 1, for the players to move."""
        found = self.judgements(inputs, TREE_OPTIMISM)
        return found.policy, found.win - found.loss

    def judgements(self, inputs: Floats, optimism: float = ROOT_OPTIMISM) -> Judgements:
        """Returns all outputs for positions given by their inputs [n, channels, height, width]."""
        policy, optimistic, outcome, score, ownership = self._session.run(
            ["policy", "optimistic", "outcome", "score", "ownership"], {"inputs": inputs}
        )
        policy = policy + np.float32(optimism) * (optimistic - policy)
        always_ends = (inputs[:, _SUPERKO, 0, 0] > 0) & (inputs[:, _TERRITORY, 0, 0] == 0)
        outcome[always_ends, 2] = _IMPOSSIBLE
        chances = np.exp(outcome - outcome.max(1, keepdims=True))
        win, loss, no_result = (chances / chances.sum(1, keepdims=True)).T
        has_result = 1 - no_result
        return Judgements(
            policy,
            win,
            loss,
            no_result,
            score[:, 2] * np.float32(self._model.lead_multiplier) * has_result,
            score[:, 0] * np.float32(self._model.score_multiplier) * has_result,
            ownership,
        )

    @cached_property
    def _onnx(self) -> bytes:
        if self._ranges is None:
            return to_onnx(self._model)
        return to_quantised_onnx(self._model, self._ranges)

    @cached_property
    def _session(self) -> Any:
        return open_session(self._onnx, self.name, self._threads)
