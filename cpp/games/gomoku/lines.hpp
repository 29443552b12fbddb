// The lines of a Gomoku board as alpha-beta sees them: where a colour can complete a five.
#pragma once

#include "gomoku.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace tesuji {

/// The stones of a position as bit words, following the game move by move.
class GomokuLines {
  public:
    explicit GomokuLines(const GomokuPosition& p)
        : map_(&LineMap::of(p.rules().size)), rules_(p.rules()) {
        for (int point = 0; point < rules_.num_points(); ++point)
            if (const int stone = p.stone_at(point); stone >= 0) place(point, stone);
    }

    void place(int point, int colour) { stones_[colour].place(map_->at(point)); }

    const LineMap& map() const { return *map_; }
    const GomokuRules& rules() const { return rules_; }
    std::uint32_t own(int colour, int direction, int line) const {
        return stones_[colour].words[direction][line];
    }
    std::uint32_t empty(int direction, int line) const {
        return map_->on_board(direction, line) & ~own(0, direction, line) &
               ~own(1, direction, line);
    }
    int num_lines(int direction) const { return rules_.size + (direction >= 2 ? 1 : 0); }

    /// Whether a stone of `colour` at the empty point wins, by the variant's rule.
    bool wins_at(int point, int colour) const {
        const PointLines& at = map_->at(point);
        for (int d = 0; d < num_line_directions; ++d) {
            const std::uint32_t line = own(colour, d, at.line[d]) | 1U << at.bit(d);
            if (wins_in(line, own(1 - colour, d, at.line[d]), colour)) return true;
        }
        return false;
    }

    /// Calls visit(point) for every empty point where `colour` wins at once; a point on several
    /// lines comes several times. visit returns true to end the walk.
    template <class F>
    bool for_each_win(int colour, F&& visit) const {
        for (int d = 0; d < num_line_directions; ++d)
            for (int line = 0; line < num_lines(d); ++line) {
                const std::uint32_t stones = own(colour, d, line);
                if (std::popcount(stones) < 4) continue;
                for (std::uint32_t left = fifths(stones, empty(d, line)); left; left &= left - 1) {
                    const int point = map_->point(d, line, std::countr_zero(left));
                    if (wins_at(point, colour) && visit(point)) return true;
                }
            }
        return false;
    }

    /// A point where `colour` wins at once, or no_move.
    Move winning_point(int colour) const {
        Move found = no_move;
        for_each_win(colour, [&](int point) {
            found = point;
            return true;
        });
        return found;
    }

    /// In caro a five that an opponent's stone already bounds at one end is also stopped by a stone
    /// at the other end: appends the ends of the rows that `fifth` completes for `colour`.
    void add_enclosures(int fifth, int colour, MoveList& moves) const {
        const PointLines& at = map_->at(fifth);
        const auto add = [&](int direction, int bit) {
            const Move m = map_->point(direction, at.line[direction], bit);
            if (std::find(moves.begin(), moves.end(), m) == moves.end()) moves.push(m);
        };
        for (int d = 0; d < num_line_directions; ++d) {
            const std::uint32_t row = own(colour, d, at.line[d]) | 1U << at.bit(d);
            const std::uint32_t free = empty(d, at.line[d]);
            int low = at.bit(d);
            while (low > 0 && (row >> (low - 1)) & 1) --low;
            const int high = low + std::countr_one(row >> low); // just above the row
            if (high - low < 5) continue;
            if (low > 0 && (free >> (low - 1)) & 1) add(d, low - 1);
            if ((free >> high) & 1) add(d, high);
        }
    }

    bool wins_in(std::uint32_t line, std::uint32_t opponent, int colour) const {
        using Variant = GomokuRules::Variant;
        const std::uint32_t twos = line & (line >> 1);
        const std::uint32_t fives = twos & (twos >> 2) & (line >> 4);
        switch (rules_.variant) {
        case Variant::freestyle:
            return fives != 0;
        case Variant::renju:
            if (colour == 1) return fives != 0;
            [[fallthrough]];
        case Variant::standard:
            return (fives & ~(line << 1) & ~(line >> 5)) != 0;
        case Variant::caro:
            return (fives & ~((opponent << 1) & (opponent >> 5))) != 0;
        }
        return false;
    }

  private:
    /// Empty bits that complete five in a row.
    static std::uint32_t fifths(std::uint32_t own, std::uint32_t empty) {
        std::uint32_t found = 0;
        for (int hole = 0; hole < 5; ++hole) {
            std::uint32_t windows = empty >> hole;
            for (int i = 0; i < 5; ++i)
                if (i != hole) windows &= own >> i;
            found |= windows << hole;
        }
        return found;
    }

    std::array<StoneLines, 2> stones_;
    const LineMap* map_;
    GomokuRules rules_;
};

} // namespace tesuji
