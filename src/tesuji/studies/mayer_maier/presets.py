"""Registers the experiments with neural Go players, and the same for other games.

The figures for comparison are from Mayer and Maier, "Evolution of Neural Go Players" (2005), whose
opponent JaGo is replaced by the pattern player.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import mean
from typing import Any, Protocol

from tesuji.games import Game, parse_spec
from tesuji.games.go import Go
from tesuji.learning.common.runs import Run
from tesuji.learning.evolution.experiments import (
    EvolutionWorkplace,
    Result,
    Summary,
    register_experiment,
)
from tesuji.learning.evolution.measures import SOLVED_OPENINGS, opening_statistics
from tesuji.learning.evolution.networks import EvolvedNetworkConfig, evolve_networks

SIGMA_LIMIT = 0.1
"""For recurrent networks, whose inputs are sigmoids too. Hundreds of generations may pass without a
win against a strong opponent, and without selection, unlimited strategy parameters drift apart:
weights of thousands then saturate the neurons, and evolution is stuck."""

PAPER: Mapping[str, str] = {
    "go-random": "against Random 0.88–0.95, against Naive 0.03–0.27; competence 0.45–0.50",
    "go-naive": "strength 0.48–0.69",
    "go-pattern": "strength 0.35–0.77; on average 0.81 / 0.25 / 0.68 against Random / Naive / JaGo",
    "go-recurrent": "strength 0.69 and 0.65",
    "go-coevolution": "strength 0.44",
}


class GameConfig(Protocol):
    """A config that names its game by a spec."""

    @property
    def game(self) -> str: ...
    def the_game(self) -> Game: ...


def game_and_options(config: GameConfig) -> tuple[str, Mapping[str, Any]]:
    """Returns the name of the game of a config, and its options as given."""
    game = config.the_game()
    _, _, options = config.game.partition(":")
    given = dict(part.split("=", 1) for part in options.split(",") if "=" in part)
    return game.name, given


def _is_literature_board(result: Result) -> bool:
    """Returns whether a result is for 5x5 Go, the board of the literature and the solution.

    Results of old runs, which did not name their game, count as such.
    """
    game = parse_spec(str(result.get("game", "go:size=5")))
    return isinstance(game, Go) and (game.rows, game.columns) == (5, 5)


def summarise(name: str, results: Sequence[Result]) -> Summary:
    """Summarises the players of a series: their mean, their openings, and figures for 5x5 Go."""
    opponents = [key for key in ("random", "naive", "pattern", "winner") if key in results[0]]
    columns = ["run", "strength", *opponents, "competence", "opening", "generations"]
    rows = [
        [
            f"seed {result['seed']}",
            *(f"{result[key]:.3f}" for key in ("strength", *opponents, "competence")),
            str(result["opening"]),
            str(result["generations"]),
        ]
        for result in results
    ]
    for shown, measure in (("mean", mean), ("lowest", min), ("highest", max)):
        over_all = [measure(result[key] for result in results) for key in columns[1:-2]]
        rows.append([shown, *(f"{value:.3f}" for value in over_all), "", ""])
    small = all(_is_literature_board(result) for result in results)
    notes = [f"in the literature: {PAPER[name]}"] if name in PAPER and small else []
    if "naive" in opponents:
        notes += [
            f"opening {move}: {count} players, mean strength {strength:.3f}"
            + (f", solved value {SOLVED_OPENINGS.get(move, -25):+}" if small else "")
            for move, count, strength in opening_statistics(results)
        ]
    return Summary(f"{name}, {len(results)} runs", columns, rows, notes)


_PRESETS: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "go-random": ("Evolves networks for 5x5 Go against Random.", {"opponents": "random"}),
    "go-naive": ("Evolves networks for 5x5 Go against Naive.", {"opponents": "naive"}),
    "go-pattern": (
        "Evolves networks for 5x5 Go against the pattern player.",
        {"opponents": "pattern", "games": 32},
    ),
    "go-recurrent": (
        "Evolves recurrent networks for 5x5 Go against the pattern player.",
        {
            "opponents": "pattern",
            "games": 32,
            "network": "recurrent",
            "sigma_limit": SIGMA_LIMIT,
        },
    ),
    "go-neighbours": (
        "Evolves recurrent networks whose inputs are connected as the board is.",
        {
            "opponents": "pattern",
            "games": 32,
            "network": "recurrent",
            "neighbours": True,
            "sigma_limit": SIGMA_LIMIT,
        },
    ),
    "go-coevolution": (
        "Evolves networks for 5x5 Go that only ever play each other.",
        {"opponents": "rivals", "opening_plies": 2},
    ),
    "go-strategy": (
        "Evolves networks for 5x5 Go against Naive around the mean of all, in mirrored pairs.",
        {
            "opponents": "naive",
            "population": 51,
            "recombination": "mean",
            "sigma": 0.3,
            "single_sigma": True,
            "ones": 1.0,
            "flips": 0.0,
        },
    ),
    "go-generalist": (
        "Evolves a network for 5x5 Go that has to beat all three opponents with both colours.",
        {
            "opponents": "random+naive+pattern",
            "aggregate": "worst",
            "games": 32,
            "population": 51,
            "generations": 1000,
            "recombination": "mean",
            "sigma": 0.15,
            "single_sigma": True,
            "ones": 1.0,
            "flips": 0.0,
            "encoding": "planes",
            "stop_at_full": False,
        },
    ),
    "torus-networks": (
        "Evolves networks for Torus against random players.",
        {"game": "torus:size=6", "opponents": "random", "generations": 300},
    ),
    "gomoku-networks": (
        "Evolves networks for Gomoku against a player that wins where it can.",
        {"game": "gomoku:size=7", "opponents": "winner", "generations": 300},
    ),
    "dots-networks": (
        "Evolves networks for Dots and Boxes against random players.",
        {"game": "dots-and-boxes:size=3x3", "opponents": "random", "generations": 300},
    ),
}


def evolve(run: Run, config: EvolvedNetworkConfig, place: EvolutionWorkplace) -> Result:
    """Evolves networks."""
    return evolve_networks(run, config, place)


for _name, (_help, _defaults) in _PRESETS.items():
    register_experiment(
        _name,
        EvolvedNetworkConfig,
        game=game_and_options,
        help=_help,
        defaults=_defaults,
        summary=summarise,
    )(evolve)
