"""Implements ``tesuji win``, which searches for a forced win."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.tree import Tree

from tesuji.cli.completion import complete_game
from tesuji.cli.output import AsJson, print_json, print_table, read_game
from tesuji.cli.positions import Diagram, Moves, ToMove, read_position
from tesuji.errors import TesujiError
from tesuji.search import ProofReport, ProofStatus
from tesuji.theory.certain import find_forced_win

_ANY = "*"
"""Stands for every reply that is not named."""
_MEGABYTE = 1 << 20


def register(app: typer.Typer) -> None:
    app.command("win")(win)


def win(
    game: Annotated[
        str, typer.Argument(metavar="GAME", autocompletion=complete_game, help="torus or gomoku.")
    ],
    size: Annotated[str | None, typer.Option(help="Size of the board, e.g. 9.")] = None,
    rules: Annotated[str | None, typer.Option(help="Rule set, e.g. renju.")] = None,
    position: Diagram = None,
    to_move: ToMove = "first",
    moves: Moves = "",
    turns: Annotated[
        int | None,
        typer.Option(min=1, help="Longest win in plies; no limit by default."),
    ] = None,
    seconds: Annotated[float, typer.Option(help="Time limit in seconds.")] = 10.0,
    memory: Annotated[int, typer.Option(min=1, help="Memory for the tables, in MB.")] = 64,
    as_json: AsJson = False,
) -> None:
    """Search for a forced win of the player to move.

    In Torus every move is searched up to 5 turns, so that a "no" is certain too; longer wins, and
    all wins in Gomoku, are searched among moves that threaten to win at once. A turn is one move of
    either player. The tree gives the winning answer to every reply; * stands for all replies that
    are not listed.

    Examples:

        tesuji win torus --moves "C3 C4 D4 A1" --turns 5

        tesuji win gomoku --moves "H8 J9 J8 G6 H7 D12" --json
    """
    chosen = read_game(game, size, rules)
    where = read_position(chosen, position, to_move, moves)
    if where.is_over:
        raise TesujiError("the game is over: there is nothing to win")
    if not chosen.has_forcing_moves:
        raise TesujiError(f"{chosen.name} has no forcing moves; try 'tesuji solve {game}'")
    report = find_forced_win(where, turns, seconds, memory * _MEGABYTE)
    if as_json:
        print_json(_as_json(report))
    else:
        _print(report, turns)


def _as_json(report: ProofReport) -> dict[str, Any]:
    return {
        "status": report.status.value,
        "player": report.position.game.player_names[report.attacker].lower(),
        "turns": len(report.line) if report.status is ProofStatus.PROVEN else None,
        "line": list(report.line_notation),
        "tree": None if report.tree is None else _branches(report, report.tree.root),
        "nodes": report.nodes,
        "seconds": round(report.seconds, 6),
    }


def _branches(report: ProofReport, node: int) -> dict[str, Any]:
    """Returns the moves at a node of the winning tree, each with what follows."""
    return {
        _name(report, move): _branches(report, child) for move, child in report.tree.branches(node)
    }


def _name(report: ProofReport, move: int) -> str:
    return _ANY if move == report.tree.any_reply else report.position.game.format_move(move)


_ANSWERS = {
    ProofStatus.DISPROVEN: "{} cannot force a win within {} turns.",
    ProofStatus.NO_FORCING_WIN: "{} has no win by threats{}.",
    ProofStatus.UNKNOWN: "Not decided within the limits.",
}


def _print(report: ProofReport, turns: int | None) -> None:
    print(report.position.text())
    name = report.position.game.player_names[report.attacker]
    if report.status is ProofStatus.PROVEN:
        count = len(report.line)
        print(
            f"{name} wins in {count} turn{'s' if count > 1 else ''}: "
            f"{' '.join(report.line_notation)}"
        )
        if report.tree is not None:
            tree = Tree(name)
            _grow(tree, report, report.tree.root, [2000])
            print_table(tree)
    elif report.status is ProofStatus.DISPROVEN:
        print(_ANSWERS[report.status].format(name, turns))
    else:
        within = "" if turns is None else f" within {turns} turns"
        print(_ANSWERS[report.status].format(name, within))
    print(f"{report.nodes:,} positions in {report.seconds:.3f} s")


def _grow(tree: Tree, report: ProofReport, node: int, room: list[int]) -> None:
    """Adds the branches of a node while there is room on the screen."""
    for move, child in report.tree.branches(node):
        room[0] -= 1
        if room[0] < 0:
            tree.add("…")
            return
        _grow(tree.add(_name(report, move)), report, child, room)
