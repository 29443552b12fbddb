// The tables that are made before a game begins: what a monomial can look like, and what the
// neighbourhood of a point can look like in one orientation.
//
// A monomial is a window of five points, the product of the variables of those points. A player's
// stone sets a variable to 1, an opponent's stone makes the whole monomial 0: dead.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace tesuji::monomial {

constexpr int window = 5; ///< points of a monomial

// --- monomials: 128 configurations and the dead one ---

constexpr int num_states = 128;
constexpr int dead_state = num_states; ///< the row of every monomial with an opponent's stone

/// Row I(x, y) = 4x + y of the state table. Bit i of x: variable i of the window, from its left or
/// upper end, is set. Bit 0 of y: the end point before the window is closed, taken by the opponent
/// or off the board; bit 1: so is the one after it.
constexpr int state_index(int x, int y) {
    return 4 * x + y;
}

/// A way of making four stones in a row with an empty point at either end, which no single move can
/// stop. Places are 0 for the end point before the window, 1..5 for the window, 6 for the one
/// after.
struct StraightFour {
    std::int8_t fill;                ///< the place that makes the four
    std::array<std::int8_t, 2> ends; ///< the places that complete a five
};

struct StateRow {
    std::uint8_t stones = 0; ///< variables that are set
    std::int16_t score = 0;  ///< 2^stones; 0 when dead
    /// 0 to 9: 2 * (4 - stones), plus 1 when the monomial can be blocked, that is, when it cannot
    /// become a straight four any more. won_rank with five stones, dead_rank when dead.
    std::int8_t rank = 0;
    /// What the rank is worth to a point of the window: version two's stand-in for the score.
    std::int16_t rank_weight = 0;
    /// Three stones of even rank: the one or two ways of extending them.
    std::array<StraightFour, 2> straight{};
    std::uint8_t num_straight = 0;
};

constexpr std::int8_t won_rank = -1;
constexpr std::int8_t dead_rank = 10;

/// The state table: rows 0..127, and the dead row.
const std::array<StateRow, num_states + 1>& state_table();

// --- points: what the monomials of one orientation that cover a free point look like together ---

/// What a stone on the point would make in this orientation, in rising order of weight.
enum class Makes : std::int8_t {
    nothing,
    two,           ///< two stones of a live monomial
    blocked_three, ///< three that cannot become a straight four
    open_three,    ///< three that threaten a straight four
    four,          ///< one way to complete a five
    double_four,   ///< two or more ways to complete a five: a straight four, or two fours
    five,
};

constexpr int num_neighbours = 10; ///< offsets -5..-1 and 1..5 along the line

/// 0..9 for the offsets -5..-1, 1..5.
constexpr int neighbour_index(int offset) {
    return offset < 0 ? offset + 5 : offset + 4;
}

struct PointRow {
    std::uint8_t before = 0; ///< points without an opponent's stone before the point, up to 4
    std::uint8_t after = 0;
    std::uint8_t stones = 0; ///< bit i: the neighbour of index i + 1 (offsets -4..4) is own
    std::uint8_t ends = 0;   ///< as y of a state: closed beyond `before` and `after` points
    std::int16_t score = 0;  ///< the sum of the scores of the monomials: this orientation's v(p)
    Makes makes = Makes::nothing;
    /// The row after a stone on each neighbour: of the owner of the table, or of the opponent.
    std::array<std::array<std::int16_t, num_neighbours>, 2> next{};

    int length() const { return before + 1 + after; }
};

/// The point table: its rows, and where to begin.
class PointTable {
  public:
    static const PointTable& get();

    /// Row 0 is the orientation in which no monomial lives (any more).
    static constexpr int dead = 0;

    const PointRow& row(int id) const { return rows_[id]; }
    int size() const { return static_cast<int>(rows_.size()); }
    /// The row of an empty line with so many points before and after the point on the board; five
    /// or more leave the end open.
    int initial(int before, int after) const;

  private:
    PointTable();
    int find(int before, int after, int stones, int ends) const;

    std::vector<PointRow> rows_;
    std::vector<std::int16_t> ids_; // by before, after, stones, ends
};

} // namespace tesuji::monomial
