"""Defines the boards of a run: one, or several sizes, komis and rules of the same game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tesuji.errors import TesujiError
from tesuji.games import Game, parse_spec
from tesuji.games.registry import parse_options
from tesuji.learning.alphazero.config import BoardsConfig
from tesuji.networks.layout import Layout


@dataclass(frozen=True, slots=True)
class TrainingBoard:
    """A board of a run, with its share."""

    number: int
    game: Game
    share: float
    """Share of the positions that are searched; the shares of a run sum to 1."""


def boards_of(game: Game, config: BoardsConfig) -> list[TrainingBoard]:
    """Returns the boards of a run of `game`: those of its config, or that of `game` alone.

    A variant lists the options in which it differs from `game`: ``size=7,komi=9.5``.
    """
    if not config.variants:
        return [TrainingBoard(0, game, 1.0)]
    shares = config.shares or (1.0,) * len(config.variants)
    if len(shares) != len(config.variants):
        raise TesujiError(
            f"boards.shares has {len(shares)} numbers for {len(config.variants)} boards.variants"
        )
    _, _, rest = game.spec.partition(":")
    usual = parse_options(rest, game.spec)
    boards = []
    for number, (variant, share) in enumerate(zip(config.variants, shares, strict=True)):
        options = {**usual, **parse_options(variant, variant)}
        spec = ",".join(f"{key}={value}" for key, value in options.items())
        boards.append(TrainingBoard(number, parse_spec(f"{game.name}:{spec}"), share / sum(shares)))
    families = {Layout.of(board.game).family for board in boards}
    if len(families) > 1:
        raise TesujiError(
            "the boards.variants have different planes or moves: one network cannot serve all"
        )
    return boards


def alike(boards: Sequence[TrainingBoard]) -> Iterator[list[TrainingBoard]]:
    """Yields groups of boards whose positions fit into one batch: same size, same moves."""
    groups: dict[tuple[tuple[int, int, int] | None, int], list[TrainingBoard]] = {}
    for board in boards:
        key = (board.game.plane_shape, board.game.num_moves)
        groups.setdefault(key, []).append(board)
    yield from groups.values()
