// Shapes that every player of Go knows, and finding them on a board.
#pragma once

#include "bit_go.hpp"

#include <array>
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

/// Finds all patterns around a move at once.
class PatternBook {
  public:
    static const PatternBook& instance();

    /// The sum of what the patterns around an empty point are worth to the player to move; of
    /// several views of one pattern only one counts.
    template <int Words>
    float worth(const BitGo<Words>& board, int point) const {
        const auto& shape = board.shape();
        const int row = point / shape.columns;
        const int column = point % shape.columns;
        std::uint64_t key = 0;
        int bit = 0;
        for (int dr = -2; dr <= 2; ++dr)
            for (int dc = -2; dc <= 2; ++dc, bit += 2) {
                const int r = row + dr;
                const int c = column + dc;
                const int at = r * shape.columns + c;
                std::uint64_t sign = outside;
                if (r >= 0 && c >= 0 && r < shape.rows && c < shape.columns)
                    sign = board.own().contains(at)      ? own
                           : board.theirs().contains(at) ? theirs
                                                         : 0;
                key |= sign << bit;
            }
        return small_[small_key(key)] + large_worth(key);
    }

  private:
    static constexpr std::uint64_t own = 1, theirs = 2, outside = 3;

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

    /// The eight places next to the move, row by row, two bits each.
    static unsigned small_key(std::uint64_t key) {
        const auto places = [key](int from, int bits) {
            return key >> (2 * from) & ((1U << bits) - 1);
        };
        return static_cast<unsigned>(places(6, 6) | places(11, 2) << 6 | places(13, 2) << 8 |
                                     places(16, 6) << 10);
    }
    float large_worth(std::uint64_t key) const {
        float sum = 0;
        int last = -1;
        for (const Exact& view : large_)
            if ((key & view.mask) == view.signs && view.pattern != last) {
                sum += view.worth;
                last = view.pattern;
            }
        return sum;
    }

    std::vector<float> small_; ///< by small_key
    std::vector<Exact> large_; ///< views of one pattern follow each other
};

} // namespace tesuji::evolution
