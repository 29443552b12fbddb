"""Fits how far the values of each engine can be believed, and writes analysis/calibration.json.

    python benchmarks/calibrate_ratings.py                             # every engine, 1000 games
    python benchmarks/calibrate_ratings.py --board torus:size=9 --spec alphazero:sims=60 --games 200

Each engine plays games against itself after a few random moves. Every position that it searched
gives a pair: the value that it saw, and who won. What is written is fitted to all games. It is
checked by halves: each half of the games is looked at with what was fitted to the other half. For
each tenth of the chances that would be shown the table has the mean of what is shown, the share
that was won, the positions, and the games that they come from.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from tesuji.analysis.calibration import IDENTITY, Calibration, fit
from tesuji.cli import run
from tesuji.files import write_atomically
from tesuji.games import Game, Side, parse_spec
from tesuji.learning.common.charts import draw_lines
from tesuji.match import derived_seed, usual_max_plies
from tesuji.networks.shipped import shipped
from tesuji.players import make_player
from tesuji.players.strongest import NEEDS_NETWORK
from tesuji.search import Proof

FILE = Path(__file__).parents[1] / "src" / "tesuji" / "analysis" / "calibration.json"
ENGINES = (
    ("torus:size=9", "alphazero:sims=60"),
    ("torus:size=9", "torus:nodes=3000"),
    ("torus:size=9", "mcts:sims=400"),
    ("gomoku:size=15,rules=freestyle", "gomoku:nodes=3000"),
    ("gomoku:size=15,rules=freestyle", "alphazero:sims=60"),
    ("dots-and-boxes:size=5", "chains:sims=500"),
    ("dots-and-boxes:size=5", "boxes:sims=40"),
    ("dots-and-boxes:size=5", "alphazero:sims=60"),
    ("go:size=9,komi=7.5", "alphazero:sims=60"),
    ("go:size=9,komi=7.5", "mcts:sims=400"),
)
"""Every engine that `best` may stand for, on the board that it is calibrated on."""
LONGEST_OPENING = 6
ENOUGH = 200
"""Different games from which on a tenth of the check says something.

Positions of one game share its result, so games count: with 200 of them chance alone makes a
difference of 3.5 points (one standard deviation), with 1000 of 1.6.
"""


class Seen(NamedTuple):
    """A position that was searched."""

    game: int
    mover: int
    """0 for the first player."""
    value: float
    """For the player to move, from -1 to 1."""
    result: float
    """For the same player: 1 won, 0 lost, 0.5 drawn."""


def play(game: Game, spec: str, number: int, seed: int) -> list[Seen]:
    """Returns the positions of one game after some random moves, without proven ones."""
    dice = random.Random(derived_seed(seed, spec, number))
    position: Any = game.initial()
    for _ in range(dice.randint(0, LONGEST_OPENING)):
        if position.is_over:
            break
        position = position.after(dice.choice(position.legal_moves()))
    seen, plies = [], 0
    with make_player(spec, game, seed=dice.getrandbits(32)) as player:
        player.start(game, position)
        while not position.is_over and plies < usual_max_plies(game):
            choice = player.choose(position)
            report = choice.report
            if report.proof is Proof.UNKNOWN:
                seen.append((report.value.number, position.to_move))
            after = position.after(choice.move)
            player.observe(position, choice.move, after)
            position, plies = after, plies + 1
    if not position.is_over:
        return []
    outcome = position.outcome
    return [
        Seen(number, int(who), value, (outcome.value_for(who).number + 1) / 2)
        for value, who in seen
    ]


def played(game: Game, spec: str, games: int, seed: int, file: Path) -> list[Seen]:
    """Returns the positions of `games` games, of which those in `file` need not be played again."""
    known: dict[int, list[Seen]] = {}
    if file.exists():
        for line in file.read_text(encoding="utf-8").splitlines():
            number, seen = json.loads(line)
            known[number] = [Seen(*one) for one in seen]
    with file.open("a", encoding="utf-8") as kept:
        for number in range(games):
            if number not in known:
                known[number] = play(game, spec, number, seed)
                kept.write(json.dumps([number, known[number]]) + "\n")
                kept.flush()
    return [one for number in range(games) for one in known[number]]


class Checked(NamedTuple):
    """A position with the chance that its player to move would be shown."""

    chance: float
    seen: Seen


def fitted(positions: list[Seen]) -> Calibration:
    """Returns what makes the results of these positions most likely."""
    return fit(
        [one.value for one in positions],
        [one.result for one in positions],
        [Side(one.mover) for one in positions],
    )


def checked(positions: list[Seen], calibration: Calibration) -> list[Checked]:
    """Returns what `calibration` shows in these positions."""
    return [Checked(calibration.chance(one.value, Side(one.mover)), one) for one in positions]


def checked_by_halves(positions: list[Seen]) -> list[Checked]:
    """Returns all positions, each with what was fitted to games of the other half."""
    halves = [[one for one in positions if one.game % 2 == half] for half in (0, 1)]
    return checked(halves[0], fitted(halves[1])) + checked(halves[1], fitted(halves[0]))


def brier(positions: list[Checked]) -> float:
    """Returns the mean squared error of the chances: 0 is perfect, 0.25 says nothing."""
    return sum((one.chance - one.seen.result) ** 2 for one in positions) / len(positions)


def table(positions: list[Checked]) -> list[tuple[float, float, int, int]]:
    """Returns for each tenth: mean of what is shown, share won, positions, games."""
    tenths: list[list[Checked]] = [[] for _ in range(10)]
    for one in positions:
        tenths[min(9, int(10 * one.chance))].append(one)
    return [
        (
            sum(one.chance for one in some) / len(some),
            sum(one.seen.result for one in some) / len(some),
            len(some),
            len({one.seen.game for one in some}),
        )
        for some in tenths
        if some
    ]


def calibrate(
    game: Game, spec: str, games: int, seed: int, folder: Path
) -> tuple[dict[str, Any], Any]:
    """Returns the row of an engine for the data, and its curves."""
    network = shipped(game) if spec.startswith(NEEDS_NETWORK) else None
    kept = f"{game.spec}-{spec}-{seed}"
    if network is not None:  # games of another network are of no use
        kept += f"-{sha256(network.read_bytes()).hexdigest()[:8]}"
    file = folder / (re.sub(r"[:,=]", "-", kept) + ".jsonl")
    positions = played(game, spec, games, seed, file)
    as_it_is, calibrated = checked(positions, IDENTITY), checked_by_halves(positions)
    found = fitted(positions)
    rows = table(calibrated)
    known = [abs(mean - won) for mean, won, _, different in rows if different >= ENOUGH]
    worst = max(known, default=None)  # with few games nothing is known
    before, after = brier(as_it_is), brier(calibrated)
    print(f"{game.spec}, {spec}: {games} games")
    print(f"  Brier score on {len(positions)} positions: {before:.4f} as it is, {after:.4f} fitted")
    for mean, won, count, different in rows:
        print(f"  shown {mean:6.1%}  won {won:6.1%}  positions {count}, games {different}")
    told = "too few games to tell" if worst is None else f"{100 * worst:.1f} points"
    print(f"  largest difference: {told}", flush=True)
    row = {
        "board": game.spec,
        "spec": spec,
        "network": "" if network is None else network.stem,
        "points": [[round(x, 4), round(y, 4)] for x, y in found.points],
        "first": round(found.first, 4),
        "games": games,
        "seed": seed,
        "brier_before": round(before, 4),
        "brier_after": round(after, 4),
        "largest_difference": None if worst is None else round(worst, 3),
        "table": [[round(mean, 3), round(won, 3), n, g] for mean, won, n, g in rows],
    }
    curves = {
        f"{spec}, as it is": [(100 * p, 100 * w) for p, w, *_ in table(as_it_is)],
        f"{spec}, calibrated": [(100 * p, 100 * w) for p, w, *_ in rows],
    }
    return row, curves


def _write(row: dict[str, Any]) -> None:
    """Puts a row into the data, in place of an older one of the same board and player."""

    def key(one: dict[str, Any]) -> tuple[str, str]:
        return one["board"], one["spec"].partition(":")[0]

    rows = [one for one in json.loads(FILE.read_text(encoding="utf-8")) if key(one) != key(row)]
    text = "[\n" + ",\n".join(json.dumps(one) for one in sorted([*rows, row], key=key)) + "\n]\n"
    write_atomically(FILE, text.encode())


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--board", help="a game spec; every engine on its board without")
    parser.add_argument("--spec", help="the engine, with a counted budget; with --board")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=Path("calibration"), help="keeps the games")
    parser.add_argument("--chart", type=Path, help="draw the calibration to this SVG file")
    given = parser.parse_args()
    if (given.board is None) != (given.spec is None):
        parser.error("--board and --spec belong together")
    given.folder.mkdir(parents=True, exist_ok=True)
    engines = ENGINES if given.board is None else ((given.board, given.spec),)
    curves: dict[str, Any] = {"perfect": [(0, 0), (100, 100)]}
    for board, spec in engines:
        row, some = calibrate(parse_spec(board), spec, given.games, given.seed, given.folder)
        curves |= some
        _write(row)
    if given.chart:
        draw_lines(
            given.chart,
            curves,
            title="Chances shown and games won",
            x="chance shown, %",
            y="games won, %",
        )


if __name__ == "__main__":
    run(main)
