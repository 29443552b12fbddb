"""Regions, reports, problems and the command ``tesuji temperature``."""

from __future__ import annotations

import json
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.kit.cli import invoke
from tests.kit.endgame_problems import PROBLEMS
from tests.kit.patience import PATIENCE
from tesuji.errors import TesujiError
from tesuji.games import make
from tesuji.games.go import GoPosition
from tesuji.players import Choice, TimeLeft, make_player
from tesuji.players.searching import MctsPlayer
from tesuji.players.temperature import TemperatureOptions, TemperaturePlayer
from tesuji.records import load
from tesuji.search import Budget
from tesuji.studies.frejlak.benchmark import Answer
from tesuji.studies.frejlak.variations import temperature_of_variations
from tesuji.studies.frejlak.verdicts import CourseVerdict, judgement, verdict_page
from tesuji.theory.cgt import parse, thermograph
from tesuji.theory.go_endgames import (
    Certainty,
    StoneGrid,
    analyse_board,
    analyse_point,
    analyse_region,
    grown,
    mixed,
    region_around,
    signed,
    wide_region_around,
)
from tesuji.theory.go_endgames.guided import SearchGuide, Strategy, guided_tree
from tesuji.theory.go_endgames.links import is_linked
from tesuji.theory.go_endgames.living import without_dead_stones
from tesuji.theory.go_endgames.local import local_position
from tesuji.theory.go_endgames.problem_files import parse_value, read_problem
from tesuji.theory.go_endgames.surroundings import BLACK, WHITE, outside_owners
from tesuji.theory.go_endgames.tree_record import tree_record

pytestmark = pytest.mark.core

# Black takes the stone or White connects it: 3 points between the two moves.
PROBLEM = """(;GM[1]FF[4]SZ[9]\r
AB[db][eb][fb][gb][ga]\r
AB[gc][gd]AW[ca][cb][cc][cd][ea]SQ[ca][da][ea][fa][ga][cb][db][eb][fb][gb]C[3]\r
(;B[da])\r
(;W[da]))\r
"""

# Black takes a stone and fills, or White connects: a ko of one point, three moves apart.
KO_PROBLEM = """(;GM[1]FF[4]SZ[9]
AB[ba][bb][bc][cb][cc][cd]AW[ca][ea][db][eb][dc][dd]SQ[ba][ca][da][ea][cb][db]C[2/3]
(;B[da](;W[ca])(;B[ca]))
(;W[da]))
"""


@pytest.fixture
def problem_file(tmp_path: Path) -> Path:
    path = tmp_path / "one.sgf"
    path.write_bytes(PROBLEM.encode())
    return path


def position_of(*rows: str) -> GoPosition:
    game = make("go", size=f"{len(rows)}x{len(rows[0])}")
    position: GoPosition = game.parse("\n".join(" ".join(row) for row in rows))
    return position


def board_from(*rows: str) -> StoneGrid:
    return StoneGrid(len(rows), len(rows[0]), ["XO".find(stone) for row in rows for stone in row])


class TestRegions:
    def test_what_lies_outside_belongs_to_the_nearer_colour(self) -> None:
        board = board_from("X..O", "X..O")
        assert outside_owners(board, []) == {
            0: BLACK, 1: BLACK, 2: WHITE, 3: WHITE, 4: BLACK, 5: BLACK, 6: WHITE, 7: WHITE
        }  # fmt: skip

    def test_an_area_beside_one_colour_is_that_colours(self) -> None:
        owners = outside_owners(board_from("..XO", "..XO", "XXX."), [])
        assert {owners[p] for p in (0, 1, 4, 5)} == {BLACK}

    def test_a_chain_whose_liberties_lie_inside_can_be_captured(self) -> None:
        """The marked part of a chain is not taken to live because the rest is not marked."""
        board = board_from(".XX.OO", ".OOOO.", "......")
        local = local_position(board, [0, 1, 3, 4])
        assert 2 in local.points
        assert local.stones[BLACK].bit_count() == 2

    def test_an_open_region_ends_in_what_lies_beyond(self) -> None:
        """The area beyond the edge is one point worth several, and no wall of its owner's."""
        board = board_from("X....", "XXXXX", "OOOOO")
        closed = local_position(board, [1, 2])
        opened = local_position(board, [1, 2], beyond=8)
        assert closed.points == (1, 2)
        assert opened.points == (1, 2, 3)
        assert opened.worth == (1, 1, 2)
        assert opened.decided == closed.decided - 2
        assert opened.walls[BLACK] & 0b100

    def test_a_doubted_edge_saves_the_other_colour(self) -> None:
        """The empty points outside are Black's; in his worst case a white stone lives there."""
        board = board_from("X....", "XXXXX", "OOOOO")
        closed = local_position(board, [1, 2])
        doubted = local_position(board, [1, 2], doubted=BLACK)
        assert closed.walls == (0b11, 0)
        assert doubted.walls == (0b11, 0b10)
        assert local_position(board, [1, 2], doubted=WHITE).walls == closed.walls

    def test_a_crawl_along_the_edge_is_caught_outside(self) -> None:
        """On the first line White gives atari at each step; on the second Black reaches a stone."""
        board = board_from("..........", ".......X..", "OOX.......", "..........")
        inside = [0, 1, 2, 10, 11, 12]
        assert not is_linked(board, inside, 2, WHITE)
        assert is_linked(board, inside, 12, BLACK)
        far = board_from("..........", "..........", "OOO.......", "..........")
        assert not is_linked(far, inside, 2, BLACK)

    def test_growing(self) -> None:
        board = board_from("....", "....")
        assert grown(board, [0], 1) == {0, 1, 4}
        assert grown(board, [0], 2) == {0, 1, 2, 4, 5}

    def test_a_region_is_found_around_a_point(self) -> None:
        board = board_from(".XO..", ".X.O.", ".XO..", ".XO..", ".XO..")
        assert 7 in region_around(board, 7)
        lonely = board_from(".....", ".....", "..X..")
        for around in (region_around, wide_region_around):
            with pytest.raises(TesujiError, match="undecided"):
                around(lonely, 0)
            with pytest.raises(TesujiError, match="no point 15"):
                around(lonely, 15)

    def test_a_wide_region_has_room_for_what_follows(self) -> None:
        """White's push at E5 goes on along the edge, and the black stone in atari is in play."""
        rows = (".......O.", "XXXX.XOO.", "OOOXXXXOO", "..OOOOXX.", "......OX.")
        board = board_from(*rows)
        narrow, wide = (around(board, 4) for around in (region_around, wide_region_around))
        assert narrow <= wide
        assert {0, 1, 2, 3, 4, 5, 6} <= wide
        assert sum(board.stones[point] < 0 for point in wide) <= 25

    def test_a_point_is_answered_by_the_region_that_its_answer_needs(self) -> None:
        """Beyond two points of this corridor its threat goes on; the whole of it is exact."""
        position = position_of(".......O..", "XXXXXXXO..", "OOOOOOOO..", "..........")
        report = analyse_point(position, 6, Budget(nodes=20_000))
        whole = analyse_region(position, range(7), Budget(nodes=20_000))
        assert report.exact
        assert (report.temperature, set(range(7)) <= set(report.region)) == (
            whole.temperature,
            True,
        )


class TestReport:
    def test_gote(self, problem_file: Path) -> None:
        problem = read_problem(problem_file)
        report = analyse_region(problem.position, problem.region, Budget(seconds=20))
        assert (report.temperature, report.mean) == (Fraction(5, 2), Fraction(7, 2))
        assert (report.kind, report.exact) == ("gote", True)
        assert [report.move_value, report.after_black, report.after_white] == [3, 6, 1]
        assert report.black_moves == report.white_moves == (3,)
        assert report.tree.children[0].move == report.black_line[0]
        assert "2½" in report.svg()
        assert "points for Black" in report.svg()
        assert "points for Left" in report.thermograph.svg()

    def test_reverse_sente(self) -> None:
        """White's push threatens more than it takes, so that Black answers."""
        position = position_of("...XO....", ".....O...", "XXXXXO...", ".........")
        game = position.game
        region = [
            game.points.parse(p)
            for p in ("A4", "B4", "C4", "D4", "A3", "B3", "C3", "D3", "E3", "E4")
        ]
        report = analyse_region(position, region, Budget(seconds=20, nodes=20_000))
        assert report.kind in {"white sente", "gote"}
        assert report.after_black >= report.mean >= report.after_white

    def test_exact_only_where_the_edge_does_not_matter(self) -> None:
        """A corridor cut short: what White's push threatens lies beyond the region."""
        position = position_of(".......O..", "XXXXXXXO..", "OOOOOOOO..", "..........")
        whole = analyse_region(position, range(7), Budget(seconds=20, nodes=20_000))
        part = analyse_region(position, [5, 6], Budget(seconds=20, nodes=20_000))
        assert whole.exact
        assert part.temperature == whole.temperature or not part.exact

    def test_the_tree_is_a_record(self, problem_file: Path) -> None:
        problem = read_problem(problem_file)
        report = analyse_region(problem.position, problem.region, Budget(seconds=20))
        record = tree_record(problem.position, report)
        assert parse_value(record.root.comment.splitlines()[0]) == 3
        assert {child.move for child in record.root.children} == {3}
        assert record.root.children[0].comment

    def test_a_whole_board(self) -> None:
        position = position_of(".XO..", ".X.O.", ".XO..", ".XO..", ".X.O.")
        reports = analyse_board(position, Budget(seconds=20))
        assert [report.temperature for report in reports] == sorted(
            (report.temperature for report in reports), reverse=True
        )
        assert all(report.solved for report in reports)

    def test_fractions_in_words(self) -> None:
        assert [mixed(Fraction(n, 3)) for n in (-7, 0, 2, 3, 8)] == [
            "-2⅓",
            "0",
            "⅔",
            "1",
            "2⅔",
        ]
        assert [signed(Fraction(n, 2)) for n in (-3, 0, 4)] == ["W+1½", "even", "B+2"]


class TestProblems:
    def test_several_properties_and_line_ends(self, problem_file: Path) -> None:
        problem = read_problem(problem_file)
        assert problem.position.stones.count(0) == 7
        assert (problem.value, problem.temperature) == (Fraction(3), Fraction(5, 2))
        assert len(problem.region) == 10

    def test_stones_are_captured(self) -> None:
        after = board_from(".O", "XX").after(0, BLACK)
        assert after.stones == (BLACK, -1, BLACK, BLACK)

    def test_variations(self, problem_file: Path) -> None:
        problem = read_problem(problem_file)
        found = temperature_of_variations(problem, Budget(seconds=20))
        assert found == problem.temperature

    def test_variations_with_a_ko(self, tmp_path: Path) -> None:
        """Retaking leads back to a position of the record, which makes it a ko worth thirds."""
        path = tmp_path / "ko.sgf"
        path.write_text(KO_PROBLEM)
        problem = read_problem(path)
        assert temperature_of_variations(problem, Budget(seconds=20)) == problem.temperature
        path.write_text(KO_PROBLEM.replace("(;W[ca])", ""))  # what goes without saying
        problem = read_problem(path)
        assert temperature_of_variations(problem, Budget(seconds=20)) == problem.temperature

    def test_variations_of_one_colour(self, problem_file: Path) -> None:
        """Where a colour has no move recorded, its best one is read."""
        problem_file.write_text(PROBLEM.replace("(;W[da])", ""))
        problem = read_problem(problem_file)
        assert temperature_of_variations(problem, Budget(seconds=20)) == problem.temperature

    @pytest.mark.skipif(not PROBLEMS.is_dir(), reason="the endgame problems are not here")
    @pytest.mark.parametrize(
        "name",
        [
            "01-value-of-move/04",
            "05-what-is-sente/01",
            "06-value-of-ko/04",
            "08-common-positions/10",
        ],
    )
    def test_real_problems(self, name: str) -> None:
        problem = read_problem(PROBLEMS / f"{name}.sgf")
        report = analyse_region(problem.position, problem.region, Budget(seconds=60, nodes=5_000))
        assert report.temperature == problem.temperature

    @pytest.mark.skipif(not PROBLEMS.is_dir(), reason="the endgame problems are not here")
    def test_a_crawl_beyond_the_edge_is_no_proof(self) -> None:
        """Black's block at the edge is in atari at each step outside: the right answer is 4.

        Neither a closed nor an open region shows it, so an answer from them is not exact.
        """
        problem = read_problem(PROBLEMS / "04-value-of-reverse-sente" / "03.sgf")
        report = analyse_region(problem.position, problem.region, Budget(seconds=60, nodes=20_000))
        assert report.solved
        assert not report.exact
        assert report.certainty is Certainty.INSIDE
        name = problem.position.game.format_move
        assert report.doubts(name) == "Black H19 may be caught beyond the edge of the region"

    @pytest.mark.slow
    @pytest.mark.skipif(not PROBLEMS.is_dir(), reason="the endgame problems are not here")
    def test_all_real_problems(self) -> None:
        """Most are right within a small number of positions, and hardly a proof disagrees."""
        paths = sorted(PROBLEMS.rglob("*.sgf"))
        right = wrong_proofs = 0
        for path in paths:
            problem = read_problem(path)
            report = analyse_region(
                problem.position, problem.region, Budget(seconds=600, nodes=20_000)
            )
            right += report.temperature == problem.temperature
            wrong_proofs += report.exact and report.temperature != problem.temperature
        assert right >= 0.6 * len(paths)
        assert wrong_proofs <= 1  # subtraction method 3, which the course counts otherwise


class TestGuidedTrees:
    @pytest.mark.parametrize("strategy", Strategy)
    def test_every_strategy_counts_a_gote(self, problem_file: Path, strategy: Strategy) -> None:
        problem = read_problem(problem_file)
        board = StoneGrid(9, 9, problem.position.stones)
        tree = guided_tree(board, problem.region, SearchGuide(), strategy)
        assert tree.thermograph.temperature == problem.temperature
        assert tree.nodes >= 3

    def test_a_tree_has_its_limit(self, problem_file: Path) -> None:
        problem = read_problem(problem_file)
        board = StoneGrid(9, 9, problem.position.stones)
        with pytest.raises(TesujiError, match="more than 1"):
            guided_tree(board, problem.region, SearchGuide(), Strategy.BEST, max_nodes=1)


class TestCommand:
    def run(self, *arguments: str) -> Any:
        return invoke("temperature", *arguments)

    def test_json(self, problem_file: Path) -> None:
        result = self.run(str(problem_file), "--json", "--seconds", "20")
        answer = json.loads(result.stdout)
        assert answer.pop("seconds") < PATIENCE
        assert answer.pop("nodes") > 0
        assert answer == {
            "temperature": "5/2",
            "mean": "7/2",
            "exact": True,
            "solved": True,
            "kind": "gote",
            "moves": {"black": ["da"], "white": ["da"]},
        }

    def test_files(self, problem_file: Path, tmp_path: Path) -> None:
        svg, sgf = tmp_path / "out.svg", tmp_path / "out.sgf"
        result = self.run(str(problem_file), "--svg", str(svg), "--sgf", str(sgf), "--tree")
        assert result.exit_code == 0
        assert "Black D9: B+6" in result.stdout
        assert svg.read_text().startswith("<svg")
        assert len(load(sgf).root.children) == 2

    @pytest.mark.parametrize("net", [(), ("--net", "none")])
    def test_advice(self, problem_file: Path, tmp_path: Path, net: tuple[str, ...]) -> None:
        """Advice answers this position rightly, but that is no proof."""
        svg = tmp_path / "out.svg"
        options = ("--strategy", "depth-one", *net)
        answer = json.loads(self.run(str(problem_file), "--json", *options).stdout)
        assert set(answer["advice"]["black"]) == {"da", "fa"}
        assert sum(answer["advice"]["white"].values()) == pytest.approx(1, abs=1e-3)
        assert [(one["strategy"], one["temperature"]) for one in answer["answers"]] == [
            ("depth-one", "5/2")
        ]
        assert not answer["answers"][0]["exact"]
        text = self.run(str(problem_file), "--svg", str(svg), *options).stdout
        assert "the next move is Black's" in text
        assert "about 2½" in text
        assert svg.read_text().startswith("<svg")

    def test_all_ways_to_grow_a_tree(self, problem_file: Path) -> None:
        result = self.run(str(problem_file), "--strategy", "all", "--json")
        answers = json.loads(result.stdout)["answers"]
        assert [one["strategy"] for one in answers] == [known.value for known in Strategy]

    def test_benchmark(self, problem_file: Path) -> None:
        wrong = problem_file.with_name("two.sgf")
        wrong.write_text(PROBLEM.replace("C[3]", "C[4 1/2]"))
        result = invoke("endgame-benchmark", problem_file.parent, "--json", "--seconds", 20)
        answer = json.loads(result.stdout)
        assert (answer["correct"], answer["total"]) == (1, 2)
        assert [entry["file"] for entry in answer["wrong"]] == ["two.sgf"]

    def test_verdicts(self, problem_file: Path, tmp_path: Path) -> None:
        """Another answer of the course's is an open case until somebody finds out why."""
        problem_file.with_name("two.sgf").write_text(PROBLEM.replace("C[3]", "C[4 1/2]"))
        to = tmp_path / "page.md"
        invoke("endgame-benchmark", problem_file.parent, "--verdicts", to, "--seconds", 20)
        page = to.read_text()
        assert "| one | 2½ | 2½ | exact | confirmed |" in page
        assert "| two | 3¼ | 2½ | exact | open |" in page

    def test_a_verdict_that_was_found_by_hand(self) -> None:
        """It is about one answer of the course's, in whatever folder the problem lies."""
        name, reason = "course/07-subtraction-method/03.sgf", "counts it as gote"
        answers = [
            Answer(name, expected, Fraction(3), Certainty.EXACT, 1, 0.1)
            for expected in (Fraction(15, 4), Fraction(3), Fraction(4))
        ]
        verdicts = [judgement(answer).verdict for answer in answers]
        assert verdicts == [
            CourseVerdict.LABEL_ERROR, CourseVerdict.CONFIRMED, CourseVerdict.OPEN
        ]  # fmt: skip
        assert verdict_page(answers, "x").count(reason) == 1

    @pytest.mark.parametrize(
        ("arguments", "complaint"),
        [
            (["temperature", "nowhere.sgf"], "cannot read"),
            (["temperature", "x.sgf", "--strategy", "best", "--tree"], "leave out --tree"),
            (["temperature", "x.sgf", "--strategy", "all", "--svg", "x.svg"], "one strategy"),
            (["temperature", "x.sgf", "--net", "none"], "belong to --strategy"),
            (["endgame-benchmark", "nowhere"], "no folder"),
            (["endgame-benchmark", ".", "--variations", "--verdicts", "x.md"], "is for searches"),
            (["endgame-benchmark", ".", "--variations", "--threads", "2"], "is for searches"),
        ],
    )
    def test_bad_input(self, arguments: list[str], complaint: str) -> None:
        result = invoke(*arguments)
        assert isinstance(result.exception, TesujiError)
        assert complaint in str(result.exception)

    def test_a_file_without_a_region(self, tmp_path: Path) -> None:
        path = tmp_path / "plain.sgf"
        path.write_text("(;GM[1]SZ[9]AB[ee])")
        assert "--point" in str(self.run(str(path)).exception)


class TestDeadStones:
    def test_they_are_taken_off(self) -> None:
        """The black stone among White's eyes is dead; a count would take it for alive."""
        rows = (".X.XO.O", "X.XXOO.", ".X.XOXO", "XXXXO.O", ".X.XOOO", "XXX.O.O", "..X.OO.")
        position = position_of(*rows)
        living = without_dead_stones(position)
        changed = [
            point
            for point, (old, new) in enumerate(
                zip(position.stones, living.position.stones, strict=True)
            )
            if old != new
        ]
        assert changed == [2 * 7 + 5]
        assert living.is_clear
        assert living.position.to_move == position.to_move

    def test_a_whole_board_is_measured_without_them(self, tmp_path: Path) -> None:
        rows = (".X.XO.O", "X.XXOO.", ".X.XOXO", "XXXXO.O", ".X.XOOO", "XXX.O.O", "..X.OO.")
        stones = {
            colour: "".join(
                f"[{'abcdefg'[column]}{'abcdefg'[row]}]"
                for row, line in enumerate(rows)
                for column, sign in enumerate(line)
                if sign == colour
            )
            for colour in "XO"
        }
        path = tmp_path / "dead.sgf"
        path.write_text(f"(;GM[1]SZ[7]AB{stones['X']}AW{stones['O']})")
        result = invoke("temperature", str(path), "--board", "--seconds", "5")
        assert "taken off as dead: F5" in result.stderr

    def test_what_is_open_stays_open(self) -> None:
        """In wide areas random play cannot tell who lives."""
        position = position_of(*("..XO.X." if row == 2 else "..XO..." for row in range(7)))
        living = without_dead_stones(position)
        assert not living.is_clear
        assert living.position.stones == position.stones


class TestPlayer:
    def test_a_move_that_the_search_has_seen_failing_is_not_played(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        position = position_of(".XO..", ".X.O.", ".XO..", ".XO..", ".X.O.")
        bad, good = position.game.points.parse("A1"), position.game.points.parse("C4")
        for move, expected in ((bad, False), (good, True)):
            counted = Choice(move, comment="counted")
            monkeypatch.setattr(TemperaturePlayer, "_count", lambda *_, choice=counted: choice)
            with make_player("temperature:seconds=0.5,seed=1", position.game) as player:
                player.start(position.game, position)
                assert (player.choose(position) is counted) == expected

    def test_the_largest_move_is_played(self) -> None:
        """In the endgame it plays the hottest region; the corner point there is worth most."""
        position = position_of(".XO..", ".X.O.", ".XO..", ".XO..", ".X.O.")
        game = position.game
        player = TemperaturePlayer(game, TemperatureOptions(seed=1))
        choice = player._count(position, PATIENCE)
        player.close()
        assert choice is not None
        assert choice.move is not None
        assert position.is_legal(choice.move)
        assert "worth" in choice.comment

    def test_counting_and_searching_share_the_time(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Where regions stay unclear, the search gets what counting has left of the move's time."""
        given: list[TimeLeft | None] = []

        def unclear(
            position: GoPosition, budget: Budget, proofs_only: bool
        ) -> tuple[list[Any], bool]:
            assert proofs_only, "nothing else is used"
            assert budget.seconds is not None
            time.sleep(budget.seconds)
            return [], False

        def search(self: MctsPlayer, position: Any, time_left: TimeLeft | None = None) -> Choice:
            given.append(time_left)
            return Choice(position.legal_moves()[0])

        monkeypatch.setattr("tesuji.theory.go_endgames.analysis.analyse_regions", unclear)
        monkeypatch.setattr(MctsPlayer, "choose", search)
        position = position_of(".XO..", ".X.O.", ".XO..", ".XO..", ".X.O.")
        with make_player("temperature:seconds=5,seed=1", position.game) as player:
            player.choose(position, TimeLeft(per_move=0.4))
        (left,) = given
        assert left is not None
        assert left.per_move is not None
        assert left.per_move <= 0.75 * 0.4

    def test_other_games_are_refused(self) -> None:
        with pytest.raises(TesujiError, match="plays go"):
            make_player("temperature", make("gomoku", size=9))


def test_thermographs_draw_themselves_with_matplotlib() -> None:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    axes = thermograph(parse("{7||6|0}")).plot()
    left, right = axes.get_xlim()
    assert left > 7 > 6 > right, "scores grow to the left"
