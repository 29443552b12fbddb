"""Implements ``tesuji analyze``, which rates the moves of a game record."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from tesuji.analysis import MoveJudgement, Verdict, review_game
from tesuji.cli.completion import complete_player
from tesuji.cli.output import AsJson, live, note, print_json
from tesuji.errors import TesujiError
from tesuji.games import Game, Position, Side
from tesuji.players import Player, make_player
from tesuji.records import GameRecord, Node, load, save
from tesuji.search import SearchReport
from tesuji.theory.certain import certain_report

_WORTH_A_WORD = (Verdict.INACCURACY, Verdict.MISTAKE, Verdict.BLUNDER)
_SIGNS = {Verdict.INACCURACY: "?!", Verdict.MISTAKE: "?", Verdict.BLUNDER: "??"}
_LONGEST_LINE = 8
"""The most moves shown of a better line."""
_INTERRUPTED = 130


def register(app: typer.Typer) -> None:
    app.command("analyze")(analyze)


def analyze(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A game record, as SGF.")],
    player: Annotated[
        str,
        typer.Option(
            "--player",
            "-p",
            autocompletion=complete_player,
            help="The judge, as a player spec; it must search.",
        ),
    ] = "best:effort=1",
    mistakes: Annotated[
        bool, typer.Option("--mistakes", help="Show only inaccuracies, mistakes and blunders.")
    ] = False,
    points: Annotated[
        bool,
        typer.Option("--points", help="Also show the lead and the points lost, move by move (Go)."),
    ] = False,
    sgf: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the record with verdicts and better lines."),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Seed of the player's random numbers.")] = None,
    as_json: AsJson = False,
) -> None:
    """Rate every move of a game record.

    Each move is shown with the mover's chance to win after it and after the move that the search
    prefers; the difference is what the move gave away. The judge is the strongest engine for the
    game, size and rules, unless you name another; solved positions of Dots and Boxes and wins by
    threats are proven. Ctrl-C ends the analysis and shows the moves judged so far.

    With [bold]--points[/bold] each move is printed as soon as it is judged: Black's lead in points
    after it, the points it gave away, and the chance to win. A proven loss has an exclamation mark;
    all others are estimates of the network.

    Examples:

        tesuji analyze game.sgf

        tesuji analyze game.sgf --player alphazero:sims=400 --mistakes

        tesuji analyze game.sgf --points --player katago:sims=20

        tesuji analyze game.sgf --json --seed 1 --sgf reviewed.sgf
    """
    record = load(file)
    nodes = [node for node in record.main_line() if node.move is not None]
    if not nodes:
        raise TesujiError(f"{file} has no moves to judge")
    start, moves = _played(file, nodes)
    judged: list[MoveJudgement] = []
    interrupted = False
    with make_player(player, start.game, seed=seed) as thinker, live(not as_json) as screen:
        if points and not as_json:
            screen.print(_POINTS_HEADING)
        try:
            for judgement in review_game(start, moves, lambda p: _searched(thinker, player, p)):
                judged.append(judgement)
                if points and not as_json and _is_shown(judgement, mistakes):
                    screen.print(_points_row(start.game, judgement))
                screen.update(f"{len(judged)} of {len(moves)} moves")
        except KeyboardInterrupt:
            interrupted = True
    if sgf is not None:
        _annotate(nodes, judged)
        save(record, sgf)
    if as_json:
        print_json(_as_json(record, start.game, judged))
    elif points:
        _print_sums(start.game, judged)
    else:
        _print(start.game, judged, mistakes)
    if interrupted:
        note(f"interrupted after {len(judged)} of {len(moves)} moves")
        raise typer.Exit(_INTERRUPTED)


def _played(file: Path, nodes: list[Node]) -> tuple[Position, list[int]]:
    """Returns the position where the judged moves begin, and the moves."""
    parent = nodes[0].parent
    assert parent is not None
    start = position = parent.position()
    moves: list[int] = []
    for node in nodes:
        assert node.move is not None
        if node.player not in (None, position.to_move) or position.is_over:
            raise TesujiError(
                f"{file} is not one complete game: move {node.move_number} "
                f"({node.notation}) does not follow"
            )
        position = position.after(node.move)
        moves.append(node.move)
    return start, moves


def _searched(thinker: Player, spec: str, position: Position) -> SearchReport:
    known = certain_report(position)
    if known is not None:
        return known
    report = thinker.choose(position).report
    if not isinstance(report, SearchReport):
        raise TesujiError(f"{spec} does not search, so it cannot judge moves; try best")
    return report


# -- output -----------------------------------------------------------------------------------


def _words(game: Game, judged: MoveJudgement) -> str:
    lost = f"{100 * judged.loss:.0f} %"
    if judged.points_lost and judged.points_proven:
        lost = f"{judged.points_lost:g} points"
    elif judged.points_lost:
        lost += f" and about {judged.points_lost:.1f} points"
    better = game.format_move(judged.best)
    return f"{judged.verdict.value}: gave away {lost}; better {better} ({judged.engine})"


def _print(game: Game, judged: list[MoveJudgement], mistakes: bool) -> None:
    table = Table()
    for heading in ("", "player", "move", "chance", "best", "chance", "verdict"):
        table.add_column(heading, justify="right" if heading in ("", "chance") else "left")
    for one in judged:
        if not _is_shown(one, mistakes):
            continue
        table.add_row(
            str(one.ply + 1),
            game.player_names[one.player],
            game.format_move(one.move) + _SIGNS.get(one.verdict, ""),
            f"{100 * one.chance:.0f} %",
            "" if one.best == one.move else game.format_move(one.best),
            "" if one.best == one.move else f"{100 * one.best_chance:.0f} %",
            one.verdict.value,
        )
    Console().print(table)
    _print_sums(game, judged)


def _is_shown(one: MoveJudgement, mistakes: bool) -> bool:
    return not mistakes or one.verdict in _WORTH_A_WORD


_POINTS_HEADING = f"{'':3} {'player':6} {'move':7} {'lead':>7} {'lost':>6} {'chance':>6}"


def _points_row(game: Game, one: MoveJudgement) -> str:
    """Writes a move as a line: number, player, move, lead, points lost, chance, better move."""
    lead = "?"
    if one.lead is not None:
        ahead = one.lead if one.player == Side.FIRST else -one.lead
        lead = f"{'B' if ahead >= 0 else 'W'}+{abs(ahead):.1f}"
    lost = "?"
    if one.points_lost is not None:
        lost = f"{one.points_lost:.1f}{'!' if one.points_proven else ' '}"
    is_best = one.best == one.move or one.points_lost == 0
    better = "" if is_best else f"  better {game.format_move(one.best)}"
    move = game.format_move(one.move) + _SIGNS.get(one.verdict, "")
    return (
        f"{one.ply + 1:3} {game.player_names[one.player]:6} {move:7} {lead:>7} {lost:>6} "
        f"{100 * one.chance:4.0f} %{better}"
    )


def _print_sums(game: Game, judged: list[MoveJudgement]) -> None:
    """Prints who judged and what each side gave away."""
    console = Console()
    console.print(f"Judged by {', '.join(_engines(judged))}.")
    for side in Side:
        counts = Counter(one.verdict.value for one in judged if one.player == side)
        kinds = ", ".join(_counted(verdict, counts[verdict.value]) for verdict in Verdict)
        lost = [one.points_lost for one in judged if one.player == side]
        known = [points for points in lost if points is not None]
        points = f" and {sum(known) / len(known):.2f} points" if known else ""
        console.print(
            f"{game.player_names[side]}: {kinds}; "
            f"lost {_mean_loss(judged, side):.1f} %{points} per move"
        )


def _counted(verdict: Verdict, count: int) -> str:
    """Writes how many moves there were of a class, such as "2 mistakes"."""
    if count == 1 or verdict in (Verdict.BEST, Verdict.GOOD, Verdict.FORCED):
        return f"{count} {verdict.value}"
    return f"{count} {verdict.value.removesuffix('y')}{'ies' if verdict.value[-1] == 'y' else 's'}"


def _engines(judged: list[MoveJudgement]) -> list[str]:
    """Returns the judges as player specs, sorted by the number of moves judged."""
    return [engine for engine, _ in Counter(one.engine for one in judged).most_common()]


def _mean_loss(judged: list[MoveJudgement], side: Side) -> float:
    """Returns the mean loss of a move of `side`, in percentage points of the chance to win."""
    losses = [100 * one.loss for one in judged if one.player == side]
    return sum(losses) / len(losses) if losses else 0.0


def _as_json(record: GameRecord, game: Game, judged: list[MoveJudgement]) -> dict[str, Any]:
    return {
        "game": game.spec,
        "engines": _engines(judged),
        "moves": [
            {
                "number": one.ply + 1,
                "player": int(one.player),
                "move": game.format_move(one.move),
                "chance": round(one.chance, 4),
                "best": game.format_move(one.best),
                "best_chance": round(one.best_chance, 4),
                "loss": round(one.loss, 4),
                "points_lost": one.points_lost,
                "points_proven": one.points_proven,
                "lead": one.lead,
                "best_lead": one.best_lead,
                "verdict": one.verdict.value,
                "engine": one.engine,
                "line": [game.format_move(move) for move in one.line[:_LONGEST_LINE]],
            }
            for one in judged
        ],
        "mean_loss": [round(_mean_loss(judged, side) / 100, 4) for side in Side],
        "complete": len(judged) == sum(node.move is not None for node in record.main_line()),
    }


def _annotate(nodes: list[Node], judged: list[MoveJudgement]) -> None:
    """Adds verdicts as comments, and better lines as variations."""
    for node, one in zip(nodes, judged, strict=False):
        if one.verdict not in _WORTH_A_WORD:
            continue
        before = node.parent
        assert before is not None
        node.comment = f"{node.comment}\n\n{_words(node.game, one)}".strip()
        for move in one.line[:_LONGEST_LINE]:
            before = before.play(move)
