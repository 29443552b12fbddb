"""What a person can choose from: games, sizes, rules and opponents."""

from __future__ import annotations

import tesuji
from tesuji.errors import TesujiError
from tesuji.players.levels import Level, levels_of
from tesuji.server import models


def catalog() -> models.Catalog:
    return models.Catalog(version=tesuji.__version__, games=[_torus(), _go(), _gomoku(), _dots()])


def spec_of_level(game: str, level: str | None) -> str:
    """The player spec behind a level of the ladder; an error lists the levels."""
    levels = levels_of(game)
    for known in levels:
        if known.id == level:
            return known.spec
    raise TesujiError(
        f"{game} has no opponent called {level!r}; there are: {', '.join(x.id for x in levels)}"
    )


def _levels(game: str) -> list[models.Level]:
    def view(level: Level) -> models.Level:
        return models.Level(
            id=level.id, title=level.title, description=level.description, rating=level.rating
        )

    return [view(level) for level in levels_of(game)]


def _torus() -> models.CatalogGame:
    return models.CatalogGame(
        name="torus",
        title="Torus",
        tagline="Flank diagonally to capture, surround one stone to win, on a board without edges.",
        sizes=[str(size) for size in range(4, 20)],
        default_size="9",
        options=[],
        handicaps=False,
        players=("Black", "White"),
        levels=_levels("torus"),
    )


def _go() -> models.CatalogGame:
    rules = models.GameOption(
        name="rules",
        title="Rules",
        kind="choice",
        default="tromp-taylor",
        choices=[
            models.Choice(value="tromp-taylor", title="Tromp–Taylor: area, superko"),
            models.Choice(value="chinese", title="Chinese: area, simple ko"),
            models.Choice(value="japanese", title="Japanese: territory, simple ko"),
        ],
    )
    komi = models.GameOption(name="komi", title="Komi", kind="number", default="7.5")
    return models.CatalogGame(
        name="go",
        title="Go",
        tagline="Surround more of the board than your opponent.",
        sizes=[str(size) for size in range(2, 20)],
        default_size="9",
        options=[rules, komi],
        handicaps=True,
        players=("Black", "White"),
        levels=_levels("go"),
    )


def _gomoku() -> models.CatalogGame:
    rules = models.GameOption(
        name="rules",
        title="Rules",
        kind="choice",
        default="freestyle",
        choices=[
            models.Choice(value="freestyle", title="Freestyle: five or more win"),
            models.Choice(value="standard", title="Standard: exactly five win"),
            models.Choice(value="renju", title="Renju: forbidden moves for Black"),
            models.Choice(value="caro", title="Caro: five blocked at both ends does not win"),
        ],
    )
    swap2 = models.GameOption(name="swap2", title="Swap2 opening", kind="flag", default="no")
    return models.CatalogGame(
        name="gomoku",
        title="Gomoku",
        tagline="Five in a row.",
        sizes=[str(size) for size in range(5, 23)],
        default_size="15",
        options=[rules, swap2],
        handicaps=False,
        players=("Black", "White"),
        levels=_levels("gomoku"),
    )


def _dots() -> models.CatalogGame:
    sizes = [f"{rows}x{columns}" for rows in range(1, 10) for columns in range(rows, 10)]
    squares = [str(side) for side in range(1, 10)]
    return models.CatalogGame(
        name="dots-and-boxes",
        title="Dots and Boxes",
        tagline="Close a box, score it, and move again.",
        sizes=squares + [size for size in sizes if size.split("x")[0] != size.split("x")[1]],
        default_size="3",
        options=[],
        handicaps=False,
        players=("First", "Second"),
        levels=_levels("dots-and-boxes"),
    )
