"""The players that know Dots and Boxes: solver, chains and double-dealer."""

from __future__ import annotations

import threading
import time

import pytest

from tests.kit.patience import LONG, PATIENCE
from tesuji.games import make
from tesuji.games.dots_and_boxes import DotsAndBoxes, DotsAndBoxesPosition
from tesuji.players import Player, SpecError, TimeLeft, make_player
from tesuji.theory.dots_and_boxes import Structure


def play(game: DotsAndBoxes, first: Player, second: Player) -> float:
    """The margin of the first player."""
    position: DotsAndBoxesPosition = game.initial()
    players = (first, second)
    for player in players:
        player.start(game, position)
    while not position.is_over:
        move = players[position.to_move].choose(position).move
        assert move is not None
        after = position.after(move)
        for player in players:
            player.observe(position, move, after)
        position = after
    assert position.outcome is not None
    return position.outcome.margin


def test_solver_plays_3x3_perfectly() -> None:
    game = DotsAndBoxes(3, 3)
    for seed in range(3):
        with make_player("solver", game) as solver, make_player("random", game, seed=seed) as other:
            assert play(game, other, solver) <= -3
    with make_player("solver", game) as first, make_player("chains", game) as second:
        assert play(game, first, second) == -3


def test_solver_plays_larger_boards_perfectly_from_where_it_can_prove() -> None:
    game = DotsAndBoxes(2, 5)
    with make_player("solver:seconds=20", game) as one, make_player("solver", game) as two:
        assert play(game, one, two) == -2


def test_solver_takes_other_games() -> None:
    game = make("gomoku", size=7)
    position = game.initial().play("A1 B7 A2 C7 A3 D7 A4 E7")
    with make_player("solver:seconds=2,memory=32", game) as solver:
        solver.start(game, position)
        move = solver.choose(position).move
        assert move is not None
        assert game.format_move(move) == "A5"


def test_chains_beats_the_double_dealer() -> None:
    game = DotsAndBoxes(5, 5)
    wins = 0
    for seed in range(4):
        with (
            make_player("chains:seconds=0.05", game, seed=seed) as chains,
            make_player("double-dealer", game, seed=seed) as dealer,
        ):
            margin = play(game, chains, dealer) if seed % 2 else -play(game, dealer, chains)
            wins += margin > 0
    assert wins >= 3


def test_chains_plays_the_largest_boards() -> None:
    game = DotsAndBoxes(9, 9)
    position = game.initial()
    with make_player("chains:seconds=0.2,seed=1", game) as chains:
        chains.start(game, position)
        move = chains.choose(position).move
        assert move is not None
        assert move in Structure.of(position).safe_lines


def test_chains_keeps_to_the_clock_and_can_be_stopped() -> None:
    game = DotsAndBoxes(5, 5)
    position = game.initial()
    with make_player(f"chains:seconds={LONG}", game) as chains:
        chains.start(game, position)
        start = time.perf_counter()
        assert chains.choose(position, TimeLeft(per_move=0.2)).move is not None
        assert time.perf_counter() - start < PATIENCE
        stopper = threading.Timer(0.3, chains.stop)
        stopper.start()
        start = time.perf_counter()
        assert chains.choose(position).move is not None
        assert time.perf_counter() - start < PATIENCE


def test_double_dealer_deals_twice_when_it_keeps_control() -> None:
    """A chain of four boxes was opened, another is left: take two, and leave two."""
    game = DotsAndBoxes(2, 4)
    names = game.lines
    chains = {names.vertical(row, column) for row in range(2) for column in range(5)}
    position = game.setup(set(range(game.num_moves)) - chains).play("Aa")
    with make_player("double-dealer", game) as dealer:
        dealer.start(game, position)
        dealt = position.to_move
        moves = []
        while position.to_move == dealt:
            move = dealer.choose(position).move
            assert move is not None
            moves.append(game.format_move(move))
            position = position.after(move)
    assert moves == ["Ab", "Ac", "Ae"]


def test_they_play_nothing_else() -> None:
    for spec in ("chains", "double-dealer"):
        with pytest.raises(SpecError, match="dots-and-boxes only, not torus"):
            make_player(spec, make("torus"))
