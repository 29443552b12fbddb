#include "tables.hpp"

#include <algorithm>
#include <bit>

namespace tesuji::monomial {

// --- monomials ---

namespace {

/// By rank: what one monomial adds to the worth of its points. Found by play between versions.
constexpr std::array<std::int16_t, 10> weight_of_rank{400, 400, 90, 60, 24, 10, 6, 3, 2, 1};

constexpr int low_four = 0b01111;  // variables 0..3; the fives end before and at variable 4
constexpr int high_four = 0b11110; // variables 1..4; the fives begin at variable 0 and end after

StateRow make_row(int x, int y) {
    StateRow row;
    row.stones = static_cast<std::uint8_t>(std::popcount(static_cast<unsigned>(x)));
    row.score = static_cast<std::int16_t>(1 << row.stones);
    if (row.stones == window) {
        row.rank = won_rank;
        return row;
    }
    const bool low = (x & ~low_four) == 0 && (y & 1) == 0;
    const bool high = (x & ~high_four) == 0 && (y & 2) == 0;
    row.rank = static_cast<std::int8_t>(2 * (4 - row.stones) + (low || high ? 0 : 1));
    row.rank_weight = weight_of_rank[static_cast<std::size_t>(row.rank)];
    if (row.stones != 3) return row;
    const auto add = [&](int four, std::array<std::int8_t, 2> ends) {
        const int fill = std::countr_zero(static_cast<unsigned>(four & ~x)) + 1;
        row.straight[row.num_straight++] = {static_cast<std::int8_t>(fill), ends};
    };
    if (low) add(low_four, {0, 5});
    if (high) add(high_four, {1, 6});
    return row;
}

} // namespace

const std::array<StateRow, num_states + 1>& state_table() {
    static const auto table = [] {
        std::array<StateRow, num_states + 1> rows;
        for (int x = 0; x < 32; ++x)
            for (int y = 0; y < 4; ++y) rows[state_index(x, y)] = make_row(x, y);
        rows[dead_state].rank = dead_rank;
        return rows;
    }();
    return table;
}

// --- points ---

namespace {

constexpr int reach = window - 1;
constexpr int centre = reach; // of a line of 2 * reach + 1 points

/// The bits of `stones` as a line of nine points, the middle one being the point itself.
unsigned line_of(int stones) {
    const auto bits = static_cast<unsigned>(stones);
    return (bits & 0b1111U) | (bits >> 4) << (centre + 1);
}

/// Calls visit(window) for the windows of five that cover the point, as bits of the line.
template <class F>
void for_each_window(int before, int after, F&& visit) {
    for (int start = centre - before; start + window <= centre + after + 1; ++start)
        visit(0b11111U << start);
}

/// The points of the line that would complete a five through the point.
unsigned completions(unsigned own, int before, int after) {
    unsigned found = 0;
    for_each_window(before, after, [&](unsigned five) {
        if (std::popcount(own & five) == 4) found |= five & ~own;
    });
    return found;
}

Makes judge(unsigned own, int before, int after) {
    int most = 0;
    for_each_window(before, after,
                    [&](unsigned five) { most = std::max(most, std::popcount(own & five)); });
    if (most == 5) return Makes::five;
    if (most == 4)
        return std::popcount(completions(own, before, after)) > 1 ? Makes::double_four
                                                                  : Makes::four;
    if (most == 3) {
        for (int i = centre - before; i <= centre + after; ++i) {
            const unsigned extended = own | 1U << i;
            if (extended != own && std::popcount(completions(extended, before, after)) > 1)
                return Makes::open_three;
        }
        return Makes::blocked_three;
    }
    return most == 2 ? Makes::two : Makes::nothing;
}

} // namespace

const PointTable& PointTable::get() {
    static const PointTable table;
    return table;
}

PointTable::PointTable() : rows_(1), ids_(std::size_t{5} * 5 * 256 * 4, std::int16_t{dead}) {
    for (int length = 9; length >= window; --length)
        for (int before = 0; before <= reach; ++before) {
            const int after = length - 1 - before;
            if (after < 0 || after > reach) continue;
            const int on_line = ((0b1111 << (reach - before)) & 0b1111) | ((1 << after) - 1) << 4;
            // An end that comes before the fourth neighbour is closed: there stands a stone.
            const int closed = (before < reach ? 1 : 0) | (after < reach ? 2 : 0);
            for (int stones = 0; stones < 256; ++stones)
                for (int ends = 0; ends < 4; ++ends) {
                    if ((stones & ~on_line) != 0 || (ends & closed) != closed) continue;
                    PointRow row;
                    row.before = static_cast<std::uint8_t>(before);
                    row.after = static_cast<std::uint8_t>(after);
                    row.stones = static_cast<std::uint8_t>(stones);
                    row.ends = static_cast<std::uint8_t>(ends);
                    const unsigned line = line_of(stones);
                    for_each_window(before, after, [&](unsigned five) {
                        row.score = static_cast<std::int16_t>(row.score +
                                                              (1 << std::popcount(line & five)));
                    });
                    row.makes = judge(line | 1U << centre, before, after);
                    ids_[((before * 5 + after) * 256 + stones) * 4 + ends] =
                        static_cast<std::int16_t>(rows_.size());
                    rows_.push_back(row);
                }
        }
    for (std::size_t id = 1; id < rows_.size(); ++id) {
        PointRow& row = rows_[id];
        for (int offset = -5; offset <= 5; ++offset) {
            if (offset == 0) continue;
            const int side = offset < 0 ? row.before : row.after;
            const int distance = offset < 0 ? -offset : offset;
            const auto at = static_cast<std::size_t>(neighbour_index(offset));
            auto& own = row.next[0][at];
            auto& opponent = row.next[1][at];
            own = opponent = static_cast<std::int16_t>(id);
            if (distance <= side) {
                const int bit = 1 << (neighbour_index(offset) - 1);
                own = static_cast<std::int16_t>(
                    find(row.before, row.after, row.stones | bit, row.ends));
                const int before = offset < 0 ? distance - 1 : row.before;
                const int after = offset < 0 ? row.after : distance - 1;
                opponent = static_cast<std::int16_t>(
                    find(before, after, row.stones, row.ends | (offset < 0 ? 1 : 2)));
            } else if (distance == window && side == reach) {
                opponent = static_cast<std::int16_t>(
                    find(row.before, row.after, row.stones, row.ends | (offset < 0 ? 1 : 2)));
            }
        }
    }
}

int PointTable::find(int before, int after, int stones, int ends) const {
    if (before + after < reach) return dead;
    const int on_line = ((0b1111 << (reach - before)) & 0b1111) | ((1 << after) - 1) << 4;
    return ids_[((before * 5 + after) * 256 + (stones & on_line)) * 4 + ends];
}

int PointTable::initial(int before, int after) const {
    const int ends = (before <= reach ? 1 : 0) | (after <= reach ? 2 : 0);
    return find(std::min(before, reach), std::min(after, reach), 0, ends);
}

} // namespace tesuji::monomial
