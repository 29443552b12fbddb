"""Reads queries about Go in the form of KataGo's analysis engine, as KaTrain sends them.

KataGo's docs/Analysis_Engine.md explains the fields. What Tesuji's search does not have is
answered with a warning and left out.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from tesuji.errors import TesujiError
from tesuji.games import Game, Position, Side, make
from tesuji.games.go import GoPosition
from tesuji.players import PlayerKind, parse_player
from tesuji.players.best import BestOptions, engine_spec
from tesuji.protocols.analysis_katago_answers import KataGoAnswers, Wanted
from tesuji.protocols.analysis_query import (
    MAX_MOVES,
    FieldError,
    Fields,
    Query,
    blaming,
    read_id,
    refuse_player,
    shown,
)
from tesuji.protocols.go_rules import detailed_rules, named_rules
from tesuji.protocols.gtp_board import with_turn
from tesuji.protocols.gtp_text import read_side

_LEAST_SIZE, _LARGEST_SIZE = 2, 19
_MOST_KOMI = 150
_LONGEST_LINE = 1000
_VIEWS = {
    "SIDETOMOVE": None,
    "BLACK": Side.FIRST,
    "B": Side.FIRST,
    "WHITE": Side.SECOND,
    "W": Side.SECOND,
}
_LIMITS = {"maxVisits": "sims", "maxTime": "seconds", "numSearchThreads": "threads"}
"""KataGo's names for options of our players."""
_BONUSES = {"0": 0, "N": 0, "N-1": -1}
"""Points that White gets for N handicap stones, less N; "0" gives none at all."""
_USUAL_BONUSES = {"chinese": "N", "chinese-ogs": "N", "chinese-kgs": "N", "aga": "N-1"}
"""By the name of the rules; "0" under all others."""

Move = tuple[Side, int]


def is_katago_query(content: Mapping[str, Any]) -> bool:
    """Returns whether a query has the fields of KataGo's and not those of ours."""
    return "game" not in content and ("boardXSize" in content or "boardYSize" in content)


def read_katago_query(content: Mapping[str, Any], default_player: str) -> Query:
    """Reads a query from a JSON object; raises `FieldError` for the first wrong field."""
    fields = Fields(content)
    id = read_id(content)
    fields.used.update({"id", "action"})
    size = tuple(_size(fields, name) for name in ("boardYSize", "boardXSize"))
    board = make("go", size=f"{size[0]}x{size[1]}")
    stones = _read_moves(fields, "initialStones", board, may_pass=False)
    moves = _read_moves(fields, "moves", board)
    game = _read_game(fields, size, _handicap(stones, moves))
    start = _start(fields, game, stones, moves)
    turns, priorities = _read_turns(fields, len(moves))
    positions = _positions(start, moves, turns)
    settings = Fields(fields.get("overrideSettings", dict, "an object") or {}, "overrideSettings.")
    kind, options = _read_player(fields, settings, game, default_player)
    wanted = Wanted(
        view=_view(settings),
        ownership=fields.flag("includeOwnership"),
        ownership_spread=fields.flag("includeOwnershipStdev"),
        moves_ownership=fields.flag("includeMovesOwnership"),
        moves_ownership_spread=fields.flag("includeMovesOwnershipStdev"),
        policy=fields.flag("includePolicy"),
        line_visits=fields.flag("includePVVisits"),
        line_length=min(fields.whole("analysisPVLen", least=1, usual=15), _LONGEST_LINE),
    )
    only, warnings = _read_restrictions(fields, positions)
    unused = ", ".join(name for name, _ in settings.unused())
    if unused:
        warnings.append(("overrideSettings", f"not used here: {unused}"))
    return Query(
        id=id,
        game=game,
        positions=positions,
        kind=kind,
        options=options,
        report_every=fields.number("reportDuringSearchEvery", above=0),
        answers=KataGoAnswers(id, positions, wanted, kind, options),
        priorities=priorities,
        warnings=(*warnings, *fields.unused()),
        only=only,
    )


# -- the game -----------------------------------------------------------------------------------


def _size(fields: Fields, name: str) -> int:
    size = fields.whole(name, least=_LEAST_SIZE)
    if size is None or size > _LARGEST_SIZE:
        wanted = f"{name} must be a whole number from {_LEAST_SIZE} to {_LARGEST_SIZE}"
        raise FieldError(name, wanted if size is None else f"{wanted}, not {size}")
    return size


def _read_game(fields: Fields, size: tuple[int, ...], handicap: int) -> Game:
    given = fields.get("rules", (str, dict), "the name of a rule set, or an object")
    if given is None:
        raise FieldError("rules", "rules are needed: a name such as chinese, or an object")
    is_named = isinstance(given, str)
    options = blaming("rules", lambda: (named_rules if is_named else detailed_rules)(given))
    komi = fields.number("komi")
    if komi is not None:
        if abs(komi) > _MOST_KOMI or not (2 * komi).is_integer():
            wanted = f"komi must be whole or half points, at most {_MOST_KOMI}"
            raise FieldError("komi", f"{wanted}, not {komi:g}")
        options["komi"] = komi
    usual = _USUAL_BONUSES.get(given.lower(), "0") if is_named else "0"
    if not is_named:
        usual = str(given.get("whiteHandicapBonus", usual))
    bonus = fields.text("whiteHandicapBonus") or usual
    if bonus not in _BONUSES:
        wanted = f"whiteHandicapBonus must be one of {', '.join(_BONUSES)}"
        raise FieldError("whiteHandicapBonus", f"{wanted}, not {shown(bonus)}")
    if handicap and bonus != "0":
        # Tesuji gives White no points beyond komi, so that they are added to it here.
        options["komi"] = float(options.get("komi", 0)) + handicap + _BONUSES[bonus]
    found: Game = blaming("rules", lambda: make("go", size=f"{size[0]}x{size[1]}", **options))
    return found


def _read_moves(fields: Fields, name: str, game: Game, *, may_pass: bool = True) -> list[Move]:
    given = fields.get(name, list, "a list of pairs of a colour and a point")
    if given is None and name == "moves":
        raise FieldError(name, "moves are needed: a list of pairs of a colour and a point")
    if len(given or ()) > MAX_MOVES:
        raise FieldError(name, f"there are {len(given)} moves; {MAX_MOVES} are the most")
    return [_read_move(name, pair, game, may_pass) for pair in given or ()]


def _read_move(name: str, pair: Any, game: Game, may_pass: bool) -> Move:
    if not isinstance(pair, list) or len(pair) != 2 or not all(isinstance(w, str) for w in pair):
        raise FieldError(name, f"{shown(pair)} is not a pair of a colour and a point")
    side = blaming(name, lambda: read_side(pair[0]))
    move = blaming(name, lambda: game.parse_move(pair[1]))
    if move == game.pass_move and not may_pass:
        raise FieldError(name, "a stone has a point, a pass has none")
    return side, move


def _handicap(stones: Sequence[Move], moves: Sequence[Move]) -> int:
    """Returns the handicap stones: those of Black before White's first, if there are several."""
    if any(side == Side.SECOND for side, _ in stones):
        return 0
    count = len(stones)
    for side, _ in moves:
        if side == Side.SECOND:
            break
        count += 1
    return count if count > 1 else 0


def _start(fields: Fields, game: Game, stones: Sequence[Move], moves: Sequence[Move]) -> GoPosition:
    """Returns the board before the first move."""
    first = Side.SECOND if _handicap(stones, ()) else Side.FIRST
    if moves:
        first = moves[0][0]
    named = fields.text("initialPlayer")
    if named is not None:
        first = blaming("initialPlayer", lambda: read_side(named))
    start = game.initial()
    assert isinstance(start, GoPosition)
    if not stones and first == start.to_move:
        return start
    placed = list(start.stones)
    for side, point in stones:
        placed[point] = int(side)
    found: GoPosition = blaming("initialStones", lambda: start.restarted(placed, first))
    return found


def _read_turns(fields: Fields, played: int) -> tuple[list[int], dict[int, int]]:
    """Returns the turns to be analysed, and the priority of each."""
    turns = fields.get("analyzeTurns", list, "a list of numbers")
    named = [played] if turns is None else turns
    for turn in named:
        if not isinstance(turn, int) or isinstance(turn, bool) or not 0 <= turn <= played:
            wanted = f"turns are whole numbers from 0 to {played}"
            raise FieldError("analyzeTurns", f"{wanted}, not {shown(turn)}")
    priority = fields.whole("priority", usual=0)
    each = fields.get("priorities", list, "a list of numbers")
    if each is None:
        return named, dict.fromkeys(named, priority)
    if turns is None or len(each) != len(turns):
        raise FieldError("priorities", "priorities must be as many as analyzeTurns")
    if not all(isinstance(one, int) and not isinstance(one, bool) for one in each):
        raise FieldError("priorities", "priorities must be whole numbers")
    if "priority" in fields.content:
        raise FieldError("priority", "give priority or priorities, not both")
    return named, dict(zip(turns, each, strict=True))


def _positions(
    start: GoPosition, moves: Sequence[Move], turns: Sequence[int]
) -> dict[int, Position]:
    """Returns the positions asked about. A game that is over is analysed as if it went on."""
    found: dict[int, Position] = {}
    at: Position = start
    for turn in range(len(moves) + 1):
        if turn in turns:
            found[turn] = with_turn(at, at.to_move)
        if turn == len(moves):
            break
        side, move = moves[turn]
        before = with_turn(at, side)
        why = before.why_illegal(move)
        if why is not None:
            point = before.game.format_move(move)
            raise FieldError("moves", f"Illegal move {turn}: {point}: {why}")
        at = before.after(move)
    return found


# -- how it is searched -------------------------------------------------------------------------


def _read_player(
    fields: Fields, settings: Fields, game: Game, default: str
) -> tuple[PlayerKind, Any]:
    """Returns the player, with the limits that the query sets; visits count for `best` too."""
    spec = fields.text("player") or default
    kind, options = blaming("player", lambda: parse_player(spec))
    if isinstance(options, BestOptions):
        best = options
        kind, options = blaming("player", lambda: parse_player(engine_spec(game, best)))
    limits = {name: settings.number(name, above=0) for name in _LIMITS}
    visits = fields.whole("maxVisits", least=1)
    limits["maxVisits"] = limits["maxVisits"] if visits is None else visits
    for name, limit in limits.items():
        if limit is None:
            continue
        option = kind.options.get(_LIMITS[name])
        if option is None:
            raise FieldError(name, f"{kind.name} knows no limit by {name}")
        value = limit if option.kind == "float" else max(1, round(limit))
        options = dataclasses.replace(options, **{option.name: value})
    refuse_player(kind, options, game)
    return kind, options


def _view(settings: Fields) -> Side | None:
    """Returns the side whose chances are reported; None for the side to move."""
    named = settings.text("reportAnalysisWinratesAs") or "SIDETOMOVE"
    if named.upper() not in _VIEWS:
        wanted = "reportAnalysisWinratesAs must be BLACK, WHITE or SIDETOMOVE"
        raise FieldError("overrideSettings", f"{wanted}, not {shown(named)}")
    return _VIEWS[named.upper()]


def _read_restrictions(
    fields: Fields, positions: Mapping[int, Position]
) -> tuple[dict[int, tuple[int, ...]], list[tuple[str, str]]]:
    """Returns the moves allowed at each restricted turn, and warnings."""
    rules: dict[str, list[Any]] = {}
    for name in ("avoidMoves", "allowMoves"):
        rules[name] = fields.get(name, list, "a list of objects") or []
    if rules["avoidMoves"] and rules["allowMoves"]:
        raise FieldError("allowMoves", "give allowMoves or avoidMoves, not both")
    only: dict[int, tuple[int, ...]] = {}
    warnings: list[tuple[str, str]] = []
    for name, entries in rules.items():
        for entry in entries:
            side, words, depth = _read_restriction(name, entry)
            if depth > 1:
                warnings.append((name, "only the first move is restricted"))
            for turn, position in positions.items():
                if position.to_move != side:
                    continue
                game = position.game
                named = {blaming(name, lambda w=w, g=game: g.parse_move(w)) for w in words}  # type: ignore[misc]
                left = only.get(turn, tuple(position.legal_moves()))
                wanted = name == "allowMoves"
                only[turn] = tuple(move for move in left if (move in named) == wanted)
                if not only[turn]:
                    raise FieldError(name, f"no legal move is left in turn {turn}")
    return only, warnings


def _read_restriction(name: str, entry: Any) -> tuple[Side, list[str], int]:
    """Reads one entry: whose moves, which moves, and to what depth."""
    wanted = FieldError(name, f"{name} has objects with player, moves and untilDepth")
    if not isinstance(entry, dict):
        raise wanted
    player, moves, depth = (entry.get(key) for key in ("player", "moves", "untilDepth"))
    if not isinstance(player, str) or not isinstance(depth, int) or depth < 1:
        raise wanted
    if not isinstance(moves, list) or not all(isinstance(word, str) for word in moves):
        raise wanted
    try:
        return read_side(player), moves, depth
    except TesujiError as error:
        raise FieldError(name, str(error)) from error
