"""Reads queries to the analysis engine: one JSON object each, checked field by field."""

from __future__ import annotations

import dataclasses
import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, overload

from tesuji.errors import TesujiError
from tesuji.games import Game, Position, Side, make, parse_spec
from tesuji.players import Choice, PlayerKind, parse_player
from tesuji.protocols.analysis_answers import OwnAnswers
from tesuji.search import SearchReport

MAX_MOVES = 5000
"""Moves of one query."""
_BUDGET = {
    "simulations": "sims",
    "nodes": "nodes",
    "seconds": "seconds",
    "depth": "depth",
    "memory": "memory",
    "threads": "threads",
}
"""Fields of a budget, and what players call them."""


class FieldError(TesujiError):
    """Raised for a query that cannot be answered because of one of its fields."""

    def __init__(self, field: str | None, message: str) -> None:
        super().__init__(message)
        self.field = field


class Answers(Protocol):
    """How the results of a query are written, as plain data."""

    def progress(self, turn: int, found: SearchReport) -> dict[str, Any]:
        """Returns what is known while the search goes on."""

    def result(self, turn: int, choice: Choice, *, was_cancelled: bool) -> dict[str, Any]:
        """Returns what was found; raises `TesujiError` if that is too little."""

    def over(self, turn: int) -> dict[str, Any]:
        """Returns the answer for a position in which the game is over."""

    def terminated(self, turn: int) -> dict[str, Any]:
        """Returns the answer for a position whose query was ended before its search."""


@dataclass(frozen=True, slots=True)
class Query:
    """A query: some positions of one game, and how to search them."""

    id: str
    game: Game
    positions: Mapping[int, Position]
    """Positions by turn, the number of moves before them."""
    kind: PlayerKind
    options: Any
    """The player's options, an instance of its options class."""
    report_every: float | None
    """Seconds between partial results; None for none."""
    answers: Answers
    priorities: Mapping[int, int]
    """By turn: the highest is answered first."""
    warnings: tuple[tuple[str, str], ...] = field(default=())
    """Fields, and what is wrong with them, although they do no harm."""
    only: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    """By turn: the only moves that the player may make; no entry allows all."""


def read_object(line: str) -> dict[str, Any]:
    """Reads a line as a JSON object; refuses NaN and infinity, which are not JSON."""
    try:
        content = json.loads(line, parse_constant=_refuse_constant, parse_float=_finite)
    except (ValueError, RecursionError) as error:
        raise FieldError(None, f"this is not JSON: {error}") from None
    if not isinstance(content, dict):
        raise FieldError(None, "a query is a JSON object")
    return content


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is not a number")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text[:40]} is too large for a number")
    return number


def read_id(content: Mapping[str, Any], name: str = "id") -> str:
    value = content.get(name)
    if not isinstance(value, str) or not value:
        raise FieldError(name, f"{name} must be text that is not empty")
    return value


def read_query(content: Mapping[str, Any], default_player: str) -> Query:
    """Reads a query from a JSON object; raises `FieldError` for the first wrong field."""
    fields = Fields(content)
    id = read_id(content)
    fields.used.update({"id", "action"})
    game = _read_game(fields)
    moves = _read_moves(fields, game)
    start = _read_start(fields, game)
    turns = _read_turns(fields, len(moves))
    kind, options = _read_player(fields, game, default_player)
    positions = _positions(start, moves, turns)
    priority = fields.whole("priority", usual=0)
    max_moves = fields.whole("max_moves", least=1)
    line_length = fields.whole("line_length", least=0, usual=15)
    return Query(
        id=id,
        game=game,
        positions=positions,
        kind=kind,
        options=options,
        report_every=fields.number("report_every", above=0),
        answers=OwnAnswers(id, positions, max_moves, line_length),
        priorities=dict.fromkeys(positions, priority),
        warnings=fields.unused(),
    )


class Fields:
    """The fields of a query; remembers which ones were read."""

    def __init__(self, content: Mapping[str, Any], prefix: str = "") -> None:
        self.content = content
        self.used: set[str] = set()
        self._prefix = prefix

    def unused(self) -> tuple[tuple[str, str], ...]:
        """Fields that nobody wanted, each with a warning."""
        names = sorted(name for name in self.content if name not in self.used)
        return tuple((name, "this field is not known") for name in names)

    def get(self, name: str, kind: type | tuple[type, ...], wanted: str) -> Any:
        self.used.add(name)
        value = self.content.get(name)
        if value is None:
            return None
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise FieldError(self._prefix + name, f"{name} must be {wanted}, not {shown(value)}")
        return value

    def text(self, name: str) -> str | None:
        found: str | None = self.get(name, str, "a text")
        return found

    def flag(self, name: str) -> bool:
        return bool(self.get(name, bool, "true or false"))

    def number(self, name: str, above: float | None = None) -> float | None:
        value = self.get(name, (int, float), "a number")
        if value is None:
            return None
        if above is not None and value <= above:
            raise FieldError(self._prefix + name, f"{name} must be above {above:g}, not {value}")
        return float(value)

    @overload
    def whole(self, name: str, least: int | None = None, *, usual: int) -> int: ...
    @overload
    def whole(self, name: str, least: int | None = None) -> int | None: ...
    def whole(self, name: str, least: int | None = None, *, usual: int | None = None) -> int | None:
        value = self.get(name, int, "a whole number")
        if value is not None and least is not None and value < least:
            raise FieldError(self._prefix + name, f"{name} must be at least {least}, not {value}")
        return usual if value is None else int(value)


def _read_game(fields: Fields) -> Game:
    name = fields.text("game")
    if name is None:
        raise FieldError("game", "game is needed: a name such as torus, or a spec")
    options = fields.get("options", dict, "an object") or {}
    for key, value in options.items():
        if not isinstance(value, str | int | float | bool):
            raise FieldError(f"options.{key}", f"{key} must be a text, a number or a flag")
    if ":" in name and options:
        raise FieldError("options", "a game spec already has options; leave out options")
    found: Game = blaming(
        "game", lambda: parse_spec(name) if ":" in name else make(name, **options)
    )
    return found


def _read_moves(fields: Fields, game: Game) -> list[int]:
    given = fields.get("moves", (list, str), "a list of moves, or moves with spaces between them")
    words = given.split() if isinstance(given, str) else (given or [])
    if len(words) > MAX_MOVES:
        raise FieldError("moves", f"there are {len(words)} moves; {MAX_MOVES} are the most")
    moves = []
    for number, word in enumerate(words):
        if isinstance(word, str):
            moves.append(blaming(f"moves[{number}]", lambda word=word: game.parse_move(word)))  # type: ignore[misc]
        elif isinstance(word, int) and not isinstance(word, bool):
            moves.append(word)
        else:
            raise FieldError(f"moves[{number}]", f"{shown(word)} is not a move")
    return moves


def _read_start(fields: Fields, game: Game) -> Position:
    """Returns the empty board, or the diagram that `position` shows with `to_move` to move."""
    diagram = fields.text("position")
    side = fields.whole("to_move")
    if side not in (None, 0, 1):
        raise FieldError("to_move", f"to_move must be 0 (the first player) or 1, got {side}")
    if diagram is None:
        if side is not None:
            raise FieldError("to_move", "to_move needs a position; a game determines who moves")
        return game.initial()
    found: Position = blaming("position", lambda: game.parse(diagram, Side(side or 0)))
    return found


def _read_turns(fields: Fields, played: int) -> list[int]:
    turns = fields.get("analyze_turns", list, "a list of numbers")
    if turns is None:
        return [played]
    if not turns:
        raise FieldError("analyze_turns", "analyze_turns is empty: there is nothing to analyse")
    for number, turn in enumerate(turns):
        where = f"analyze_turns[{number}]"
        if not isinstance(turn, int) or isinstance(turn, bool):
            raise FieldError(where, f"{shown(turn)} is not a turn")
        if not 0 <= turn <= played:
            raise FieldError(where, f"turn {turn} does not exist; there are 0 to {played}")
    return sorted(set(turns))


def _positions(start: Position, moves: list[int], turns: list[int]) -> dict[int, Position]:
    wanted = set(turns)
    found, at = {}, start
    for turn, move in enumerate([*moves, None]):
        if turn in wanted:
            found[turn] = at
        if move is not None:
            at = blaming(f"moves[{turn}]", lambda at=at, move=move: at.after(move))  # type: ignore[misc]
    return found


def _read_player(fields: Fields, game: Game, default: str) -> tuple[PlayerKind, Any]:
    spec = fields.text("player") or default
    kind, options = blaming("player", lambda: parse_player(spec))
    budget = fields.get("budget", dict, "an object") or {}
    limits = Fields(budget, "budget.")
    for name in budget:
        where = f"budget.{name}"
        if name not in _BUDGET:
            raise FieldError(where, f"a budget has {', '.join(_BUDGET)}, not {name}")
        option = kind.options.get(_BUDGET[name])
        if option is None:
            raise FieldError(where, f"{kind.name} cannot be limited by {name}")
        text = str(limits.number(name) if option.kind == "float" else limits.whole(name))
        value = blaming(where, lambda option=option, text=text: option.read(text, kind.name))  # type: ignore[misc]
        options = dataclasses.replace(options, **{option.name: value})
    refuse_player(kind, options, game)
    return kind, options


def refuse_player(kind: PlayerKind, options: Any, game: Game) -> None:
    """Refuses a player that cannot play a game now, not when its query is searched."""
    blaming("player", lambda: kind.make(game, options)).close()


def blaming(where: str, work: Callable[[], Any]) -> Any:
    """Returns the result of `work`; its errors are attributed to the field `where`."""
    try:
        return work()
    except FieldError:
        raise
    except TesujiError as error:
        lines = str(error).splitlines()
        raise FieldError(where, lines[0] if lines else type(error).__name__) from error


def shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 40 else text[:40] + "…"
