"""Plays equally in equivalent positions, by turning the board to a canonical image."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass

from tesuji.games import Game, Position, Value
from tesuji.players.base import Choice, Player, TimeLeft, fresh_seed
from tesuji.players.options import option
from tesuji.players.registry import make_player, register_player
from tesuji.search import MoveReport, Proof, SearchReport


@dataclass(frozen=True, slots=True)
class CanonicalOptions:
    """Options of the spec ``canonical``."""

    player: str = option(
        help="spec of the player who chooses, e.g. mcts:sims=200", takes_rest=True, unnamed=True
    )
    seed: int | None = option(None, "seed for that player, where it takes one", minimum=0)


class View:
    """A position, unchanged."""

    def __init__(self, position: Position) -> None:
        self.image = position

    def choice(self, found: Choice) -> Choice:
        return found

    def report(self, found: SearchReport) -> SearchReport:
        return found


class CanonicalView(View):
    """A position as its canonical image, and the way back from there."""

    def __init__(self, position: Position) -> None:
        from tesuji.games.canonical import canonical, inverse_moves

        self.position = position
        symmetry, self.image = canonical(position)
        self._back = inverse_moves(position.game, symmetry)

    def choice(self, found: Choice) -> Choice:
        """Converts a choice in the image to a choice in the position."""
        if found.move is None:
            return found
        report = found.report
        if isinstance(report, SearchReport):
            report = self.report(report)
        return dataclasses.replace(found, move=int(self._back[found.move]), report=report)

    def report(self, found: SearchReport) -> SearchReport:
        """Converts a report of the image to a report of the position."""
        return _levelled(found, self.image).mapped(self.position, self._back)


def choose_canonically(position: Position, choose: Callable[[Position], Choice]) -> Choice:
    """Returns the choice of `choose` in the canonical image of `position`, turned back."""
    view = CanonicalView(position)
    return view.choice(choose(view.image))


def _levelled(report: SearchReport, image: Position) -> SearchReport:
    """Returns the report with equal ratings for moves that the position's symmetries exchange.

    Their differences come from chance and would depend on how the board was turned.
    """
    from tesuji.games.canonical import own_symmetries

    symmetries = [image.game.move_under(symmetry) for symmetry in own_symmetries(image)]
    if len(symmetries) == 1:
        return report
    found = {move.move: move for move in report.moves}

    def levelled(move: MoveReport) -> MoveReport:
        alike = [found[int(under[move.move])] for under in symmetries]
        proven = [one for one in alike if one.proof is not Proof.UNKNOWN]
        if proven:
            return dataclasses.replace(move, value=proven[0].value, proof=proven[0].proof)
        mean = sum(one.value.number for one in alike) / len(alike)
        return dataclasses.replace(move, value=Value(mean, move.value.for_player))

    return dataclasses.replace(report, moves=tuple(map(levelled, report.moves)))


@register_player("canonical", CanonicalOptions)
class CanonicalPlayer(Player):
    """Turns the board so that all equivalent positions look the same, and asks another player.

    Positions that are images of each other under a symmetry get moves that are images of each
    other, up to the position's own symmetries. The other player is restarted before every move,
    with the same seed: it must not remember anything or depend on a clock.
    """

    def __init__(self, game: Game, options: CanonicalOptions) -> None:
        seed = fresh_seed() if options.seed is None else options.seed
        self._inner = make_player(options.player, game, seed=seed)

    def choose(self, position: Position, time_left: TimeLeft | None = None) -> Choice:
        def choose(image: Position) -> Choice:
            self._inner.start(position.game, image)
            return self._inner.choose(image, time_left)

        return choose_canonically(position, choose)

    def stop(self) -> None:
        self._inner.stop()

    def close(self) -> None:
        self._inner.close()
