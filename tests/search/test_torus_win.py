"""The win search of Torus against brute force by the slow rules, and what it is used for."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from tests.kit.cli import invoke
from tests.kit.positions import set_up
from tests.reference.torus import ReferenceTorus
from tests.search.test_proof_search import check_tree
from tesuji.errors import TesujiError
from tesuji.games import make
from tesuji.players import make_player
from tesuji.search import ForcedWinSearch, Proof, ProofStatus
from tesuji.theory.torus import find_win, winning_moves
from tools.pictures import LONG_WIN

pytestmark = pytest.mark.core


def random_position(size: int, plies: int, dice: random.Random) -> tuple[Any, ReferenceTorus]:
    """The same random game in the fast rules and in the slow ones."""
    fast: Any = make("torus", size=size).initial()
    slow = ReferenceTorus.start(size)
    for _ in range(plies):
        if fast.is_over:
            break
        move = dice.choice(fast.legal_moves())
        fast, slow = fast.after(move), slow.after(move)
    return fast, slow


def wins_within(slow: ReferenceTorus, turns: int) -> bool:
    """Brute force: whether the player to move wins within `turns` turns."""
    return any(move_wins(slow, move, turns) for move in slow.legal_moves())


def move_wins(slow: ReferenceTorus, move: int, turns: int) -> bool:
    after = slow.after(move)
    if after.is_over:
        return after.winner == slow.to_move
    return turns >= 3 and all(
        not (reply := after.after(answer)).is_over and wins_within(reply, turns - 2)
        for answer in after.legal_moves()
    )


@pytest.mark.parametrize(("size", "count", "widest"), [(4, 160, 6), (5, 60, 5)])
def test_agrees_with_brute_force(size: int, count: int, widest: int) -> None:
    dice = random.Random(size)
    answers = {True: 0, False: 0}
    while sum(answers.values()) < count:
        fast, slow = random_position(size, dice.randint(size, 3 * size), dice)
        if fast.is_over or len(fast.legal_moves()) > 4 * widest:
            continue
        for turns in (1, 3, 5):
            if turns == 5 and len(slow.legal_moves()) > widest:
                continue
            truth = wins_within(slow, turns)
            report = find_win(fast, turns)
            expected = ProofStatus.PROVEN if truth else ProofStatus.DISPROVEN
            assert report.status is expected, (turns, str(fast))
            assert bool(winning_moves(fast, turns)) == truth
            answers[truth] += 1
            if truth:
                assert len(report.line) <= turns
                check_tree(fast, report)
    assert min(answers.values()) >= 5


@pytest.mark.slow
def test_agrees_with_brute_force_at_length() -> None:
    dice = random.Random(1)
    for _ in range(20_000):
        fast, slow = random_position(4, dice.randint(2, 14), dice)
        if fast.is_over:
            continue
        for turns in (1, 3, 5):
            if turns < 5 or len(slow.legal_moves()) <= 8:
                proven = find_win(fast, turns).status is ProofStatus.PROVEN
                assert proven == wins_within(slow, turns), (turns, str(fast))


def test_winning_moves_are_all_of_the_quickest() -> None:
    dice = random.Random(3)
    seen = 0
    while seen < 12:
        fast, slow = random_position(5, dice.randint(10, 18), dice)
        if fast.is_over or len(fast.legal_moves()) > 12 or not wins_within(slow, 3):
            continue
        seen += 1
        least = 1 if wins_within(slow, 1) else 3
        expected = [move for move in slow.legal_moves() if move_wins(slow, move, least)]
        assert winning_moves(fast, 5) == expected


def test_a_long_win_by_threats() -> None:
    """The shortest win of Black takes 11 turns; the proof search alone gives one of 15."""
    position = set_up("torus", LONG_WIN)
    assert find_win(position, 5).status is ProofStatus.DISPROVEN
    assert find_win(position, 9).status is ProofStatus.NO_FORCING_WIN
    for turns in (11, 15, None):
        report = find_win(position, turns, nodes=100_000)
        assert report.status is ProofStatus.PROVEN
        assert len(report.line) == 11
        assert report.nodes < 2000
        check_tree(position, report)


def test_a_win_in_five_takes_few_nodes() -> None:
    """Every move is looked at, and still a search takes some hundred nodes."""
    dice = random.Random(5)
    nodes = []
    for _ in range(30):
        fast, _ = random_position(9, dice.randint(8, 40), dice)
        if fast.is_over:
            continue
        nodes.append(find_win(fast, 5).nodes)
    assert max(nodes) < 1000


def test_an_even_number_of_turns_is_one_less() -> None:
    position: Any = make("torus").initial().play("C3 C4 D4 A1 B4 E8 E2 F5")
    assert find_win(position, 2).line == find_win(position, 1).line
    assert find_win(position, 1).line_notation == ("C5",)


def test_players_use_it() -> None:
    game = make("torus")
    position = game.initial().play("C3 C4 D4 A1 B4 C5 C6 E8")
    for spec in ("torus:nodes=100", "mcts:sims=1,proof=1000", "alphabeta:nodes=1,proof=1000"):
        choice = make_player(spec, game, seed=1).choose(position)
        assert choice.report.proof is Proof.WIN
        assert choice.move is not None
        after: Any = position.after(choice.move)
        assert after.is_over or find_win(after, 2).status is not ProofStatus.PROVEN
    assert ForcedWinSearch().run(game.initial(), 1000) is None
    assert ForcedWinSearch().run(make("go").initial(), 1000) is None


def test_bad_questions() -> None:
    position: Any = make("torus").initial()
    with pytest.raises(TesujiError, match="at least 1"):
        find_win(position, 0)
    with pytest.raises(TesujiError, match="1 to 5"):
        winning_moves(position, 7)
    over: Any = make("torus").initial().play("C3 C4 D4 A1 B4 E8 C5")
    with pytest.raises(TesujiError, match="over"):
        find_win(over)


def test_command() -> None:
    moves = "C3 C4 D4 A1 B4 C5 C6 E8"
    answer = json.loads(invoke("win", "torus", "--moves", moves, "--json").output)
    assert (answer["status"], answer["turns"], answer["player"]) == ("proven", 3, "black")
    first = answer["line"][0]
    assert list(answer["tree"]) == [first]
    assert all(len(replies) == 1 for replies in answer["tree"][first].values())
    text = invoke("win", "torus", "--moves", moves, "--turns", "3").output
    assert "Black wins in 3 turns" in text
    text = invoke("win", "torus", "--moves", moves, "--turns", "1").output
    assert "cannot force a win within 1 turns" in text
    bad = invoke("win", "go")
    assert isinstance(bad.exception, TesujiError)
