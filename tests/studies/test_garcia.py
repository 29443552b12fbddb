"""The monomials of Gomoku against their definitions, recomputed from scratch."""

from __future__ import annotations

import random
from typing import get_args

import pytest

from tests.reference import monomial as slow
from tests.reference.gomoku import Rules
from tesuji import core
from tesuji.errors import SetupError, TesujiError
from tesuji.games import make
from tesuji.games.gomoku import GomokuPosition
from tesuji.studies.garcia.monomials import count_of_monomials, point_table, state_table, view

pytestmark = pytest.mark.core


# -- the tables -------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [5, 6, 9, 15, 19, 20, 22])
def test_count_of_monomials(size: int) -> None:
    found = core.monomials(size)
    assert len(found) == 2 * (size * (size - 4) + (size - 4) ** 2) == count_of_monomials(size)
    expected = [
        (list(cells), [-1 if end is None else end for end in ends], direction)
        for cells, ends, direction in slow.monomials(size)
    ]
    assert sorted(expected) == sorted((list(p), list(e), d) for p, e, d in found)


def test_the_counts_of_the_thesis() -> None:
    assert len(core.monomials(19)) == 1020
    covering = [0] * 361
    for points, _, _ in core.monomials(19):
        for point in points:
            covering[point] += 1
    assert (min(covering), max(covering)) == (3, 20)


def test_state_table() -> None:
    table = state_table()
    assert len(table) == 129
    for row, found in enumerate(table):
        assert found.score == slow.score(row), row
        assert found.rank == slow.rank(row), row
    assert [table[4 * x].score for x in (0, 1, 3, 7, 15, 31)] == [1, 2, 4, 8, 16, 32]


@pytest.mark.parametrize(
    ("x", "y", "rank"),
    [
        (0b01111, 0b00, 0),  # .XXXX. with the end before it free: nobody can block both ends
        (0b01111, 0b01, 1),  # the opponent before it: one point is left, and can be taken
        (0b01111, 0b10, 0),
        (0b11011, 0b00, 1),  # a hole can be filled
        (0b01110, 0b00, 2),
        (0b01110, 0b11, 3),  # shut in
        (0b00111, 0b01, 3),
        (0b10101, 0b00, 3),  # both end variables are taken: a four of it has one hole
        (0b01100, 0b00, 4),
        (0b00100, 0b11, 7),
        (0b00000, 0b00, 8),
        (0b00000, 0b11, 9),
    ],
)
def test_ranks(x: int, y: int, rank: int) -> None:
    assert state_table()[4 * x + y].rank == rank


def test_point_table_has_all_states() -> None:
    """2^(k-1) (2 * 5 + 2 - k) states for configurations of k points, 4 * 2^8 for nine."""
    lengths = [row.before + 1 + row.after for row in point_table()[1:]]
    for k in range(5, 9):
        assert lengths.count(k) == 2 ** (k - 1) * (2 * 5 + 2 - k)
    assert lengths.count(9) == 4 * 2**8
    keys = {(row.before, row.after, row.stones, row.ends) for row in point_table()[1:]}
    assert len(keys) == len(lengths) == 2160


def test_point_table_judges_every_state() -> None:
    for row in point_table()[1:]:
        assert row.makes == slow.makes(row.before, row.after, row.stones)


# -- boards -----------------------------------------------------------------------------------


def _random_board(size: int, rules: str, stones: int, seed: int) -> GomokuPosition:
    """A board without a five, crowded into a part so that shapes come up."""
    dice = random.Random(seed)
    position = make("gomoku", size=size, rules=rules).initial()
    while len(position.moves) < stones and not position.is_over:  # type: ignore[attr-defined]
        legal = position.legal_moves()
        near = [m for m in legal if m % size < 8 and m // size < 8]
        after = position.after(dice.choice(near or legal))
        if after.is_over:
            break
        position = after
    assert isinstance(position, GomokuPosition)
    return position


@pytest.mark.parametrize("rules", get_args(Rules))
@pytest.mark.parametrize("seed", range(3))
def test_states_and_values_follow_the_game(rules: Rules, seed: int) -> None:
    size = 9 + seed
    position = _random_board(size, rules, 34, seed)
    game = make("gomoku", size=size, rules=rules)
    board = core.MonomialBoard(game.rules)  # type: ignore[attr-defined]
    for number, move in enumerate(position.moves):
        assert not board.play(move, number % 2)
        if number % 11 != 10 and number + 1 < len(position.moves):
            continue
        stones = tuple(game.initial().play(*position.moves[: number + 1]).stones)  # type: ignore[attr-defined]
        for colour in (0, 1):
            states = [slow.state(stones, colour, c, e, rules) for c, e, _ in slow.monomials(size)]
            assert board.states(colour) == states
            found = board.values(colour)
            ranked = board.rank_values(colour)
            weights = [row.rank_weight for row in state_table()]
            for cell in range(0, size * size, 7):
                assert found[cell] == slow.value(stones, size, colour, cell, rules)
                covering = [
                    weights[row]
                    for row, (cells, _, _) in zip(states, slow.monomials(size), strict=True)
                    if cell in cells
                ]
                assert ranked[cell] == sum(covering)
    assert view(position).values(0) == board.values(0)


@pytest.mark.parametrize("seed", range(4))
def test_point_configurations_follow_the_game(seed: int) -> None:
    size = 12
    position = _random_board(size, "freestyle", 40, 100 + seed)
    board, table = view(position), point_table()
    stones = tuple(position.stones)
    for colour in (0, 1):
        configs = board.configs(colour)
        for cell in range(size * size):
            rows = [table[configs[cell][direction]] for direction in range(4)]
            if stones[cell] >= 0:
                assert configs[cell] == [0, 0, 0, 0]
                continue
            for direction, row in enumerate(rows):
                expected = slow.configuration(stones, size, colour, cell, direction)
                found = (row.before, row.after, row.stones, row.ends)
                assert (None if configs[cell][direction] == 0 else found) == expected
            assert sum(row.score for row in rows) == board.values(colour)[cell]


@pytest.mark.parametrize("seed", range(6))
def test_combos(seed: int) -> None:
    position = _random_board(11, "freestyle", 10 + 6 * seed, 40 + seed)
    board = view(position)
    for colour in (0, 1):
        assert board.combos(colour) == slow.combos(tuple(position.stones), 11, colour)


def test_a_move_changes_twenty_monomials_at_most() -> None:
    """2.2.4: a stone changes scores only of the monomials that cover its point."""
    board = core.MonomialBoard(make("gomoku", size=19).rules)  # type: ignore[attr-defined]
    dice = random.Random(5)
    score = [row.score for row in state_table()]
    for number, point in enumerate(dice.sample(range(361), 120)):
        before = [board.states(colour) for colour in (0, 1)]
        if board.play(point, number % 2):
            break
        for colour in (0, 1):
            pairs = zip(before[colour], board.states(colour), core.monomials(19), strict=True)
            changed = [points for old, new, (points, _, _) in pairs if score[old] != score[new]]
            assert len(changed) <= 20
            assert all(point in points for points in changed)


def test_decisions_of_the_thesis() -> None:
    """2.2.5: with three in a row, B makes an open four; the other side may take A, B or C."""
    game = make("gomoku", size=15)
    position = game.initial().play("H8 A1 I8 A15 J8 O15")
    board = view(position)
    named = [game.format_move(move) for move in board.candidates(0)]
    assert named in (["G8"], ["K8"])
    defending = position.play("O1")
    replies = {game.format_move(move) for move in view(defending).candidates(1)}
    assert replies <= {"F8", "G8", "K8", "L8"}
    assert len(replies) == 3


def test_bad_input() -> None:
    with pytest.raises(TesujiError, match="positions of gomoku"):
        view(make("torus", size=5).initial())
    swap2 = make("gomoku", swap2=True).initial()
    with pytest.raises(SetupError, match="swap2"):
        view(swap2)
    board = core.MonomialBoard(make("gomoku", size=9).rules)  # type: ignore[attr-defined]
    board.play(40, 0)
    for point, colour in ((40, 1), (81, 0), (-1, 0), (3, 2)):
        with pytest.raises(SetupError):
            board.play(point, colour)
