"""Implements the command line: ``tesuji COMMAND``.

Each module of this folder registers its commands. Bad input raises a `TesujiError`, which is
printed as one sentence on standard error; the exit status is then 2.
"""

from __future__ import annotations

import importlib
import inspect
import os
import sys
from collections.abc import Callable
from typing import Annotated, NoReturn

import typer
from typer.exceptions import TyperException

import tesuji
from tesuji.cli.commands import COMMANDS, with_names_of_today
from tesuji.errors import TesujiError
from tesuji.streams import prepare_streams

BAD_INPUT = 2
INTERRUPTED = 130
LONGEST_SENTENCE = 500
"""The most characters of an error message."""


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"tesuji {tesuji.__version__}")
        raise typer.Exit


def build_app(command: str = "") -> typer.Typer:
    """Returns the application with all commands, or only those of the module of `command`."""
    app = _empty_app()
    modules = dict.fromkeys(found.module for found in COMMANDS.values())
    for module in [COMMANDS[command].module] if command else modules:
        importlib.import_module(f"{__name__}.{module}").register(app)
    _join_lines_of_help(app)
    return app


def overview_app() -> typer.Typer:
    """Returns the application for the overview, with a name and a line for each command."""
    app = _empty_app()
    for name, command in COMMANDS.items():
        app.command(name, help=command.help)(lambda: None)
    return app


def _empty_app() -> typer.Typer:
    app = typer.Typer(
        name="tesuji",
        help="A workshop for abstract board games: Torus, Go, Dots and Boxes, Gomoku, Reversi.",
        no_args_is_help=True,
        rich_markup_mode="rich",
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )

    @app.callback()
    def root(
        version: Annotated[
            bool,
            typer.Option("--version", callback=_print_version, is_eager=True, help="Show version."),
        ] = False,
    ) -> None:
        pass

    return app


def _join_lines_of_help(app: typer.Typer) -> None:
    """Joins the lines of each paragraph of help, so that they fit a terminal of any width."""
    for group in app.registered_groups:
        if group.typer_instance is not None:
            _join_lines_of_help(group.typer_instance)
    for command in app.registered_commands:
        text = inspect.getdoc(command.callback) if command.help is None else command.help
        paragraphs = inspect.cleandoc(text or "").split("\n\n")
        command.help = "\n\n".join(
            part if part.startswith(" ") else " ".join(part.split()) for part in paragraphs
        )


def main() -> None:
    """Runs the ``tesuji`` command."""
    prepare_streams()
    arguments = with_names_of_today(sys.argv[1:])
    run(lambda: _app_for(arguments)(arguments, standalone_mode=False))


def _app_for(arguments: list[str]) -> typer.Typer:
    """Returns as much of the application as these arguments need."""
    if arguments and arguments[0] in COMMANDS:
        return build_app(arguments[0])
    if "_TESUJI_COMPLETE" in os.environ:  # a shell asks for completions
        return build_app()
    return overview_app()


def run(command: Callable[[], int | None]) -> None:
    """Runs `command` and exits with its status; an error is printed as one sentence.

    The scripts in ``benchmarks`` and ``tools`` use it too.
    """
    try:
        status = command()
    except TesujiError as error:
        _fail(BAD_INPUT, str(error).splitlines()[0])
    except TyperException as error:
        _fail(BAD_INPUT, _usage_error(error))
    except BrokenPipeError:
        # The reader of our output has closed it, as `head` does: that is not an error.
        sys.stderr.close()
    except OSError as error:  # a disk, a file or a socket that cannot be used
        place = f"{error.filename}: " if error.filename else ""
        _fail(BAD_INPUT, f"{place}{error.strerror or error}")
    except MemoryError:
        _fail(BAD_INPUT, "there is not enough memory for this")
    except (KeyboardInterrupt, typer.Abort):
        _fail(INTERRUPTED, "interrupted")
    else:
        if status == INTERRUPTED:
            _fail(INTERRUPTED, "interrupted")
        sys.exit(status)


def _fail(status: int, sentence: str) -> NoReturn:
    if len(sentence) > LONGEST_SENTENCE:  # a very long argument was quoted
        sentence = sentence[:LONGEST_SENTENCE] + "…"
    if sentence:
        print(f"tesuji: {sentence}", file=sys.stderr)
    sys.exit(status)


def _usage_error(error: TyperException) -> str:
    """Returns what was wrong with the arguments, in one line; empty if help was shown."""
    complaint = " ".join(error.format_message().split())
    context = getattr(error, "ctx", None)
    if not complaint or context is None:
        return complaint
    return f"{complaint.rstrip('.')}; see '{context.command_path} --help'"
