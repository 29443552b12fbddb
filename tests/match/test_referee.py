"""The referee: whatever a player does, the game ends with a result and a reason."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest

from tests.kit.match_players import (
    Scripted,
    first_legal,
    leaving,
    raising,
    sure_of_first,
)
from tests.kit.patience import LONG, PATIENCE
from tesuji.errors import TesujiError
from tesuji.games import Game, IllegalMoveError, Position, Side, Value, make
from tesuji.match import Adjudication, TimeControl, play_game, record_of
from tesuji.players import CannotStart, Choice, Player, TimeLeft, make_player
from tesuji.records import read_sgf, write_sgf


@pytest.fixture
def game() -> Game:
    return make("gomoku", size=5)


def lose(game: Game, answer: Any, **how: Any) -> Any:
    """A game in which the second player gives `answer` at its first move."""
    culprit, victim = Scripted(answer, name="culprit"), Scripted(name="victim")
    result = play_game(game, (victim, culprit), **how)
    assert (culprit.closed, victim.closed) == (1, 1)
    assert result.winner == Side.FIRST
    return result


@pytest.mark.parametrize(
    ("answer", "kind", "phrase"),
    [
        (Choice(0), "illegal move", "A5 is illegal: the point is occupied"),
        (Choice(99), "illegal move", "move number 99"),
        (Choice(-1), "illegal move", "move number -1"),
        (None, "no move", "None"),
        (7, "no move", "7"),
        (Choice("E5"), "no move", "E5"),  # type: ignore[arg-type]
        (Choice(3, value=0.5), "no move", "value"),  # type: ignore[arg-type]
        (raising, "error", "out of cheese"),
        (leaving, "error", "SystemExit"),
    ],
)
def test_misbehaviour_loses_the_game(game: Game, answer: Any, kind: str, phrase: str) -> None:
    result = lose(game, answer)
    assert result.failure.side == Side.SECOND
    assert result.failure.kind == kind
    assert phrase in result.failure.message
    assert result.reason.startswith(kind)
    assert result.moves == (0,)


def test_numpy_integers_are_moves(game: Game) -> None:
    np = pytest.importorskip("numpy")
    players = [Scripted(Choice(np.int64(7))), Scripted()]
    assert play_game(game, players).moves[0] == 7


def test_resignation(game: Game) -> None:
    result = lose(game, Choice(None))
    assert result.failure is None
    assert result.reason == "resignation"
    strict = lose(game, Choice(None), adjudication=Adjudication(resignation=False))
    assert strict.failure.kind == "resignation where none is allowed"


def test_a_player_that_hangs_loses_on_time(game: Game) -> None:
    release = threading.Event()
    hanging = Scripted(lambda position: release.wait(LONG) and first_legal(position))
    began = time.monotonic()
    clock = TimeControl(per_move=0.05)
    result = play_game(game, (Scripted(), hanging), clock=clock, grace=0.05)
    assert time.monotonic() - began < PATIENCE
    release.set()
    assert result.winner == Side.FIRST
    assert result.failure is not None
    assert result.failure.kind == "time"
    assert hanging.stopped >= 1


def test_a_slow_player_is_stopped_and_loses_on_time(game: Game) -> None:
    stopped = threading.Event()

    class Thinker(Scripted):
        def stop(self) -> None:
            stopped.set()

    thinker = Thinker(lambda position: stopped.wait(LONG) and first_legal(position))
    result = play_game(game, (thinker, Scripted()), clock=TimeControl(main=0.1), grace=0.05)
    assert result.winner == Side.SECOND
    assert result.failure is not None
    assert result.failure.kind == "time"
    assert stopped.is_set()
    assert thinker.closed == 1


def test_a_player_that_cannot_start_has_lost_no_game(game: Game) -> None:
    class NeverReady(Scripted):
        def start(self, game: Game, position: Position) -> None:
            raise OSError("no weights")

    with pytest.raises(CannotStart, match="no weights"):
        play_game(game, (NeverReady(), Scripted()))
    with pytest.raises(CannotStart, match="cannot start '/no/such/engine'"):
        play_game(game, (Scripted(), make_player("gtp:cmd=/no/such/engine", game)))
    with pytest.raises(CannotStart, match="ended with status 1"):
        play_game(game, (make_player("gtp:cmd=false", game), Scripted()))


def test_trouble_between_moves_counts_too(game: Game) -> None:
    class Inattentive(Scripted):
        def observe(self, before: Position, move: int, after: Position) -> None:
            raise KeyError("what?")

    class Sulking(Scripted):
        def close(self) -> None:
            raise RuntimeError("no")

    result = play_game(game, (Scripted(), Inattentive()))
    assert (result.winner, len(result.moves)) == (Side.FIRST, 1)
    assert play_game(game, (Sulking(), Sulking())).failure is None


def test_players_are_told_of_every_move(game: Game) -> None:
    heard: list[tuple[int, bool]] = []

    class Listener(Scripted):
        def start(self, game: Game, position: Position) -> None:
            heard.append((-1, position == game.initial().after(12)))

        def observe(self, before: Position, move: int, after: Position) -> None:
            heard.append((move, before.after(move) == after))

    result = play_game(game, (Listener(), Scripted()), opening=(12,))
    assert result.moves[0] == 12
    assert result.opening == 1
    assert [move for move, _ in heard] == [-1, *result.moves[1:]]
    assert all(right for _, right in heard)


def test_an_illegal_opening_is_the_callers_mistake(game: Game) -> None:
    with pytest.raises(IllegalMoveError):
        play_game(game, (Scripted(), Scripted()), opening=(3, 3))


def test_the_clock_is_told_and_runs(game: Game) -> None:
    seen: list[TimeLeft | None] = []

    class Watcher(Player):
        def choose(self, position: Position, time_left: TimeLeft | None = None) -> Choice:
            seen.append(time_left)
            time.sleep(0.05)
            return first_legal(position)

    rules = Adjudication(max_plies=4)
    control = TimeControl(main=5, increment=0.01)
    result = play_game(game, (Watcher(), Scripted()), clock=control, adjudication=rules)
    first, second = (time_left.main for time_left in seen if time_left is not None)
    assert first == 5
    assert second is not None
    assert second == pytest.approx(4.96, abs=0.04)
    assert result.decisions == (2, 2)
    assert result.seconds[0] >= 0.1
    seen.clear()
    play_game(game, (Watcher(), Scripted()), adjudication=rules)
    assert seen == [None, None]


def test_long_games_are_cut(game: Game) -> None:
    cut = Adjudication(max_plies=4)
    result = play_game(game, (Scripted(), Scripted()), adjudication=cut)
    assert (result.winner, len(result.moves)) == (None, 4)
    assert result.reason == "cut after 4 plies"


def test_cut_games_can_go_to_the_leader() -> None:
    boxes = make("dots-and-boxes", size=2)
    square = [boxes.parse_move(line) for line in ("aA", "Aa", "aB", "Ab")]
    rules = Adjudication(max_plies=4, by_score=True)
    players = Scripted(), Scripted()
    result = play_game(boxes, players, opening=square, adjudication=rules)
    assert result.winner == Side.SECOND
    go = make("go", size=5, komi=0.5)
    result = play_game(go, (Scripted(), Scripted()), opening=(12,), adjudication=rules)
    assert result.winner is not None


def test_agreement_ends_a_game_when_both_are_sure(game: Game) -> None:
    rules = Adjudication(agreement=0.95, agreement_plies=4)
    both = Scripted(*[sure_of_first] * 9), Scripted(*[sure_of_first] * 9)
    result = play_game(game, both, adjudication=rules)
    assert (result.winner, len(result.moves)) == (Side.FIRST, 4)
    assert result.reason == "both players agree"
    one = Scripted(*[sure_of_first] * 9), Scripted()
    assert len(play_game(game, one, adjudication=rules).moves) > 4
    against = (
        Scripted(*[sure_of_first] * 9),
        Scripted(*[lambda p: Choice(p.legal_moves()[0], Value(0.99, Side.SECOND))] * 9),
    )
    assert len(play_game(game, against, adjudication=rules).moves) > 4


@pytest.mark.parametrize(
    "wrong",
    [{"max_plies": 0}, {"agreement": 1.5}, {"agreement": 0.9, "agreement_plies": 1}],
)
def test_bad_adjudication_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(TesujiError):
        Adjudication(**wrong)


def test_records_say_how_a_game_was_lost(game: Game) -> None:
    endings = {
        "B+F": lose(game, raising),
        "B+R": lose(game, Choice(None)),
        "0": play_game(game, (Scripted(), Scripted()), adjudication=Adjudication(max_plies=2)),
        "B+": play_game(game, (Scripted(), Scripted()), opening=(0, 5, 1, 6, 2, 7, 3, 8)),
    }
    for text, result in endings.items():
        record = record_of(result, event="test", round="1")
        assert record.result == text
        again = read_sgf(write_sgf(record))
        assert again.moves() == list(result.moves)
        assert again.end.comment == result.reason
