"""The named levels: what they see in plain sight, how they count their work, their ratings."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from tests.kit.positions import set_up
from tesuji.games import Position, make, parse_spec
from tesuji.games.gomoku import GomokuPosition
from tesuji.players import Player, SpecError, make_player, parse_player
from tesuji.players.levels import Level, levels_of, ratings_of
from tesuji.players.tactics import gains_in_sight, lets_win, winning_move

BOARDS = {"torus": "9", "go": "9", "gomoku": "15", "dots-and-boxes": "5"}
SEEING = {game: [level.id for level in levels_of(game)[1:]] for game in BOARDS}
"""Levels that see what is in plain sight."""
QUICK = {game: levels[:-1] for game, levels in SEEING.items()}


def level_of(game: str, id: str) -> Level:
    return next(level for level in levels_of(game) if level.id == id)


def player_of(position: Position, id: str, seed: int = 1) -> Player:
    game = position.game
    player = make_player(level_of(game.name, id).spec_on(game), game, seed=seed)
    player.start(game, position)
    return player


@pytest.mark.parametrize("game", [*BOARDS, "any"])
def test_levels_count_their_work(game: str) -> None:
    for level in levels_of(game):
        for spec in (level.spec, level.network):
            if spec is not None:
                assert "seconds" not in spec
                parse_player(spec)


@pytest.mark.parametrize("game", BOARDS)
def test_a_rating_belongs_to_one_board_and_to_the_player_that_was_measured(game: str) -> None:
    for ratings in ratings_of(game):
        board = parse_spec(ratings.board)
        assert board == make(game, size=ratings.size)
        for level in levels_of(game):
            other = make(game, size="7")
            assert ratings.of(level, other) is None
            changed = Level(level.id, level.title, level.description, "mcts:sims=7")
            assert ratings.of(changed, board) is None


@pytest.mark.parametrize("game", BOARDS)
def test_each_level_beats_the_one_below_it_but_not_always(game: str) -> None:
    assert ratings_of(game)
    for ratings in ratings_of(game):
        measured = [one.below for one in ratings.ratings.values() if one.below is not None]
        for points, games in measured:
            # A few games more or less than 60 to 90 % are chance.
            slack = 1.0 / games**0.5
            assert 0.6 - slack <= points / games <= min(1.0, 0.9 + slack)


# -- Gomoku: an attacker in a straight line ------------------------------------------------------


def straight_line(position: GomokuPosition) -> int:
    """F8 G8 H8 I8 J8 for Black, or the next five in a row that are still free or its own."""
    game, mine = position.game, position.colour_to_place
    size, stones = game.rows, position.stones
    best: tuple[int, list[int]] | None = None
    for row in (7, 6, 8, 5, 9):
        for column in range(size - 4):
            window = [row * size + column + step for step in range(5)]
            if all(stones[point] in (-1, mine) for point in window):
                own = sum(stones[point] == mine for point in window)
                if best is None or own > best[0]:
                    best = own, [point for point in window if stones[point] == -1]
    assert best is not None
    return best[1][0]


@pytest.mark.parametrize("id", SEEING["gomoku"])
def test_a_straight_line_beats_nobody_from_the_second_level_up(id: str) -> None:
    position: Position = make("gomoku").initial()
    with player_of(position, id) as player:
        for _ in range(20):
            assert isinstance(position, GomokuPosition)
            position = position.after(straight_line(position))
            if position.is_over:
                break
            position = position.after(player.choose(position).move or 0)
            if position.is_over:
                break
    assert position.outcome is None or position.outcome.winner == 1


# -- wins in one ---------------------------------------------------------------------------------


def positions_with_a_win_in_one(game: str, size: str, count: int) -> Iterator[Position]:
    """Positions of random games in which the player to move can win at once."""
    dice = random.Random(game)
    found = 0
    while found < count:
        position = make(game, size=size).initial()
        while not position.is_over:
            if winning_move(position) is not None:
                found += 1
                yield position
                break
            position = position.after(dice.choice(position.legal_moves()))


@pytest.mark.parametrize(
    ("game", "id"), [(game, id) for game in ("torus", "gomoku") for id in QUICK[game]]
)
def test_no_level_misses_a_win_in_one_or_lets_one_pass(game: str, id: str) -> None:
    for position in positions_with_a_win_in_one(game, "9", 3):
        with player_of(position, id) as player:
            won = position.after(player.choose(position).move or 0)
            assert won.outcome is not None
            assert won.outcome.winner == position.to_move


@pytest.mark.parametrize("id", QUICK["gomoku"])
def test_a_four_is_blocked(id: str) -> None:
    position = make("gomoku").initial().play("A8 O15 B8 A1 C8 O1 D8")
    assert [move for move in position.legal_moves() if not lets_win(position, move)] == [
        position.game.parse_move("E8")
    ]
    with player_of(position, id) as player:
        assert player.choose(position).move == position.game.parse_move("E8")


# -- stones and boxes in plain sight -------------------------------------------------------------


@pytest.mark.parametrize("id", QUICK["go"])
def test_stones_in_plain_sight_are_taken_and_saved(id: str) -> None:
    go = make("go", size=9)
    # Black's three stones have one liberty left, G5, and whoever moves plays there.
    saved = go.initial().play("D5 C5 E5 D6 F5 E6 A1 F6 A9 D4 J1 E4 J9 F4")
    for position in (saved, saved.play("A5")):
        with player_of(position, id) as player:
            assert player.choose(position).move == go.parse_move("G5")


@pytest.mark.parametrize("id", QUICK["dots-and-boxes"][:4])
def test_boxes_in_plain_sight_are_taken_and_not_given_away(id: str) -> None:
    game = make("dots-and-boxes", size="5")
    dice = random.Random(5)
    for _ in range(4):
        position: Position = game.initial()
        for _ in range(dice.randint(10, 20)):
            position = position.after(dice.choice(position.legal_moves()))
        gains = gains_in_sight(position)
        with player_of(position, id) as player:
            chosen = player.choose(position).move
        assert chosen is not None
        assert gains[chosen] == max(gains.values())


# -- weak opponents ------------------------------------------------------------------------------


def plays(game: str, first: str, second: str, seed: int) -> int | None:
    """Who wins a game between two specs."""
    board = make(game, size=BOARDS[game])
    position = board.initial()
    players = [make_player(spec, board, seed=seed) for spec in (first, second)]
    for player in players:
        player.start(board, position)
    while not position.is_over:
        move = players[position.to_move].choose(position).move
        assert move is not None
        position = position.after(move)
    assert position.outcome is not None
    return None if position.outcome.winner is None else int(position.outcome.winner)


@pytest.mark.parametrize("game", BOARDS)
def test_the_second_level_beats_a_random_player(game: str) -> None:
    spec = level_of(game, SEEING[game][0]).spec_on(make(game, size=BOARDS[game]))
    won = sum(plays(game, spec, "random", seed) == 0 for seed in range(4))
    assert won >= 3


def test_the_third_level_of_torus_beats_a_greedy_player() -> None:
    spec = level_of("torus", SEEING["torus"][1]).spec_on(make("torus"))
    won = sum(plays("torus", spec, "greedy", seed) == 0 for seed in range(6))
    assert won >= 4


@pytest.mark.parametrize("id", QUICK["torus"])
def test_equivalent_positions_of_torus_get_equivalent_moves(id: str) -> None:
    game = make("torus")
    dice = random.Random(7)
    position: Position = game.initial()
    for _ in range(8):
        position = position.after(dice.choice(position.legal_moves()))
    with player_of(position, id) as player:
        own = player.choose(position).move
        for symmetry in dice.sample(range(game.num_symmetries), 8):
            image = position.transformed(symmetry)
            assert player.choose(image).move == game.move_under(symmetry)[own]


def test_a_limited_player_needs_an_engine() -> None:
    with pytest.raises(SpecError, match="limited needs player"):
        make_player("limited:noise=1", make("torus"))


LOST = """.........
.........
.........
XXXXXXXXX
.........
.........
XXXXXXXXX
.........
........."""
"""White has not played a stone, and Black lives everywhere."""


@pytest.mark.parametrize("id", ["casual", "club", "expert"])
def test_a_lost_game_of_go_ends_when_the_winner_passes(id: str) -> None:
    lost = set_up("go", LOST).play("pass")
    game = lost.game
    with player_of(lost, id, seed=3) as player:
        assert player.choose(lost).move == game.pass_move
    with make_player("best:effort=0.02", game) as player:
        player.start(game, lost)
        assert player.choose(lost).move == game.pass_move
