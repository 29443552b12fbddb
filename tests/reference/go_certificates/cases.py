"""Reads certificates, and checks them on the board."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from tests.reference.go_certificates.bounds import Checker, NotProven, Sum
from tests.reference.go_certificates.rules import BLACK, WHITE, Banned, Position, Region
from tests.reference.go_certificates.walls import ZERO

ASSUMPTIONS: dict[str, set[tuple[bool, int | None]]] = {
    "proven": {(False, None), (True, None), (False, BLACK), (False, WHITE)},
    "proven, if the points outside are as solid as they look": {(False, None), (True, None)},
}
"""What has to be looked at: whether areas outside are at stake, and whose points are doubted."""


class Board:
    """Stones as rows of ``X``, ``O`` and ``.``."""

    def __init__(self, rows: list[str]) -> None:
        self.width = len(rows[0])
        self.stones = "".join(rows)

    def near(self, point: int) -> list[int]:
        row, column = divmod(point, self.width)
        found = [point - self.width] if row else []
        found += [point - 1] if column else []
        found += [point + 1] if column + 1 < self.width else []
        return found + ([point + self.width] if point + self.width < len(self.stones) else [])

    def same_stones(self, point: int) -> set[int]:
        stone = self.stones[point]
        return {other for other, found in enumerate(self.stones) if found == stone}

    def connected(self, point: int, belongs: Callable[[int], bool]) -> set[int]:
        found, front = {point}, [point]
        while front:
            for near in self.near(front.pop()):
                if near not in found and belongs(near):
                    found.add(near)
                    front.append(near)
        return found


def case_of(certificate: dict[str, Any], case: dict[str, Any]) -> tuple[Region, Position, int]:
    """The region of a case on the board, where it begins, and the count of what is decided.

    A case assumes owners of the empty points outside. It is *closed*, where these are as solid as
    stones; or *open*, where each area is one more point, worth at most `beyond`; or one colour's
    points outside save the stones of the other.
    """
    board = Board(certificate["board"])
    owners = {
        point: "XO".index(owner)
        for point, owner in enumerate("".join(case["owners"]))
        if owner in "XO"
    }
    marked, doubted = set(case["region"]), case["doubted"]
    for point, stone in enumerate(board.stones):
        if stone != "." and point not in marked and owners.get(point) != "XO".index(stone):
            raise NotProven("a stone belongs to the other colour")
    inside, immortal = set(marked), set[int]()
    for point in marked:
        for one in (point, *board.near(point)):
            if board.stones[one] == "." or one in immortal or one in inside - marked:
                continue
            colour = "XO".index(board.stones[one])
            chain = board.connected(one, board.same_stones(one).__contains__)
            liberties = {n for p in chain for n in board.near(p) if board.stones[n] == "."}
            if any(n not in inside and owners.get(n) == colour for n in liberties):
                immortal |= chain & inside
            else:
                inside |= chain
    points = sorted(inside - immortal)
    decided = sum(1 if board.stones[point] == "X" else -1 for point in immortal)
    number = {point: n for n, point in enumerate(points)}
    neighbours = [sum(1 << number[n] for n in board.near(p) if n in number) for p in points]
    worth, walls, areas = [1] * len(points), [0, 0], []
    outside = {p for p in owners if board.stones[p] == "." and p not in inside}
    for point in points:
        for near in board.near(point):
            if near in number:
                continue
            owner = "XO".find(board.stones[near]) if near in immortal else owners.get(near, -1)
            if owner < 0 or (near in outside and case["beyond"]):
                continue
            if near in outside and owner == doubted:
                owner = 1 - owner
            walls[owner] |= 1 << number[point]
    while outside and case["beyond"]:
        start = min(outside)
        same = {p for p in outside if owners[p] == owners[start]}
        area = board.connected(start, same.__contains__)
        outside -= area
        edge = {n for p in area for n in board.near(p) if n in number and board.stones[n] == "."}
        if edge:
            first = min(p for p in area if edge & set(board.near(p)))
            areas.append((min(len(area), case["beyond"]), first, owners[start], edge))
    for value, _, owner, edge in sorted(areas, key=lambda area: (-area[0], area[1])):
        if len(worth) == 64:
            break
        new = len(worth)
        worth.append(value)
        neighbours.append(sum(1 << number[p] for p in edge))
        for p in edge:
            neighbours[number[p]] |= 1 << new
        walls[owner] |= 1 << new
        decided += value if owner == WHITE else -value
    stones = [sum(1 << number[p] for p in points if board.stones[p] == s) for s in "XO"]
    start_at = Position((1 << len(worth)) - 1, (stones[0], stones[1]), (walls[0], walls[1]))
    # The answer is that of the region as it was asked for: what was added is as it looks.
    usual = "".join(certificate["owners"])
    added = [usual[point] for point in inside - set(certificate["region"])]
    decided -= added.count("X") - added.count("O")
    return Region(neighbours, worth), start_at, decided


def check(certificate: dict[str, Any], effort: int = 200_000) -> None:
    """Raises `NotProven` unless every case of a certificate shows what the certificate says."""
    claimed = Fraction(certificate["mean"]), Fraction(certificate["temperature"])
    cases = {(case["beyond"] > 0, case["doubted"]) for case in certificate["cases"]}
    if not cases >= ASSUMPTIONS[certificate["certainty"]]:
        raise NotProven("an assumption about the edge is missing")
    known: list[tuple[Any, tuple[Fraction, Fraction]]] = []
    for case in certificate["cases"]:
        region, start, decided = case_of(certificate, case)
        evidence = [case[name] for name in ("positions", "opened", "stops", "sums")]
        question = region.neighbours, region.worth, start, decided, evidence
        found = next((answer for other, answer in known if other == question), None)
        if found is None:  # often nothing depends on what lies beyond the edge
            found = found_in(region, start, decided, case, effort)
            known.append((question, found))
        if found != claimed:
            raise NotProven(f"mean and temperature are {found[0]} and {found[1]}")


def found_in(
    region: Region, start: Position, decided: int, case: dict[str, Any], effort: int
) -> tuple[Fraction, Fraction]:
    """Mean and temperature that one case of a certificate shows."""
    checker = Checker(region, effort)
    positions = [
        Position(points, (black, white), (black_wall, white_wall))
        for points, black, white, black_wall, white_wall in case["positions"]
    ]
    checker.opened = {positions[number] for number in case["opened"]}
    checker.claims = {positions[int(number)]: one for number, one in case["stops"].items()}
    for joint in case["sums"]:
        parts: list[Position | Banned] = []
        for number, *ban in joint:
            part = positions[number]
            parts.append(Banned(part, ban[0], ban[1]) if ban else part)
        checker.sums.add(Sum(tuple(sorted(parts, key=repr))))
    checker.check_claims()
    score, parts_now = region.split(start)
    mean, temperature = Fraction(score + decided), ZERO
    for part in parts_now:
        checker.of(part)
    checker.run()
    for part in parts_now:
        of_part, hot = checker.mean_and_temperature(part)
        mean, temperature = mean + of_part, max(temperature, hot)
    return mean, temperature
