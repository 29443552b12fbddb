"""Random games for the tests of combinatorial game theory."""

from __future__ import annotations

from hypothesis import strategies as st

from tesuji.theory.cgt import Form, node, score

scores = st.integers(-4, 4).map(score)


def _sides(options: st.SearchStrategy[Form], least: int) -> st.SearchStrategy[Form]:
    side = st.lists(options, min_size=least, max_size=2)
    return st.builds(node, side, side)


def forms(depth: int = 3, least: int = 0) -> st.SearchStrategy[Form]:
    """Trees of integer scores; each player has at least `least` options at a node."""
    games: st.SearchStrategy[Form] = scores
    for _ in range(depth):
        games = st.one_of(scores, _sides(games, least))
    return games


def all_small(depth: int = 3) -> st.SearchStrategy[Form]:
    """Trees that end in 0, with moves for both players or neither."""
    games: st.SearchStrategy[Form] = st.just(score(0))
    for _ in range(depth):
        games = st.one_of(st.just(score(0)), _sides(games, 1))
    return games
