"""Does the units of work of ``tesuji reproduce garcia``."""

from __future__ import annotations

import time
from typing import Any

from tesuji import core
from tesuji.files import write_atomically
from tesuji.games import make
from tesuji.learning.alphazero.config import read_config
from tesuji.learning.alphazero.measurement import network_player
from tesuji.learning.alphazero.progress import Limits
from tesuji.learning.alphazero.runner import Machine, config_of, create_run, work_on
from tesuji.learning.alphazero.shipping import untrained
from tesuji.learning.common.runs import Run
from tesuji.run_folder import RunFolder
from tesuji.studies.exhibits import Findings, Settings, UnitPlace
from tesuji.studies.garcia.monomials import count_of_monomials
from tesuji.studies.matches import play_match_unit

DEPTH = 30
"""Plies of a roll-out in the thesis."""


def counts_unit(settings: Settings, place: UnitPlace) -> Findings:
    """Counts the windows of boards, by the formula and one by one. Settings: `sizes`."""
    return {
        str(size): {"formula": count_of_monomials(size), "counted": _windows(size)}
        for size in settings["sizes"]
    }


def _windows(size: int) -> int:
    """Returns how many straight runs of five points fit on a board."""
    steps = ((0, 1), (1, 0), (1, 1), (1, -1))
    return sum(
        0 <= row + 4 * down < size and 0 <= column + 4 * right < size
        for row in range(size)
        for column in range(size)
        for down, right in steps
    )


def rollouts_unit(settings: Settings, place: UnitPlace) -> Findings:
    """Measures roll-outs for each second of the processor. Settings: `size`, `rollouts`."""
    start = make("gomoku", size=settings["size"]).initial()
    found: Findings = {}
    for version in (1, 2):
        search: Any = core.GomokuMonomial(version=version, rollout_plies=DEPTH, seed=place.seed)
        began = time.process_time()
        search.rollouts(start, int(settings["rollouts"]))
        found[str(version)] = int(settings["rollouts"]) / max(time.process_time() - began, 1e-9)
    return found


def network_unit(settings: Settings, place: UnitPlace) -> Findings:
    """Trains a policy-value network by self-play, and measures it and its untrained twin.

    Settings: `name`, `size`, `overrides`, `generations`, `games` and `sims` of the measurement,
    `examiners`.
    """
    game = make("gomoku", size=settings["size"])
    folder = place.work_folder / str(settings["name"])
    if RunFolder(folder).description_file.exists():
        run = Run.open(folder)
    else:
        config = read_config(game, "laptop", None, settings["overrides"])
        run = create_run(folder, game, config, place.seed)
    limits = Limits(generations=int(settings["generations"]))
    work_on(run, limits=limits, machine=Machine(workers=0))
    twin = place.work_folder / f"{settings['name']}-twin.onnx"
    data = untrained(config_of(run).network, run.best_network, game, place.seed)
    write_atomically(twin, data)
    found: Findings = {"curves": _curves(run)}
    for name, path in (("trained", run.best_network), ("twin", twin)):
        own = network_player(path, int(settings["sims"]), exact_plies=0, proof=0)
        found[name] = {
            spec: play_match_unit(
                {
                    "game": game.spec,
                    "a": own,
                    "b": spec,
                    "games": settings["games"],
                    "openings": 2,
                },
                place,
            )["score"]
            for spec in settings["examiners"]
        }
    return found


def _curves(run: Run) -> dict[str, list[tuple[int, float]]]:
    """Returns the losses on held-out games by generation."""
    lines = [line for line in run.metrics() if line.get("kind") == "training"]
    return {
        name: [(line["step"], line["test"][name]) for line in lines if name in line["test"]]
        for name in ("policy", "value")
    }
