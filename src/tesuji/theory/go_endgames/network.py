"""Gives advice from a network: an ONNX file that evaluates regions of a Go board.

The file takes ``planes`` float32 [n, planes, h, w], as `features.encode` writes them, and gives

- ``moves`` [n, 2, h, w]: logits of Black's and of White's moves;
- ``ownership`` [n, h, w]: from -1 (White's) to 1 (Black's) at the end;
- ``numbers`` [n, 4]: logits that the next move is Black's, that the region is settled and that the
  last move has to be answered at once, and log(1 + temperature).

A file may come from an untrusted source, so it is checked: see `tesuji.networks.onnx_file`.
"""

from __future__ import annotations

import os
from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tesuji.networks import SHIPPED
from tesuji.networks.network import info_in, read_network
from tesuji.networks.sessions import NetworkError, open_untrusted
from tesuji.theory.go_endgames.closed import ClosedRegion, LastMove, Stones
from tesuji.theory.go_endgames.features import (
    PLANES,
    Planes,
    Window,
    encode,
    surrounding_planes,
    turned,
    turned_back,
    window_around,
    with_colours_exchanged,
)
from tesuji.theory.go_endgames.guided import (
    OVER,
    Advice,
    Guide,
    GuidedTree,
    SearchGuide,
    Strategy,
    guided_tree,
)
from tesuji.theory.go_endgames.surroundings import EMPTY, StoneGrid

KIND = "go-endgames"
"""The game in the metadata of these files."""
_OUTPUTS = ("moves", "ownership", "numbers")
_NUMBERS = 4

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Opinions:
    """The outputs of a network for n positions; chances and temperatures, not logits."""

    black: Floats
    """Logits of Black's moves [n, h, w]."""
    white: Floats
    ownership: Floats
    """From -1 (White's) to 1 (Black's) [n, h, w]."""
    black_next: Floats
    """[n]"""
    settled: Floats
    urgent: Floats
    temperature: Floats


class EndgameNetwork:
    """A network ready to evaluate regions."""

    def __init__(self, data: bytes, name: str = "the network") -> None:
        """`data` is the content of an ONNX file; `name` is for messages."""
        self.name = name
        info = info_in(data, name)
        if info.game != KIND:
            raise NetworkError(f"{name} is a network for {info.spec}, not for endgames of Go")
        self._session = open_untrusted(data, name, 1, self._try_out)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> EndgameNetwork:
        """Returns the network in a file; raises `NetworkError` if it cannot be used."""
        return cls(read_network(path), os.fspath(path))

    def __call__(self, planes: NDArray[Any], symmetries: int = 16) -> Opinions:
        """Evaluates positions [n, planes, h, w], averaged over symmetries.

        `symmetries`: 1 for the position as it is, 8 for all orientations, 16 for those with the
        colours exchanged as well.
        """
        if symmetries == 1:
            return _opinions(*self._judge(planes.astype(np.float32)))
        views = [turned(planes, symmetry) for symmetry in range(8)]
        if symmetries == 16:
            views += [with_colours_exchanged(view) for view in views]
        seen = self._judge(np.concatenate(views).astype(np.float32))
        count = len(planes)
        total: list[Floats] = []
        for view in range(len(views)):
            part = [output[view * count : (view + 1) * count] for output in seen]
            moves, owners = (turned_back(output, view % 8) for output in part[:2])
            numbers = part[2]
            if view >= 8:
                moves, owners = moves[:, ::-1], -owners
                numbers = numbers * np.array([-1, 1, 1, 1], np.float32)
            found = [moves, owners, numbers]
            total = [a + b for a, b in zip(total, found, strict=True)] if total else found
        return _opinions(*(output / np.float32(len(views)) for output in total))

    def _try_out(self, session: Any) -> None:
        self._judge(np.ones((1, len(PLANES), 9, 9), np.float32), session)

    def _judge(self, planes: Floats, session: Any = None) -> list[Floats]:
        try:
            outputs: list[Floats] = (session or self._session).run(
                list(_OUTPUTS), {"planes": planes}
            )
        except Exception as error:  # ONNX Runtime raises its own exceptions, without a base class
            raise NetworkError(f"{self.name} cannot judge regions of a Go board") from error
        n, _, height, width = planes.shape
        shapes = [(n, 2, height, width), (n, height, width), (n, _NUMBERS)]
        if [output.shape for output in outputs] != shapes:
            raise NetworkError(f"{self.name} gives answers of the wrong shape")
        return outputs


def _opinions(moves: Floats, ownership: Floats, numbers: Floats) -> Opinions:
    chances: Floats = (1 / (1 + np.exp(-numbers[:, :3]))).astype(np.float32)
    return Opinions(
        moves[:, 0],
        moves[:, 1],
        ownership,
        chances[:, 0],
        chances[:, 1],
        chances[:, 2],
        np.expm1(np.clip(numbers[:, 3], 0, 5)),
    )


# -- advice -------------------------------------------------------------------------------------

_FINEST = 4
"""Fractions of a point in expected scores: quarters."""


class NetworkGuide:
    """Advice from a network."""

    def __init__(self, network: EndgameNetwork, symmetries: int = 16) -> None:
        self._network = network
        self._symmetries = symmetries
        self._seen: tuple[ClosedRegion, Window, Planes] | None = None

    def advise(self, region: ClosedRegion, stones: Stones, last: LastMove | None) -> Advice:
        window, fixed = self._view(region)
        planes = encode(region, stones, last, window, fixed)
        said = self._network(planes[None], self._symmetries)
        cells = window.cells(region)
        owners = said.ownership[0][cells]
        settled = float(said.settled[0])
        count = np.rint(owners).sum() if settled >= OVER else owners.sum()
        score = Fraction(round(float(count) * _FINEST), _FINEST) + region.decided
        black, white = (
            _chances(region, stones, logits[0][cells], is_black)
            for logits, is_black in ((said.black, True), (said.white, False))
        )
        return Advice(
            black,
            white,
            float(said.black_next[0]),
            settled,
            score,
            float(said.urgent[0]),
            float(said.temperature[0]),
            dict(enumerate(owners.tolist())),
        )

    def _view(self, region: ClosedRegion) -> tuple[Window, Planes]:
        """Returns the window and the fixed planes of a region; the last result is cached."""
        if self._seen is None or self._seen[0] is not region:
            window = window_around(region)
            self._seen = (region, window, surrounding_planes(region, window))
        return self._seen[1:]


def _chances(region: ClosedRegion, stones: Stones, logits: Floats, black: bool) -> dict[int, float]:
    """Returns the chances of the legal moves of a colour."""
    legal = [
        point
        for point, stone in enumerate(stones)
        if stone == EMPTY and region.play(stones, point, black) is not None
    ]
    if not legal:
        return {}
    weights = np.exp(logits[legal] - logits[legal].max())
    return dict(zip(legal, (weights / weights.sum()).tolist(), strict=True))


# -- finding networks ---------------------------------------------------------------------------

SHIPPED_NETWORK = SHIPPED / "endgames" / "go.onnx"
"""The network that comes with Tesuji."""


def find_network(text: str | None = None) -> Path | None:
    """Returns the file of a network: a file, a run, or by default the one that comes with Tesuji.

    None if none comes with it.
    """
    from tesuji.networks.shipped import find

    if text is None:
        return SHIPPED_NETWORK if SHIPPED_NETWORK.is_file() else None
    return find(text)


@lru_cache(maxsize=4)
def load_guide(path: Path) -> NetworkGuide:
    """Returns the guide with the network of a file, which is loaded once."""
    return NetworkGuide(EndgameNetwork.load(path))


def guide_with(network: Path | None) -> Guide:
    """Returns the guide with a network; without one, a short search gives the advice."""
    return SearchGuide() if network is None else load_guide(network)


def advised_tree(
    board: StoneGrid,
    region: Collection[int],
    strategy: Strategy,
    network: Path | None,
    counted: bool = False,
) -> GuidedTree:
    """Grows the tree of a region from the advice of a network, or of a short search without one.

    With `counted` a short search counts the scores. Raises `TesujiError` for too large a tree.
    """
    count = SearchGuide().count if counted else None
    return guided_tree(board, region, guide_with(network), strategy, count=count)
