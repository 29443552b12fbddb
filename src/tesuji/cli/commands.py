"""Lists the commands in the order of the overview, with their modules and one line of help.

Only the module of the given command is imported, and none for the overview; a test compares the
lines here with the docstrings. A name may have two words.
"""

from __future__ import annotations

from typing import NamedTuple


class Command(NamedTuple):
    """A command of the overview."""

    module: str
    """The module in this folder."""
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
    "endgame": Command(
        "endgame", "Review the endgame of a game of Go: what each move lost by temperature."
    ),
    "endgame-benchmark": Command(
        "endgame_benchmark", "Answer all endgame problems of a folder, and count the right answers."
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
    "train go-endgames": Command(
        "train_go_endgames", "Make a network that judges local endgames of Go."
    ),
    "evolve": Command(
        "evolve",
        "Breed players by evolution; each experiment is a command with options of its own.",
    ),
    "reproduce": Command(
        "reproduce",
        "Repeat the experiments of a document, and set its tables and figures beside ours.",
    ),
    "runs": Command("runs", "List the runs of learning, or show one of them."),
    "gtp": Command(
        "gtp",
        "Answer GTP commands on standard input: an engine for Sabaki, GoGui and other clients.",
    ),
    "gomocup": Command(
        "gomocup", "Play Gomoku for a manager that speaks the Gomocup protocol, such as Piskvork."
    ),
    "json-analysis": Command(
        "json_analysis",
        "Analyse positions for other programs: one JSON query a line, one JSON result a line.",
    ),
    "bench": Command("bench", "Measure speed on one core, beside OpenSpiel when it is installed."),
    "doctor": Command(
        "doctor",
        "Look at this installation: what works, what is missing, where things are kept.",
    ),
}
_OLD_NAMES = {"analysis": "json-analysis", "train-endgames": "train go-endgames"}


def with_names_of_today(arguments: list[str]) -> list[str]:
    """Replaces old names of commands; the command becomes the first word.

    >>> with_names_of_today(["analysis", "--workers", "2"])
    ['json-analysis', '--workers', '2']
    >>> with_names_of_today(["temperature", "--benchmark", "problems", "--json"])
    ['endgame-benchmark', 'problems', '--json']
    >>> with_names_of_today(["train", "go-endgames", "--seed", "1"])
    ['train go-endgames', '--seed', '1']
    """
    name, rest = arguments[:1], arguments[1:]
    two = " ".join(arguments[:2])
    if two in COMMANDS:
        return [two, *arguments[2:]]
    if name == ["temperature"] and any(word.partition("=")[0] == "--benchmark" for word in rest):
        return ["endgame-benchmark", *_without_option(rest, "--benchmark")]
    return [*(_OLD_NAMES.get(word, word) for word in name), *rest]


def _without_option(words: list[str], option: str) -> list[str]:
    """Removes an option; its value becomes the first word."""
    at = next(n for n, word in enumerate(words) if word.partition("=")[0] == option)
    if words[at] == option:
        return [*words[at + 1 : at + 2], *words[:at], *words[at + 2 :]]
    return [words[at].partition("=")[2], *words[:at], *words[at + 1 :]]
