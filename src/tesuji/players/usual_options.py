"""Declares options that many players share, with the same help everywhere."""

from __future__ import annotations

from typing import Any

from tesuji.players.options import option


def sims_option(usual: int | None = None) -> Any:
    """Limits the simulations for each move; `usual` applies if nothing else limits the search."""
    return option(None, f"simulations for each move{_unlimited(usual)}", minimum=1)


def seconds_option(usual: float | None = None) -> Any:
    """Limits the seconds for each move; `usual` applies if nothing else limits the search."""
    return option(None, f"seconds for each move{_unlimited(usual)}", above=0)


def nodes_option() -> Any:
    """Limits the positions for each move."""
    return option(None, "positions searched for each move", minimum=1)


def depth_option() -> Any:
    """Limits the plies for each move."""
    return option(None, "plies searched for each move", minimum=1)


def threads_option() -> Any:
    """Sets the number of threads."""
    return option(1, "searching threads", minimum=1, maximum=256)


def memory_option(megabytes: int, what: str, *, minimum: int = 1) -> Any:
    """Limits the memory for `what`, e.g. "the tree", in megabytes."""
    return option(megabytes, f"megabytes for {what}", minimum=minimum)


def proof_option(nodes: int) -> Any:
    """Limits the positions of a first search for a win by threats."""
    return option(
        nodes,
        "positions of a first search for a win by threats alone; 0: no such search",
        minimum=0,
    )


def all_moves_option() -> Any:
    """Makes alpha-beta value all moves."""
    return option(False, "find the value of every move, not only of the best; slower")


def temperature_option() -> Any:
    """Sets how moves are drawn after a search."""
    return option(0.0, "0: the best move; 1: moves in proportion to their visits", minimum=0)


def seed_option(what: str = "seed of the search; none: every game differs") -> Any:
    """Sets the seed of randomness."""
    return option(None, what, minimum=0)


def _unlimited(usual: float | None) -> str:
    return "" if usual is None else f"; {usual:g} without any limit"
