"""Implements Go, from 2x2 to 19x19."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from tesuji import core
from tesuji.games.contract import Side
from tesuji.games.go.counting import Count, count
from tesuji.games.options import read_choice, read_number, read_size, write_size
from tesuji.games.presentation import Board, Card, CardOption, OnBoard
from tesuji.games.registry import register
from tesuji.games.stone_game import StoneGame, StonePosition
from tesuji.games.stones_text import star_points


@dataclass(frozen=True, slots=True)
class Score:
    """The count of a board."""

    black: float
    white: float
    """Komi included."""
    owner: tuple[int, ...]
    """For each point 0 (Black's), 1 (White's) or -1 (neutral)."""

    @property
    def margin(self) -> float:
        """Points by which Black leads."""
        return self.black - self.white

    def __str__(self) -> str:
        """Returns the score as records write it: ``B+3.5``, ``W+0.5``, ``0``."""
        if self.margin == 0:
            return "0"
        return f"{'B' if self.margin > 0 else 'W'}+{abs(self.margin):g}"


class GoPosition(core.GoPosition, StonePosition):
    """A position of Go, with the boards that superko forbids to repeat."""

    __slots__ = ()

    @property
    def game(self) -> Go:
        rules = self.rules
        return _go(rules.rows, rules.columns, rules.komi, rules.superko, rules.territory)

    def on_board(self) -> OnBoard:
        return OnBoard(stones=tuple(self.stones), score=self.prisoners)

    def lead(self) -> float:
        return self.score().margin

    def restarted(self, stones: Sequence[int], to_move: Side) -> GoPosition:
        """Returns a position with these stones and the prisoners taken so far."""
        return GoPosition(self.rules, list(stones), int(to_move), self.prisoners)

    def score(self, dead: Iterable[int | str] = ()) -> Score:
        """Returns the count of this board without the `dead` stones, given point by point."""
        parse = self.game.points.parse
        points = [parse(point) if isinstance(point, str) else point for point in dead]
        black, white, owner = self.count(points)
        return Score(black, white, tuple(owner))

    def counted(self, dead: Iterable[int] = (), seki: Iterable[int] = ()) -> Count:
        """Returns the full count, with its parts and its sentences."""
        return count(self, dead, seki)


@dataclass(frozen=True)
class RuleSet:
    """Ko, counting and usual komi under one name."""

    superko: bool
    territory: bool
    komi: float


RULE_SETS: dict[str, RuleSet] = {
    "tromp-taylor": RuleSet(superko=True, territory=False, komi=7.5),
    "chinese": RuleSet(superko=False, territory=False, komi=7.5),
    "japanese": RuleSet(superko=False, territory=True, komi=6.5),
}
KO_RULES = {"positional": True, "simple": False}
SCORINGS = {"area": False, "territory": True}


class Go(StoneGame):
    """Go without suicide. `superko` forbids every repeated board; otherwise simple ko."""

    name = "go"
    has_score = True
    turn_may_change = True
    closing_moves = 2
    position_class = GoPosition
    skips_letter_i = True

    def __init__(
        self,
        rows: int = 19,
        columns: int | None = None,
        *,
        komi: float = 7.5,
        superko: bool = True,
        territory: bool = False,
    ) -> None:
        width = rows if columns is None else columns
        super().__init__(core.GoRules(rows, width, komi, superko, territory))

    @property
    def rows(self) -> int:
        return int(self.rules.rows)

    @property
    def columns(self) -> int:
        return int(self.rules.columns)

    @property
    def komi(self) -> float:
        return float(self.rules.komi)

    @property
    def pass_move(self) -> int:
        return self.rows * self.columns

    @property
    def spec(self) -> str:
        parts = [f"go:size={write_size(self.rows, self.columns)}", f"komi={self.komi:g}"]
        if not self.rules.superko:
            parts.append("ko=simple")
        if self.rules.territory:
            parts.append("scoring=territory")
        return ",".join(parts)

    @property
    def gtp_rules(self) -> str:
        if self.rules.territory:
            return "japanese"
        return "tromp-taylor" if self.rules.superko else "chinese"

    def forced_stones(self, stones: Sequence[int], point: int) -> list[int]:
        """Returns `stones` without the chains that have no liberty, the opponent's first."""
        return core.go_board_after(
            self.rows, self.columns, stones, point, stones[point], suicide=True
        )

    def handicap(self, count: int) -> GoPosition:
        """Returns the start of a game in which Black has `count` stones on the usual points."""
        stones = [-1] * (self.rows * self.columns)
        for point in self.rules.handicap_points(count):
            stones[point] = 0
        position: GoPosition = self.setup(stones, Side.SECOND)
        return position

    @property
    def card(self) -> Card:
        rules = CardOption(
            name="rules",
            title="Rules",
            kind="choice",
            default="tromp-taylor",
            choices=(
                ("tromp-taylor", "Tromp–Taylor: area, superko"),
                ("chinese", "Chinese: area, simple ko"),
                ("japanese", "Japanese: territory, simple ko"),
            ),
        )
        return Card(
            title="Go",
            tagline="Surround more of the board than your opponent.",
            sizes=tuple(str(size) for size in range(2, 20)),
            default_size="9",
            options=(rules, CardOption("komi", "Komi", "number", "7.5")),
            handicaps=True,
            tools=("temperature",),
            order=2,
        )

    @property
    def board(self) -> Board:
        stars = tuple(sorted(star_points(self.rows, self.columns)))
        return Board(
            "stones", self.rows, self.columns, stars=stars, skips_letter_i=True, counts="prisoners"
        )

    def notes(self, position: Any) -> list[str]:
        black, white = position.prisoners
        notes = [*super().notes(position), f"Prisoners: Black {black}, White {white}"]
        if position.is_over:
            notes.append(f"Score with every stone counted as alive: {position.score()}")
        return notes

    def svg_style(self, position: Any) -> dict[str, Any]:
        return {"stars": star_points(self.rows, self.columns)}


@lru_cache
def _go(rows: int, columns: int, komi: float, superko: bool, territory: bool) -> Go:
    return Go(rows, columns, komi=komi, superko=superko, territory=territory)


@register("go")
def make_go(
    size: object = 19,
    rules: object = "tromp-taylor",
    komi: object = None,
    ko: object = None,
    scoring: object = None,
) -> Go:
    rows, columns = read_size("go", size, rectangular=True)
    chosen = RULE_SETS[read_choice("go", "rules", rules, dict(RULE_SETS))]
    superko, territory = chosen.superko, chosen.territory
    if ko is not None:
        superko = KO_RULES[read_choice("go", "ko", ko, dict(KO_RULES))]
    if scoring is not None:
        territory = SCORINGS[read_choice("go", "scoring", scoring, dict(SCORINGS))]
    points = chosen.komi if komi is None else read_number("go", "komi", komi)
    return Go(rows, columns, komi=points, superko=superko, territory=territory)
