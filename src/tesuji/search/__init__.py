"""Searches positions within budgets; the values of reports say for whom they are."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tesuji.networks.sessions import NetworkError
from tesuji.search.budget import Budget
from tesuji.search.control import Cancel, is_cancelled
from tesuji.search.engine import Progress, Search, methods_of, search
from tesuji.search.forced import ForcedWinSearch, winning_report
from tesuji.search.ownership import ownership
from tesuji.search.proof import ProofProgress, ProofReport, ProofSearch, ProofStatus, prove
from tesuji.search.report import MoveReport, Proof, SearchReport

if TYPE_CHECKING:
    from tesuji.search.samples import Samples, encode_samples
    from tesuji.search.self_play import SelfPlay, SelfPlayGame, SelfPlayOptions

__all__ = [
    "Budget",
    "Cancel",
    "ForcedWinSearch",
    "MoveReport",
    "NetworkError",
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
    "is_cancelled",
    "ownership",
    "prove",
    "methods_of",
    "search",
    "winning_report",
]

_LOADED_WHEN_ASKED_FOR = {
    "Samples": "samples",
    "encode_samples": "samples",
    "SelfPlay": "self_play",
    "SelfPlayGame": "self_play",
    "SelfPlayOptions": "self_play",
}
"""Names that need NumPy or more, which an engine that only plays does not load."""


def __getattr__(name: str) -> Any:
    if name in _LOADED_WHEN_ASKED_FOR:
        return getattr(import_module(f"{__name__}.{_LOADED_WHEN_ASKED_FOR[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
