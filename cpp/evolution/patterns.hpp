// Shapes that every Go player knows, and how to find them on a board.
#pragma once

#include "bit_go.hpp"
#include "games/go/go.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace tesuji::evolution {

/// A shape around a move: nine or twenty-five signs, row by row, the move in the middle.
///
///     X  a stone of the player to move      x  such a stone, or empty
///     O  a stone of the opponent            o  such a stone, or empty
///     .  empty                              #  outside the board
///     ?  anything                           +  anything on the board
struct Pattern {
    std::string_view name;
    std::string_view shape; ///< 9 or 25 signs; '*' is the move
    float worth;            ///< of the move: negative for bad shape
};

/// All of them, as written down: their mirror images and rotations are not listed.
std::span<const Pattern> known_patterns();

/// A board as rows of signs, two bits each: 0 empty, 1 own, 2 the opponent's, 3 outside. Two signs
/// beyond every edge belong to it, so that each point has a window of 5 x 5 around it.
class BoardSigns {
  public:
    template <int Words>
    explicit BoardSigns(const BitGo<Words>& board) {
        const auto& shape = board.shape();
        rows_.fill(~std::uint64_t{0});
        const std::uint64_t row = ((std::uint64_t{1} << 2 * shape.columns) - 1) << 4;
        for (int r = 0; r < shape.rows; ++r) rows_[static_cast<std::size_t>(r + 2)] &= ~row;
        const auto put = [&](int point, std::uint64_t sign) {
            const int column = point % shape.columns;
            rows_[static_cast<std::size_t>(point / shape.columns + 2)] |= sign << 2 * (column + 2);
        };
        board.own().for_each([&](int point) { put(point, 1); });
        board.theirs().for_each([&](int point) { put(point, 2); });
    }

    /// The 25 signs around a point, row by row.
    std::uint64_t window(int row, int column) const {
        std::uint64_t key = 0;
        for (int r = 0; r < 5; ++r)
            key |= (rows_[static_cast<std::size_t>(row + r)] >> 2 * column & 1023) << 10 * r;
        return key;
    }

  private:
    std::array<std::uint64_t, GoRules::max_side + 4> rows_;
};

/// Finds all patterns around a move at once.
class PatternBook {
  public:
    static const PatternBook& instance();

    /// The sum of what the patterns around an empty point are worth to the player to move; of
    /// several views of one pattern only one counts.
    float worth(const BoardSigns& signs, int row, int column) const {
        const std::uint64_t key = signs.window(row, column);
        const unsigned near = small_key(key);
        return small_[near] + large_worth(key, fitting_[near]);
    }

  private:
    /// At each place of a window of 5 x 5 the set of signs that fit, as four bits.
    using Window = std::array<unsigned, 25>;

    /// A view as one comparison: the signs of the places under the mask.
    struct Exact {
        std::uint64_t mask;
        std::uint64_t signs;
        float worth;
        int pattern;
    };

    PatternBook();
    void add_small(const std::vector<Window>& views, float worth);
    void add_large(const Window& view, float worth, int pattern);
    void find_fitting();

    /// The eight places next to the move, row by row, two bits each.
    static unsigned small_key(std::uint64_t key) {
        const auto places = [key](int from, int bits) {
            return key >> (2 * from) & ((1U << bits) - 1);
        };
        return static_cast<unsigned>(places(6, 6) | places(11, 2) << 6 | places(13, 2) << 8 |
                                     places(16, 6) << 10);
    }
    /// `fitting` are the views, by their numbers, that the places next to the move agree with.
    float large_worth(std::uint64_t key, std::uint64_t fitting) const {
        float sum = 0;
        int last = -1;
        for (; fitting; fitting &= fitting - 1) {
            const Exact& view = large_[static_cast<std::size_t>(std::countr_zero(fitting))];
            if ((key & view.mask) == view.signs && view.pattern != last) {
                sum += view.worth;
                last = view.pattern;
            }
        }
        return sum;
    }

    std::vector<float> small_;           ///< by small_key
    std::vector<std::uint64_t> fitting_; ///< by small_key: see large_worth
    std::vector<Exact> large_;           ///< at most 64; views of one pattern follow each other
};

} // namespace tesuji::evolution
