"""Solves positions of Dots and Boxes, and analyses them by the theory of chains.

`solve` gives exact values, from the full `Table` of a small board or by search; `Structure` finds
chains, loops and loony moves; `nim_value`, `control_of` and `LoonyEndgame` tell who will be in
control and what that is worth; `explain` puts it into words.

>>> from tesuji.games import make
>>> game = make("dots-and-boxes", size="2x2")
>>> solve(game.initial()).value
2
>>> position = game.initial().play("aA bA aC bC Aa Ac Ba Bc")
>>> [len(chain.boxes) for chain in Structure.of(position).chains]
[4]
>>> explain(position).control.reason
'Second has control: only 1 long chain or loop is left, and First has to open the first.'
"""

from tesuji.theory.dots_and_boxes.control import ChainControl, control_of, num_turns, wanted_parity
from tesuji.theory.dots_and_boxes.endgames import LoonyEndgame
from tesuji.theory.dots_and_boxes.explain import ChainTheory, explain
from tesuji.theory.dots_and_boxes.nimstring import LOONY, component_values, nim_value
from tesuji.theory.dots_and_boxes.solver import BoxesSolution, Solver, solve
from tesuji.theory.dots_and_boxes.structure import (
    GROUND,
    Captures,
    Chain,
    Deal,
    Structure,
    captured_value,
)
from tesuji.theory.dots_and_boxes.table import Table

__all__ = [
    "GROUND",
    "LOONY",
    "Captures",
    "Chain",
    "ChainControl",
    "Deal",
    "ChainTheory",
    "LoonyEndgame",
    "BoxesSolution",
    "Solver",
    "Structure",
    "Table",
    "captured_value",
    "component_values",
    "control_of",
    "explain",
    "nim_value",
    "num_turns",
    "solve",
    "wanted_parity",
]
