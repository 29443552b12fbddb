"""Whole games with GNU Go, as its client and as its peer under a GTP controller.

Both referees have to agree on every move and on the score. Debian's package is called gnugo.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit.cli import TESUJI_LINE
from tesuji.games import Position, Side, make
from tesuji.games.go import GoPosition
from tesuji.players import make_player
from tesuji.players.external_gtp import GtpClient, GtpPlayer

GNUGO = shutil.which("gnugo") or next(
    (path for path in ("/usr/games/gnugo", "/usr/local/games/gnugo") if Path(path).exists()), None
)
pytestmark = pytest.mark.skipif(GNUGO is None, reason="GNU Go is not installed (apt: gnugo)")

COMMAND = f"{GNUGO} --mode gtp --chinese-rules --capture-all-dead --never-resign --level 1 --seed 7"
OURS = f"{TESUJI_LINE} gtp go --seed 5"
LONGEST = 500
"""Moves after which a game is given up: under simple ko it may go round in circles."""


def opponent() -> str:
    """A quick player of ours: a search where there is one."""
    from tesuji import core

    return "mcts:sims=60" if hasattr(core, "GoMcts") else "random"


def assert_same_count(position: Position, gnugo: GtpClient) -> None:
    """Our count of a finished board is GNU Go's, without the stones that it calls dead.

    It captures dead stones before it passes, unless our player passes before it can.
    """
    assert isinstance(position, GoPosition)
    dead = gnugo.command("final_status_list dead").split()
    assert str(position.score(dead)) == gnugo.command("final_score")


@pytest.mark.parametrize("size", [5, 7, 9])
@pytest.mark.parametrize("own", list(Side))
def test_gnugo_as_our_player(size: int, own: Side) -> None:
    game = make("go", size=size, komi=7.5, rules="chinese")
    position = game.initial()
    with (
        make_player(f"gtp:timeout=30,cmd={COMMAND}", game) as gnugo,
        make_player(opponent(), game, seed=3) as ours,
    ):
        assert isinstance(gnugo, GtpPlayer)
        players = {own: ours, own.other: gnugo}
        for player in players.values():
            player.start(game, position)
        while not position.is_over:
            move = players[position.to_move].choose(position).move
            assert move is not None
            before, position = position, position.after(move)
            for player in players.values():
                player.observe(before, move, position)
            assert position.num_played < LONGEST  # type: ignore[attr-defined]
        assert_same_count(position, gnugo.sync(position))


@pytest.fixture
def engines() -> Iterator[tuple[GtpClient, GtpClient]]:
    ours = GtpClient(f"{OURS} --rules chinese --player {opponent()}", 30)
    theirs = GtpClient(COMMAND, 30)
    yield ours, theirs
    ours.close()
    theirs.close()


@pytest.mark.parametrize("size", [5, 7, 9])
@pytest.mark.parametrize("own", list(Side))
def test_our_engine_under_a_controller(
    engines: tuple[GtpClient, GtpClient], size: int, own: Side
) -> None:
    ours, theirs = engines
    for engine in engines:
        for line in (f"boardsize {size}", "clear_board", "komi 5.5"):
            engine.command(line)
    position = make("go", size=size, komi=5.5, rules="chinese").initial()
    while not position.is_over:
        side = position.to_move
        mover, other = (ours, theirs) if side == own else (theirs, ours)
        move = mover.command(f"genmove {'bw'[side]}")
        other.command(f"play {'bw'[side]} {move}")
        position = position.play(move)
        assert position.num_played < LONGEST  # type: ignore[attr-defined]
    assert_same_count(position, theirs)
    listed = {
        status: ours.command(f"final_status_list {status}").split()
        for status in ("alive", "dead", "seki")
    }
    stones = [theirs.command(f"list_stones {colour}").split() for colour in ("black", "white")]
    assert sorted(sum(listed.values(), [])) == sorted(sum(stones, []))  # noqa: RUF017
    if theirs.command("final_status_list dead") == "":
        assert listed["dead"] == []
        assert ours.command("final_score") == theirs.command("final_score")


def test_set_up_and_handicap_reach_gnugo() -> None:
    game = make("go", size=9, komi=0.5, rules="chinese")
    position = game.handicap(4)
    with make_player(f"gtp:timeout=30,cmd={COMMAND}", game) as gnugo:
        assert isinstance(gnugo, GtpPlayer)
        gnugo.start(game, position)
        move = gnugo.choose(position).move
        assert move is not None
        client = gnugo.sync(position.after(move))
        assert len(client.command("list_stones black").split()) == 4
        assert client.command("list_stones white") == game.format_move(move)
        back = position.play("E5")  # the game takes another turn
        client = gnugo.sync(back)
        assert client.command("list_stones white") == "E5"
