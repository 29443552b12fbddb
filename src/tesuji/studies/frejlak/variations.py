"""Evaluates an expert's variations: their ends are counted, the tree above by thermography.

The positions of a record are a graph: the same stones are the same position, whatever moves led
there, so that a ko is a cycle. Experts leave out obvious moves: a ko can be retaken; and where a
player has no move recorded, as after a move that must be answered, the best one is found by reading
and counted. Ends are numbers, counted as in `counts`.
"""

from __future__ import annotations

from fractions import Fraction

from tesuji.errors import TesujiError
from tesuji.games import Side
from tesuji.records import Node
from tesuji.search import Budget
from tesuji.theory.cgt import Form, LoopyGame, Mover, Thermograph, ko_thermographs, score
from tesuji.theory.cgt.thermograph import of_score
from tesuji.theory.cgt.walls import Wall, highest, lowest
from tesuji.theory.go_endgames.analysis import board_of
from tesuji.theory.go_endgames.counts import score_after_move, score_at_end
from tesuji.theory.go_endgames.problem_files import Problem
from tesuji.theory.go_endgames.surroundings import BLACK, EMPTY, WHITE, StoneGrid


def temperature_of_variations(problem: Problem, budget: Budget) -> Fraction:
    """Returns the temperature by area counting that the recorded variations give.

    It is the temperature of the surroundings up to which nobody loses by moving here. Where both
    players' moves are answered this is more than the temperature of the thermograph, whose walls
    are one below it.
    """
    return _Variations(problem, budget).temperature()


class _Position:
    """Stones that occur in the record, with the moves that it shows from there."""

    def __init__(self, board: StoneGrid) -> None:
        self.board = board
        self.moves: dict[int, dict[str, None]] = {BLACK: {}, WHITE: {}}
        self.retaken: dict[int, str] = {}
        """By colour, the position to which it can go back by retaking a ko."""

    @property
    def is_end(self) -> bool:
        return not (self.moves[BLACK] or self.moves[WHITE])


class _Variations:
    def __init__(self, problem: Problem, budget: Budget) -> None:
        self._region = problem.region
        self._budget = budget
        self._positions: dict[str, _Position] = {}
        self._root = self._add(problem.record.root, board_of(problem.position))

    def temperature(self) -> Fraction:
        if self._positions[self._root].is_end:
            raise TesujiError("the record has no variations")
        game = LoopyGame(
            {
                name: (self._options(place, BLACK), self._options(place, WHITE))
                for name, place in self._positions.items()
                if not place.is_end
            }
        )
        graphs, _ = ko_thermographs(game)
        graph = graphs[self._root]
        options = {side: game.options(self._root, side) for side in Mover}
        in_a_ko = any(self._root in group and len(group) > 1 for group in game.components())
        if in_a_ko or not all(options.values()):
            return graph.temperature

        def graph_of(option: str | Form) -> Thermograph:
            if isinstance(option, str):
                return graphs[option]
            assert option.score is not None
            return of_score(option.score)

        left = highest([graph_of(option).right for option in options[Mover.LEFT]]).taxed(-1)
        right = lowest([graph_of(option).left for option in options[Mover.RIGHT]]).taxed(1)
        return max(graph.temperature, _last_meeting(left, right))

    def _add(self, at: Node, board: StoneGrid) -> str:
        """Adds the position of a node and those below it; returns its name."""
        name = _name(board)
        place = self._positions.setdefault(name, _Position(board))
        for child in at.children:
            point, player = child.move, child.player
            if point is None or player is None or point >= len(board.stones):
                continue  # passing changes nothing here
            colour = BLACK if player == Side.FIRST else WHITE
            after = board.after(point, colour)
            below = self._add(child, after)
            place.moves[colour][below] = None
            taken = [p for p, stone in enumerate(after.stones) if stone == EMPTY != board.stones[p]]
            if len(taken) == 1 and after.after(taken[0], 1 - colour).stones == board.stones:
                self._positions[below].retaken[1 - colour] = name
        return name

    def _options(self, place: _Position, colour: int) -> list[str | Form]:
        """Returns the moves of a colour from a position that is not an end."""
        names = {**place.moves[colour]}
        if colour in place.retaken:
            names[place.retaken[colour]] = None
        if names:
            return [self._leaf_or_name(name) for name in names]
        return [score(score_after_move(place.board, self._region, colour, self._budget))]

    def _leaf_or_name(self, name: str) -> str | Form:
        place = self._positions[name]
        if not place.is_end:
            return name
        return score(score_at_end(place.board, self._region, self._budget))


def _name(board: StoneGrid) -> str:
    return "".join(".XO"[stone + 1] for stone in board.stones)


def _last_meeting(left: Wall, right: Wall) -> Fraction:
    """Returns the highest temperature with the left scaffold not below the right; else -1."""
    temperatures = sorted({t for wall in (left, right) for t, _ in wall.points}, reverse=True)
    above: tuple[Fraction, Fraction] | None = None
    for t in temperatures:
        lead = left(t) - right(t)
        if lead >= 0:
            if above is None:
                closing = right.tail - left.tail
                return t + lead / closing if closing > 0 else t
            return t + (above[0] - t) * lead / (lead - above[1])
        above = (t, lead)
    return Fraction(-1)
