"""Provides what environments for reinforcement learning share.

An observation is a dictionary: ``observation``, the network planes as seen by the player to move,
float32 [channels, height, width], and ``action_mask``, int8 [num_moves], 1 for each legal move.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from tesuji.errors import TesujiError
from tesuji.games import Game, Position, Side, make, parse_spec
from tesuji.match import usual_max_plies
from tesuji.protocols.board_pictures import picture

RENDER_MODES = ("human", "ansi", "rgb_array", "svg")


def read_game(game: str | Game, options: dict[str, Any]) -> Game:
    """Returns a game by its name and options, by its spec, or itself."""
    if isinstance(game, Game):
        if options:
            raise TesujiError("options belong to the name of a game, not to a game")
        return game
    return parse_spec(game) if ":" in game else make(game, **options)


def check_render_mode(mode: str | None) -> str | None:
    if mode is not None and mode not in RENDER_MODES:
        raise TesujiError(f"there is no render mode {mode!r}; there are: {', '.join(RENDER_MODES)}")
    return mode


class EnvironmentGame:
    """One game in progress, for environments: the rules alone, without agents."""

    def __init__(self, game: Game, max_plies: int | None) -> None:
        """The game is cut off after `max_plies` moves, by default more than games usually have."""
        if game.plane_shape is None:
            raise TesujiError(f"{game.name} has no network planes, so there is nothing to observe")
        self.game = game
        self.max_plies = max_plies or usual_max_plies(game)
        self.position: Position = game.initial()
        self.plies = 0

    def observation_space(self) -> spaces.Dict:
        assert self.game.plane_shape is not None
        return spaces.Dict(
            {
                "observation": spaces.Box(-np.inf, np.inf, self.game.plane_shape, np.float32),
                "action_mask": spaces.Box(0, 1, (self.game.num_moves,), np.int8),
            }
        )

    def action_space(self) -> spaces.Discrete:
        return spaces.Discrete(self.game.num_moves)

    def restart(self) -> None:
        self.position, self.plies = self.game.initial(), 0

    def play(self, move: int) -> None:
        self.position = self.position.after(move)
        self.plies += 1

    @property
    def is_cut_off(self) -> bool:
        return self.plies >= self.max_plies and not self.position.is_over

    def observe(self, side: Side) -> dict[str, Any]:
        """Returns the observation of `side`. Only the player to move has legal moves."""
        mask = np.zeros(self.game.num_moves, np.int8)
        if side == self.position.to_move and not self.position.is_over:
            mask[self.position.legal_moves()] = 1
        return {"observation": self.position.planes(), "action_mask": mask}

    def reward(self, side: Side) -> float:
        """Returns 1 for a won game, -1 for a lost one, 0 otherwise."""
        outcome = self.position.outcome
        return 0.0 if outcome is None else outcome.value_for(side).number

    def render(self, mode: str | None) -> Any:
        if mode == "rgb_array":
            return picture(self.position)
        if mode == "svg":
            return self.position.svg()
        if mode == "ansi":
            return self.position.text()
        if mode == "human":
            print(self.position.text())
        return None
