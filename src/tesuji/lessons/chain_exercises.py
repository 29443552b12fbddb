"""Makes exercises on the long-chain rule from random positions, checked by exact search.

>>> exercise = make_exercise(seed=1, kind="parity")
>>> exercise.question
'You are First on 3x4 boxes. How many long chains do you want?'
>>> exercise.choices[exercise.answer]
'An even number'
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, get_args

from tesuji.errors import TesujiError
from tesuji.games.dots_and_boxes import DotsAndBoxes, DotsAndBoxesPosition
from tesuji.search import Budget
from tesuji.theory.dots_and_boxes.control import control_of, wanted_parity
from tesuji.theory.dots_and_boxes.explain import explain
from tesuji.theory.dots_and_boxes.solver import BoxesSolution, solve
from tesuji.theory.dots_and_boxes.structure import Structure

Kind = Literal["parity", "count", "control", "line"]
KINDS: tuple[Kind, ...] = get_args(Kind)
BOARDS = ((3, 3), (3, 4), (4, 4))
MOST_OPEN = 18
"""The most open lines of positions that are searched, which is quick."""
_TRIES = 500
_BUDGET = Budget(seconds=5, memory=64 << 20)


@dataclass(frozen=True, slots=True)
class Exercise:
    """A position and a question about it."""

    kind: Kind
    position: DotsAndBoxesPosition
    question: str
    choices: tuple[str, ...]
    """Possible answers; empty if a line has to be drawn."""
    answer: int
    """The right choice; -1 if a line has to be drawn."""
    lines: dict[int, int]
    """The net score of each line, if a line has to be drawn; the best are right."""
    explanation: tuple[str, ...]

    @property
    def best_lines(self) -> list[int]:
        best = max(self.lines.values(), default=0)
        return [line for line, value in self.lines.items() if value == best]


def make_exercise(seed: int, kind: Kind | None = None) -> Exercise:
    """Returns the exercise for `seed`, always the same one."""
    dice = random.Random(seed)
    wanted: Kind = dice.choice(KINDS) if kind is None else kind
    makers: dict[Kind, Callable[[random.Random], Exercise | None]] = {
        "parity": _parity,
        "count": _count,
        "control": _control,
        "line": _line,
    }
    for _ in range(_TRIES):
        exercise = makers[wanted](dice)
        if exercise is not None:
            return exercise
    raise TesujiError(f"no exercise of the kind {wanted!r} was found")


# -- the kinds --------------------------------------------------------------------------------


def _parity(dice: random.Random) -> Exercise | None:
    rows, columns = dice.choice((*BOARDS, (5, 5), (2, 4), (4, 5)))
    game = DotsAndBoxes(rows, columns)
    position = game.initial()
    if dice.random() < 0.5:  # a quiet line: the other player's turn
        position = position.after(dice.choice(position.legal_moves()))
    me = game.player_names[position.to_move]
    dots = (rows + 1) * (columns + 1)
    odd = wanted_parity(rows, columns, position.to_move)
    kind = "even" if dots % 2 == 0 else "odd"
    wish = "dots and long chains together to be even" if position.to_move == 0 else "them to be odd"
    return Exercise(
        "parity",
        position,
        f"You are {me} on {rows}x{columns} boxes. How many long chains do you want?",
        ("An even number", "An odd number"),
        odd,
        {},
        (
            f"The board has {rows + 1} times {columns + 1}, that is {dots} dots: an {kind} number.",
            f"The long-chain rule: {me}, who "
            f"{'moves first' if position.to_move == 0 else 'moves second'}, wants {wish}.",
            f"So {me} wants {'an odd' if odd else 'an even'} number of long chains.",
        ),
    )


def _count(dice: random.Random) -> Exercise | None:
    position = _quiet(dice, safe_left=0)
    if position is None:
        return None
    theory = explain(position)
    long_chains = [chain for chain in theory.chains if chain.is_long]
    if len(theory.chains) + len(theory.loops) < 2:
        return None
    number = len(long_chains)
    most = max(3, number + 1)
    return Exercise(
        "count",
        position,
        "All quiet lines are drawn. How many long chains are there? (Loops do not count.)",
        tuple(str(count) for count in range(most + 1)),
        number,
        {},
        (*theory.parts(), theory.parity_words()),
    )


def _control(dice: random.Random) -> Exercise | None:
    position = _quiet(dice, safe_left=dice.choice((0, 1, 2, 3, 4)))
    if position is None:
        return None
    control = control_of(position)
    if control.holder is None:
        return None
    names = position.game.player_names
    theory = explain(position)
    return Exercise(
        "control",
        position,
        f"{names[position.to_move]} to move. Who can make the other open the first long chain?",
        names,
        int(control.holder),
        {},
        (control.reason, *theory.parts()),
    )


def _line(dice: random.Random) -> Exercise | None:
    position = _quiet(dice, safe_left=dice.choice((2, 3, 4, 5)))
    if position is None:
        return None
    safe = Structure.of(position).safe_lines
    solution: BoxesSolution = solve(position, _BUDGET)
    if not solution.is_complete:
        return None
    among_safe = {solution.moves[line] for line in safe}
    if len(among_safe) < 2:
        return None  # all quiet lines are equally good: nothing to find
    assert solution.value is not None
    me = position.game.player_names[position.to_move]
    names = " ".join(map(position.game.format_move, solution.best_moves))
    return Exercise(
        "line",
        position,
        f"{me} to move. Draw the line that gets most boxes in the end.",
        (),
        -1,
        dict(solution.moves),
        (f"Best: {names}, which nets {solution.value:+d} boxes.", control_of(position).reason),
    )


def _quiet(dice: random.Random, safe_left: int) -> DotsAndBoxesPosition | None:
    """Returns a position in which nobody gave a box away, with `safe_left` safe lines left."""
    game = DotsAndBoxes(*dice.choice(BOARDS))
    position = game.initial()
    while True:
        safe = sorted(Structure.of(position).safe_lines)
        if len(safe) <= safe_left:
            break
        position = position.after(dice.choice(safe))
    if len(safe) != safe_left or len(position.legal_moves()) > MOST_OPEN:
        return None
    return position
