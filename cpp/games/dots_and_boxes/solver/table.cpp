#include "table.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <string>

namespace tesuji::dots {
namespace {

// A set of lines is split into its upper lines, which name a block of the table, and its lower
// lines, which name an entry of the block. Drawing an upper line leads to the same entry of a
// later block, so a whole block is handled at once, in vector instructions; only the lower lines
// are handled entry by entry.

constexpr int lower_lines = 10;
constexpr int block_size = 1 << lower_lines;
using Block = std::array<std::int8_t, block_size>;
using LineSet = std::uint32_t;

class TableMaker {
  public:
    explicit TableMaker(const DotsAndBoxesRules& rules)
        : lines_(rules.num_lines()), low_(std::min(lines_, lower_lines)) {
        for (int box = 0; box < rules.num_boxes(); ++box) {
            LineSet sides = 0;
            for (int line : rules.lines_of(box)) sides |= LineSet{1} << line;
            for (int line : rules.lines_of(box))
                closings_[line][num_closings_[line]++] = sides & ~(LineSet{1} << line);
        }
    }

    std::vector<std::int8_t> make() const {
        std::vector<std::int8_t> table(std::size_t{1} << lines_);
        const LineSet blocks = LineSet{1} << (lines_ - low_);
        for (LineSet block = blocks; block-- > 0;) fill_block(table.data(), block);
        return table;
    }

  private:
    void fill_block(std::int8_t* table, LineSet block) const {
        const int size = 1 << low_;
        const LineSet upper = block << low_;
        std::int8_t* here = table + upper;
        Block best;
        best.fill(-128);
        for (int line = low_; line < lines_; ++line)
            if (const LineSet bit = LineSet{1} << line; !(upper & bit))
                draw_upper(best, table + (upper | bit), line, upper);
        for (int entry = size - 1; entry >= 0; --entry) {
            const LineSet drawn = upper | static_cast<LineSet>(entry);
            int value = best[entry];
            for (LineSet open = ~static_cast<LineSet>(entry) & (size - 1); open; open &= open - 1) {
                const int line = std::countr_zero(open);
                const int next = here[entry | (1 << line)];
                const int closed = closed_by(line, drawn);
                value = std::max(value, closed ? closed + next : -next);
            }
            here[entry] = static_cast<std::int8_t>(value == -128 ? 0 : value); // all lines drawn
        }
    }

    /// Lets every entry of a block consider an upper line; `next` is the block that it leads to.
    void draw_upper(Block& best, const std::int8_t* next, int line, LineSet upper) const {
        const int size = 1 << low_;
        const LineSet low_mask = static_cast<LineSet>(size) - 1;
        Block closed{};
        bool may_close = false;
        for (int i = 0; i < num_closings_[line]; ++i) {
            const LineSet others = closings_[line][i];
            if ((others & ~low_mask) & ~upper) continue;
            may_close = true;
            const auto wanted = static_cast<std::uint16_t>(others & low_mask);
            for (int entry = 0; entry < size; ++entry)
                closed[entry] = static_cast<std::int8_t>(
                    closed[entry] + ((static_cast<std::uint16_t>(entry) & wanted) == wanted));
        }
        if (!may_close) {
            for (int entry = 0; entry < size; ++entry)
                best[entry] = std::max(best[entry], static_cast<std::int8_t>(-next[entry]));
            return;
        }
        for (int entry = 0; entry < size; ++entry) {
            const auto kept = static_cast<std::int8_t>(closed[entry] + next[entry]);
            const auto passed = static_cast<std::int8_t>(-next[entry]);
            best[entry] = std::max(best[entry], closed[entry] ? kept : passed);
        }
    }

    int closed_by(int line, LineSet drawn) const {
        int closed = 0;
        for (int i = 0; i < num_closings_[line]; ++i) closed += (closings_[line][i] & ~drawn) == 0;
        return closed;
    }

    int lines_;
    int low_; ///< how many of them are lower lines
    /// For each line and each box beside it: the lines that must be drawn for it to close the box.
    std::array<std::array<LineSet, 2>, max_table_lines> closings_{};
    std::array<int, max_table_lines> num_closings_{};
};

} // namespace

std::vector<std::int8_t> full_table(const DotsAndBoxesRules& rules) {
    if (rules.num_lines() > max_table_lines)
        throw BadSetup("a full table is made for boards of at most " +
                       std::to_string(max_table_lines) + " lines; " + std::to_string(rules.rows) +
                       "x" + std::to_string(rules.columns) + " has " +
                       std::to_string(rules.num_lines()));
    return TableMaker(rules).make();
}

} // namespace tesuji::dots
