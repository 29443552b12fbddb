"""Implements ``tesuji play``, a game in the terminal."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Annotated

import typer

from tesuji.cli.completion import complete_game, complete_player
from tesuji.cli.output import note
from tesuji.errors import TesujiError
from tesuji.files import check_writable
from tesuji.games import Game, Position, Side, catalogued, make

DEFAULT_OPPONENT = "best:seconds=1"
ADVISER = "best:seconds=1"
"""The player that gives hints."""
HUMAN = "human"
_COLOURS = {"first": 0, "black": 0, "second": 1, "white": 1}
_HANDICAP_KOMI = 0.5
"""White's points in a game with handicap, unless the command says otherwise."""


def register(app: typer.Typer) -> None:
    app.command("play")(play)


def play(
    game: Annotated[
        str | None,
        typer.Argument(
            autocompletion=complete_game, help="A game, e.g. torus; you are asked if it is missing."
        ),
    ] = None,
    size: Annotated[str | None, typer.Option(help="Board size, e.g. 9 or 3x4.")] = None,
    rules: Annotated[str | None, typer.Option(help="Rule set, e.g. japanese or renju.")] = None,
    komi: Annotated[float | None, typer.Option(help="Komi (Go).")] = None,
    handicap: Annotated[int, typer.Option(min=0, help="Number of handicap stones (Go).")] = 0,
    opponent: Annotated[
        str,
        typer.Option(
            "--opponent",
            "-o",
            autocompletion=complete_player,
            help="Your opponent as a player spec, or 'human'.",
        ),
    ] = DEFAULT_OPPONENT,
    colour: Annotated[
        str, typer.Option("--colour", "--color", help="Your colour: first, second or random.")
    ] = "first",
    players: Annotated[
        tuple[str, str] | None,
        typer.Option(autocompletion=complete_player, help="Two player specs, to watch a game."),
    ] = None,
    time: Annotated[
        str | None,
        typer.Option(
            help="Each side's time in seconds: 300, 300+5 (added a move), 300+5x30 (five periods "
            "of byo-yomi), 300+180/20 (Canadian)."
        ),
    ] = None,
    save: Annotated[
        Path | None, typer.Option(help="Save the game to this SGF file when it ends.")
    ] = None,
    load: Annotated[
        Path | None, typer.Option(help="Continue from the end of this SGF file.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Seed of the engines' random numbers.")] = None,
) -> None:
    """Play a game in the terminal.

    Type a move in the game's notation, or [bold]help[/bold] for the other commands. Ctrl-C makes
    the engine move at once; pressed twice, it leaves the game.

    Examples:

        tesuji play torus

        tesuji play go --size 9 --opponent mcts:seconds=3 --colour second --save game.sgf

        tesuji play dots-and-boxes --size 3x4 --opponent human

        tesuji play gomoku --players mcts:sims=500 random
    """
    from tesuji.cli.play_table import PlayTable
    from tesuji.cli.play_terminal import Terminal
    from tesuji.play import ENGINE, AskedPlayer, Clock, GameInProgress, Seat, TimeControl
    from tesuji.players import make_player
    from tesuji.players.alphazero import unlearnt_size
    from tesuji.players.strongest import expectation

    if save is not None:
        check_writable(save)
    terminal = Terminal()
    options: dict[str, object] = {"size": size, "rules": rules, "komi": komi}
    if load is not None:
        start, moves = _loaded(load, game, options, handicap)
    else:
        chosen = game or _ask_for_game(terminal)
        made = make(chosen, **options)
        if handicap >= 2 and komi is None and made.komi is not None:
            made = make(chosen, **{**options, "komi": _HANDICAP_KOMI})
        start, moves = _new(made, handicap), []
    specs = players or _specs(opponent, _side(colour, seed))

    def seat(spec: str) -> Seat:
        if spec.strip() == HUMAN:
            return Seat("Human")
        if told := unlearnt_size(spec, start.game):
            note(told)
        return Seat(spec, ENGINE, AskedPlayer(make_player(spec, start.game, seed=seed)))

    progress = GameInProgress(
        start.game,
        start,
        moves,
        seats=(seat(specs[0]), seat(specs[1])),
        clock=Clock(TimeControl.parse(time)),
        by_agreement=HUMAN in (spec.strip() for spec in specs),
    )
    is_told = any(unlearnt_size(spec, start.game) for spec in specs if spec.strip() != HUMAN)
    if players is None and opponent != HUMAN and not is_told:
        told = expectation(start.game)
        if told is not None:
            note(told)
    PlayTable(
        terminal,
        progress,
        adviser=lambda: make_player(ADVISER, start.game, seed=seed),
        file=save,
    ).play()


def _new(game: Game, handicap: int) -> Position:
    if handicap < 2:
        return game.initial()
    start: Position = game.handicap(handicap)
    return start


def _loaded(
    file: Path, name: str | None, options: dict[str, object], handicap: int
) -> tuple[Position, list[int]]:
    """Returns the position where the game of a record begins, and its moves."""
    from tesuji.players.external import Course
    from tesuji.records import load

    if handicap or any(value is not None for value in options.values()):
        raise TesujiError("size, rules, komi and handicap come from the file that --load names")
    record = load(file)
    if name is not None and name != record.game.name:
        raise TesujiError(f"{file} is a game of {record.game.name}, not of {name}")
    end = record.end.position()
    course = Course.of(end)
    if course is None:
        return record.game.initial(), record.moves()
    return course.start, [move for _, move in course.moves]


def _side(colour: str, seed: int | None) -> Side:
    word = colour.strip().lower()
    if word == "random":
        return random.Random(seed).choice(list(Side))
    if word not in _COLOURS:
        raise TesujiError(f"--colour must be first, second or random, got {colour!r}")
    return Side(_COLOURS[word])


def _specs(opponent: str, own: Side) -> tuple[str, str]:
    return (HUMAN, opponent) if own == Side.FIRST else (opponent, HUMAN)


def _ask_for_game(terminal: object) -> str:
    """Returns the game that a person chooses from a list."""
    from tesuji.cli.play_terminal import Terminal

    assert isinstance(terminal, Terminal)
    known = [game.name for game in catalogued()]
    if not terminal.on_screen:
        raise TesujiError(f"give a game to play: {', '.join(known)}")
    numbered = {str(number): name for number, name in enumerate(known, start=1)}
    for number, name in numbered.items():
        terminal.say(f"{number}  {name}")
    while True:
        answer = terminal.ask("Which game? ")
        if answer is None or answer.lower() == "quit":
            raise typer.Exit
        if answer in numbered:
            return numbered[answer]
        if answer in known:
            return answer
        terminal.say(f"Type a number from 1 to {len(known)}, or a name.")
