"""The rules of Reversi, and what goes with them: notation, pictures, records, exact endgames."""

from __future__ import annotations

import pickle
import random
from typing import Any

import numpy as np
import pytest

from tests.kit.positions import checked
from tests.reference.reversi import ReferenceReversi
from tesuji import core
from tesuji.errors import IllegalMoveError, RecordError, SetupError
from tesuji.games import Side, make, parse_spec
from tesuji.players import make_player
from tesuji.records import GameRecord, read_sgf, write_sgf
from tesuji.search import Budget, Proof, Search, search
from tesuji.theory.certain import certain_report

pytestmark = pytest.mark.core

PUBLISHED = [4, 12, 56, 244, 1396, 8200]
"""Sequences of 1, 2, 3… moves from the start on 8x8, as other programs count them."""


def start(size: int = 8) -> Any:
    return make("reversi", size=size).initial()


def late(size: int, empty: int, seed: int) -> Any:
    """A position of a random game with so many empty squares, not over."""
    rng = random.Random(seed)
    while True:
        position = start(size)
        while not position.is_over and position.num_empty > empty:
            position = position.after(rng.choice(position.legal_moves()))
        if not position.is_over:
            return position


# -- moves ----------------------------------------------------------------------------------


def test_the_start() -> None:
    position = checked(start())
    assert position.to_move is Side.FIRST
    assert [position.game.format_move(move) for move in position.legal_moves()] == [
        "D3",
        "C4",
        "F5",
        "E6",
    ]
    assert position.discs == (2, 2)
    assert position.lead() == 0


def test_discs_are_turned_over_in_all_directions() -> None:
    game = make("reversi", size=6)
    position = game.parse(
        """
        X . X . X .
        . O O O . .
        X O . O X .
        . O O O . .
        X . X . X .
        . . . . . .
        """
    )
    after = checked(position.play("C3"))
    assert after.stones.count(1) == 0
    assert after.is_over
    assert after.outcome.winner is Side.FIRST
    assert after.outcome.reason == "nobody can move"


def test_only_lines_from_the_new_disc_count() -> None:
    game = make("reversi", size=6)
    rows = ["X O . . . .", ". . O . . .", ". . X . . ."] + [". . . . . ."] * 3
    after = checked(game.parse("\n".join(rows)).play("C1"))
    # B1 and C2 are turned over; that C2 now stands between X discs elsewhere turns nothing more.
    assert [after.stones[point] for point in (0, 1, 2, 8, 14)] == [0] * 5
    assert after.discs == (5, 0)


def test_numbers_of_sequences_are_the_published_ones() -> None:
    def count(position: Any, depth: int) -> int:
        if depth == 0:
            return 1
        return sum(count(position.after(move), depth - 1) for move in position.legal_moves())

    assert [count(start(), depth) for depth in range(1, 7)] == PUBLISHED


def test_who_cannot_move_passes_and_nobody_else() -> None:
    game = make("reversi", size=4)
    position = checked(game.parse("X O . .\n. . . .\n. . . .\n. . . .", Side.SECOND))
    assert position.legal_moves() == [game.pass_move]
    after = checked(position.play("pass"))
    assert after.to_move is Side.FIRST
    with pytest.raises(IllegalMoveError, match="a player who can turn a disc over must"):
        after.play("pass")
    end = checked(after.play("C1"))
    assert end.is_over
    assert end.outcome.margin == 3


@pytest.mark.parametrize(
    ("move", "why"),
    [("A1", "it turns no disc over"), ("D4", "the square is occupied"), ("pass", "must")],
)
def test_reasons(move: str, why: str) -> None:
    position = start()
    assert why in (position.why_illegal(position.game.parse_move(move)) or "")
    with pytest.raises(IllegalMoveError, match=why):
        position.play(move)
    assert "no such square" in (position.why_illegal(99) or "")


def test_a_full_board() -> None:
    rng = random.Random(3)
    reasons = set()
    for _ in range(40):
        position = start(4)
        while not position.is_over:
            position = position.after(rng.choice(position.legal_moves()))
        reasons.add(position.outcome.reason)
        assert position.outcome.margin == position.lead()
        assert position.why_illegal(0) == "the game is over"
    assert reasons == {"the board is full", "nobody can move"}


# -- set-ups --------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [2, 3, 5, 7, 10, "4x6"])
def test_sizes_that_there_are_not(size: object) -> None:
    with pytest.raises(SetupError):
        make("reversi", size=size)


def test_bad_setups() -> None:
    game: Any = make("reversi", size=4)
    with pytest.raises(SetupError, match="16"):
        game.setup([-1] * 15)
    with pytest.raises(SetupError, match="squares"):
        core.ReversiPosition(game.rules, [-1] * 17, 0)
    with pytest.raises(SetupError, match="a disc is"):
        core.ReversiPosition(game.rules, [2] + [-1] * 15, 0)
    assert game.setup([-1] * 16).is_over  # nobody can move on an empty board


def test_a_spec_and_a_pickle_lead_back() -> None:
    position = late(6, 12, seed=1)
    assert parse_spec(position.game.spec) == position.game
    for one in (position, position.transformed(1), position.transformed(6)):
        copy = pickle.loads(pickle.dumps(one))
        assert (copy, copy.moves, copy.setup) == (one, one.moves, one.setup)
        assert checked(copy) == one


def test_half_of_the_symmetries_keep_the_start() -> None:
    game = make("reversi")
    kept = [s for s in range(8) if game.initial().transformed(s) == game.initial()]
    assert len(kept) == 4
    assert all(game.initial().transformed(s).was_set_up == (s not in kept) for s in range(8))


def test_planes() -> None:
    position = start().play("F5")
    own, theirs, places, ones = position.planes()
    assert (own.sum(), theirs.sum(), places.sum()) == (1, 4, 3)
    assert ones.all()
    assert {int(cell) for cell in np.flatnonzero(places)} == set(position.legal_moves())


# -- words and pictures -----------------------------------------------------------------------


def test_notation_counts_from_the_top() -> None:
    game = make("reversi")
    assert (game.format_move(0), game.format_move(63), game.format_move(64)) == ("A1", "H8", "pass")
    assert game.parse_move("f5") == 4 * 8 + 5
    text = game.initial().text().splitlines()
    assert text[1].startswith(" 1 ")
    assert "Discs: Black 2, White 2" in text[2]
    assert game.parse("\n".join(text)) == game.initial()


def test_pictures_show_squares() -> None:
    picture = start().svg()
    assert picture.count('class="sb"') == picture.count('class="sw"') == 2
    assert picture != make("gomoku", size=8).initial().svg()
    board = make("reversi").board
    assert board is not None
    assert board.squares
    assert board.rows_from_top


# -- records ----------------------------------------------------------------------------------


def test_records() -> None:
    game = make("reversi")
    record = GameRecord.from_moves(game, ["F5", "D6", "C3"], black="Ann", white="Bea")
    text = write_sgf(record)
    assert "GM[2]" in text
    assert "TESUJI" not in text
    assert ";B[fe];W[df];B[cc]" in text.replace("\n", "")
    assert read_sgf(text) == record
    assert read_sgf("(;GM[2];B[fe];W[df])").game == game


def test_a_record_with_a_pass() -> None:
    rng = random.Random(2)
    while True:
        position: Any = start(4)
        while not position.is_over:
            position = position.after(rng.choice(position.legal_moves()))
        if position.game.pass_move in position.moves:
            break
    names = [position.game.format_move(move) for move in position.moves]
    record = GameRecord.from_moves(position.game, names)
    assert read_sgf(write_sgf(record)).end.position() == position


def test_a_record_of_a_setup_begins_from_the_four_discs() -> None:
    record = read_sgf("(;GM[2]SZ[4]AW[ad];B[db])")
    position: Any = record.root.position()
    assert position.stones.count(1) == 3
    with pytest.raises(RecordError):
        read_sgf("(;GM[2]SZ[5];B[aa])")


# -- searches ---------------------------------------------------------------------------------


def minimax(position: ReferenceReversi) -> float:
    """The final margin for the first player, by the slow rules."""
    if position.is_over:
        return position.margin
    values = [minimax(position.after(move)) for move in position.legal_moves()]
    return max(values) if position.to_move == 0 else min(values)


@pytest.mark.parametrize("seed", range(12))
def test_exact_searches_agree_with_the_slow_rules(seed: int) -> None:
    position = late(6, 6, seed)
    truth = minimax(ReferenceReversi(6, tuple(position.stones), int(position.to_move)))
    sign = 1 if position.to_move is Side.FIRST else -1
    report = certain_report(position)
    assert report is not None
    assert report.score == truth * sign
    assert report.proof is (Proof.WIN if truth * sign > 0 else Proof.LOSS if truth else Proof.DRAW)

    def ignorance(planes: Any) -> Any:
        return np.zeros((len(planes), 37), np.float32), np.zeros(len(planes), np.float32)

    tree = Search(position, "mcts", evaluator=ignorance, exact_plies=6, seed=1)
    found = tree.run(Budget(simulations=200))
    assert found.proof is report.proof


def test_white_wins_on_4x4_by_eight() -> None:
    report = search(start(4), "alphabeta", Budget(seconds=60), all_moves_exact=True)
    assert report.score == -8
    assert {move.score for move in report.moves} == {-8}


def test_a_search_is_stronger_than_chance() -> None:
    game = make("reversi", size=6)
    won = 0
    for seed in range(6):
        players = [
            make_player("alphabeta:nodes=500", game),
            make_player(f"random:seed={seed}", game),
        ]
        if seed % 2:
            players.reverse()
        position = game.initial()
        while not position.is_over:
            choice = players[position.to_move].choose(position)
            assert choice.move is not None
            position = position.after(choice.move)
        assert position.outcome is not None
        won += position.outcome.winner == seed % 2
    assert won >= 5


# -- beside another program -------------------------------------------------------------------


def test_random_games_agree_with_open_spiel() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    othello = pyspiel.load_game("othello")
    rng = random.Random(5)
    for _ in range(30):
        theirs, ours = othello.new_initial_state(), start()
        while not ours.is_over:
            assert theirs.legal_actions() == ours.legal_moves(), ours.text()
            assert theirs.current_player() == ours.to_move
            move = rng.choice(ours.legal_moves())
            theirs.apply_action(move)
            ours = ours.after(move)
        assert theirs.is_terminal()
        assert np.sign(theirs.returns()[0]) == np.sign(ours.outcome.margin)
