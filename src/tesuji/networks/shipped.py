"""Finds networks: those that come with Tesuji, those of runs, and files."""

from __future__ import annotations

import os
import platform
from functools import cache, lru_cache
from pathlib import Path

from tesuji.files import runs_directory
from tesuji.games import Game
from tesuji.networks import SHIPPED
from tesuji.networks.network import Network, NetworkInfo, read_info
from tesuji.networks.sessions import Device, NetworkError
from tesuji.run_folder import network_in_a_run


def find(text: str, *, to_play: bool = True) -> Path:
    """Returns the file that `text` names.

    It may be a file; a run of learning, for its best network; ``RUN/NAME`` for one of the others;
    or the name of a network that comes with Tesuji. A run is given by its folder, or by its name in
    the folder of runs. For a network that comes with Tesuji the fastest version is returned, unless
    it is not `to_play` but to be trained further.
    """
    for path in (Path(text), runs_directory() / text):
        for candidate in (path, *network_in_a_run(path)):
            if os.path.isfile(candidate):
                return candidate
    for path in shipped_networks():
        if text == path.stem:
            return fastest(path) if to_play else path
    raise NetworkError(
        f"there is no network {text!r}: give a file, the folder of a run, or none for the network "
        "that comes with Tesuji"
    )


def load_shared(path: Path, device: Device = "auto") -> Network:
    """Returns the network in a file, which is loaded only once."""
    try:
        state = path.stat()
    except OSError as error:
        raise NetworkError(f"cannot read {path}: {error.strerror}") from error
    return _loaded(path, state.st_mtime_ns, state.st_size, device)


@lru_cache(maxsize=8)
def _loaded(path: Path, changed: int, size: int, device: Device) -> Network:
    return Network.load(path, device=device)


EIGHT_BITS = ".int8.onnx"
"""The suffix of a network in eight bits, beside the one in 32 bits."""


def shipped_networks() -> list[Path]:
    """Returns the networks that come with Tesuji; each has its recipe in a JSON file beside it."""
    found = [path for path in SHIPPED.glob("*.onnx") if not path.name.endswith(EIGHT_BITS)]
    return sorted(found, key=lambda path: (len(path.name), path.name))


def fastest(path: Path) -> Path:
    """Returns the network in eight bits if there is one and the processor supports it well."""
    small = path.with_name(path.stem + EIGHT_BITS)
    return small if has_fast_bytes() and small.exists() else path


@cache
def has_fast_bytes() -> bool:
    """Returns whether this processor multiplies bytes several times as fast as 32-bit numbers.

    Processors without such instructions (VNNI) would also saturate large sums.
    """
    if platform.machine().lower() in ("arm64", "aarch64"):
        return True
    try:
        flags = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    return "avx512_vnni" in flags or "avx_vnni" in flags


@cache
def _shipped_info(path: Path) -> NetworkInfo:
    """Reads the metadata of a shipped network once, since the files do not change."""
    return read_info(path)


def has_shipped(game: Game) -> bool:
    """Returns whether a network for this game, size and rules comes with Tesuji."""
    return any(_shipped_info(path).fits(game) for path in shipped_networks())


def shipped(game: Game) -> Path:
    """Returns the network that comes with Tesuji for this game, size and rules.

    Networks trained on this size are preferred, first of all those trained on nothing else.
    """
    known = [(path, _shipped_info(path)) for path in shipped_networks()]
    fitting = [(path, info) for path, info in known if info.fits(game)]
    if fitting:
        path, _ = min(
            fitting,
            key=lambda item: (item[1].unlearnt(game) is not None, item[1].is_for_any_size),
        )
        return fastest(path)
    specs = list(dict.fromkeys(info.spec for _, info in known if info.game == game.name))
    there = f"there are networks for {', '.join(specs)}" if specs else "there is none for this game"
    raise NetworkError(f"no network for {game.spec} comes with Tesuji: {there}; give a file")
