"""The end of a game of Go in the terminal: which stones are dead, and what the board is worth."""

from __future__ import annotations

from tesuji.analysis.go_status import proposed_count, toggled
from tesuji.cli.play_terminal import Terminal
from tesuji.errors import TesujiError
from tesuji.games.go import GoPosition
from tesuji.games.go.counting import Count

HELP = """\
agree        ends the game with this count (so does Enter)
a point      such as D4: its group is dead now, or alive again
seki D4      its group lives in seki, or does not
board        shows the board again
play on      takes the passes back: the game goes on
quit         leaves; with --save the game is kept"""


class Leave(Exception):
    """The person wants to go, or the input has ended."""


def agree_on_count(terminal: Terminal, position: GoPosition) -> Count | None:
    """Asks until there is a count that people agree on; None when they want to play on.

    Who says nothing more, at the end of the input, agrees with what is proposed.
    """
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
    terminal.show_board(position, count)
    game = position.game
    for name, points in (("Dead", count.dead), ("In seki", count.seki)):
        if points:
            terminal.say(f"{name}: {' '.join(map(game.format_move, points))}.")
    for sentence in count.sentences():
        terminal.say(sentence)
