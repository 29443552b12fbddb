"""The monomial players: legal, stoppable, repeatable, and right about the wins they claim."""

from __future__ import annotations

import random
import threading
import time

import pytest

from tests.kit.patience import LONG, PATIENCE
from tesuji.errors import SetupError, TesujiError
from tesuji.games import Position, make
from tesuji.match import play_game
from tesuji.players import SpecError, TimeLeft, make_player
from tesuji.search import Budget, Proof, ProofStatus, Search, prove, search
from tesuji.studies.garcia.monomials import view

pytestmark = pytest.mark.core


def _scattered(size: int, rules: str, stones: int, seed: int) -> Position:
    dice = random.Random(seed)
    position = make("gomoku", size=size, rules=rules).initial()
    for _ in range(stones):
        inner = [m for m in position.legal_moves() if 1 < m % size < 8 and 1 < m // size < 8]
        after = position.after(dice.choice(inner))
        if after.is_over:
            break
        position = after
    return position


@pytest.mark.parametrize("rules", ["freestyle", "standard", "renju", "caro"])
def test_winning_search_agrees_with_proof_search(rules: str) -> None:
    """What the proof search can force by fours and threes, the winning search can, too.

    It also finds wins in which a block keeps an older threat alive; all its wins are played out.
    """
    won = 0
    threes = rules in ("freestyle", "standard")
    for seed in range(30):
        position = _scattered(10, rules, 6 + seed % 9, seed)
        budget = Budget(seconds=5, nodes=20_000)
        proof = prove(position, budget, forcing=True, threes=threes, tree=False)
        found = search(
            position, "monomial", Budget(simulations=3000), version=2, winning_share=1.0, seed=1
        )
        claims, proven = found.proof is Proof.WIN, proof.status is ProofStatus.PROVEN
        if proven and len(proof.line) <= 7:  # near enough for both
            assert claims, position.text()
        assert not (claims and proof.status is ProofStatus.DISPROVEN)
        if claims:
            won += 1
            _check_line(position, found.line)
            for dice in range(4):
                _check_win(position, random.Random(dice))
    assert won >= 3


def _check_line(position: Position, line: tuple[int, ...]) -> None:
    """The winner's moves win, and the loser's replies are legal."""
    winner = position.to_move
    for move in line:
        position = position.after(move)
    outcome = position.outcome
    # The last reply may have been impossible, as it is for Black in renju.
    assert outcome is None or outcome.winner == winner


def _check_win(position: Position, dice: random.Random) -> None:
    """Plays a claimed win out against replies that block, make fours, or come by chance."""
    winner = position.to_move
    running = Search(position, "monomial", version=2, winning_share=1.0, seed=1)
    while True:
        report = running.run(Budget(simulations=3000))
        assert report.proof is Proof.WIN, position.text()
        move = report.moves[0].move
        position = position.after(move)
        running.advance(move)
        if position.is_over:
            break
        colour = position.colour_to_place
        sensible = view(position).candidates(colour)
        reply = dice.choice(
            sensible if sensible and dice.random() < 0.8 else position.legal_moves()
        )
        position = position.after(reply)
        running.advance(reply)
        assert not position.is_over, position.text()
    assert position.outcome is not None
    assert position.outcome.winner == winner


def test_the_rest_of_a_won_game_is_played_from_the_tree() -> None:
    game = make("gomoku", size=15)
    position = game.initial().play("H8 A1 H9 O1 I8 A15 J9 O15")
    player = make_player("monomial:sims=3000,seed=1", game)
    with player:
        player.start(game, position)
        choice = player.choose(position)
        assert choice.value is not None
        assert choice.value.number == 1
        replies = random.Random(3)
        while choice.move is not None:
            after = position.after(choice.move)
            player.observe(position, choice.move, after)
            if after.is_over:
                break
            line = choice.report.moves[0].line
            reply = line[1] if len(line) > 1 else replies.choice(after.legal_moves())
            position = after.after(reply)
            player.observe(after, reply, position)
            assert not position.is_over
            choice = player.choose(position)
            assert choice.report.proof is Proof.WIN
        assert after.outcome is not None
        assert after.outcome.winner == 0


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize("rules", ["freestyle", "standard", "renju", "caro"])
def test_whole_games(version: int, rules: str) -> None:
    """Every move is legal, up to the end of the game or of the board."""
    game = make("gomoku", size=7, rules=rules)
    position = game.initial()
    spec = f"monomial:version={version},sims=60,seed=2"
    with make_player(spec, game) as player:
        player.start(game, position)
        while not position.is_over:
            move = player.choose(position).move
            assert move is not None
            after = position.after(move)
            player.observe(position, move, after)
            position = after


@pytest.mark.parametrize("version", [1, 2])
def test_beats_random(version: int) -> None:
    game = make("gomoku", size=15)
    for seat in (0, 1):
        specs = ["random:seed=5", "random:seed=5"]
        specs[seat] = f"monomial:version={version},sims=200,seed=1"
        players = [make_player(spec, game) for spec in specs]
        result = play_game(game, (players[0], players[1]))
        assert result.outcome is not None
        assert result.outcome.winner == seat


@pytest.mark.parametrize("version", [1, 2])
def test_sees_five_and_stops_five(version: int) -> None:
    game = make("gomoku", size=15)
    own = game.initial().play("H8 A1 I8 B1 J8 C1 K8 D1")
    assert game.format_move(_move(own, version)) in {"G8", "L8"}
    theirs = game.initial().play("A1 H8 A3 I8 C15 J8 G8 K8")
    assert game.format_move(_move(theirs, version)) == "L8"


def _move(position: Position, version: int) -> int:
    report = search(position, "monomial", Budget(simulations=50), version=version, seed=1)
    assert report.best is not None
    return report.best.move


@pytest.mark.parametrize("version", [1, 2])
def test_reports(version: int) -> None:
    position = make("gomoku", size=9).initial().play("E5 F6")
    report = search(position, "monomial", Budget(simulations=500), version=version, seed=4)
    again = search(position, "monomial", Budget(simulations=500), version=version, seed=4)
    assert report.moves == again.moves
    assert sorted(move.move for move in report.moves) == position.legal_moves()
    assert report.simulations == 500
    assert sum(move.visits for move in report.moves) <= 500
    assert all(-1 <= move.value.number <= 1 for move in report.moves)
    for move in report.moves:
        position.play(*move.line)


def test_empty_board_opens_in_the_middle() -> None:
    game = make("gomoku", size=15)
    report = search(game.initial(), "monomial", Budget(simulations=200), seed=1)
    assert report.best is not None
    row, column = divmod(report.best.move, 15)
    assert 3 < row < 11
    assert 3 < column < 11


def test_stops_at_once_and_reports_progress() -> None:
    position = make("gomoku", size=15).initial().play("H8 J9")
    running = Search(position, "monomial", seed=1)
    heard: list[int] = []
    timer = threading.Timer(0.5, running.stop)
    timer.start()
    begun = time.monotonic()
    report = running.run(Budget(seconds=LONG), lambda found: heard.append(found.simulations), 0.05)
    assert time.monotonic() - begun < PATIENCE
    assert heard
    assert heard == sorted(heard)
    assert report.simulations >= heard[-1]
    timer.join()


def test_keeps_to_a_clock() -> None:
    game = make("gomoku", size=15)
    with make_player("monomial:seed=1", game) as player:
        begun = time.monotonic()
        player.choose(game.initial(), TimeLeft(per_move=0.2))
        assert time.monotonic() - begun < PATIENCE


def test_bad_input() -> None:
    with pytest.raises(SpecError, match="plays gomoku only, not go"):
        make_player("monomial", make("go", size=9))
    with pytest.raises(SpecError, match="swap2"):
        make_player("monomial", make("gomoku", swap2=True))
    with pytest.raises(SpecError, match="version"):
        make_player("monomial:version=3", make("gomoku"))
    with pytest.raises(TesujiError, match="no search called 'monomial' for torus"):
        search(make("torus", size=5).initial(), "monomial")
    over = make("gomoku", size=5).initial().play("A1 A2 B1 B2 C1 C2 D1 D2 E1")
    with pytest.raises(SetupError, match="over"):
        search(over, "monomial")
    with pytest.raises(SetupError, match="has no depth limit"):
        search(make("gomoku").initial(), "monomial", Budget(depth=3))
    with pytest.raises(SetupError, match="share"):
        search(make("gomoku").initial(), "monomial", winning_share=2.0)
