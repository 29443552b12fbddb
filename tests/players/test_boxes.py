"""The player of Dots and Boxes that begins with a network and ends with chain theory."""

from __future__ import annotations

import random

import pytest

from tesuji.games import Position, make
from tesuji.players import SpecError, make_player


def after_random_lines(size: int, lines: int) -> Position:
    position = make("dots-and-boxes", size=size).initial()
    dice = random.Random(3)
    for _ in range(lines):
        position = position.after(dice.choice(position.legal_moves()))
    return position


def answer(spec: str, position: Position) -> tuple[int | None, float, int]:
    with make_player(spec, position.game) as player:
        player.start(position.game, position)
        choice = player.choose(position)
    assert choice.value is not None
    return choice.move, choice.value.number, choice.report.simulations


def test_the_network_plays_while_the_board_is_open() -> None:
    position = after_random_lines(5, 6)
    assert len(position.legal_moves()) == 54
    network = answer("alphazero:sims=40,seed=1", position)
    assert answer("boxes:sims=40,seed=1", position) == network
    assert answer("boxes:sims=40,seed=1,open_lines=53", position) == network
    chains = answer("boxes:sims=40,seed=1,open_lines=54", position)
    assert chains == answer("chains:sims=2800,seed=1", position)
    assert chains != network


def test_chains_play_when_fewer_lines_are_open() -> None:
    position = after_random_lines(5, 21)
    assert len(position.legal_moves()) == 39
    assert answer("boxes:sims=2,seed=1", position) == answer("chains:sims=140,seed=1", position)


def test_without_a_network_for_the_size_chains_play_from_the_start() -> None:
    position = after_random_lines(8, 4)
    assert answer("boxes:sims=2,seed=1", position) == answer("chains:sims=140,seed=1", position)


def test_reports_name_this_player_in_both_phases() -> None:
    for lines in (6, 21):
        position = after_random_lines(5, lines)
        with make_player("boxes:sims=4", position.game) as player:
            player.start(position.game, position)
            assert player.choose(position).report.engine == "boxes:sims=4"


def test_it_follows_a_game_through_both_phases() -> None:
    game = make("dots-and-boxes", size=4)
    position: Position = game.initial()
    with make_player("boxes:sims=4,open_lines=20,seed=1", game) as player:
        player.start(game, position)
        while not position.is_over:
            move = player.choose(position).move
            assert move is not None
            after = position.after(move)
            player.observe(position, move, after)
            position = after


def test_bad_options_are_refused() -> None:
    game = make("dots-and-boxes", size=5)
    with pytest.raises(SpecError, match="open_lines"):
        make_player("boxes:open_lines=-1", game)
    with pytest.raises(SpecError, match="boxes"):
        make_player("boxes:sims=4", make("go"))
