"""Players of Dots and Boxes measured against the exact table: how often, and how much, they err.

Each player is asked for a line in the same positions: those of games in which a good and a careless
player meet, so that openings, middle games and endings are all there. A line is optimal when the
table gives it the value of the position; otherwise it loses the difference, in boxes. It keeps the
result when a game that was won, or drawn, still is: that is all a player wants who plays to win.
Then each player plays the perfect player, from both seats, since on most boards one seat wins by
force.

    python benchmarks/dots_and_boxes_truth.py random mcts:sims=400 thesis:file=v60.npz solver
    python benchmarks/dots_and_boxes_truth.py --size 3x3 --positions 400 --games 20 --json mcts
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from dataclasses import asdict, dataclass, field
from pathlib import Path

from tesuji.cli import run
from tesuji.errors import TesujiError
from tesuji.games import Side
from tesuji.games.dots_and_boxes import DotsAndBoxes, DotsAndBoxesPosition
from tesuji.games.options import read_size
from tesuji.players import Player, make_player
from tesuji.theory.dots_and_boxes import Table
from tesuji.theory.dots_and_boxes.solver import lead_of

CARELESS = 0.35
"""How often a line of the games that give the positions is drawn at random."""


@dataclass
class Measured:
    """What the table says of a player."""

    player: str
    positions: int = 0
    optimal: int = 0
    kept: int = 0
    """Lines that keep the result."""
    lost: float = 0.0
    """Boxes given away in all positions together."""
    won: dict[str, int] = field(default_factory=dict)
    """Games against the perfect player that were won, by seat."""
    drawn: dict[str, int] = field(default_factory=dict)
    margin: dict[str, float] = field(default_factory=dict)
    """Boxes ahead of the perfect player at the end, on average, by seat."""
    games: int = 0
    """Games in each seat."""

    def as_dict(self) -> dict[str, object]:
        found = asdict(self)
        found["optimal_share"] = self.optimal / self.positions
        found["kept_share"] = self.kept / self.positions
        found["boxes_lost_per_move"] = self.lost / self.positions
        return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("players", nargs="+", help="player specs")
    parser.add_argument("--size", default="3x3", help="board, of at most 24 lines")
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--games", type=int, default=10, help="against perfect play, each seat")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    try:
        game = DotsAndBoxes(*read_size("dots-and-boxes", chosen.size, rectangular=True))
        table = Table.of(game)
        positions = sample(game, table, chosen.positions, random.Random(chosen.seed))
        if not chosen.json:
            value = table.value(game.initial())
            print(f"{game.spec}: the first player nets {value:+d} with perfect play")
            print(f"{len(positions)} positions, {chosen.games} games in each seat")
            print(
                f"{'player':36}{'optimal':>9}{'keeps':>8}{'lost/move':>11}"
                f"{'as first':>18}{'as second':>18}"
            )
        found = []
        for spec in chosen.players:
            measured = measure(spec, game, table, positions, chosen.games, chosen.seed)
            found.append(measured)
            if not chosen.json:
                print(row(measured), flush=True)
    except TesujiError as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(2)
    if chosen.json:
        print(json.dumps([measured.as_dict() for measured in found], indent=2))


def sample(
    game: DotsAndBoxes, table: Table, count: int, dice: random.Random
) -> list[DotsAndBoxesPosition]:
    """Positions in which lines differ in value: nothing can be learnt from the others."""
    found: list[DotsAndBoxesPosition] = []
    while len(found) < count:
        position = game.initial()
        while not position.is_over:
            values = table.move_values(position)
            if len(set(values.values())) > 1 and dice.random() < 0.25 and len(found) < count:
                found.append(position)
            best = [line for line, value in values.items() if value == max(values.values())]
            lines = position.legal_moves() if dice.random() < CARELESS else best
            position = position.after(dice.choice(lines))
    return found


def measure(
    spec: str,
    game: DotsAndBoxes,
    table: Table,
    positions: list[DotsAndBoxesPosition],
    games: int,
    seed: int,
) -> Measured:
    name = spec if len(spec) <= 34 else spec.replace(str(Path(spec.partition("=")[2]).parent), "…")
    measured = Measured(name, games=games)
    with make_player(spec, game, seed=seed) as player:
        for position in positions:
            player.start(game, position)
            move = player.choose(position).move
            assert move is not None
            value = table.value(position)
            lost = value - table.move_values(position)[move]
            before, after = (sign(lead_of(position) + net) for net in (value, value - lost))
            measured.positions += 1
            measured.optimal += lost == 0
            measured.kept += before == after
            measured.lost += lost
    for side in Side:
        margins = []
        for number in range(games):
            with make_player(spec, game, seed=seed + number) as player:
                margins.append(against_truth(player, side, game, table, random.Random(number)))
        seat = "first" if side is Side.FIRST else "second"
        measured.won[seat] = sum(margin > 0 for margin in margins)
        measured.drawn[seat] = sum(margin == 0 for margin in margins)
        measured.margin[seat] = sum(margins) / max(1, games)
    return measured


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


def against_truth(
    player: Player, side: Side, game: DotsAndBoxes, table: Table, dice: random.Random
) -> int:
    """Returns the boxes by which `player` in seat `side` ends ahead of perfect play."""
    position = game.initial()
    player.start(game, position)
    while not position.is_over:
        if position.to_move == side:
            chosen = player.choose(position).move
            assert chosen is not None
            move = chosen
        else:
            values = table.move_values(position)
            best = max(values.values())
            move = dice.choice([line for line, value in values.items() if value == best])
        after = position.after(move)
        player.observe(position, move, after)
        position = after
    return position.scores[side] - position.scores[side.other]


def row(measured: Measured) -> str:
    seats = "".join(
        f"{f'{measured.won[seat]}-{measured.drawn[seat]} ({measured.margin[seat]:+.1f})':>18}"
        for seat in ("first", "second")
    )
    share = measured.optimal / measured.positions
    lost = measured.lost / measured.positions
    kept = measured.kept / measured.positions
    return f"{measured.player:36}{share:>9.1%}{kept:>8.1%}{lost:>11.3f}{seats}"


if __name__ == "__main__":
    run(main)
