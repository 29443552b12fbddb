"""Reads and writes games: ``{3||2|1}``, ``1/2``, ``^2*``, ``+-4``, ``tiny(2)``.

| meaning | ASCII | Unicode |
|---|---|---|
| numbers | ``-3``, ``5/8``, ``0.25`` | the same |
| nimbers | ``*``, ``*2`` | the same |
| n copies of up or down | ``^``, ``^3``, ``v``, ``v3`` | ``↑``, ``3·↑``, ``↓``, ``3·↓`` |
| {G | -G} | ``+-4``, ``+-{3|1}`` | ``±4``, ``±{3|1}`` |
| tiny and miny | ``tiny(2)``, ``miny(2)`` | ``⧾2``, ``⧿2`` |
| other games | ``{0,*|1}``, ``{3||2|1}`` | the same |

Things written side by side are added (``1^*`` is 1 + ↑ + *); ``+``, ``-`` and parentheses work.
A minus sign belongs to a number right after it, so ``-1^`` is -1 + ↑. In braces the longest run of
bars separates the two sides, and a side with bars is one game without braces.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NoReturn

from tesuji.errors import NotationError
from tesuji.theory.cgt import form, named
from tesuji.theory.cgt.form import Form
from tesuji.theory.cgt.short_game import ShortGame

MAX_TEXT = 200_000
"""The most characters of a game that is written out."""

# -- writing -----------------------------------------------------------------------------------


def write(game: ShortGame, *, unicode: bool = False) -> str:
    """Returns the shortest usual name of a value; `parse` reads it back.

    >>> print(write(parse("{0|*}+{0|*}"), unicode=True), write(parse("{0||0|-2}")))
    2·↑ tiny(2)
    """
    texts: dict[ShortGame, _Text] = {}
    for follower in game.followers():
        texts[follower] = _name(follower, unicode) or _braces(
            [texts[option] for option in follower.left],
            [texts[option] for option in follower.right],
        )
    return texts[game].closed()


def write_form(form: Form) -> str:
    """Writes a form unchanged, in the order of its options."""
    texts: dict[Form, _Text] = {}
    for follower in form.followers():
        if follower.score is not None:
            texts[follower] = _Text(str(follower.score))
        else:
            texts[follower] = _braces(
                [texts[option] for option in follower.left],
                [texts[option] for option in follower.right],
                ordered=True,
            )
    return texts[form].closed()


@dataclass(frozen=True, slots=True)
class _Text:
    """A game in text; `bars` is the longest run of bars in it, 0 if it needs no braces."""

    inner: str
    bars: int = 0

    def closed(self) -> str:
        return f"{{{self.inner}}}" if self.bars else self.inner


def _braces(left: Sequence[_Text], right: Sequence[_Text], *, ordered: bool = False) -> _Text:
    """Writes { left | right }; a single option has no braces unless its bars would touch these."""

    def side(options: Sequence[_Text], inner_edge: int) -> _Text:
        if len(options) == 1 and not options[0].inner[inner_edge:].startswith("|"):
            return options[0]
        texts = [option.closed() for option in options]
        return _Text(",".join(texts if ordered else sorted(texts, key=lambda t: (len(t), t))))

    one, two = side(left, -1), side(right, 0)
    bars = 1 + max(one.bars, two.bars)
    inner = f"{one.inner}{'|' * bars}{two.inner}"
    if len(inner) > MAX_TEXT:
        raise NotationError(f"this game takes more than {MAX_TEXT} characters to write")
    return _Text(inner, bars)


def _name(game: ShortGame, unicode: bool) -> _Text | None:
    if game.number is not None:
        return _Text(str(game.number))
    parts = named.ups_and_star(game)
    if parts is not None:
        return _Text(_write_ups(*parts, unicode))
    if len(game.left) == len(game.right) == 1:
        left, right = game.left[0], game.right[0]
        if left.number is not None and right is -left:
            return _Text(("±" if unicode else "+-") + str(left.number))
        for sign, outer, inner in ((1, left, right), (-1, right, left)):
            size = _tiny_size(outer, -inner if sign < 0 else inner)
            if size is not None and unicode:
                return _Text(("⧾" if sign > 0 else "⧿") + str(size))
            if size is not None:
                return _Text(f"{'tiny' if sign > 0 else 'miny'}({size})")
    return None


def _tiny_size(zero: ShortGame, threat: ShortGame) -> Fraction | None:
    """Returns the positive number x for which {zero || threat} is tiny-x."""
    if zero != 0 or len(threat.left) != 1 or len(threat.right) != 1 or threat.left[0] != 0:
        return None
    x = threat.right[0].number
    return -x if x is not None and x < 0 else None


def _write_ups(x: Fraction, ups: int, nimber: int, unicode: bool) -> str:
    arrow, count = ("^" if ups > 0 else "v"), abs(ups)
    text = str(x) if x else ""
    if ups and unicode:
        arrow = "↑" if ups > 0 else "↓"
        multiple = f"{count}·{arrow}" if count > 1 else arrow
        text += f"+{multiple}" if text and count > 1 else multiple
    elif ups:
        text += arrow + (str(count) if count > 1 else "")
    if nimber:
        text += "*" if nimber == 1 else f"*{nimber}"
    return text


# -- reading -----------------------------------------------------------------------------------


def parse(text: str) -> ShortGame:
    """Returns the value of a game in text.

    >>> parse("{3||2|1}"), parse("↑ + ↑ + *"), parse("±1 + ±1"), parse("{-2|5}")
    (<ShortGame {3||2|1}>, <ShortGame 2·↑*>, <ShortGame 0>, <ShortGame 0>)
    """
    return parse_form(text).value()


def parse_form(text: str) -> Form:
    """Reads a form as written; its numbers, of any denominator, are scores.

    A sum is replaced by the canonical form of its value.

    >>> parse_form("{3,2 | {1/3 | {0|-1}}}")
    <Form {3,2|||1/3||0|-1}>
    """
    return _NotationReader(text).read()


_TOKEN = re.compile(
    r"\s*(?:(?P<times>\d+)\s*[·.]\s*(?=[\^↑⇑v↓⇓])"
    r"|(?P<number>\d+(?:/\d+|\.\d+)?)"
    r"|(?P<up>[\^↑⇑v↓⇓]\d*)"
    r"|(?P<star>[*∗⋆★]\d*)"
    r"|(?P<prefix>\+-|±|tiny|miny|⧾|⧿)"
    r"|(?P<bars>\|+|,)"
    r"|(?P<sign>[-−+])"
    r"|(?P<open>[({])"
    r"|(?P<close>[)}])"
    r"|(?P<bad>\S))"
)
_CLOSES = {"{": "}", "(": ")"}


@dataclass
class _Level:
    """What has been read since an opening brace or parenthesis."""

    opened: str
    parts: list[Form | str | None] = field(default_factory=list)
    """Alternating games, commas and runs of bars; None for a missing game."""
    total: Form | None = None
    """The sum of the terms before the last sign."""
    subtract: bool = False
    """Whether that sign was a minus."""
    negative: bool = False
    """Whether a minus precedes the term."""
    term: Form | None = None
    prefixes: list[str] = field(default_factory=list)
    times: int | None = None
    """The factor of the arrow that must come next."""


class _NotationReader:
    """Reads one text with an explicit stack, so that nesting has no limit."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.levels = [_Level("")]

    def read(self) -> Form:
        for token in _TOKEN.finditer(self.text):
            assert token.lastgroup is not None
            self.take(token.lastgroup, token[token.lastgroup])
        if len(self.levels) > 1:
            self.fail(f"a {self.levels[-1].opened!r} is not closed")
        game = self.operand()
        if game is None or self.levels[0].parts:
            self.fail("it must be one game; bars and commas belong in braces")
        return game

    def take(self, kind: str, token: str) -> None:
        level = self.levels[-1]
        if kind == "times":
            level.times = int(token)
        elif kind == "number":
            self.number(token)
        elif kind == "up":
            count = int(token[1:] or 1) * (2 if token[0] in "⇑⇓" else 1)
            count *= 1 if level.times is None else level.times
            level.times = None
            self.atom(form.as_form(named.up(count if token[0] in "^↑⇑" else -count)))
        elif kind == "star":
            self.atom(form.as_form(named.star(int(token[1:] or 1))))
        elif kind == "prefix" and token == "+-" and level.term is not None:
            self.sign("+")
            self.sign("-")
        elif kind == "prefix":
            level.prefixes.append(token)
        elif kind == "sign":
            self.sign(token)
        elif kind == "bars":
            level.parts += [self.operand(), token]
        elif kind == "open":
            self.levels.append(_Level(token))
        elif kind == "close":
            self.close(token)
        else:
            self.fail(f"{token!r} is not expected there")

    def number(self, digits: str) -> None:
        level = self.levels[-1]
        if level.term is not None:
            self.fail(f"{digits} follows a game without a sign between them")
        try:
            value = Fraction(digits)
        except ZeroDivisionError:
            self.fail(f"{digits} divides by zero")
        if level.negative and not level.prefixes:  # the sign of the number, not of the term
            value, level.negative = -value, False
        self.atom(form.score(value))

    def atom(self, game: Form) -> None:
        level = self.levels[-1]
        while level.prefixes:
            prefix = level.prefixes.pop()
            if prefix in ("+-", "±"):
                game = form.node([game], [-game])
            elif prefix in ("tiny", "⧾"):
                game = form.node([0], [form.node([0], [-game])])
            else:
                game = form.node([form.node([game], [0])], [0])
        level.term = game if level.term is None else _sum(level.term, game)

    def sign(self, sign: str) -> None:
        level = self.levels[-1]
        if level.term is not None:
            self.finish_term()
            level.subtract = sign != "+"
        elif level.prefixes:
            self.fail(f"no game follows {level.prefixes[-1]!r}")
        elif sign != "+":
            level.negative = not level.negative

    def finish_term(self) -> None:
        level = self.levels[-1]
        assert level.term is not None
        term = -level.term if level.negative != level.subtract else level.term
        level.total = term if level.total is None else _sum(level.total, term)
        level.term, level.negative, level.subtract = None, False, False

    def operand(self) -> Form | None:
        """Returns the game read since the last separator, or None."""
        level = self.levels[-1]
        if level.term is not None:
            self.finish_term()
        elif level.total is not None or level.negative or level.prefixes:
            self.fail("a sign is not followed by a game")
        game, level.total = level.total, None
        return game

    def close(self, token: str) -> None:
        level = self.levels[-1]
        if len(self.levels) == 1 or _CLOSES[level.opened] != token:
            self.fail(f"{token!r} closes nothing")
        last = self.operand()
        if token == "}":
            game = self.split([*level.parts, last])
        elif last is None or level.parts:
            self.fail("parentheses must hold one game")
        else:
            game = last
        self.levels.pop()
        self.atom(game)

    def split(self, parts: Sequence[Form | str | None]) -> Form:
        """Returns the game of the content of braces: games and separators."""
        longest = max((part for part in parts if isinstance(part, str) and part != ","), default="")
        places = [at for at, part in enumerate(parts) if part == longest]
        if not longest:
            self.fail("braces need a bar between the options of Left and Right")
        if len(places) > 1:
            self.fail(f"there are two runs of {len(longest)} bars in the same braces")
        return form.node(self.side(parts[: places[0]]), self.side(parts[places[0] + 1 :]))

    def side(self, parts: Sequence[Form | str | None]) -> list[Form]:
        if any(isinstance(part, str) and part != "," for part in parts):
            return [self.split(parts)]
        if len(parts) == 1 and parts[0] is None:
            return []
        games = [part for part in parts if not isinstance(part, str)]
        options = [game for game in games if game is not None]
        if len(options) < len(games):
            self.fail("a comma has no game on one side")
        return options

    def fail(self, reason: str) -> NoReturn:
        text = self.text if len(self.text) <= 80 else self.text[:77] + "..."
        raise NotationError(f"{text!r} is not a game: {reason}")


def _sum(one: Form, two: Form) -> Form:
    if one.score is not None and two.score is not None:
        return form.score(one.score + two.score)
    return form.as_form(one.value() + two.value())
