"""Counts a finished game of Go in the terminal, once people agree which stones are dead."""

from __future__ import annotations

from tesuji.analysis.go_status import estimate, proposed_count, toggled
from tesuji.cli.play_terminal import Terminal
from tesuji.cli.play_view import DEAD
from tesuji.errors import TesujiError
from tesuji.games import Position
from tesuji.games.go import GoPosition
from tesuji.games.go.counting import Count

_TERRITORY = {0: "+", 1: "-", -1: "."}
"""The sign of an empty point in plain text, by owner."""
HELP = """\
agree        ends the game with this count (so does Enter)
a point      such as D4: its group is dead now, or alive again
seki D4      its group lives in seki, or does not
board        shows the board again
play on      takes the passes back: the game goes on
quit         leaves; with --save the game is kept"""


class Leave(Exception):
    """Raised when the person leaves or the input ends."""


def standing(position: Position) -> str:
    """Describes the state of a game in a sentence."""
    if not isinstance(position, GoPosition):
        raise TesujiError(f"only Go has a score to estimate, not {position.game.name}")
    return estimate(position).sentence()


def agree_on_count(terminal: Terminal, position: Position) -> Count | None:
    """Asks until people agree on a count; returns None if they want to play on.

    The end of the input means agreement with the proposed count.
    """
    assert isinstance(position, GoPosition)  # only Go is counted by agreement
    count = proposed_count(position)
    terminal.say("Both sides have passed. These stones seem to be dead; help explains.")
    show(terminal, position, count)
    while True:
        line = terminal.ask("Count> ")
        words = (line or "").lower().split()
        try:
            if line is None or words in ([], ["agree"]):
                return count
            if words in (["play", "on"], ["resume"]):
                return None
            if words == ["quit"]:
                raise Leave
            if words == ["help"]:
                terminal.say(HELP)
                continue
            if words != ["board"]:
                to_seki = words[0] == "seki"
                point = position.game.parse_move(words[-1])
                count = toggled(position, count.dead, count.seki, point, to_seki)
            show(terminal, position, count)
        except TesujiError as error:
            terminal.say(f"{str(error).splitlines()[0]}; help explains.")


def show(terminal: Terminal, position: GoPosition, count: Count) -> None:
    """Shows the board with territory and dead stones, and the count in words."""
    terminal.show_counted(position, count.owner, count.dead, plain_text(position, count))
    game = position.game
    for name, points in (("Dead", count.dead), ("In seki", count.seki)):
        if points:
            terminal.say(f"{name}: {' '.join(map(game.format_move, points))}.")
    for sentence in count.sentences():
        terminal.say(sentence)


def plain_text(position: GoPosition, count: Count) -> str:
    """Returns a counted board in plain text."""
    game, dead = position.game, set(count.dead)
    header = "   " + " ".join(game.points.letters)
    lines = [header]
    for row in range(game.rows):
        cells = []
        for point in range(row * game.columns, (row + 1) * game.columns):
            stone = count.stones[point]
            if stone < 0:
                cells.append(_TERRITORY[count.owner[point]])
            else:
                cells.append(DEAD[stone] if point in dead else "XO"[stone])
        number = game.rows - row
        lines.append(f"{number:2} {' '.join(cells)} {number}")
    return "\n".join([*lines, header, "+ Black's, - White's, x and o dead stones"])
