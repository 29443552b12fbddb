"""Rates every move of Torus with a small evolved network and plays the best."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from tesuji.games import Game, Position, Value
from tesuji.games.torus import Torus, TorusPosition
from tesuji.players.base import Choice, Player, TimeLeft
from tesuji.players.options import SpecError, option
from tesuji.players.registry import register_player
from tesuji.search import MoveReport, Proof, SearchReport

if TYPE_CHECKING:
    from tesuji.theory.torus import Rater


@dataclass(frozen=True, slots=True)
class RaterOptions:
    """Options of the spec ``rater``."""

    file: str | None = option(None, "file of the rater, NPZ or text; none: the one that is shipped")
    filter: bool = option(True, "look only at moves that do not lose at once, or that win")
    win: int = option(
        0, "depth in turns of the win search done first; 0: none", minimum=0, maximum=5
    )


@register_player("rater", RaterOptions, games=("torus",))
class RaterPlayer(Player):
    """Torus by an evolved move rater: no search, one look at each move."""

    def __init__(self, game: Game, options: RaterOptions) -> None:
        from tesuji.theory.torus import load_rater, shipped_rater

        assert isinstance(game, Torus)
        rater = shipped_rater(game.rows) if options.file is None else load_rater(options.file)
        if rater is None:
            raise SpecError(
                f"no rater is shipped for boards of size {game.rows}: breed one with "
                f"'tesuji evolve torus-raters --size {game.rows}' and give its file"
            )
        self._set(game, rater, options)

    @classmethod
    def of(cls, game: Torus, rater: Rater, options: RaterOptions) -> Self:
        """Returns a player that uses `rater`."""
        player = cls.__new__(cls)
        player._set(game, rater, options)
        return player

    def _set(self, game: Torus, rater: Rater, options: RaterOptions) -> None:
        if rater.shape.size != game.rows:
            raise SpecError(
                f"this rater is made for boards of size {rater.shape.size}, not {game.rows}"
            )
        self._rater = rater.ready()
        self._options = options

    def choose(self, position: Position, time_left: TimeLeft | None = None) -> Choice:
        assert isinstance(position, TorusPosition)
        report = self.rate(position)
        return Choice(report.moves[0].move, report=report)

    def rate(self, position: TorusPosition) -> SearchReport:
        """Returns all legal moves, the best first.

        Values are scores scaled from -1, the worst move here, to 1, the best: they order the moves
        and are not chances to win. Moves that the filter has removed come last.
        """
        from tesuji.theory.torus import moves_to_consider, winning_moves

        legal = position.legal_moves()
        scores = dict(zip(legal, map(float, self._rater.rate(position)), strict=True))
        wins = set(winning_moves(position, self._options.win)) if self._options.win else set()
        first = wins or set(moves_to_consider(position) if self._options.filter else legal)
        order = sorted(legal, key=lambda move: (move not in first, -scores[move]))
        low, high = min(scores.values()), max(scores.values())
        mover, notation = position.to_move, position.game.format_move

        def value(move: int) -> float:
            return 0.0 if high == low else 2 * (scores[move] - low) / (high - low) - 1

        return SearchReport(
            position=position,
            value=Value(0.0, mover),
            proof=Proof.WIN if wins else Proof.UNKNOWN,
            score=None,
            moves=tuple(
                MoveReport(
                    move=move,
                    notation=notation(move),
                    visits=1,
                    value=Value(1.0 if move in wins else value(move), mover),
                    prior=0.0,
                    proof=Proof.WIN if move in wins else Proof.UNKNOWN,
                    score=None,
                    line=(move,),
                    line_notation=(notation(move),),
                )
                for move in order
            ),
            simulations=0,
            nodes=len(legal),
            seconds=0.0,
            depth=1,
            memory=0,
        )
