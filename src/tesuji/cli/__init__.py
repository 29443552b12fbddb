"""The command line: ``tesuji COMMAND``.

Each module of this folder registers its commands. Whatever a user can get wrong arrives here as a
`TesujiError` and leaves as one sentence on standard error and exit status 2.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
from typing import Annotated

import typer

import tesuji
from tesuji.errors import TesujiError

BAD_INPUT = 2
INTERRUPTED = 130


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"tesuji {tesuji.__version__}")
        raise typer.Exit


def build_app() -> typer.Typer:
    """The application with the commands of every module of this folder."""
    app = typer.Typer(
        name="tesuji",
        help="A workshop for abstract board games: Torus, Go, Dots and Boxes, Gomoku.",
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

    for module in sorted(pkgutil.iter_modules(__path__), key=lambda found: found.name):
        commands = importlib.import_module(f"{__name__}.{module.name}")
        if hasattr(commands, "register"):
            commands.register(app)
    return app


def main() -> None:
    """Entry point of the ``tesuji`` command."""
    try:
        build_app()()
    except TesujiError as error:
        print(f"tesuji: {str(error).splitlines()[0]}", file=sys.stderr)
        sys.exit(BAD_INPUT)
    except KeyboardInterrupt:
        print("tesuji: interrupted", file=sys.stderr)
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        # Whoever read our output has closed it, as `head` does: nothing is wrong.
        sys.stderr.close()
