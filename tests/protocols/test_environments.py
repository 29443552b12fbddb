"""The games as environments of PettingZoo, Gymnasium and OpenSpiel, by their own tests."""

from __future__ import annotations

import random
import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from tesuji.errors import TesujiError
from tesuji.games import Game, Position, make, names
from tesuji.players import Choice, Player, TimeLeft, option, register_player
from tesuji.protocols.board_pictures import CELL, picture

pettingzoo_test = pytest.importorskip("pettingzoo.test")
gymnasium = pytest.importorskip("gymnasium")

from tesuji.protocols.gymnasium import SingleAgentEnv  # noqa: E402
from tesuji.protocols.pettingzoo import env  # noqa: E402

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("torus", {"size": 5}),
    ("go", {"size": 5}),
    ("dots-and-boxes", {"size": "2x3"}),
    ("gomoku", {"size": 7}),
    ("reversi", {"size": 4}),
    ("gomoku", {"size": 7, "rules": "renju", "swap2": True}),
]


def test_all_games_are_here() -> None:
    # Other tests may have registered games of their own.
    assert {name for name, _ in GAMES} <= set(names())
    built_in = (game for game in map(make, names()) if game.__module__.startswith("tesuji."))
    assert {game.name for game in built_in if game.plane_shape} == {name for name, _ in GAMES}


# -- PettingZoo -------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_pettingzoo_api(name: str, options: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        # Their test calls planes that are neither pictures nor within limits unusual.
        warnings.simplefilter("ignore")
        pettingzoo_test.api_test(env(name, **options), num_cycles=150)


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_pettingzoo_seeds_and_pictures(
    name: str, options: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    pettingzoo_test.seed_test(lambda: env(name, **options), num_cycles=40)

    def maker(render_mode: str | None = None) -> Any:
        return env(name, render_mode=render_mode, **options)

    pettingzoo_test.render_test(maker, {"svg": lambda text: text.startswith("<svg")})
    assert capsys.readouterr().out


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_pettingzoo_follows_the_rules(name: str, options: dict[str, Any]) -> None:
    """The agent is who moves, the mask what is legal, and the reward who won."""
    environment = env(name, **options)
    dice = random.Random(3)
    environment.reset()
    position = make(name, **options).initial()
    while not position.is_over:
        assert environment.agent_selection == f"player_{int(position.to_move)}"
        observation, reward, terminated, truncated, _ = environment.last()
        assert (reward, terminated, truncated) == (0, False, False)
        assert np.flatnonzero(observation["action_mask"]).tolist() == position.legal_moves()
        assert (observation["observation"] == position.planes()).all()
        move = dice.choice(position.legal_moves())
        position = position.after(move)
        environment.step(move)
    assert position.outcome is not None
    winner = position.outcome.winner
    for side in (0, 1):
        expected = 0 if winner is None else 1 if winner == side else -1
        assert environment.rewards[f"player_{side}"] == expected
        assert environment.terminations[f"player_{side}"]


def test_pettingzoo_illegal_moves_and_truncation() -> None:
    environment = env("torus", size=5)
    environment.reset()
    environment.step(12)
    environment.step(12)
    assert environment.terminations == {"player_0": True, "player_1": True}
    assert environment.rewards["player_1"] == -1
    short = env("torus", size=5, max_plies=4)
    short.reset()
    for move in range(4):
        short.step(move)
    assert short.truncations == {"player_0": True, "player_1": True}


def test_bad_input() -> None:
    with pytest.raises(TesujiError, match="chess"):
        env("chess")
    with pytest.raises(TesujiError, match="render mode"):
        env("torus", render_mode="film")
    with pytest.raises(TesujiError, match="seat"):
        SingleAgentEnv("torus", seat=2)
    with pytest.raises(TesujiError, match="nobody"):
        SingleAgentEnv("torus", opponent="nobody")


# -- Gymnasium --------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "options"), GAMES[:4])
@pytest.mark.parametrize("seat", [0, 1, None])
def test_gymnasium_games(name: str, options: dict[str, Any], seat: int | None) -> None:
    environment = SingleAgentEnv(name, opponent="random", seat=seat, **options)
    for seed in range(2):
        observation, info = environment.reset(seed=seed)
        environment.action_space.seed(seed)
        history = []
        done, reward = False, 0.0
        while not done:
            assert environment.position.to_move == info["seat"]
            assert environment.observation_space.contains(observation)
            action = environment.action_space.sample(observation["action_mask"])
            observation, reward, terminated, truncated, info = environment.step(action)
            history.append(int(action))
            done = terminated or truncated
        outcome = environment.position.outcome
        winner = None if outcome is None else outcome.winner
        assert reward == (0 if winner is None else 1 if winner == info["seat"] else -1)
        with pytest.raises(TesujiError, match="over"):
            environment.step(0)
        environment.reset(seed=seed)
        for action in history:  # with the same seed and actions the opponent plays the same
            environment.step(action)
        assert environment.position.outcome == outcome
    environment.close()


def test_gymnasium_checker() -> None:
    from gymnasium.utils.env_checker import check_env

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(SingleAgentEnv("torus", size=5, render_mode="rgb_array"), skip_render_check=False)


def test_gymnasium_illegal_action() -> None:
    environment = SingleAgentEnv("gomoku", size=7, seat=0)
    environment.reset(seed=1)
    _, _, _, _, info = environment.step(3)
    _, reward, terminated, _, info = environment.step(3)
    assert (reward, terminated) == (-1, True)
    assert info["illegal"] == "the point is occupied"


@dataclass(frozen=True, slots=True)
class QuitterOptions:
    moves: int = option(1, "moves before it gives up", minimum=0)


@register_player("quitter", QuitterOptions)
class Quitter(Player):
    """Plays some moves and gives up."""

    def __init__(self, game: Game, options: QuitterOptions) -> None:
        self.left = options.moves

    def choose(self, position: Position, time_left: TimeLeft | None = None) -> Choice:
        self.left -= 1
        return Choice(position.legal_moves()[0] if self.left >= 0 else None)


def test_gymnasium_opponent_resigns() -> None:
    environment = SingleAgentEnv("gomoku", opponent="quitter", size=7, seat=0)
    environment.reset(seed=1)
    _, reward, terminated, _, info = environment.step(10)
    assert (reward, terminated, "resigned" in info) == (0, False, False)
    _, reward, terminated, truncated, info = environment.step(11)
    assert (reward, terminated, truncated, info["resigned"]) == (1, True, False, True)
    with pytest.raises(TesujiError, match="over"):
        environment.step(12)


def test_gymnasium_opponent_resigns_before_it_moves() -> None:
    environment = SingleAgentEnv("gomoku", opponent="quitter:moves=0", size=7, seat=1)
    _, info = environment.reset(seed=1)
    assert info["resigned"]
    _, reward, terminated, _, _ = environment.step(0)
    assert (reward, terminated) == (1, True)


# -- pictures ---------------------------------------------------------------------------------


def test_pictures_show_what_is_there() -> None:
    position = make("gomoku", size=7).initial().play("A7 G1")
    image = picture(position)
    assert image.shape == (7 * CELL, 7 * CELL, 3)
    assert image[CELL // 2 + 6, CELL // 2].max() < 60  # Black at the top left
    assert image[-CELL // 2 - 6, -CELL // 2].min() > 200
    boxes = make("dots-and-boxes", size=2).initial()
    empty = picture(boxes)
    drawn = picture(boxes.after(boxes.legal_moves()[0]))
    assert (empty != drawn).any()
    assert empty.shape == (3 * CELL, 3 * CELL, 3)


# -- OpenSpiel --------------------------------------------------------------------------------

pyspiel = pytest.importorskip("pyspiel")


@pytest.mark.parametrize(
    "text",
    [
        "tesuji_torus(size=5)",
        "tesuji_go(size=5)",
        "tesuji_dots_and_boxes(size=2,columns=3)",
        "tesuji_gomoku(size=7,rules=renju)",
    ],
)
def test_open_spiel_random_simulations(text: str) -> None:
    import tesuji.protocols.open_spiel  # noqa: F401

    pyspiel.random_sim_test(pyspiel.load_game(text), num_sims=2, serialize=False, verbose=False)


def test_open_spiel_searches_our_games() -> None:
    """Its tree search finds the five that wins, on our rules."""
    from open_spiel.python.algorithms import mcts

    from tesuji.protocols.open_spiel import as_open_spiel

    game = as_open_spiel(make("gomoku", size=7))
    state = game.new_initial_state()
    inner = make("gomoku", size=7)
    for text in ["A1", "A2", "B1", "B2", "C1", "C2", "D1", "D2"]:
        state.apply_action(inner.parse_move(text))
    bot = mcts.MCTSBot(
        game,
        uct_c=1.4,
        max_simulations=120,
        evaluator=mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
        solve=True,
        random_state=np.random.RandomState(2),
    )
    assert state.action_to_string(bot.step(state)) == "E1"


def test_open_spiel_plays_torus_by_its_own_algorithms() -> None:
    from open_spiel.python.algorithms import mcts

    import tesuji.protocols.open_spiel  # noqa: F401

    game = pyspiel.load_game("tesuji_torus(size=5)")
    state = game.new_initial_state()
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bots = [mcts.MCTSBot(game, 1.4, 8, evaluator), pyspiel.make_uniform_random_bot(1, 7)]
    while not state.is_terminal():
        state.apply_action(bots[state.current_player()].step(state))
    assert sum(state.returns()) == 0


def test_open_spiel_clones_are_their_own() -> None:
    import tesuji.protocols.open_spiel  # noqa: F401

    game = pyspiel.load_game("tesuji_torus(size=5)")
    state = game.new_initial_state()
    state.apply_action(12)
    clone = state.clone()
    clone.apply_action(3)
    assert len(state.history()) == 1
    assert len(clone.history()) == 2
    assert state.current_player() == 1
    assert len(state.legal_actions()) == 24
    shape = make("torus", size=5).plane_shape
    assert shape is not None
    assert len(state.observation_tensor(0)) == shape[0] * shape[1] * shape[2]
