"""Implements the experiment ``torus-raters``: tournaments, with measurements of strength."""

from __future__ import annotations

import io
import time
from collections.abc import Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from tesuji.archives import read_arrays
from tesuji.errors import TesujiError
from tesuji.files import write_atomically
from tesuji.games import make
from tesuji.learning.common.charts import draw_lines
from tesuji.learning.common.runs import Run
from tesuji.learning.evolution.experiments import (
    EvolutionWorkplace,
    Result,
    Summary,
    register_experiment,
)
from tesuji.players.options import option
from tesuji.records import GameRecord, save
from tesuji.studies.toruszero.strength import measure
from tesuji.studies.toruszero.tournament import (
    GameRules,
    PlayedGame,
    Standing,
    create_children,
    first_bracket,
    play_tournament,
    train_with_partner,
)
from tesuji.theory.torus import Rater, RaterError, RaterShape, load_rater, save_rater
from tesuji.theory.torus.rater_files import rater_from_bytes, rater_to_bytes

_STATE = "best.npz"
_ALONE = "strength_without_filter"


@dataclass(frozen=True, slots=True)
class RaterConfig:
    """Options of ``tesuji evolve torus-raters``."""

    tournaments: int = option(100, "tournaments to play", minimum=1)
    size: int = option(9, "size of the board", minimum=4, maximum=19)
    layers: str = option("60,40", "neurons of each layer")
    activation: Literal["sigmoid", "relu"] = option("sigmoid", "what a neuron does with its sum")
    powers: bool = option(True, "give each neuron a power that multiplies it")
    bias_range: str = option("-1,1", "smallest and largest bias")
    power_range: str = option("0,2", "smallest and largest power")
    craziness: float = option(0.003, "standard deviation of salting", above=0)
    filter: bool = option(True, "look only at moves that do not lose at once, or that win")
    win_turns: int = option(
        5,
        "a player who can force a win within this many turns has won; 1: wins in one; 0: never",
        minimum=0,
        maximum=5,
    )
    max_plies: int = option(600, "longest game; then more stones win", minimum=1)
    partner_tournaments: int = option(
        0,
        "number of first tournaments played against a program that only captures",
        minimum=0,
    )
    partner_games: int = option(8, "games of each rater against it", minimum=1)
    start: str | None = option(None, "file of an earlier rater to begin with")
    fill: Literal["zero", "random"] = option(
        "zero", "new neurons, where the layers differ from those of that rater"
    )
    opponents: str = option(
        "random greedy mcts:sims=100", "players that the strength is measured against"
    )
    strength_every: int = option(10, "tournaments between two measurements", minimum=1)
    strength_games: int = option(20, "games against each of them", minimum=2)

    def shape(self) -> RaterShape:
        return RaterShape(
            self.size,
            tuple(_numbers(self.layers, int, "layers")),
            self.activation,
            self.powers,
            _range(self.bias_range, "bias_range"),
            _range(self.power_range, "power_range"),
        )

    def rules(self) -> GameRules:
        return GameRules(self.filter, self.win_turns, self.max_plies)


def _summarise(name: str, results: Sequence[Result]) -> Summary:
    """Summarises the scores of each run's best rater, and the time of a tournament."""
    opponents = list(results[0]["strength"])
    rows = [
        [
            str(number),
            str(result["tournaments"]),
            f"{result['seconds_per_tournament']:.2f}",
            f"{result['plies_per_game']:.1f}",
            *(
                " / ".join(
                    f"{100 * result[key][spec]:.0f} %"
                    for key in ("strength", _ALONE)
                    if spec in result.get(key, {})
                )
                for spec in opponents
            ),
        ]
        for number, result in enumerate(results, 1)
    ]
    columns = ["run", "tournaments", "s/tournament", "moves/game"]
    notes = ["against each opponent: games won as bred / without the filter of moves"]
    return Summary(name, [*columns, *(f"against {spec}" for spec in opponents)], rows, notes)


@register_experiment(
    "torus-raters",
    RaterConfig,
    game=lambda config: ("torus", {"size": config.size}),
    summary=_summarise,
)
def evolve_raters(run: Run, config: RaterConfig, place: EvolutionWorkplace) -> Result:
    """Breeds move raters of Torus in tournaments of 32, the winners' children filling the next."""
    state = _load(run)
    with ThreadPoolExecutor(place.threads) as threads:
        for number in range(state.tournaments + 1, config.tournaments + 1):
            state = _one_tournament(run, config, number, state, threads)
            state.save(run)
    last = [line for line in run.metrics() if "strength" in line][-1]
    lines = run.metrics()
    games = sum(line["games"] for line in lines)
    return {
        "tournaments": state.tournaments,
        "seconds_per_tournament": float(np.mean([line["seconds"] for line in lines])),
        "plies_per_game": sum(line["plies"] for line in lines) / games,
        "strength": last["strength"],
        _ALONE: last.get(_ALONE, {}),
        "rater": str(run.networks / "best.npz"),
    }


@dataclass(frozen=True, slots=True)
class _State:
    """The state of a run: the four best of the last tournament, the winner first."""

    tournaments: int
    best: tuple[Rater, ...]

    def save(self, run: Run) -> None:
        file = io.BytesIO()
        content: dict[str, Any] = {"tournaments": np.array(self.tournaments)}
        for i, rater in enumerate(self.best):
            content[f"rater{i}"] = np.frombuffer(rater_to_bytes(rater), np.uint8)
        np.savez(file, **content)
        run.save_state(_STATE, file.getvalue())


def _load(run: Run) -> _State:
    data = run.load_state(_STATE)
    if data is None:
        return _State(0, ())
    parts = read_arrays(data)
    best = tuple(rater_from_bytes(parts[f"rater{i}"].tobytes()) for i in range(4))
    return _State(int(parts["tournaments"]), best)


def _one_tournament(
    run: Run, config: RaterConfig, number: int, state: _State, threads: Executor
) -> _State:
    # Randomness follows from the number of the tournament, so that a run can be resumed.
    seed = run.description.seed
    rng = np.random.default_rng([seed, number])
    began, cpu = time.monotonic(), time.process_time()
    raters = _entrants(config, state, rng)
    if number <= config.partner_tournaments:
        standing = train_with_partner(
            raters, config.partner_games, seed + number, config.rules(), threads
        )
    else:
        standing = play_tournament(raters, rng, config.rules(), threads)
    figures: dict[str, Any] = {
        "seconds": round(time.monotonic() - began, 4),
        "cpu_seconds": round(time.process_time() - cpu, 4),
        "games": standing.games,
        "plies": standing.plies,
    }
    if number % config.strength_every == 0 or number == config.tournaments:
        _keep(run, config, number, standing)
        for shown, filter in (("strength", config.filter), (_ALONE, False)):
            figures[shown] = measure(
                standing.winner,
                config.opponents.split(),
                config.strength_games,
                seed,
                filter,
                threads,
            )
        for spec, score in figures["strength"].items():
            figures[f"vs {spec}"] = score
    run.add_metrics(number, **figures)
    if "strength" in figures:
        _draw(run)
    return _State(number, standing.best)


def _entrants(config: RaterConfig, state: _State, rng: np.random.Generator) -> list[Rater]:
    shape = config.shape()
    if state.best:
        first, second, third, fourth = state.best
        standing = Standing((first, second, third, fourth), None, 0, 0)
        return create_children(standing, shape, rng, config.craziness)
    seed = None if config.start is None else _fitted(load_rater(config.start), shape, config, rng)
    return first_bracket(shape, rng, config.craziness, seed)


def _fitted(
    rater: Rater, shape: RaterShape, config: RaterConfig, rng: np.random.Generator
) -> Rater:
    """Returns an earlier rater with the layers of this run."""
    if rater.shape.layers != shape.layers:
        rater = rater.resized(shape.layers, rng, config.fill)
    if rater.shape != shape:
        raise RaterError(
            f"{config.start} has another shape than this run: {rater.shape}, not {shape}"
        )
    return rater


def _keep(run: Run, config: RaterConfig, number: int, standing: Standing) -> None:
    """Saves the winner and the final."""
    winner = standing.winner
    recipe = {"tournament": number, "seed": run.description.seed, **run.description.config}
    save_rater(run.networks / f"winner-{number:04}.npz", winner, **recipe)
    save_rater(run.networks / "best.npz", winner, **recipe)
    save_rater(run.networks / "best.txt", winner, **recipe)
    if standing.final is not None:
        _write_final(run, number, standing.final, config)


def _write_final(run: Run, number: int, final: PlayedGame, config: RaterConfig) -> None:
    """Writes the final as a record and as plain text."""
    game = make("torus", size=config.size)
    record = GameRecord.from_moves(
        game,
        final.moves,
        black="finalist",
        white="finalist",
        event=f"tournament {number}",
        result="B+" if final.black_won else "W+",
    )
    save(record, run.games / f"final-{number:04}.sgf")
    position = game.initial()
    pages: list[str] = []
    for move in final.moves:
        position = position.after(move)
        pages.append(f"{len(pages) + 1}. {game.format_move(move)}\n{position.text()}\n")
    text = "\n".join(pages) + f"\n{'Black' if final.black_won else 'White'} wins.\n"
    write_atomically(run.games / f"final-{number:04}.txt", text.encode())


def _draw(run: Run) -> None:
    """Draws the chart of strength by tournament, if matplotlib is installed."""
    lines = [line for line in run.metrics() if "strength" in line]
    if not lines:
        return
    series = {
        spec: [(line["step"], 100 * line["strength"][spec]) for line in lines]
        for spec in lines[0]["strength"]
    }
    try:
        draw_lines(
            run.path("strength.svg"),
            series,
            title=f"{run.name}: the winner of a tournament against fixed opponents",
            x="tournament",
            y="games won, %",
        )
    except TesujiError as error:
        run.log(str(error))


def _numbers(text: str, kind: type, what: str) -> list[Any]:
    try:
        return [kind(part) for part in text.split(",")]
    except ValueError:
        raise RaterError(f"{what} are numbers separated by commas, not {text!r}") from None


def _range(text: str, what: str) -> tuple[float, float]:
    numbers = _numbers(text, float, what)
    if len(numbers) != 2:
        raise RaterError(f"{what} must be two numbers, the smaller first, got {text!r}")
    return numbers[0], numbers[1]
