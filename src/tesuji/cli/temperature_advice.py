"""Implements ``tesuji temperature --strategy``: one region, answered from advice."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from rich.table import Table

from tesuji.cli.endgame_strategies import AdviceSetting
from tesuji.cli.output import print_json, print_table
from tesuji.errors import TesujiError
from tesuji.games.go import GoPosition
from tesuji.records.dialects import write_point
from tesuji.theory.cgt import Thermograph
from tesuji.theory.go_endgames import mixed, signed
from tesuji.theory.go_endgames.analysis import board_of
from tesuji.theory.go_endgames.closed import ClosedRegion, closed_region
from tesuji.theory.go_endgames.guided import Advice, Strategy
from tesuji.theory.go_endgames.network import advised_tree, guide_with

_MOST_MOVES = 5
"""The likeliest moves that are shown."""


def show_advised(
    position: GoPosition, region: Collection[int], advice: AdviceSetting, as_json: bool
) -> Thermograph | None:
    """Shows what a guide says about a region, and what follows from it for its temperature.

    Returns the thermograph if there is a single strategy.
    """
    board = board_of(position)
    local = closed_region(board, region)
    opinion = guide_with(advice.network).advise(local, local.start, None)
    strategies = list(Strategy) if advice.strategy is None else [advice.strategy]
    rows: list[_Answer] = []
    for strategy in strategies:
        try:
            grown = advised_tree(board, region, strategy, advice.network, advice.counted)
        except TesujiError as error:
            if advice.strategy is not None:
                raise
            rows.append((strategy, None, 0, str(error)))
            continue
        rows.append((strategy, grown.thermograph, grown.nodes, ""))
    if as_json:
        print_json(_as_json(position, local, opinion, rows))
    else:
        _print(position, local, opinion, rows)
    return rows[0][1] if advice.strategy is not None else None


_Answer = tuple[Strategy, Thermograph | None, int, str]
"""A strategy, its answer if there is one, the size of its tree, and why there is no answer."""


def _print(position: GoPosition, local: ClosedRegion, opinion: Advice, rows: list[_Answer]) -> None:
    said = Table("advice on the position", "")
    said.add_row("Black's moves", _moves(position, local, opinion.black))
    said.add_row("White's moves", _moves(position, local, opinion.white))
    said.add_row("the next move is Black's", f"{opinion.black_next:.0%}")
    said.add_row("nothing is left to gain", f"{opinion.settled:.0%}")
    said.add_row("expected score", signed(opinion.score))
    if opinion.temperature is not None:
        said.add_row("a move gains", f"about {opinion.temperature:.1f}")
    for line, row in enumerate(_owners(local, opinion)):
        said.add_row("" if line else "owners, % for Black", row)
    print_table(said)
    answers = Table("strategy", "a move gains", "expected score", "positions")
    for strategy, graph, nodes, problem in rows:
        if graph is None:
            answers.add_row(strategy.value, problem, "", "")
        else:
            gain, mean = f"about {mixed(graph.temperature)}", f"about {signed(graph.mean)}"
            answers.add_row(strategy.value, gain, mean, f"{nodes:,}")
    print_table(answers)


def _moves(position: GoPosition, local: ClosedRegion, chances: dict[int, float]) -> str:
    likeliest = sorted(chances, key=lambda point: -chances[point])[:_MOST_MOVES]
    return "  ".join(
        f"{position.game.format_move(local.points[point])} {chances[point]:.0%}"
        for point in likeliest
        if chances[point] >= 0.005
    )


def _owners(local: ClosedRegion, opinion: Advice) -> list[str]:
    """Returns the rows of the part of the board with the owners of the points that can change."""
    if not opinion.owners:
        return []
    owner = {local.points[number]: value for number, value in opinion.owners.items()}
    places = [divmod(point, local.columns) for point in owner]
    rows, columns = ([place[i] for place in places] for i in (0, 1))
    return [
        " ".join(
            f"{100 * owner[point]:4.0f}" if point in owner else "   ."
            for point in (row * local.columns + c for c in range(min(columns), max(columns) + 1))
        )
        for row in range(min(rows), max(rows) + 1)
    ]


def _as_json(
    position: GoPosition, local: ClosedRegion, opinion: Advice, rows: list[_Answer]
) -> dict[str, Any]:
    def by_point(values: dict[int, float]) -> dict[str, float]:
        return {
            write_point(position.game, local.points[point]): round(value, 4)
            for point, value in values.items()
        }

    return {
        "advice": {
            "black": by_point(opinion.black),
            "white": by_point(opinion.white),
            "black_next": round(opinion.black_next, 4),
            "settled": round(opinion.settled, 4),
            "score": str(opinion.score),
            "temperature": opinion.temperature and round(opinion.temperature, 4),
            "owners": by_point(opinion.owners),
        },
        "answers": [
            {
                "strategy": strategy.value,
                "temperature": None if graph is None else str(graph.temperature),
                "mean": None if graph is None else str(graph.mean),
                "exact": False,
                "positions": nodes,
                **({"problem": problem} if problem else {}),
            }
            for strategy, graph, nodes, problem in rows
        ],
    }
