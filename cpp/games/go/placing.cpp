#include "placing.hpp"

#include "go.hpp"

#include <bitset>

namespace tesuji::go {

namespace {

using Points = std::bitset<GoRules::max_points>;

/// A board of any size as sets of points.
struct Rectangle {
    int columns;
    Points full, not_left, not_right;

    Rectangle(int rows, int columns_) : columns(columns_) {
        for (int point = 0; point < rows * columns; ++point) {
            const auto at = static_cast<std::size_t>(point);
            full.set(at);
            not_left.set(at, point % columns != 0);
            not_right.set(at, point % columns != columns - 1);
        }
    }
    Points around(const Points& set) const {
        const auto row = static_cast<std::size_t>(columns);
        return (((set << 1) & not_left) | ((set >> 1) & not_right) | (set << row) | (set >> row)) &
               full;
    }
    Points flood(Points seed, const Points& within) const {
        for (;;) {
            const Points grown = seed | (around(seed) & within);
            if (grown == seed) return seed;
            seed = grown;
        }
    }
};

Points first_of(const Points& set) {
    Points first;
    first.set(set._Find_first());
    return first;
}

} // namespace

std::vector<std::int8_t> board_after(int rows, int columns, std::span<const std::int8_t> stones,
                                     int point, int colour, bool suicide) {
    const int num_points = rows * columns;
    if (rows < 1 || columns < 1 || rows > GoRules::max_side || columns > GoRules::max_side ||
        stones.size() != static_cast<std::size_t>(num_points))
        throw BadSetup("a board has rows * columns stones, and at most 19 rows and columns");
    if (point < 0 || point >= num_points || (colour != 0 && colour != 1))
        throw BadSetup("a stone is Black (0) or White (1) and stands on the board");
    const Rectangle shape(rows, columns);
    Points own, theirs;
    for (std::size_t p = 0; p < stones.size(); ++p)
        if (stones[p] >= 0) (stones[p] == colour ? own : theirs).set(p);
    const auto here = static_cast<std::size_t>(point);
    own.set(here);
    theirs.reset(here);
    Points stone;
    stone.set(here);
    const auto breathes = [&](const Points& chain) {
        return (shape.around(chain) & ~(own | theirs)).any();
    };
    theirs &= ~stones_taken(shape, shape.around(stone) & theirs, theirs, first_of, breathes);
    const Points chain = shape.flood(stone, own);
    if (suicide && !breathes(chain)) own &= ~chain;
    std::vector<std::int8_t> after(stones.size(), -1);
    for (std::size_t p = 0; p < after.size(); ++p)
        if (own[p] || theirs[p]) after[p] = static_cast<std::int8_t>(own[p] ? colour : 1 - colour);
    return after;
}

} // namespace tesuji::go
