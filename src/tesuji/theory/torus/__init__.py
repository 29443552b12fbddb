"""Finds stones in trouble and forced wins of Torus, and rates moves.

>>> from tesuji.games import make
>>> position = make("torus").initial().play("C3 C4 D4 A1 B4")
>>> [(remark.kind, remark.text) for remark in explain(position)][:1]
[('must-save', 'White has to play C5.')]
"""

from tesuji.theory.torus.explain import explain
from tesuji.theory.torus.rater import Genes, Rater, RaterError, RaterShape
from tesuji.theory.torus.rater_files import load_rater, save_rater, shipped_rater
from tesuji.theory.torus.trouble import (
    Trouble,
    TroubledStone,
    decisive_moves,
    moves_to_consider,
    saving_moves,
    trouble_at,
    troubled_stones,
)
from tesuji.theory.torus.win import EXACT_TURNS, WinSearch, find_win, winning_moves

__all__ = [
    "EXACT_TURNS",
    "Genes",
    "Rater",
    "RaterError",
    "RaterShape",
    "Trouble",
    "TroubledStone",
    "WinSearch",
    "decisive_moves",
    "explain",
    "find_win",
    "load_rater",
    "moves_to_consider",
    "save_rater",
    "saving_moves",
    "shipped_rater",
    "trouble_at",
    "troubled_stones",
    "winning_moves",
]
