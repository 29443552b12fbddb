"""Computes with combinatorial games: short games, thermographs, kos and sums, exactly.

Left is the player who likes large scores (Black in Go); all scores are in points for Left.

* `ShortGame` is a value: made by `parse`, `number`, `from_options` and the named games, compared
  and added with the usual operators, always in canonical form and unique.
* `value` is the value of a position of any game of normal play, `report` judges its moves, too.
* `Form` is a game as it stands, with any rational scores: made by `parse_form`, `node`, `score`.
* `thermograph` gives walls, mean and temperature of either, and draws itself.
* `LoopyGame` is a graph of positions with kos; `analyse_ko` finds their values and whether these
  depend on ko threats.
* `Sum` is played out exactly; `sentestrat` and others play it by temperatures.

>>> from tesuji.theory.cgt import parse, thermograph
>>> game = parse("{7||6|0}")
>>> graph = thermograph(game)
>>> graph.mean, graph.temperature
(Fraction(6, 1), Fraction(1, 1))
>>> parse("{1|0}") + parse("{1|0}") == 1, parse("^") > 0, parse("^").compare(parse("*")).value
(True, True, '||')
"""

from typing import Any

from tesuji.renamed import warn_renamed
from tesuji.theory.cgt.algebra import from_options
from tesuji.theory.cgt.cooling import (
    atomic_weight,
    cool,
    heat,
    is_all_small,
    left_incentives,
    overheat,
    right_incentives,
)
from tesuji.theory.cgt.errors import GameError, GameTooDeepError, LoopError
from tesuji.theory.cgt.form import Form, node, score
from tesuji.theory.cgt.ko import (
    KoReport,
    analyse_ko,
    ko_thermograph,
    ko_thermographs,
    phantom_form,
)
from tesuji.theory.cgt.loopy import LoopyGame, chain_ko
from tesuji.theory.cgt.mover import Mover
from tesuji.theory.cgt.named import miny, plus_minus, star, switch, tiny, up, ups_and_star
from tesuji.theory.cgt.notation import parse, parse_form, write
from tesuji.theory.cgt.positions import PositionReport, ValuedMove, ValueTable, report, value
from tesuji.theory.cgt.short_game import Order, OutcomeClass, ShortGame, number
from tesuji.theory.cgt.strategies import (
    forecast,
    guaranteed_score,
    hotstrat,
    orthodox_line,
    orthodox_option,
    sentestrat,
    thermostrat,
)
from tesuji.theory.cgt.sums import Move, Sum, coupon_stack
from tesuji.theory.cgt.thermograph import Thermograph, mean, temperature, thermograph
from tesuji.theory.cgt.walls import Wall

__all__ = [
    "ShortGame",
    "Order",
    "OutcomeClass",
    "Mover",
    "parse",
    "write",
    "number",
    "value",
    "report",
    "ValueTable",
    "PositionReport",
    "ValuedMove",
    "from_options",
    "star",
    "up",
    "switch",
    "plus_minus",
    "tiny",
    "miny",
    "ups_and_star",
    "cool",
    "heat",
    "overheat",
    "left_incentives",
    "right_incentives",
    "is_all_small",
    "atomic_weight",
    "Form",
    "parse_form",
    "node",
    "score",
    "Thermograph",
    "Wall",
    "thermograph",
    "mean",
    "temperature",
    "LoopyGame",
    "chain_ko",
    "ko_thermograph",
    "ko_thermographs",
    "analyse_ko",
    "KoReport",
    "phantom_form",
    "Sum",
    "Move",
    "coupon_stack",
    "sentestrat",
    "hotstrat",
    "thermostrat",
    "orthodox_option",
    "orthodox_line",
    "forecast",
    "guaranteed_score",
    "GameError",
    "GameTooDeepError",
    "LoopError",
]


def __getattr__(name: str) -> Any:
    if name == "Side":  # a side of a board game is a `tesuji.games.Side`
        warn_renamed(__name__, "Side", "Mover")
        return Mover
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
