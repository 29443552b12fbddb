"""One game in progress and one asked player, which everything that plays is built on."""

from __future__ import annotations

import threading
import time
from contextlib import closing

import pytest

from tests.kit.patience import LONG, PATIENCE
from tesuji.errors import TesujiError
from tesuji.games import IllegalMoveError, Position, Side, make, parse_spec
from tesuji.play import (
    ENGINE,
    TIME,
    AskedPlayer,
    Clock,
    Control,
    Ending,
    GameInProgress,
    Seat,
    TimeControl,
)
from tesuji.players import Choice, Player, TimeLeft, make_player
from tesuji.search import (
    Budget,
    Cancel,
    ForcedWinSearch,
    ProofSearch,
    ProofStatus,
    Search,
    SearchReport,
)

ENDLESS = {
    "go:size=9": ["mcts:seconds=600", "alphabeta:seconds=600", "alphazero:seconds=600"],
    "gomoku:size=15": [
        "gomoku:seconds=600",
        "monomial:seconds=600",
        "best:seconds=600",
        "limited:mcts:seconds=600",
    ],
    "torus": ["torus:seconds=600", "best:seconds=600", "canonical:player=mcts:seconds=600"],
    "dots-and-boxes:size=5": ["chains:seconds=600", "solver:seconds=600", "best:seconds=600"],
}


class Deaf(Player):
    """Thinks until it is stopped, and forgets a stop that came before it began."""

    name = "deaf"

    def __init__(self) -> None:
        self.stopped = threading.Event()
        self.thinking = threading.Event()

    def choose(self, position: Position, time_left: TimeLeft | None = None) -> Choice:
        self.stopped.clear()
        self.thinking.set()
        self.stopped.wait(LONG)
        return Choice(position.legal_moves()[0])

    def stop(self) -> None:
        self.stopped.set()


# -- asked players ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spec", "player"), [(spec, player) for spec, players in ENDLESS.items() for player in players]
)
def test_a_cancel_holds_before_the_search_has_begun(spec: str, player: str) -> None:
    game = GameInProgress(parse_spec(spec))
    with closing(AskedPlayer(make_player(player, game.game, seed=1))) as asked:
        asked.follow(game)
        control = Control()
        control.cancel()
        thought = asked.ask(lambda: asked.choose(game.position, control=control))
        assert thought.wait(PATIENCE)
        assert thought.result().move in game.position.legal_moves()


def test_a_cancel_never_reaches_a_later_question() -> None:
    game = make("torus", size=5)
    with closing(AskedPlayer(make_player("mcts:sims=300,seed=1", game))) as asked:
        asked.start(game, game.initial())
        control = Control()
        control.cancel()
        hurried = asked.choose(game.initial(), control=control).report
        assert hurried.simulations < 300
        assert asked.choose(game.initial()).report.simulations >= 300


def test_a_cancel_stops_a_player_that_thinks() -> None:
    player = Deaf()
    asked, control = AskedPlayer(player), Control()
    thought = asked.ask(lambda: asked.choose(make("torus").initial(), control=control))
    assert player.thinking.wait(PATIENCE)
    assert not thought.done
    control.cancel()
    assert thought.wait(PATIENCE)
    assert thought.result().move == 0
    asked.close()


def test_progress_is_heard_by_its_own_question_only() -> None:
    game = make("torus", size=5)
    player = make_player("mcts:seconds=600", game)
    asked = AskedPlayer(player)
    heard: list[SearchReport] = []
    control = Control(interval=0.01)

    def hear(report: SearchReport) -> None:
        heard.append(report)
        control.cancel()

    control.on_progress = hear
    asked.analyse(game.initial(), control)
    assert heard
    assert getattr(player, "on_progress") is None  # noqa: B009
    asked.close()


def test_only_some_players_analyse() -> None:
    game = make("torus", size=5)
    with pytest.raises(TesujiError, match="does not analyse"):
        AskedPlayer(make_player("random", game)).analyse(game.initial(), Control())


def test_searches_under_a_cancel_end_at_once_and_claim_nothing() -> None:
    cancel = Cancel()
    cancel.cancel()
    position = make("gomoku", size=9).initial().play("C5 A1 D5 A2 E5 A3")
    began = time.monotonic()
    with cancel.scope():
        assert ForcedWinSearch().run(position, nodes=10**9) is None
        proof = ProofSearch(position).run(Budget(nodes=10**9))
        assert proof.status is ProofStatus.UNKNOWN
        for method in ("mcts", "alphabeta", "gomoku"):
            report = Search(position, method).run(Budget(seconds=LONG))
            assert position.is_legal(report.moves[0].move)
    assert time.monotonic() - began < PATIENCE
    assert ForcedWinSearch().run(position, nodes=1000) is not None


def test_defects_end_a_question_and_not_the_thread(capfd: pytest.CaptureFixture[str]) -> None:
    asked = AskedPlayer(Deaf())

    def fail() -> None:
        raise KeyError("what?")

    broken = asked.ask(fail)
    fine = asked.ask(lambda: 7)
    assert fine.wait(PATIENCE)
    with pytest.raises(TesujiError, match="internal error: KeyError"):
        broken.result()
    assert "Traceback" in capfd.readouterr().err
    with pytest.raises(KeyError):
        broken.value()
    assert fine.result() == 7
    asked.close()


def test_players_follow_a_game() -> None:
    told: list[str] = []

    class Listener(Deaf):
        def start(self, game: object, position: Position) -> None:
            told.append("start")

        def observe(self, before: Position, move: int, after: Position) -> None:
            assert before.after(move) == after
            told.append(str(move))

    game, asked = GameInProgress(make("torus", size=5)), AskedPlayer(Listener())
    asked.follow(game)
    game.play(3)
    game.play(4)
    asked.follow(game)
    asked.follow(game)
    assert told == ["start", "3", "4"]
    game.take_back(1)
    asked.follow(game)
    game.play(9)
    asked.forget()
    asked.follow(game)
    assert told[3:] == ["start", "start"]


# -- games in progress ------------------------------------------------------------------------


def test_a_game_is_played_and_taken_back() -> None:
    seats = (Seat("me"), Seat("mcts", ENGINE))
    game = GameInProgress(make("torus", size=5), moves=(0, 1, 2, 3), seats=seats)
    assert list(game.moves) == [0, 1, 2, 3]
    assert game.people == [Side.FIRST]
    with pytest.raises(IllegalMoveError):
        game.play(0)
    assert game.ply_before([Side.FIRST]) == 2
    assert game.ply_before([Side.FIRST], 2) == 0
    assert game.ply_before([Side.FIRST], 3) is None
    assert game.ply_before(list(Side)) == 3
    game.take_back(2)
    assert (list(game.moves), game.to_move) == ([0, 1], Side.FIRST)
    record = game.record(black="me")
    assert (record.moves(), record.black) == ([0, 1], "me")


def test_a_game_ends_by_the_rules_or_beside_the_board() -> None:
    game = GameInProgress(make("gomoku", size=5), moves=(0, 5, 1, 6, 2, 7, 3, 8))
    assert [game.ending] == [None]
    resigned = game.resign(Side.SECOND)
    assert (resigned.winner, resigned.code(game.game), resigned.margin) == (Side.FIRST, "B+R", 1)
    with pytest.raises(TesujiError, match="over"):
        game.play(4)
    game.take_back(8)
    assert game.lose(Side.FIRST, "time", TIME).code(game.game) == "W+T"
    assert game.end(Ending(None, "agreed")).code(game.game) == "0"
    game.take_back(8)
    game.play(4)
    assert game.ending is not None
    assert game.ending.winner == Side.FIRST
    assert game.ending.outcome == game.position.outcome


def test_a_game_follows_positions_from_elsewhere() -> None:
    game = GameInProgress(make("gomoku", size=9))
    game.follow(game.game.initial().after(3).after(4))
    assert list(game.moves) == [3, 4]
    game.follow(game.game.initial().after(3).after(4).after(5))
    assert list(game.moves) == [3, 4, 5]
    other = game.game.initial().after(7)
    game.follow(other)
    assert (list(game.moves), game.position) == ([], other)


def test_a_snapshot_stays_as_it_was() -> None:
    game = GameInProgress(make("torus", size=5), moves=(0, 1))
    snapshot = game.snapshot()
    game.play(2)
    assert (snapshot.moves, snapshot.position) == ((0, 1), game.steps[-1].before)


# -- clocks -----------------------------------------------------------------------------------


def test_a_clock_runs_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("tesuji.play.clock.time.monotonic", lambda: now)
    clock = Clock(TimeControl(10, increment=1), remaining=(8.0, 10.0))
    clock.begin(Side.FIRST)
    now += 3
    assert [clock.seconds(side) for side in Side] == [5, 10]
    assert clock.left(Side.FIRST) == TimeLeft(main=5, increment=1)
    assert clock.stop() == 3
    clock.moved(Side.FIRST)
    now += 50
    assert [clock.seconds(side) for side in Side] == [6, 10]
    clock.begin(Side.SECOND)
    now += 5
    clock.begin(Side.SECOND)  # its engine had failed, and tries again
    assert clock.seconds(Side.SECOND) == 10
    now += 50
    assert clock.seconds(Side.SECOND) == 0
    clock.set(TimeControl())
    clock.tell(Side.FIRST, 5)  # a game without limits has none
    assert clock.left(Side.FIRST) is None


@pytest.mark.parametrize("given", [(0, 0, 0), (0, 0, 5), (-3, -1, 0)])
def test_no_time_at_all_is_still_a_clock(given: tuple[float, float, int]) -> None:
    left = Clock(TimeControl.overtime(*given)).left(Side.FIRST)
    assert left is not None
    assert left.main == pytest.approx(0, abs=1e-6)


def test_overtime_is_complete_or_refused() -> None:
    for wrong in ({"period": 5.0}, {"main": 1.0, "period_moves": 2}):
        with pytest.raises(TesujiError, match="overtime"):
            TimeControl(**wrong)  # type: ignore[arg-type]
