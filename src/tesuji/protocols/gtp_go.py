"""Implements the GTP commands of Go: handicap, rules, and the end of the game.

Under Tromp-Taylor rules, that is with positional superko, every stone on the board counts as
alive, so the score is exact. Under Chinese and Japanese rules dead stones are removed first, and
which stones are dead is an estimate: see `tesuji.analysis.go_status`.
"""

from __future__ import annotations

import json

from tesuji.analysis.go_status import chains_by_status, proposed_count
from tesuji.errors import SetupError, TesujiError
from tesuji.games.go import Go, GoPosition
from tesuji.protocols.go_rules import detailed_rules, named_rules, one_rule
from tesuji.protocols.gtp_commands import command, known_commands
from tesuji.protocols.gtp_session import GtpSession
from tesuji.protocols.gtp_text import GtpCommand, GtpFailure, read_int, require
from tesuji.records import result_text


def _go(session: GtpSession) -> Go:
    """Returns the game, for commands that only Go has."""
    if not isinstance(session.board.game, Go):
        raise GtpFailure(f"{session.board.game.name} has no such command")
    return session.board.game


# -- handicap -------------------------------------------------------------------------------


@command("fixed_handicap", game="go")
def fixed_handicap(session: GtpSession, line: GtpCommand) -> str:
    require(line, 1, 1, "NUMBER_OF_STONES")
    count = read_int(line.arguments[0], "number of stones")
    if count < 2:
        raise GtpFailure("invalid number of stones: a handicap has at least 2")
    try:
        points = _go(session).rules.handicap_points(count)
    except TesujiError as error:
        raise GtpFailure(f"invalid number of stones: {error}") from error
    return _place(session, points)


@command("place_free_handicap", game="go")
def place_free_handicap(session: GtpSession, line: GtpCommand) -> str:
    """Uses the usual points, and fewer stones than requested if there are fewer."""
    require(line, 1, 1, "NUMBER_OF_STONES")
    rules = _go(session).rules
    asked = read_int(line.arguments[0], "number of stones", 2, rules.num_moves - 2)
    for count in range(min(asked, 9), 1, -1):
        try:
            return _place(session, rules.handicap_points(count))
        except SetupError:
            continue
    raise GtpFailure("this board is too small for a handicap")


@command("set_free_handicap", game="go")
def set_free_handicap(session: GtpSession, line: GtpCommand) -> str:
    require(line, 2, usage="POINT POINT …")
    go = _go(session)
    points = [session.board.read_move(word) for word in line.arguments]
    if go.pass_move in points or len(set(points)) != len(points):
        raise GtpFailure("bad vertex list: each point may stand in it once")
    if len(points) >= go.pass_move:
        raise GtpFailure("bad vertex list: no room is left for White")
    _place(session, points)
    return ""


def _place(session: GtpSession, points: list[int]) -> str:
    session.board.place_handicap(points)
    return " ".join(map(session.board.game.format_move, points))


# -- rules ----------------------------------------------------------------------------------


@command("kgs-rules", game="go")
def kgs_rules(session: GtpSession, line: GtpCommand) -> str:
    require(line, 1, 1, "japanese | chinese | aga | new_zealand")
    return _set_rules(session, line.arguments[0])


@command("kata-set-rules", game="go")
def kata_set_rules(session: GtpSession, line: GtpCommand) -> str:
    """Sets the rules by name, or by KataGo's JSON, of which ``ko`` and ``scoring`` are known."""
    require(line, 1, usage="NAME | JSON")
    if not line.text.startswith("{"):
        return _set_rules(session, line.text)
    try:
        wanted = json.loads(line.text)
    except (ValueError, RecursionError) as error:
        raise GtpFailure(f"unknown rules: this is not JSON: {error}") from error
    session.board.change_rules(**detailed_rules(wanted))
    return ""


@command("kata-set-rule", game="go")
def kata_set_rule(session: GtpSession, line: GtpCommand) -> str:
    """Sets one field of the rules: ko or scoring."""
    require(line, 2, 2, "ko | scoring VALUE")
    name = line.arguments[0].lower()
    session.board.change_rules(**{name: one_rule(name, line.arguments[1])})
    return ""


@command("kata-get-rules", game="go")
def kata_get_rules(session: GtpSession, line: GtpCommand) -> str:
    rules = _go(session).rules
    return json.dumps(
        {
            "friendlyPassOk": not rules.superko,
            "hasButton": False,
            "ko": "POSITIONAL" if rules.superko else "SIMPLE",
            "scoring": "TERRITORY" if rules.territory else "AREA",
            "suicide": False,
            "tax": "SEKI" if rules.territory else "NONE",
            "whiteHandicapBonus": "0",
        },
        separators=(",", ":"),
    )


@command("get_komi", game="go")
def get_komi(session: GtpSession, line: GtpCommand) -> str:
    return f"{_go(session).komi:g}"


def _set_rules(session: GtpSession, name: str) -> str:
    session.board.change_rules(**named_rules(name) | {"komi": _go(session).komi})
    return ""


# -- the end of the game ----------------------------------------------------------------------


@command("final_score")
def final_score(session: GtpSession, line: GtpCommand) -> str:
    """Answers in Go with the count of the board at any time, else with the result of the game."""
    position = session.board.position
    if isinstance(position, GoPosition):
        as_it_stands = position.rules.superko
        count = position.counted() if as_it_stands else proposed_count(position)
        return result_text(session.board.game, count.outcome)
    if position.outcome is None:
        raise GtpFailure("cannot score: the game is not over")
    return result_text(session.board.game, position.outcome)


@command("final_status_list", game="go")
def final_status_list(session: GtpSession, line: GtpCommand) -> str:
    require(line, 1, 1, "alive | seki | dead")
    chains = _statuses(session).get(line.arguments[0].lower())
    if chains is None:
        raise GtpFailure("syntax error: a status is alive, seki or dead")
    return "\n".join(_names(session, chain) for chain in chains)


@command("final_status", game="go")
def final_status(session: GtpSession, line: GtpCommand) -> str:
    require(line, 1, 1, "POINT")
    point = session.board.read_move(line.arguments[0])
    for status, chains in _statuses(session).items():
        if any(point in chain for chain in chains):
            return status
    raise GtpFailure("there is no stone")


def _statuses(session: GtpSession) -> dict[str, list[list[int]]]:
    position = session.board.position
    assert isinstance(position, GoPosition)  # the commands are for Go only
    return chains_by_status(position)


def _names(session: GtpSession, points: list[int]) -> str:
    return " ".join(map(session.board.game.format_move, points))


# -- GoGui ----------------------------------------------------------------------------------

_ANALYZE = (
    ("string", "Score", "final_score"),
    ("plist", "Dead stones", "final_status_list dead"),
    ("plist", "Stones in seki", "final_status_list seki"),
    ("string", "Rules", "kata-get-rules"),
    ("string", "Moves so far", "move_history"),
    ("string", "Best move", "reg_genmove %c"),
)


@command("gogui-analyze_commands")
def gogui_analyze_commands(session: GtpSession, line: GtpCommand) -> str:
    """Lists the entries of GoGui's menu: type, label and command."""
    known = known_commands(session)
    return "\n".join("/".join(entry) for entry in _ANALYZE if entry[2].split()[0] in known)
