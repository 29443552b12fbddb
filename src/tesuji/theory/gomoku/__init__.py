"""Finds threats, forced wins and defences in Gomoku.

`threats` lists where either player makes fours and threes; `find_vcf` and `find_vct` search for
wins by continuous fours, and by fours and open threes, with the whole winning tree; `find_defences`
finds the moves that stop such a win; `explain` puts everything into words, with the points to draw.

>>> from tesuji.games import make
>>> position = make("gomoku").initial().play("H8 A1 H9 A2 H10 O15")
>>> win = find_vcf(position)
>>> win.status.value, win.plies
('proven', 3)
>>> [mark.text for mark in explain(position)][0]
'Black wins by fours in 3 moves: H11 H12 H7.'
"""

from tesuji.theory.gomoku.explain import explain
from tesuji.theory.gomoku.threats import KINDS, Threat, threats
from tesuji.theory.gomoku.wins import Defences, ForcedWin, find_defences, find_vcf, find_vct

__all__ = [
    "KINDS",
    "Defences",
    "ForcedWin",
    "Threat",
    "explain",
    "find_defences",
    "find_vcf",
    "find_vct",
    "threats",
]
