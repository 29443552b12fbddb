"""Plays a match between two players, A and B, with alternating colours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

from tesuji.errors import TesujiError
from tesuji.games import Game, Side
from tesuji.match.openings import Openings
from tesuji.match.pool import play_all, usual_workers
from tesuji.match.referee import Adjudication, GameResult
from tesuji.match.statistics import EloEstimate, Sprt, Tally, estimate
from tesuji.match.tasks import GameTask, derived_seed, modules_for
from tesuji.play import TimeControl
from tesuji.players import parse_player

OPENING_PLIES = 2
"""The default number of random moves at the start of each pair of games."""


@dataclass(slots=True)
class MatchResult:
    """The games of a match in order, and their totals from A's view.

    In the even games (the first is number 0) A moves first; games 2k and 2k + 1 have the same
    opening.
    """

    names: tuple[str, str]
    """A and B."""
    games: list[GameResult] = field(default_factory=list)
    sprt: Sprt | None = None
    always: Side | None = None
    """The side that A had in all games; None if they alternated."""

    def side_of_a(self, index: int) -> Side:
        return Side(index % 2) if self.always is None else self.always

    @property
    def points(self) -> list[float]:
        """A's points in each game: 1, 0.5 or 0."""
        return [game.points_for(self.side_of_a(i)) for i, game in enumerate(self.games)]

    @property
    def pairs(self) -> list[float]:
        """A's points in both games of each opening: 0 to 2."""
        points = self.points
        return [points[i] + points[i + 1] for i in range(0, len(points) - 1, 2)]

    @property
    def tally(self) -> Tally:
        return Tally.of(self.points)

    def tally_as(self, side: Side) -> Tally:
        """Returns the games in which A had `side`."""
        points = enumerate(self.points)
        return Tally.of([won for index, won in points if self.side_of_a(index) == side])

    @property
    def estimate(self) -> EloEstimate | None:
        return estimate(self.points, self.pairs)

    @property
    def llr(self) -> float | None:
        """Log likelihood ratio of the sequential test, if there is one."""
        return None if self.sprt is None else self.sprt.llr(self.points, self.pairs)

    @property
    def verdict(self) -> str | None:
        """The hypothesis that the sequential test accepts, "elo0" or "elo1"."""
        return None if self.sprt is None else self.sprt.verdict(self.points, self.pairs)

    @property
    def failures(self) -> tuple[dict[str, int], dict[str, int]]:
        """The number of games that A and B lost by their own fault, by kind."""
        counts: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
        for index, game in enumerate(self.games):
            if game.failure is not None:
                counts[game.failure.side != self.side_of_a(index)][game.failure.kind] += 1
        return dict(counts[0]), dict(counts[1])

    def failure_texts(self) -> tuple[list[str], list[str]]:
        """Returns the first few different faults of A and B."""
        texts: tuple[dict[str, None], dict[str, None]] = ({}, {})
        for index, game in enumerate(self.games):
            if game.failure is not None:
                whose = game.failure.side != self.side_of_a(index)
                texts[whose][f"{game.failure.kind}: {game.failure.message}"] = None
        return list(texts[0])[:5], list(texts[1])[:5]

    def seconds_per_move(self, player: int) -> float | None:
        """Returns the mean thinking time of A (0) or B (1); None if it never moved."""
        seconds, decisions = 0.0, 0
        for index, game in enumerate(self.games):
            side = (self.side_of_a(index) + player) % 2
            seconds += game.seconds[side]
            decisions += game.decisions[side]
        return seconds / decisions if decisions else None

    def as_dict(self) -> dict[str, Any]:
        """Returns the totals as plain data, from A's view.

        `elo` and `elo_error` (95 %) are null without games; at 0 or 100 % they are computed as if
        one more game had been drawn. With a sequential test there is "sprt" too.
        """
        found = self.estimate
        failures, texts = self.failures, self.failure_texts()
        summary: dict[str, Any] = {
            **self.tally.as_dict(),
            "score": found.score if found else None,
            "elo": found.elo if found else None,
            "elo_error": found.elo_error if found else None,
            "first": self.tally_as(Side.FIRST).as_dict(),
            "second": self.tally_as(Side.SECOND).as_dict(),
            "seconds_per_move": {"a": self.seconds_per_move(0), "b": self.seconds_per_move(1)},
            "failures": {"a": failures[0], "b": failures[1]},
            "failure_texts": {"a": texts[0], "b": texts[1]},
        }
        if self.sprt is not None:
            summary["sprt"] = {
                "elo0": self.sprt.elo0,
                "elo1": self.sprt.elo1,
                "llr": self.llr,
                "lower": self.sprt.lower,
                "upper": self.sprt.upper,
                "accepted": self.verdict,
            }
        return summary


def run_match(
    game: Game,
    a: str,
    b: str,
    *,
    games: int = 100,
    opening_plies: int = OPENING_PLIES,
    seed: int = 0,
    control: TimeControl | None = None,
    adjudication: Adjudication | None = None,
    workers: int | None = None,
    sprt: Sprt | None = None,
    on_game: Callable[[MatchResult], None] | None = None,
    result: MatchResult | None = None,
) -> MatchResult:
    """Plays `games` games between the players of the specs `a` and `b`.

    The same seed gives the same games for any number of `workers` (processes; all processors by
    default, 0 for none), unless clocks or threads influence the players. With `sprt` the match ends
    as soon as the test is decided. `on_game` is called with the result so far after each game. A
    `result` passed by the caller holds the games so far if an exception or Ctrl-C ends the match.
    """
    if games < 1:
        raise TesujiError(f"a match needs at least 1 game, got {games}")
    for spec in (a, b):
        parse_player(spec)
    result = result or MatchResult((a.strip(), b.strip()))
    result.sprt = sprt
    openings = Openings(game, opening_plies, seed)
    common: dict[str, Any] = {
        "game": game.spec,
        "control": control or TimeControl(),
        "adjudication": adjudication or Adjudication(),
        "modules": modules_for(game),
    }

    def tasks() -> Iterator[GameTask]:
        for index in range(games):
            seeds = derived_seed(seed, index, "a"), derived_seed(seed, index, "b")
            swapped = index % 2 == 1
            yield GameTask(
                index=index,
                players=(b, a) if swapped else (a, b),
                seeds=seeds[::-1] if swapped else seeds,
                opening=openings[index // 2],
                **common,
            )

    # Games end in any order but are added in sequence, so that a test always sees whole pairs and
    # stops at the same game.
    waiting: dict[int, GameResult] = {}
    count = usual_workers() if workers is None else workers
    with closing(play_all(tasks(), min(count, games))) as finished:
        for task, played in finished:
            waiting[task.index] = played
            while len(result.games) in waiting:
                result.games.append(waiting.pop(len(result.games)))
                if on_game is not None:
                    on_game(result)
                if len(result.games) % 2 == 0 and result.verdict is not None:
                    return result
    return result
