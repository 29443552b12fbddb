"""The part of the API for studying: exercises, puzzles, and temperatures of endgames."""

from __future__ import annotations

import threading
from typing import Annotated

from fastapi import APIRouter, Path

from tesuji.server import endgame_models as endgames
from tesuji.server import study_models
from tesuji.server.counting_views import counting_list, counting_view, try_counting
from tesuji.server.coupon_views import play_coupons
from tesuji.server.problems import PROBLEMS
from tesuji.server.puzzles import puzzle_list, puzzle_view, solution, try_puzzle
from tesuji.server.temperature_views import temperatures
from tesuji.server.views import exercise_view
from tesuji.theory.dots_and_boxes import make_exercise
from tesuji.theory.dots_and_boxes.exercises import Kind

MOST_AT_ONCE = 2
"""Requests that may compute at once: each may take seconds of a processor."""
PuzzleNumber = Annotated[int, Path(ge=0, lt=100_000)]


def study_routes() -> APIRouter:
    router = APIRouter(prefix="/api/v1", responses=PROBLEMS)
    computing = threading.Semaphore(MOST_AT_ONCE)

    @router.get("/exercises/dots-and-boxes/{number}")
    def get_exercise(
        number: Annotated[int, Path(ge=0, lt=2**53)], kind: Kind | None = None
    ) -> study_models.ExerciseView:
        """An exercise on the long-chain rule; the same number is always the same exercise."""
        with computing:
            return exercise_view(number, make_exercise(number, kind))

    @router.get("/puzzles/gomoku")
    def list_puzzles() -> study_models.PuzzleList:
        """Puzzles of Gomoku: positions with a win by force, by kind and length."""
        return puzzle_list()

    @router.get("/puzzles/gomoku/{number}")
    def get_puzzle(number: PuzzleNumber) -> study_models.PuzzleView:
        """A position in which the player to move wins by force."""
        return puzzle_view(number)

    @router.post("/puzzles/gomoku/{number}/try")
    def attempt(number: PuzzleNumber, attempt: study_models.PuzzleTry) -> study_models.PuzzleAnswer:
        """What becomes of the moves tried so far, and the defender's answer."""
        with computing:
            return try_puzzle(number, attempt.moves)

    @router.post("/puzzles/gomoku/{number}/solution")
    def solve(number: PuzzleNumber, attempt: study_models.PuzzleTry) -> study_models.PuzzleSolution:
        """How it is won from where the tries have led; an empty line when it is not any more."""
        with computing:
            return solution(number, attempt.moves)

    @router.post("/positions/temperature")
    def get_temperatures(request: endgames.TemperatureRequest) -> endgames.TemperatureAnswer:
        """What moves in the regions of a Go board are worth, the hottest first."""
        with computing:
            return temperatures(request)

    @router.get("/endgames/problems")
    def list_counting_problems() -> endgames.CountingList:
        """Endgames to count, by kind and size."""
        return counting_list()

    @router.get("/endgames/problems/{number}")
    def get_counting_problem(number: PuzzleNumber) -> endgames.CountingView:
        """A region of a Go board to count."""
        return counting_view(number)

    @router.post("/endgames/problems/{number}/try")
    def count(number: PuzzleNumber, attempt: endgames.CountingTry) -> endgames.CountingAnswer:
        """Whether a move and its value are right, and why."""
        with computing:
            return try_counting(number, attempt)

    @router.post("/endgames/coupons")
    def coupons(request: endgames.CouponRequest) -> endgames.CouponView:
        """A game of small regions beside a coupon stack: where it stands, with the answer."""
        with computing:
            return play_coupons(request)

    return router
