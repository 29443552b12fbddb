"""Plays the games of a generation, with a network or by plain search.

This module does not import PyTorch, because playing processes import it.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tesuji.games import Game, Position, Side
from tesuji.learning.alphazero.boards import TrainingBoard, alike
from tesuji.learning.alphazero.config import BootstrapConfig, SelfPlayConfig
from tesuji.match import derived_seed
from tesuji.networks.network import Network
from tesuji.search import Budget, Proof, Search, SearchReport, SelfPlay, SelfPlayGame
from tesuji.search.self_play import step_together
from tesuji.search.utility import Utility

Floats = NDArray[np.float32]
OnGame = Callable[[SelfPlayGame], None]
Stop = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class PlayStats:
    """The cost of some self-play."""

    evaluations: int
    """Positions that the network evaluated."""
    seconds: float


class SelfPlayer:
    """Plays games of a network against itself; unfinished games continue with the next network."""

    def __init__(self, boards: Sequence[TrainingBoard], config: SelfPlayConfig, seed: int) -> None:
        self._config = config
        self._tables = [_Table(group, config, seed) for group in alike(boards)]
        self._network = b""

    def play(self, network: bytes, games: int, stop: Stop, on_game: OnGame) -> PlayStats:
        """Plays until `games` games have ended or `stop` returns true."""
        if network != self._network:
            judge = Network.from_bytes(network, device=self._config.device)
            simulations = self._config.simulations_after(int(judge.info.info.get("games", 0)))
            for table in self._tables:
                table.judge = judge.on(table.boards[0].game)
                table.set_simulations(*simulations)
            self._network = network
        before, began = self.evaluations, time.perf_counter()
        if self._config.carry_over:
            ended = 0
            while ended < games and not stop():
                # The table furthest behind its share goes on.
                table = min(self._tables, key=lambda table: table.work / table.share)
                for game in table.step():
                    on_game(game)
                    ended += 1
        else:
            for table in self._tables:
                table.play(games, stop, on_game)
        return PlayStats(self.evaluations - before, time.perf_counter() - began)

    @property
    def evaluations(self) -> int:
        return sum(table.evaluations for table in self._tables)


class _Table:
    """Games on boards of the same size, whose positions are evaluated together."""

    judge: Network

    def __init__(self, boards: Sequence[TrainingBoard], config: SelfPlayConfig, seed: int) -> None:
        self.boards = boards
        self.share = sum(board.share for board in boards)
        self._fork_share = config.fork_share
        self._full_share = config.full_share
        self._simulations_per_ply = 0.0
        self._saved = 0.0
        """Evaluations that proven positions would have needed."""
        self._pools = [
            SelfPlay(
                board.game,
                config.options(board.game),
                games_at_once=max(round(config.games_at_once * board.share / self.share), 1),
                seed=derived_seed(seed, board.number) if board.number else seed,
            )
            for board in boards
        ]

    @property
    def evaluations(self) -> int:
        return sum(pool.evaluations for pool in self._pools)

    @property
    def work(self) -> float:
        """Evaluations, with those that proven positions would have needed.

        Otherwise a small board, solved by exact leaves without any evaluation, would always be
        behind its share, and nothing else would be played.
        """
        return self.evaluations + self._saved

    def step(self) -> Iterator[SelfPlayGame]:
        """Evaluates one batch; yields the games that ended."""
        found = step_together(self._pools, self.judge)
        for board, pool, ended in zip(self.boards, self._pools, found, strict=True):
            for game in ended:
                self._maybe_fork(board, pool, game)
                self._saved += self._simulations_per_ply * int(game.proven.sum())
                yield replace(game, board=board.number)

    def _maybe_fork(self, board: TrainingBoard, pool: SelfPlay, game: SelfPlayGame) -> None:
        dice = random.Random(derived_seed(game.seed, "fork"))
        if self._fork_share and dice.random() < self._fork_share:
            moves = fork_of(board.game, game, dice)
            if moves:
                pool.add_opening(moves)

    def set_simulations(self, full: int, fast: int) -> None:
        self._simulations_per_ply = fast + self._full_share * (full - fast)
        for pool in self._pools:
            pool.set_simulations(full, fast)

    def play(self, games: int, stop: Stop, on_game: OnGame) -> None:
        """Plays this table's share of `games` whole games."""
        for board, pool in zip(self.boards, self._pools, strict=True):

            def tell(
                game: SelfPlayGame, board: TrainingBoard = board, pool: SelfPlay = pool
            ) -> None:
                self._maybe_fork(board, pool, game)
                on_game(replace(game, board=board.number))

            pool.play(self.judge, max(round(games * board.share), 1), stop=stop, on_game=tell)


def fork_of(game: Game, played: SelfPlayGame, dice: random.Random) -> list[int]:
    """Returns the moves of a game up to some ply, and then another move of the search.

    Unlikely moves are chosen more often than in play. Empty if there was no other move, or if it
    ends the game.
    """
    searched = np.flatnonzero(~np.isnan(played.root_values))
    if not len(searched):
        return []
    ply = int(dice.choice(searched.tolist()))
    moves = played.moves[:ply].tolist()
    position = game.initial()
    for move in moves:
        position = position.after(move)
    others = [move for move in position.legal_moves() if move != played.moves[ply]]
    weights = [math.sqrt(float(played.policies[ply, move])) for move in others]
    if not others or sum(weights) == 0:
        return []
    [other] = dice.choices(others, weights)
    return [] if position.after(other).is_over else [*moves, other]


def play_plainly(
    game: Game, config: BootstrapConfig, seed: int, utility: Utility | None = None, board: int = 0
) -> SelfPlayGame:
    """Plays a game of plain Monte Carlo tree search against itself, in the form of `SelfPlay`."""
    utility = utility or Utility()
    dice = random.Random(seed)
    position = game.initial()
    moves: list[int] = []
    movers: list[int] = []
    policies: list[Floats] = []
    roots: list[float] = []
    proofs: list[bool] = []
    search = Search(
        position,
        "mcts",
        seed=dice.getrandbits(32),
        score_weight=utility.score_weight,
        score_scale=utility.score_scale,
    )
    while not position.is_over and len(moves) < 3 * game.num_moves:
        report = search.run(Budget(simulations=config.simulations))
        policy = _visit_shares(game, report)
        sure = report.proof is not Proof.UNKNOWN
        if len(moves) < config.temperature_plies and not sure:
            move = dice.choices(range(game.num_moves), policy.tolist())[0]
        else:
            move = report.moves[0].move
        moves.append(move)
        movers.append(int(position.to_move))
        policies.append(policy)
        known = report.value.number
        roots.append(known if report.score is None else utility.of(known, report.score))
        proofs.append(sure)
        position = position.after(move)
        search.advance(move)
    played = _game_of(game, position, utility, moves, movers, policies, roots, proofs, seed)
    return replace(played, board=board)


def _visit_shares(game: Game, report: SearchReport) -> Floats:
    """Returns the share of each move in the search; in a proven position, of the best moves."""
    policy: Floats = np.zeros(game.num_moves, np.float32)
    if report.score is not None:
        for found in report.moves:
            policy[found.move] = found.score == report.score
    elif report.proof is Proof.WIN:
        for found in report.moves:
            policy[found.move] = found.proof is Proof.WIN
    else:
        for found in report.moves:
            policy[found.move] = found.visits
    policy /= policy.sum()
    return policy


def _game_of(
    game: Game,
    end: Position,
    utility: Utility,
    moves: list[int],
    movers: list[int],
    policies: list[Floats],
    roots: list[float],
    proofs: list[bool],
    seed: int,
) -> SelfPlayGame:
    outcome = end.outcome
    result = 0.0 if outcome is None else outcome.value_for(Side.FIRST).number
    score = np.nan if outcome is None or not game.has_score else outcome.margin
    count = len(moves)
    sides = np.array(movers, np.int8)
    proven = np.array(proofs, np.bool_)
    thoughts = np.array(roots, np.float32)
    worth = result if outcome is None else utility.of(result, outcome.margin)
    values = np.where(sides == 0, worth, -worth).astype(np.float32)
    values[proven] = thoughts[proven]
    return SelfPlayGame(
        moves=np.array(moves, np.int32),
        movers=sides,
        policies=np.stack(policies) if count else np.zeros((0, game.num_moves), np.float32),
        searched_fully=np.ones(count, np.bool_),
        root_values=thoughts,
        proven=proven,
        surprises=np.zeros(count, np.float32),
        values=values,
        result=result,
        score=float(score),
        finished=outcome is not None,
        seed=seed,
    )
