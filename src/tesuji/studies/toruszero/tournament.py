"""Plays a tournament of move raters, and breeds the next generation.

A tournament is single elimination among 32 raters whose bracket is scrambled. The four who reach
the semi-finals have children: four each, four more for each finalist, four more for the winner;
with four raters made at random that is the next 32.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass

import numpy as np

from tesuji import core
from tesuji.match import derived_seed
from tesuji.theory.torus import Rater, RaterShape

BRACKET = 32


@dataclass(frozen=True, slots=True)
class GameRules:
    """How games between raters are played and decided."""

    filter: bool = True
    """Whether raters look only at moves that do not lose at once, or that win."""
    win_turns: int = 5
    """A player who can force a win within this many turns has won; 0: only on the board."""
    max_plies: int = 600
    """After this many moves the player with more stones wins, White if equal."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game between raters."""

    black_won: bool
    moves: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """How a tournament ended: the four best, the winner first, then the other finalist."""

    best: tuple[Rater, Rater, Rater, Rater]
    final: PlayedGame | None
    """None without a final, as in games against training partners."""
    games: int
    plies: int
    """Of all games together."""

    @property
    def winner(self) -> Rater:
        return self.best[0]


def would_beat(black: Rater, white: Rater, rules: GameRules) -> PlayedGame:
    """Returns the game of two raters, which is deterministic."""
    winner, moves, _ = core.play_torus_raters(
        black.shape.size,
        black.ready(),
        white.ready(),
        filter=rules.filter,
        win_turns=rules.win_turns,
        max_plies=rules.max_plies,
    )
    return PlayedGame(winner == 0, tuple(moves))


def play_tournament(
    raters: Sequence[Rater], rng: np.random.Generator, rules: GameRules, threads: Executor
) -> Standing:
    """Plays rounds until one rater is left; the first of a pair has Black."""
    bracket = [raters[i] for i in rng.permutation(len(raters))]
    games = plies = 0
    rounds = [bracket]
    final: PlayedGame | None = None
    while len(bracket) > 1:
        pairs = list(zip(bracket[::2], bracket[1::2], strict=True))
        played = list(threads.map(lambda pair: would_beat(pair[0], pair[1], rules), pairs))
        bracket = [pair[not game.black_won] for pair, game in zip(pairs, played, strict=True)]
        rounds.append(bracket)
        games += len(played)
        plies += sum(len(game.moves) for game in played)
        final = played[-1]
    (winner,) = rounds[-1]
    best = [winner, *(r for r in rounds[-2] if r is not winner)]
    best += [r for r in rounds[-3] if not any(r is one for one in best)]
    return Standing((best[0], best[1], best[2], best[3]), final, games, plies)


def train_with_partner(
    raters: Sequence[Rater], games: int, seed: int, rules: GameRules, threads: Executor
) -> Standing:
    """Ranks raters by `games` games each against a program that only captures.

    All meet the same partners, half of the time with Black. The most wins are best; ties are broken
    by shorter wins and longer losses.
    """

    def play(rater: Rater) -> tuple[float, int, int]:
        wins, speed, plies = 0, 0.0, 0
        for number in range(games):
            mine = rater.ready()
            winner, moves, _ = core.play_torus_raters(
                rater.shape.size,
                mine if number % 2 == 0 else None,
                mine if number % 2 == 1 else None,
                seed=derived_seed(seed, "partner", number // 2),
                filter=rules.filter,
                win_turns=rules.win_turns,
                max_plies=rules.max_plies,
            )
            won = winner == number % 2
            wins += won
            speed += (1 if won else -1) / (1 + len(moves))
            plies += len(moves)
        return wins + speed / games, games, plies

    results = list(threads.map(play, raters))
    order = sorted(range(len(raters)), key=lambda i: -results[i][0])
    first, second, third, fourth = (raters[i] for i in order[:4])
    return Standing(
        (first, second, third, fourth),
        None,
        sum(result[1] for result in results),
        sum(result[2] for result in results),
    )


def create_children(
    standing: Standing, shape: RaterShape, rng: np.random.Generator, craziness: float
) -> list[Rater]:
    """Returns the 32 raters of the next tournament."""

    def child(rater: Rater, repeat: float, salt: float) -> Rater:
        return rater.child(rng, repeat=repeat, salt=salt, craziness=craziness)

    children: list[Rater] = []
    for rater in standing.best:
        children += [
            rater,
            child(rater, 0, 1),
            child(rater, 1, 0),
            child(rater, 1, 1),
            Rater.random(shape, rng),
        ]
    for rater in standing.best[:2]:
        children += [
            child(rater, 0, 1),
            child(rater, 0, 2),
            child(rater, 1, 1),
            child(rater, 1, 2),
        ]
    winner = standing.winner
    children += [
        child(winner, 1, 1),
        child(winner, 2, 1),
        child(winner, 3, 1),
        child(winner, 0, 2),
    ]
    return children


def first_bracket(
    shape: RaterShape, rng: np.random.Generator, craziness: float, seed: Rater | None = None
) -> list[Rater]:
    """Returns the 32 raters of the first tournament: random, or the family of an earlier rater."""
    if seed is None:
        return [Rater.random(shape, rng) for _ in range(BRACKET)]
    second, third, fourth = (Rater.random(shape, rng) for _ in range(3))
    standing = Standing((seed, second, third, fourth), None, 0, 0)
    return create_children(standing, shape, rng, craziness)
