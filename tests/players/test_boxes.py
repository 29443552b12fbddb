"""The player of Dots and Boxes that asks a network and chain theory together."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from tesuji import core
from tesuji.games import Position, make
from tesuji.games.dots_and_boxes import DotsAndBoxesPosition
from tesuji.players import SpecError, make_player
from tesuji.search import Budget, SearchReport
from tesuji.search.report import read_report


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


def test_the_network_is_asked_while_the_board_is_open() -> None:
    position = after_random_lines(5, 6)
    assert len(position.legal_moves()) == 54
    mixed = answer("boxes:sims=40,seed=1", position)
    assert mixed[2] == 40
    assert answer("boxes:sims=40,seed=1,open_lines=53", position) == mixed
    chains = answer("boxes:sims=40,seed=1,open_lines=54", position)
    assert chains == answer("chains:sims=4000,seed=1", position)


def test_chains_play_when_fewer_lines_are_open() -> None:
    position = after_random_lines(5, 21)
    assert len(position.legal_moves()) == 39
    assert answer("boxes:sims=2,seed=1", position) == answer("chains:sims=200,seed=1", position)


def test_without_a_network_for_the_size_chains_play_from_the_start() -> None:
    position = after_random_lines(8, 4)
    assert answer("boxes:sims=2,seed=1", position) == answer("chains:sims=200,seed=1", position)


class Judge:
    """A network that likes one line, and gives each position the same value."""

    def __init__(self, favourite: int) -> None:
        self.favourite = favourite

    def __call__(self, planes: np.ndarray[Any, Any]) -> tuple[np.ndarray[Any, Any], ...]:
        logits = np.zeros((len(planes), 60), dtype=np.float32)
        logits[:, self.favourite] = 8
        return logits, np.full(len(planes), 0.5, dtype=np.float32)


def judged(
    position: Position, share: float | None, *, simulations: int = 1, favourite: int = 0
) -> SearchReport:
    """Searches by chain theory, with a network beside it where there is a share."""
    assert isinstance(position, DotsAndBoxesPosition)
    options = core.MctsOptions(seed=1, batch_size=1, threads=1)
    network = () if share is None else (Judge(favourite), share)
    search = core.DotsAndBoxesChainSearch(position, options, 20, *network)
    control = core.SearchControl(Budget(simulations).for_core())
    return read_report(position, search.run(control))


def test_a_value_is_a_mean_of_network_and_theory() -> None:
    position = after_random_lines(5, 6)
    favourite = next(line for line in range(60) if position.is_legal(line))

    def value(share: float) -> float:
        """Of the favourite line, after which the opponent is to move and was judged once."""
        best = judged(position, share, simulations=2, favourite=favourite).moves[0]
        assert best.move == favourite
        return best.value.number

    theory = value(0)
    assert abs(theory) > 0.01
    assert value(1) == pytest.approx(-0.5)
    assert value(0.25) == pytest.approx(0.75 * theory - 0.125)
    with pytest.raises(ValueError, match="share"):
        judged(position, 1.5)


def test_the_network_ranks_the_moves_that_theory_leaves() -> None:
    position = make("dots-and-boxes", size=5).initial()
    for favourite in (7, 31):
        report = judged(position, 0, simulations=200, favourite=favourite)
        assert max(report.moves, key=lambda one: one.visits or 0).move == favourite


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
