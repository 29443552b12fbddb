"""Our reading of SGF beside sgfmill's, on random Go records and on real files."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sgfmill import sgf as sgfmill

from tesuji.games import Side, make
from tesuji.records import BLACK, EMPTY, WHITE, GameRecord, Node, Setup, read_sgf, write_sgf

SHARED = Path(os.environ.get("TESUJI_SHARED") or Path(__file__).parents[3] / "shared")
PROBLEMS = sorted((SHARED / "data" / "endgame-problems").glob("*/*.sgf"))

MARKS = ("SQ", "TR", "CR", "MA")
TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\r\t\v\f\x85"), max_size=20)
"""Without what FF[4] makes spaces of, and what sgfmill takes for a line end."""


def same_node(node: Node, theirs: Any, columns: int, rows: int) -> None:
    """Asserts that sgfmill saw the same move, stones, marks, labels and comment."""

    def point(index: int) -> tuple[int, int]:
        return rows - 1 - index // columns, index % columns

    colour, move = theirs.get_move()
    if node.move is None:
        assert colour is None
    else:
        assert node.player == "bw".index(colour)
        assert move == (None if node.move == rows * columns else point(node.move))
    setup = {} if node.setup is None else node.setup.stones
    stones = theirs.get_setup_stones()
    for stone, added in zip((BLACK, WHITE, EMPTY), stones, strict=True):
        assert {point(index) for index, put in setup.items() if put == stone} == added
    for name in MARKS:
        marked = theirs.get(name) if theirs.has_property(name) else set()
        assert {point(index) for index in node.marks.get(name, ())} == marked
    labels = theirs.get("LB") if theirs.has_property("LB") else []
    assert sorted((point(index), text) for index, text in node.labels.items()) == sorted(labels)
    assert node.comment == (theirs.get("C") if theirs.has_property("C") else "")


def same_tree(record: GameRecord, theirs: Any) -> None:
    rows, columns = record.game.rows, record.game.columns  # type: ignore[attr-defined]
    assert theirs.get_size() == rows == columns
    waiting = [(record.root, theirs.get_root())]
    while waiting:
        node, other = waiting.pop()
        same_node(node, other, columns, rows)
        waiting.extend(zip(node.children, other, strict=True))


# -- random records -------------------------------------------------------------------------


@st.composite
def records(draw: st.DrawFn) -> GameRecord:
    """A Go record of random moves, legal or not, with set-ups and remarks."""
    size = draw(st.sampled_from([2, 5, 9, 19]))
    points = st.integers(0, size * size - 1)
    some_points = st.lists(points, max_size=3, unique=True)
    setups = st.builds(
        Setup, st.dictionaries(points, st.sampled_from([BLACK, WHITE, EMPTY]), min_size=1)
    )
    record = GameRecord(make("go", size=size), setup=draw(st.none() | setups), black=draw(TEXT))
    nodes = [record.root]
    for _ in range(draw(st.integers(0, 8))):
        parent = draw(st.sampled_from(nodes))
        if draw(st.booleans()):
            node = parent.add(draw(st.integers(0, size * size)), draw(st.sampled_from(Side)))
        else:
            node = parent.add(setup=draw(setups))
        node.comment = draw(TEXT)
        node.marks = {name: few for name in MARKS if (few := draw(some_points))}
        node.labels = draw(st.dictionaries(points, TEXT.map(one_line), max_size=2))
        nodes.append(node)
    return record


def one_line(text: str) -> str:
    return text.replace("\n", " ")


@settings(deadline=None)
@given(records())
def test_sgfmill_reads_what_we_write(record: GameRecord) -> None:
    text = write_sgf(record)
    same_tree(record, sgfmill.Sgf_game.from_bytes(text.encode()))
    assert read_sgf(text) == record


@settings(deadline=None)
@given(records())
def test_we_read_what_sgfmill_writes(record: GameRecord) -> None:
    theirs = sgfmill.Sgf_game.from_bytes(write_sgf(record).encode())
    same_tree(read_sgf(theirs.serialise()), theirs)


# -- real files -----------------------------------------------------------------------------


def test_the_real_files_are_there() -> None:
    if not PROBLEMS:
        pytest.skip(f"there are no endgame problems in {SHARED}; set TESUJI_SHARED")
    assert len(PROBLEMS) == 67


@pytest.mark.parametrize("path", PROBLEMS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_real_files(path: Path) -> None:
    data = path.read_bytes()
    record = read_sgf(data)
    same_tree(record, sgfmill.Sgf_game.from_bytes(data))
    again = read_sgf(write_sgf(record))
    assert again == record
    assert write_sgf(again) == write_sgf(record)

    root = record.root
    assert root.setup is not None
    assert {BLACK, WHITE} <= set(root.setup.stones.values())
    assert root.marks["SQ"]
    assert root.comment[0].isdigit()
    assert root.children
    assert root.other["MULTIGOGM"] == ["1"]
    assert record.application == "MultiGo:4.4.4"
    assert root.position().to_move == root.children[0].player
