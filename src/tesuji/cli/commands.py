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
    "match": Command("match", "Play a match between two players."),
    "ladder": Command("match", "Play a tournament of several players, and rate them."),
    "analyze": Command("analyze", "Rate every move of a game record."),
    "solve": Command("solve", "Compute the exact value of a position and of each move."),
    "value": Command("value", "Compute the value of a position as a combinatorial game."),
    "win": Command("win", "Search for a forced win of the player to move."),
    "temperature": Command(
        "temperature", "Compute what a move in a local Go endgame is worth: its temperature."
    ),
    "endgame": Command(
        "endgame", "Review the endgame of a Go game: what each move lost, by temperature."
    ),
    "endgame-benchmark": Command(
        "endgame_benchmark",
        "Solve all endgame problems in a folder, and count the correct answers.",
    ),
    "show": Command("show", "Show a position of a game record, in text or as a picture."),
    "games": Command("show", "List the games."),
    "rules": Command("show", "Print the rules of a game."),
    "players": Command("players", "List the players and their options."),
    "networks": Command(
        "networks",
        "List the networks, download a published one, or add your own.",
    ),
    "train": Command("train", "Train a network by self-play."),
    "train go-endgames": Command(
        "train_go_endgames", "Train a network that evaluates local Go endgames."
    ),
    "evolve": Command(
        "evolve",
        "Evolve players; each experiment is a subcommand with its own options.",
    ),
    "reproduce": Command(
        "reproduce", "Repeat the experiments of a document and compare its figures with ours."
    ),
    "runs": Command("runs", "List the runs of learning and of studies, or show one."),
    "gtp": Command(
        "gtp",
        "Run as a GTP engine for Sabaki, GoGui and other clients.",
    ),
    "gomocup": Command("gomocup", "Run as a Gomocup brain for Piskvork and other managers."),
    "json-analysis": Command(
        "json_analysis",
        "Analyse positions for other programs: JSON queries in, JSON results out.",
    ),
    "bench": Command(
        "bench", "Measure speed on one core, and compare with OpenSpiel if it is installed."
    ),
    "doctor": Command(
        "doctor",
        "Check this installation: what works, what is missing, where files are stored.",
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
