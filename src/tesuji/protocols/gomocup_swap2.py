"""Plays the swap2 opening over the Gomocup protocol: SWAP2BOARD and its answers."""

from __future__ import annotations

from collections.abc import Callable

from tesuji.games import Position
from tesuji.games.gomoku import Gomoku
from tesuji.protocols.gomocup_board import OPPONENT, OWN, GomocupBoard, Point, ProtocolError

DECISIONS = 3
"""The most decisions that one answer takes: three stones, or a choice and two stones."""


def answer_swap2(
    board: GomocupBoard, points: list[Point], choose: Callable[[Position], int | None]
) -> str:
    """Returns our answer to SWAP2BOARD with the stones so far: none, three or five.

    The answer is three points to open with; after three stones SWAP to take Black, a point to
    take White and play there, or two points to let the other side choose; after five stones SWAP
    or a point. `choose` makes the decisions. `board` gets all stones with their owners.
    """
    if len(points) not in (0, 3, 5):
        raise ProtocolError(f"swap2 has no decision after {len(points)} stones")
    game = Gomoku(board.size, board.variant, swap2=True)
    position: Position = game.initial()
    for number, point in enumerate(points):
        if number == 3:
            position = position.play("place-two")
        position = position.after(_move(board, position, point))
    placed: list[Point] = []
    choice = ""
    if points:
        choice = _chosen(game, position, choose)
        position = position.play(choice)
    while choice != "take-black" and len(placed) < _stones_to_place(len(points), choice):
        move = _required(choose(position))
        placed.append((move % board.size, move // board.size))
        position = position.after(move)
    _remember(board, [*points, *placed], choice)
    return "SWAP" if choice == "take-black" else " ".join(f"{x},{y}" for x, y in placed)


def _stones_to_place(stones: int, choice: str) -> int:
    if stones == 0:
        return 3
    return 2 if choice == "place-two" else 1


def _chosen(game: Gomoku, position: Position, choose: Callable[[Position], int | None]) -> str:
    return game.format_move(_required(choose(position)))


def _required(move: int | None) -> int:
    if move is None:
        raise ProtocolError("there is no move")
    return move


def _move(board: GomocupBoard, position: Position, point: Point) -> int:
    move = point[1] * board.size + point[0]
    why = position.why_illegal(move)
    if why is not None:
        raise ProtocolError(f"{point[0]},{point[1]} is illegal: {why}")
    return move


def _remember(board: GomocupBoard, points: list[Point], choice: str) -> None:
    """Places the stones on the board; ours are white unless we took Black.

    Until the colours are decided the manager sends the whole board again.
    """
    own_colour = 0 if choice == "take-black" else 1
    for number, point in enumerate(points):
        board.place(point, OWN if number % 2 == own_colour else OPPONENT)
