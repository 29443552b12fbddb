"""Computes thermographs of games with kos, and how far they can be trusted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from tesuji.theory.cgt import ko_fight
from tesuji.theory.cgt.errors import LoopError
from tesuji.theory.cgt.form import Form, node, score
from tesuji.theory.cgt.loopy import LoopyGame
from tesuji.theory.cgt.mover import Mover
from tesuji.theory.cgt.thermograph import Thermograph, combine, thermograph


def ko_thermographs(
    game: LoopyGame, komaster: Mover | None = None
) -> tuple[dict[str, Thermograph], tuple[str, ...]]:
    """Returns the thermographs of all positions of a graph, and warnings.

    `komaster` is the player who can break ko bans; with None neither has a threat.
    """
    known: dict[object, Thermograph] = {}
    for name in game.positions:
        for side in Mover:
            for option in game.options(name, side):
                if isinstance(option, Form) and option not in known:
                    known[option] = thermograph(option)
    warnings: list[str] = []
    for group in game.components():
        if len(group) > 1:
            graphs, said = ko_fight.solve(game, group, known, komaster)
            known.update(graphs)
            warnings += said
        else:
            name = group[0]
            known[name] = combine(
                game.options(name, Mover.LEFT), game.options(name, Mover.RIGHT), known
            )
    return {name: known[name] for name in game.positions}, tuple(warnings)


def ko_thermograph(game: LoopyGame, name: str, komaster: Mover | None = None) -> Thermograph:
    """Returns the thermograph of one position of a graph.

    >>> from tesuji.theory.cgt.loopy import chain_ko
    >>> graph = ko_thermograph(chain_ko(1, 0), "k1")
    >>> graph.mean, graph.temperature
    (Fraction(1, 3), Fraction(1, 3))
    """
    game.options(name, Mover.LEFT)
    return ko_thermographs(game, komaster)[0][name]


@dataclass(frozen=True, slots=True)
class KoReport:
    """The thermographs of a position by komaster, and whether they differ."""

    graphs: Mapping[Mover | None, Thermograph]
    """The thermographs by komaster, None for neither, without those that cannot be computed."""
    warnings: tuple[str, ...]
    """Reasons not to rely on one mean and one temperature, in words; none for a placid ko."""

    @property
    def placid(self) -> bool:
        """Whether mean and temperature do not depend on the komaster, and all could be found."""
        return not self.warnings

    @property
    def hyperactive(self) -> bool:
        """Whether the mean depends on the komaster."""
        means = {graph.mean for graph in self.graphs.values() if graph.has_mast}
        return len(means) > 1


def analyse_ko(game: LoopyGame, name: str) -> KoReport:
    """Returns the thermographs of a position for each komaster, with warnings.

    >>> from tesuji.theory.cgt.loopy import chain_ko
    >>> analyse_ko(chain_ko(9, 0, stages=2), "k2").placid
    True
    """
    game.options(name, Mover.LEFT)
    graphs: dict[Mover | None, Thermograph] = {}
    warnings: list[str] = []
    for komaster in (None, Mover.LEFT, Mover.RIGHT):
        who = _WHO[komaster]
        try:
            all_graphs, said = ko_thermographs(game, komaster)
        except LoopError as error:
            warnings.append(f"if {who}: {error}")
            continue
        graph = graphs[komaster] = all_graphs[name]
        warnings += said
        slopes = [*graph.left.slopes(), *graph.right.slopes()]
        if not graph.has_mast:
            warnings.append(f"if {who}: the walls never meet in a mast, so there is no mean")
        elif any(slope.denominator > 1 for slope in slopes):
            warnings.append("a wall has a fractional slope: one may move elsewhere twice running")
    masts = {who: graph for who, graph in graphs.items() if graph.has_mast}
    for measure, word in (("mean", "hyperactive"), ("temperature", "active")):
        found = {who: getattr(graph, measure) for who, graph in masts.items()}
        if len(set(found.values())) > 1:
            each = "; ".join(f"{value} if {_WHO[who]}" for who, value in found.items())
            warnings.append(f"{word}: the {measure} depends on the komaster ({each})")
    return KoReport(graphs, tuple(dict.fromkeys(warnings)))


_WHO = {
    None: "neither player has a ko threat",
    Mover.LEFT: "Left is komaster",
    Mover.RIGHT: "Right is komaster",
}


def phantom_form(game: LoopyGame, name: str) -> Form:
    """Returns the tree of a position, with repeating moves replaced by phantom scores.

    This is the simple method, for a ko of any number of stages out of which each player has one
    way. With l and r the means of Left's and Right's exits of a chain of k positions, the moves
    that would repeat a position lead to scores that divide l - r evenly. The means are right;
    the temperatures are so for the first and the last position of the chain, while from one
    between them both players seem to gain nothing.
    Other graphs raise LoopError; `ko_thermograph` takes them.

    >>> from tesuji.theory.cgt.loopy import chain_ko
    >>> phantom_form(chain_ko(1, 0), "k1")
    <Form {1|1/3||0}>
    """
    forms: dict[str, Form] = {}
    for group in game.components():
        if len(group) == 1:
            forms[group[0]] = node(
                *(
                    [forms[o] if isinstance(o, str) else o for o in game.options(group[0], side)]
                    for side in (Mover.LEFT, Mover.RIGHT)
                )
            )
        else:
            forms.update(_phantom_chain(game, group, forms))
        if name in forms:
            return forms[name]
    game.options(name, Mover.LEFT)
    raise AssertionError("every position belongs to a component")


def _phantom_chain(
    game: LoopyGame, group: tuple[str, ...], forms: Mapping[str, Form]
) -> dict[str, Form]:
    chain, exits = _as_chain(game, group, forms)
    means = {side: thermograph(exits[side]).mean for side in Mover}
    left, right = means[Mover.LEFT], means[Mover.RIGHT]
    share = (left - right) / (len(chain) + 1)
    values = [score(right + share * (place + 1)) for place in range(len(chain))]

    def towards_left(place: int) -> Form:
        """Returns the position after Left's move to `place`; Right's move back is a phantom."""
        onward = exits[Mover.LEFT] if place + 1 == len(chain) else towards_left(place + 1)
        return node([onward], [values[place - 1]])

    def towards_right(place: int) -> Form:
        onward = exits[Mover.RIGHT] if place == 0 else towards_right(place - 1)
        return node([values[place + 1]], [onward])

    last = len(chain) - 1
    return {
        name: node(
            [exits[Mover.LEFT] if place == last else towards_left(place + 1)],
            [exits[Mover.RIGHT] if place == 0 else towards_right(place - 1)],
        )
        for place, name in enumerate(chain)
    }


def _as_chain(
    game: LoopyGame, group: tuple[str, ...], forms: Mapping[str, Form]
) -> tuple[list[str], dict[Mover, Form]]:
    """Returns the positions in order from Right's exit to Left's, and where the exits lead."""
    exits: dict[Mover, Form] = {}
    onward: dict[Mover, dict[str, str]] = {side: {} for side in Mover}
    for name in group:
        for side in Mover:
            options = game.options(name, side)
            if len(options) != 1:
                raise LoopError(_NO_CHAIN.format(name))
            option = options[0]
            if isinstance(option, str) and option in group:
                onward[side][name] = option
            elif side in exits:
                raise LoopError(_NO_CHAIN.format(name))
            else:
                exits[side] = option if isinstance(option, Form) else forms[option]
    starts = [name for name in group if name not in onward[Mover.RIGHT]]
    chain = starts[:1]
    while chain and chain[-1] in onward[Mover.LEFT] and len(chain) <= len(group):
        chain.append(onward[Mover.LEFT][chain[-1]])
    steps = pairwise(chain)
    if len(chain) != len(group) or any(onward[Mover.RIGHT].get(b) != a for a, b in steps):
        raise LoopError(_NO_CHAIN.format(group[0]))
    return chain, exits


_NO_CHAIN = (
    "around {!r} the ko is not a chain with one exit for each player, "
    "which is all that phantom exits are for; use ko_thermograph"
)
