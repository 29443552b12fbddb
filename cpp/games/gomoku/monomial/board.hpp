// A board seen through its monomials, kept up to date move by move.
//
// A stone changes only the monomials that cover its point (at most 20) or end beside it (at most
// 8), and those change only the worth of their own points: updates are local and incremental.
#pragma once

#include "games/bitset.hpp"
#include "games/gomoku/gomoku.hpp"
#include "tables.hpp"

#include <array>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace tesuji::monomial {

constexpr int max_monomials =
    2 * (max_gomoku_size * (max_gomoku_size - 4) + (max_gomoku_size - 4) * (max_gomoku_size - 4));
constexpr int max_covers = 20;
constexpr int max_ends = 8;
constexpr int off_board = -1;

struct Monomial {
    std::array<std::int16_t, window> points;
    std::array<std::int16_t, 2> ends; ///< the points before and after; off_board beyond the edge
    std::int8_t orientation;          ///< 0 row, 1 column, 2 diagonal (\), 3 antidiagonal (/)

    /// The point at a place of StraightFour: 0 before, 1..5 inside, 6 after.
    int at_place(int place) const {
        return place == 0   ? ends[0]
               : place == 6 ? ends[1]
                            : points[static_cast<unsigned>(place - 1)];
    }
};

/// All monomials of one board size; shared, immutable.
class MonomialMap {
  public:
    /// A monomial that a point belongs to: as its variable `place`, or as its end (0 or 1).
    struct Link {
        std::int16_t monomial;
        std::int8_t place;
    };

    static const MonomialMap& of(int size);

    int size() const { return size_; }
    int num_points() const { return size_ * size_; }
    int num_monomials() const { return static_cast<int>(monomials_.size()); }
    const Monomial& monomial(int m) const { return monomials_[static_cast<std::size_t>(m)]; }
    const std::vector<Link>& covers(int point) const { return covers_[point]; }
    const std::vector<Link>& ends(int point) const { return ends_[point]; }
    /// The point `offset` steps, at most 5 either way, along an orientation, or off_board.
    int neighbour(int point, int orientation, int offset) const {
        return neighbours_[point][orientation][offset + window];
    }
    /// The free distance to the edge against and along the orientation.
    std::array<int, 2> room(int point, int orientation) const;

  private:
    explicit MonomialMap(int size);
    int step(int point, int orientation, int offset) const;

    int size_;
    std::array<std::array<std::array<std::int16_t, 2 * window + 1>, 4>, max_gomoku_points>
        neighbours_{};
    std::vector<Monomial> monomials_;
    std::array<std::vector<Link>, max_gomoku_points> covers_;
    std::array<std::vector<Link>, max_gomoku_points> ends_;
};

/// Buckets of live monomials that matter for what is to be done now, by rank: 0 and 1 (four
/// stones), 2 and 3 (three), 4 (two stones that can still become a straight four).
constexpr int num_buckets = 5;
using MonomialSet = BitSet<(max_monomials + 63) / 64>;

/// The point table of version one has a row of PointTable for each colour, point and orientation.
using PointConfigs = std::array<std::array<std::array<std::int16_t, 4>, max_gomoku_points>, 2>;

/// Version 1 values points by scores 2^k and keeps the point table; version 2 values them by rank
/// and needs no such table.
template <int Version>
class MonomialBoard {
    static_assert(Version == 1 || Version == 2);

  public:
    static constexpr bool has_points = Version == 1;

    explicit MonomialBoard(const GomokuRules& rules);
    /// Precondition: the position is past the opening. Colours, not players: 0 is Black.
    explicit MonomialBoard(const GomokuPosition& position);

    /// A stone of `colour` on the free `point`; whether it completes a five that wins.
    bool play(int point, int colour);

    const GomokuRules& rules() const { return rules_; }
    const MonomialMap& map() const { return *map_; }
    int state(int colour, int monomial) const { return state_[colour][monomial]; }
    const StateRow& row(int colour, int monomial) const {
        return state_table()[state_[colour][monomial]];
    }
    /// v(p): the sum over the live monomials that cover the point.
    int value(int colour, int point) const { return value_[colour][point]; }
    /// What the point is worth to both sides together.
    int worth(int point) const { return value_[0][point] + value_[1][point]; }
    bool is_free(int point) const { return free_.contains(point); }
    const BitSet<8>& free() const { return free_; }
    int num_free() const { return num_free_; }
    /// Whether the rules let `colour` play on the free point (renju).
    bool is_legal(int point, int colour) const {
        return rules_.variant != GomokuRules::Variant::renju || colour != 0 ||
               forbidden_for_black(*lines_, stones_[0], stones_[1], point) == Forbidden::none;
    }

    const MonomialSet& bucket(int colour, int rank) const { return buckets_[colour][rank]; }
    int count(int colour, int rank) const { return counts_[colour][rank]; }
    /// Monomials with four stones: one of the players can win with the next move.
    bool has_four(int colour) const { return counts_[colour][0] + counts_[colour][1] > 0; }

    int config(int colour, int point, int orientation) const
        requires has_points
    {
        return configs_[colour][point][orientation];
    }

  private:
    struct Nothing {};

    void change(int colour, int monomial, int to);
    void change_configs(int point, int colour)
        requires has_points;

    std::array<std::array<std::uint8_t, max_monomials>, 2> state_;
    std::array<std::array<std::int16_t, max_gomoku_points>, 2> value_{};
    std::array<std::array<MonomialSet, num_buckets>, 2> buckets_{};
    std::array<std::array<std::int16_t, num_buckets>, 2> counts_{};
    std::array<StoneLines, 2> stones_{};
    BitSet<8> free_;
    std::int16_t num_free_;
    std::array<bool, 2> exact_; // by colour: an own stone beside the window spoils it
    GomokuRules rules_;
    const MonomialMap* map_;
    const LineMap* lines_;
    [[no_unique_address]] std::conditional_t<has_points, PointConfigs, Nothing> configs_{};
};

extern template class MonomialBoard<1>;
extern template class MonomialBoard<2>;

} // namespace tesuji::monomial
