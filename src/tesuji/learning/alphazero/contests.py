"""Plays matches of a run's versions against each other and against fixed opponents."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tesuji.games import Game, Side
from tesuji.learning.alphazero.backends import Backend
from tesuji.learning.alphazero.config import CompetitionConfig, MeasurementConfig
from tesuji.learning.alphazero.measurement import (
    OnGame,
    has_truth,
    match_figures,
    measure_optimality,
    network_player,
    play_matches,
)
from tesuji.match import derived_seed
from tesuji.networks.network import Network

_SEATS = {"both": None, "first": Side.FIRST, "second": Side.SECOND}


def compete(
    game: Game,
    config: CompetitionConfig,
    new: Path,
    best: Path,
    *,
    name: str,
    seed: int,
    backend: Backend,
    on_game: OnGame,
) -> dict[str, Any]:
    """Plays the match of a new network against the best one so far, called `name`."""
    options: dict[str, Any] = {"exact_plies": config.exact_plies, "proof": config.proof}
    if config.temperature:
        options["temperature"] = config.temperature
    players = (network_player(path, config.simulations, **options) for path in (new, best))
    [result] = play_matches(
        game,
        [(next(players), next(players))],
        games=config.games,
        opening_plies=config.opening_plies,
        seed=seed,
        backend=backend,
        on_game=on_game,
        always=_SEATS[config.seats],
    )
    return match_figures(result, name)


def num_measurement_games(game: Game, config: MeasurementConfig, earlier: int) -> int:
    """Returns how many games `measure` plays with this many earlier versions."""
    games = config.games * (len(config.opponents) + earlier)
    return games + (config.optimal_games if has_truth(game) else 0)


def measure(
    game: Game,
    config: MeasurementConfig,
    network: Path,
    earlier: Mapping[str, Path],
    *,
    seed: int,
    backend: Backend,
    on_game: OnGame,
) -> dict[str, Any]:
    """Measures a version against opponents, earlier versions and exact values."""

    def player(path: Path) -> str:
        return network_player(
            path, config.simulations, exact_plies=config.exact_plies, proof=config.proof
        )

    own = player(network)
    opponents = {spec: spec for spec in config.opponents}
    opponents |= {name: player(path) for name, path in earlier.items()}
    results = play_matches(
        game,
        [(own, spec) for spec in opponents.values()],
        games=config.games,
        opening_plies=config.opening_plies,
        seed=seed,
        backend=backend,
        on_game=on_game,
    )
    figures: dict[str, Any] = {
        "kind": "measurement",
        "simulations": config.simulations,
        "exact": config.exact_plies,
        "proof": config.proof,
        "matches": [
            match_figures(result, name) for name, result in zip(opponents, results, strict=True)
        ],
    }
    if has_truth(game) and config.optimal_games:
        before = config.games * len(opponents)
        [result] = play_matches(
            game,
            [(own, own)],
            games=config.optimal_games,
            opening_plies=config.opening_plies,
            seed=derived_seed(seed, "optimality"),
            backend=backend,
            on_game=lambda done: on_game(before + done),
        )
        games = [(played.moves, played.opening) for played in result.games]
        found = measure_optimality(game, Network.load(network).on(game), games)
        figures["optimality"] = None if found is None else dataclasses.asdict(found)
    return figures


def in_words(figures: Mapping[str, Any]) -> list[str]:
    """Returns the results of a measurement in a few words."""
    parts = [f"{match['score']:.0%} against {match['opponent']}" for match in figures["matches"]]
    found = figures.get("optimality")
    if found is not None:
        parts.append(
            f"{found['keep']:.1%} of moves keep the result ({found['raw_keep']:.1%} without search)"
            f", {found['optimal']:.1%} lose no box ({found['raw_optimal']:.1%})"
        )
    return parts
