"""Measures what an engine finds in Torus: who wins, how long games last, where it likes to play.

The player plays against itself from the empty board, each game with another seed. For every move
of the first twelve the nearest stones of both colours are looked at, across the seams: "two to the
side and one up" means that some stone stands a knight's move away. What a move at random would
give is counted beside it, on the same positions.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from tesuji.games import Position, Side, make
from tesuji.match import derived_seed
from tesuji.players import make_player
from tesuji.records import GameRecord, write_sgf
from tesuji.studies.exhibits import Findings, Settings, UnitPlace
from tesuji.theory.torus import WinSearch

EARLY = 12
KINDS = {
    (0, 1): "beside",
    (1, 1): "diagonal",
    (0, 2): "one apart",
    (1, 2): "two to the side and one up",
    (2, 2): "two apart on a diagonal",
}


def findings_unit(settings: Settings, place: UnitPlace) -> Findings:
    """Plays one game of a player against itself and counts. Settings: `spec`, `size`, `number`."""
    game = make("torus", size=settings["size"])
    position: Any = game.initial()
    seed = derived_seed(place.seed, settings["number"])
    players = [make_player(str(settings["spec"]), game, seed=seed + side) for side in (0, 1)]
    for player in players:
        player.start(game, position)
    chosen: dict[str, Counter[str]] = {"own": Counter(), "any": Counter()}
    legal: dict[str, Counter[str]] = {"own": Counter(), "any": Counter()}
    moves_seen = legal_seen = 0
    second, first_win = "", 0
    while not position.is_over:
        move = players[position.to_move].choose(position).move
        assert move is not None
        ply = len(position.moves)
        if not first_win and ply > 4:
            report = WinSearch().run(position, None, nodes=20_000, tree=True)
            if report.status.value == "proven":
                first_win = len(report.line)
        if ply == 1:
            (near,) = _distances(position, move, (0, 1))
            second = KINDS.get(near, f"{near[0]}, {near[1]}")
        if 2 <= ply < EARLY:
            for whose in chosen:
                colours = (0, 1) if whose == "any" else (int(position.to_move),)
                chosen[whose].update(_kinds(position, move, colours))
                for other in position.legal_moves():
                    legal[whose].update(_kinds(position, other, colours))
            moves_seen += 1
            legal_seen += len(position.legal_moves())
        position = position.after(move)
    for player in players:
        player.close()
    return {
        "first_won": position.outcome.winner is Side.FIRST,
        "plies": len(position.moves),
        "second": second,
        "first_win": first_win,
        "chosen": {whose: dict(counts) for whose, counts in chosen.items()},
        "legal": {whose: dict(counts) for whose, counts in legal.items()},
        "moves_seen": moves_seen,
        "legal_seen": legal_seen,
        "sgf": write_sgf(
            GameRecord.from_moves(
                game, position.moves, black=str(settings["spec"]), white=str(settings["spec"])
            )
        ),
    }


def _kinds(position: Position, move: int, colours: tuple[int, ...]) -> list[str]:
    return [KINDS[near] for near in _distances(position, move, colours) & KINDS.keys()]


def _distances(position: Any, move: int, colours: tuple[int, ...]) -> set[tuple[int, int]]:
    """Returns the distances from `move` to the stones of these colours, shorter side first."""
    stones: list[int] = position.stones
    size = position.game.board.columns
    found = set()
    for point, stone in enumerate(stones):
        if stone in colours:
            down = abs(point // size - move // size)
            right = abs(point % size - move % size)
            near = sorted((min(down, size - down), min(right, size - right)))
            found.add((near[0], near[1]))
    return found
