"""Lists the games, sizes, rules and opponents that people can choose."""

from __future__ import annotations

import inspect
from importlib import resources

import tesuji
from tesuji.errors import TesujiError
from tesuji.games import Game, catalogued, make, parse_spec
from tesuji.games.diagrams import read_diagrams
from tesuji.games.presentation import CardOption
from tesuji.lessons.first_steps import lessons
from tesuji.players.levels import Level, levels_of, ratings_of
from tesuji.players.strongest import expectation
from tesuji.server import catalog_models
from tesuji.server.views import game_info, position_view, setup_of


def catalog() -> catalog_models.Catalog:
    return catalog_models.Catalog(
        version=tesuji.__version__, games=[_entry(game) for game in catalogued()]
    )


def spec_of_level(game: Game, level: str | None) -> str:
    """Returns the player spec behind a level of the ladder; an error lists the levels."""
    levels = levels_of(game.name)
    for known in levels:
        if known.id == level:
            return known.spec_on(game)
    there = ", ".join(known.id for known in levels)
    raise TesujiError(f"{game.name} has no opponent called {level!r}; there are: {there}")


def rules_page(game: Game) -> catalog_models.RulesText:
    """Returns the rules of a game with the positions of its diagrams."""
    markdown, diagrams = read_diagrams(game.name, _rules_text(game))
    return catalog_models.RulesText(
        title=game.card.title,
        markdown=markdown,
        diagrams=[
            catalog_models.DiagramView(
                game=game_info(diagram.position.game.spec),
                setup=setup_of(diagram.position),
                position=position_view(diagram.position, 0),
                labels=dict(diagram.labels),
            )
            for diagram in diagrams
        ],
    )


def _rules_text(game: Game) -> str:
    """Returns the rules as Markdown: the game's ``rules.md``, or the docstring of its class."""
    module = inspect.getmodule(type(game))
    if module is not None and hasattr(module, "__path__"):
        page = resources.files(module.__name__) / "rules.md"
        if page.is_file():
            return page.read_text(encoding="utf-8")
    own_words = type(game).__doc__ or (module.__doc__ if module else None)
    text = inspect.cleandoc(own_words or "Nobody has written the rules down yet.")
    return f"# {game.card.title}\n\n{text.partition('>>>')[0].strip()}\n"


def _entry(game: Game) -> catalog_models.CatalogGame:
    card = game.card
    return catalog_models.CatalogGame(
        name=game.name,
        title=card.title,
        tagline=card.tagline,
        sizes=list(card.sizes),
        default_size=card.default_size,
        size_title=card.size_title,
        options=[_option(option) for option in card.options],
        handicaps=card.handicaps,
        can_set_up=game.board is not None,
        has_lesson=game.name in lessons(),
        players=game.player_names,
        levels=[_level(game, level) for level in levels_of(game.name)],
        expectations=_expectations(game),
    )


def _option(option: CardOption) -> catalog_models.GameOption:
    return catalog_models.GameOption(
        name=option.name,
        title=option.title,
        kind=option.kind,
        default=option.default,
        choices=[
            catalog_models.OptionChoice(value=value, title=title) for value, title in option.choices
        ],
    )


def _expectations(game: Game) -> dict[str, str]:
    told = {size: expectation(make(game.name, size=size)) for size in game.card.sizes}
    return {size: sentence for size, sentence in told.items() if sentence is not None}


def _level(game: Game, level: Level) -> catalog_models.LevelView:
    boards = ratings_of(game.name)
    measured = ((board, board.of(level, parse_spec(board.board))) for board in boards)
    return catalog_models.LevelView(
        id=level.id,
        title=level.title,
        description=level.description_on(game),
        ratings=[
            catalog_models.LevelRatingView(
                spec=board.board,
                size=board.size,
                words=rating.words,
                elo=rating.elo,
                error=rating.error,
                anchor=board.anchor,
                games=board.games,
            )
            for board, rating in measured
            if rating is not None
        ],
    )
