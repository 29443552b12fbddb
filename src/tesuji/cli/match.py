"""Implements ``tesuji match`` and ``tesuji ladder``, which compare players."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from tesuji.cli.completion import complete_game, complete_player
from tesuji.cli.limits import MOST_WORKERS
from tesuji.cli.output import AsJson, live, note, print_json, print_table, read_game
from tesuji.errors import TesujiError
from tesuji.files import check_writable, write_atomically
from tesuji.games import Side
from tesuji.match import (
    Adjudication,
    LadderResult,
    MatchResult,
    Sprt,
    TimeControl,
    number_of_pairs,
    read_ladder,
    record_of,
    run_ladder,
    run_match,
)
from tesuji.players.alphazero import unlearnt_size
from tesuji.records import write_sgf

_INTERRUPTED = 130

GameName = Annotated[
    str, typer.Argument(metavar="GAME", autocompletion=complete_game, help="A game, e.g. torus.")
]
Size = Annotated[str | None, typer.Option(help="Size of the board, e.g. 9 or 3x4.")]
Rules = Annotated[str | None, typer.Option(help="Rule set, e.g. renju.")]
Plies = Annotated[
    int,
    typer.Option(
        "--openings", min=0, help="Random moves at the start; each opening is played twice."
    ),
]
Seed = Annotated[
    int, typer.Option(help="Seed of the openings, and of players that have none of their own.")
]
Time = Annotated[
    str | None, typer.Option(help="Clock: seconds per game + seconds added per move, e.g. 60+0.5.")
]
MoveTime = Annotated[float | None, typer.Option(help="Time limit per move, in seconds.")]
Workers = Annotated[
    int | None,
    typer.Option(
        min=1, max=MOST_WORKERS, help="Games played in parallel; by default one per processor."
    ),
]
MaxPlies = Annotated[
    int | None, typer.Option(min=1, help="Call a game a draw after this many plies.")
]


def register(app: typer.Typer) -> None:
    app.command("match")(match)
    app.command("ladder")(ladder)


# -- match ------------------------------------------------------------------------------------


def match(
    game: GameName,
    a: Annotated[
        str,
        typer.Argument(
            metavar="A", autocompletion=complete_player, help="A player, e.g. mcts:sims=200."
        ),
    ],
    b: Annotated[
        str, typer.Argument(metavar="B", autocompletion=complete_player, help="The other player.")
    ],
    games: Annotated[int, typer.Option(min=1, help="Number of games.")] = 100,
    size: Size = None,
    rules: Rules = None,
    openings: Plies = 2,
    seed: Seed = 0,
    time: Time = None,
    move_time: MoveTime = None,
    workers: Workers = None,
    sgf: Annotated[Path | None, typer.Option(help="Save each game as SGF in this folder.")] = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            metavar="ELO0,ELO1", help="Stop as soon as a sequential probability ratio test decides."
        ),
    ] = None,
    max_plies: MaxPlies = None,
    agree: Annotated[
        float | None,
        typer.Option(
            help="Adjudicate a game when both players are this sure of the result, e.g. 0.95."
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Play a match between two players.

    Colours change after each game, and each opening is played twice. A player that makes an illegal
    move, fails or exceeds its time loses that game. Elo is A's lead over B with its 95 % error; at
    0 or 100 % it is computed as if one more game had been drawn. Ctrl-C ends the match and shows
    the games played so far.

    Examples:

        tesuji match torus mcts:sims=500 random --games 20

        tesuji match gomoku alphabeta:seconds=0.1 mcts:seconds=0.1 --size 9 --json

        tesuji match go mcts "gtp:cmd=gnugo --mode gtp" --size 9 --time 60+1 --sgf games
    """
    board = read_game(game, size, rules)
    test = None if sprt is None else Sprt.parse(sprt)
    control = TimeControl.parse(time, move_time)
    result = MatchResult((a.strip(), b.strip()))
    keep = _keeper(sgf)
    for told in (unlearnt_size(a, board), unlearnt_size(b, board)):
        if told is not None:
            note(told)
    interrupted = False
    with live(not as_json) as screen:

        def show(so_far: MatchResult) -> None:
            keep(so_far)
            screen.update(lambda: Group(_match_table(so_far), _bar(len(so_far.games), games)))

        try:
            run_match(
                board,
                a,
                b,
                games=games,
                opening_plies=openings,
                seed=seed,
                control=control,
                adjudication=Adjudication(max_plies=max_plies, agreement=agree),
                workers=workers,
                sprt=test,
                on_game=show,
                result=result,
            )
        except KeyboardInterrupt:
            interrupted = True
    if as_json:
        print_json(result.as_dict())
    else:
        print_table(_match_table(result))
    if interrupted:
        note(f"interrupted after {len(result.games)} of {games} games")
        raise typer.Exit(_INTERRUPTED)


def _keeper(folder: Path | None) -> Callable[[MatchResult], None]:
    """Returns a function that saves the last game of a match in `folder`, if there is one."""
    if folder is None:
        return lambda result: None
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TesujiError(f"cannot write into {folder}: {error.strerror or error}") from error
    if any(folder.glob("*.sgf")):
        raise TesujiError(f"{folder} already has games; choose an empty folder")
    check_writable(folder / "0001.sgf")

    def keep(result: MatchResult) -> None:
        number = len(result.games)
        event = f"{result.names[0]} - {result.names[1]}"
        record = record_of(result.games[-1], event=event, round=str(number))
        write_atomically(folder / f"{number:04d}.sgf", write_sgf(record).encode())

    return keep


def _match_table(result: MatchResult) -> RenderableType:
    """Returns a table of A's results by colour, Elo, time and failures."""
    a, b = result.names
    table = Table(title=Text(f"{a} against {b}"), title_justify="left")
    for heading in ("", "wins", "draws", "losses", "score"):
        table.add_column(heading, justify="left" if not heading else "right")
    rows = {
        "moving first": result.tally_as(Side.FIRST),
        "moving second": result.tally_as(Side.SECOND),
        "all games": result.tally,
    }
    for name, tally in rows.items():
        score = f"{100 * tally.points / tally.games:.1f} %" if tally.games else "–"
        table.add_row(name, str(tally.wins), str(tally.draws), str(tally.losses), score)
    return Group(table, *(Text(line) for line in _match_notes(result)))


def _match_notes(result: MatchResult) -> list[str]:
    notes = []
    found = result.estimate
    if found is not None:
        notes.append(f"Elo {found.elo:+.0f} ± {found.elo_error:.0f} (95 %)")
    for name, player in zip(result.names, (0, 1), strict=True):
        seconds = result.seconds_per_move(player)
        if seconds is not None:
            notes.append(f"{name}: {seconds:.3f} s a move")
        for kind, count in result.failures[player].items():
            notes.append(f"{name} lost {count} by its own fault: {kind}")
    if result.sprt is not None and result.llr is not None:
        test = result.sprt
        verdict = f"accepted: {result.verdict}" if result.verdict else "open"
        notes.append(
            f"test of {test.elo0:g} against {test.elo1:g} Elo: log likelihood ratio "
            f"{result.llr:.2f} in [{test.lower:.2f}, {test.upper:.2f}], {verdict}"
        )
    return notes


# -- ladder -----------------------------------------------------------------------------------


def ladder(
    game: GameName,
    names: Annotated[
        list[str],
        typer.Argument(
            metavar="PLAYER…",
            autocompletion=complete_player,
            help="Two or more players, e.g. random mcts.",
        ),
    ],
    out: Annotated[
        Path, typer.Option(help="File (or folder) for the games; a ladder there is continued.")
    ],
    games: Annotated[int, typer.Option(min=1, help="Games per pair of players.")] = 20,
    neighbours: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Play only against the next N players in the list, sorted by strength.",
        ),
    ] = None,
    size: Size = None,
    rules: Rules = None,
    openings: Plies = 2,
    seed: Seed = 0,
    time: Time = None,
    move_time: MoveTime = None,
    workers: Workers = None,
    max_plies: MaxPlies = None,
    as_json: AsJson = False,
) -> None:
    """Play a tournament of several players, and rate them.

    Each player meets all others, or with --neighbours only those of similar strength. Each game is
    saved in --out as soon as it ends: after Ctrl-C or a crash the same command continues, and more
    games or players can be added at any time. Ratings are Bradley–Terry Elo relative to the mean,
    with their 95 % errors.

    Examples:

        tesuji ladder torus random mcts:sims=50 mcts:sims=500 --games 20 --out ladder.jsonl

        tesuji ladder go random mcts:sims=8 mcts:sims=64 mcts:sims=512 --neighbours 1 --out go.jsonl
    """
    board = read_game(game, size, rules)
    control = TimeControl.parse(time, move_time)
    total = games * number_of_pairs(len(names), neighbours)
    shown: LadderResult | None = None
    interrupted = False
    with live(not as_json) as screen:

        def show(so_far: LadderResult) -> None:
            nonlocal shown
            shown = so_far
            screen.update(lambda: Group(_ladder_table(so_far), _bar(len(so_far.games), total)))

        try:
            run_ladder(
                board,
                names,
                out=out,
                games=games,
                neighbours=neighbours,
                opening_plies=openings,
                seed=seed,
                control=control,
                max_plies=max_plies,
                workers=workers,
                on_game=show,
            )
        except KeyboardInterrupt:
            interrupted = True
    if shown is not None:
        shown = dataclasses.replace(shown, games=read_ladder(out).games)
        if as_json:
            print_json(shown.as_dict())
        else:
            print_table(_ladder_table(shown))
    if interrupted:
        note(f"interrupted; the games so far are in {out}, and the same command goes on from there")
        raise typer.Exit(_INTERRUPTED)


def _ladder_table(result: LadderResult) -> RenderableType:
    table = Table(title=Text(f"{result.game}, {len(result.games)} games"), title_justify="left")
    table.add_column("player")
    for heading in ("Elo", "±", "games", "score"):
        table.add_column(heading, justify="right")
    for rating in result.ratings:
        score = f"{100 * rating.points / rating.games:.1f} %" if rating.games else "–"
        elo, error = f"{rating.elo:+.0f}", f"{rating.error:.0f}"
        table.add_row(Text(rating.name), elo, error, str(rating.games), score)
    return table


def _bar(done: int, total: int) -> RenderableType:
    line = Table.grid(padding=(0, 1))
    line.add_row(ProgressBar(total=total, completed=min(done, total), width=40), f"{done}/{total}")
    return line
