"""Measures the strength of networks: matches against fixed players, and exact values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tesuji.errors import TesujiError
from tesuji.games import Game, Position, Side
from tesuji.learning.alphazero.backends import Backend
from tesuji.match import GameTask, MatchResult, Openings, derived_seed, rate
from tesuji.match.tasks import modules_for
from tesuji.networks.network import Network
from tesuji.theory.certain import exact_table

OnGame = Callable[[int], None]


def network_player(path: Path, sims: int | None = None, **options: Any) -> str:
    """Returns the spec of a player with a network file."""
    if sims is not None:
        options = {"sims": sims, **options}
    name = str(path).replace("\\", "\\\\").replace('"', '\\"')
    return f'alphazero:net="{name}"' + "".join(f",{key}={each}" for key, each in options.items())


def play_matches(
    game: Game,
    pairs: Sequence[tuple[str, str]],
    *,
    games: int,
    opening_plies: int,
    seed: int,
    backend: Backend,
    on_game: OnGame = lambda done: None,
    always: Side | None = None,
) -> list[MatchResult]:
    """Plays `games` games between the players of each pair in parallel; returns them in order.

    The players alternate in moving first, unless `always` gives the side of the first of a pair.
    """
    openings = Openings(game, opening_plies, seed)
    modules = modules_for(game)

    def tasks() -> Iterator[GameTask]:
        for number, (a, b) in enumerate(pairs):
            for index in range(games):
                swapped = (index % 2 if always is None else always) == Side.SECOND
                yield GameTask(
                    index=number * games + index,
                    game=game.spec,
                    players=(b, a) if swapped else (a, b),
                    seeds=(
                        derived_seed(seed, number, index, "first"),
                        derived_seed(seed, number, index, "second"),
                    ),
                    opening=openings[index // 2 if always is None else index],
                    modules=modules,
                )

    found = {}
    for task, played in backend.matches(tasks()):
        found[task.index] = played
        on_game(len(found))
    results = []
    for number, names in enumerate(pairs):
        ours = [found[number * games + index] for index in range(games)]
        for played in ours:
            if played.failure is not None and played.failure.kind != "time":
                raise TesujiError(f"a match failed: {played.reason}")
        results.append(MatchResult(names, ours, always=always))
    return results


def match_figures(result: MatchResult, opponent: str) -> dict[str, Any]:
    """Returns a match as metrics, from A's view."""
    tally = result.tally
    return {
        "opponent": opponent,
        "games": tally.games,
        **tally.as_dict(),
        "score": tally.points / max(tally.games, 1),
        "first": result.tally_as(Side.FIRST).as_dict(),
        "second": result.tally_as(Side.SECOND).as_dict(),
    }


def elo_curve(
    measurements: Iterable[dict[str, Any]], anchor: str
) -> dict[int, tuple[float, float]]:
    """Returns Elo and its 95 % error of each measured generation, from all measurements.

    The player `anchor` has Elo 0, if it has played.
    """
    games: list[tuple[str, str, float]] = []
    generations: dict[str, int] = {}
    for line in {line["step"]: line for line in measurements}.values():
        name = f"generation {line['step']}"
        generations[name] = line["step"]
        for match in line.get("matches", ()):
            points = [1.0] * match["wins"] + [0.5] * match["draws"] + [0.0] * match["losses"]
            games += [(name, match["opponent"], won) for won in points]
    names = list(dict.fromkeys(name for game in games for name in game[:2]))
    ratings = {rating.name: rating for rating in rate(names, games)} if names else {}
    zero = ratings[anchor].elo if anchor in ratings else 0.0
    return {
        number: (ratings[name].elo - zero, ratings[name].error)
        for name, number in generations.items()
        if name in ratings
    }


# -- against the truth ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Optimality:
    """How often moves were the best; each figure is over all positions.

    `optimal` moves lose no box, and moves that `keep` lose no win and no draw. The network alone
    (`raw`) chooses its most likely move.
    """

    positions: int
    telling: int
    """Positions in which not all moves are equally good."""
    optimal: float
    telling_optimal: float
    """Over the telling positions alone."""
    keep: float
    boxes_lost: float
    """Per move, on average."""
    raw_optimal: float
    raw_telling_optimal: float
    raw_keep: float
    raw_boxes_lost: float


def has_truth(game: Game) -> bool:
    """Returns whether there is an exact table to compare with."""
    return exact_table(game) is not None


def measure_optimality(
    game: Game, network: Network, games: Sequence[tuple[Sequence[int], int]]
) -> Optimality | None:
    """Compares the moves of `games` (moves, length of the opening) with the exact table."""
    table = exact_table(game)
    assert table is not None
    positions: list[Position] = []
    chosen: list[int] = []
    for moves, opening in games:
        position = game.initial()
        for ply, move in enumerate(moves):
            if ply >= opening:
                positions.append(position)
                chosen.append(move)
            position = position.after(move)
    if not positions:
        return None
    truths = [table.move_values(position) for position in positions]
    logits, _ = network(np.stack([position.planes() for position in positions]))
    likely = [
        max(t, key=lambda move: float(row[move])) for t, row in zip(truths, logits, strict=True)
    ]
    telling = np.array([len(set(truth.values())) > 1 for truth in truths])
    ours, raw = (_judged(positions, truths, moves) for moves in (chosen, likely))
    count = max(int(telling.sum()), 1)
    return Optimality(
        positions=len(positions),
        telling=int(telling.sum()),
        optimal=float((ours[0] == 0).mean()),
        telling_optimal=float((ours[0] == 0)[telling].sum()) / count,
        keep=float(ours[1].mean()),
        boxes_lost=float(ours[0].mean()),
        raw_optimal=float((raw[0] == 0).mean()),
        raw_telling_optimal=float((raw[0] == 0)[telling].sum()) / count,
        raw_keep=float(raw[1].mean()),
        raw_boxes_lost=float(raw[0].mean()),
    )


def _judged(
    positions: Sequence[Position],
    truths: Sequence[Mapping[int, int]],
    moves: Sequence[int],
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Returns the boxes that each move loses, and whether it keeps the result."""
    lost, kept = [], []
    for position, truth, move in zip(positions, truths, moves, strict=True):
        best = max(truth.values())
        lost.append(best - truth[move])
        kept.append(_winner(position, truth[move]) == _winner(position, best))
    return np.array(lost), np.array(kept)


def _winner(position: Position, rest: int) -> int:
    """Returns who wins (1: the player to move) if that player nets `rest` more points."""
    lead = position.lead() or 0.0
    margin = (lead if position.to_move == Side.FIRST else -lead) + rest
    return (margin > 0) - (margin < 0)
