"""The GTP engine under a rain of commands and rubbish."""

from __future__ import annotations

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from tests.kit.gtp_wire import Wire
from tesuji.protocols.gtp_text import parse_command

_ARGUMENTS = """
    b w black white pass resign A1 B2 C3 D4 E5 J9 T19 aA Ab bB Z99 -1 0 1 2 3 5 7 9 19 25 1e3 nan
    true false interval avoid allow minmoves rootInfo dead alive seki japanese chinese {} #
"""
_NAMES = """
    play play play genmove undo boardsize rectangular_boardsize clear_board komi showboard
    final_score final_status_list fixed_handicap place_free_handicap set_free_handicap
    reg_genmove lz-analyze kata-genmove_analyze kata-set-rules kgs-rules kata-get-rules
    time_settings time_left kgs-time_settings printsgf move_history gg-undo known_command
    gogui-analyze_commands cputime list_commands
"""
_WORDS = st.one_of(st.sampled_from(_ARGUMENTS.split()), st.text(max_size=6))
_COMMANDS = st.builds(
    lambda number, name, words: " ".join([number, name, *words]),
    st.sampled_from(["", "1", "42", "0007"]),
    st.sampled_from(_NAMES.split()),
    st.lists(_WORDS, max_size=4),
)
_LINES = st.lists(st.one_of(_COMMANDS, _COMMANDS, st.text(max_size=40)), max_size=12)


def _writes_a_file(line: str) -> bool:
    command = parse_command(line)
    return command is not None and command.name == "printsgf" and bool(command.arguments)


@pytest.mark.parametrize("game", ["go", "torus", "gomoku", "dots-and-boxes", "reversi"])
@given(lines=_LINES)
@settings(max_examples=60, deadline=None)
def test_one_answer_for_each_command(game: str, lines: list[str]) -> None:
    wire = Wire(game, size=4 if game == "reversi" else 5)
    for line in lines:
        if _writes_a_file(line):
            continue
        output = wire.ask(line)
        command = parse_command(line)
        if command is None:
            assert output == ""
            continue
        assert output[0] in "=?"
        assert output[1:].startswith(command.number)
        assert output.endswith("\n\n")
        assert "\n\n" not in output[:-2]
        assert "internal error" not in output
    assert wire.good("name") == "Tesuji"


@given(lines=st.lists(st.sampled_from(["b", "w", "undo"]), max_size=40), seed=st.integers(0, 999))
@settings(max_examples=40, deadline=None)
def test_undo_is_exact(lines: list[str], seed: int) -> None:
    """Whatever is played by whomever, taking it back gives the position before."""
    wire = Wire("go", f"random:seed={seed}", size=4)
    past = [wire.board.position]
    for line in lines:
        if line == "undo" and len(past) == 1:
            wire.bad("undo")
        elif line == "undo":
            wire.good("undo")
            past.pop()
            assert wire.board.position is past[-1]
        else:
            wire.good(f"genmove {line}")
            past.append(wire.board.position)
