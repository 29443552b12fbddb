"""Exact play of Dots and Boxes: known values, and search against full tables."""

from __future__ import annotations

import json
import random
from pathlib import Path

import numpy as np
import pytest

from tests.kit.cli import invoke
from tests.reference.dots_and_boxes import ReferenceDotsAndBoxes
from tesuji import core
from tesuji.errors import TesujiError
from tesuji.games.dots_and_boxes import DotsAndBoxes, DotsAndBoxesPosition
from tesuji.search import Budget, SearchReport
from tesuji.theory.dots_and_boxes import Solver, Structure, Table, solve
from tesuji.theory.dots_and_boxes import table as tables

TABLE_BOARDS = [(1, n) for n in range(1, 8)] + [(2, 2), (2, 3), (2, 4), (3, 3), (4, 2)]
KNOWN_VALUES = {
    **{(1, n): -(n % 2) for n in range(1, 8)},
    (2, 2): 2,
    (2, 3): -2,
    (2, 4): 2,
    (3, 3): -3,
}


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TESUJI_CACHE_DIR", str(tmp_path))
    return tmp_path


def random_position(game: DotsAndBoxes, drawn: int, dice: random.Random) -> DotsAndBoxesPosition:
    return game.setup(dice.sample(range(game.num_moves), drawn))


# -- the full table ---------------------------------------------------------------------------


@pytest.mark.core
@pytest.mark.parametrize("size", KNOWN_VALUES)
def test_table_has_the_known_values(size: tuple[int, int]) -> None:
    game = DotsAndBoxes(*size)
    assert Table.of(game).value(game.initial()) == KNOWN_VALUES[size]


def test_every_opening_of_3x3_loses_by_three() -> None:
    game = DotsAndBoxes(3, 3)
    assert set(Table.of(game).move_values(game.initial()).values()) == {-3}


def test_table_agrees_with_the_slow_reference() -> None:
    reference = ReferenceDotsAndBoxes.start(1, 2)
    values: dict[tuple[int, ...], int] = {}

    def value(position: ReferenceDotsAndBoxes) -> int:
        if position.drawn not in values:
            found = []
            for move in position.legal_moves():
                after = position.after(move)
                closed = sum(after.scores) - sum(position.scores)
                found.append(closed + value(after) if closed else -value(after))
            values[position.drawn] = max(found, default=0)
        return values[position.drawn]

    value(reference)
    table = Table.of(DotsAndBoxes(1, 2)).values
    assert len(values) == len(table)
    for drawn, known in values.items():
        assert table[sum(bit << line for line, bit in enumerate(drawn))] == known


def test_table_is_kept_and_a_damaged_one_is_made_again(own_cache: Path) -> None:
    game = DotsAndBoxes(2, 4)
    tables._table.cache_clear()
    values = Table.of(game).values
    (file,) = own_cache.glob("dots-and-boxes/*.table")
    whole = file.read_bytes()
    for damaged in (whole[:-1], whole[:100], b"", whole[:60] + bytes([whole[60] ^ 1]) + whole[61:]):
        file.write_bytes(damaged)
        tables._table.cache_clear()
        assert np.array_equal(Table.of(game).values, values)
        assert file.read_bytes() == whole
    tables._table.cache_clear()
    before = file.stat().st_mtime_ns
    assert np.array_equal(Table.of(game).values, values)
    assert file.stat().st_mtime_ns == before


def test_table_does_without_a_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    monkeypatch.setenv("TESUJI_CACHE_DIR", str(blocked))
    tables._table.cache_clear()
    game = DotsAndBoxes(2, 4)
    assert Table.of(game).value(game.initial()) == 2


def test_a_large_board_has_no_table() -> None:
    with pytest.raises(TesujiError, match="31 lines"):
        Table.of(DotsAndBoxes(3, 4))
    with pytest.raises(TesujiError, match="at most 24 lines"):
        core.dots_and_boxes_table(core.DotsAndBoxesRules(3, 4))


# -- the search -------------------------------------------------------------------------------


@pytest.mark.core
@pytest.mark.parametrize("size", TABLE_BOARDS)
def test_search_agrees_with_the_table(size: tuple[int, int]) -> None:
    assert core.dots_and_boxes_disagreements(core.DotsAndBoxesRules(*size), 100_000, 1) == 0


@pytest.mark.core
def test_search_agrees_with_the_table_on_every_move() -> None:
    game = DotsAndBoxes(3, 3)
    table = Table.of(game)
    dice = random.Random(2)
    for _ in range(150):
        position = random_position(game, dice.randrange(8, 24), dice)
        report = Solver(position, memory=1 << 20, threads=2).run(position)
        lead = position.scores[0] - position.scores[1]
        assert report.score == lead + table.value(position)
        expected = {line: lead + value for line, value in table.move_values(position).items()}
        assert {move.move: move.score for move in report.moves} == expected
        assert report.moves[0].score == report.score


def test_3x4_is_a_tie_by_the_middle_column_only() -> None:
    game = DotsAndBoxes(3, 4)
    solution = solve(game.initial(), threads=2)
    assert solution.value == 0
    assert solution.is_complete
    best = {game.format_move(line) for line in solution.best_moves}
    assert best == {"Ac", "Bc", "Cc"}
    assert set(solution.moves.values()) == {0, -2}
    assert 0 < solution.nodes < 5_950_000


def test_2x5() -> None:
    game = DotsAndBoxes(2, 5)
    assert solve(game.initial(), threads=2, all_moves=False).value == -2


@pytest.mark.slow
def test_2x6() -> None:
    game = DotsAndBoxes(2, 6)
    solution = solve(game.initial(), threads=2, all_moves=False)
    assert solution.value == 2
    assert solution.nodes < 38_100_000


@pytest.mark.slow
def test_4x4_positions_with_24_open_lines() -> None:
    game = DotsAndBoxes(4, 4)
    dice = random.Random(5)
    for _ in range(10):
        position = game.initial()
        while len(position.lines) < 16:  # lines that give nothing away make the hardest positions
            safe = Structure.of(position).safe_lines or position.legal_moves()
            position = position.after(dice.choice(sorted(safe)))
        assert solve(position, threads=2).is_complete


@pytest.mark.slow
def test_4x4_is_a_tie() -> None:
    budget = Budget(memory=4 << 30)
    game = DotsAndBoxes(4, 4)
    assert solve(game.initial(), budget, threads=2, all_moves=False).value == 0


def test_values_do_not_depend_on_threads_memory_or_orientation() -> None:
    game = DotsAndBoxes(4, 4)
    dice = random.Random(3)
    for _ in range(3):
        position = random_position(game, 22, dice)
        known = solve(position)
        assert solve(position, Budget(memory=1 << 20), threads=2).moves == known.moves
        turned = solve(position.transformed(5))
        images = game.move_under(5)
        assert turned.moves == {int(images[line]): value for line, value in known.moves.items()}


def test_values_do_not_depend_on_what_a_solver_was_made_for() -> None:
    """With many open lines there is no room to number all endgames; they are searched then."""
    game = DotsAndBoxes(5, 5)
    dice = random.Random(7)
    large = Solver(game.initial())
    for drawn in (34, 36, 38, 40, 42, 44, 46, 48, 50, 52) * 3:
        position = random_position(game, drawn, dice)
        scores = [Solver(position).run(position).score, large.run(position).score]
        assert scores[0] is not None
        assert scores[0] == scores[1]


def test_a_chain_of_many_boxes() -> None:
    """A snake through six rows of nine boxes: whoever opens it loses all of it."""
    game = DotsAndBoxes(6, 9)
    names = game.lines
    open_lines = {names.vertical(row, column) for row in range(6) for column in range(1, 9)}
    open_lines |= {names.horizontal(row, 8 if row % 2 else 0) for row in range(1, 6)}
    open_lines |= {names.vertical(0, 0), names.vertical(5, 0)}
    assert len(open_lines) == 55
    solution = solve(game.setup(set(range(game.num_moves)) - open_lines))
    assert set(solution.moves.values()) == {-54}


def test_one_solver_follows_a_game() -> None:
    game = DotsAndBoxes(4, 4)
    position = random_position(game, 20, random.Random(4))
    solver = Solver(position, all_moves=False)
    score = solver.run(position).score
    assert score is not None
    mover = position.to_move
    while not position.is_over:
        assert solver.covers(position)
        report = solver.run(position)
        assert report.score == (score if position.to_move == mover else -score)
        position = position.after(report.moves[0].move)
    assert position.outcome is not None
    assert position.outcome.margin == (score if mover == 0 else -score)
    assert not solver.covers(game.initial())
    with pytest.raises(TesujiError, match="another position"):
        solver.run(game.initial())


def test_budgets_are_kept_and_progress_is_told() -> None:
    game = DotsAndBoxes(5, 5)
    reports: list[SearchReport] = []
    solution = solve(game.initial(), Budget(seconds=0.5), threads=2, on_progress=reports.append)
    assert solution.value is None
    assert solution.moves == {}
    assert reports
    assert reports[-1].nodes > 0
    few = solve(game.initial(), Budget(nodes=5000))
    assert few.value is None
    assert few.nodes < 20_000

    def give_up(report: SearchReport) -> None:
        raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        solve(game.initial(), on_progress=give_up)


def test_large_boards_are_refused() -> None:
    with pytest.raises(TesujiError, match="at most 60 open lines"):
        solve(DotsAndBoxes(6, 6).initial())


def test_large_boards_can_be_solved_near_the_end() -> None:
    game = DotsAndBoxes(9, 9)
    solution = solve(random_position(game, 180 - 14, random.Random(6)))
    assert solution.is_complete


# -- the command ------------------------------------------------------------------------------


def run(*arguments: str) -> str:
    result = invoke("solve", *arguments, catch_exceptions=False)
    assert result.exit_code == 0
    return result.stdout


def test_solve_prints_json() -> None:
    found = json.loads(run("dots-and-boxes", "--size", "2x2", "--json"))
    assert found["value"] == 2
    assert len(found["moves"]) == 12
    assert max(found["moves"].values()) == 2
    assert {"nodes", "seconds"} < found.keys()


def test_solve_takes_moves_and_diagrams(tmp_path: Path) -> None:
    game = DotsAndBoxes(3, 3)
    position = game.initial().play("aA bB cC Aa")
    file = tmp_path / "board.txt"
    file.write_text(position.text())
    by_moves = json.loads(run("dots-and-boxes", "--moves", "aA bB cC Aa", "--json"))
    by_file = json.loads(run("dots-and-boxes", "--position", str(file), "--json"))
    by_text = json.loads(run("dots-and-boxes", "--position", position.text(), "--json"))
    assert by_moves["moves"] == by_file["moves"] == by_text["moves"]
    assert by_moves["value"] == Table.of(game).value(position)


def test_solve_explains() -> None:
    shown = run("dots-and-boxes", "--size", "2x2", "--moves", "aA bA aC bC Aa Ac Ba Bc")
    assert "Second has control" in shown
    assert "Value for First, who is to move: -4" in shown


def test_solve_refuses_nonsense() -> None:
    for arguments, problem in [
        (["--moves", "zz"], "does not name a line"),
        (["--to-move", "white"], "first or second"),
        (["--size", "1x1", "--moves", "aA aB Aa Ab"], "nothing to solve"),
    ]:
        with pytest.raises(TesujiError, match=problem):
            run("dots-and-boxes", *arguments)
