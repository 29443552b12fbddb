"""Shows how the networks and tables of Tesuji were made, and makes them again.

    python tools/recipes.py             prints every name with the commands that make it
    python tools/recipes.py torus       runs those commands here, one after the other
    python tools/recipes.py --json      prints them for machines

A network's run lies with all others (`tesuji runs`); ``tesuji runs NAME --ship FOLDER`` takes the
network out of it. Tables are written in their places. What is played on the way lies in
build/recipes, and so do the counting problems, which are added to a file where there is one.
"""

from __future__ import annotations

import argparse
import json
import shlex
import subprocess
import sys
from pathlib import Path

from tesuji.cli import run
from tesuji.errors import TesujiError
from tesuji.theory.torus.rater_files import rater_info

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "tesuji"
NETWORKS = PACKAGE / "networks"
GAMES = "build/recipes"
"""Where games that a table is made of are kept."""
_OF_THE_FILE = {"tournament", "seed"}
"""What a rater's file tells beside the options of its run."""
_RUN_ABOVE = "RUN_ABOVE"
"""In a recipe: the run of the command that made the weights it began with."""
_NETWORK_ABOVE = "NETWORK_ABOVE"
"""In a step of a recipe: the network of the step before."""
_FIRST = "FIRST"
"""In a recipe of two runs of evolution: the network that the first one has bred."""

Steps = list[str]
"""Commands, each as one would type it in the folder of the sources."""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("name", nargs="?", help="what to make again")
    parser.add_argument("--json", action="store_true", help="print JSON for machines")
    given = parser.parse_args()
    known = recipes()
    if given.name is None:
        if given.json:
            print(json.dumps(known, indent=1))
        for name, steps in known.items() if not given.json else ():
            print(f"{name}:", *steps, sep="\n    ")
        return
    if given.name not in known:
        raise TesujiError(f"there is no recipe for {given.name!r}; there are: {', '.join(known)}")
    (ROOT / GAMES).mkdir(parents=True, exist_ok=True)
    for step in known[given.name]:
        print(step, flush=True)
        if subprocess.call(_program(step), cwd=ROOT):
            raise TesujiError(f"this did not succeed: {step}")


def _program(step: str) -> list[str]:
    """Returns what to start for a command, with the Python that runs this."""
    program, *words = shlex.split(step)
    if program == "tesuji":
        return [sys.executable, "-c", "from tesuji.cli import main; main()", *words]
    return [sys.executable, *words]


def recipes() -> dict[str, Steps]:
    """Returns the commands that make each network and table, by its name."""
    found: dict[str, Steps] = {}
    folders = ((NETWORKS, ""), (NETWORKS / "evolved", ""), (NETWORKS / "endgames", "-endgames"))
    for folder, ending in folders:
        for recipe in sorted(folder.glob("*.json")):
            found[recipe.stem + ending] = _trained(recipe)
    for rater in sorted((NETWORKS / "raters").glob("*.npz")):
        found[f"{rater.stem}-rater"] = [_rater_command(rater)]
    return found | tables()


def _trained(recipe: Path) -> Steps:
    """Returns the commands of a network: first that of its initial weights, if any."""
    about = json.loads(recipe.read_text(encoding="utf-8"))
    if "commands" in about:  # bred in two runs; the second begins with what the first has bred
        first, second = about["commands"]
        bred = f"{GAMES}/first-01/networks/best.npz"
        return [f"{first} --out {GAMES}", second.replace(_FIRST, bred)]
    if "steps" in about:  # each begins with the network of the one before
        commands = [str(step["command"]) for step in about["steps"]]
        names = [f"{recipe.stem}-{number}" for number in range(1, len(commands))] + [recipe.stem]
        return [
            f"{command.replace(_NETWORK_ABOVE, before)} --run {name}"
            for command, name, before in zip(commands, names, ["", *names], strict=False)
        ]
    command = str(about["command"])
    if not command.startswith("tesuji train"):
        return [command]
    steps = [f"{command} --run {recipe.stem}"]
    if _RUN_ABOVE in command:
        earlier = f"{recipe.stem}-began"
        steps = [
            f"{about['began_with']} --run {earlier}",
            steps[0].replace(_RUN_ABOVE, earlier),
        ]
    return steps


def _rater_command(file: Path) -> str:
    info = rater_info(file)
    words = ["tesuji", "evolve", "torus-raters"]
    for name, value in info.items():
        option = name.replace("_", "-")
        if name in _OF_THE_FILE or value is None or value is True:
            continue  # not an option, or what it is by default
        words += [f"--no-{option}"] if value is False else [f"--{option}", str(value)]
    # Run k of a series with the seed s has the seed 1000 s + k.
    return shlex.join([*words, "--seed", str(int(info["seed"]) // 1000)])


def tables() -> dict[str, Steps]:
    """Returns the commands that make all that is neither a network nor written by hand."""
    play = "python tools/tune_gomoku.py play"
    return {
        "strongest": ["python benchmarks/strongest.py"],
        "levels": [f"python benchmarks/rate_levels.py --folder {GAMES}/levels"],
        "calibration": ["python benchmarks/calibrate_ratings.py"],
        "gomoku-weights": [
            f"{play} {GAMES}/tuning.txt --games 5000 --nodes 3000",
            f"python tools/tune_gomoku.py fit {GAMES}/tuning.txt "
            "cpp/games/gomoku/engine/weights_data.hpp",
        ],
        "gomoku-puzzles": [
            f"{play} {GAMES}/puzzles.txt --games 2000 --nodes 3000",
            f"python benchmarks/gomoku_threats.py {GAMES}/puzzles.txt "
            "src/tesuji/lessons/gomoku_puzzles.txt",
        ],
        "counting-problems": [f"python tools/make_counting_problems.py --out {GAMES}/counting.txt"],
        "katago-calibration": [
            f"python tools/make_calibration_games.py --net katago-b15 --out {GAMES}/calibration.txt"
        ],
        "move-counts": ["python -m tests.reference.perft tests/golden/perft.json"],
        "search-signatures": ["python -m tests.kit.signatures --write"],
        "pictures": ["python tools/pictures.py"],
    }


if __name__ == "__main__":
    run(main)
