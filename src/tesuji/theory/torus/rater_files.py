"""Reads and writes files of move raters: NPZ for programs, text for people."""

from __future__ import annotations

import io
import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from tesuji.archives import read_arrays
from tesuji.files import read_limited, write_atomically
from tesuji.networks import SHIPPED
from tesuji.theory.torus.rater import Genes, Rater, RaterError, RaterShape

RATERS = SHIPPED / "raters"
"""The raters that come with Tesuji, one for a size of the board."""
_HEAD = "tesuji torus rater 1"
_MOST_BYTES = 64 << 20


def save_rater(path: str | Path, rater: Rater, **info: Any) -> None:
    """Writes a rater, with its parent's numbers: as text if `path` ends in ``.txt``, else NPZ.

    `info`, such as the recipe that made it, is stored as plain data.
    """
    path = Path(path)
    data = (
        _as_text(rater, info).encode() if path.suffix == ".txt" else rater_to_bytes(rater, **info)
    )
    write_atomically(path, data)


def load_rater(path: str | Path) -> Rater:
    """Returns the rater that a file of either kind holds."""
    try:
        data = read_limited(path, _MOST_BYTES)
    except OSError as error:
        raise RaterError(f"cannot read {path}: {error.strerror or error}") from error
    try:
        if data.startswith(_HEAD.encode()):
            return _from_text(data.decode())
        return rater_from_bytes(data)
    except RaterError as error:
        raise RaterError(f"{path}: {error}") from error
    except Exception as error:  # a damaged file fails in many ways
        raise RaterError(f"{path} is not a rater file") from error


@cache
def shipped_rater(size: int) -> Rater | None:
    """Returns the rater that comes with Tesuji for boards of `size`, or None."""
    file = RATERS / f"torus-{size}.npz"
    return rater_from_bytes(file.read_bytes()) if file.is_file() else None


# -- NPZ --------------------------------------------------------------------------------------


def rater_to_bytes(rater: Rater, **info: Any) -> bytes:
    """Returns the NPZ file of a rater."""
    arrays: dict[str, Any] = {"about": np.array(json.dumps(_describe(rater.shape, info)))}
    arrays |= _named("", rater.genes)
    if rater.parent is not None:
        arrays |= _named("parent_", rater.parent)
    file = io.BytesIO()
    np.savez_compressed(file, **arrays)
    return file.getvalue()


def rater_from_bytes(data: bytes) -> Rater:
    """Returns the rater in an NPZ file."""
    arrays = read_arrays(data, _MOST_BYTES)
    shape = _read_shape(json.loads(str(arrays["about"])))
    return Rater(shape, _read_genes(arrays, shape, ""), _read_parent(arrays, shape))


def rater_info(path: str | Path) -> dict[str, Any]:
    """Returns the `info` of a rater in an NPZ file."""
    arrays = read_arrays(read_limited(path, _MOST_BYTES), _MOST_BYTES)
    about: dict[str, Any] = json.loads(str(arrays["about"]))
    return dict(about.get("info", {}))


def _describe(shape: RaterShape, info: dict[str, Any]) -> dict[str, Any]:
    return {
        "format": _HEAD,
        "size": shape.size,
        "layers": list(shape.layers),
        "activation": shape.activation,
        "powers": shape.powers,
        "bias_range": list(shape.bias_range),
        "power_range": list(shape.power_range),
        "info": info,
    }


def _read_shape(about: dict[str, Any]) -> RaterShape:
    if about.get("format") != _HEAD:
        raise RaterError("this is not a rater file")
    return RaterShape(
        size=int(about["size"]),
        layers=tuple(int(width) for width in about["layers"]),
        activation=about["activation"],
        powers=bool(about["powers"]),
        bias_range=(float(about["bias_range"][0]), float(about["bias_range"][1])),
        power_range=(float(about["power_range"][0]), float(about["power_range"][1])),
    )


def _named(prefix: str, genes: Genes) -> dict[str, Any]:
    named = {f"{prefix}output": genes.output}
    for kind in ("weights", "biases", "powers"):
        for layer, array in enumerate(getattr(genes, kind)):
            named[f"{prefix}{kind}{layer}"] = array
    return named


def _read_genes(arrays: Any, shape: RaterShape, prefix: str) -> Genes:
    def group(kind: str) -> tuple[Any, ...]:
        return tuple(
            np.ascontiguousarray(arrays[f"{prefix}{kind}{layer}"], dtype=np.float32)
            for layer in range(len(shape.layers))
        )

    genes = Genes(
        group("weights"),
        group("biases"),
        group("powers") if shape.powers else (),
        np.ascontiguousarray(arrays[f"{prefix}output"], dtype=np.float32),
    )
    genes.check(shape)
    return genes


def _read_parent(arrays: Any, shape: RaterShape) -> Genes | None:
    return _read_genes(arrays, shape, "parent_") if "parent_output" in arrays else None


# -- text -------------------------------------------------------------------------------------


def _as_text(rater: Rater, info: dict[str, Any]) -> str:
    """Writes one array after another: a line with its name and shape, then its rows."""
    lines = [_HEAD, json.dumps(_describe(rater.shape, info))]
    arrays = _named("", rater.genes)
    if rater.parent is not None:
        arrays |= _named("parent_", rater.parent)
    for name, array in arrays.items():
        lines.append(f"{name} {' '.join(map(str, array.shape))}")
        lines += [
            " ".join(np.format_float_positional(x, trim="0") for x in row)
            for row in np.atleast_2d(array)
        ]
    return "\n".join(lines) + "\n"


def _from_text(text: str) -> Rater:
    lines = text.splitlines()
    shape = _read_shape(json.loads(lines[1]))
    arrays: dict[str, Any] = {}
    at = 2
    while at < len(lines):
        name, *sizes = lines[at].split()
        wanted = tuple(map(int, sizes))
        rows = wanted[0] if len(wanted) == 2 else 1
        if rows < 0:
            raise RaterError(f"an array cannot have {rows} rows")
        numbers = [float(x) for line in lines[at + 1 : at + 1 + rows] for x in line.split()]
        arrays[name] = np.array(numbers, dtype=np.float32).reshape(wanted)
        at += 1 + rows
    return Rater(shape, _read_genes(arrays, shape, ""), _read_parent(arrays, shape))
