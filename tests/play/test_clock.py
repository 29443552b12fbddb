"""Time controls, clocks, and what players make of them."""

from __future__ import annotations

import time
from contextlib import closing

import pytest

from tests.kit.patience import LONG, PATIENCE
from tesuji.errors import TesujiError
from tesuji.games import Side, make, parse_spec
from tesuji.match import Clock, TimeControl, play_game
from tesuji.players import TimeLeft, make_player
from tesuji.players.timing import thinking_time


@pytest.mark.parametrize(
    ("text", "main", "increment"),
    [("60", 60, 0), ("1+0.1", 1, 0.1), (" 5 + 2 ", 5, 2), (".5", 0.5, 0)],
)
def test_times_are_read(text: str, main: float, increment: float) -> None:
    assert TimeControl.parse(text) == TimeControl(main, increment)


@pytest.mark.parametrize("text", ["", "x", "1+", "+1", "1+2+3", "-1", "nan", "1e3", "0"])
def test_nonsense_is_no_time(text: str) -> None:
    with pytest.raises(TesujiError):
        TimeControl.parse(text)


@pytest.mark.parametrize("seconds", [-1, 0, 1e9, float("nan"), float("inf")])
def test_times_that_nobody_can_wait_for(seconds: float) -> None:
    with pytest.raises(TesujiError, match="at most 100000000 seconds"):
        TimeControl(per_move=seconds)
    with pytest.raises(TesujiError, match="seconds, not"):
        TimeControl(main=1, increment=seconds or -1)


def test_an_increment_needs_main_time() -> None:
    with pytest.raises(TesujiError, match="main time"):
        TimeControl(increment=1)


def test_a_clock_counts_for_each_side() -> None:
    clock = Clock(TimeControl(main=10, increment=1, per_move=4))
    assert clock.limit(Side.FIRST) == 4
    clock.spend(Side.FIRST, 8)
    assert clock.limit(Side.FIRST) == 2
    clock.moved(Side.FIRST)
    assert clock.left(Side.FIRST) == TimeLeft(main=3, increment=1, per_move=4)
    assert clock.left(Side.SECOND) == TimeLeft(main=10, increment=1, per_move=4)
    clock.spend(Side.SECOND, 10.1)  # within the grace of a referee
    assert clock.limit(Side.SECOND) == 0
    clock.moved(Side.SECOND)
    assert clock.limit(Side.SECOND) == 1


def test_no_clock_no_limit() -> None:
    clock = Clock(TimeControl())
    assert clock.left(Side.FIRST) is None
    assert clock.limit(Side.FIRST) is None


def test_thinking_stays_under_every_limit() -> None:
    position = make("torus", size=9).initial()
    assert thinking_time(position, None) is None
    assert thinking_time(position, None, 2.0) == 2.0
    assert thinking_time(position, TimeLeft(per_move=1.0), 5.0) == pytest.approx(0.95)
    assert thinking_time(position, TimeLeft(per_move=1.0), 0.5) == 0.5
    whole = thinking_time(position, TimeLeft(main=60.0))
    assert whole == pytest.approx(60 / 40)
    quick = thinking_time(position, TimeLeft(main=0.01))
    assert quick is not None
    assert 0 < quick < 0.01


def test_a_game_can_be_played_to_its_end_within_the_main_time() -> None:
    """Whoever spends what is advised never runs out, however long the game is."""
    position = make("torus", size=9).initial()
    for main, increment in ((10.0, 0.0), (1.0, 0.1), (0.5, 0.5)):
        left = main
        for _ in range(300):
            spent = thinking_time(position, TimeLeft(left, increment))
            assert spent is not None
            assert spent < left
            left += increment - spent


NO_TIME = [TimeLeft(main=0.0), TimeLeft(per_move=0.0), TimeLeft(main=0.0, per_move=0.0)]
FAST = {
    "go:size=9": ["mcts", "alphabeta", "alphazero", "temperature"],
    "gomoku:size=9": ["mcts", "alphazero", "gomoku", "monomial"],
    "torus": ["mcts", "torus", "alphazero", "canonical:player=mcts"],
    "dots-and-boxes:size=4": ["chains", "solver", "mcts"],
}


@pytest.mark.parametrize(
    ("spec", "player"), [(spec, player) for spec, players in FAST.items() for player in players]
)
def test_a_player_without_time_moves_at_once(spec: str, player: str) -> None:
    game = parse_spec(spec)
    with closing(make_player(f"{player}:seconds={LONG}", game, seed=1)) as asked:
        position = game.initial()
        asked.choose(position, TimeLeft(per_move=1.0))  # networks and tables are loaded
        for left in NO_TIME:
            began = time.monotonic()
            choice = asked.choose(position, left)
            assert choice.move in position.legal_moves()
            assert time.monotonic() - began < PATIENCE


def test_a_match_by_the_clock_ends_by_time_and_not_by_error() -> None:
    game = make("go", size=9)
    players = [make_player("mcts:seconds=1", game, seed=side) for side in Side]
    result = play_game(game, players, clock=TimeControl(main=0.05), grace=0.0)
    assert result.failure is None or result.failure.kind == "time"
    players = [make_player("mcts:seconds=1", game, seed=side) for side in Side]
    result = play_game(game, players, clock=TimeControl(main=0.05), grace=10.0)
    assert result.failure is None, result.reason


# -- overtime ---------------------------------------------------------------------------------


def test_overtime_is_read() -> None:
    japanese = TimeControl(main=600, period=30, period_moves=1, periods=5)
    assert TimeControl.parse("600+5x30") == japanese
    assert TimeControl.parse("600 + 300/25") == TimeControl(main=600, period=300, period_moves=25)
    for text in ("600+0x30", "600+2x0", "600+30/0", "600+x30", "600+5x", "1+9999x1"):
        with pytest.raises(TesujiError):
            TimeControl.parse(text)
    with pytest.raises(TesujiError, match="several periods"):
        TimeControl(main=1, period=1, period_moves=2, periods=2)


def test_japanese_periods_are_lost_one_by_one() -> None:
    clock = Clock(TimeControl.parse("60+3x10"))
    side = Side.FIRST
    assert clock.limit(side) == 90
    clock.spend(side, 65)  # main time and half of a period
    clock.moved(side)
    assert (clock.now(side).seconds, clock.now(side).periods) == (10, 3)
    assert clock.left(side) == TimeLeft(per_move=10)
    clock.spend(side, 9)  # within a period: it begins anew
    clock.moved(side)
    assert (clock.now(side).seconds, clock.now(side).periods) == (10, 3)
    clock.spend(side, 25)  # two periods are gone
    clock.moved(side)
    assert (clock.now(side).seconds, clock.now(side).periods) == (10, 1)
    assert clock.limit(side) == 10
    clock.spend(side, 10)
    assert clock.limit(side) == 0  # lost
    assert clock.limit(Side.SECOND) == 90


def test_canadian_periods_are_renewed_after_their_moves() -> None:
    clock = Clock(TimeControl.parse("0.5+20/2"))
    side = Side.SECOND
    clock.spend(side, 1)
    assert (clock.now(side).seconds, clock.now(side).moves) == (19.5, 2)
    clock.moved(side)
    clock.spend(side, 10)
    assert clock.limit(side) == 9.5
    clock.moved(side)
    assert (clock.now(side).seconds, clock.now(side).moves) == (20, 2)
    clock.spend(side, 21)
    assert clock.limit(side) == 0


def test_a_told_clock_says_periods_in_place_of_moves() -> None:
    clock = Clock(TimeControl.overtime(0, 30, 1, 5))
    clock.tell(Side.FIRST, 12, 3)
    assert clock.left(Side.FIRST) == TimeLeft(per_move=12)
    assert clock.limit(Side.FIRST) == 72
    clock.set(TimeControl.overtime(0, 300, 25))
    clock.tell(Side.FIRST, 100, 10)
    assert clock.left(Side.FIRST) == TimeLeft(per_move=10)
