"""Writes the figures of a run as TensorBoard events, if the package tensorboard is installed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any


class TensorBoardLog:
    """Writes each number of the metrics under its kind and name."""

    def __init__(self, folder: Path, generation: int) -> None:
        """Events after `generation`, which a killed process may have left, are hidden."""
        self._writer: Any = None
        try:
            from torch.utils.tensorboard import SummaryWriter
        except ImportError:
            return
        self._writer = SummaryWriter(str(folder), purge_step=generation + 1)

    def add(self, generation: int, figures: Mapping[str, Any]) -> None:
        if self._writer is None:
            return
        kind = figures["kind"]
        for name, number in _flat(figures):
            self._writer.add_scalar(f"{kind}/{name}", number, generation)
        self._writer.flush()

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()


def _flat(figures: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, float]]:
    for name, value in figures.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{prefix}{name}_")
        elif name == "matches":
            for match in value:
                yield f"score against {match['opponent']}", match["score"]
        elif isinstance(value, int | float):
            yield prefix + name, float(value)
