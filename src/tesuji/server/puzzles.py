"""Serves puzzles of Gomoku: find the forced win against the best defence."""

from __future__ import annotations

from collections.abc import Sequence

from tesuji.errors import TesujiError
from tesuji.games.gomoku import GomokuPosition
from tesuji.lessons import Puzzle, load_puzzles
from tesuji.players import make_player
from tesuji.server import study_models
from tesuji.server.views import game_info, position_view
from tesuji.theory.gomoku import ForcedWin, find_vcf, find_vct

DEFENDER = "gomoku:nodes=3000,seed=1"
"""The player that answers unexpected moves."""


def puzzles() -> list[Puzzle]:
    """Returns the puzzles that can be won, the short ones first."""
    return [puzzle for puzzle in load_puzzles() if puzzle.kind in ("vcf", "vct")]


def puzzle_list() -> study_models.PuzzleList:
    return study_models.PuzzleList(
        puzzles=[
            study_models.PuzzleEntry(number=number, kind=_kind(puzzle), plies=puzzle.plies)
            for number, puzzle in enumerate(puzzles())
        ]
    )


def puzzle_view(number: int) -> study_models.PuzzleView:
    puzzle = _puzzle(number)
    position = puzzle.position
    who = position.game.player_names[position.to_move]
    means = "fours" if puzzle.kind == "vcf" else "fours and open threes"
    return study_models.PuzzleView(
        number=number,
        kind=_kind(puzzle),
        plies=puzzle.plies,
        game=game_info(position.game.spec),
        moves=list(puzzle.moves),
        position=position_view(position, len(puzzle.moves)),
        question=f"{who} to move wins by {means}.",
    )


def try_puzzle(number: int, moves: Sequence[int]) -> study_models.PuzzleAnswer:
    """Returns the result of the moves tried so far; the last one is the solver's."""
    puzzle = _puzzle(number)
    before = puzzle.position
    attacker = before.to_move
    if len(moves) % 2 == 0:
        raise TesujiError("a try must end with a move of the solver")
    for move in moves[:-1]:
        before = before.after(move)
    name = before.game.format_move(moves[-1])
    foreseen = _win(before)
    after = before.after(moves[-1])
    if after.is_over:
        won = after.outcome is not None and after.outcome.winner == attacker
        text = f"{name} makes five: solved." if won else f"{name} ends the game without a win."
        return _answer(after, None, "solved" if won else "failed", text)
    answer = _defence(after, moves[-1], foreseen)
    then = after.after(answer)
    reply = then.game.format_move(answer)
    if then.is_over or not _still_won(puzzle, then):
        return _answer(then, answer, "failed", f"{name} is answered by {reply}: the win is gone.")
    return _answer(then, answer, "going on", f"{name} keeps the win; {reply} is the answer.")


def solution(number: int, moves: Sequence[int]) -> study_models.PuzzleSolution:
    """Returns the win from the position after the moves tried."""
    position = _puzzle(number).position
    for move in moves:
        position = position.after(move)
    win = _win(position) if not position.is_over else None
    return study_models.PuzzleSolution(line=list(win.line) if win else [])


def _puzzle(number: int) -> Puzzle:
    known = puzzles()
    if number >= len(known):
        raise TesujiError(f"there are puzzles from 0 to {len(known) - 1}, not {number}")
    return known[number]


def _kind(puzzle: Puzzle) -> study_models.PuzzleKind:
    return "fours" if puzzle.kind == "vcf" else "threats"


def _win(position: GomokuPosition) -> ForcedWin:
    """Returns the win of the player to move, by fours if possible."""
    by_fours = find_vcf(position)
    return by_fours if by_fours.is_win else find_vct(position)


def _still_won(puzzle: Puzzle, position: GomokuPosition) -> bool:
    """Returns whether it can still be won in the way that was asked for."""
    return (find_vcf(position) if puzzle.kind == "vcf" else _win(position)).is_win


def _defence(position: GomokuPosition, played: int, foreseen: ForcedWin) -> int:
    """Returns the longest defence against the expected move, or an engine's answer to another."""
    if foreseen.line[:1] == (played,) and len(foreseen.line) > 1:
        return foreseen.line[1]
    with make_player(DEFENDER, position.game) as player:
        player.start(position.game, position)
        move = player.choose(position).move
    return position.legal_moves()[0] if move is None else move


def _answer(
    position: GomokuPosition, answer: int | None, state: study_models.PuzzleState, text: str
) -> study_models.PuzzleAnswer:
    return study_models.PuzzleAnswer(
        state=state, answer=answer, position=position_view(position, len(position.moves)), text=text
    )
