"""Explains positions of Dots and Boxes in words."""

from __future__ import annotations

from dataclasses import dataclass

from tesuji.games.dots_and_boxes import DotsAndBoxesPosition
from tesuji.theory.dots_and_boxes.control import ChainControl, control_of, wanted_parity
from tesuji.theory.dots_and_boxes.endgames import LoonyEndgame
from tesuji.theory.dots_and_boxes.solver import BoxesSolution
from tesuji.theory.dots_and_boxes.structure import Chain, Structure


@dataclass(frozen=True, slots=True)
class ChainTheory:
    """The theory of a position."""

    position: DotsAndBoxesPosition
    chains: tuple[Chain, ...]
    loops: tuple[Chain, ...]
    capturable: frozenset[int]
    """Boxes that can be captured now."""
    control: ChainControl
    safe: tuple[int, ...]
    """Lines that give nothing away."""
    loony: tuple[int, ...]
    """Lines that give the opponent the choice who moves next."""
    endgame: LoonyEndgame | None
    """The endgame, if only separate long chains and loops are left."""
    solution: BoxesSolution | None
    """Net score of every line, if given."""

    @property
    def sentences(self) -> list[str]:
        """Returns the explanation in sentences, the most important first."""
        said = [self.control.reason, *self.parts()]
        if self.endgame is not None and self.endgame.boxes:
            said.append(self.endgame_words())
        if not self.safe and not self.capturable:
            said.append("No line is safe: every line gives something away.")
        if self.loony:
            said.append(f"Loony: {self._names(self.loony)}.")
        said.append(self.parity_words())
        if self.solution is not None and self.solution.value is not None:
            said += self._value_words(self.solution)
        return said

    def text(self) -> str:
        return "\n".join(self.sentences)

    def parts(self) -> list[str]:
        """Describes chains and loops with their lengths, and boxes that can be captured."""
        said = []
        if self.capturable:
            said.append(f"{_boxes(len(self.capturable))} can be captured now.")
        for chain in self.chains:
            kind = "Long chain" if chain.is_long else "Short chain"
            said.append(f"{kind} of {_boxes(len(chain.boxes))}: {self._names(chain.lines)}.")
        said += [
            f"Loop of {len(loop.boxes)} boxes: {self._names(loop.lines)}." for loop in self.loops
        ]
        return said

    def endgame_words(self) -> str:
        """Describes the value of keeping control, if there is an `endgame`."""
        assert self.endgame is not None
        controlled, value = self.endgame.controlled_value, self.endgame.value
        if value == controlled:
            return f"Keeping control to the end nets {controlled:+d} boxes, and nothing is better."
        return (
            f"Keeping control to the end nets {controlled:+d} boxes; giving it up in time nets "
            f"{value:+d}."
        )

    def parity_words(self) -> str:
        """Describes what the long-chain rule demands."""
        game = self.position.game
        mover = self.position.to_move
        parity = "an odd" if wanted_parity(game.rows, game.columns, mover) else "an even"
        made = sum(chain.is_long for chain in self.chains)
        return (
            f"Long-chain rule: {game.player_names[mover]} wants {parity} number of long chains; "
            f"so far there {'is' if made == 1 else 'are'} {made}."
        )

    def _value_words(self, solution: BoxesSolution) -> list[str]:
        name = self.position.game.player_names[self.position.to_move]
        said = [f"With best play {name} nets {solution.value:+d} of the boxes that are left."]
        by_value: dict[int, list[int]] = {}
        for line, value in solution.moves.items():
            by_value.setdefault(value, []).append(line)
        said += [f"{value:+d}: {self._names(by_value[value])}" for value in sorted(by_value)[::-1]]
        return said

    def _names(self, lines: tuple[int, ...] | list[int]) -> str:
        return " ".join(self.position.game.format_move(line) for line in lines)


def explain(position: DotsAndBoxesPosition, solution: BoxesSolution | None = None) -> ChainTheory:
    """Explains `position`; with a solution also the net scores of its lines."""
    structure = Structure.of(position)
    return ChainTheory(
        position=position,
        chains=tuple(chain for chain in structure.chains if not chain.is_loop),
        loops=tuple(chain for chain in structure.chains if chain.is_loop),
        capturable=structure.captures.boxes,
        control=control_of(position),
        safe=tuple(sorted(structure.safe_lines)),
        loony=tuple(sorted(structure.loony_lines)),
        endgame=LoonyEndgame.of(structure),
        solution=solution,
    )


def _boxes(number: int) -> str:
    return "1 box" if number == 1 else f"{number} boxes"
