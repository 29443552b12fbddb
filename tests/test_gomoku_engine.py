"""The Gomoku engine: its board, its shapes, its search."""

from __future__ import annotations

import random
import threading
import time
from typing import Any

import pytest

from tests.gomoku_positions import random_position
from tests.reference.gomoku_threats import SlowBoard
from tesuji import core
from tesuji.errors import TesujiError
from tesuji.games import Position, make
from tesuji.lessons import load_puzzles
from tesuji.players import make_player
from tesuji.search import Budget, Proof, Search, search
from tesuji.theory.gomoku import find_vct

pytestmark = pytest.mark.core


def gomoku(**options: Any) -> Any:
    return make("gomoku", **options)


VARIANTS = ("freestyle", "standard", "renju", "caro")


# -- the board --------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", VARIANTS)
@pytest.mark.parametrize("size", [5, 6, 15, 20, 22])
def test_board_follows_moves_and_their_undoing(rules: str, size: int) -> None:
    dice = random.Random(size)
    board = core.GomokuBoard(gomoku(size=size, rules=rules).initial())
    start = board.evaluation
    placed: list[int] = []
    for step in range(150):
        empty = [p for p in range(size * size) if p not in placed]
        if placed and (dice.random() < 0.35 or not empty):
            board.take_back()
            placed.pop()
        else:
            placed.append(dice.choice(empty))
            board.place(placed[-1])
        assert board.to_move == len(placed) % 2
        if step % 5 == 0:
            assert board.is_consistent
    for _ in placed:
        board.take_back()
    assert board.is_consistent
    assert board.evaluation == start


def test_board_refuses_what_makes_no_sense() -> None:
    board = core.GomokuBoard(gomoku().initial())
    with pytest.raises(ValueError, match="nothing to take back"):
        board.take_back()
    board.place(3)
    with pytest.raises(ValueError, match="occupied"):
        board.place(3)
    with pytest.raises(IndexError):
        board.place(225)
    with pytest.raises(ValueError, match="colour"):
        board.codes(2)


def slow_threat(board: SlowBoard, colour: int, point: int) -> str | None:
    """What a stone makes, by trying: a five, or fives with the next stone."""
    if board.wins_at(point, colour):
        return "five_point"
    fives = board.with_stone(point, colour).five_points(colour)
    if len(fives) >= 2:
        return "four_double"
    return "four" if fives else None


@pytest.mark.parametrize("rules", ["freestyle", "standard"])
def test_fours_against_a_slow_classifier(rules: str) -> None:
    dice = random.Random(7)
    for _ in range(25):
        position = random_position(dice, 9, rules, dice.randrange(8, 30))
        slow = SlowBoard(list(position.stones), 9, rules == "standard")
        board = core.GomokuBoard(position)
        for colour in (0, 1):
            found = dict(board.threats(colour))
            if "five_point" in found.values():
                assert {p for p, name in found.items() if name == "five_point"} == set(
                    slow.five_points(colour)
                )
                continue  # what a stone adds to a standing four is not told apart by trying
            for point in slow.empty():
                wanted = slow_threat(slow, colour, point)
                name = found.get(point)
                if wanted == "four":
                    assert name in {"four_simple", "four_three"}
                elif wanted is not None:
                    assert name == wanted
                else:
                    assert name in {None, "three", "three_double"}


@pytest.mark.parametrize("rules", ["freestyle", "standard"])
def test_open_threes_against_a_slow_classifier(rules: str) -> None:
    dice = random.Random(8)
    for _ in range(12):
        position = random_position(dice, 8, rules, dice.randrange(6, 14), spread=2)
        slow = SlowBoard(list(position.stones), 8, rules == "standard")
        found = dict(core.GomokuBoard(position).threats(0))
        if any(name.startswith(("five", "four_double")) for name in found.values()):
            continue
        for point in dice.sample(slow.empty(), 6):
            name = found.get(point)
            if name is not None and name.startswith("four"):
                continue
            # Without a four, a stone in one line makes a double four possible in that line, or
            # where two lines of three stones meet: only the first is an open three.
            after = slow.with_stone(point, 0)
            straight = [p for p in after.double_fours(0) if in_one_line(after, p)]
            assert (name in {"three", "three_double"}) == bool(straight)


def in_one_line(board: SlowBoard, point: int) -> bool:
    """Whether two of the fives that a black stone at `point` leads to are in one line with it."""
    size = board.size
    lines = []
    for five in board.with_stone(point, 0).five_points(0):
        down, right = five // size - point // size, five % size - point % size
        lines.append("row" if down == 0 else right / down)
    return len(lines) != len(set(lines))


def test_renju_threats_leave_out_forbidden_points() -> None:
    dice = random.Random(3)
    seen = 0
    for _ in range(150):
        position = random_position(dice, 11, "renju", dice.randrange(16, 40), spread=4)
        board = core.GomokuBoard(position)
        black = gomoku(size=11, rules="renju").setup(position.stones)
        forbidden = set(black.forbidden_points)
        seen += len(forbidden)
        assert not forbidden & {point for point, _ in board.threats(0)}
    assert seen > 50


# -- the search -------------------------------------------------------------------------------


def best(position: Position, **limits: int) -> str:
    report = search(position, "gomoku", Budget(**(limits or {"nodes": 20_000})))
    assert report.best is not None
    return report.best.notation


def test_it_opens_in_the_middle() -> None:
    assert best(gomoku().initial()) == "H8"


@pytest.mark.parametrize(
    ("moves", "answers"),
    [
        ("H8 A1 H9 A3 H10 A5 H11", {"H12", "H7"}),  # lost, but not without a last defence
        ("H8 A1 H9 A3 H10", {"H11", "H7", "H12", "H6"}),  # an open three must be stopped
        ("H8 A1 H9 A3 H10 A5", {"H11", "H7"}),  # and wins if it is not
        ("G8 F8 H8 A1 I8 A3 J8", {"K8"}),  # a four has one answer
    ],
)
def test_puzzles_made_by_hand(moves: str, answers: set[str]) -> None:
    assert best(gomoku().initial().play(moves)) in answers


def test_a_win_that_is_reported_as_certain_is_one() -> None:
    position = gomoku().initial().play("H8 A1 H9 A3 H10 A5")
    report = search(position, "gomoku", Budget(nodes=1000))
    assert report.proof is Proof.WIN
    assert report.value.number == 1.0


def test_it_does_not_step_into_a_win_by_threats() -> None:
    """Each of these games was lost by the last move: to threes that no search of fours sees."""
    escaped = 0
    short = [p for p in load_puzzles() if p.kind == "vct" and p.plies <= 11]
    for puzzle in short[::6]:
        position = gomoku(size=puzzle.size, rules=puzzle.rules).initial()
        for point in puzzle.moves[:-1]:
            position = position.after(point)
        report = search(position, "gomoku", Budget(nodes=40_000))
        lost = [move for move in report.moves if move.proof is Proof.LOSS]
        for move in lost[:2]:
            assert find_vct(position.after(move.move)).is_win
        best = report.best
        assert best is not None
        if best.proof is Proof.LOSS:  # then there was no escape
            continue
        after = position.after(best.move)
        assert after.is_over or not find_vct(after, budget=Budget(nodes=2000)).is_win
        escaped += 1
    assert escaped >= 5


def test_overline_does_not_win_in_standard() -> None:
    # Black has x x x . x x: filling the gap is six in a row.
    moves = "C8 A1 D8 A3 E8 A5 G8 A7 H8 B15"
    free = gomoku().initial().play(moves)
    exact = gomoku(rules="standard").initial().play(moves)
    assert best(free) == "F8"
    report = search(exact, "gomoku", Budget(nodes=5000))
    assert not (report.best and report.best.notation == "F8" and report.proof is Proof.WIN)


@pytest.mark.parametrize("rules", VARIANTS)
@pytest.mark.parametrize("size", [5, 7, 15, 22])
def test_whole_games_are_legal(rules: str, size: int) -> None:
    dice = random.Random(1)
    game = gomoku(size=size, rules=rules)
    position = game.initial()
    engine = make_player("gomoku:nodes=300,seed=1", game)
    engine.start(game, position)
    for ply in range(60):
        if position.is_over:
            break
        move = engine.choose(position).move if ply % 2 else dice.choice(position.legal_moves())
        assert move is not None
        assert position.is_legal(move)
        after = position.after(move)
        engine.observe(position, move, after)
        position = after


@pytest.mark.parametrize("seed", range(3))
def test_swap2_is_played_to_the_end_of_the_opening(seed: int) -> None:
    game = gomoku(swap2=True)
    position = game.initial()
    player = make_player(f"gomoku:nodes=6000,seed={seed}", game)
    player.start(game, position)
    while position.phase != "play":
        choice = player.choose(position)
        assert choice.report.moves[0].move == choice.move
        assert sorted(m.move for m in choice.report.moves) == position.legal_moves()
        position = position.after(choice.move)
    assert position.player_of(0) in (0, 1)


def test_swap2_takes_the_better_colour() -> None:
    game = gomoku(swap2=True)
    # Two black stones together in the middle and a white one in the corner: Black is far ahead.
    position = game.initial().play("H8 A1 I9")
    assert best(position) == "take-black"


def test_the_same_search_gives_the_same_answer() -> None:
    position = random_position(random.Random(4), 15, "freestyle", 10, spread=4)
    reports = [search(position, "gomoku", Budget(nodes=15_000), seed=5) for _ in range(2)]
    assert reports[0].moves == reports[1].moves
    assert reports[0].nodes == reports[1].nodes


def test_limits_are_kept() -> None:
    position = random_position(random.Random(5), 15, "freestyle", 8, spread=4)
    report = search(position, "gomoku", Budget(nodes=5000))
    assert report.nodes <= 5000 + 1000  # a search of fours at a leaf is not cut short
    assert search(position, "gomoku", Budget(depth=3)).depth <= 3
    small = search(position, "gomoku", Budget(nodes=20_000, memory=8 << 20))
    assert small.memory <= 8 << 20
    began = time.perf_counter()
    search(position, "gomoku", Budget(seconds=0.1))
    assert time.perf_counter() - began < 2.0


def test_a_search_can_be_stopped() -> None:
    engine = Search(random_position(random.Random(6), 15, "freestyle", 8, spread=4), "gomoku")
    done: list[float] = []

    def run() -> None:
        engine.run(Budget(seconds=60))
        done.append(time.perf_counter())

    thread = threading.Thread(target=run)
    thread.start()
    time.sleep(0.2)
    stopped = time.perf_counter()
    engine.stop()
    thread.join(20)
    assert done
    assert done[0] - stopped < 5.0


def test_several_lines_are_exact_and_sorted() -> None:
    position = random_position(random.Random(9), 15, "freestyle", 8, spread=4)
    report = search(position, "gomoku", Budget(nodes=30_000), lines=4)
    values = [move.value.number for move in report.moves[:4]]
    assert values == sorted(values, reverse=True)
    assert len(report.line) > 1


def test_two_threads_agree_about_a_win() -> None:
    position = gomoku().initial().play("H8 H9 I9 G7 J10 K11")
    for threads in (1, 2):
        report = search(position, "gomoku", Budget(nodes=20_000), threads=threads)
        assert report.best is not None
        assert position.is_legal(report.best.move)


def test_it_plays_only_gomoku() -> None:
    with pytest.raises(TesujiError, match="plays gomoku only, not go"):
        make_player("gomoku", make("go", size=9))
    with pytest.raises(TesujiError, match="no search called 'gomoku' for torus"):
        search(make("torus").initial(), "gomoku", Budget(nodes=10))
