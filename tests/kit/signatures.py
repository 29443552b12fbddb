"""What every search finds in fixed positions within fixed numbers of nodes, on one thread.

    python -m tests.kit.signatures              what they find now, and what has changed
    python -m tests.kit.signatures --write      takes it over into tests/golden/searches.json

A change that is meant to make a search faster, and no other, leaves its signature as it is; one
that changes what it looks at says so by changing it.
"""

from __future__ import annotations

import json
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

from tesuji.files import write_atomically
from tesuji.games import Position, make
from tesuji.players import make_player
from tesuji.search import Budget, SearchReport, search
from tesuji.search.proof import prove
from tesuji.theory.dots_and_boxes import solve as solve_dots
from tesuji.theory.go_endgames import analyse_region
from tesuji.theory.gomoku import find_vcf, find_vct
from tesuji.theory.torus import find_win
from tesuji.theory.torus.solver import solve as solve_torus

FILE = Path(__file__).parents[1] / "golden" / "searches.json"
Signature: TypeAlias = dict[str, Any]
"""Numbers and names that are the same again and again."""

GAMES = {"torus": "9", "go": "9", "gomoku": "15", "dots-and-boxes": "4", "reversi": "8"}
"""With the sizes of their boards."""
DEPTHS = {"torus": 3, "go": 3, "gomoku": 4, "dots-and-boxes": 5, "reversi": 6}
"""Plies that alpha-beta looks ahead."""
FOURS = "H8 A1 I8 A15 J8 O1 H10 O15"
THREES = "H8 A1 I8 A15 J9 O1 H10 O15 K7 N9"
"""Games of Gomoku after which Black wins by fours, or needs threes as well."""


def position_of(name: str) -> Any:
    """A position after six moves that follow from nothing but the numbers of legal moves."""
    position: Position = make(name, size=GAMES[name]).initial()
    for ply in range(6):
        legal = position.legal_moves()
        position = position.after(legal[(7 + 11 * ply) * 37 % len(legal)])
    return position


def of_report(report: SearchReport) -> Signature:
    """Nodes, the best move, and a checksum over what was spent on each move."""
    assert report.best is not None
    spent = ",".join(f"{one.move}:{one.visits}" for one in sorted(report.moves, key=_move))
    return {
        "nodes": report.nodes,
        "simulations": report.simulations,
        "best": report.best.notation,
        "value": round(report.value.number, 3),
        "moves": f"{zlib.crc32(spent.encode()):08x}",
    }


def _move(report: Any) -> int:
    return int(report.move)


def _mcts(name: str) -> Signature:
    return of_report(search(position_of(name), "mcts", Budget(simulations=2000), seed=1))


def _alphabeta(name: str) -> Signature:
    return of_report(search(position_of(name), "alphabeta", Budget(depth=DEPTHS[name]), seed=1))


def _gomoku(method: str, **limits: int) -> Signature:
    return of_report(search(position_of("gomoku"), method, Budget(**limits), seed=1))


def _network(position: Any) -> Signature:
    """Not more than a network's judgement has on every processor: its last digits differ."""
    with make_player("alphazero:sims=200,seed=1,proof=0", position.game) as player:
        choice = player.choose(position)
    assert choice.move is not None
    return {"best": position.game.format_move(choice.move)}


def _proof() -> Signature:
    position = make("dots-and-boxes", size="2x3").initial()
    for move in (0, 8, 3):
        position = position.after(move)
    found = prove(position, Budget(nodes=200_000))
    return {"nodes": found.nodes, "status": found.status.value}


def _dots() -> Signature:
    position: Any = make("dots-and-boxes", size="3x4").initial()
    for move in (0, 5, 9, 14, 20, 30):
        position = position.after(move)
    found = solve_dots(position, Budget(memory=64 << 20))
    return {"nodes": found.nodes, "value": found.value, "best": sorted(found.best_moves)}


def _torus_solver() -> Signature:
    position: Any = make("torus", size=4).initial()
    found = solve_torus(position.play("A1 C3 A2 C4 B1 D3 B2"), Budget(nodes=200_000))
    return {"nodes": found.nodes, "value": found.value, "moves": len(found.moves)}


def _torus_win() -> Signature:
    found = find_win(position_of("torus"), turns=5)
    return {"nodes": found.nodes, "status": found.status.value}


def _forced(find: Callable[..., Any], moves: str) -> Signature:
    position = _gomoku_position(moves)
    found = find(position)
    assert found is not None
    return {"line": [position.game.format_move(move) for move in found.line]}


def _gomoku_position(moves: str) -> Any:
    return make("gomoku", size=15).initial().play(moves)


def _endgame() -> Signature:
    rows = [". . . . . O", "X X X . O O", ". . X . O .", ". . X X O .", ". . . X O ."]
    game: Any = make("go", size="5x6")
    found = analyse_region(game.parse("\n".join(rows)), [1, 3, 9, 15], Budget(nodes=20_000))
    return {"mean": str(found.mean), "temperature": str(found.temperature), "nodes": found.nodes}


SEARCHES: dict[str, Callable[[], Signature]] = {
    **{f"mcts {name}": (lambda name=name: _mcts(name)) for name in GAMES},  # type: ignore[misc]
    **{f"alphabeta {name}": (lambda name=name: _alphabeta(name)) for name in GAMES},  # type: ignore[misc]
    "gomoku": lambda: _gomoku("gomoku", depth=8),
    "monomial": lambda: _gomoku("monomial", simulations=200),
    "alphazero go": lambda: _network(make("go", size=5).initial()),
    "alphazero torus": lambda: _network(position_of("torus")),
    "alphazero dots-and-boxes": lambda: _network(make("dots-and-boxes", size=3).initial()),
    "proof search": _proof,
    "solver of Dots and Boxes": _dots,
    "solver of Torus": _torus_solver,
    "win search of Torus": _torus_win,
    "fours of Gomoku": lambda: _forced(find_vcf, FOURS),
    "threes of Gomoku": lambda: _forced(find_vct, THREES),
    "endgames of Go": _endgame,
}


def golden() -> dict[str, Signature]:
    found: dict[str, Signature] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def main() -> int:
    found = {name: make_signature() for name, make_signature in SEARCHES.items()}
    known = golden() if FILE.exists() else {}
    for name, signature in found.items():
        mark = " " if known.get(name) == signature else "*"
        print(f"{mark} {name}: {json.dumps(signature)}")
    if "--write" in sys.argv:
        write_atomically(FILE, (json.dumps(found, indent=1) + "\n").encode())
    return 0 if known == found or "--write" in sys.argv else 1


if __name__ == "__main__":
    sys.exit(main())
