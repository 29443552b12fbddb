"""Screens options of learning: each alone against the usual recipe, from nothing and at equal work.

    python benchmarks/screen_learning.py screens replay.surprise_share=0.5 training.soon_weight=0.3
    python benchmarks/screen_learning.py screens seed=2          # the noise: another usual run
    python benchmarks/screen_learning.py screens "self_play.full_share=1 self_play.simulations=32" \
        --board dots-and-boxes:size=4 --core-minutes 10
    python benchmarks/screen_learning.py screens --table

Both runs get the same processor time, whatever else the machine does, and then their networks
play a match: alone (no exact ends, no search for wins), both seats, equal simulations, balanced
openings. With --seconds they also play at equal time. The usual run of each seed is trained once
and kept in the folder, as is everything else: what was interrupted goes on when it is asked for
again. Results are added to results.json there. One core is used.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tesuji.cli.output import note
from tesuji.errors import TesujiError
from tesuji.files import write_atomically
from tesuji.games import Game, parse_spec
from tesuji.learning.alphazero.config import read_config
from tesuji.learning.alphazero.measurement import network_player
from tesuji.learning.alphazero.progress import Limits, Progress
from tesuji.learning.alphazero.runner import Machine, create_run, work_on
from tesuji.learning.common.runs import Run
from tesuji.match import derived_seed, run_match

USUAL = "usual"
"""What the recipe without any change is called."""
RESULTS = "results.json"
# Measurements are matches of their own, and this is one.
COMMON = ("measurement.every=0", "measurement.keep=0")
_ENOUGH = 2.0
"""Seconds of processor time that may be missing from a run that counts as complete."""


@dataclass(frozen=True)
class Recipe:
    """A run that is to be made: the usual recipe, or with something changed."""

    board: str
    change: str
    """Overrides as ``section.option=value``, separated by spaces; or `USUAL`."""
    seed: int
    core_minutes: float
    preset: str = "laptop"

    @property
    def overrides(self) -> list[str]:
        return [] if self.change == USUAL else self.change.split()

    def folder(self, root: Path) -> Path:
        plain = self.change.replace(" ", "+").replace("/", "-")
        board = self.board.replace(":", "-").replace(",", "-")
        return root / f"{board}-{self.core_minutes:g}-minutes" / f"{plain}-seed-{self.seed}"

    def trained(self, root: Path) -> dict[str, Any]:
        """Has the run made, or gone on with, where that is not done yet; gives its figures."""
        folder = self.folder(root)
        if folder.exists():
            run = Run.open(folder)
        else:
            game = parse_spec(self.board)
            config = read_config(game, self.preset, overrides=[*COMMON, *self.overrides])
            run = create_run(folder, game, config, self.seed)
        left = 60 * self.core_minutes - Progress.of(run).core_seconds
        if left > _ENOUGH:
            note(f"{folder.name}: {left / 60:.1f} core-minutes to go")
            # One process, so that the run is a function of its seed and of where it ends.
            work_on(run, limits=Limits(core_seconds=left), machine=Machine(workers=0))
        progress = Progress.of(run)
        return {
            "network": str(run.best_network),
            "seed": self.seed,
            "generations": progress.generation,
            "games": progress.games,
            "positions": progress.positions,
            "core_minutes": round(progress.core_seconds / 60, 2),
        }


def play(game: Game, new: str, usual: str, chosen: argparse.Namespace) -> dict[str, Any]:
    """Plays the matches of a network against the usual one."""
    budgets = {"simulations": {"sims": chosen.simulations}}
    if chosen.seconds:
        budgets["seconds"] = {"seconds": chosen.seconds}
    found: dict[str, Any] = {}
    for kind, budget in budgets.items():
        note(f"a match of {chosen.games} games with {next(iter(budget.values()))} {kind} a move")
        a, b = (
            network_player(Path(path), **budget, exact_plies=0, proof=0) for path in (new, usual)
        )
        result = run_match(
            game,
            a,
            b,
            games=chosen.games,
            opening_plies=chosen.opening_plies,
            seed=derived_seed(chosen.seed, "screen"),
            workers=0,
        )
        sums = result.as_dict()
        kept = ("wins", "draws", "losses", "score", "elo", "elo_error", "first", "second")
        found[kind] = {**budget, "games": chosen.games, **{name: sums[name] for name in kept}}
    return found


def screen(change: str, chosen: argparse.Namespace, root: Path) -> dict[str, Any]:
    """Measures one change against the usual recipe of the same seed, or of another: seed=2."""
    usual = Recipe(chosen.board, USUAL, chosen.seed, chosen.core_minutes, chosen.preset)
    if change.startswith("seed="):
        new = replace(usual, seed=int(change.removeprefix("seed=")))
    else:
        new = replace(usual, change=change)
    runs = {"usual": usual.trained(root), "new": new.trained(root)}
    matches = play(
        parse_spec(chosen.board), runs["new"]["network"], runs["usual"]["network"], chosen
    )
    for run in runs.values():
        del run["network"]  # where it lies is nobody's concern
    return {**_key(change, chosen), "runs": runs, "matches": matches}


def _key(change: str, chosen: argparse.Namespace) -> dict[str, Any]:
    """Returns what tells a result from the others."""
    return {
        "change": change,
        "board": chosen.board,
        "seed": chosen.seed,
        "core_minutes": chosen.core_minutes,
    }


def read_results(root: Path) -> list[dict[str, Any]]:
    path = root / RESULTS
    found: list[dict[str, Any]] = json.loads(path.read_text()) if path.exists() else []
    return found


def print_table(results: list[dict[str, Any]]) -> None:
    print("| change | board | seed | games learnt from (usual) | score | Elo |")
    print("|---|---|---:|---:|---:|---:|")
    for line in results:
        new, usual = line["runs"]["new"], line["runs"]["usual"]
        for kind, match in line["matches"].items():
            print(
                f"| `{line['change']}` | `{line['board']}` | {line['seed']} "
                f"| {new['games']} ({usual['games']}) | {match['score']:.1%} "
                f"| {match['elo']:+.0f} ± {match['elo_error']:.0f}"
                f"{' at equal time' if kind == 'seconds' else ''} |"
            )


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path, help="where runs and results are kept")
    parser.add_argument("changes", nargs="*", help="section.option=value, each screened alone")
    parser.add_argument("--board", default="go:size=7,komi=9.5")
    parser.add_argument("--preset", default="laptop", help="the usual recipe")
    parser.add_argument("--core-minutes", type=float, default=10.0, help="for each run")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--simulations", type=int, default=32, help="for each move of the match")
    parser.add_argument("--seconds", type=float, help="also a match with so many for each move")
    parser.add_argument("--opening-plies", type=int, default=3)
    parser.add_argument("--table", action="store_true", help="print all results in the end")
    chosen = parser.parse_args(arguments)
    root: Path = chosen.folder.resolve()
    try:
        for change in chosen.changes:
            results = read_results(root)
            if any(_key(change, chosen).items() <= line.items() for line in results):
                note(f"{change} is there already")
                continue
            line = screen(change, chosen, root)
            root.mkdir(parents=True, exist_ok=True)
            results = [*read_results(root), line]
            write_atomically(root / RESULTS, json.dumps(results, indent=1).encode())
            print_table([line])
    except TesujiError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
    if chosen.table:
        print_table(read_results(root))


if __name__ == "__main__":
    main()
