"""Implements the GTP commands of all games, as functions of the session and the line.

Other modules add more with `command`; `tesuji.protocols.gtp` collects them.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import tesuji
from tesuji.errors import TesujiError
from tesuji.games import Position, Side
from tesuji.play import TimeControl
from tesuji.players.base import Restrictable
from tesuji.protocols.gtp_analysis import (
    AnalysisRequest,
    kata_line,
    leela_line,
    read_request,
)
from tesuji.protocols.gtp_session import GtpSession
from tesuji.protocols.gtp_text import (
    GtpCommand,
    GtpFailure,
    clean,
    read_float,
    read_int,
    read_side,
    require,
)
from tesuji.protocols.searched_owners import SearchedOwners, network_behind
from tesuji.records import load, save, write_sgf
from tesuji.search import SearchReport

Handler = Callable[[GtpSession, GtpCommand], str | None]
"""Returns the text of the answer, or None if it has already written the answer."""

COMMANDS: dict[str, Handler] = {}
GAME_OF_COMMAND: dict[str, str] = {}
"""The game that a command belongs to, for commands that only one game has."""


def command(*names: str, game: str | None = None) -> Callable[[Handler], Handler]:
    """Registers the decorated function as the handler of the commands called `names`.

    They are commands of every game, or only of the one called `game`.
    """

    def remember(handler: Handler) -> Handler:
        COMMANDS.update(dict.fromkeys(names, handler))
        if game is not None:
            GAME_OF_COMMAND.update(dict.fromkeys(names, game))
        return handler

    return remember


def known_commands(session: GtpSession) -> list[str]:
    """Returns the commands of the game of this session."""
    own = session.board.game.name
    return sorted(name for name in COMMANDS if GAME_OF_COMMAND.get(name, own) == own)


# -- about us -------------------------------------------------------------------------------


@command("protocol_version")
def protocol_version(session: GtpSession, line: GtpCommand) -> str:
    return "2"


@command("name")
def name(session: GtpSession, line: GtpCommand) -> str:
    return "Tesuji"


@command("version")
def version(session: GtpSession, line: GtpCommand) -> str:
    return f"{tesuji.__version__} {session.player.name}"


@command("known_command")
def known_command(session: GtpSession, line: GtpCommand) -> str:
    known = bool(line.arguments) and line.arguments[0] in known_commands(session)
    return "true" if known else "false"


@command("list_commands")
def list_commands(session: GtpSession, line: GtpCommand) -> str:
    return "\n".join(known_commands(session))


@command("quit")
def quit_session(session: GtpSession, line: GtpCommand) -> str:
    session.ended = True
    return ""


@command("cputime")
def cputime(session: GtpSession, line: GtpCommand) -> str:
    return f"{time.process_time():.3f}"


@command("gogui-interrupt")
def gogui_interrupt(session: GtpSession, line: GtpCommand) -> str:
    """Tells GoGui, by being known, that the comment ``# interrupt`` is supported."""
    return ""


# -- the board ------------------------------------------------------------------------------


@command("boardsize")
def boardsize(session: GtpSession, line: GtpCommand) -> str:
    require(line, 1, 1, "SIZE")
    return _new_size(session, str(read_int(line.arguments[0], "size")))


@command("rectangular_boardsize")
def rectangular_boardsize(session: GtpSession, line: GtpCommand) -> str:
    require(line, 1, 2, "COLUMNS ROWS")
    columns, rows = (read_int(word, "size") for word in (*line.arguments, line.arguments[-1])[:2])
    return _new_size(session, f"{rows}x{columns}")


def _new_size(session: GtpSession, size: str) -> str:
    try:
        session.board.new_game(size=size)
    except TesujiError as error:
        raise GtpFailure(f"unacceptable size: {error}") from error
    session.clock.restart()
    return ""


@command("query_boardsize")
def query_boardsize(session: GtpSession, line: GtpCommand) -> str:
    board = session.board.game.board
    return "" if board is None else str(board.columns)


@command("clear_board")
def clear_board(session: GtpSession, line: GtpCommand) -> str:
    session.board.clear()
    session.clock.restart()
    return ""


@command("komi")
def komi(session: GtpSession, line: GtpCommand) -> str:
    require(line, 1, 1, "POINTS")
    points = read_float(line.arguments[0], "komi")
    if session.board.game.komi is not None:  # controllers set it for every game
        session.board.change_rules(komi=points)
    return ""


@command("play")
def play(session: GtpSession, line: GtpCommand) -> str:
    require(line, 2, 2, "COLOUR MOVE")
    side = read_side(line.arguments[0])
    word = line.arguments[1]
    if word.lower() == "resign":
        return ""
    session.board.play(side, session.board.read_move(word))
    return ""


@command("undo")
def undo(session: GtpSession, line: GtpCommand) -> str:
    session.board.undo()
    return ""


@command("gg-undo")
def gg_undo(session: GtpSession, line: GtpCommand) -> str:
    session.board.undo(read_int(line.arguments[0], "number of moves", 1) if line.arguments else 1)
    return ""


@command("move_history")
def move_history(session: GtpSession, line: GtpCommand) -> str:
    colours = ("black", "white")
    game = session.board.game
    steps = reversed(session.board.progress.steps)
    return "\n".join(f"{colours[step.side]} {game.format_move(step.move)}" for step in steps)


@command("showboard")
def showboard(session: GtpSession, line: GtpCommand) -> str:
    return "\n" + session.board.position.text()


@command("loadsgf")
def loadsgf(session: GtpSession, line: GtpCommand) -> str:
    """Loads a record; with a move number, the position *before* that move."""
    require(line, 1, usage="FILE [MOVE_NUMBER]")
    words = line.text.rsplit(maxsplit=1)
    file, moves = line.text, None
    if len(words) == 2 and words[1].isdigit():
        file, moves = words[0], max(0, read_int(words[1], "move number") - 1)
    try:
        session.board.load(load(file), moves)
    except GtpFailure as failure:
        raise GtpFailure(f"cannot load file: {failure}") from failure
    except TesujiError as error:
        raise GtpFailure(f"cannot load file: {str(error).splitlines()[0]}") from error
    session.clock.restart()
    return ""


@command("printsgf")
def printsgf(session: GtpSession, line: GtpCommand) -> str:
    record = session.board.record()
    if line.text:
        save(record, line.text)
        return ""
    return write_sgf(record)


# -- time -----------------------------------------------------------------------------------


@command("time_settings")
def time_settings(session: GtpSession, line: GtpCommand) -> str:
    require(line, 3, 3, "MAIN_TIME BYO_YOMI_TIME BYO_YOMI_STONES")
    main, period = (read_float(word, "time in seconds") for word in line.arguments[:2])
    stones = read_int(line.arguments[2], "number of stones")
    session.clock.set(TimeControl.overtime(main, period, stones))
    return ""


_TIME_SYSTEMS = {"none": 0, "absolute": 1, "byoyomi": 3, "canadian": 3, "fischer": 2}
"""The number of arguments of each; KGS does not know the last."""


@command("kgs-time_settings")
def kgs_time_settings(session: GtpSession, line: GtpCommand) -> str:
    if line.arguments and line.arguments[0].lower() == "fischer":
        raise GtpFailure("syntax error: KGS has no Fischer time; use kata-time_settings")
    return _set_time(session, line)


@command("kata-list_time_settings")
def kata_list_time_settings(session: GtpSession, line: GtpCommand) -> str:
    return " ".join(_TIME_SYSTEMS)


@command("kata-time_settings")
def kata_time_settings(session: GtpSession, line: GtpCommand) -> str:
    return _set_time(session, line)


def _set_time(session: GtpSession, line: GtpCommand) -> str:
    require(line, 1, 4, "none | absolute MAIN | byoyomi MAIN PERIOD PERIODS | canadian …")
    kind, *words = line.arguments
    wanted = _TIME_SYSTEMS.get(kind.lower())
    if wanted is None or len(words) != wanted:
        raise GtpFailure(f"syntax error: {kind!r} is not a time system, or its numbers are missing")
    numbers = [read_float(word, "time in seconds") for word in words]
    agreed = TimeControl()
    if kind.lower() == "absolute":
        agreed = TimeControl.overtime(numbers[0], 0.0, 0)
    elif kind.lower() == "byoyomi":
        agreed = TimeControl.overtime(numbers[0], numbers[1], 1, max(1, int(numbers[2])))
    elif kind.lower() == "canadian":
        agreed = TimeControl.overtime(numbers[0], numbers[1], int(numbers[2]))
    elif kind.lower() == "fischer":
        agreed = TimeControl(numbers[0], numbers[1])
    session.clock.set(agreed)
    return ""


@command("time_left")
def time_left(session: GtpSession, line: GtpCommand) -> str:
    require(line, 3, 3, "COLOUR TIME STONES")
    seconds = read_float(line.arguments[1], "time in seconds")
    stones = read_int(line.arguments[2], "number of stones")
    session.clock.tell(read_side(line.arguments[0]), seconds, stones)
    return ""


# -- thinking -------------------------------------------------------------------------------


@command("genmove")
def genmove(session: GtpSession, line: GtpCommand) -> str:
    require(line, 1, 1, "COLOUR")
    return _choose(session, read_side(line.arguments[0]), play_it=True)


@command("reg_genmove")
def reg_genmove(session: GtpSession, line: GtpCommand) -> str:
    """Chooses without playing, from a fresh start, so that the answer is always the same."""
    require(line, 1, 1, "COLOUR")
    session.forget()
    move = _choose(session, read_side(line.arguments[0]), play_it=False)
    session.forget()
    return move


def _choose(
    session: GtpSession,
    side: Side,
    *,
    play_it: bool,
    reports: Callable[[SearchReport], None] | None = None,
    interval: float = 1.0,
) -> str:
    position = session.board.turn_of(side)
    choice = session.choose(position, side, reports, interval)
    if choice.move is None:
        return "resign"
    if play_it:
        session.board.play(side, choice.move)
    return session.board.game.format_move(choice.move)


@command("lz-analyze")
def lz_analyze(session: GtpSession, line: GtpCommand) -> None:
    _analyse(session, line, kata=False)


@command("kata-analyze", "analyze")
def kata_analyze(session: GtpSession, line: GtpCommand) -> None:
    _analyse(session, line, kata=True)


@command("lz-genmove_analyze")
def lz_genmove_analyze(session: GtpSession, line: GtpCommand) -> None:
    _choose_aloud(session, line, kata=False)


@command("kata-genmove_analyze", "genmove_analyze")
def kata_genmove_analyze(session: GtpSession, line: GtpCommand) -> None:
    _choose_aloud(session, line, kata=True)


def _analyse(session: GtpSession, line: GtpCommand, *, kata: bool) -> None:
    """Prints reports of the player until the next line of input."""
    request = _request(session, line)
    position = session.board.turn_of(request.side)
    _ = session.analyser  # raises before the answer has begun
    can_be_kept = isinstance(session.player.player, Restrictable)  # else it shows what it was asked
    with session.kept_to(request.kept_to(position) if can_be_kept else ()):
        session.write(f"={line.number}\n")
        report = _reporter(session, position, request, kata)
        try:
            session.analyse(position, report, request.interval)
        except GtpFailure as failure:
            session.write(f"# {clean(str(failure))}\n")
    session.write("\n")


def _choose_aloud(session: GtpSession, line: GtpCommand, *, kata: bool) -> None:
    """Plays a move and prints reports while the player thinks.

    The answer begins with the first report, so that an earlier failure is reported as an error.
    """
    request = _request(session, line)
    position = session.board.turn_of(request.side)
    report = _reporter(session, position, request, kata)
    begun = False

    def begin() -> None:
        nonlocal begun
        if not begun:
            session.write(f"={line.number}\n")
        begun = True

    def report_aloud(found: SearchReport) -> None:
        begin()
        report(found)

    try:
        with session.kept_to(request.kept_to(position)):
            move = _choose(
                session, request.side, play_it=True, reports=report_aloud, interval=request.interval
            )
    except TesujiError as error:
        if not begun:
            raise
        session.write(f"# {clean(str(error))}\n\n")
        return
    begin()
    session.write(f"play {move}\n\n")


def _request(session: GtpSession, line: GtpCommand) -> AnalysisRequest:
    board = session.board
    return read_request(line.arguments, board.position.to_move, board.game)


def _reporter(
    session: GtpSession, position: Position, request: AnalysisRequest, kata: bool
) -> Callable[[SearchReport], None]:
    """Returns a function that writes a report as a line in the wanted format."""
    game = session.board.game

    owners = SearchedOwners(position, network_behind(session.player.player))

    def report(found: SearchReport) -> None:
        if kata:
            session.write(kata_line(found, request, game, owners) + "\n")
        else:
            session.write(leela_line(found, request, game) + "\n")

    return report
