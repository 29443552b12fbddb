"""Chains, loops, control and Nimstring, each against exact search or plain recursion."""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations_with_replacement

import pytest

from tesuji.errors import TesujiError
from tesuji.games import Side
from tesuji.games.dots_and_boxes import DotsAndBoxes
from tesuji.lessons import make_exercise
from tesuji.lessons.chain_exercises import KINDS, Kind
from tesuji.theory.dots_and_boxes import (
    GROUND,
    LOONY,
    Deal,
    LoonyEndgame,
    Structure,
    Table,
    captured_value,
    component_values,
    control_of,
    explain,
    nim_value,
    num_turns,
    solve,
    wanted_parity,
)
from tesuji.theory.dots_and_boxes.nimstring import can_evaluate
from tesuji.theory.dots_and_boxes.rules_of_thumb import capturing_line

CHAIN_AND_LOOP = """
o---o---o---o---o
|       |       |
o   o   o   o---o
|       |       |
o---o---o---o   o
|               |
o---o---o---o---o
"""


def structures(rows: int, columns: int, count: int, seed: int) -> list[Structure]:
    dice = random.Random(seed)
    lines = range(DotsAndBoxes(rows, columns).num_moves)
    return [
        Structure(rows, columns, frozenset(dice.sample(lines, dice.randrange(len(lines) + 1))))
        for _ in range(count)
    ]


def value_of(structure: Structure) -> int:
    game = DotsAndBoxes(structure.rows, structure.columns)
    return Table.of(game).value(game.setup(set(range(game.num_moves)) - structure.open))


# -- structure --------------------------------------------------------------------------------


def test_chains_and_loops_are_found() -> None:
    structure = Structure.of(DotsAndBoxes(3, 4).parse(CHAIN_AND_LOOP))
    loops = [chain for chain in structure.chains if chain.is_loop]
    chains = [chain for chain in structure.chains if not chain.is_loop]
    assert [sorted(loop.boxes) for loop in loops] == [[0, 1, 4, 5]]
    assert structure.captures.boxes
    assert structure.joints == frozenset()
    assert all(not chain.is_separate or chain.is_loop for chain in chains)


def test_chains_partition_the_boxes_with_two_open_lines() -> None:
    for structure in structures(3, 3, 500, 1):
        boxes = [box for chain in structure.chains for box in chain.boxes]
        assert sorted(boxes) == [box for box in range(9) if structure.degree(box) == 2]
        for chain in structure.chains:
            assert len(chain.lines) == len(chain.boxes) + (not chain.is_loop)
            assert set(chain.lines) <= structure.open
            for index, box in enumerate(chain.boxes):
                first = chain.lines[index - chain.is_loop]
                assert {first, chain.lines[index + (not chain.is_loop)]} == set(
                    structure.lines_round[box]
                )
            for end in chain.ends:
                assert end == GROUND or chain.is_loop or structure.degree(end) != 2


def test_forced_captures_are_reasoned_out() -> None:
    for rows, columns in [(1, 5), (2, 3), (3, 3)]:
        for structure in structures(rows, columns, 1500, 2):
            captures = structure.captures
            rest = value_of(structure.with_open(captures.rest))
            assert value_of(structure) == captured_value(len(captures.boxes), captures.deal, rest)


def test_capturing_lines_carry_out_the_plan() -> None:
    for structure in structures(3, 3, 400, 3):
        plan = structure.captures
        if not plan.boxes:
            continue
        for leave in {Deal.NONE, plan.deal}:
            left = structure
            taken = 0
            while left.captures.boxes:
                line = capturing_line(left, leave)
                closed = left.num_boxes - left.after(line).num_boxes
                left = left.after(line)
                taken += closed
                if not closed:
                    break
            assert taken == len(plan.boxes) - leave.boxes
            assert left.with_open(left.captures.rest).open == plan.rest


def test_safe_and_loony_lines() -> None:
    for structure in structures(3, 3, 400, 4):
        for line in structure.open:
            gives = structure.after(line).captures
            if not structure.captures.boxes:
                assert (line in structure.safe_lines) == (not gives.boxes)
            if line in structure.loony_lines:
                assert gives.deal is not Deal.NONE
                assert line not in structure.safe_lines


def test_a_loony_move_is_worth_what_the_choice_leaves() -> None:
    checked = 0
    for structure in structures(3, 3, 600, 5):
        if structure.captures.boxes:
            continue
        for chain in structure.chains:
            gift = structure.after(chain.best_opening).captures
            value = -value_of(structure.after(chain.best_opening))
            rest = value_of(structure.with_open(gift.rest))
            assert value == -captured_value(len(gift.boxes), gift.deal, rest)
            assert value >= max(-value_of(structure.after(line)) for line in chain.lines)
            checked += 1
    assert checked > 100


def test_components_add_up() -> None:
    for structure in structures(3, 3, 200, 6):
        parts = structure.components
        assert frozenset().union(*(part.open for part in parts)) == structure.open
        assert sum(part.num_boxes for part in parts) == structure.num_boxes


# -- Nimstring --------------------------------------------------------------------------------


@cache
def wins_nimstring(structure: Structure) -> bool:
    """Plain recursion: who closes a box moves again, who cannot move loses."""
    for line in structure.open:
        after = structure.after(line)
        if after.num_boxes < structure.num_boxes:
            if wins_nimstring(after):
                return True
        elif not wins_nimstring(after):
            return True
    return False


def test_nimstring_values_tell_who_wins() -> None:
    for rows, columns in [(1, 3), (2, 2)]:
        lines = range(DotsAndBoxes(rows, columns).num_moves)
        for number in range(1 << len(lines)):
            structure = Structure(rows, columns, frozenset(i for i in lines if number >> i & 1))
            if not can_evaluate(structure):
                with pytest.raises(TesujiError, match="too many"):
                    nim_value(structure)
                continue
            value = nim_value(structure)
            assert wins_nimstring(structure) == (value is LOONY or value > 0)


def test_nimstring_values_of_components_add_without_carrying() -> None:
    seen = 0
    for structure in structures(3, 3, 200, 7):
        if len(structure.safe_lines) > 8:
            continue
        values = [value for _, value in component_values(structure)]
        known = [value for value in values if value is not LOONY]
        if len(known) < len(values):
            assert nim_value(structure) is LOONY
            continue
        total = 0
        for value in known:
            total ^= value
        assert nim_value(structure) == total
        seen += len(known) > 1
    assert seen > 20


# -- simple loony endgames --------------------------------------------------------------------


def endgames() -> list[LoonyEndgame]:
    return [
        LoonyEndgame(chains, loops)
        for count in range(6)
        for chains in combinations_with_replacement(range(3, 8), count)
        for loop_count in range(4)
        for loops in combinations_with_replacement((4, 6, 8), loop_count)
    ]


def test_control_is_kept_when_it_is_worth_two() -> None:
    for endgame in endgames():
        assert endgame.value >= endgame.controlled_value
        if endgame.controlled_value >= 2:
            assert endgame.value == endgame.controlled_value
        assert bool(endgame.best_openings) == bool(endgame.boxes)


def test_opening_a_larger_component_is_never_better() -> None:
    for endgame in endgames():
        for index, boxes in enumerate(endgame.chains):
            rest = LoonyEndgame(endgame.chains[:index] + endgame.chains[index + 1 :], endgame.loops)
            assert captured_value(boxes, Deal.CHAIN, -rest.value) >= endgame.value
        for index, boxes in enumerate(endgame.loops):
            rest = LoonyEndgame(endgame.chains, endgame.loops[:index] + endgame.loops[index + 1 :])
            assert captured_value(boxes, Deal.LOOP, -rest.value) >= endgame.value


def test_loony_endgames_on_a_board() -> None:
    """Hooks from the left border to the top border, one round the other, and a loop below."""
    game = DotsAndBoxes(6, 5)
    names = game.lines
    dice = random.Random(8)
    for _ in range(30):
        hooks = [size for size in (1, 2, 3) if dice.random() < 0.7]
        open_lines = {names.vertical(size, column) for size in hooks for column in range(size + 1)}
        open_lines |= {names.horizontal(row, size) for size in hooks for row in range(size + 1)}
        loops = dice.choice([(), (4,)])
        if loops:
            open_lines |= {names.vertical(4, 1), names.vertical(5, 1)}
            open_lines |= {names.horizontal(5, 0), names.horizontal(5, 1)}
        position = game.setup(set(range(game.num_moves)) - open_lines)
        endgame = LoonyEndgame.of(Structure.of(position))
        assert endgame == LoonyEndgame(tuple(2 * size + 1 for size in hooks), loops)
        assert solve(position).value == -endgame.value


def test_impossible_endgames_are_refused() -> None:
    with pytest.raises(TesujiError, match="at least 3"):
        LoonyEndgame((2,))
    with pytest.raises(TesujiError, match="even"):
        LoonyEndgame((), (5,))


# -- control and words ------------------------------------------------------------------------


def test_turns_are_dots_plus_double_crosses() -> None:
    dice = random.Random(9)
    for rows, columns in [(2, 2), (3, 3), (2, 5), (4, 4)]:
        position = DotsAndBoxes(rows, columns).initial()
        turns, double_crosses, last = 0, 0, None
        while not position.is_over:
            if position.to_move != last:
                turns += 1
                last = position.to_move
            after = position.after(dice.choice(position.legal_moves()))
            double_crosses += sum(after.scores) - sum(position.scores) == 2
            position = after
        assert turns == num_turns(rows, columns, double_crosses)


def test_long_chain_rule() -> None:
    assert wanted_parity(3, 3, Side.FIRST) == 0
    assert wanted_parity(3, 3, Side.SECOND) == 1
    assert wanted_parity(4, 4, Side.FIRST) == 1


def test_who_has_control_nets_more_when_only_long_chains_are_left() -> None:
    for structure in structures(3, 3, 3000, 10):
        endgame = LoonyEndgame.of(structure)
        if endgame is None or endgame.controlled_value <= 0:
            continue
        game = DotsAndBoxes(3, 3)
        position = game.setup(set(range(game.num_moves)) - structure.open)
        assert control_of(position).holder == position.to_move.other
        assert value_of(structure) == -endgame.value < 0


def test_explanations_in_words() -> None:
    game = DotsAndBoxes(2, 4)
    position = game.initial().play("aA bA cA dA aC bC cC dC")
    text = explain(position, solve(position)).text()
    assert "Control is still open" in text or "can get control" in text
    assert "Long-chain rule: First wants an odd number of long chains" in text
    ring = DotsAndBoxes(2, 2).initial().play("aA bA aC bC Aa Ac Ba Bc")
    explanation = explain(ring, solve(ring))
    assert [len(loop.boxes) for loop in explanation.loops] == [4]
    assert explanation.loony == tuple(ring.legal_moves())
    assert "Loop of 4 boxes" in explanation.text()
    assert "Keeping control to the end nets +4 boxes, and nothing is better." in explanation.text()
    assert "With best play First nets -4" in explanation.text()


def test_every_position_of_a_game_can_be_explained() -> None:
    dice = random.Random(11)
    for size in [(1, 1), (3, 3), (5, 5), (6, 9)]:
        position = DotsAndBoxes(*size).initial()
        while not position.is_over:
            assert explain(position).sentences
            position = position.after(dice.choice(position.legal_moves()))


# -- exercises ----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_exercises_have_the_right_answer(kind: Kind) -> None:
    for number in range(12):
        exercise = make_exercise(number, kind)
        assert exercise == make_exercise(number, kind)
        position, structure = exercise.position, Structure.of(exercise.position)
        assert exercise.question
        assert exercise.explanation
        if kind == "count":
            long_chains = [c for c in structure.chains if c.is_long and not c.is_loop]
            assert exercise.choices[exercise.answer] == str(len(long_chains))
            assert not structure.safe_lines
        elif kind == "line":
            solution = solve(position)
            assert exercise.lines == solution.moves
            assert sorted(exercise.best_lines) == sorted(solution.best_moves)
            safe = [exercise.lines[line] for line in structure.safe_lines]
            assert min(safe) < max(safe)
        elif kind == "control":
            control = control_of(position)
            assert control.holder is not None
            assert exercise.choices[exercise.answer] == position.game.player_names[control.holder]
        else:
            game = position.game
            dots = (game.rows + 1) * (game.columns + 1)
            total = dots + exercise.answer
            assert total % 2 == (0 if position.to_move == 0 else 1)
