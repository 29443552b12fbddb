"""Searches from Python, and the players that use them."""

from __future__ import annotations

import math
import random
import threading
import time
from typing import Any, Self

import pytest

from tests.kit.patience import LONG, PATIENCE
from tesuji.errors import TesujiError
from tesuji.games import Game, Outcome, Position, Side, Value, illegal_move, make
from tesuji.games.go import Go
from tesuji.match import Adjudication, TimeControl, play_game
from tesuji.players import SpecError, TimeLeft, make_player
from tesuji.search import (
    Budget,
    Proof,
    ProofProgress,
    ProofSearch,
    ProofStatus,
    Search,
    SearchReport,
    prove,
    search,
)

METHODS = ["mcts", "alphabeta"]
GAMES = [("torus", "5"), ("go", "5"), ("gomoku", "7"), ("dots-and-boxes", "2")]


class NimPosition(Position):
    """Take one, two or three of the stones; whoever takes the last one wins."""

    __slots__ = ("left", "turn")

    def __init__(self, left: int, turn: int = 0) -> None:
        self.left, self.turn = left, turn

    @property
    def game(self) -> Game:
        return Nim()

    @property
    def to_move(self) -> Side:
        return Side(self.turn)

    def legal_moves(self) -> list[int]:
        return list(range(min(self.left, 3)))

    def after(self, move: int) -> Self:
        if not self.is_legal(move):
            raise illegal_move(self, move)
        return type(self)(self.left - move - 1, 1 - self.turn)

    @property
    def outcome(self) -> Outcome | None:
        if self.left:
            return None
        winner = Side(1 - self.turn)
        return Outcome(winner, 1.0 if winner == Side.FIRST else -1.0, "took the last one")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NimPosition) and (self.left, self.turn) == (other.left, other.turn)

    def __hash__(self) -> int:
        return hash((self.left, self.turn))


class Nim(Game):
    """The shortest game of one's own."""

    name = "nim-for-tests"
    num_moves = 3

    def initial(self) -> Position:
        return NimPosition(10)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("name", "size"), GAMES)
def test_a_report_is_whole_and_for_the_player_to_move(name: str, size: str, method: str) -> None:
    game = make(name, size=size)
    dice = random.Random(2)
    position = game.initial()
    for _ in range(3):
        position = position.after(dice.choice(position.legal_moves()))
    report = search(position, method, Budget(simulations=200, nodes=5000), seed=1)
    assert report.position == position
    assert report.value.for_player == position.to_move
    assert -1 <= report.value.number <= 1
    assert sorted(move.move for move in report.moves) == position.legal_moves()
    assert report.best is report.moves[0]
    assert report.line == report.moves[0].line
    assert report.nodes > 0
    for move in report.moves:
        assert move.notation == game.format_move(move.move)
        assert move.value.for_player == position.to_move
        if move.visits:
            assert move.line[0] == move.move
            position.play(*move.line)  # a line can be played
            assert move.line_notation == tuple(game.format_move(step) for step in move.line)
    assert report.best.notation in report.text()


@pytest.mark.parametrize("method", METHODS)
def test_a_win_is_found_and_proven(method: str) -> None:
    position = make("gomoku", size=7).initial().play("A1 B7 A2 C7 A3 D7 A4 E7")
    report = search(position, method, Budget(simulations=2000, nodes=100_000), seed=1)
    assert report.best is not None
    assert report.best.notation == "A5"
    assert report.best.proof is Proof.WIN
    assert report.proof is Proof.WIN
    assert report.value == Value(1.0, Side.FIRST)
    refuted = search(position.play("G1"), method, Budget(simulations=2000, nodes=100_000), seed=1)
    assert refuted.value.for_player == Side.SECOND


@pytest.mark.parametrize("method", METHODS)
def test_games_written_in_python_are_searched_too(method: str) -> None:
    """Whoever can leave a multiple of four wins."""
    report = search(NimPosition(10), method, Budget(simulations=3000, nodes=30_000), seed=1)
    assert report.best is not None
    assert report.best.move == 1
    assert report.proof is Proof.WIN


@pytest.mark.parametrize("method", METHODS)
def test_a_search_is_stopped_from_another_thread(method: str) -> None:
    running = Search(make("go", size=9).initial(), method, seed=1)
    found: list[SearchReport] = []
    thread = threading.Thread(target=lambda: found.append(running.run(Budget(seconds=60))))
    thread.start()
    time.sleep(0.3)
    running.stop()
    thread.join(PATIENCE)
    assert not thread.is_alive()
    assert found[0].nodes > 0
    assert 0.2 < found[0].seconds < PATIENCE


@pytest.mark.parametrize("method", METHODS)
def test_progress_is_reported_and_may_end_the_search(method: str) -> None:
    position = make("go", size=9).initial()
    told: list[SearchReport] = []
    search(position, method, Budget(seconds=0.5), on_progress=told.append, interval=0.1)
    assert told
    assert all(report.position == position for report in told)

    def enough(report: SearchReport) -> None:
        raise InterruptedError("seen enough")

    began = time.monotonic()
    with pytest.raises(InterruptedError, match="seen enough"):
        search(position, method, Budget(seconds=LONG), on_progress=enough)
    assert time.monotonic() - began < PATIENCE


def test_a_tree_is_kept_after_a_move() -> None:
    running = Search(make("gomoku", size=7).initial(), seed=1)
    report = running.run(Budget(simulations=2000))
    assert report.best is not None
    kept = report.best.visits
    running.advance(report.best.move)
    assert running.position == report.position.after(report.best.move)
    after = running.run(Budget(simulations=100))
    assert sum(move.visits for move in after.moves) >= kept - 1
    assert after.value.for_player == Side.SECOND


@pytest.mark.parametrize(
    "wrong",
    [
        {"simulations": 0},
        {"nodes": -1},
        {"seconds": 0},
        {"seconds": float("nan")},
        {"depth": 0},
        {"memory": 0},
    ],
)
def test_bad_budgets_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(TesujiError):
        Budget(**wrong)


def test_bad_searches_are_refused() -> None:
    position = make("torus", size=5).initial()
    with pytest.raises(TesujiError, match="there are: mcts, alphabeta"):
        search(position, "magic")
    with pytest.raises(TesujiError, match="no option 'magic'"):
        search(position, "mcts", magic=1)


def test_a_forced_win_is_proven_with_its_tree() -> None:
    position = make("gomoku", size=9).initial().play("C5 A9 D5 B9 E5 I1")
    report = prove(position, Budget(seconds=20))
    assert report.status is ProofStatus.PROVEN
    assert report.value == Value(1.0, Side.FIRST)
    assert report.move == report.line[0]
    assert report.line_notation[0] == position.game.format_move(report.line[0])
    end = position.play(*report.line).outcome
    assert end is not None
    assert end.winner == Side.FIRST
    assert len(report.tree) > len(report.line)
    quick = prove(position, Budget(seconds=20), forcing=True)
    assert quick.status is ProofStatus.PROVEN
    against = prove(position, Budget(nodes=20_000), Side.SECOND, forcing=True)
    assert against.attacker == Side.SECOND
    assert against.value is None


def test_wins_are_disproven_in_games_of_ones_own() -> None:
    assert prove(NimPosition(8), Budget(nodes=10_000)).status is ProofStatus.DISPROVEN
    assert prove(NimPosition(8), Budget(nodes=10_000), Side.SECOND).value == Value(1, Side.SECOND)


def test_a_proof_search_can_be_stopped_and_tells_how_far_it_is() -> None:
    running = ProofSearch(make("go", size=9).initial())
    told: list[ProofProgress] = []

    def enough(progress: ProofProgress) -> None:
        told.append(progress)
        running.stop()

    report = running.run(Budget(seconds=LONG), on_progress=enough, interval=0.1)
    assert report.status is ProofStatus.UNKNOWN
    assert told[0].nodes > 0
    assert report.seconds < PATIENCE


# -- players ----------------------------------------------------------------------------------

SPECS = [
    "mcts:sims=50",
    "mcts:sims=50,rave=yes",
    "mcts:sims=50,fpu_reduction=0.2",
    "alphabeta:nodes=2000",
]


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize(("name", "size"), GAMES)
def test_searching_players_play_whole_games(name: str, size: str, spec: str) -> None:
    game = make(name, size=size)
    players = make_player(spec, game, seed=1), make_player("random", game, seed=2)
    result = play_game(game, players)
    assert result.failure is None, result.failure


@pytest.mark.parametrize("spec", SPECS)
def test_a_seed_makes_a_game_repeatable(spec: str) -> None:
    game = make("torus", size=5)
    games = [
        play_game(game, [make_player(spec, game, seed=s) for s in (1, 2)]).moves for _ in range(2)
    ]
    assert games[0] == games[1]


def test_a_choice_carries_value_and_report() -> None:
    game = make("gomoku", size=7)
    position = game.initial().play("A1 B7 A2 C7 A3 D7 A4 E7")
    with make_player("mcts:sims=500", game, seed=1) as player:
        player.start(game, position)
        choice = player.choose(position)
    assert choice.move == game.parse_move("A5")
    assert choice.value == Value(1.0, Side.FIRST)
    assert choice.report.proof is Proof.WIN


def test_players_keep_the_clock() -> None:
    game = make("go", size=7)
    for spec in ("mcts", "alphabeta", "mcts:seconds=5"):
        with make_player(spec, game, seed=1) as player:
            player.start(game, game.initial())
            began = time.monotonic()
            player.choose(game.initial(), TimeLeft(per_move=0.2))
            assert 0.1 < time.monotonic() - began < PATIENCE
    with make_player("mcts:sims=30,seconds=5", game, seed=1) as player:
        assert player.choose(game.initial(), TimeLeft(per_move=2)).report.simulations == 30
    with make_player("mcts", game, seed=1) as player:
        assert player.choose(game.initial()).report.simulations == 1000


def test_a_game_on_the_clock_ends_without_time_losses() -> None:
    game = make("go", size=5)
    players = make_player("mcts", game, seed=1), make_player("alphabeta", game, seed=2)
    control = TimeControl(main=2, increment=0.02)
    rules = Adjudication(max_plies=80)
    assert play_game(game, players, clock=control, adjudication=rules).failure is None


def test_a_margin_counts_where_it_is_asked_for() -> None:
    """Black owns all of a board of 25 points, komi 7.5: a certain win, and 17.5 points."""
    game = make("go", size=5)
    assert isinstance(game, Go)
    rows = ". X . X .", "X X X X X", ". X . X .", ". X X X X", ". X . X ."
    position = game.parse("\n".join(rows))
    values = {}
    for points in (0, 1):
        with make_player(f"mcts:sims=200,score_weight={points}", game, seed=1) as player:
            value = player.choose(position).value
            assert value is not None
            values[points] = value.seen_by(Side.FIRST).number
    assert values[0] > 0.99
    assert values[1] == pytest.approx(math.tanh(17.5 / 25), abs=0.05)
    with pytest.raises(SpecError, match="with a score, not gomoku"):
        make_player("mcts:score_weight=1", make("gomoku", size=9))


def test_temperature_varies_moves_but_keeps_wins() -> None:
    game = make("gomoku", size=7)
    won = game.initial().play("A1 B7 A2 C7 A3 D7 A4 E7")
    opening, winning = set(), set()
    for seed in range(8):
        with make_player("mcts:sims=100,temperature=2", game, seed=seed) as player:
            opening.add(player.choose(game.initial()).move)
            player.start(game, won)
            winning.add(player.choose(won).move)
    assert len(opening) > 3
    assert winning == {game.parse_move("A5")}


def test_a_thinking_player_can_be_told_to_move() -> None:
    game = make("go", size=9)
    with make_player(f"mcts:seconds={LONG}", game, seed=1) as player:
        timer = threading.Timer(0.3, player.stop)
        timer.start()
        began = time.monotonic()
        assert player.choose(game.initial()).move is not None
        assert time.monotonic() - began < PATIENCE


def test_bad_values_of_searching_players() -> None:
    game = make("torus", size=5)
    for spec in ("mcts:sims=0", "mcts:seconds=-1", "mcts:uct=-1", "alphabeta:depth=0"):
        with pytest.raises(SpecError):
            make_player(spec, game)
