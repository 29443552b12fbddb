"""Writes what a proven answer rests on, so that another program can check it.

A certificate has one case for each assumption about what lies beyond the edge of the region. A case
lists positions: those whose moves have to be looked at, and what alternating play gives in some of
them. It leaves out where the moves lead and what follows for the thermographs: the checker finds
that by itself. `docs/theory/go-endgames.md` describes the format.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from tesuji.theory.go_endgames.attempts import ProvenCase
from tesuji.theory.go_endgames.report import RegionReport
from tesuji.theory.go_endgames.surroundings import BLACK, WHITE, StoneGrid, outside_owners

FORMAT = "tesuji endgame certificate 1"
_STOPS = ("low", "high", "left_low", "right_high")
_NEEDED_FOR = {"low": 0b0011, "high": 0b1100, "left_low": 0b0001, "right_high": 0b1000}
"""The walls that each bound of alternating play is needed for, as the core numbers them."""


def certificate(
    board: StoneGrid, region: Collection[int], report: RegionReport, proofs: Sequence[ProvenCase]
) -> dict[str, Any]:
    """Returns the certificate of an answer, ready for JSON."""
    return {
        "format": FORMAT,
        "board": _rows(board, dict(enumerate(board.stones))),
        "region": sorted(region),
        "owners": _rows(board, outside_owners(board, region)),
        "certainty": report.certainty.value,
        "mean": str(report.mean),
        "temperature": str(report.temperature),
        "cases": [_case(board, proof) for proof in proofs],
    }


def _case(board: StoneGrid, proof: ProvenCase) -> dict[str, Any]:
    local = proof.local
    evidence = _Evidence(proof.attempt.search) if local.points else None
    return {
        "region": sorted(local.marked),
        "owners": _rows(board, outside_owners(board, local.marked)),
        "beyond": local.beyond,
        "doubted": local.doubted,
        "positions": evidence.positions if evidence else [],
        "opened": evidence.opened if evidence else [],
        "stops": evidence.stops if evidence else {},
        "sums": evidence.sums if evidence else [],
    }


class _Evidence:
    """The positions that a search rests on, numbered in the order in which they are met."""

    def __init__(self, search: Any) -> None:
        self._search = search
        self._numbers: dict[int, int] = {}
        self.positions: list[list[int]] = []
        self.opened: list[int] = []
        self.stops: dict[str, dict[str, int]] = {}
        self.sums: list[list[list[int]]] = []
        for node, (is_opened, walls) in search.evidence().items():
            terms = search.terms(node)
            if terms and is_opened:
                self.sums.append([self._term(term) for term in terms])
            elif not terms:
                number = self._number(node)
                if is_opened:
                    self.opened.append(number)
                known = dict(zip(_STOPS, search.stops(node), strict=True))
                needed = {name: known[name] for name in _STOPS if walls & _NEEDED_FOR[name]}
                if needed:
                    self.stops[str(number)] = needed

    def _number(self, node: int) -> int:
        if node not in self._numbers:
            self._numbers[node] = len(self.positions)
            self.positions.append(list(self._search.component(node)))
        return self._numbers[node]

    def _term(self, node: int) -> list[int]:
        """Returns a term of a sum: its number, and the ban where a ko was taken there."""
        free = self._search.without_ban(node)
        ban = () if free == node else self._search.ban(node)
        return [self._number(free), *map(int, ban)]


def _rows(board: StoneGrid, owners: dict[int, int]) -> list[str]:
    """Returns a board as rows of X (Black), O (White) and . (neither)."""
    signs = {BLACK: "X", WHITE: "O"}
    line = "".join(signs.get(owners.get(p, -1), ".") for p in range(board.rows * board.columns))
    return [line[start : start + board.columns] for start in range(0, len(line), board.columns)]
