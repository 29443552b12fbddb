"""Explains why a local endgame is gote, sente or a ko, with the deciding numbers."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from tesuji.theory.go_endgames import RegionReport, TreeNode, mixed, signed

COLOURS = {True: "Black", False: "White"}
_MOVES_OF_A_KO = 3
"""Two to win it, one to end it."""


def reasons(report: RegionReport, name: Callable[[int], str]) -> list[str]:
    """Explains in sentences why a region is of its kind; `name` writes a point."""
    best = _best(report.tree)
    if len(best) < 2 or report.kind == "settled":
        return [f"{report.words[0].upper()}{report.words[1:]}."]
    if report.kind == "ko":
        return _ko(report, best, name)
    if report.kind == "gote":
        return _gote(report, best, name)
    return _sente(report, best, name)


def counting_words(temperature: Fraction) -> str:
    """Explains the three common values of one move."""
    return (
        f"A move gains {mixed(temperature)} by area counting. Territory counting has one point "
        f"less, {mixed(temperature - 1)}, because the stone itself counts nothing; books that give "
        "the difference between both players' moves say twice that, "
        f"{mixed(2 * (temperature - 1))}."
    )


def _best(node: TreeNode) -> dict[bool, TreeNode]:
    """Returns the position after each colour's best move."""
    return {child.move.black: child for child in node.children if child.move is not None}


def _gote(
    report: RegionReport, best: dict[bool, TreeNode], name: Callable[[int], str]
) -> list[str]:
    found = []
    for black, child in best.items():
        assert child.move is not None
        line = report.black_line if black else report.white_line
        if len(line) > 1:
            moves = " ".join(f"{COLOURS[move.black][0]} {name(move.point)}" for move in line)
            after = report.after_black if black else report.after_white
            found.append(
                f"{COLOURS[black]} {name(child.move.point)} leaves a move worth "
                f"{mixed(child.temperature)}, so that {COLOURS[not black]} answers; but "
                f"{COLOURS[black]} moves last ({moves}), and loses the turn. It leads to "
                f"{signed(after)}."
            )
            continue
        left = (
            "nothing is left to gain there"
            if child.temperature <= 0
            else f"a move there is then worth {mixed(child.temperature)}, less than the "
            f"{mixed(report.temperature)} here"
        )
        found.append(
            f"{COLOURS[black]} {name(child.move.point)} leads to {signed(child.mean)}, and {left}: "
            f"{COLOURS[not black]} need not answer."
        )
    if (report.after_black - report.after_white) / 2 == report.temperature:
        found.append(
            "Whoever moves loses the turn, so that a move gains half of the difference: "
            f"({_number(report.after_black)} − {_number(report.after_white)}) / 2 = "
            f"{mixed(report.temperature)}."
        )
    return found


def _sente(
    report: RegionReport, best: dict[bool, TreeNode], name: Callable[[int], str]
) -> list[str]:
    owner = report.kind == "black sente"
    threat, reverse = best[owner], best[not owner]
    assert threat.move is not None
    assert reverse.move is not None
    line = report.black_line if owner else report.white_line
    answers = f" at {name(line[1].point)}" if len(line) > 1 else ""
    if threat.temperature <= report.temperature:
        return [
            f"{COLOURS[owner]} {name(threat.move.point)} leaves a move worth "
            f"{mixed(threat.temperature)}, as much as the {mixed(report.temperature)} here: it "
            "lies on the border between sente and gote."
        ]
    found = [
        f"{COLOURS[owner]} {name(threat.move.point)} raises the temperature from "
        f"{mixed(report.temperature)} to {mixed(threat.temperature)}: {COLOURS[not owner]} answers"
        f"{answers}, and {COLOURS[owner]} has the turn again. The score stays what was expected, "
        f"{signed(report.mean)}.",
    ]
    if abs(report.mean - reverse.mean) == report.temperature:
        found.append(
            f"{COLOURS[not owner]} {name(reverse.move.point)} first is reverse sente: it leads to "
            f"{signed(reverse.mean)} instead of {signed(report.mean)}, a gain of "
            f"{mixed(report.temperature)}, and loses the turn."
        )
    return found


def _ko(report: RegionReport, best: dict[bool, TreeNode], name: Callable[[int], str]) -> list[str]:
    found = []
    for black, child in best.items():
        assert child.move is not None
        where = f"{COLOURS[black]} {name(child.move.point)}"
        if child.ko:
            found.append(
                f"{where} takes the ko: {COLOURS[not black]} may not take back before playing "
                "elsewhere."
            )
        else:
            found.append(f"{where} ends it at {signed(child.mean)}.")
        other = best[not black]
        gain = child.mean - other.mean if black else other.mean - child.mean
        if not child.ko or other.ko or {gain / 2, child.temperature} != {report.temperature}:
            continue
        won = child.mean + report.temperature * (1 if black else -1)
        found.append(
            f"Between winning the ko ({signed(won)}) and losing it ({signed(other.mean)}) lie "
            f"{mixed(_MOVES_OF_A_KO * report.temperature)} points and three moves, two to win and "
            f"one to end it: each gains a third, {mixed(report.temperature)}."
        )
    return found


def _number(score: Fraction) -> str:
    return mixed(score) if score >= 0 else f"(−{mixed(-score)})"
