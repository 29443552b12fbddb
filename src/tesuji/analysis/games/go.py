"""Explains Go: stones in atari or short of liberties, ko, and ownership."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tesuji.analysis.agreement import register_agreement
from tesuji.analysis.explanations import Explanation, register_explainer, register_owners
from tesuji.analysis.go_status import estimate, proposed_count
from tesuji.games.contract import Outcome, Side
from tesuji.games.go import GoPosition
from tesuji.theory.remark import Remark

PLAYOUTS_PER_SECOND = 4000
SHORT = 2
"""Liberties at which a chain of several stones is mentioned."""


@register_owners("go")
def owners(position: GoPosition) -> NDArray[np.float32]:
    return estimate(position).ownership


@register_agreement("go")
def agreed_outcome(position: GoPosition) -> Outcome | None:
    """Returns the agreed outcome; with superko the board counts as it stands."""
    return None if position.rules.superko else proposed_count(position).outcome


@register_explainer("go")
def explain_go(position: GoPosition, seconds: float) -> Explanation:
    chains = _chains(position)
    remarks = [_atari(position, stones) for stones in chains if _liberties(position, stones) == 1]
    remarks += [
        _short_of_liberties(position, stones)
        for stones in chains
        if len(stones) > 1 and _liberties(position, stones) == SHORT
    ]
    if position.ko_banned:
        names = " ".join(map(position.game.format_move, position.ko_banned))
        mover = position.to_move
        text = f"Ko: {position.game.player_names[mover]} may not take back at {names} at once."
        remarks.append(Remark("ko", text, mover, points=tuple(position.ko_banned)))
    found = estimate(position, max(50, round(PLAYOUTS_PER_SECOND * seconds)))
    leader = Side.FIRST if found.lead >= 0 else Side.SECOND
    remarks.append(Remark("balance", found.sentence(position.game.player_names), leader))
    return Explanation(tuple(remarks), ownership=tuple(float(share) for share in found.ownership))


def _chains(position: GoPosition) -> list[tuple[int, ...]]:
    """Returns all chains, those of the player to move and the largest first."""
    stones = position.stones
    seen: set[int] = set()
    found = []
    for point, colour in enumerate(stones):
        if colour >= 0 and point not in seen:
            chain = tuple(sorted(position.chain(point)))
            seen.update(chain)
            found.append(chain)
    return sorted(found, key=lambda chain: (stones[chain[0]] != position.to_move, -len(chain)))


def _liberties(position: GoPosition, chain: tuple[int, ...]) -> int:
    return int(position.liberties(chain[0]))


def _atari(position: GoPosition, chain: tuple[int, ...]) -> Remark:
    game, owner = position.game, Side(position.stones[chain[0]])
    liberty = game.format_move(_empty_neighbours(position, chain)[0])
    me, opponent = game.player_names[owner], game.player_names[owner.other]
    what = _stones(position, chain)
    if owner == position.to_move:
        it = "it" if len(chain) == 1 else "them"
        text = f"{me}'s {what} in atari: {opponent} captures {it} at {liberty}."
        return Remark("atari", text, owner, points=chain, tone="danger")
    text = f"{opponent} can capture {me}'s {_stones(position, chain, verb=False)} at {liberty}."
    return Remark("capture", text, owner.other, points=chain, tone="good")


def _short_of_liberties(position: GoPosition, chain: tuple[int, ...]) -> Remark:
    game, owner = position.game, Side(position.stones[chain[0]])
    where = " and ".join(map(game.format_move, _empty_neighbours(position, chain)))
    what = _stones(position, chain, verb=False)
    text = f"{game.player_names[owner]}'s {what} have two liberties left, {where}."
    return Remark("short-of-liberties", text, owner, points=chain, tone="warning")


def _stones(position: GoPosition, chain: tuple[int, ...], *, verb: bool = True) -> str:
    first = position.game.format_move(chain[0])
    if len(chain) == 1:
        return f"stone {first}{' is' if verb else ''}"
    return f"{len(chain)} stones at {first}{' are' if verb else ''}"


def _empty_neighbours(position: GoPosition, chain: tuple[int, ...]) -> list[int]:
    """Returns the liberties of a chain, in reading order."""
    game, stones = position.game, position.stones
    found = set()
    for point in chain:
        row, column = divmod(point, game.columns)
        for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if 0 <= r < game.rows and 0 <= c < game.columns and stones[r * game.columns + c] < 0:
                found.add(r * game.columns + c)
    return sorted(found)
