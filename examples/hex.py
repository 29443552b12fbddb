"""Hex, as an example of a game of your own: import this module, and Tesuji knows the game.
Red connects top and bottom, Blue left and right, on a rhombus of hexagons. There are no draws.

>>> Hex(2).initial().play("b1 a2 b2").outcome.reason
'the sides are connected'
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tesuji.games import Card, Game, Outcome, Position, SetupError, Side, illegal_move, register


@dataclass(frozen=True, slots=True)
class HexPosition(Position):
    stones: tuple[int, ...]  # -1 empty, 0 Red, 1 Blue, row by row from the top
    game: "Hex"
    to_move: Side = Side.FIRST
    outcome: Outcome | None = None

    def legal_moves(self) -> list[int]:
        return [] if self.outcome else [cell for cell, s in enumerate(self.stones) if s == -1]

    def after(self, move: int) -> "HexPosition":
        if not self.is_legal(move):
            raise illegal_move(self, move)
        stones = (*self.stones[:move], int(self.to_move), *self.stones[move + 1 :])
        outcome = self.game.result(stones, self.to_move)
        return HexPosition(stones, self.game, self.to_move.other, outcome)

    def transformed(self, symmetry: int) -> "HexPosition":
        return replace(self, stones=self.stones[::-1]) if symmetry else self

    def planes(self) -> NDArray[np.float32]:  # own stones, enemy stones, whether Red is to move
        board, me = np.reshape(self.stones, (self.game.size, -1)), self.to_move
        return np.stack([board == me, board == me.other, 0 * board == me]).astype(np.float32)

    def text(self) -> str:
        size, turn = self.game.size, self.game.player_names[self.to_move]
        rows = np.array(["R", "B", "."])[list(self.stones)].reshape(size, -1)
        lines = [f"{i + 1:<3}{' ' * i}{' '.join(row)}" for i, row in enumerate(rows)]
        letters = "   " + " ".join(self.game.format_move(column)[0] for column in range(size))
        return "\n".join([letters, *lines, turn + (" has lost" if self.outcome else " to move")])


@register("hex")
class Hex(Game):
    name, spec, num_symmetries, player_names, num_moves = "hex", "", 2, ("Red", "Blue"), 121
    card = Card("Hex", "Connect your two sides.", sizes=("3", "5", "7", "11"), default_size="11")

    def __init__(self, size: object = 11) -> None:
        if str(size) not in map(str, range(1, 27)):
            raise SetupError(f"a Hex board has a size from 1 to 26, not {size!r}")
        self.size = n = int(str(size))
        self.num_moves, self.plane_shape, self.spec = n * n, (3, n, n), f"hex:size={n}"

    def initial(self) -> HexPosition:
        return HexPosition((-1,) * self.num_moves, self)

    def result(self, stones: tuple[int, ...], mover: Side) -> Outcome | None:
        own = {divmod(cell, self.size) for cell, stone in enumerate(stones) if stone == mover}
        reached = [cell for cell in own if cell[mover] == 0]
        for r, c in reached:  # grows while we walk along it
            near = {(x, y) for x, y in own if max(abs(x - r), abs(y - c), abs(x - r + y - c)) == 1}
            reached += near.difference(reached)
        won = any(cell[mover] == self.size - 1 for cell in reached)
        return Outcome(mover, 1.0 - 2.0 * mover, "the sides are connected") if won else None

    def move_under(self, symmetry: int) -> NDArray[np.int32]:  # number 1 is the half turn
        return np.arange(self.num_moves, dtype=np.int32)[:: -1 if symmetry else 1].copy()

    cell_under = move_under

    def cells_of_moves(self) -> NDArray[np.int32]:
        return self.move_under(0)

    def format_move(self, move: int) -> str:
        return f"{chr(ord('a') + move % self.size)}{move // self.size + 1}"
