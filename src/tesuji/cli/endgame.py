"""Implements ``tesuji endgame``, which reviews the endgame of a game of Go."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from tesuji.analysis.go_endgame import (
    EndgameMove,
    endgame_begins,
    proven_share,
    review_endgame,
)
from tesuji.cli.output import AsJson, live, print_json, print_table
from tesuji.errors import RecordError, TesujiError
from tesuji.games import Side
from tesuji.games.go import Go, GoPosition
from tesuji.records import load
from tesuji.theory.go_endgames import mixed

_LAST = 40
"""The moves at the end of a game whose regions are counted in the summary."""


def register(app: typer.Typer) -> None:
    app.command("endgame")(endgame)


def endgame(
    file: Annotated[Path, typer.Argument(metavar="FILE.sgf", help="A Go game, as SGF.")],
    begin: Annotated[
        int | None,
        typer.Option(
            "--from",
            min=1,
            show_default=False,
            help="The first move to review; by default the first of the endgame.",
        ),
    ] = None,
    seconds: Annotated[
        float, typer.Option(help="Time limit for the whole game, in seconds.")
    ] = 60.0,
    as_json: AsJson = False,
) -> None:
    """Review the endgame of a Go game: what each move lost, by temperature.

    The board is split into undecided regions. A move is compared with one in the hottest of them,
    and sente and reverse sente that were missed are named. A loss is proven if every number behind
    it is, while the stones outside of the regions live; else it is estimated.

    Examples:

        tesuji endgame game.sgf

        tesuji endgame game.sgf --from 180 --seconds 120 --json
    """
    if not seconds > 0:
        raise TesujiError(f"--seconds must be more than 0, got {seconds:g}")
    positions, moves = _read(file)
    first = endgame_begins(positions) if begin is None else begin - 1
    if first >= len(moves):
        raise TesujiError(
            f"{file} has no endgame in its {len(moves)} moves"
            if begin is None
            else f"{file} has {len(moves)} moves; --from is {begin}"
        )
    with live(not as_json) as screen:
        found = review_endgame(
            positions,
            moves,
            first,
            seconds,
            lambda done: screen.update(f"move {done.number} of {len(moves)}"),
        )
    game = positions[0].game
    if as_json:
        print_json(_as_json(game, found))
    else:
        _print(game, found)


def _read(file: Path) -> tuple[list[GoPosition], list[int]]:
    """Returns the positions of a game and the move made in each."""
    record = load(file)
    positions: list[GoPosition] = []
    moves: list[int] = []
    for node in list(record.main_line())[1:]:
        if node.move is None:
            continue
        assert node.parent is not None
        position = node.parent.position()
        if not isinstance(position, GoPosition):
            raise RecordError(f"{file} is a record of {record.game.name}, not of Go")
        if node.player is not None and node.player != position.to_move:
            raise RecordError(f"{file}: move {len(moves) + 1} is out of turn")
        positions.append(position)
        moves.append(node.move)
    if not moves:
        raise RecordError(f"{file} has no moves")
    return positions, moves


def _words(game: Go, move: EndgameMove) -> str:
    """Says what would have been better."""
    if not move.lost or move.best is None:
        return ""
    points = " or ".join(map(game.format_move, move.best_moves[:3]))
    kind = move.best_kind
    missed = f"missed {kind} " if kind.endswith("sente") else f"{kind} " if kind else ""
    return f"{missed}{points}, worth {mixed(move.best.temperature)}"


def _certainty(move: EndgameMove) -> str:
    return "too large to count" if move.lost is None else "proven" if move.proven else "estimated"


def _lost(moves: list[EndgameMove], side: Side, proven: bool | None = None) -> Fraction:
    return sum(
        (
            move.lost
            for move in moves
            if move.side == side
            and move.lost is not None
            and (proven is None or move.proven == proven)
        ),
        Fraction(0),
    )


def _as_json(game: Go, moves: list[EndgameMove]) -> dict[str, Any]:
    exact, solved, regions = proven_share(moves, _LAST)
    return {
        "begins": moves[0].number,
        "lost": {
            name: str(_lost(moves, side))
            for name, side in (("black", Side.FIRST), ("white", Side.SECOND))
        },
        "last_regions": {"moves": _LAST, "exact": exact, "solved": solved, "total": regions},
        "moves": [
            {
                "number": move.number,
                "player": "black" if move.side == Side.FIRST else "white",
                "move": game.format_move(move.move),
                "kind": move.kind,
                "temperature": str(move.temperature),
                "lost": None if move.lost is None else str(move.lost),
                "certainty": _certainty(move),
                "best": {
                    "moves": [game.format_move(point) for point in move.best_moves],
                    "kind": move.best_kind,
                    "temperature": "0" if move.best is None else str(move.best.temperature),
                },
                "regions": [
                    {
                        "points": [game.format_move(point) for point in report.region],
                        "temperature": str(report.temperature),
                        "mean": str(report.mean),
                        "kind": report.kind,
                        "certainty": report.certainty.name.lower(),
                    }
                    for report in move.regions
                ],
            }
            for move in moves
        ],
    }


def _print(game: Go, moves: list[EndgameMove]) -> None:
    table = Table("move", "", "worth", "kind", "lost", "", "better")
    for move in moves:
        table.add_row(
            str(move.number),
            f"{'B' if move.side == Side.FIRST else 'W'} {game.format_move(move.move)}",
            mixed(move.temperature) if move.temperature else "",
            move.kind,
            "?" if move.lost is None else mixed(move.lost) if move.lost else "",
            _certainty(move),
            _words(game, move),
        )
    print_table(table)
    for name, side in (("Black", Side.FIRST), ("White", Side.SECOND)):
        print(
            f"{name} lost {mixed(_lost(moves, side))} points, "
            f"{mixed(_lost(moves, side, True))} of them proven."
        )
    exact, solved, regions = proven_share(moves, _LAST)
    if regions:
        print(
            f"Undecided regions of the last {_LAST} moves: {regions}, {exact} of them proven, "
            f"{solved - exact} more if the points outside are as solid as they look."
        )
