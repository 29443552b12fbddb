"""Shows what the versions of a run would play in a position, and what a run is doing now."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np

from tesuji.errors import TesujiError
from tesuji.games import Side, make
from tesuji.learning.alphazero.progress import read_live
from tesuji.learning.alphazero.runner import KIND as SELF_PLAY
from tesuji.learning.common.runs import Run
from tesuji.networks.network import Network
from tesuji.server import run_models
from tesuji.server.opponents import number_of, versions_of
from tesuji.server.views import game_info, position_view, replay

_KEPT = 512


def shows_policy(run: Run) -> bool:
    """Returns whether `looks_of` works for a run: its versions are networks with a policy."""
    is_network = all(path.suffix == ".onnx" for path in versions_of(run))
    return run.description.kind == SELF_PLAY and is_network


def looks_of(run: Run, versions: Sequence[str], moves: Sequence[int]) -> run_models.Looks:
    """Returns what each version would play after these moves, without any search."""
    if not shows_policy(run):
        raise TesujiError(f"{run.name} is no run of self-play; its versions have no policy")
    spec = make(run.description.game, **run.description.options).spec
    position = replay(spec, None, list(moves))
    files = {path.name: path for path in versions_of(run)}
    looks = []
    for name in versions:
        path = files.get(name)
        try:
            changed = None if path is None else path.stat().st_mtime_ns
        except FileNotFoundError:  # it has just been removed
            changed = None
        if path is None or changed is None:
            raise TesujiError(f"{run.name} has no version called {name!r}")
        policy, chance = _look(path, changed, spec, tuple(moves))
        looks.append(
            run_models.Look(
                version=name, number=number_of(path), policy=list(policy), chance=chance
            )
        )
    return run_models.Looks(
        game=game_info(spec), position=position_view(position, len(moves)), looks=looks
    )


@lru_cache(maxsize=_KEPT)
def _look(
    path: Path, changed: int, spec: str, moves: tuple[int, ...]
) -> tuple[tuple[float, ...], float]:
    """Returns the policy of a network, and the first player's chance; kept until it changes."""
    position = replay(spec, None, list(moves))
    game = position.game
    if position.is_over:
        raise TesujiError("the game is over: there is nothing to play")
    network = Network.load(path).on(game)
    logits, values = network(np.ascontiguousarray(position.planes()[None], np.float32))
    legal = position.legal_moves()
    strengths = np.full(game.num_moves, -np.inf)
    strengths[legal] = logits[0, legal]
    policy = np.exp(strengths - strengths.max())
    policy /= policy.sum()
    value = float(values[0]) if position.to_move == Side.FIRST else -float(values[0])
    return tuple(round(float(share), 4) for share in policy), round((1 + value) / 2, 4)


def live_view(run: Run) -> run_models.RunLive:
    """Returns what a run last told about itself."""
    told = read_live(run)
    game = told.get("game")
    try:
        newest = None if game is None else run_models.NewestGame(**game)
        return run_models.RunLive(
            at_work=run.is_at_work,
            phase=str(told.get("phase", "")),
            generation=int(told.get("generation", 0)),
            done=int(told.get("done", 0)),
            total=int(told.get("total", 0)),
            games_per_second=float(told.get("games_per_second", 0.0)),
            seconds_left=told.get("seconds_left"),
            note=str(told.get("note", "")),
            game=newest,
        )
    except (ValueError, TypeError) as error:
        raise TesujiError(f"{run.name} tells nothing that can be read") from error
