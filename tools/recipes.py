"""How the networks that come with Tesuji were made, and making them again.

Usage: recipes.py [NAME]

Without a name it prints one line for each: its name and the command. With a name it runs that
command here; the run lies with all others (`tesuji runs`), and ``tesuji runs RUN --ship FOLDER``
takes the network out of it.
"""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path

from tesuji.cli import run
from tesuji.theory.torus.rater_files import rater_info

NETWORKS = Path(__file__).parents[1] / "src" / "tesuji" / "networks"
_OF_THE_FILE = {"tournament", "seed"}
"""What a rater's file tells beside the options of its run."""


def main() -> None:
    match sys.argv[1:]:
        case []:
            for name, command in recipes().items():
                print(f"{name}: {command}")
        case [name] if name in recipes():
            program = [sys.executable, "-c", "from tesuji.cli import main; main()"]
            sys.exit(subprocess.call(program + shlex.split(recipes()[name])[1:]))
        case _:
            sys.exit(__doc__)


def recipes() -> dict[str, str]:
    """The command that makes each network, by the name of its file."""
    found = {}
    for folder in (NETWORKS, NETWORKS / "evolved"):
        for recipe in sorted(folder.glob("*.json")):
            found[recipe.stem] = str(json.loads(recipe.read_text(encoding="utf-8"))["command"])
    for rater in sorted((NETWORKS / "raters").glob("*.npz")):
        found[f"{rater.stem}-rater"] = _rater_command(rater)
    return found


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


if __name__ == "__main__":
    run(main)
