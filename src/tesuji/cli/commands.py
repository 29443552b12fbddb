"""The commands in the order of the overview: which module has each, and what it does.

Only the module of the command that was given is imported, and none for the overview; a test holds
the lines here to the docstrings.
"""

from __future__ import annotations

from typing import NamedTuple


class Command(NamedTuple):
    """Where a command is found."""

    module: str
    """Of this folder."""
    help: str


COMMANDS = {
    "serve": Command("serve", "Start the web app."),
    "play": Command("play", "Play a game in the terminal."),
    "match": Command("match", "Let two players play a match."),
    "ladder": Command("match", "Let many players play each other, and rate them."),
    "analyze": Command("analyze", "Rate every move of a game record."),
    "solve": Command("solve", "Find out the exact value of a position, and of every move."),
    "win": Command("win", "Find out whether the player to move can force a win, and how."),
    "temperature": Command(
        "temperature", "Find out what a move in a local endgame of Go is worth, and why."
    ),
    "show": Command("show", "Show a position of a game record, in text or as a picture."),
    "games": Command("show", "List the games."),
    "rules": Command("show", "Read the rules of a game."),
    "players": Command("players", "List the players and their options."),
    "networks": Command(
        "networks",
        "List the networks that there are, get one that was published, or add a file of yours.",
    ),
    "train": Command("train", "Learn a game by self-play."),
    "train-endgames": Command("train_endgames", "Make a network that judges local endgames of Go."),
    "evolve": Command(
        "evolve",
        "Breed players by evolution; each experiment is a command with options of its own.",
    ),
    "runs": Command("runs", "List the runs of learning, or show one of them."),
    "gtp": Command(
        "gtp",
        "Answer GTP commands on standard input: an engine for Sabaki, GoGui and other clients.",
    ),
    "gomocup": Command(
        "gomocup", "Play Gomoku for a manager that speaks the Gomocup protocol, such as Piskvork."
    ),
    "analysis": Command(
        "analysis",
        "Analyse positions for other programs: one JSON query a line, one JSON result a line.",
    ),
    "bench": Command("bench", "Measure speed on one core, beside OpenSpiel when it is installed."),
    "doctor": Command(
        "doctor",
        "Look at this installation: what works, what is missing, where things are kept.",
    ),
}
