// The lines of a Gomoku board as the searches see them: where a colour can complete a five, make
// a four, or a three.
#pragma once

#include "games/gomoku.hpp"

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
    bool is_empty(int point) const {
        const PointLines& at = map_->at(point);
        return !stones_[0].contains(at) && !stones_[1].contains(at);
    }
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

    /// Calls visit(point) for every empty point where a stone of `colour` leaves, in a line
    /// through it, a five to be completed by one more stone (a superset of all fours).
    template <class F>
    void for_each_four(int colour, F&& visit) const {
        for (int d = 0; d < num_line_directions; ++d)
            for (int line = 0; line < num_lines(d); ++line) {
                const std::uint32_t stones = own(colour, d, line);
                if (std::popcount(stones) < 3) continue;
                for (std::uint32_t left = fourths(stones, empty(d, line)); left; left &= left - 1)
                    visit(map_->point(d, line, std::countr_zero(left)));
            }
    }

    /// Four stones in a row but one, `extend`, which makes the four: both ends are empty.
    struct Three {
        Move extend = no_move;
        std::array<Move, 2> ends{no_move, no_move};
    };

    /// Calls visit(point, three) for every empty point where a stone of `colour` makes a three
    /// that threatens a straight four; once for each three.
    template <class F>
    void for_each_three(int colour, F&& visit) const {
        for_each_straight(colour, 2, visit);
    }
    /// The threes that stand on the board already.
    template <class F>
    void for_each_standing_three(int colour, F&& visit) const {
        for_each_straight(colour, 3, visit);
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

    /// Empty bits of windows of five that hold three stones and two empty points.
    static std::uint32_t fourths(std::uint32_t own, std::uint32_t empty) {
        std::uint32_t found = 0;
        for (int one = 0; one < 5; ++one)
            for (int two = one + 1; two < 5; ++two) {
                std::uint32_t windows = (empty >> one) & (empty >> two);
                for (int i = 0; i < 5; ++i)
                    if (i != one && i != two) windows &= own >> i;
                found |= (windows << one) | (windows << two);
            }
        return found;
    }

    /// Windows of six with empty ends and `stones` of the inner four points taken by `colour`.
    template <class F>
    void for_each_straight(int colour, int stones, F&& visit) const {
        for (int d = 0; d < num_line_directions; ++d)
            for (int line = 0; line < num_lines(d); ++line) {
                const std::uint32_t mine = own(colour, d, line);
                if (std::popcount(mine) < stones) continue;
                const std::uint32_t free = empty(d, line);
                const std::uint32_t open = mine | free;
                std::uint32_t starts =
                    free & (free >> 5) & (open >> 1) & (open >> 2) & (open >> 3) & (open >> 4);
                for (; starts; starts &= starts - 1) {
                    const int start = std::countr_zero(starts);
                    if (std::popcount((mine >> start) & 0b011110U) != stones) continue;
                    const auto at = [&](int i) { return map_->point(d, line, start + i); };
                    for (int i = 1; i <= 4; ++i) {
                        if ((mine >> (start + i)) & 1) continue;
                        if (stones == 3) {
                            visit(at(i), Three{at(i), {at(0), at(5)}});
                            continue;
                        }
                        for (int j = 1; j <= 4; ++j)
                            if (j != i && !((mine >> (start + j)) & 1))
                                visit(at(i), Three{at(j), {at(0), at(5)}});
                    }
                }
            }
    }

    std::array<StoneLines, 2> stones_;
    const LineMap* map_;
    GomokuRules rules_;
};

} // namespace tesuji
