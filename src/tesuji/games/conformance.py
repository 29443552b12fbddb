"""Checks that a game keeps the contract.

`check(game)` plays random games and checks every position. On a fault it raises `ConformanceError`
with the moves that lead there, so that the fault can be reproduced. It runs on every built-in game,
and it is meant for yours.
"""

from __future__ import annotations

import pickle
import random
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, field
from typing import get_args

import numpy as np

from tesuji.errors import IllegalMoveError, TesujiError
from tesuji.games.contract import Game, Position, Side
from tesuji.games.drawing import Theme


class ConformanceError(AssertionError):
    """Raised when a game breaks the contract; the message shows the position and its moves."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a successful check covered."""

    games: int
    plies: int
    finished: int
    """Games that were played to their end; the others were stopped at `max_plies`."""


def check(
    game: Game, *, games: int = 10, seed: int = 0, max_plies: int = 500, symmetries: int = 4
) -> Report:
    """Plays `games` random games of at most `max_plies` and checks every position on the way.

    At each position `symmetries` randomly chosen symmetries are tried. Raises `ConformanceError`
    with a counter-example; returns a `Report` when there is none.
    """
    rng = random.Random(seed)
    _check_game(game, rng, symmetries)
    plies = finished = 0
    for _ in range(games):
        trial = _Trial(game, rng, symmetries)
        try:
            plies += trial.play(max_plies)
        except ConformanceError:
            raise
        except Exception as error:
            raise trial.complaint(f"{type(error).__name__} was raised: {error}") from error
        finished += trial.position.is_over
    return Report(games, plies, finished)


def _check_game(game: Game, rng: random.Random, symmetries: int) -> None:
    """Checks the members of a game that need no position."""

    def demand(truth: bool, complaint: str) -> None:
        if not truth:
            raise ConformanceError(f"{game.spec}: {complaint}")

    demand(game.num_moves > 0, f"num_moves is {game.num_moves}")
    demand(game.initial() == game.initial(), "two initial positions are not equal")
    demand(hash(game.initial()) == hash(game.initial()), "two initial positions hash differently")

    notations = [game.format_move(move) for move in range(game.num_moves)]
    demand(len(set(notations)) == len(notations), "two moves have the same notation")
    for move, notation in enumerate(notations):
        parsed = game.parse_move(notation)
        demand(parsed == move, f"move {move} is written {notation!r}, which reads as {parsed}")
    for nonsense in ("", "?", "Ω7", "\0", "9" * 50):
        if nonsense in notations:
            continue
        try:
            game.parse_move(nonsense)
        except TesujiError:
            continue
        demand(False, f"{nonsense!r} was read as a move")

    demand(game.num_symmetries >= 1, f"num_symmetries is {game.num_symmetries}")
    everything = np.arange(game.num_moves)
    demand(bool((game.move_under(0) == everything).all()), "symmetry 0 is not the identity")
    for symmetry in _some_symmetries(game, rng, 4 * symmetries):
        images = np.sort(game.move_under(symmetry))
        demand(
            bool((images == everything).all()), f"symmetry {symmetry} does not permute the moves"
        )


def _some_symmetries(game: Game, rng: random.Random, count: int) -> list[int]:
    if game.num_symmetries <= count:
        return list(range(game.num_symmetries))
    return rng.sample(range(game.num_symmetries), count)


@dataclass
class _Trial:
    """One random game with the checks of its positions."""

    game: Game
    rng: random.Random
    symmetries: int
    moves: list[int] = field(default_factory=list)
    position: Position = field(init=False)

    def __post_init__(self) -> None:
        self.position = self.game.initial()

    def play(self, max_plies: int) -> int:
        self.check_position()
        while not self.position.is_over and len(self.moves) < max_plies:
            move = self.rng.choice(self.position.legal_moves())
            self.check_move(move)
            self.position = self.position.after(move)
            self.moves.append(move)
            self.check_position()
        self.check_replay()
        return len(self.moves)

    def demand(self, truth: bool, complaint: str) -> None:
        if not truth:
            raise self.complaint(complaint)

    def complaint(self, fault: str) -> ConformanceError:
        moves = " ".join(self.game.format_move(move) for move in self.moves) or "(none)"
        return ConformanceError(
            f"{self.game.spec}: {fault}\nafter the moves: {moves}\n{self.position.text()}"
        )

    # -- one position -----------------------------------------------------------------------

    def check_position(self) -> None:
        position, game = self.position, self.game
        self.demand(position.game == game, f"position.game is {position.game!r}")
        self.demand(position.to_move in tuple(Side), f"to_move is {position.to_move!r}")
        self.check_legal_moves()
        self.check_options()
        self.check_outcome()
        self.demand(position == position.transformed(0), "symmetry 0 changes the position")
        self.check_drawing()
        if game.plane_shape is not None:
            self.check_planes()
        for symmetry in _some_symmetries(game, self.rng, self.symmetries):
            self.check_symmetry(symmetry)

    def check_legal_moves(self) -> None:
        position, game = self.position, self.game
        legal = position.legal_moves()
        self.demand(legal == sorted(set(legal)), f"legal moves are not in order: {legal}")
        self.demand(
            not legal or (legal[0] >= 0 and legal[-1] < game.num_moves),
            f"legal moves leave range({game.num_moves}): {legal}",
        )
        allowed = set(legal)
        for move in (*range(game.num_moves), -1, game.num_moves):
            legal_here = move in allowed
            self.demand(
                position.is_legal(move) == legal_here,
                f"is_legal({move}) is {not legal_here}, legal_moves says {legal_here}",
            )
            reason = position.why_illegal(move)
            self.demand((reason is None) == legal_here, f"why_illegal({move}) answers {reason!r}")
        for move in (-1, game.num_moves, self.rng.randrange(game.num_moves)):
            if move in allowed:
                continue
            try:
                position.after(move)
            except IllegalMoveError:
                continue
            self.demand(False, f"after({move}) accepted an illegal move")

    def check_options(self) -> None:
        """Compares the moves of the side to move with `options`, where the game defines it."""
        position = self.position
        if type(position).options is Position.options:
            return
        options = position.options(position.to_move)
        self.demand(
            position.is_over or sorted(options) == position.legal_moves(),
            f"options({position.to_move!r}) has the moves {sorted(options)}",
        )
        for move in self.rng.sample(sorted(options), min(3, len(options))):
            self.demand(
                position.is_over or options[move] == position.after(move),
                f"options leads elsewhere than after({move})",
            )

    def check_outcome(self) -> None:
        position, outcome = self.position, self.position.outcome
        self.demand(position.is_over == (outcome is not None), "is_over and outcome disagree")
        self.demand(
            position.is_over == (not position.legal_moves()),
            "a position must have legal moves until it is over, and none then",
        )
        if outcome is None:
            return
        self.demand(bool(outcome.reason), "the outcome gives no reason")
        sign = 0 if outcome.winner is None else (1 if outcome.winner == Side.FIRST else -1)
        self.demand(
            np.sign(outcome.margin) == sign,
            f"margin {outcome.margin} (for the first player) contradicts winner {outcome.winner}",
        )

    def check_drawing(self) -> None:
        self.demand(bool(self.position.text()), "text() is empty")
        for theme in get_args(Theme):
            svg = self.position.svg(theme=theme)
            try:
                root = ElementTree.fromstring(svg)
            except ElementTree.ParseError as error:
                self.demand(False, f"svg(theme={theme!r}) is not well-formed: {error}")
            else:
                self.demand(root.tag.endswith("svg"), f"svg() has the root element {root.tag}")

    def check_planes(self) -> None:
        planes = self.position.planes()
        self.demand(
            planes.shape == self.game.plane_shape,
            f"planes have shape {planes.shape}, not {self.game.plane_shape}",
        )
        self.demand(planes.dtype == np.float32, f"planes are {planes.dtype}, not float32")
        self.demand(bool(np.isfinite(planes).all()), "planes hold a value that is not finite")

    def check_symmetry(self, symmetry: int) -> None:
        position, game = self.position, self.game
        image = position.transformed(symmetry)
        to = game.move_under(symmetry)
        where = f"under symmetry {symmetry}"
        self.demand(image.to_move == position.to_move, f"another player moves {where}")
        self.demand(image.outcome == position.outcome, f"the outcome differs {where}")
        mapped = sorted(int(to[move]) for move in position.legal_moves())
        self.demand(image.legal_moves() == mapped, f"other moves are legal {where}")
        if game.plane_shape is not None:
            channels, height, width = game.plane_shape
            flat = position.planes().reshape(channels, height * width)
            moved = np.empty_like(flat)
            moved[:, game.cell_under(symmetry)] = flat
            same = bool((image.planes().reshape(moved.shape) == moved).all())
            self.demand(same, f"the planes are not permuted {where}")

    # -- one move, one game -----------------------------------------------------------------

    def check_move(self, move: int) -> None:
        before = self.position
        drawn, legal, code = before.text(), before.legal_moves(), hash(before)
        one = before.after(move)
        notation = self.game.format_move(move)
        self.demand(
            (before.text(), before.legal_moves(), hash(before)) == (drawn, legal, code),
            f"after({notation}) changed the position it was played from",
        )
        two = before.after(move)
        self.demand(one == two, f"playing {notation} twice from here gives two positions")
        self.demand(hash(one) == hash(two), f"equal positions after {notation} hash differently")
        for symmetry in _some_symmetries(self.game, self.rng, self.symmetries):
            there = before.transformed(symmetry).after(int(self.game.move_under(symmetry)[move]))
            self.demand(
                there == one.transformed(symmetry),
                f"playing {notation} and turning the board by symmetry {symmetry} "
                "give another position than turning first",
            )

    def check_replay(self) -> None:
        """Checks that replaying the moves, and pickling, gives the same positions."""
        replayed = self.game.initial()
        for move in self.moves:
            replayed = replayed.after(move)
        self.demand(replayed == self.position, "replaying the game leads to another position")
        self.demand(
            hash(replayed) == hash(self.position), "replaying the game leads to another hash"
        )
        copy = pickle.loads(pickle.dumps(self.position))
        self.demand(copy == self.position, "pickling loses the position")
        self.demand(copy.legal_moves() == self.position.legal_moves(), "pickling loses the history")
