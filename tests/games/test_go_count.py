"""Counting finished boards of Go: area and territory, dead stones, seki, and the words for it."""

from __future__ import annotations

import pytest

from tests.kit.positions import FINISHED
from tesuji.analysis.go_status import chains_by_status, estimate, proposed_count, toggled
from tesuji.errors import SetupError, TesujiError
from tesuji.games import Side, make
from tesuji.games.go import Go, GoPosition
from tesuji.games.go.counting import group_at
from tesuji.play import GameInProgress
from tesuji.records import read_sgf, write_sgf

SEKI = """
. O O X . O X X .
O O O X . O X X X
. O O X X O X X .
O O O O O X X X X
O O O O O X X X X
"""
TWO_CORNERS = """
. X . O X . X .
X X O O X X X X
O O O O O O O O
O O O O O O O O
O . O O O O . O
"""


def board(diagram: str, rules: str = "chinese", rows: int = 9, columns: int = 9) -> GoPosition:
    position: GoPosition = make("go", size=f"{rows}x{columns}", rules=rules).parse(diagram)
    return position


def named(position: GoPosition, *names: str) -> list[int]:
    return [position.game.parse_move(name) for name in names]


def test_area_is_stones_and_what_they_surround() -> None:
    position = board(FINISHED)
    count = position.counted(named(position, "F7"))
    black, white = count.sides
    assert (black.territory, black.stones) == (7, 29)
    assert (white.territory, white.stones, white.dead, white.komi) == (12, 33, 1, 7.5)
    assert (black.total, white.total) == (36, 52.5)
    assert count.margin == position.score(named(position, "F7")).margin == -16.5
    assert count.sentences() == [
        "Area (Chinese) counting: living stones and surrounded points.",
        "Black: 7 surrounded points + 29 stones = 36.",
        "White: 12 surrounded points + 33 stones + 7.5 komi = 52.5.",
        "White wins by 16.5 points.",
    ]


def test_territory_is_points_and_prisoners() -> None:
    position = board(FINISHED, "japanese")
    count = position.counted(named(position, "F7"))
    assert count.margin == position.score(named(position, "F7")).margin
    assert count.sentences()[1:] == [
        "Black: 7 surrounded points + 0 prisoners = 7.",
        "White: 12 surrounded points + 0 prisoners + 1 dead stone + 6.5 komi = 19.5.",
        "White wins by 12.5 points.",
    ]


def test_neutral_points_and_a_single_point_are_said_as_they_are() -> None:
    position = board(FINISHED, "japanese")
    count = position.counted()  # F7 is said to be alive, so that the points beside it are dame
    assert count.neutral == 2
    assert "2 points are nobody's (dame)." in count.sentences()
    assert make("go", size=2, komi=0).initial().counted().sentences()[-1] == "The game is a draw."


def test_handicap_stones_are_told() -> None:
    game = make("go", size=9, komi=0.5)
    assert isinstance(game, Go)
    assert any("4 handicap stones" in said for said in game.handicap(4).counted().sentences())
    middle = game.setup([0, 1, *[-1] * 79], Side.SECOND)
    assert middle.counted().handicap == 0


@pytest.mark.parametrize(("rules", "eyes"), [("japanese", 0), ("chinese", 3)])
def test_eyes_of_stones_in_seki_count_by_area_only(rules: str, eyes: int) -> None:
    position = board(TWO_CORNERS, rules, 5, 8)
    corners = named(position, "B5", "E5")
    seki = [point for corner in corners for point in group_at(position, corner)]
    assert position.counted().sides[0].territory == 3
    held = position.counted(seki=seki)
    assert held.sides[0].territory == eyes
    assert held.sides[1].territory == 2
    assert ("seki included" in " ".join(held.sentences())) == (rules == "japanese")


def test_stones_that_are_not_there_and_both_at_once_are_refused() -> None:
    position = board(FINISHED)
    empty, stone = named(position, "A9", "F7")
    for wrong in (empty, -1, 81):
        with pytest.raises(SetupError, match="no stone stands"):
            position.counted([wrong])
    with pytest.raises(SetupError, match="both dead and in seki"):
        position.counted([stone], [stone])


def test_proposals() -> None:
    position = board(FINISHED, "japanese")
    assert list(proposed_count(position).dead) == named(position, "F7")
    found = chains_by_status(board(SEKI, "japanese", 5, 9))
    assert len(found["seki"]) == 2
    assert not found["dead"]


def test_a_click_changes_a_group() -> None:
    position = board(FINISHED, "japanese")
    (stone,) = named(position, "F7")
    dead = toggled(position, [], [], stone, False)
    assert dead.dead == (stone,)
    assert toggled(position, dead.dead, dead.seki, stone, False).dead == ()
    held = toggled(position, dead.dead, dead.seki, stone, True)
    assert (held.dead, held.seki) == ((), (stone,))
    with pytest.raises(SetupError, match="no stone stands at A9"):
        toggled(position, [], [], 0, False)


def test_a_group_is_joined_by_empty_points() -> None:
    position = make("go", size=5).initial().play("A5 C3 A3 C4 B5 C5 E1")
    assert isinstance(position, GoPosition)
    group = group_at(position, named(position, "A5")[0])
    assert group == sorted(named(position, "A5", "B5", "A3", "E1"))
    assert group_at(position, named(position, "E5")[0]) == []


def test_a_game_ends_by_agreement() -> None:
    game = GameInProgress(make("go", size=5), by_agreement=True)
    moves = game.start.play("C3 A1 B3 pass D3 pass C2 pass C4 pass B2 pass D2 pass").moves  # type: ignore[attr-defined]
    for move in moves:
        game.play(move)
    with pytest.raises(TesujiError, match="not being counted"):
        game.agree()
    game.play(25)
    assert game.is_counting
    assert game.ending is None
    with pytest.raises(SetupError):
        game.agree([0])
    game.play_on()
    assert game.moves[-1] != 25
    game.play(25)
    game.play(25)
    assert isinstance(game.position, GoPosition)
    ending = game.agree(proposed_count(game.position).dead)
    assert ending.code(game.game) == "B+17.5"
    text = write_sgf(game.record(result=ending.code(game.game)))
    assert "RE[B+17.5]" in text
    end = read_sgf(text).end
    assert len(end.marks["TB"]) == 18
    assert "TW" not in end.marks


def test_games_that_nobody_disputes_end_by_their_rules() -> None:
    game = GameInProgress(make("torus", size=5), by_agreement=True)
    assert not game.is_counting
    engines = GameInProgress(make("go", size=5), None, [25, 25])
    assert engines.ending is not None
    assert not engines.is_counting


def test_estimates_without_a_network() -> None:
    """On a board that no network here has learnt, random games say how it stands."""
    diagram = "X X O O\n. X O .\nX X O O\n. X O O\nX X O ."
    for rules, lead in (("chinese", -0.5), ("japanese", -0.5)):
        position = make("go", size="5x4", rules=rules, komi=0.5).parse(diagram)
        found = estimate(position)
        assert found.source == "400 random games"
        assert found.lead == pytest.approx(lead)
        assert found.sentence() == "White leads by 0.5 points, says 400 random games."
