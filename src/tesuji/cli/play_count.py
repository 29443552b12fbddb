"""The end of a game of Go in the terminal: which stones are dead, and what the board is worth."""

from __future__ import annotations

from tesuji.analysis.go_status import estimate, proposed_count, toggled
from tesuji.cli.play_terminal import Terminal
from tesuji.cli.play_view import DEAD
from tesuji.errors import TesujiError
from tesuji.games import Position
from tesuji.games.go import GoPosition
from tesuji.games.go.counting import Count

_TERRITORY = {0: "+", 1: "-", -1: "."}
"""How plain text shows an empty point by its owner."""
HELP = """\
agree        ends the game with this count (so does Enter)
a point      such as D4: its group is dead now, or alive again
seki D4      its group lives in seki, or does not
board        shows the board again
play on      takes the passes back: the game goes on
quit         leaves; with --save the game is kept"""


class Leave(Exception):
    """The person wants to go, or the input has ended."""


def standing(position: Position) -> str:
    """How a game stands, in a sentence."""
    if not isinstance(position, GoPosition):
        raise TesujiError(f"only Go has a score to estimate, not {position.game.name}")
    return estimate(position).sentence()


def agree_on_count(terminal: Terminal, position: Position) -> Count | None:
    """Asks until there is a count that people agree on; None when they want to play on.

    Who says nothing more, at the end of the input, agrees with what is proposed.
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
    """The board with territory and dead stones, and the count in words."""
    terminal.show_counted(position, count.owner, count.dead, plain_text(position, count))
    game = position.game
    for name, points in (("Dead", count.dead), ("In seki", count.seki)):
        if points:
            terminal.say(f"{name}: {' '.join(map(game.format_move, points))}.")
    for sentence in count.sentences():
        terminal.say(sentence)


def plain_text(position: GoPosition, count: Count) -> str:
    """A counted board in plain text."""
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
