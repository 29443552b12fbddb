"""Implements the API for studying: exercises, puzzles, and temperatures of endgames."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path

from tesuji.lessons import make_exercise
from tesuji.lessons.chain_exercises import Kind
from tesuji.server import endgame_models as endgames
from tesuji.server import study_models
from tesuji.server.computing import Computing
from tesuji.server.counting_views import counting_list, counting_view, try_counting
from tesuji.server.coupon_views import play_coupons
from tesuji.server.error_answers import PROBLEMS
from tesuji.server.lesson_views import lesson_view, try_lesson
from tesuji.server.puzzles import puzzle_list, puzzle_view, solution, try_puzzle
from tesuji.server.temperature_views import temperatures
from tesuji.server.views import exercise_view

PuzzleNumber = Annotated[int, Path(ge=0, lt=100_000)]
GameName = Annotated[str, Path(max_length=40, pattern=r"^[a-z][a-z-]*$")]


def study_routes(computing: Computing, measuring: Computing) -> APIRouter:
    """Returns the routes; `computing` does the long work, `measuring` that of temperatures."""
    router = APIRouter(prefix="/api/v1", responses=PROBLEMS)

    @router.get("/lessons/{game}")
    def get_lesson(game: GameName) -> study_models.LessonView:
        """Returns the first steps in a game: positions with a question each."""
        return lesson_view(game)

    @router.post("/lessons/{game}/{number}/try")
    async def try_step(
        game: GameName,
        number: Annotated[int, Path(ge=0, lt=100)],
        attempt: study_models.LessonTry,
    ) -> study_models.LessonAnswer:
        """Judges a move in a step of a lesson, and returns a refutation if it is wrong."""
        return await computing.run(try_lesson, game, number, attempt.move)

    @router.get("/exercises/dots-and-boxes/{number}")
    async def get_exercise(
        number: Annotated[int, Path(ge=0, lt=2**53)], kind: Kind | None = None
    ) -> study_models.ExerciseView:
        """Returns an exercise on the long-chain rule, determined by its number."""
        exercise = await computing.run(make_exercise, number, kind)
        return exercise_view(number, exercise)

    @router.get("/puzzles/gomoku")
    def list_puzzles() -> study_models.PuzzleList:
        """Lists the puzzles of Gomoku: positions with a forced win, by kind and length."""
        return puzzle_list()

    @router.get("/puzzles/gomoku/{number}")
    def get_puzzle(number: PuzzleNumber) -> study_models.PuzzleView:
        """Returns a position in which the player to move wins by force."""
        return puzzle_view(number)

    @router.post("/puzzles/gomoku/{number}/try")
    async def attempt(
        number: PuzzleNumber, attempt: study_models.PuzzleTry
    ) -> study_models.PuzzleAnswer:
        """Returns the result of the moves tried so far, and the defender's answer."""
        return await computing.run(try_puzzle, number, attempt.moves)

    @router.post("/puzzles/gomoku/{number}/solution")
    async def solve(
        number: PuzzleNumber, attempt: study_models.PuzzleTry
    ) -> study_models.PuzzleSolution:
        """Returns the win after the moves tried so far; an empty line if there is none any more."""
        return await computing.run(solution, number, attempt.moves)

    @router.post("/positions/temperature")
    async def get_temperatures(request: endgames.TemperatureRequest) -> endgames.TemperatureAnswer:
        """Returns the values of moves in the regions of a Go board, the hottest first."""
        return await measuring.run(temperatures, request)

    @router.get("/endgames/problems")
    def list_counting_problems() -> endgames.CountingList:
        """Lists the endgames to count, by kind and size."""
        return counting_list()

    @router.get("/endgames/problems/{number}")
    def get_counting_problem(number: PuzzleNumber) -> endgames.CountingView:
        """Returns a region of a Go board to count."""
        return counting_view(number)

    @router.post("/endgames/problems/{number}/try")
    async def count(number: PuzzleNumber, attempt: endgames.CountingTry) -> endgames.CountingAnswer:
        """Returns whether a move and its value are right, and why."""
        return await computing.run(try_counting, number, attempt)

    @router.post("/endgames/coupons")
    async def coupons(request: endgames.CouponRequest) -> endgames.CouponView:
        """Returns the state of a game with a coupon stack, after the program's answer."""
        return await computing.run(play_coupons, request)

    return router
