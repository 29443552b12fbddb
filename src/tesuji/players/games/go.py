"""Registers tactics of Go, and the network of KataGo that the user may have downloaded."""

from __future__ import annotations

from tesuji.files import networks_directory
from tesuji.games import Game
from tesuji.games.go import Go, GoPosition
from tesuji.players.strongest import Candidate, register_expectation, register_taken
from tesuji.players.tactics import register_tactics


@register_taken("go")
def katago(game: Game) -> Candidate | None:
    """Finds a downloaded network of KataGo, which plays on boards of every size."""
    if not networks_directory().is_dir():
        return None
    from tesuji.networks.katago import store

    if not store.installed():
        return None
    points = game.num_moves - 1
    return Candidate("katago", "sims", store.evaluations_per_second(store.find(None), points))


@register_expectation("go")
def expectation(game: Go) -> str | None:
    """Warns on boards larger than those on which Tesuji's own network was trained."""
    from tesuji.networks.network import read_info
    from tesuji.networks.sessions import NetworkError
    from tesuji.networks.shipped import shipped

    if katago(game) is not None:
        return None
    try:
        learnt = read_info(shipped(game)).info.get("sizes", [])
    except NetworkError:
        return None
    largest = max((int(str(size).partition("x")[0]) for size in learnt), default=0)
    if max(game.rows, game.columns) <= largest:
        return None
    return (
        f"Tesuji's own network has learnt on boards up to {largest}×{largest}, so expect even the "
        f"strongest opponent to be weak on {game.rows}×{game.columns}; 'tesuji networks get "
        "katago-b15' brings a strong one."
    )


@register_tactics("go")
def _stones(position: GoPosition) -> dict[int, int]:
    """Returns the stones captured minus the largest chain that the opponent can then capture."""
    mover = int(position.to_move)
    enemies = position.stones.count(1 - mover)

    def gain(move: int) -> int:
        after = position.after(move)
        stones = after.stones
        return enemies - stones.count(1 - mover) - _largest_in_atari(after, stones, mover)

    return {move: gain(move) for move in position.legal_moves()}


def _largest_in_atari(position: GoPosition, stones: list[int], side: int) -> int:
    """Returns the size of the largest chain of `side` with one liberty."""
    largest, seen = 0, set[int]()
    for point, stone in enumerate(stones):
        if stone == side and point not in seen and position.liberties(point) == 1:
            chain = position.chain(point)
            seen.update(chain)
            largest = max(largest, len(chain))
    return largest
