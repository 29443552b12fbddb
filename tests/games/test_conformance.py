"""The conformance kit passes every game that keeps the contract, and catches those that do not."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, cast

import numpy as np
import pytest
from numpy.typing import NDArray

from examples import hex
from examples.hex import Hex, HexPosition
from tesuji.errors import IllegalMoveError, NotationError, SetupError
from tesuji.games import (
    Game,
    Outcome,
    Position,
    Side,
    check,
    illegal_move,
    make,
    names,
    parse_spec,
    registry,
)
from tesuji.games.conformance import ConformanceError, Report
from tesuji.games.loading import make_from_file

# -- games that keep the contract -----------------------------------------------------------

SPECS = [
    "torus:size=4",
    "torus:size=5",
    "torus:size=9",
    "go:size=2",
    "go:size=5,komi=0.5",
    "go:size=3x5,rules=japanese",
    "go:size=7,rules=chinese",
    "go:size=9",
    "dots-and-boxes:size=1",
    "dots-and-boxes:size=3",
    "dots-and-boxes:size=2x4",
    "dots-and-boxes:size=16x5",
    "gomoku:size=5",
    "gomoku:size=7,rules=standard",
    "gomoku:size=7,rules=caro",
    "gomoku:size=8,rules=renju",
    "gomoku:size=6,swap2=yes",
    "gomoku:size=8,rules=renju,swap2=yes",
    "reversi:size=4",
    "reversi:size=6",
    "reversi:size=8",
    "hex:size=1",
    "hex:size=4",
    "hex:size=7",
]


@pytest.mark.core
@pytest.mark.parametrize("spec", SPECS)
def test_a_game_keeps_the_contract(spec: str) -> None:
    game = parse_spec(spec)
    games = 1 if game.num_moves > 60 else 3
    report = check(game, games=games, max_plies=60, symmetries=2)
    assert report.games == games
    assert report.plies > 0


@pytest.mark.parametrize("spec", [*SPECS, *names()])
def test_a_game_can_be_made_from_its_spec(spec: str) -> None:
    game = parse_spec(spec)
    again = parse_spec(game.spec)
    assert again == game
    assert hash(again) == hash(game)
    assert repr(again) == f"<{game.spec}>"
    assert again.initial() == game.initial()


def test_games_of_different_rules_are_not_equal() -> None:
    games = [parse_spec(spec) for spec in SPECS]
    assert len(set(games)) == len(SPECS)
    assert games[0] != object()


def test_the_report_counts() -> None:
    assert check(make("dots-and-boxes", size=1), games=7) == Report(games=7, plies=28, finished=7)
    cut = check(make("go", size=9), games=2, max_plies=5, symmetries=1)
    assert cut == Report(games=2, plies=10, finished=0)


# -- the example ----------------------------------------------------------------------------


class TestHex:
    def test_it_is_known_by_name(self) -> None:
        assert "hex" in names()
        # Another test may have read the file once more, and made another class of it.
        assert make("hex", size=7) == make("hex", size="7")
        assert make("hex", size=7).spec == Hex(7).spec
        with pytest.raises(SetupError, match="size from 1 to 26, not 27"):
            make("hex", size=27)
        with pytest.raises(SetupError, match="hex has no option 'komi'; it has: size"):
            make("hex", komi=7)

    @pytest.mark.parametrize("size", [1, 2, 3])
    def test_the_first_player_wins(self, size: int) -> None:
        """By complete search, as the argument of strategy stealing says for every size."""
        assert wins(make("hex", size=size).initial())

    def test_the_centre_wins_on_3x3_and_a_sharp_corner_does_not(self) -> None:
        start = make("hex", size=3).initial()
        assert not wins(start.play("b2"))
        assert wins(start.play("a1"))

    def test_there_are_no_draws(self) -> None:
        for seed in range(3):
            report = check(make("hex", size=5), games=10, seed=seed, symmetries=1)
            assert report.finished == 10
        start = make("hex", size=4).initial()
        position, stones = start, 0
        while position.outcome is None:
            position, stones = position.after(position.legal_moves()[0]), stones + 1
        assert position.outcome.winner is not None
        assert stones <= 16

    def test_an_illegal_move_is_explained(self) -> None:
        with pytest.raises(IllegalMoveError, match="b2 is illegal for Blue: the rules do not"):
            make("hex", size=3).initial().play("b2 b2")
        with pytest.raises(NotationError, match="'z9' is not a move of hex:size=3"):
            make("hex", size=3).initial().play("z9")


@cache
def wins(position: HexPosition) -> bool:
    """Whether the player to move wins with best play."""
    if position.outcome is not None:
        return position.outcome.winner == position.to_move
    return any(not wins(position.after(move)) for move in position.legal_moves())


# -- games that do not ----------------------------------------------------------------------


@dataclass(frozen=True)
class Row(Position):
    """Two players fill a row of four cells in turn; who fills the last one wins."""

    rules: Fill
    cells: tuple[int, ...] = (-1, -1, -1, -1)
    """-1 empty, else the player."""

    @property
    def game(self) -> Fill:
        return self.rules

    @property
    def to_move(self) -> Side:
        return Side((4 - self.cells.count(-1)) % 2)

    def legal_moves(self) -> list[int]:
        return [cell for cell, owner in enumerate(self.cells) if owner < 0]

    def after(self, move: int) -> Any:
        if not self.is_legal(move):
            raise illegal_move(self, move)
        cells = list(self.cells)
        cells[move] = int(self.to_move)
        return replace(self, cells=tuple(cells))

    @property
    def outcome(self) -> Outcome | None:
        return None if -1 in self.cells else Outcome(Side.SECOND, -1.0, "the row is full")

    def transformed(self, symmetry: int) -> Any:
        return replace(self, cells=self.cells[::-1] if symmetry else self.cells)

    def planes(self) -> NDArray[np.float32]:
        return np.array([[self.cells]], dtype=np.float32)

    def text(self) -> str:
        return "".join(".12"[cell + 1] for cell in self.cells)


class Fill(Game):
    """The game of `Row`; the broken games below derive from it."""

    name = "fill"
    num_symmetries = 2
    plane_shape = (1, 1, 4)
    position: ClassVar[type[Row]] = Row

    @property
    def num_moves(self) -> int:
        return 4

    def initial(self) -> Position:
        return self.position(self)

    def format_move(self, move: int) -> str:
        return "abcd"[move]

    def move_under(self, symmetry: int) -> NDArray[np.int32]:
        return np.array([3, 2, 1, 0] if symmetry else [0, 1, 2, 3], dtype=np.int32)

    cell_under = move_under


def test_the_sound_game_passes() -> None:
    assert check(Fill()).finished == 10


class ChangesInPlace(Row):
    __hash__ = Row.__hash__

    def after(self, move: int) -> Any:
        following = super().after(move)
        object.__setattr__(self, "cells", following.cells)
        return following


class AcceptsAnything(Row):
    def after(self, move: int) -> Any:
        return super().after(move) if self.is_legal(move) else self


class RaisesTheWrongError(Row):
    def after(self, move: int) -> Any:
        if not self.is_legal(move):
            raise NotationError("not this way")
        return super().after(move)


class LeavesTheRange(Row):
    def legal_moves(self) -> list[int]:
        return [*super().legal_moves(), 4] if -1 in self.cells else []


class IsOutOfOrder(Row):
    def legal_moves(self) -> list[int]:
        return super().legal_moves()[::-1]


class ContradictsItself(Row):
    def is_legal(self, move: int) -> bool:
        return 0 <= move < 4


class HasNoReasonToRefuse(Row):
    def why_illegal(self, move: int) -> str | None:
        return None


class GoesOnAfterTheEnd(Row):
    def legal_moves(self) -> list[int]:
        return super().legal_moves() or [0]


class StopsWithoutAnOutcome(Row):
    @property
    def outcome(self) -> Outcome | None:
        return None


class HasAMarginForTheLoser(Row):
    @property
    def outcome(self) -> Outcome | None:
        result = super().outcome
        return replace(result, margin=1.0) if result else None


class GivesNoReason(Row):
    @property
    def outcome(self) -> Outcome | None:
        result = super().outcome
        return replace(result, reason="") if result else None


class HashesByIdentity(Row):
    def __hash__(self) -> int:
        return id(self)


class ComparesByIdentity(Row):
    __hash__ = object.__hash__

    def __eq__(self, other: object) -> bool:
        return self is other


@dataclass(frozen=True)
class LosesItsHistory(Row):
    """A move may not be the one before the last; pickling forgets the moves."""

    played: tuple[int, ...] = field(default=(), compare=False)

    def legal_moves(self) -> list[int]:
        return super().legal_moves() if len(self.played) < 3 else []

    def after(self, move: int) -> Any:
        return replace(super().after(move), played=(*self.played, move))

    @property
    def outcome(self) -> Outcome | None:
        return Outcome(Side.FIRST, 1.0, "three moves") if len(self.played) == 3 else None

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.rules, self.cells)


class PicklesToTheStart(Row):
    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.rules,)


class DoesNotTurn(Row):
    def transformed(self, symmetry: int) -> Any:
        return self


class TurnsByNothing(Row):
    def transformed(self, symmetry: int) -> Any:
        return replace(self, cells=self.cells[::-1])


class PutsAnotherPlayerOnTurn(Row):
    def transformed(self, symmetry: int) -> Any:
        if not symmetry or -1 not in self.cells:
            return super().transformed(symmetry)
        return self.after(self.legal_moves()[0])


class HasWrongPlanes(Row):
    def planes(self) -> NDArray[np.float32]:
        return np.zeros((1, 2, 2), dtype=np.float32)


class HasDoublePlanes(Row):
    def planes(self) -> NDArray[np.float32]:
        return cast(NDArray[np.float32], np.zeros((1, 1, 4)))


class HasInfinitePlanes(Row):
    def planes(self) -> NDArray[np.float32]:
        return np.full((1, 1, 4), np.inf, dtype=np.float32)


class HasPlanesThatDoNotTurn(Row):
    def planes(self) -> NDArray[np.float32]:
        return np.arange(4, dtype=np.float32).reshape(1, 1, 4)


class IsDrawnBadly(Row):
    def svg(self, **style: Any) -> str:
        return "<svg>"


class IsNoPicture(Row):
    def svg(self, **style: Any) -> str:
        return "<p/>"


class HasNoText(Row):
    def text(self) -> str:
        return ""


BROKEN_POSITIONS: dict[type[Row], str] = {
    ChangesInPlace: r"after\(.\) changed the position it was played from",
    AcceptsAnything: "accepted an illegal move",
    RaisesTheWrongError: "NotationError was raised: not this way",
    LeavesTheRange: r"legal moves leave range\(4\): \[0, 1, 2, 3, 4\]",
    IsOutOfOrder: r"legal moves are not in order: \[3, 2, 1, 0\]",
    ContradictsItself: r"is_legal\(.\) is True, legal_moves says False",
    HasNoReasonToRefuse: r"why_illegal\(-1\) answers None",
    GoesOnAfterTheEnd: "must have legal moves until it is over, and none then",
    StopsWithoutAnOutcome: "must have legal moves until it is over, and none then",
    HasAMarginForTheLoser: r"margin 1.0 \(for the first player\) contradicts winner",
    GivesNoReason: "the outcome gives no reason",
    HashesByIdentity: "hash differently",
    ComparesByIdentity: "two initial positions are not equal",
    LosesItsHistory: "pickling loses the history",
    PicklesToTheStart: "pickling loses the position",
    DoesNotTurn: "under symmetry 1|turning the board by symmetry 1",
    TurnsByNothing: "symmetry 0 changes the position|turning the board by symmetry 0",
    PutsAnotherPlayerOnTurn: "another player moves under symmetry 1",
    HasWrongPlanes: r"planes have shape \(1, 2, 2\), not \(1, 1, 4\)",
    HasDoublePlanes: "planes are float64, not float32",
    HasInfinitePlanes: "planes hold a value that is not finite",
    HasPlanesThatDoNotTurn: "the planes are not permuted under symmetry 1",
    IsDrawnBadly: r"svg\(theme='light'\) is not well-formed",
    IsNoPicture: r"svg\(\) has the root element p",
    HasNoText: r"text\(\) is empty",
}


@pytest.mark.parametrize("broken", BROKEN_POSITIONS, ids=lambda kind: kind.__name__)
def test_a_broken_position_is_caught(broken: type[Row]) -> None:
    game = Fill()
    game.position = broken  # type: ignore[misc]
    with pytest.raises(ConformanceError, match=BROKEN_POSITIONS[broken]) as caught:
        check(game)
    assert str(caught.value).startswith("fill: ")


def test_the_counter_example_can_be_played_again() -> None:
    """The message names the game, the fault, the moves and the board."""
    game = Fill()
    game.position = HasAMarginForTheLoser  # type: ignore[misc]
    with pytest.raises(ConformanceError) as caught:
        check(game)
    first, moves, board = str(caught.value).splitlines()
    assert first.startswith("fill: margin 1.0")
    assert moves.startswith("after the moves: ")
    replayed = game.initial().play(moves.removeprefix("after the moves: "))
    assert replayed.text() == board


class TwoMovesOneName(Fill):
    def format_move(self, move: int) -> str:
        return "aabb"[move]


class ReadsAnotherMove(Fill):
    def parse_move(self, text: str) -> int:
        return 3 - super().parse_move(text)


class ReadsNonsense(Fill):
    def parse_move(self, text: str) -> int:
        return "abcd".find(text)


class HasNoMoves(Fill):
    @property
    def num_moves(self) -> int:
        return 0


class StartsWithATurn(Fill):
    def move_under(self, symmetry: int) -> NDArray[np.int32]:
        return super().move_under(1 - symmetry)


class MapsTwoMovesToOne(Fill):
    def move_under(self, symmetry: int) -> NDArray[np.int32]:
        return np.array([3, 3, 1, 0] if symmetry else [0, 1, 2, 3], dtype=np.int32)


class SwapsTheWrongMoves(Fill):
    def move_under(self, symmetry: int) -> NDArray[np.int32]:
        return np.array([1, 0, 2, 3] if symmetry else [0, 1, 2, 3], dtype=np.int32)


class HasNoSymmetryAtAll(Fill):
    num_symmetries = 0


class MakesStrangers(Fill):
    def initial(self) -> Position:
        return Row(Fill())


BROKEN_GAMES: dict[type[Fill], str] = {
    TwoMovesOneName: "two moves have the same notation",
    ReadsAnotherMove: "move 0 is written 'a', which reads as 3",
    ReadsNonsense: "was read as a move",
    HasNoMoves: "num_moves is 0",
    StartsWithATurn: "symmetry 0 is not the identity",
    MapsTwoMovesToOne: "symmetry 1 does not permute the moves",
    SwapsTheWrongMoves: "under symmetry 1|turning the board by symmetry 1",
    HasNoSymmetryAtAll: "num_symmetries is 0",
    MakesStrangers: "position.game is <fill>",
}


@pytest.mark.parametrize("broken", BROKEN_GAMES, ids=lambda kind: kind.__name__)
def test_a_broken_game_is_caught(broken: type[Fill]) -> None:
    with pytest.raises(ConformanceError, match=BROKEN_GAMES[broken]):
        check(broken())


def test_a_second_game_of_the_same_name_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "_factories", dict(registry._factories))
    source = Path(hex.__file__).read_text(encoding="utf-8")

    def written(file: str, name: str) -> str:
        path = tmp_path / file
        path.write_text(source.replace('@register("hex")', f'@register("{name}")'))
        return str(path)

    mine = written("mine.py", "my-hex")
    make_from_file(mine)
    make_from_file(mine)  # the same file may be read again
    for file, name in (("other.py", "my-hex"), ("go.py", "go")):
        with pytest.raises(SetupError, match=f"already a game called '{name}'"):
            make_from_file(written(file, name))
