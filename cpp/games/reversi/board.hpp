// Discs of Reversi as sets of bits: where a disc may be placed, and what it turns over.
//
// A line of the opponent's discs grows from own discs, one step at a time, all squares at once. A
// step is a shift; masks of columns keep it from running over the edge into the next row.
#pragma once

#include <array>
#include <cstdint>

namespace tesuji::reversi {

/// A bit for each square: row * size + column.
using Squares = std::uint64_t;

class Board {
  public:
    explicit Board(int size) : size_(size) {
        for (int row = 0; row < size; ++row)
            for (int column = 0; column < size; ++column) {
                const Squares square = bit(row * size + column);
                all_ |= square;
                if (column > 0) not_left_ |= square;
                if (column < size - 1) not_right_ |= square;
            }
    }

    static Squares bit(int square) { return Squares{1} << square; }
    Squares all() const { return all_; }

    /// Where a player with `own` discs may place one.
    Squares places(Squares own, Squares theirs) const {
        const Squares empty = all_ & ~(own | theirs);
        Squares found = 0;
        each_direction([&](auto step) {
            Squares line = step(own) & theirs;
            for (int i = 3; i < size_; ++i) line |= step(line) & theirs;
            found |= step(line) & empty;
        });
        return found;
    }

    /// The discs that a disc on `square` turns over; none where it may not be placed.
    Squares turned(Squares own, Squares theirs, int square) const {
        Squares found = 0;
        each_direction([&](auto step) {
            Squares line = 0;
            Squares at = step(bit(square));
            for (; at & theirs; at = step(at)) line |= at;
            if (at & own) found |= line;
        });
        return found;
    }

    /// The squares beside a set, in all eight directions.
    Squares around(Squares set) const {
        Squares found = 0;
        each_direction([&](auto step) { found |= step(set); });
        return found & ~set;
    }

  private:
    /// Calls f(step) for the eight directions; step moves a set of squares by one.
    template <class F>
    void each_direction(F&& f) const {
        const int n = size_;
        const Squares left = not_left_;
        const Squares right = not_right_;
        const Squares all = all_;
        f([=](Squares s) { return (s << 1) & left; });
        f([=](Squares s) { return (s >> 1) & right; });
        f([=](Squares s) { return (s << n) & all; });
        f([=](Squares s) { return s >> n; });
        f([=](Squares s) { return (s << (n + 1)) & left; });
        f([=](Squares s) { return (s << (n - 1)) & right; });
        f([=](Squares s) { return (s >> (n + 1)) & right; });
        f([=](Squares s) { return (s >> (n - 1)) & left; });
    }

    int size_;
    Squares all_ = 0;
    Squares not_left_ = 0;  ///< all squares but those of the first column
    Squares not_right_ = 0; ///< all squares but those of the last column
};

} // namespace tesuji::reversi
