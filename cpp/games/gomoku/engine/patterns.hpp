// The shape that a stone on an empty point makes in a line through it, for every possible line.
//
// A line around a point is a word of two bits a cell (empty, black, white, wall): four cells on
// either side in freestyle, five where an overline matters. It indexes a table that holds the
// shape for Black and the shape for White. The four shapes of a colour at a point are packed into
// sixteen bits, its code, which indexes a second table: the threat that they make together, and
// what they are worth.
#pragma once

#include "games/gomoku/gomoku.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace tesuji::five {

/// The shape that a new stone makes in one line, by what it leads to with one stone more.
enum Shape : std::uint8_t {
    dead,         ///< no five can come of it
    foul,         ///< forbidden to Black in renju: an overline, or two fours in one line
    one_closed,   ///< leads to two_closed
    one_open,     ///< leads to two_open
    two_closed,   ///< leads to three_closed
    two_open,     ///< leads to an open three, in one or two ways
    two_open_3,   ///< in three ways
    two_open_4,   ///< in four ways or more
    three_closed, ///< leads to a four
    three_split,  ///< an open three: leads to an open four, in one way
    three_open,   ///< in two ways or more
    four,         ///< leads to a five, in one way
    four_open,    ///< leads to a five, in two ways or more
    five_made,    ///< wins
};
constexpr int num_shapes = 14;

/// The threat that the four shapes of a point make together.
enum Threat : std::uint8_t {
    quiet,
    maybe_foul,   ///< renju's Black: the exact rule has to be asked; never a five
    three,        ///< one open three
    three_double, ///< two open threes or more
    four_simple,  ///< one four
    four_three,   ///< a four and an open three
    four_double,  ///< at least two points that complete a five: wins unless a five comes first
    five_point,   ///< wins
};
constexpr int num_threats = 8;

/// The shapes in the four directions, four bits each, direction 0 lowest.
using Code = std::uint16_t;

constexpr Shape shape_in(Code code, int direction) {
    return static_cast<Shape>((code >> (4 * direction)) & 15);
}

/// The shapes of all lines under one variant; shared, immutable.
class ShapeTable {
  public:
    static const ShapeTable& of(GomokuRules::Variant variant);

    /// Cells on either side of the point that matter.
    int half() const { return half_; }
    /// `line` are the cells around the point, the lowest two bits being the cell `half` before
    /// it, the point itself left out. Black's shape is in the low four bits, White's above.
    std::uint8_t operator[](std::uint32_t line) const { return shapes_[line]; }
    const std::uint8_t* data() const { return shapes_.data(); }

  private:
    explicit ShapeTable(GomokuRules::Variant variant);

    int half_;
    std::vector<std::uint8_t> shapes_;
};

/// Two-bit cells of a line word.
enum Cell : std::uint8_t { cell_empty = 0, cell_black = 1, cell_white = 2, cell_wall = 3 };

/// What a code is, by rule: the threat. `forbids` is true for Black in renju.
Threat threat_of(Code code, bool forbids);

/// What a code is worth. Values are in units of 1/100 of a logit of the chance to win.
struct CodeInfo {
    std::int16_t for_mover = 0;    ///< to its colour, if that colour is to move
    std::int16_t for_opponent = 0; ///< to its colour, if the other colour is to move
    std::int16_t attack = 0;       ///< the priority of the point for its colour
    Threat threat = quiet;
};

/// The information of all codes of one colour under one variant.
class CodeTable {
  public:
    static const CodeTable& of(GomokuRules::Variant variant, int colour);
    const CodeInfo& operator[](Code code) const { return infos_[code]; }
    const CodeInfo* data() const { return infos_.data(); }

  private:
    CodeTable(GomokuRules::Variant variant, int colour);

    std::vector<CodeInfo> infos_;
};

} // namespace tesuji::five
