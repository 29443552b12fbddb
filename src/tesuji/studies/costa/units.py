"""Does the units of work of ``tesuji reproduce costa``."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tesuji.files import write_atomically
from tesuji.games import Position, parse_spec
from tesuji.learning.alphazero.config import Config, read_config
from tesuji.learning.alphazero.measurement import measure_optimality, network_player
from tesuji.learning.alphazero.progress import Limits, Progress
from tesuji.learning.alphazero.runner import KIND, Machine, config_of, create_run, work_on
from tesuji.learning.alphazero.shipping import untrained
from tesuji.learning.common.runs import Run, all_runs
from tesuji.match import GameResult, record_of, run_match
from tesuji.networks.network import Network
from tesuji.records import write_sgf
from tesuji.run_folder import RunFolder
from tesuji.search import Budget, search
from tesuji.studies import load_presets
from tesuji.studies.exhibits import Findings, Settings, UnitPlace
from tesuji.studies.matches import match_findings

GAME = "dots-and-boxes:size=3"
ALONE = {"exact_plies": 0, "proof": 0}
"""Options of a player that is its network and its search, and nothing else."""
TEMPERATURE = 1.0
"""Of all games of the thesis: without it both players would repeat one game."""


def train_unit(settings: Settings, place: UnitPlace) -> Findings:
    """Trains the versions of one subset, or takes a run of the user with the same settings.

    Settings: `preset`, `overrides`, `versions`.
    """
    load_presets()
    game = parse_spec(GAME)
    config = read_config(game, str(settings["preset"]), None, settings["overrides"])
    versions = int(settings["versions"])
    recorded = _recorded(config, place.seed, versions)
    folder = place.work_folder / str(settings["preset"])
    if recorded is not None:
        run = recorded
    elif RunFolder(folder).description_file.exists():
        run = Run.open(folder)
    else:
        run = create_run(folder, game, config, place.seed)
    if recorded is None:
        work_on(run, limits=Limits(generations=versions), machine=Machine(workers=0))
    return {
        "lines": _lines(run.metrics()),
        "folder": str(run.folder),
        "versions": versions,
        "core_seconds": Progress.of(run).core_seconds,
        "best": Progress.of(run).best,
        "taken_from": "" if recorded is None else recorded.name,
    }


def _recorded(config: Config, seed: int, versions: int) -> Run | None:
    """Returns a run of ``tesuji train`` with these settings that has all versions."""
    plain = json.loads(json.dumps(config.as_dict()))
    for run in all_runs():
        found = run.description
        same = found.kind == KIND and found.seed == seed
        if same and all(found.config.get(name) == part for name, part in plain.items()):
            kept = [run.generation_file(number).exists() for number in range(versions + 1)]
            if all(kept):
                return run
    return None


def _lines(metrics: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Returns a line for each version: its losses, its competition, and times in seconds."""
    by_version: dict[int, dict[str, Any]] = {}
    before: float | None = None
    for line in metrics:
        found = by_version.setdefault(int(line["step"]), {"version": int(line["step"])})
        match line.get("kind"):
            case "self-play":
                found |= {"games": line["games"], "playing": line["seconds"]}
            case "training":
                found |= {
                    "train": line["train"],
                    "test": line["test"],
                    "positions": line["window"],
                    "training": line["seconds"],
                }
            case "competition":
                found |= {"match": line["match"], "promoted": line["promoted"]}
                found["competing"] = round(line["time"] - before, 2) if before else 0.0
        before = float(line["time"])
    return [by_version[number] for number in sorted(by_version)]


def version_file(found: Findings, version: int) -> Path:
    """Returns the network of a version."""
    return RunFolder(Path(found["folder"])).generation_file(version)


def player_of(place: UnitPlace, who: Mapping[str, Any]) -> str:
    """Returns the spec of a player.

    `who` has a `spec`, or the `unit` that trained it with its `version` and `sims`.
    """
    if "spec" in who:
        return str(who["spec"])
    path = version_file(place.findings(str(who["unit"])), int(who["version"]))
    return network_player(path, int(who["sims"]), temperature=TEMPERATURE, **ALONE)


def compete_unit(settings: Settings, place: UnitPlace) -> Findings:
    """Plays a match in both seats. Settings: `a`, `b` (see `player_of`), `games` in each seat."""
    result = run_match(
        parse_spec(GAME),
        player_of(place, settings["a"]),
        player_of(place, settings["b"]),
        games=2 * int(settings["games"]),
        opening_plies=0,
        seed=place.seed,
        workers=0,
    )
    return match_findings(result)


def truth_unit(settings: Settings, place: UnitPlace) -> Findings:
    """Compares a version's own games with the exact table, and lets it play an examiner.

    Settings: `unit`, `version` (-1: an untrained twin), `sims`, `games`, `examiner`.
    """
    game = parse_spec(GAME)
    trained = place.findings(str(settings["unit"]))
    version, sims = int(settings["version"]), int(settings["sims"])
    path = version_file(trained, max(version, 0))
    if version < 0:
        config = config_of(Run.open(Path(trained["folder"])))
        data = untrained(config.network, path, game, place.seed)
        path = place.work_folder / f"{settings['unit']}-twin.onnx"
        write_atomically(path, data)
    own = network_player(path, sims, **ALONE)

    def match(opponent: str) -> list[GameResult]:
        return run_match(
            game, own, opponent, games=int(settings["games"]), seed=place.seed, workers=0
        ).games

    games = [(played.moves, played.opening) for played in match(own)]
    found = measure_optimality(game, Network.load(path).on(game), games)
    assert found is not None
    examined = match_findings(
        run_match(
            game,
            own,
            str(settings["examiner"]),
            games=int(settings["games"]),
            seed=place.seed,
            workers=0,
        )
    )
    return {"truth": dataclasses.asdict(found), "score": examined["score"]}


def dump_unit(settings: Settings, place: UnitPlace) -> Findings:
    """Plays a game of a version against itself and keeps what its search and network said.

    Settings: `unit`, `version`, `sims`, `plies` to keep.
    """
    game = parse_spec(GAME)
    path = version_file(place.findings(str(settings["unit"])), int(settings["version"]))
    who = {"unit": settings["unit"], "version": settings["version"], "sims": settings["sims"]}
    spec = player_of(place, who)
    (played,) = run_match(
        game, spec, spec, games=1, opening_plies=0, seed=place.seed, workers=0
    ).games
    network = Network.load(path).on(game)
    position: Position = game.initial()
    dumps = []
    for move in played.moves[: int(settings["plies"])]:
        report = search(
            position,
            "mcts",
            Budget(simulations=int(settings["sims"])),
            evaluator=network,
            gumbel=False,
            exact_plies=0,
            seed=place.seed,
        )
        _, values = network(position.planes()[None])
        dumps.append(
            {
                "drawn": position.text(),
                "played": game.format_move(move),
                "value": float(values[0]),
                "moves": [
                    [one.notation, one.visits, one.value.number, one.prior] for one in report.moves
                ],
            }
        )
        position = position.after(move)
    return {"dumps": dumps, "sgf": write_sgf(record_of(played))}
