"""Equal play in equal positions: exactly, in every game, under every symmetry."""

from __future__ import annotations

import random

import pytest

from tesuji.games import Game, Position, make
from tesuji.games.canonical import canonical, inverse_moves
from tesuji.players import make_player

GAMES = [("torus", "5"), ("torus", "9"), ("go", "5"), ("gomoku", "7"), ("dots-and-boxes", "3")]


def positions(game: Game, count: int, seed: int = 0) -> list[Position]:
    """Positions at random depths, the symmetric ones of the beginning among them."""
    dice = random.Random(seed)
    found = [game.initial()]
    while len(found) < count:
        position = game.initial()
        for _ in range(dice.choice([1, 2, 3, 5, 8, 13])):
            following = position.after(dice.choice(position.legal_moves()))
            if following.is_over:
                break
            position = following
        found.append(position)
    return found


def some_symmetries(game: Game, most: int = 60) -> list[int]:
    every = range(game.num_symmetries)
    return list(every) if len(every) <= most else random.Random(1).sample(every, most)


def history(position: Position) -> object:
    return getattr(position, "moves", None)


@pytest.mark.parametrize(("name", "size"), GAMES)
def test_images_have_the_same_canonical_position(name: str, size: str) -> None:
    game = make(name, size=size)
    for position in positions(game, 12):
        symmetry, image = canonical(position)
        assert image == position.transformed(symmetry)
        for other in some_symmetries(game):
            again = canonical(position.transformed(other))[1]
            assert again == image
            assert history(again) == history(image)


def stabiliser(position: Position) -> list[int]:
    """The symmetries that leave a position and its past as they are."""
    return [
        symmetry
        for symmetry in range(position.game.num_symmetries)
        if position.transformed(symmetry) == position
        and history(position.transformed(symmetry)) == history(position)
    ]


@pytest.mark.parametrize("inner", ["random", "mcts:sims=30", "mcts:sims=30,temperature=1"])
@pytest.mark.parametrize(("name", "size"), GAMES)
def test_images_get_the_images_of_a_move(name: str, size: str, inner: str) -> None:
    """In all images: the move is the image of the move, up to the position's own symmetries."""
    game = make(name, size=size)
    count = 3 if game.num_symmetries > 100 else 8
    with make_player(f"canonical:{inner}", game, seed=7) as player:
        player.start(game, game.initial())
        for position in positions(game, count, seed=3):
            move = player.choose(position).move
            assert move is not None
            assert position.is_legal(move)
            orbit = {int(game.move_under(own)[move]) for own in stabiliser(position)}
            for symmetry in some_symmetries(game):
                chosen = player.choose(position.transformed(symmetry)).move
                assert int(inverse_moves(game, symmetry)[chosen]) in orbit


def test_every_one_of_the_648_boards_of_a_torus_position() -> None:
    game = make("torus", size=9)
    position = game.initial().play("E5", "F6", "D3", "G7", "C8")
    with make_player("canonical:random", game, seed=1) as player:
        move = player.choose(position).move
        for symmetry in range(648):
            chosen = player.choose(position.transformed(symmetry)).move
            assert chosen == game.move_under(symmetry)[move]


def test_a_report_is_turned_back_too() -> None:
    game = make("gomoku", size=7)
    position = game.initial().play("A1 G7 B1 G6 C1 G5 D1 F7")
    with make_player("canonical:mcts:sims=200", game, seed=1) as player:
        choice = player.choose(position)
    assert choice.report.position == position
    best = choice.report.best
    assert best.move == choice.move
    assert best.notation == game.format_move(choice.move or 0) == "E1"
    assert position.is_legal(best.line[0])


def test_a_game_without_symmetries_is_its_own_image() -> None:
    class Countdown(Position):
        @property
        def game(self) -> Game:
            return Game()

    position = Countdown()
    assert canonical(position) == (0, position)
