"""Tunes what the Gomoku engine thinks shapes are worth, on the results of quick games with itself.

    python tools/tune_gomoku.py play games.txt --games 5000 --nodes 3000
    python tools/tune_gomoku.py fit games.txt cpp/games/gomoku/engine/weights_data.hpp

A position is judged by the shapes that a stone of either colour would make on every empty point.
The sum of their weights, in hundredths of a logit, is to predict the result: a logistic regression.
A combination of shapes weighs what its shapes and its threat weigh, and what it differs from that
where it is frequent enough to tell. Weights for the mover and for the opponent are separate, so
the worth of the move is part of them.
"""

from __future__ import annotations

import argparse
import itertools
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import numpy as np
from scipy.optimize import minimize
from scipy.sparse import csr_matrix, hstack
from scipy.special import expit

from tesuji import core
from tesuji.cli import run
from tesuji.files import write_atomically
from tesuji.games import Position, make
from tesuji.search import Budget, Search

SHAPES = 14
THREATS = 8
FOUR, FOUR_OPEN, FIVE = 11, 12, 13
THREES = (9, 10)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    commands = parser.add_subparsers(required=True)
    play = commands.add_parser("play", help="play games and append them to a file")
    play.add_argument("games_file", type=Path)
    play.add_argument("--games", type=int, default=1000)
    play.add_argument("--nodes", type=int, default=3000)
    play.add_argument("--seed", type=int, default=1)
    play.set_defaults(run=run_play)
    fit = commands.add_parser("fit", help="fit the weights and write them as C++")
    fit.add_argument("games_file", type=Path, nargs="+")
    fit.add_argument("header", type=Path)
    fit.add_argument("--steps", type=int, default=300)
    fit.add_argument("--penalty", type=float, default=30.0, help="keeps weights small")
    fit.set_defaults(run=run_fit)
    arguments = parser.parse_args()
    arguments.run(arguments)


# -- games ------------------------------------------------------------------------------------


def run_play(arguments: argparse.Namespace) -> None:
    dice = random.Random(arguments.seed)
    with arguments.games_file.open("a", encoding="utf-8") as out:
        for _ in range(arguments.games):
            winner, opening, moves = play_game(dice, arguments.nodes)
            print(winner, opening, *moves, file=out, flush=True)


def play_game(dice: random.Random, nodes: int) -> tuple[int, int, list[int]]:
    """Returns the winner (-1: none), stones of the random opening, and all moves."""
    position = make("gomoku").initial()
    opening = dice.randrange(2, 9)
    moves: list[int] = []
    while len(moves) < opening:
        row, column = (7 + dice.randint(-4, 4) for _ in "rc")
        if position.is_legal(row * 15 + column):
            moves.append(row * 15 + column)
            position = position.after(moves[-1])
    search: Search | None = None
    while not position.is_over:
        search = Search(position, "gomoku", seed=dice.getrandbits(32))
        report = search.run(Budget(nodes=nodes, memory=16 << 20))
        open_game = abs(report.value.number) < 0.9
        choice = report.moves[0]
        if len(moves) < opening + 6 and open_game and dice.random() < 1 / 6:
            choice = dice.choice(report.moves[:6])
        moves.append(choice.move)
        position = position.after(choice.move)
    winner = position.outcome.winner if position.outcome else None
    return -1 if winner is None else int(winner), opening, moves


# -- positions --------------------------------------------------------------------------------


def normal(code: int) -> tuple[int, ...]:
    """Returns the shapes of a code in order: the direction of a shape does not matter."""
    return tuple(sorted((code >> shift) & 15 for shift in (0, 4, 8, 12)))


def threat_of(shapes: tuple[int, ...]) -> int:
    """As ``threat_of`` of cpp/games/gomoku/engine/patterns.cpp, where nothing is forbidden."""
    fours = sum(shape in (FOUR, FOUR_OPEN) for shape in shapes)
    threes = sum(shape in THREES for shape in shapes)
    if FIVE in shapes:
        return 7
    if FOUR_OPEN in shapes or fours >= 2:
        return 6
    if fours:
        return 5 if threes else 4
    return 3 if threes >= 2 else 2 if threes else 0


def read_positions(files: list[Path]) -> Iterator[tuple[float, Position]]:
    """Positions of the games, with the result for the mover: 1, 0.5 or 0."""
    start = make("gomoku").initial()
    for line in itertools.chain.from_iterable(
        file.read_text(encoding="utf-8").splitlines() for file in files
    ):
        winner, opening, *moves = map(int, line.split())
        position = start
        for ply, move in enumerate(moves):
            if ply >= opening:
                mover = int(position.to_move)
                yield (0.5 if winner < 0 else float(winner == mover)), position
            position = position.after(move)


def is_quiet(board: core.GomokuBoard) -> bool:
    """Returns whether the engine would judge this position statically: nobody wins by fours."""
    opponent = 1 - board.to_move
    if any(name == "five_point" for _, name in board.threats(opponent)):
        return False
    return bool(board.vcf(8, 400) == 0)


def collect(files: list[Path]) -> tuple[list[tuple[int, ...]], csr_matrix, np.ndarray]:
    """Returns shape combinations, counts [positions, 2 * combinations] and results [positions].

    The first half of the columns counts the mover's, the second the opponent's.
    """
    index: dict[tuple[int, ...], int] = {}
    translation: dict[int, int] = {}
    rows: list[tuple[Counter[int], Counter[int]]] = []
    results: list[float] = []
    for result, position in read_positions(files):
        board = core.GomokuBoard(cast(core.GomokuPosition, position))
        if not is_quiet(board):
            continue
        counts = []
        for colour in (board.to_move, 1 - board.to_move):
            codes = Counter(board.codes(colour).tolist())
            codes.pop(-1, None)
            counter: Counter[int] = Counter()
            for code, count in codes.items():
                if code not in translation:
                    translation[code] = index.setdefault(normal(code), len(index))
                counter[translation[code]] += count
            counts.append(counter)
        rows.append((counts[0], counts[1]))
        results.append(result)
    width = len(index)
    crow, columns, values = [0], [], []
    for own, other in rows:
        for offset, counter in ((0, own), (width, other)):
            for column in sorted(counter):
                columns.append(offset + column)
                values.append(float(counter[column]))
        crow.append(len(columns))
    matrix = csr_matrix((values, columns, crow), shape=(len(rows), 2 * width))
    return list(index), matrix, np.array(results)


# -- the fit ----------------------------------------------------------------------------------


def run_fit(arguments: argparse.Namespace) -> None:
    combinations, counts, results = collect(arguments.games_file)
    width = len(combinations)
    seen = np.asarray(counts.sum(axis=0)).ravel()
    frequency = seen[:width] + seen[width:]
    design = np.zeros((width, SHAPES + THREATS))
    for row, shapes in enumerate(combinations):
        for shape in shapes:
            design[row, shape] += 1
        design[row, SHAPES + threat_of(shapes)] += 1
    design[:, 0] = 0  # what leads to no five is worth nothing
    design[:, SHAPES] = 0
    # Parameters: shapes and threats (mover, opponent), differences of combinations, tempo.
    own = csr_matrix(design)
    mover, opponent = counts[:, :width], -counts[:, width:]
    base_columns = [(mover @ own).tocsr(), (opponent @ own).tocsr()]
    features = hstack([*base_columns, mover, opponent, np.ones((len(results), 1))]).tocsr()
    num_base = 2 * (SHAPES + THREATS)
    penalty = np.full(features.shape[1], 0.1 * arguments.penalty)
    penalty[num_base:-1] = arguments.penalty
    held_out = np.arange(len(results)) % 10 == 0
    trained, answers = features[~held_out], results[~held_out]
    turned = trained.T.tocsr()

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        logits = trained @ weights
        value = np.sum(np.logaddexp(0, logits) - answers * logits)
        gradient = turned @ (expit(logits) - answers) + 2 * penalty * weights
        return float(value + np.sum(penalty * weights**2)), gradient

    found = minimize(
        loss,
        np.zeros(features.shape[1]),
        jac=True,
        method="L-BFGS-B",
        options={"maxiter": arguments.steps},
    )
    for name, part in (("trained", ~held_out), ("held out", held_out)):
        logits = features[part] @ found.x
        mean = np.mean(np.logaddexp(0, logits) - results[part] * logits)
        print(f"{name}: {part.sum()} positions, loss {mean:.4f}, width {width}")
    base = found.x[:num_base].reshape(2, -1)
    worth = base @ design.T + found.x[num_base:-1].reshape(2, width)
    write_header(arguments.header, base, float(found.x[-1]), combinations, worth, frequency)


def write_header(
    path: Path,
    base: np.ndarray,
    tempo: float,
    combinations: list[tuple[int, ...]],
    worth: np.ndarray,
    frequency: np.ndarray,
) -> None:
    """Writes the weights as C++, those of single combinations where they were seen often."""

    def row(numbers: np.ndarray) -> str:
        return "{" + ", ".join(str(round(100 * float(x))) for x in numbers) + "}"

    frequent = sorted((shapes, i) for i, shapes in enumerate(combinations) if frequency[i] >= 300)
    entries = []
    for shapes, i in frequent:
        code = sum(shape << (4 * place) for place, shape in enumerate(shapes))
        mover, opponent = (round(100 * float(x)) for x in worth[:, i])
        entries.append(f"{{0x{code:04x}, {mover}, {opponent}}}")
    lines = [", ".join(entries[i : i + 5]) for i in range(0, len(entries), 5)]
    joined = ",\n    ".join(lines)
    text = f"""// Written by tools/tune_gomoku.py. Weights in hundredths of a logit.
#pragma once

#include <array>
#include <cstdint>

// clang-format off
namespace tesuji::five {{

/// By shape; first for the mover, then for the opponent.
constexpr std::array<std::array<int, {SHAPES}>, 2> shape_weights{{{{
    {row(base[0, :SHAPES])},
    {row(base[1, :SHAPES])},
}}}};
/// By threat.
constexpr std::array<std::array<int, {THREATS}>, 2> threat_weights{{{{
    {row(base[0, SHAPES:])},
    {row(base[1, SHAPES:])},
}}}};
/// Added for the player to move.
constexpr int tempo_weight = {round(100 * tempo)};

/// Frequent combinations of shapes, in increasing order of direction, weighed as a whole.
struct CombinedWeight {{
    std::uint16_t code;
    std::int16_t for_mover;
    std::int16_t for_opponent;
}};
constexpr std::array<CombinedWeight, {len(entries)}> combined_weights{{{{
    {joined},
}}}};

}} // namespace tesuji::five
"""
    write_atomically(path, text.encode())


if __name__ == "__main__":
    run(main)
