"""Searching positions: budgets, methods, and reports that say for whom their values are."""

from tesuji.search.budget import Budget
from tesuji.search.engine import METHODS, Progress, Search, search
from tesuji.search.ownership import ownership
from tesuji.search.proof import ProofProgress, ProofReport, ProofSearch, ProofStatus, prove
from tesuji.search.report import MoveReport, Proof, SearchReport

__all__ = [
    "METHODS",
    "Budget",
    "MoveReport",
    "Progress",
    "Proof",
    "ProofProgress",
    "ProofReport",
    "ProofSearch",
    "ProofStatus",
    "Search",
    "SearchReport",
    "ownership",
    "prove",
    "search",
]
