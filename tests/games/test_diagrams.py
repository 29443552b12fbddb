"""The diagrams in the rules are positions, and what is said of their labelled points is true."""

from __future__ import annotations

from importlib import resources

import pytest

from tesuji.errors import NotationError
from tesuji.games import Position
from tesuji.games.diagrams import Diagram, plain_diagrams, read_diagrams

# What the text says of point a in each diagram that has one, in order.
LEGAL, ILLEGAL, WINS = "legal", "illegal", "wins"
SAID = {
    "torus": [WINS, WINS, LEGAL, ILLEGAL, ILLEGAL, ILLEGAL, WINS, LEGAL],
    "go": [LEGAL, ILLEGAL, LEGAL],
    "gomoku": [WINS, LEGAL, LEGAL, WINS, ILLEGAL, ILLEGAL],
    "dots-and-boxes": [],
    "reversi": [LEGAL, WINS],
}
DRAWN = {"torus": 8, "go": 4, "gomoku": 6, "dots-and-boxes": 3, "reversi": 2}


def diagrams(game: str) -> list[Diagram]:
    folder = resources.files("tesuji.games") / game.replace("-", "_")
    return read_diagrams(game, (folder / "rules.md").read_text(encoding="utf-8"))[1]


def stones(position: Position) -> tuple[int, ...]:
    shown = position.on_board()
    assert shown is not None
    assert shown.stones is not None
    return shown.stones


def result_of(diagram: Diagram) -> set[str]:
    found = set()
    for move in diagram.labels:
        if diagram.position.why_illegal(move) is not None:
            found.add(ILLEGAL)
            continue
        outcome = diagram.position.after(move).outcome
        found.add(WINS if outcome is not None else LEGAL)
    return found


@pytest.mark.parametrize("game", SAID)
def test_what_the_rules_say_of_their_diagrams(game: str) -> None:
    drawn = diagrams(game)
    assert len(drawn) == DRAWN[game]
    assert [result_of(each) for each in drawn if each.labels] == [{said} for said in SAID[game]]


def test_captures_in_the_diagrams() -> None:
    taken = {game: diagrams(game) for game in ("go", "torus", "reversi")}

    def white_after(diagram: Diagram) -> tuple[int, int]:
        [move] = diagram.labels
        before, after = stones(diagram.position), stones(diagram.position.after(move))
        return before.count(1), after.count(1)

    assert white_after(taken["go"][0]) == (2, 0)
    assert white_after(taken["go"][2]) == (4, 3)
    assert white_after(taken["torus"][2]) == (2, 0)
    assert white_after(taken["torus"][7]) == (2, 1)
    assert white_after(taken["reversi"][1]) == (3, 0)


def test_a_page_is_numbered_and_can_be_made_plain() -> None:
    page = "Before.\n\n1. In a list:\n\n   ```diagram size=5\n   X a O\n   ```\n\nAfter."
    numbered, [diagram] = read_diagrams("go", page)
    assert "   ```diagram 0\n   X a O\n   ```" in numbered
    assert stones(diagram.position)[11:14] == (0, -1, 1)
    assert diagram.labels == {12: "a"}
    assert plain_diagrams(page) == page.replace("diagram size=5", "text")


def test_white_may_begin() -> None:
    _, [diagram] = read_diagrams("go", "```diagram size=2 to_move=second\nX .\n. .\n```")
    assert diagram.position.to_move == 1


def test_a_diagram_larger_than_its_board_is_refused() -> None:
    with pytest.raises(NotationError, match="1x4 points, the board has 3x3"):
        read_diagrams("go", "```diagram size=3\nX . . .\n```")
