"""Represents games with recurring positions as graphs.

A ko is a pair of positions between which Left and Right move back and forth. The ko rule forbids
moving back at once; a move elsewhere lifts the ban.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from tesuji.theory.cgt.errors import GameError, LoopError
from tesuji.theory.cgt.form import Form, FormLike, as_form
from tesuji.theory.cgt.mover import Mover

Option = str | FormLike
"""The result of a move: the name of a position of the same graph, or a game without loops."""


class LoopyGame:
    """Named positions with the moves of both players; immutable.

    >>> ko = LoopyGame({"white's": (["black's"], [0]), "black's": ([1], ["white's"])})
    >>> ko.kos
    (("white's", "black's"),)
    """

    def __init__(self, positions: Mapping[str, tuple[Iterable[Option], Iterable[Option]]]) -> None:
        """`positions` maps each name to the options of Left and of Right."""
        self._options: dict[tuple[str, Mover], tuple[str | Form, ...]] = {}
        for name, (left, right) in positions.items():
            self._options[name, Mover.LEFT] = tuple(dict.fromkeys(map(_option, left)))
            self._options[name, Mover.RIGHT] = tuple(dict.fromkeys(map(_option, right)))
        self.positions = tuple(positions)
        for (name, side), options in self._options.items():
            for option in options:
                if isinstance(option, str) and option not in positions:
                    raise GameError(
                        f"{side.value} moves from {name!r} to {option!r}, which is not described"
                    )
                if option == name:
                    raise LoopError(f"{side.value}'s move in {name!r} changes nothing")

    def options(self, name: str, side: Mover) -> tuple[str | Form, ...]:
        """Returns the moves of `side` from a position."""
        try:
            return self._options[name, side]
        except KeyError:
            known = ", ".join(map(repr, self.positions))
            raise GameError(f"there is no position {name!r}; there are: {known}") from None

    @property
    def kos(self) -> tuple[tuple[str, str], ...]:
        """The pairs (a, b) with a move of Left from a to b and one of Right back."""
        return tuple(
            (name, option)
            for name in self.positions
            for option in self.options(name, Mover.LEFT)
            if isinstance(option, str) and name in self.options(option, Mover.RIGHT)
        )

    def bans(self, name: str, option: str, mover: Mover) -> bool:
        """Returns whether a move from `name` to `option` forbids the other to move back."""
        return name in self.options(option, mover.other)

    def followers(self, name: str) -> list[str]:
        """Returns the named options of both players."""
        both = (*self.options(name, Mover.LEFT), *self.options(name, Mover.RIGHT))
        return [option for option in dict.fromkeys(both) if isinstance(option, str)]

    def components(self) -> list[tuple[str, ...]]:
        """Returns the positions grouped by mutual reachability, lower groups first (Tarjan)."""
        index: dict[str, int] = {}
        low: dict[str, int] = {}
        waiting: list[str] = []
        groups: list[tuple[str, ...]] = []
        grouped: set[str] = set()
        for root in self.positions:
            work = [(root, iter(self.followers(root)))] if root not in index else []
            while work:
                name, following = work[-1]
                if name not in index:
                    index[name] = low[name] = len(index)
                    waiting.append(name)
                for option in following:
                    if option not in index:
                        work.append((option, iter(self.followers(option))))
                        break
                    if option not in grouped:
                        low[name] = min(low[name], low[option])
                else:
                    work.pop()
                    if work:
                        parent = work[-1][0]
                        low[parent] = min(low[parent], low[name])
                    if low[name] == index[name]:
                        group = tuple(waiting[waiting.index(name) :])
                        del waiting[-len(group) :]
                        grouped.update(group)
                        groups.append(group)
        return groups


def chain_ko(left: int | Fraction, right: int | Fraction, stages: int = 1) -> LoopyGame:
    """Returns a ko of one or several stages: k = stages + 1 positions ``k1`` ... in a row.

    Left moves to the next one and from the last one to the score `left`; Right moves back and
    from ``k1`` to `right`. With one stage it is the ordinary ko.

    >>> chain_ko(1, 0, 2).kos
    (('k1', 'k2'), ('k2', 'k3'))
    """
    if stages < 1:
        raise GameError(f"a ko needs at least one stage, got {stages}")
    names: Sequence[Option] = [right, *(f"k{i}" for i in range(1, stages + 2)), left]
    return LoopyGame({f"k{i}": ([names[i + 1]], [names[i - 1]]) for i in range(1, stages + 2)})


def _option(option: Option) -> str | Form:
    return option if isinstance(option, str) else as_form(option)
