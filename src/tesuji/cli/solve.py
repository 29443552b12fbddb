"""Implements ``tesuji solve``, which finds the exact value of a position and its moves."""

from __future__ import annotations

import os
from typing import Annotated, Any

import typer
from rich.table import Table

from tesuji.cli.completion import complete_game
from tesuji.cli.limits import MOST_WORKERS
from tesuji.cli.output import AsJson, Screen, live, note, print_json, print_table, read_game
from tesuji.cli.positions import Diagram, Moves, ToMove, read_position
from tesuji.errors import TesujiError
from tesuji.games import Game, Position
from tesuji.search import Budget, Proof, SearchReport, search
from tesuji.theory.certain import Solved, solver_of

_MEGABYTE = 1 << 20


def register(app: typer.Typer) -> None:
    app.command("solve")(solve)


def solve(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME", autocompletion=complete_game, help="A game, e.g. dots-and-boxes."
        ),
    ],
    size: Annotated[str | None, typer.Option(help="Size of the board, e.g. 3x3.")] = None,
    rules: Annotated[str | None, typer.Option(help="Rule set, e.g. renju.")] = None,
    position: Diagram = None,
    to_move: ToMove = "first",
    moves: Moves = "",
    seconds: Annotated[float | None, typer.Option(help="Time limit in seconds.")] = None,
    memory: Annotated[
        int, typer.Option(min=1, help="Memory for the transposition table, in MB.")
    ] = 1024,
    threads: Annotated[
        int | None,
        typer.Option(min=1, max=MOST_WORKERS, help="Search threads; by default one per processor."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Compute the exact value of a position and of each move.

    In Dots and Boxes a value is the net number of boxes still to be won: those that the player to
    move will take from now on minus those of the opponent, with best play by both; the value of a
    move is the same for the player who makes it, from this move on. In other games it is the final
    score if the game has one, else 1, 0 or -1 for a win, a draw or a loss. A value that was not
    proven within the limits is null, or missing among the moves.

    Examples:

        tesuji solve dots-and-boxes --size 3x3 --json

        tesuji solve dots-and-boxes --size 4x4 --moves "aA Bb cC" --seconds 60

        tesuji solve torus --size 4
    """
    chosen = read_game(game, size, rules)
    where = read_position(chosen, position, to_move, moves)
    if where.is_over:
        raise TesujiError("the game is over: there is nothing to solve")
    budget = Budget(seconds=seconds, memory=memory * _MEGABYTE)
    with live(not as_json) as screen:
        answer = _solve(where, budget, threads or os.cpu_count() or 1, screen)
    if answer.value is None:
        note("not solved within the limits")
    if as_json:
        print_json(_as_json(chosen, answer))
    else:
        _print(where, answer)


# -- solving ----------------------------------------------------------------------------------


def _solve(position: Position, budget: Budget, threads: int, screen: Screen) -> Solved:
    def show(nodes: int, seconds: float, solved: int, count: int) -> None:
        screen.update(f"{nodes:,} positions, {seconds:.0f} s; {solved} of {count} moves solved")

    def show_report(report: SearchReport) -> None:
        solved = sum(move.proof is not Proof.UNKNOWN for move in report.moves)
        show(report.nodes, report.seconds, solved, len(report.moves))

    solver = solver_of(position.game)
    if solver is not None:
        return solver.solve(position, budget, threads, show)
    report = search(
        position,
        "alphabeta",
        budget,
        on_progress=show_report,
        all_moves_exact=True,
        threads=threads,
    )
    values = {move.move: _value(move.proof, move.score) for move in report.moves}
    return Solved(
        _value(report.proof, report.score),
        {move: value for move, value in values.items() if value is not None},
        report.nodes,
        report.seconds,
    )


def _value(proof: Proof, score: float | None) -> int | None:
    if proof is Proof.UNKNOWN:
        return None
    if score is not None:
        return round(score)
    return {Proof.WIN: 1, Proof.DRAW: 0, Proof.LOSS: -1}[proof]


# -- printing ---------------------------------------------------------------------------------


def _as_json(game: Game, answer: Solved) -> dict[str, Any]:
    return {
        "value": answer.value,
        "moves": {game.format_move(move): value for move, value in answer.moves.items()},
        "nodes": answer.nodes,
        "seconds": round(answer.seconds, 6),
    }


def _print(position: Position, answer: Solved) -> None:
    game = position.game
    print(position.text())
    solver = solver_of(game)
    remark = "" if solver is None else solver.remark(position)
    if remark:
        print(remark)
    if answer.value is not None:
        name = game.player_names[position.to_move]
        print(f"Value for {name}, who is to move: {_signed(answer.value)}")
    table = Table("value", "moves")
    by_value: dict[int, list[str]] = {}
    for move, value in answer.moves.items():
        by_value.setdefault(value, []).append(game.format_move(move))
    for value in sorted(by_value, reverse=True):
        table.add_row(_signed(value), " ".join(by_value[value]))
    if by_value:
        print_table(table)
    print(f"{answer.nodes:,} positions in {answer.seconds:.2f} s")


def _signed(value: int) -> str:
    return f"{value:+d}" if value else "0"
