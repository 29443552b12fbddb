"""Provides what games of normal play share: the player who cannot move has lost."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

from tesuji.errors import NotationError, quoted
from tesuji.games.contract import Game, Outcome, Position, Side, illegal_move
from tesuji.games.presentation import Card


@dataclass(frozen=True, slots=True)
class NormalPlayPosition(Position):
    """A state of a game of normal play, and whose turn it is."""

    state: Any
    """What the game makes of it; hashable, and the same for either side to move."""
    game: NormalPlayGame
    to_move: Side = Side.FIRST
    last_move: int | None = field(default=None, compare=False)

    def legal_moves(self) -> list[int]:
        return sorted(_moves(self.game, self.state, self.to_move))

    def is_legal(self, move: int) -> bool:
        return move in _moves(self.game, self.state, self.to_move)

    def after(self, move: int) -> NormalPlayPosition:
        there = _moves(self.game, self.state, self.to_move).get(move)
        if there is None:
            raise illegal_move(self, move)
        return NormalPlayPosition(there, self.game, self.to_move.other, move)

    @property
    def outcome(self) -> Outcome | None:
        if _moves(self.game, self.state, self.to_move):
            return None
        winner = self.to_move.other
        loser = self.game.player_names[self.to_move]
        return Outcome(winner, 1.0 - 2.0 * winner, f"{loser} has no move")

    def options(self, side: Side) -> dict[int, NormalPlayPosition]:
        return {
            move: NormalPlayPosition(state, self.game, side.other, move)
            for move, state in self.game.moves(self.state, side).items()
        }

    def parts(self) -> Sequence[NormalPlayPosition]:
        return [
            NormalPlayPosition(state, self.game, self.to_move)
            for state in self.game.parts(self.state)
        ]

    def value_key(self) -> tuple[Hashable, bool]:
        key, negative = self.game.key(self.state)
        return (type(self.game), key), negative

    def text(self) -> str:
        over = self.outcome
        turn = f"{self.game.player_names[self.to_move]} to move" if over is None else over.reason
        return f"{self.game.drawn(self.state)}\n{turn}"


@lru_cache(maxsize=256)
def _moves(game: NormalPlayGame, state: Any, side: Side) -> Mapping[int, Any]:
    """Returns the moves of `side`: a position is asked for them again and again."""
    return game.moves(state, side)


class NormalPlayGame(Game):
    """A game of normal play. Implement `name`, `num_moves`, `start` and `moves`."""

    player_names = ("Left", "Right")
    tagline: str = ""
    sizes: tuple[str, ...] = ()
    default_size: str = ""
    size_title: str = "Size"

    @property
    def start(self) -> Any:
        """The state in which the game begins."""
        raise NotImplementedError

    def moves(self, state: Any, side: Side) -> dict[int, Any]:
        """Returns the state after each move of `side`, no matter whose turn it is."""
        raise NotImplementedError

    def parts(self, state: Any) -> list[Any]:
        """Returns independent states that add up to `state`; those worth 0 may be left out."""
        return [state]

    def key(self, state: Any) -> tuple[Hashable, bool]:
        """Returns what determines the value of `state`, and whether that is the value's negative.

        States with the same key have the same value, or opposite values if only one is negative.
        """
        return state, False

    def drawn(self, state: Any) -> str:
        """Returns `state` in text."""
        return str(state)

    def parse_move(self, text: str) -> int:
        move = self._by_notation.get(text.strip())
        if move is None:
            raise NotationError(f"{quoted(text)} is not a move of {self.spec}")
        return move

    @cached_property
    def _by_notation(self) -> dict[str, int]:
        return {self.format_move(move): move for move in range(self.num_moves)}

    def initial(self) -> NormalPlayPosition:
        return NormalPlayPosition(self.start, self)

    @property
    def card(self) -> Card:
        return Card(
            title=self.name.replace("-", " ").title().replace(" And ", " and "),
            tagline=self.tagline,
            sizes=self.sizes,
            default_size=self.default_size,
            size_title=self.size_title,
            order=200,
        )
