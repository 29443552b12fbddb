"""Provides every game as a game of OpenSpiel, so that its algorithms can be used.

    import pyspiel
    import tesuji.protocols.open_spiel  # makes the games known

    game = pyspiel.load_game("tesuji_torus(size=5)")
    state = game.new_initial_state()

Games are called ``tesuji_torus``, ``tesuji_go``, ``tesuji_dots_and_boxes`` and ``tesuji_gomoku``;
their parameters are ``size``, ``columns`` for boards that are not square, and ``rules``. Needs the
package ``open_spiel``.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from tesuji.games import Game, Position, Side, make, names
from tesuji.match import usual_max_plies

_PARAMETERS = {"size": 0, "columns": 0, "rules": ""}
"""Zeros and empty texts mean the defaults; `columns` is for boards that are not square."""


def as_open_spiel(game: Game) -> Any:
    """Returns `game` as a ``pyspiel.Game``, whatever its options."""
    return _class_of(game.name)({}, game=game)


class TesujiState(pyspiel.State):  # type: ignore[misc]
    """A state of OpenSpiel around a position. A game that is too long is a draw."""

    def __init__(self, game: Any, position: Position, max_length: int) -> None:
        super().__init__(game)
        self.position = position
        self._max_length = max_length
        self._plies = 0

    def current_player(self) -> int:
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else int(self.position.to_move)

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal_moves() if player == self.position.to_move else []

    def _apply_action(self, action: int) -> None:
        self.position = self.position.after(action)
        self._plies += 1

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.game.format_move(action)

    def is_terminal(self) -> bool:
        return self.position.is_over or self._plies >= self._max_length

    def returns(self) -> list[float]:
        outcome = self.position.outcome
        if outcome is None:
            return [0.0, 0.0]
        return [outcome.value_for(side).number for side in (Side.FIRST, Side.SECOND)]

    def __str__(self) -> str:
        return self.position.text()


class _Observer:
    """The input of OpenSpiel's networks: the planes of the player to move, for either player."""

    def __init__(self, shape: tuple[int, int, int]) -> None:
        self.tensor = np.zeros(shape[0] * shape[1] * shape[2], np.float32)
        self.dict = {"planes": self.tensor.reshape(shape)}

    def set_from(self, state: TesujiState, player: int) -> None:
        self.dict["planes"][:] = state.position.planes()

    def string_from(self, state: TesujiState, player: int) -> str:
        return state.position.text()


def _class_of(name: str) -> Any:
    """Returns the class of ``pyspiel`` games for the game called `name`."""
    short = f"tesuji_{name.replace('-', '_')}"
    game_type = pyspiel.GameType(
        short_name=short,
        long_name=f"Tesuji's {name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_PARAMETERS,
    )

    class TesujiGame(pyspiel.Game):  # type: ignore[misc]
        """One game of Tesuji with its options."""

        def __init__(self, params: dict[str, Any] | None = None, game: Game | None = None) -> None:
            self.tesuji_game = game or make(name, **_options(params or {}))
            self._max_length = usual_max_plies(self.tesuji_game)
            info = pyspiel.GameInfo(
                num_distinct_actions=self.tesuji_game.num_moves,
                max_chance_outcomes=0,
                num_players=2,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=self._max_length,
            )
            super().__init__(game_type, info, params or {})

        def new_initial_state(self, state: Any = None) -> TesujiState:
            return TesujiState(self, self.tesuji_game.initial(), self._max_length)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
            if iig_obs_type is None or (
                iig_obs_type.public_info and not iig_obs_type.perfect_recall
            ):
                assert self.tesuji_game.plane_shape is not None
                return _Observer(self.tesuji_game.plane_shape)
            from open_spiel.python.observation import IIGObserverForPublicInfoGame

            return IIGObserverForPublicInfoGame(iig_obs_type, params)

    TesujiGame.game_type = game_type
    return TesujiGame


def _options(parameters: dict[str, Any]) -> dict[str, Any]:
    given = {key: value for key, value in parameters.items() if value}
    columns = given.pop("columns", None)
    if columns is not None:
        given["size"] = f"{given.get('size', columns)}x{columns}"
    return given


def register_games() -> None:
    """Registers all built-in games for ``pyspiel.load_game``; importing this module calls it."""
    known = set(pyspiel.registered_names())
    for name in names():
        found = _class_of(name)
        if found.game_type.short_name not in known:
            pyspiel.register_game(found.game_type, found)


register_games()
