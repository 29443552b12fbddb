// Placing a stone on a board that is kept as sets of points: chains are flooded when they are
// needed, and not stored.
//
// There are two ways to capture in this program. GoPosition (go.cpp) keeps its chains up to date,
// because a whole game on 19x19 with superko asks for the effect of every legal point at every
// move. Here positions are so small that a flood costs a few instructions, and are copied, hashed
// and thrown away by the million: the games of evolution (evolution/bit_go.hpp) and the local
// positions of endgames (theory/go_local/board.hpp), which are not even rectangles. board_after()
// below also adds a stone to boards that violate the rules.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tesuji::go {

/// The opponent's stones that a stone takes.
///
/// `enemies` are the opponent's stones next to it, `theirs` all of them. `shape.flood(seed,
/// within)` gives chains; `first(set)` a set with one member of another; `breathes(chain)` says
/// whether a chain lives on.
template <class Shape, class Set, class First, class Breathes>
Set stones_taken(const Shape& shape, Set enemies, const Set& theirs, First&& first,
                 Breathes&& breathes) {
    Set taken{};
    while (enemies != Set{}) {
        const Set chain = shape.flood(first(enemies), theirs);
        if (!breathes(chain)) taken = taken | chain;
        enemies = enemies & ~chain;
    }
    return taken;
}

/// Whether a stone took a ko: a lone stone that took a lone stone, and could be taken there itself
/// at once because that point is its only liberty.
template <class Set>
bool takes_ko(bool alone, int num_taken, const Set& taken, const Set& liberties) {
    return alone && num_taken == 1 && liberties == taken;
}

/// The board after a stone, by the rule of capture alone: also for boards and stones against the
/// other rules. `stones` are -1 (empty), 0 (Black) or 1 (White), row by row. Where the stone's own
/// chain has no liberty left, it is taken only with `suicide`. Throws BadSetup if `stones` is not a
/// board.
std::vector<std::int8_t> board_after(int rows, int columns, std::span<const std::int8_t> stones,
                                     int point, int colour, bool suicide);

} // namespace tesuji::go
