"""Describes how SGF writes each game: its number, its board and rules in the root, its moves.

Each game registers its `Dialect` in a module of `tesuji.records.games`:

| GM   | game           | board and rules           | moves                               |
|------|----------------|---------------------------|-------------------------------------|
| 1    | Go             | SZ (19), KM, RU           | points; a pass is ``[]`` or, read   |
|      |                |                           | up to 19x19, ``[tt]``               |
| 2    | Reversi        | SZ (8)                    | points; a pass as in Go             |
| 4    | Gomoku         | SZ (15), RU               | points; choices of swap2 in TJ      |
| 40   | Dots and Boxes | TESUJI (SZ says the same) | in the game's notation, ``B[aA]``   |
| 648  | Torus          | SZ (9)                    | points                              |
| 1000 | any other game | TESUJI                    | in the game's notation              |

The size without SZ is in parentheses (the standard says 19 for Go; Gomoku is played on 15).
A point is two letters, column then row from the top left: ``aa``; ``SZ[4:3]`` has 4 columns and 3
rows. B and W name the colour of the stone, or the first and the second player where there are no
stones; the same player may move several times in a row.

Two properties are our own, as the standard allows:

- ``TESUJI[go:size=9,komi=7,ko=simple,scoring=territory]`` in the root is the full game spec, as
  `tesuji.games.parse_spec` reads it. It is written if the standard properties are not enough, and
  then takes precedence.
- ``TJ[take-black]`` is a move without a point or colour: a choice of the swap2 opening.

The standard's list of games gives 40 to Kropki, a game of surrounding dots, and no number to Dots
and Boxes or Torus. A file with GM[40] is Dots and Boxes only if it has TESUJI[dots-and-boxes:…];
648, the number of symmetries of the 9x9 torus, and 1000 are not on the list.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from tesuji.errors import RecordError, TesujiError
from tesuji.games import Game, make, parse_spec
from tesuji.games.capabilities import Capability
from tesuji.games.stone_game import StoneGame
from tesuji.records.sgf_text import read_simple_text, write_text

GAME = "TESUJI"
CHOICE = "TJ"
OTHER_GAMES = 1000
STONES = {"AB": 0, "AW": 1, "AE": -1}
"""What each set-up property puts on its points: black, white, nothing."""
TERRITORY = ("TB", "TW")
"""Points that Black and White surround at the end."""
MARKS = ("SQ", "TR", "CR", "MA", "SL", *TERRITORY)
HEADER = ("GM", "SZ", "RU", "KM", GAME)
"""The properties from which `read_game` makes a game."""

Properties = Mapping[str, list[str]]


@dataclass(frozen=True, slots=True)
class Dialect:
    """The properties of one game in SGF."""

    number: int
    """The value of GM."""
    default_size: int | None
    """The side of the board without SZ; None where only TESUJI describes the game."""
    nameless: str = ""
    """The error for a record with this number that lacks the required TESUJI."""
    rules: Mapping[str, str] = field(default_factory=dict)
    """How RU writes each rule set of the game."""
    also: Mapping[str, str] = field(default_factory=dict)
    """Other names of rule sets, in lower case."""
    komi: bool = False


_DIALECTS: Capability[Dialect] = Capability("tesuji.records.games")


def register_dialect(game: str, dialect: Dialect) -> None:
    """Registers the dialect of the game called `game`."""
    _DIALECTS.register(game, dialect)


def number_of(game: Game) -> int:
    """Returns the value of GM in records of `game`."""
    dialect = _DIALECTS.of(game.name)
    return OTHER_GAMES if dialect is None else dialect.number


# -- the root -------------------------------------------------------------------------------


def read_game(root: Properties) -> Game:
    """Returns the game that the root node describes.

    A rule set or komi that the game does not have is not an error: the usual one is used.
    """
    number = _number(root)
    if GAME in root:
        return _named_game(root, number)
    name, dialect = _dialect(number)
    if dialect.default_size is None:
        raise RecordError(f"this GM[{number}] record {dialect.nameless}")
    options = {"size": _size(root, dialect.default_size)}
    game = _make(name, options)
    wishes = {"rules": _rule_set(root, dialect), "komi": _komi(root) if dialect.komi else None}
    for option, value in wishes.items():
        if value is not None:
            with suppress(RecordError):
                game = _make(name, options | {option: value})
                options[option] = value
    return game


def write_game(game: Game) -> dict[str, list[str]]:
    """Returns the properties of a root node that `read_game` reads back."""
    header = {"GM": [str(number_of(game))]}
    board = game.board
    if board is not None:
        rows, columns = board.rows, board.columns
        header["SZ"] = [str(rows) if rows == columns else f"{columns}:{rows}"]
    dialect = _DIALECTS.of(game.name)
    if dialect is not None and dialect.default_size is not None:
        if game.komi is not None:
            header["KM"] = [f"{game.komi:g}"]
        for spelling in dialect.rules.values() or [None]:
            described = header if spelling is None else header | {"RU": [spelling]}
            if read_game(described).spec == game.spec:
                return described
    return header | {GAME: [write_text(game.spec)]}


def _dialect(number: int) -> tuple[str, Dialect]:
    """Returns the name and dialect of the game with this number."""
    by_number = {dialect.number: (name, dialect) for name, dialect in _DIALECTS.all().items()}
    if number in by_number:
        return by_number[number]
    known = [
        f"GM[{known}] ({make(name).card.title})"
        for known, (name, dialect) in sorted(by_number.items())
        if dialect.default_size is not None
    ]
    raise RecordError(
        f"GM[{number}] is a game that Tesuji does not have; it reads {', '.join(known)} and its "
        "own records of other games"
    )


def _number(root: Properties) -> int:
    text = _text(root, "GM") or "1"
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise RecordError(f"GM[{text[:20]}] is not a known game number")
    return int(text)


def _named_game(root: Properties, number: int) -> Game:
    spec = _text(root, GAME)
    try:
        game = parse_spec(spec)
    except (TesujiError, TypeError) as error:
        raise RecordError(f"{GAME}[{spec[:80]}] is not a game: {error}") from error
    if number_of(game) != number:
        raise RecordError(f"GM[{number}] and {GAME}[{spec[:80]}] are different games")
    return game


def _make(name: str, options: Mapping[str, str]) -> Game:
    try:
        return make(name, **options)
    except TesujiError as error:
        raise RecordError(str(error)) from error


def _size(root: Properties, default: int) -> str:
    text = _text(root, "SZ") or str(default)
    columns, _, rows = text.partition(":")
    sides = [side.strip() for side in (rows or columns, columns)]
    if not all(side.isascii() and side.isdigit() and len(side) < 4 for side in sides):
        raise RecordError(f"SZ[{text[:20]}] is not a size of a board")
    return "x".join(sides)


def _rule_set(root: Properties, dialect: Dialect) -> str | None:
    text = _text(root, "RU").lower()
    for name, spelling in dialect.rules.items():
        if text == spelling.lower():
            return name
    return dialect.also.get(text)


def _komi(root: Properties) -> str | None:
    try:
        komi = float(_text(root, "KM").replace(",", "."))
    except ValueError:
        return None
    return f"{komi:g}" if math.isfinite(komi) else None


def _text(root: Properties, name: str) -> str:
    values = root.get(name)
    return read_simple_text(values[0]).strip() if values else ""


# -- moves and points -----------------------------------------------------------------------

_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_INDEX = {letter: index for index, letter in enumerate(_LETTERS)}


def read_point(game: StoneGame, text: str) -> int:
    """Returns the point that two letters name."""
    text = text.strip()
    column, row = (_INDEX.get(letter, 99) for letter in text) if len(text) == 2 else (99, 99)
    if column >= game.columns or row >= game.rows:
        raise RecordError(f"not a point of a board of {game.columns} columns and {game.rows} rows")
    return row * game.columns + column


def read_rectangle(game: StoneGame, first: str, last: str) -> list[int]:
    """Returns the points of a rectangle, as a point list may name it: ``aa:cb``."""
    top, left = divmod(read_point(game, first), game.columns)
    bottom, right = divmod(read_point(game, last), game.columns)
    top, bottom = sorted((top, bottom))
    left, right = sorted((left, right))
    columns = range(left, right + 1)
    return [row * game.columns + col for row in range(top, bottom + 1) for col in columns]


def write_point(game: StoneGame, point: int) -> str:
    """Returns the two letters of a point."""
    if not 0 <= point < game.rows * game.columns:
        raise RecordError(f"there is no point number {point} in {game.spec}")
    row, column = divmod(point, game.columns)
    return _LETTERS[column] + _LETTERS[row]


def read_move(game: Game, raw: str) -> int:
    """Returns the move that a raw value of B or W names."""
    if not isinstance(game, StoneGame):
        return read_choice(game, raw)
    text = raw.strip()
    if text == "" or (text == "tt" and max(game.rows, game.columns) <= 19):
        if game.pass_move is not None:
            return game.pass_move
        if text == "":
            raise RecordError(f"{game.name} has no pass")
    return read_point(game, text)


def read_choice(game: Game, raw: str) -> int:
    """Returns the move of a raw value: in the notation of the game, or a number, ``#4``."""
    text = read_simple_text(raw)
    if re.fullmatch(r"#\d{1,4}", text, re.ASCII):
        return int(text[1:])
    try:
        return game.parse_move(text)
    except TesujiError as error:
        raise RecordError(str(error)) from error


def write_move(game: Game, move: int) -> str | None:
    """Returns the raw value of B or W for a move; None for a move without colour (see `CHOICE`)."""
    if not 0 <= move < game.num_moves:
        raise RecordError(f"there is no move number {move} in {game.spec}")
    if not isinstance(game, StoneGame):
        return write_text(game.format_move(move))
    if move == game.pass_move:
        return ""
    return None if move in game.other_moves() else write_point(game, move)
