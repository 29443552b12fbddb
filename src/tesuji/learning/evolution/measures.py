"""Measures evolved players: strength against all opponents, competence, opening."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tesuji import core
from tesuji.errors import TesujiError
from tesuji.games import parse_spec
from tesuji.learning.common.charts import draw_lines
from tesuji.learning.evolution.fitness import FitnessTable
from tesuji.networks.evolved_network import EvolvedNetwork, NetworkSpec, arena_kind

SOLVED_OPENINGS = {"C3": 25, "C2": 3, "B3": 3, "C4": 3, "D3": 3}
"""Area by which Black wins 5x5 Go after these first moves (van der Werf et al., 2003); all other
first moves lose."""


def opponents_of(game: str) -> tuple[str, ...]:
    """Returns the programmed opponents that play a game given by its spec."""
    return arena_kind(parse_spec(game)).opponents


def strengths(
    table: FitnessTable, networks: core.NetworkPopulation, games: int, seed: int
) -> list[dict[str, Any]]:
    """Returns every network's share of wins against each opponent, and their mean, its strength.

    ``games`` are played against each opponent, half with each colour. The competence is the mean
    over all games.
    """
    names = opponents_of(table.spec.game)
    scores = {name: table.against(networks, name, games, seed + i) for i, name in enumerate(names)}
    found = []
    for which in range(len(networks)):
        rates = {name: float(score.rates[which]) for name, score in scores.items()}
        found.append(
            {
                "strength": float(np.mean(list(rates.values()))),
                **rates,
                "as_first": {n: float(s.by_colour[which, 0]) for n, s in scores.items()},
                "as_second": {n: float(s.by_colour[which, 1]) for n, s in scores.items()},
                "competence": float(np.mean([s.competence[which] for s in scores.values()])),
            }
        )
    return found


def opening_of(network: EvolvedNetwork) -> str:
    """Returns the first move of a network, in notation."""
    game = parse_spec(network.spec.game)
    return game.format_move(network.ranked_moves(game.initial())[0])


def opens_with(spec: NetworkSpec, networks: core.NetworkPopulation, move: str) -> NDArray[np.bool_]:
    """Returns which networks play `move`, given in notation, as the first of a game."""
    game = parse_spec(spec.game)
    start = game.initial()
    wanted, legal = game.parse_move(move), list(start.legal_moves())
    shown = spec.show(start)[None]
    return np.array(
        [
            legal[int(np.argmax(networks.activations(which, shown)[0][legal]))] == wanted
            for which in range(len(networks))
        ]
    )


def opening_statistics(results: Sequence[Mapping[str, Any]]) -> list[tuple[str, int, float]]:
    """Returns (move, players who open with it, their mean strength) by frequency."""
    by_move: dict[str, list[float]] = {}
    for result in results:
        by_move.setdefault(str(result["opening"]), []).append(float(result["strength"]))
    return sorted(
        ((move, len(found), sum(found) / len(found)) for move, found in by_move.items()),
        key=lambda row: (-row[1], row[0]),
    )


Lines = dict[str, list[tuple[float, float]]]
"""Named lines of a chart."""


def progress_lines(metrics: Sequence[Mapping[str, Any]]) -> Lines:
    """Returns fitness and competence by generation."""
    names = {
        "best fitness": "best",
        "mean fitness": "mean",
        "mean competence": "competence",
        "mean share won": "won",
    }
    series = {
        shown: [(float(line["step"]), float(line[key])) for line in metrics if key in line]
        for shown, key in names.items()
    }
    return {shown: points for shown, points in series.items() if points}


def strength_lines(results: Sequence[Mapping[str, Any]]) -> Lines:
    """Returns the win rates of the players of a series, weakest first."""
    ordered = sorted(results, key=lambda result: float(result["strength"]))
    names = [key for key in ("random", "naive", "pattern", "winner") if key in ordered[0]]
    return {
        name: [(float(number), float(result[name])) for number, result in enumerate(ordered, 1)]
        for name in ("strength", *names)
    }


def draw_progress(path: Path, metrics: Sequence[Mapping[str, Any]], title: str) -> None:
    """Draws fitness and competence by generation, if matplotlib is installed."""
    with suppress(TesujiError):
        draw_lines(path, progress_lines(metrics), title=title, x="generation", y="share")


def draw_strengths(path: Path, results: Sequence[Mapping[str, Any]], title: str) -> None:
    """Draws the win rates of the players of a series, weakest first."""
    with suppress(TesujiError):
        draw_lines(path, strength_lines(results), title=title, x="player", y="share of games won")
