"""Implements ``tesuji temperature``, which evaluates moves in local endgames of Go."""

from __future__ import annotations

import json
from collections.abc import Collection
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from rich.tree import Tree as RichTree

from tesuji.cli.endgame_strategies import AdviceSetting
from tesuji.cli.output import AsJson, live, note, print_json, print_table, write_file
from tesuji.cli.temperature_advice import show_advised
from tesuji.errors import TesujiError
from tesuji.games.go import Go, GoPosition
from tesuji.match.pool import usual_workers
from tesuji.records import save
from tesuji.records.dialects import write_point
from tesuji.search import Budget
from tesuji.theory.go_endgames import (
    RegionReport,
    TreeNode,
    analyse_board,
    certified_point,
    certified_region,
    mixed,
    signed,
    wide_region_around,
)
from tesuji.theory.go_endgames.analysis import board_of
from tesuji.theory.go_endgames.living import without_dead_stones
from tesuji.theory.go_endgames.problem_files import Problem, read_problem
from tesuji.theory.go_endgames.tree_record import tree_record

_MEGABYTE = 1 << 20


def register(app: typer.Typer) -> None:
    app.command("temperature")(temperature)


def temperature(
    file: Annotated[Path, typer.Argument(metavar="FILE.sgf", help="A Go position, as SGF.")],
    point: Annotated[
        str | None,
        typer.Option(help="A point of the region, e.g. D4, if the file does not mark one."),
    ] = None,
    board: Annotated[
        bool, typer.Option("--board", help="Analyse every undecided region of the board.")
    ] = False,
    seconds: Annotated[float, typer.Option(help="Time limit per region, in seconds.")] = 30.0,
    nodes: Annotated[
        int | None, typer.Option(min=1, help="Maximum number of positions to search.")
    ] = None,
    memory: Annotated[int, typer.Option(min=1, help="Memory for the tree, in MB.")] = 1024,
    tree: Annotated[bool, typer.Option("--tree", help="Print the tree of best moves.")] = False,
    svg: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the thermograph as a picture.")
    ] = None,
    sgf: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the tree with values as SGF.")
    ] = None,
    certificate: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Write what a proven answer rests on, as JSON, so that another program can check "
            "it.",
        ),
    ] = None,
    strategy: Annotated[
        str | None,
        typer.Option(
            help="Answer from a tree grown from advice: best, threshold, phantom, depth-one or "
            "answered; all: each of them. Also shows the advice on the position.",
        ),
    ] = None,
    net: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Network that advises: a file, a run of 'train go-endgames', or 'none' for a "
            "short search; the one that comes with Tesuji by default.",
        ),
    ] = None,
    counted: Annotated[
        bool, typer.Option("--counted", help="With --strategy, let a search count scores.")
    ] = False,
    threads: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=2,
            show_default=False,
            help="Threads for each region: with 2, reading and proof run in parallel. 2 by "
            "default where there are processors for them.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Compute what a move in a local Go endgame is worth: its temperature.

    The region is marked in the file by squares (SQ), found around --point, or every region of the
    board is analysed (--board), without the stones that random games find dead. Stones outside the
    region are alive. The temperature is what a move gains by area counting; by territory counting
    it is one point less. Expected scores are Black's area within the region. An answer called
    "exact" is proven.

    Examples:

        tesuji temperature problem.sgf

        tesuji temperature game.sgf --point C2 --tree --svg thermograph.svg

        tesuji temperature problem.sgf --certificate proof.json

        tesuji temperature problem.sgf --strategy depth-one

        tesuji temperature game.sgf --board --seconds 5 --json
    """
    advice = AdviceSetting.chosen(strategy, net, counted)
    if strategy is not None:
        unused = {
            "--board": board,
            "--tree": tree,
            "--sgf": sgf,
            "--certificate": certificate,
            "--nodes": nodes,
            "--threads": threads,
        }
        refused = [name for name, value in unused.items() if value]
        if refused:
            raise TesujiError(f"--strategy grows a tree from advice; leave out {refused[0]}")
        _show_advised(file, point, advice, svg, as_json)
        return
    budget = Budget(seconds=seconds, nodes=nodes, memory=memory * _MEGABYTE)
    threads = threads or min(usual_workers(), 2)
    if board:
        if certificate is not None:
            raise TesujiError("--certificate is for one region; leave out --board")
        _show_board(file, budget, threads, as_json)
        return
    position, report, evidence = _analyse(file, point, budget, threads, as_json)
    if svg is not None:
        write_file(svg, report.svg(title=f"{file.stem}").encode())
    if sgf is not None:
        save(tree_record(position, report), sgf)
    if certificate is not None:
        if evidence is None:
            raise TesujiError(
                f"no certificate was written: the answer, {mixed(report.temperature)}, is only an "
                "estimate; give it more --seconds"
            )
        write_file(certificate, json.dumps(evidence).encode())
    if as_json:
        print_json(_as_json(position.game, report))
    else:
        _print(position, report, tree)


def _analyse(
    file: Path, point: str | None, budget: Budget, threads: int, quiet: bool
) -> tuple[GoPosition, RegionReport, dict[str, Any] | None]:
    problem = read_problem(file)
    position = problem.position
    with live(not quiet) as screen:

        def show(count: int, degrees: float) -> None:
            screen.update(f"{count:,} positions; temperature about {degrees:.3g}")

        if point is not None:
            number = position.game.points.parse(point)
            report, evidence = certified_point(
                position, number, budget, threads=threads, on_progress=show
            )
        else:
            region = _marked(file, problem)
            report, evidence = certified_region(
                position, region, budget, threads=threads, on_progress=show
            )
    return position, report, evidence


def _marked(file: Path, problem: Problem) -> Collection[int]:
    if not problem.region:
        raise TesujiError(f"{file} marks no region with SQ; give --point or --board")
    return problem.region


def _show_advised(
    file: Path, point: str | None, advice: AdviceSetting, svg: Path | None, as_json: bool
) -> None:
    """Answers from advice; writes the thermograph of a single strategy."""
    if svg is not None and advice.strategy is None:
        raise TesujiError("--svg is for one strategy, not for --strategy all")
    problem = read_problem(file)
    position = problem.position
    region = (
        _marked(file, problem)
        if point is None
        else wide_region_around(board_of(position), position.game.points.parse(point))
    )
    graph = show_advised(position, region, advice, as_json)
    if svg is not None and graph is not None:
        write_file(svg, graph.svg(players=("Black", "White"), title=file.stem).encode())


# -- printing ---------------------------------------------------------------------------------


def _as_json(game: Go, report: RegionReport) -> dict[str, Any]:
    return {
        "temperature": str(report.temperature),
        "mean": str(report.mean),
        "exact": report.exact,
        "solved": report.solved,
        "kind": report.kind,
        "moves": {
            "black": [write_point(game, point) for point in report.black_moves],
            "white": [write_point(game, point) for point in report.white_moves],
        },
        "nodes": report.nodes,
        "seconds": round(report.seconds, 3),
    }


def _print(position: GoPosition, report: RegionReport, with_tree: bool) -> None:
    game = position.game
    console = Console()
    console.print(
        f"A move here gains [bold]{mixed(report.temperature)}[/bold] points by area counting, "
        f"{mixed(report.territory_temperature)} by territory counting ({report.certainty.value}); "
        f"the difference between both players' moves is {mixed(report.move_value)}."
    )
    console.print(f"It is {report.words}.")
    table = Table("first move", "expected score", "best moves", "orthodox line")
    table.add_row("nobody", signed(report.mean), "", "")
    rows = (
        ("Black", report.after_black, report.black_moves, report.black_line),
        ("White", report.after_white, report.white_moves, report.white_line),
    )
    for name, after, moves, line in rows:
        table.add_row(
            name,
            signed(after),
            " ".join(map(game.format_move, moves)),
            " ".join(f"{'B' if m.black else 'W'} {game.format_move(m.point)}" for m in line),
        )
    console.print(table)
    for warning in (*report.warnings, report.doubts(game.format_move)):
        if warning:
            note(warning)
    if with_tree:
        drawn = RichTree(report.tree.text)
        _draw(game, report.tree, drawn)
        console.print(drawn)
    console.print(f"{report.nodes:,} positions in {report.seconds:.2f} s")


def _draw(game: Go, node: TreeNode, drawn: RichTree) -> None:
    for child in node.children:
        assert child.move is not None
        colour = "Black" if child.move.black else "White"
        ko = " (ko)" if child.ko else ""
        branch = drawn.add(f"{colour} {game.format_move(child.move.point)}{ko}: {child.text}")
        _draw(game, child, branch)


def _show_board(file: Path, budget: Budget, threads: int, as_json: bool) -> None:
    living = without_dead_stones(read_problem(file).position)
    position = living.position
    if living.dead:
        names = " ".join(map(position.game.format_move, living.dead))
        note(f"taken off as dead: {names}")
    with live(not as_json) as screen:
        reports = analyse_board(
            position,
            budget,
            threads=threads,
            on_progress=lambda count, _: screen.update(f"{count:,} positions"),
        )
    if as_json:
        print_json(
            [
                {
                    "region": [write_point(position.game, point) for point in report.region],
                    **_as_json(position.game, report),
                }
                for report in reports
            ]
        )
        return
    table = Table("temperature", "", "kind", "expected score", "Black", "White", "size")
    for report in reports:
        table.add_row(
            mixed(report.temperature),
            "exact" if report.exact else "" if report.solved else "about",
            report.kind,
            signed(report.mean),
            " ".join(map(position.game.format_move, report.black_moves)),
            " ".join(map(position.game.format_move, report.white_moves)),
            str(len(report.region)),
        )
    print_table(table)
