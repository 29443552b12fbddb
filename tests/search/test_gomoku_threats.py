"""Forced wins of Gomoku: against plain recursion, and the puzzles that come with the package."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.kit.gomoku_positions import random_position
from tests.reference.gomoku_threats import SlowBoard, wins_by_fours, wins_by_threats
from tesuji import core
from tesuji.games import Position, Side, make
from tesuji.lessons import Puzzle, load_puzzles
from tesuji.lessons.gomoku_puzzles import read_puzzle, write_puzzle
from tesuji.search import Budget, ProofStatus
from tesuji.theory.gomoku import (
    explain,
    find_defences,
    find_vcf,
    find_vct,
    threats,
)

pytestmark = pytest.mark.core


def gomoku(**options: Any) -> Any:
    return make("gomoku", **options)


ANY_REPLY = core.ProofTree.any_reply


def slow_board(position: Any) -> SlowBoard:
    return SlowBoard(list(position.stones), position.game.rows, position.game.variant == "standard")


def verify(position: Position, tree: Any, attacker: Side, dice: random.Random) -> int:
    """Walks through a winning tree by the rules of the game alone; the plies to the end.

    Where a branch stands for all other replies, three of them are tried.
    """

    def walk(position: Position, node: int) -> int:
        branches = dict(tree.branches(node))
        if not branches:
            assert position.is_over
            assert position.outcome is not None
            assert position.outcome.winner == attacker
            return 0
        assert not position.is_over
        legal = position.legal_moves()
        if position.to_move == attacker:
            ((move, child),) = branches.items()
            assert move in legal
            return 1 + walk(position.after(move), child)
        named = set(branches) - {ANY_REPLY}
        assert named <= set(legal)
        others = [move for move in legal if move not in named]
        assert not others or ANY_REPLY in branches
        longest = max((walk(position.after(m), branches[m]) for m in named), default=0)
        for move in dice.sample(others, min(3, len(others))):
            longest = max(longest, walk(position.after(move), branches[ANY_REPLY]))
        return 1 + longest

    return walk(position, tree.root)


# -- against plain recursion ------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["freestyle", "standard"])
def test_vcf_against_plain_recursion(rules: str) -> None:
    dice = random.Random(11)
    answers = []
    for _ in range(25):
        position = random_position(dice, 9, rules, dice.randrange(10, 22), spread=3)
        win = find_vcf(position)
        slow = slow_board(position)
        assert win.status is not ProofStatus.UNKNOWN
        if win.is_win:
            fours = (win.plies - 1) // 2
            assert wins_by_fours(slow, int(position.to_move), fours)
            assert fours == 0 or not wins_by_fours(slow, int(position.to_move), fours - 1)
            assert verify(position, win.tree, position.to_move, dice) == win.plies
        else:
            assert not wins_by_fours(slow, int(position.to_move), 6)
        answers.append(win.is_win)
    assert 3 < sum(answers) < 22


@pytest.mark.parametrize("rules", ["freestyle", "standard"])
def test_vct_against_plain_recursion(rules: str) -> None:
    dice = random.Random(12)
    wins = 0
    for _ in range(12):
        position = random_position(dice, 6, rules, dice.randrange(7, 13), spread=2)
        win = find_vct(position)
        slow = slow_board(position)
        assert win.status is not ProofStatus.UNKNOWN
        if win.is_win:
            assert verify(position, win.tree, position.to_move, dice) == win.plies
            wins += 1
        else:
            assert not wins_by_threats(slow, int(position.to_move), 3)
    assert 0 < wins < 12


@pytest.mark.parametrize("rules", ["renju", "caro"])
@pytest.mark.parametrize("find", [find_vcf, find_vct])
def test_wins_under_other_rules_are_wins(rules: str, find: Any) -> None:
    dice = random.Random(13)
    wins = 0
    for _ in range(60):
        position = random_position(dice, 11, rules, dice.randrange(10, 24), spread=3)
        win = find(position, budget=Budget(nodes=20_000))
        if win.is_win:
            wins += 1
            assert verify(position, win.tree, position.to_move, dice) == win.plies
    assert wins > 5


def test_black_cannot_win_through_a_forbidden_point() -> None:
    # A four of Black on both lines through H8 would be 4-4: forbidden in renju, a win elsewhere.
    moves = "E8 A1 F8 A3 G8 A5 H5 A7 H6 A9 H7 D8 A15 H4"
    free = gomoku().initial().play(moves)
    renju = gomoku(rules="renju").initial().play(moves)
    assert "H8" in {free.game.format_move(t.point) for t in threats(free)}
    assert "H8" not in {
        renju.game.format_move(t.point) for t in threats(renju) if t.player == Side.FIRST
    }


def test_counter_fours_are_answered() -> None:
    # Black's three would win, but White has a four to throw in, and it makes a five possible.
    position = gomoku().initial().play("H8 B2 H9 C2 H10 D2 O1 O15")
    win = find_vct(position)
    assert win.is_win
    dice = random.Random(1)
    assert verify(position, win.tree, Side.FIRST, dice) == win.plies


# -- puzzles ----------------------------------------------------------------------------------


def test_there_are_enough_puzzles() -> None:
    puzzles = load_puzzles()
    wins = [puzzle for puzzle in puzzles if puzzle.kind != "none"]
    assert len(wins) >= 500
    assert all(puzzle.plies >= 5 for puzzle in wins)
    assert len(puzzles) - len(wins) >= 500
    assert len({puzzle.moves for puzzle in puzzles}) > 0.95 * len(puzzles)
    for puzzle in puzzles[::100]:
        assert read_puzzle(write_puzzle(puzzle)) == puzzle


def check_puzzle(puzzle: Puzzle, dice: random.Random) -> None:
    position = puzzle.position
    vcf = find_vcf(position)
    mover = int(position.to_move)
    slow = slow_board(position)
    if puzzle.kind == "vcf":
        assert vcf.plies == puzzle.plies
        assert verify(position, vcf.tree, position.to_move, dice) == puzzle.plies
        if puzzle.plies <= 9:
            assert not wins_by_fours(slow, mover, (puzzle.plies - 3) // 2)
        return
    assert vcf.status is ProofStatus.NO_FORCING_WIN
    assert not wins_by_fours(slow, mover, 3)
    vct = find_vct(position)
    if puzzle.kind == "vct":
        assert vct.is_win
        assert verify(position, vct.tree, position.to_move, dice) == vct.plies
    else:
        assert vct.status is ProofStatus.NO_FORCING_WIN


def test_a_sample_of_the_puzzles() -> None:
    dice = random.Random(14)
    puzzles = load_puzzles()
    short = [p for p in puzzles if p.plies <= 15]
    for puzzle in dice.sample(short, 10):
        check_puzzle(puzzle, dice)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(20))
def test_all_puzzles(part: int) -> None:
    dice = random.Random(part)
    for puzzle in load_puzzles()[part::20]:
        check_puzzle(puzzle, dice)


# -- defences and words -----------------------------------------------------------------------


def test_defences_are_all_and_only_the_moves_that_stop_the_win() -> None:
    position = gomoku().initial().play("H8 A1 H9 A3 H10")
    defences = find_defences(position)
    assert defences is not None
    names = {position.game.format_move(move) for move in defences.refuting}
    assert names == {"H7", "H11"}
    assert not defences.unclear
    assert find_defences(gomoku().initial().play("H8 A1")) is None


def test_explanations_in_words() -> None:
    position = gomoku().initial().play("H8 A1 H9 A3 H10")
    marks = explain(position)
    assert [mark.kind for mark in marks][:2] == ["threatens-vcf", "defence"]
    assert marks[0].player == Side.FIRST
    assert marks[0].text.startswith("Black threatens to win by fours in 3 moves: ")
    assert marks[1].text == "White stops it with H11 or H7."
    doubles = [mark for mark in marks if mark.kind == "double four"]
    assert [mark.text for mark in doubles] == ["Black makes an open or double four at H11 or H7."]


def test_nothing_is_said_of_a_game_that_is_over_or_not_begun() -> None:
    over = gomoku(size=5).initial().play("A1 A2 B1 B2 C1 C2 D1 D2 E1")
    assert over.is_over
    assert explain(over) == []
    assert explain(gomoku(swap2=True).initial()) == []


def test_with_swapped_colours_the_player_is_named_rightly() -> None:
    game = gomoku(swap2=True)
    position = game.initial().play("H8 A1 H9 take-black").play("A3 H10 A5")
    win = find_vcf(position)
    assert position.to_move == Side.SECOND
    assert win.is_win
    assert win.attacker == Side.SECOND
    passed = find_vcf(position.play("O15"), Side.SECOND)
    assert passed.is_win
    assert passed.attacker == Side.SECOND
    assert explain(position)[0].text.startswith("Black wins by fours")
