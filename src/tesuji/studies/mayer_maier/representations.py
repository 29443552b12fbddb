"""Compares ways to show a board to a network, as section 3.1 of the paper does.

Layered networks with one hidden layer learn the moves of recorded games of the pattern player
against itself, and are tested by games. The paper had JaGo's games and names one of its other
representations: co-occurrence matrices, which count how often two states are neighbours.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tesuji.games import Game, Position, Side, parse_spec
from tesuji.match import derived_seed, play_game
from tesuji.networks.evolved_network import arena_of
from tesuji.players import Choice, Player, make_player
from tesuji.studies.exhibits import Findings, Settings, UnitPlace

Floats = NDArray[np.float32]
See = Callable[[Position], Floats]

REPRESENTATIONS = (
    "two-per-point",
    "by-colour",
    "by-owner",
    "co-occurrence",
    "two-per-point and co-occurrence",
)
PASS = "pass"
HIDDEN = 20
_RATE = 0.003
_BATCH = 64
_OPENING_PLIES = 2
_DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


def seeing(name: str, game: Game) -> See:
    """Returns the function that shows a position in this representation."""
    arena = arena_of(game)
    if " and " in name:
        parts = [seeing(part, game) for part in name.split(" and ")]
        return lambda position: np.concatenate([see(position) for see in parts])
    if name == "co-occurrence":
        return co_occurrence

    def see(position: Any) -> Floats:
        return np.asarray(arena.inputs(position, name), np.float32)

    return see


def co_occurrence(position: Any) -> Floats:
    """Returns four 3x3 matrices: how often one state is the neighbour of another, in a direction.

    States are empty, the mover's stone and the opponent's; each matrix is divided by its sum.
    """
    board = position.game.board
    stones = np.asarray(position.stones).reshape(board.rows, board.columns)
    states = np.where(stones < 0, 0, np.where(stones == int(position.to_move), 1, 2))
    found = []
    for down, right in _DIRECTIONS:
        rows, columns = states.shape
        left, width = (0, columns - right) if right >= 0 else (-right, columns)
        here = states[: rows - down, left:width]
        there = states[down:, left + right : width + right]
        matrix = np.zeros((3, 3), np.float32)
        np.add.at(matrix, (here.ravel(), there.ravel()), 1.0)
        found.append(matrix.ravel() / matrix.sum())
    return np.concatenate(found)


class Layered:
    """A layered network: inputs, sigmoid hidden neurons, a softmax over moves."""

    def __init__(self, inputs: int, moves: int, dice: np.random.Generator) -> None:
        self.parts = [
            dice.normal(0, 1 / np.sqrt(inputs), (inputs, HIDDEN)).astype(np.float32),
            np.zeros(HIDDEN, np.float32),
            dice.normal(0, 1 / np.sqrt(HIDDEN), (HIDDEN, moves)).astype(np.float32),
            np.zeros(moves, np.float32),
        ]

    def hidden(self, inputs: Floats) -> Floats:
        return np.asarray(1 / (1 + np.exp(-(inputs @ self.parts[0] + self.parts[1]))), np.float32)

    def scores(self, inputs: Floats) -> Floats:
        """Returns the scores of all moves, [positions, moves], for inputs [positions, inputs]."""
        return np.asarray(self.hidden(inputs) @ self.parts[2] + self.parts[3], np.float32)

    def gradients(self, inputs: Floats, moves: NDArray[np.int64]) -> list[Floats]:
        """Returns the gradients of the mean cross-entropy."""
        hidden = self.hidden(inputs)
        scores = hidden @ self.parts[2] + self.parts[3]
        shares = np.exp(scores - scores.max(axis=1, keepdims=True))
        shares /= shares.sum(axis=1, keepdims=True)
        shares[np.arange(len(moves)), moves] -= 1
        shares /= len(moves)
        back = (shares @ self.parts[2].T) * hidden * (1 - hidden)
        return [inputs.T @ back, back.sum(axis=0), hidden.T @ shares, shares.sum(axis=0)]

    def learn(
        self, inputs: Floats, moves: NDArray[np.int64], epochs: int, dice: np.random.Generator
    ) -> None:
        """Learns by Adam in minibatches."""
        means = [np.zeros_like(part) for part in self.parts]
        squares = [np.zeros_like(part) for part in self.parts]
        step = 0
        for _ in range(epochs):
            order = dice.permutation(len(moves))
            for start in range(0, len(order), _BATCH):
                chosen = order[start : start + _BATCH]
                step += 1
                for i, slope in enumerate(self.gradients(inputs[chosen], moves[chosen])):
                    means[i] += 0.1 * (slope - means[i])
                    squares[i] += 0.001 * (slope**2 - squares[i])
                    mean = means[i] / (1 - 0.9**step)
                    square = squares[i] / (1 - 0.999**step)
                    self.parts[i] -= _RATE * mean / (np.sqrt(square) + 1e-8)


class LayeredPlayer(Player):
    """Plays the legal move with the highest score."""

    def __init__(self, network: Layered, see: See) -> None:
        self._network = network
        self._see = see

    def choose(self, position: Position, time_left: Any = None) -> Choice:
        scores = self._network.scores(self._see(position)[None])[0]
        return Choice(max(position.legal_moves(), key=lambda move: float(scores[move])))


def represent_unit(settings: Settings, place: UnitPlace) -> Findings:
    """Trains a network on recorded games in one representation, and tests it by games.

    Settings: `game`, `representation`, `recorded` games up to the move `until`, `epochs`, `games`
    against each opponent.
    An untrained twin is tested in the same way.
    """
    game = parse_spec(str(settings["game"]))
    see = seeing(str(settings["representation"]), game)
    dice = np.random.default_rng(place.seed)
    recorded = [
        _recorded_game(game, derived_seed(place.seed, "recorded", number))
        for number in range(int(settings["recorded"]))
    ]
    held_out = max(len(recorded) // 5, 1)
    sets = []
    for part in (recorded[held_out:], recorded[:held_out]):
        pairs = [pair for played in part for pair in played]
        inputs = np.stack([see(position) for position, _ in pairs])
        sets.append((inputs, np.array([move for _, move in pairs])))
    network = Layered(sets[0][0].shape[1], game.num_moves, dice)
    twin = Layered(sets[0][0].shape[1], game.num_moves, dice)
    network.learn(*sets[0], int(settings["epochs"]), dice)
    agreed = network.scores(sets[1][0]).argmax(axis=1) == sets[1][1]
    opponents = ("random", "naive", "pattern", "mcts:sims=10")
    return {
        "inputs": int(sets[0][0].shape[1]),
        "positions": len(sets[0][1]),
        "agreement": float(agreed.mean()),
        "won": _tested(network, see, game, opponents, int(settings["games"]), place.seed),
        "twin": _tested(twin, see, game, opponents, int(settings["games"]), place.seed),
    }


def _recorded_game(game: Game, seed: int) -> list[tuple[Position, int]]:
    """Returns the positions and moves of a game of the pattern player against itself.

    It ends at the first pass: later the player mostly passes, and a network that learns that
    passes always.
    """
    dice = np.random.default_rng(seed)
    position, opening = game.initial(), []
    for _ in range(_OPENING_PLIES):
        opening.append(int(dice.choice(position.legal_moves())))
        position = position.after(opening[-1])
    players = [make_player("pattern", game, seed=seed + side) for side in (0, 1)]
    result = play_game(game, players, opening=opening)
    pairs: list[tuple[Position, int]] = []
    position = game.initial()
    for number, move in enumerate(result.moves):
        if game.format_move(move) == PASS:
            break
        if number >= _OPENING_PLIES:
            pairs.append((position, move))
        position = position.after(move)
    return pairs


def _tested(
    network: Layered, see: See, game: Game, opponents: tuple[str, ...], games: int, seed: int
) -> dict[str, float]:
    found = {}
    for spec in opponents:
        points = 0.0
        for number in range(games):
            mine = LayeredPlayer(network, see)
            theirs = make_player(spec, game, seed=derived_seed(seed, spec, number))
            players = [mine, theirs] if number % 2 == 0 else [theirs, mine]
            result = play_game(game, players)
            points += result.points_for(Side(number % 2))
        found[spec] = points / games
    return found
