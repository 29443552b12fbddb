"""Estimates ownership and dead stones on a Go board; the result is not a proof.

A network of KataGo is used if the user has one. Otherwise Tesuji's own network is used on boards of
the sizes that it was trained on, and random games elsewhere and on boards that are almost settled:
both sides play random legal moves but never fill their own one-point eyes. Random games are
reliable when the fighting is over, and poor in the middle of a fight.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tesuji.errors import SetupError
from tesuji.games.go import GoPosition
from tesuji.games.go.counting import Count, group_at, neighbours, regions
from tesuji.networks.katago import store
from tesuji.networks.sessions import NetworkError
from tesuji.networks.shipped import load_shared, shipped
from tesuji.search import ownership

Floats = NDArray[np.float32]

PLAYOUTS = 400
_DEAD_BELOW = 0.4
"""A chain that keeps its points with a smaller probability is dead."""
_SETTLED = 0.75
"""The mean certainty of random games above which they judge a board better than a network, which
was trained on unfinished boards."""
_SEKI_DAME = 4
"""The largest empty region that two groups in seki share."""
_SEKI_EYE = 2
"""Points of the largest eye of a group in seki: it cannot be made into two."""


@dataclass(frozen=True, slots=True)
class StatusEstimate:
    """An estimate of ownership and lead."""

    ownership: Floats
    """Who will own each point: 1 surely Black, -1 surely White, float32 [rows * columns]."""
    lead: float
    """Points by which Black is ahead, komi included."""
    source: str
    """Who says so, for people: "KataGo (katago-b15)", "Tesuji's network", "400 random games"."""

    def sentence(self, names: tuple[str, str] = ("Black", "White")) -> str:
        """Returns the lead in words."""
        if abs(self.lead) < 0.05:
            return f"The game is even, says {self.source}."
        leader = names[0] if self.lead > 0 else names[1]
        return f"{leader} leads by {abs(self.lead):.1f} points, says {self.source}."


def estimate(position: GoPosition, playouts: int = PLAYOUTS) -> StatusEstimate:
    """Estimates ownership and lead with the best judge available."""
    if store.installed():
        path = store.find(None)
        found = store.load_shared(path).judge(position)
        name = path.name.split(".")[0]
        return _seen_by_black(position, found.ownership[0], found.lead[0], f"KataGo ({name})")
    owners = ownership(position, playouts)
    is_settled = float(np.abs(owners).mean()) >= _SETTLED
    by_network = None if is_settled else _by_own_network(position)
    return by_network or StatusEstimate(
        owners, _expected_lead(position, owners), f"{playouts} random games"
    )


def _by_own_network(position: GoPosition) -> StatusEstimate | None:
    """Estimates with Tesuji's own network; None on sizes that it was not trained on."""
    game = position.game
    try:
        network = load_shared(shipped(game)).on(game)
    except NetworkError:
        return None
    if network.info.unlearnt(game) is not None:
        return None
    said = network.outputs(position.planes()[None])
    if said.ownership is None or said.scores is None:
        return None
    owned = said.ownership[0].reshape(-1)
    return _seen_by_black(position, owned, said.scores[0], "Tesuji's network")


def _seen_by_black(position: GoPosition, owned: Floats, lead: float, source: str) -> StatusEstimate:
    """Converts a network's outputs for the player to move to an estimate for Black."""
    sign = 1 if position.to_move == 0 else -1
    return StatusEstimate(sign * owned, sign * float(lead), source)


def _expected_lead(position: GoPosition, owners: Floats) -> float:
    """Returns Black's expected lead, given the expected owners."""
    game = position.game
    if not game.rules.territory:
        return float(owners.sum()) - game.komi
    stones = np.array(position.stones)
    black, white = position.prisoners
    # A dead stone counts two points: a prisoner and the point below it.
    owned = owners - (stones == 0) + (stones == 1)
    return float(owned.sum()) + black - white - game.komi


# -- dead stones --------------------------------------------------------------------------------


def owners_at_end(position: GoPosition, playouts: int = PLAYOUTS) -> Floats:
    """Returns the owners of the points of a board where play has stopped, for either turn.

    Without a network of KataGo random games are used: on finished boards they err less than
    Tesuji's own network, which was not trained on them.
    """
    if not store.installed():
        return ownership(position, playouts)
    game, stones = position.game, list(position.stones)
    turns = [GoPosition(game.rules, stones, mover, position.prisoners) for mover in (0, 1)]
    first, second = (estimate(turn).ownership for turn in turns)
    return (first + second) / np.float32(2)


def chains_by_status(position: GoPosition, playouts: int = PLAYOUTS) -> dict[str, list[list[int]]]:
    """Returns the chains on the board, as lists of points, by status: "alive", "seki", "dead"."""
    share = owners_at_end(position, playouts)
    stones = position.stones
    chains = []
    for point, stone in enumerate(stones):
        if stone >= 0 and position.chain(point)[0] == point:
            chains.append(position.chain(point))
    dead = [chain for chain in chains if _kept(chain, stones, share) < _DEAD_BELOW]
    living = [chain for chain in chains if chain not in dead]
    held = _in_seki(position, living, {point for chain in dead for point in chain})
    return {
        "alive": [chain for chain in living if chain[0] not in held],
        "seki": [chain for chain in living if chain[0] in held],
        "dead": dead,
    }


def proposed_count(position: GoPosition) -> Count:
    """Returns the count of a board without the stones that seem to be dead."""
    chains = chains_by_status(position)
    dead, seki = (
        [point for chain in chains[status] for point in chain] for status in ("dead", "seki")
    )
    return position.counted(dead, seki)


def toggled(
    position: GoPosition, dead: Iterable[int], seki: Iterable[int], point: int, to_seki: bool
) -> Count:
    """Returns the count after a click at `point`, which toggles its group."""
    group = set(group_at(position, point))
    if not group:
        raise SetupError(f"no stone stands at {position.game.format_move(point)}")
    off, held = set(dead), set(seki)
    chosen = held if to_seki else off
    was_chosen = point in chosen
    off -= group
    held -= group
    if not was_chosen:
        chosen |= group
    return position.counted(off, held)


def _in_seki(position: GoPosition, living: list[list[int]], dead: set[int]) -> set[int]:
    """Returns the points of living stones that live in seki.

    Chains of one colour that surround a region together are a group. A group lives in seki when
    it has no room for two eyes and shares a small region with a group of the opponent.
    """
    game, stones = position.game, position.stones
    around = neighbours(game.rows, game.columns)
    empty = {point for point, stone in enumerate(stones) if stone < 0} | dead
    chain_of = {point: chain[0] for chain in living for point in chain}
    leader = {chain[0]: chain[0] for chain in living}

    def group_of(chain: int) -> int:
        while leader[chain] != chain:
            chain = leader[chain]
        return chain

    own: list[tuple[int, int]] = []  # a chain, and the size of a region that its side surrounds
    shared: list[set[int]] = []  # the chains around a small region that touches both sides
    for region in regions(empty, around):
        beside = {near for point in region for near in around[point]} - empty
        chains = {chain_of[point] for point in beside}
        colours = {stones[point] for point in beside}
        if len(colours) == 1:
            first = group_of(min(chains))
            for chain in chains:
                leader[group_of(chain)] = first
            own.append((first, len(region)))
        elif len(colours) == 2 and len(region) <= _SEKI_DAME:
            shared.append(chains)
    eyes: dict[int, list[int]] = {}
    for chain, size in own:
        eyes.setdefault(group_of(chain), []).append(size)
    cramped = {
        chain
        for chain in leader
        if len(rooms := eyes.get(group_of(chain), [])) < 2 and max(rooms, default=0) <= _SEKI_EYE
    }
    held: set[int] = set()
    for chains in shared:
        locked = chains & cramped
        if {stones[chain] for chain in locked} == {0, 1}:
            held |= {group_of(chain) for chain in locked}
    return {point for point, chain in chain_of.items() if group_of(chain) in held}


def _kept(chain: list[int], stones: list[int], share: Floats) -> float:
    """Returns the probability that a chain keeps its points, from 0 to 1."""
    black = float(np.mean(share[chain]) + 1) / 2
    return black if stones[chain[0]] == 0 else 1 - black
