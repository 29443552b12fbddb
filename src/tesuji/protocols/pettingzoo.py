"""Provides every game as a PettingZoo environment (AEC: agents act one after the other).

    from tesuji.protocols.pettingzoo import env

    environment = env("torus", size=9)
    environment.reset(seed=1)
    for agent in environment.agent_iter():
        observation, reward, termination, truncation, info = environment.last()
        mask = observation["action_mask"]
        done = termination or truncation
        environment.step(None if done else environment.action_space(agent).sample(mask))

The next agent is read from the position: in Dots and Boxes the same one may act again. Needs the
extra ``pettingzoo``.
"""

from __future__ import annotations

from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from tesuji.errors import TesujiError
from tesuji.games import Game, Side
from tesuji.protocols.environment import RENDER_MODES, EnvironmentGame, check_render_mode, read_game

AGENTS = ("player_0", "player_1")
"""The first and the second player."""


def env(
    game: str | Game,
    *,
    render_mode: str | None = None,
    max_plies: int | None = None,
    **options: Any,
) -> Any:
    """Returns an environment in the usual wrappers: an illegal move ends the game and costs 1.

    `game` is a name with `options` such as ``size=9``, a spec, or a game. After `max_plies` moves a
    game is truncated.
    """
    raw = TesujiEnv(game, render_mode=render_mode, max_plies=max_plies, **options)
    wrapped = wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


class TesujiEnv(AECEnv):  # type: ignore[misc]
    """The environment itself; `env` adds the wrappers.

    Observations are from the view of the player to move, for either agent; the other agent's mask
    is empty.
    """

    def __init__(
        self,
        game: str | Game,
        *,
        render_mode: str | None = None,
        max_plies: int | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self._board = EnvironmentGame(read_game(game, options), max_plies)
        name = self._board.game.name.replace("-", "_")
        self.metadata = {
            "name": f"tesuji_{name}_v0",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.render_mode = check_render_mode(render_mode)
        self.possible_agents = list(AGENTS)
        self.observation_spaces = {a: self._board.observation_space() for a in AGENTS}
        self.action_spaces = {a: self._board.action_space() for a in AGENTS}
        self.agents: list[str] = []

    @property
    def game(self) -> Game:
        return self._board.game

    @property
    def position(self) -> Any:
        """The position of the game, a value."""
        return self._board.position

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a new game. The seed has no effect, because games have no randomness."""
        self._board.restart()
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[self._board.position.to_move]

    def observe(self, agent: str) -> dict[str, Any]:
        return self._board.observe(Side(AGENTS.index(agent)))

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise TesujiError(f"{agent} is to move but gave no action")
        self._board.play(int(action))
        position = self._board.position
        self._cumulative_rewards[agent] = 0.0
        self.rewards = {a: self._board.reward(Side(i)) for i, a in enumerate(AGENTS)}
        self.terminations = dict.fromkeys(AGENTS, position.is_over)
        self.truncations = dict.fromkeys(AGENTS, self._board.is_cut_off)
        # After the end the agents leave one by one, first the one that did not move last.
        self.agent_selection = (
            AGENTS[1 - AGENTS.index(agent)] if position.is_over else AGENTS[position.to_move]
        )
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        return self._board.render(self.render_mode)

    def close(self) -> None:
        pass
