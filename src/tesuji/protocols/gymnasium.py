"""Provides every game as a Gymnasium environment for one agent, against any player.

    from tesuji.protocols.gymnasium import SingleAgentEnv

    environment = SingleAgentEnv("gomoku", opponent="mcts:sims=50", seat=0, size=9)
    observation, info = environment.reset(seed=1)
    action = environment.action_space.sample(observation["action_mask"])
    observation, reward, terminated, truncated, info = environment.step(action)

Needs the extra ``pettingzoo``, which brings Gymnasium.
"""

from __future__ import annotations

from typing import Any

import gymnasium

from tesuji.errors import TesujiError
from tesuji.games import Game, Side
from tesuji.players import Player, make_player
from tesuji.protocols.environment import RENDER_MODES, EnvironmentGame, check_render_mode, read_game


class SingleAgentEnv(gymnasium.Env[dict[str, Any], int]):
    """One seat of a game; a player of Tesuji has the other one.

    The reward is 1 for a won game, -1 for a lost one or an illegal action, which ends the game,
    and 0 otherwise. An opponent that resigns has lost. After `max_plies` moves of both sides a game
    is truncated.
    """

    def __init__(
        self,
        game: str | Game,
        *,
        opponent: str = "random",
        seat: int | None = 0,
        render_mode: str | None = None,
        max_plies: int | None = None,
        **options: Any,
    ) -> None:
        """`seat` is 0 to move first, 1 to move second, None for a random seat in each game."""
        if seat not in (0, 1, None):
            raise TesujiError(f"seat must be 0, 1 or None, got {seat!r}")
        self._board = EnvironmentGame(read_game(game, options), max_plies)
        self._opponent_spec = opponent
        self._opponent: Player | None = make_player(opponent, self._board.game)
        self._wanted_seat = seat
        self._side = Side(seat or 0)
        self._over = True
        self._resigned = False
        """Whether the opponent has resigned."""
        self.metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}
        self.render_mode = check_render_mode(render_mode)
        self.observation_space = self._board.observation_space()
        self.action_space = self._board.action_space()  # type: ignore[assignment]

    @property
    def game(self) -> Game:
        return self._board.game

    @property
    def position(self) -> Any:
        """The position of the game, a value."""
        return self._board.position

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begins a new game. A seed determines the opponent's randomness and the seat."""
        super().reset(seed=seed)
        if seed is not None or self._opponent is None:
            self.close()
            self._opponent = make_player(self._opponent_spec, self.game, seed=seed)
        wanted = self._wanted_seat
        self._side = Side(int(self.np_random.integers(2)) if wanted is None else wanted)
        self._board.restart()
        self._over = self._resigned = False
        self._opponent.start(self.game, self._board.position)
        self._let_opponent_move()
        if self.render_mode == "human":
            self.render()
        return self._board.observe(self._side), self._info()

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        if self._over:
            raise TesujiError("the game is over; call reset")
        if not self._resigned:  # it may have done so before our first move
            why = self._board.position.why_illegal(int(action))
            if why is not None:
                self._over = True
                return self._board.observe(self._side), -1.0, True, False, self._info(illegal=why)
            self._play(int(action))
            self._let_opponent_move()
        terminated = self._board.position.is_over or self._resigned
        truncated = self._board.is_cut_off and not terminated
        self._over = terminated or truncated
        if self.render_mode == "human":
            self.render()
        reward = 1.0 if self._resigned else self._board.reward(self._side)
        return self._board.observe(self._side), reward, terminated, truncated, self._info()

    def _play(self, move: int) -> None:
        before = self._board.position
        self._board.play(move)
        assert self._opponent is not None
        self._opponent.observe(before, move, self._board.position)

    def _let_opponent_move(self) -> None:
        """Lets the opponent move until it is our turn, the end, or its resignation."""
        board = self._board
        while (
            not board.position.is_over
            and not board.is_cut_off
            and board.position.to_move != self._side
        ):
            assert self._opponent is not None
            move = self._opponent.choose(board.position).move
            if move is None:
                self._resigned = True
                return
            self._play(move)

    def _info(self, **more: Any) -> dict[str, Any]:
        resigned = {"resigned": True} if self._resigned else {}
        return {"seat": int(self._side), "plies": self._board.plies, **resigned, **more}

    def render(self) -> Any:
        return self._board.render(self.render_mode)

    def close(self) -> None:
        opponent, self._opponent = self._opponent, None
        if opponent is not None:
            opponent.close()
