"""Searching positions: budgets, methods, and reports that say for whom their values are."""

from tesuji.search.budget import Budget
from tesuji.search.engine import METHODS, Progress, Search, search
from tesuji.search.forced import ForcedWin, has_forcing_moves
from tesuji.search.network import Network, NetworkError, NetworkInfo
from tesuji.search.ownership import ownership
from tesuji.search.proof import ProofProgress, ProofReport, ProofSearch, ProofStatus, prove
from tesuji.search.report import MoveReport, Proof, SearchReport
from tesuji.search.samples import Samples, encode_samples
from tesuji.search.self_play import SelfPlay, SelfPlayGame, SelfPlayOptions

__all__ = [
    "METHODS",
    "Budget",
    "ForcedWin",
    "MoveReport",
    "Network",
    "NetworkError",
    "NetworkInfo",
    "Progress",
    "Proof",
    "ProofProgress",
    "ProofReport",
    "ProofSearch",
    "ProofStatus",
    "Samples",
    "Search",
    "SearchReport",
    "SelfPlay",
    "SelfPlayGame",
    "SelfPlayOptions",
    "encode_samples",
    "has_forcing_moves",
    "ownership",
    "prove",
    "search",
]
