"""Implements KataGo's extensions of GTP: the raw output of its network, and settings.

The format is KataGo's. Parameters that Tesuji's search does not have are not listed.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from tesuji.games.go import GoPosition
from tesuji.networks.katago import KataGoNetwork, store
from tesuji.players import parse_player
from tesuji.players.katago import KataGoPlayer
from tesuji.protocols.gtp_commands import command
from tesuji.protocols.gtp_session import GtpSession
from tesuji.protocols.gtp_text import (
    GtpCommand,
    GtpFailure,
    read_float,
    read_int,
    read_side,
    require,
)

_ALL = "all"
_PARAMETERS = {"maxVisits": "sims", "maxTime": "seconds", "numSearchThreads": "threads"}
"""KataGo's names for options of our players."""
_COLOURS = ("b", "black", "w", "white")


@command("kata-raw-nn", game="go")
def kata_raw_nn(session: GtpSession, line: GtpCommand) -> str:
    """Answers with the network's output without a search, for White."""
    require(line, 1, 3, "[COLOUR] SYMMETRY [OPTIMISM]")
    words = list(line.arguments)
    position = session.board.position
    if words[0].lower() in _COLOURS:
        position = session.board.turn_of(read_side(words.pop(0)))
    if position.is_over:
        raise GtpFailure("the game is over: there is no move to judge")
    if not words:
        raise GtpFailure("syntax error: a symmetry is a number, or all")
    assert isinstance(position, GoPosition)  # the command is for Go only
    count = position.game.num_symmetries
    wanted = words.pop(0)
    chosen = range(count) if wanted == _ALL else [read_int(wanted, "symmetry", 0, count - 1)]
    optimism = read_float(words[0], "optimism") if words else None
    if optimism is not None and not 0 <= optimism <= 1:
        raise GtpFailure("syntax error: an optimism is from 0 to 1")
    network = _network(session)
    return "\n".join(_opinion(network, position, symmetry, optimism) for symmetry in chosen)


def _network(session: GtpSession) -> KataGoNetwork:
    """Returns the network of the player, or the one that the player ``katago`` would use."""
    player = session.player.player.behind
    if isinstance(player, KataGoPlayer):
        return store.load_shared(player.network_file)
    return store.load_shared(store.find(None))


def _opinion(
    network: KataGoNetwork, position: GoPosition, symmetry: int, optimism: float | None
) -> str:
    """Returns the network's output for an image of the position, turned back."""
    game = position.game
    image = position.transformed(symmetry)
    inputs = network.inputs().encode(image)[None]
    found = network.judgements(inputs) if optimism is None else network.judgements(inputs, optimism)
    moves, cells = game.move_under(symmetry), game.cell_under(symmetry)
    legal = position.legal_moves()
    logits = found.policy[0][moves]
    shares = np.exp(logits[legal] - logits[legal].max())
    policy = np.full(game.num_moves, math.nan)
    policy[legal] = shares / shares.sum()
    white = 1.0 if position.to_move == 1 else -1.0
    win, loss = float(found.win[0]), float(found.loss[0])
    lines = [
        f"symmetry {symmetry}",
        f"whiteWin {win if white > 0 else loss:.6f}",
        f"whiteLoss {loss if white > 0 else win:.6f}",
        f"noResult {float(found.no_result[0]):.6f}",
        f"whiteLead {white * float(found.lead[0]):.3f}",
        f"whiteScoreSelfplay {white * float(found.score[0]):.3f}",
        "policy",
        *_rows(policy[:-1], game.columns, "8.6f"),
        f"policyPass {policy[-1]:.6f}",
        "whiteOwnership",
        *_rows(white * found.ownership[0][cells], game.columns, "9.7f"),
    ]
    return "\n".join(lines)


def _rows(numbers: NDArray[np.floating], columns: int, form: str) -> list[str]:
    """Writes the numbers of a board, one line for each row; NAN for missing ones."""
    texts = ["NAN" if math.isnan(number) else f"{number:{form}}" for number in numbers]
    return [" ".join(texts[start : start + columns]) for start in range(0, len(texts), columns)]


@command("kata-list-params")
def kata_list_params(session: GtpSession, line: GtpCommand) -> str:
    return " ".join(_parameters(session))


@command("kata-get-param")
def kata_get_param(session: GtpSession, line: GtpCommand) -> str:
    require(line, 1, 1, "PARAMETER")
    known = _parameters(session)
    value = known.get(line.arguments[0])
    if value is None:
        there = ", ".join(known) or "none"
        raise GtpFailure(f"unknown parameter {line.arguments[0][:40]!r}; there are: {there}")
    return value


def _parameters(session: GtpSession) -> dict[str, str]:
    """Returns the limits of the player, by KataGo's names for them."""
    player = session.player.player.behind
    if not player.name:
        return {}
    kind, options = parse_player(player.name)
    values = kind.values(options)
    known = {name: values.get(option) for name, option in _PARAMETERS.items()}
    return {name: f"{value:g}" for name, value in known.items() if value is not None}
