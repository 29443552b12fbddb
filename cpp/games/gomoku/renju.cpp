#include "renju.hpp"

#include <bit>
#include <utility>

namespace tesuji {

constexpr LineMap::LineMap(int size) : size_(size) {
    const int wrap = size + 1;
    for (int row = 0; row < size; ++row)
        for (int column = 0; column < size; ++column)
            lines_[row * size + column].line = {
                static_cast<std::uint8_t>(row), static_cast<std::uint8_t>(column),
                static_cast<std::uint8_t>((column - row + wrap) % wrap),
                static_cast<std::uint8_t>((column + row) % wrap)};
    for (int point = 0; point < size * size; ++point)
        for (int direction = 0; direction < num_line_directions; ++direction)
            on_board_[direction][lines_[point].line[direction]] |=
                std::uint32_t{1} << lines_[point].line[direction == 0 ? 1 : 0];
}

const LineMap& LineMap::of(int size) {
    static constexpr auto maps = []<int... I>(std::integer_sequence<int, I...>) {
        return std::array{LineMap(min_gomoku_size + I)...};
    }(std::make_integer_sequence<int, max_gomoku_size - min_gomoku_size + 1>{});
    return maps[size - min_gomoku_size];
}

int LineMap::point(int direction, int line, int bit) const {
    const int wrap = size_ + 1;
    switch (direction) {
    case 0:
        return line * size_ + bit;
    case 1:
        return bit * size_ + line;
    case 2:
        return bit * size_ + (line + bit) % wrap;
    default:
        return bit * size_ + (line - bit + wrap) % wrap;
    }
}

namespace {

// Everything about one line depends on the five points on either side of the new stone. A view
// is those eleven bits, the new stone being bit 5.
constexpr int centre = 5;
constexpr std::uint32_t view_mask = (1U << (2 * centre + 1)) - 1;

std::uint32_t view(std::uint32_t line, int bit) {
    return ((line << centre) >> bit) & view_mask;
}

/// What a new black stone makes within one line.
struct Shape {
    bool five = false;
    bool overline = false;
    int fours = 0;
    /// Bits of the view where a further stone would make a straight four of a three.
    std::uint32_t extensions = 0;
};

/// The length of the unbroken row of stones that ends just below `bit`, for 1 <= bit.
int stones_below(std::uint32_t stones, int bit) {
    return std::countl_one(stones << (32 - bit));
}
int stones_above(std::uint32_t stones, int bit) {
    return std::countr_one(stones >> (bit + 1));
}

/// The empty points that turn a three through the centre into a straight four: four in a row,
/// empty at both ends, and five *exactly* when continued at either end.
///
/// A line holds one such three at most. Two different ones would need windows that overlap in
/// the centre, and the end of one would be a stone of, or make an overline with, the other.
std::uint32_t extensions_to_straight_four(std::uint32_t black, std::uint32_t empty) {
    constexpr std::uint32_t near_centre = 0b00111111100;
    if (std::popcount(black & near_centre) < 3) return 0;
    std::uint32_t extensions = 0;
    for (int first = centre - 3; first <= centre; ++first) {
        const std::uint32_t six = (black >> (first - 1)) & 0b111111; // the four and both ends
        const std::uint32_t holes = (empty >> (first - 1)) & 0b111111;
        if ((six & 0b100001) != 0 || (six | holes) != 0b111111) continue;
        if (std::popcount(six) != 3) continue;
        if ((black >> (first - 2)) & 0b10000001) continue; // an end would join a further stone
        extensions |= (~six & 0b011110) << (first - 1);
    }
    return extensions;
}

Shape shape_of(std::uint32_t black, std::uint32_t empty) {
    Shape shape;
    const int below = stones_below(black, centre);
    const int above = stones_above(black, centre);
    const int row = below + 1 + above;
    shape.five = row == 5;
    shape.overline = row > 5;
    if (row >= 5) return shape;

    // A four is completed next to the row that holds the new stone, so at two points at most.
    // Two completions are two fours, unless the row has four stones already: then both complete
    // the same four, a straight one.
    const auto completes_five = [&](int bit) {
        return ((empty >> bit) & 1) && stones_below(black, bit) + 1 + stones_above(black, bit) == 5;
    };
    const int completions = completes_five(centre - 1 - below) + completes_five(centre + 1 + above);
    shape.fours = row == 4 ? completions > 0 : completions;
    if (shape.fours == 0 && row < 4) shape.extensions = extensions_to_straight_four(black, empty);
    return shape;
}

struct Verdict {
    bool five;
    Forbidden forbidden;
};

Verdict judge(const LineMap& map, const StoneLines& black, const StoneLines& white, int point) {
    const PointLines& at = map.at(point);
    std::array<std::uint32_t, num_line_directions> extensions{};
    bool five = false;
    bool overline = false;
    int fours = 0;
    int threes = 0; // that look like threes: whether they can be extended is seen below
    for (int direction = 0; direction < num_line_directions; ++direction) {
        const std::uint32_t stones = black.through(at, direction);
        const std::uint32_t empty =
            map.on_board(direction, at.line[direction]) & ~stones & ~white.through(at, direction);
        const int bit = at.bit(direction);
        const std::uint32_t stones_seen = view(stones, bit);
        if (std::popcount(stones_seen) < 2) continue; // nothing here even with the new stone
        const Shape shape = shape_of(stones_seen | 1U << centre, view(empty, bit));
        five |= shape.five;
        overline |= shape.overline;
        fours += shape.fours;
        threes += shape.extensions != 0;
        extensions[direction] = shape.extensions;
    }
    if (five) return {true, Forbidden::none};
    if (overline) return {false, Forbidden::overline};
    if (fours >= 2) return {false, Forbidden::double_four};
    if (threes < 2) return {false, Forbidden::none};

    // A three counts only if Black may really make a straight four of it: the extending stone
    // must neither be forbidden in its turn nor make a five (that would be a win, not a four).
    StoneLines after = black;
    after.place(at);
    int true_threes = 0;
    for (int direction = 0; direction < num_line_directions; ++direction) {
        if (true_threes + threes < 2) break;
        if (extensions[direction] == 0) continue;
        --threes;
        for (std::uint32_t left = extensions[direction]; left; left &= left - 1) {
            const int bit = at.bit(direction) + std::countr_zero(left) - centre;
            const int extension = map.point(direction, at.line[direction], bit);
            const Verdict verdict = judge(map, after, white, extension);
            if (!verdict.five && verdict.forbidden == Forbidden::none) {
                if (++true_threes == 2) return {false, Forbidden::double_three};
                break;
            }
        }
    }
    return {false, Forbidden::none};
}

} // namespace

Forbidden forbidden_for_black(const LineMap& map, const StoneLines& black, const StoneLines& white,
                              int point) {
    return judge(map, black, white, point).forbidden;
}

} // namespace tesuji
