"""Counting problems, their checks and reasons, and games beside a coupon stack."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from tests.reference.go_local import LoopFound, TinyRegion, thermograph_of
from tesuji.errors import TesujiError
from tesuji.games import make
from tesuji.lessons.counting import (
    COUNTINGS,
    STRATEGIES,
    CountingProblem,
    CouponMove,
    CouponState,
    SumRegion,
    judge,
    load_problems,
    make_game,
    parse_count,
    reasons,
    review,
    solve,
    sum_region,
    value_of,
)
from tesuji.lessons.counting.check import loss_of
from tesuji.lessons.counting.coupons import COUPON, ExactScores, best_moves, may_be_usable
from tesuji.lessons.counting.problems import KINDS, SIZES, kind_for, read_problem, write_problem
from tesuji.search import Budget
from tesuji.theory.cgt import Mover, Sum, parse, thermograph
from tesuji.theory.cgt.mixed import mixed
from tesuji.theory.go_endgames import StoneGrid, analyse_region

pytestmark = pytest.mark.core

SAMPLE = load_problems()[::16]


def name_of(problem: CountingProblem) -> str:
    return f"{problem.kind}-{'/'.join(problem.rows)}"


class TestProblems:
    def test_there_are_enough_of_every_kind(self) -> None:
        problems = load_problems()
        assert len(problems) >= 120
        assert len({problem.rows for problem in problems}) == len(problems)
        for kind in KINDS:
            assert sum(problem.kind == kind for problem in problems) >= 15
        for size in SIZES:
            assert sum(problem.size == size for problem in problems) >= 15
        assert {problem.source for problem in problems} == {"made", "game"}

    def test_lines_are_read_as_they_were_written(self) -> None:
        for problem in load_problems():
            assert read_problem(write_problem(problem)) == problem

    @pytest.mark.parametrize("problem", SAMPLE, ids=name_of)
    def test_the_search_proves_the_answer(self, problem: CountingProblem) -> None:
        check(problem)

    @pytest.mark.slow
    def test_the_search_proves_every_answer(self) -> None:
        for problem in load_problems():
            check(problem)

    def test_slow_counting_without_the_core_agrees(self) -> None:
        """Where nothing recurs, the reference finds the same mean and temperature."""
        agreed = 0
        for problem in load_problems():
            if problem.source != "made" or problem.num_empty > 4:
                continue
            try:
                graph = thermograph_of(*as_tiny(problem), limit=1500)
            except (LoopFound, OverflowError):
                continue
            assert (graph.mean, graph.temperature) == (problem.mean, problem.temperature)
            agreed += 1
        assert agreed >= 10


def check(problem: CountingProblem) -> None:
    report = analyse_region(problem.position, problem.region, Budget(nodes=6000))
    assert report.exact
    assert (report.temperature, report.mean) == (problem.temperature, problem.mean)
    assert problem.best == (report.black_moves if problem.black else report.white_moves)
    assert kind_for(report, problem.black) == problem.kind
    assert problem.temperature > 1


def as_tiny(problem: CountingProblem) -> tuple[TinyRegion, tuple[str, ...]]:
    board = StoneGrid(len(problem.rows), len(problem.rows[0]), problem.stones)
    place = {point: number for number, point in enumerate(problem.region)}
    walls = [
        {
            place[p]
            for p in problem.region
            if any(n not in place and board.stones[n] == colour for n in board.neighbours[p])
        }
        for colour in (0, 1)
    ]
    near = [[place[n] for n in board.neighbours[p] if n in place] for p in problem.region]
    return TinyRegion(near, *walls), tuple("XO."[problem.stones[p]] for p in problem.region)


# White threatens the three stones, or Black saves them in gote: 2 by area counting.
SENTE = read_problem(
    "reverse-sente made X 2 2 dbeb cadaeacbdbeb "
    ".XX.XO./.X...O./.XXOOO./..XO.../..XO.../..XO.../..XO..."
)


class TestJudgement:
    @pytest.mark.parametrize(
        ("text", "value"),
        [
            ("3 1/2", "7/2"),
            ("7/2", "7/2"),
            ("3.5", "7/2"),
            ("3,5", "7/2"),
            ("3½", "7/2"),
            ("⅔", "2/3"),
            (" 2 ", "2"),
            ("0", "0"),
        ],
    )
    def test_numbers_are_read(self, text: str, value: str) -> None:
        assert parse_count(text) == Fraction(value)

    @pytest.mark.parametrize(
        "text", ["", "x", "1/0", "3 1/", "-1", "1.5 1/2", "1e3", "١", "9" * 30]
    )
    def test_other_text_is_refused(self, text: str) -> None:
        with pytest.raises(TesujiError, match="is not a number"):
            parse_count(text)

    def test_three_ways_to_count(self) -> None:
        assert [value_of(SENTE, counting) for counting in COUNTINGS] == [1, 2, 2]

    def test_a_right_answer(self) -> None:
        verdict = judge(SENTE, SENTE.best[0], Fraction(1), "territory", str)
        assert verdict.right
        assert verdict.sentences == (
            f"{SENTE.best[0]} is right.",
            "1 by territory counting is right.",
        )

    def test_by_how_much_an_answer_is_off(self) -> None:
        name = make("go", size=7).format_move
        verdict = judge(SENTE, SENTE.region[1], Fraction(2), "territory", name)
        assert (verdict.move, verdict.value) == (False, False)
        lost = loss_of(SENTE, SENTE.region[1])
        assert lost is not None
        assert lost > 0
        assert verdict.sentences[0] == f"D7 loses {mixed(lost)} against D6 or E6."
        assert verdict.sentences[1] == (
            "2 is 1 too much: it is 1 by territory counting. 2 would be right by area counting."
        )
        with pytest.raises(TesujiError, match="not an empty point of the region"):
            judge(SENTE, 0, Fraction(1), "area", name)

    @pytest.mark.parametrize("problem", SAMPLE, ids=name_of)
    def test_best_moves_lose_nothing(self, problem: CountingProblem) -> None:
        for point in problem.region:
            lost = loss_of(problem, point) if problem.position.is_legal(point) else None
            if lost is not None:
                assert lost >= 0
                assert lost == 0 or point not in problem.best
                right = judge(problem, point, problem.temperature, "area", str).move
                assert right == (lost == 0)


class TestReasons:
    @pytest.mark.parametrize("problem", SAMPLE, ids=name_of)
    def test_numbers_decide_the_kind(self, problem: CountingProblem) -> None:
        report = solve(problem)
        assert report.tree.kind == report.kind
        said = " ".join(reasons(report, str))
        word = {
            "gote": "half of the difference",
            "sente": "raises the temperature",
            "reverse sente": "is reverse sente",
            "ko": "each gains a third",
        }[problem.kind]
        assert word in said


class TestSumRegions:
    def test_values_agree_with_the_search(self) -> None:
        regions = [sum_region(each) for each in load_problems() if may_be_usable(each)]
        usable = [region for region in regions if region is not None]
        assert len(usable) >= 12
        for region in usable:
            problem = region.problem
            start = region.positions[region.start]
            assert (start.temperature, start.mean) == (problem.temperature, problem.mean)
            side = Mover.LEFT if problem.black else Mover.RIGHT
            assert set(problem.best) <= set(start.moves[side])

    def test_a_corridor(self) -> None:
        """Black closes it, or White walks in: 3/4 of territory for three points, as books say."""
        with pytest.raises(TesujiError, match="touches empty points"):
            SumRegion(made(("OX.....", "OX...X.", "OXXXXXX", "O......"), "cb db eb"))
        region = SumRegion(made(("XXXXOO.", "X...OO.", "XXXXOO."), "bb cb db"))
        start = region.positions[region.start]
        assert start.value == parse("{3|||1||-1|-3}")
        assert (start.temperature - 1, start.mean) == (Fraction(3, 4), Fraction(5, 4))
        assert set(start.moves[Mover.RIGHT]) == set(region.points)

    def test_a_ko_is_no_sum(self) -> None:
        ko = next(problem for problem in load_problems() if problem.kind == "ko")
        with pytest.raises(TesujiError):
            SumRegion(ko)
        assert sum_region(ko) is None


def made(rows: tuple[str, ...], region: str) -> CountingProblem:
    points = tuple((ord(p[1]) - 97) * len(rows[0]) + ord(p[0]) - 97 for p in region.split())
    return CountingProblem(
        "gote", "made", True, Fraction(0), Fraction(0), (), tuple(sorted(points)), rows
    )


GAMES = [(number, regions) for number in range(6) for regions in (2, 3)]


class TestCoupons:
    @pytest.mark.parametrize(("number", "regions"), GAMES)
    def test_the_score_is_that_of_the_theory(self, number: int, regions: int) -> None:
        """Against sums with pruned incentives."""
        game = make_game(number, regions)
        start = game.start()
        values = [position.value for position in start.positions]
        for side in Mover:
            expected = Sum.of(values, game.coupons[-4:]).score(side)
            exact = ExactScores(game.coupons[-4:])
            games = tuple(value for value in values if value.number is None)
            assert exact.score(games, 0, side) == expected

    @pytest.mark.parametrize(("number", "regions"), GAMES)
    def test_perfect_play_loses_nothing(self, number: int, regions: int) -> None:
        game = make_game(number, regions)
        for level in STRATEGIES:
            moves, end = play_out(game.start(), {Mover.LEFT: "perfect", Mover.RIGHT: level})
            found = review(game, moves)
            assert all(loss.side is Mover.RIGHT for loss in found.losses)
            assert found.score == end.exact_score
            assert found.score == found.perfect_score + found.lost_by(Mover.RIGHT)

    def test_every_rule_is_seen_in_random_games(self) -> None:
        chance = random.Random(5)
        rules = set()
        for number in range(25):
            game = make_game(number)
            state, moves = game.start(), []
            while not state.is_over:
                moves.append(chance.choice(state.moves()))
                state = state.after(moves[-1])
            found = review(game, moves)
            total = found.perfect_score - found.lost_by(Mover.LEFT) + found.lost_by(Mover.RIGHT)
            assert found.score == total
            for loss in found.losses:
                assert loss.points > 0
                assert loss.better != loss.move
                rules.add(loss.rule.split(":")[0].split(",")[0])
        assert {
            "Answer sente",
            "Take the coupon when it is larger than every temperature",
            "Play in the hottest region",
            "The right region",
        } <= rules

    def test_orthodox_play_stays_near_the_forecast(self) -> None:
        """Beside coupons sentestrat gives away no more than half a step for each place."""
        for number, regions in GAMES:
            game = make_game(number, regions)
            moves, _ = play_out(game.start(), {Mover.LEFT: "sentestrat", Mover.RIGHT: "perfect"})
            assert review(game, moves).lost_by(Mover.LEFT) <= game.coupons[0] / 2

    def test_the_stack(self) -> None:
        for number, regions in GAMES:
            game = make_game(number, regions)
            assert make_game(number, regions) is game
            steps = {
                a - b for a, b in zip(game.coupons, (*game.coupons[1:], Fraction(0)), strict=True)
            }
            assert len(steps) == 1
            assert len(game.regions) == regions
            hottest = max(position.temperature for position in game.start().positions)
            assert game.coupons[0] > hottest
            assert best_moves(game.start())

    def test_moves_that_cannot_be_made(self) -> None:
        state = make_game(1).start()
        for move in (CouponMove(0, 1000), CouponMove(2, 0), CouponMove(0, None)):
            with pytest.raises(TesujiError):
                state.after(move)
        while state.coupon is not None:
            state = state.after(COUPON)
        with pytest.raises(TesujiError, match="no coupon"):
            state.after(COUPON)
        with pytest.raises(TesujiError, match="two or three"):
            make_game(1, 4)


def play_out(state: CouponState, levels: dict[Mover, str]) -> tuple[list[CouponMove], CouponState]:
    moves = []
    while not state.is_over:
        moves.append(STRATEGIES[levels[state.mover]](state))  # type: ignore[index]
        state = state.after(moves[-1])
    return moves, state


def test_temperatures_of_values_are_those_of_thermographs() -> None:
    game = make_game(0)
    for position in game.start().positions:
        assert position.temperature == thermograph(position.value).temperature
