"""Represents games as written or found on a board, before any simplification.

A `Form` is a score, or a node with options for both players. Equal forms are the same object, so
that a tree with repeated positions is stored as a graph.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Iterable
from fractions import Fraction

from tesuji.theory.cgt import dyadic
from tesuji.theory.cgt.algebra import from_options
from tesuji.theory.cgt.short_game import ShortGame, number


class Form:
    """A score, or the options of both players; immutable. Made by `score`, `node` or `parse_form`.

    >>> corridor = node([2], [node([1], [0])])
    >>> corridor
    <Form {2||1|0}>
    >>> corridor.value() == from_options([2], [from_options([1], [0])])
    True
    """

    __slots__ = ("score", "left", "right", "__weakref__")
    score: Fraction | None
    """The final score in points, positive for Left; None at a node."""
    left: tuple[Form, ...]
    right: tuple[Form, ...]

    def followers(self) -> list[Form]:
        """Returns this form and all below it, options first."""
        order: dict[Form, None] = {}
        stack = [self]
        while stack:
            form = stack[-1]
            pending = [f for f in (*form.left, *form.right) if f not in order]
            if pending:
                stack.extend(pending)
            else:
                order.setdefault(stack.pop())
        return list(order)

    def value(self) -> ShortGame:
        """Returns the value under normal play, with scores taken as numbers."""
        values: dict[Form, ShortGame] = {}
        for form in self.followers():
            if form.score is not None:
                values[form] = number(form.score)
            else:
                values[form] = from_options(
                    [values[f] for f in form.left], [values[f] for f in form.right]
                )
        return values[self]

    def __neg__(self) -> Form:
        mirror: dict[Form, Form] = {}
        for form in self.followers():
            if form.score is not None:
                mirror[form] = score(-form.score)
            else:
                mirror[form] = node([mirror[f] for f in form.right], [mirror[f] for f in form.left])
        return mirror[self]

    def __str__(self) -> str:
        from tesuji.theory.cgt.notation import write_form  # which imports this class

        return write_form(self)

    def __repr__(self) -> str:
        return f"<Form {self}>"


FormLike = Form | ShortGame | int | Fraction
"""What can be used as a form: a form, a value (its canonical form), or a score."""


def score(points: int | Fraction | str) -> Form:
    """Returns a finished position, worth `points` to Left; any rational."""
    return _interned(dyadic.as_fraction(points), (), ())


def node(left: Iterable[FormLike], right: Iterable[FormLike]) -> Form:
    """Returns the position { left | right }, kept as it is; repeated options are dropped."""
    return _interned(
        None, tuple(dict.fromkeys(map(as_form, left))), tuple(dict.fromkeys(map(as_form, right)))
    )


def as_form(x: FormLike) -> Form:
    """Converts `x` to a form: a form itself, a value's canonical form, or a score."""
    if isinstance(x, Form):
        return x
    if not isinstance(x, ShortGame):
        return score(x)
    forms: dict[ShortGame, Form] = {}
    for game in x.followers():
        if game.number is not None:
            forms[game] = score(game.number)
        else:
            forms[game] = node([forms[g] for g in game.left], [forms[g] for g in game.right])
    return forms[x]


_Key = tuple[Fraction | None, tuple[Form, ...], tuple[Form, ...]]
_lock = threading.Lock()
_forms: weakref.WeakValueDictionary[_Key, Form] = weakref.WeakValueDictionary()


def _interned(points: Fraction | None, left: tuple[Form, ...], right: tuple[Form, ...]) -> Form:
    key = (points, left, right)
    known = _forms.get(key)
    if known is None:
        form = object.__new__(Form)
        form.score, form.left, form.right = points, left, right
        with _lock:
            known = _forms.setdefault(key, form)
    return known
