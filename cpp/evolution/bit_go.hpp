// Go as sets of points: small, copied in a few instructions, made for millions of short games.
//
// It follows the rules of games/go.hpp with simple ko and area counting, and the tests compare them
// move by move. Chains are not kept but flooded when needed, which on small boards is cheaper than
// keeping them up to date.
#pragma once

#include "games/basics.hpp"
#include "games/go/go.hpp"
#include "games/go/placing.hpp"
#include "point_set.hpp"

#include <array>

namespace tesuji::evolution {

/// A board size and what its geometry needs.
template <int Words>
struct GoShape {
    using Points = PointSet<Words>;

    int rows;
    int columns;
    int num_points;
    Points full;
    Points not_left;  ///< points outside the first column
    Points not_right; ///< points outside the last column

    GoShape(int rows_, int columns_)
        : rows(rows_), columns(columns_), num_points(rows_ * columns_),
          full(Points::first_n(num_points)) {
        for (int point = 0; point < num_points; ++point) {
            if (point % columns != 0) not_left.insert(point);
            if (point % columns != columns - 1) not_right.insert(point);
        }
    }

    /// The points next to a set; some of them may belong to it.
    Points around(const Points& set) const {
        return ((set.up(1) & not_left) | (set.down(1) & not_right) | set.up(columns) |
                set.down(columns)) &
               full;
    }

    /// All points of `within` that are connected to `seed`, a part of it.
    Points flood(Points seed, const Points& within) const {
        for (;;) {
            const Points grown = seed | (around(seed) & within);
            if (grown == seed) return seed;
            seed = grown;
        }
    }
};

/// A position: the board, whose turn it is, the point of a ko. Black is player 0.
template <int Words>
class BitGo {
  public:
    using Shape = GoShape<Words>;
    using Points = PointSet<Words>;

    explicit BitGo(const Shape& shape) : shape_(&shape) {}

    /// Converts any position of Go: of the points that superko forbids, only the first is kept.
    BitGo(const Shape& shape, const GoPosition& position)
        : shape_(&shape), passes_(position.last_move() == shape.num_points ? 1 : 0),
          to_move_(index(position.to_move())) {
        for (int p = 0; p < shape.num_points; ++p)
            if (const int colour = position.stone_at(p); colour >= 0)
                stones_[static_cast<std::size_t>(colour)].insert(p);
        const auto banned = position.ko_banned();
        if (!banned.empty()) ko_point_ = banned.front();
    }

    const Shape& shape() const { return *shape_; }
    int to_move() const { return to_move_; }
    int pass() const { return shape_->num_points; }
    bool is_over() const { return passes_ == 2; }
    int passes() const { return passes_; }
    int ko_point() const { return ko_point_; }

    const Points& stones(int colour) const { return stones_[static_cast<std::size_t>(colour)]; }
    const Points& own() const { return stones(to_move_); }
    const Points& theirs() const { return stones(1 - to_move_); }
    Points empty() const { return shape_->full & ~(stones_[0] | stones_[1]); }

    /// The chain that a stone of `colour` at `point` belongs to.
    Points chain(int point, int colour) const {
        return shape_->flood(Points::of(point), stones(colour));
    }
    Points liberties(const Points& chain) const { return shape_->around(chain) & empty(); }

    /// Whether the player to move may play at an empty point.
    bool can_play(int point) const {
        const Points here = Points::of(point);
        const Points near = shape_->around(here);
        const Points free = empty();
        if ((near & free).any()) return true; // the point of a ko has no free neighbour
        if (point == ko_point_) return false;
        const Points beyond = free & ~here;
        const Points friends = near & own();
        if (friends.any() && (shape_->around(shape_->flood(friends, own())) & beyond).any())
            return true;
        for (Points enemies = near & theirs(); enemies.any();) {
            const Points taken = shape_->flood(Points::of(enemies.lowest()), theirs());
            if ((shape_->around(taken) & beyond).none()) return true;
            enemies &= ~taken;
        }
        return false;
    }

    /// All points where the player to move may play; passing is always allowed, too.
    Points legal_points() const {
        const Points free = empty();
        const Points breathing = free & shape_->around(free);
        Points legal = breathing;
        (free & ~breathing).for_each([&](int point) {
            if (can_play(point)) legal.insert(point);
        });
        return legal;
    }

    /// Uniform over the legal moves, passing included.
    Move random_move(Rng& rng) const {
        const Points free = empty();
        const int count = free.size();
        // Drawing again after an illegal point keeps the legal moves equally likely.
        for (;;) {
            const int k = rng.below(count + 1);
            if (k == count) return pass();
            const int point = free.select(k);
            if (can_play(point)) return point;
        }
    }

    /// Precondition: `m` is legal.
    void play(Move m) {
        const auto colour = static_cast<std::size_t>(to_move_);
        to_move_ = 1 - to_move_;
        ko_point_ = -1;
        if (m == shape_->num_points) {
            ++passes_;
            return;
        }
        passes_ = 0;
        const Points here = Points::of(m);
        Points& own = stones_[colour];
        Points& theirs = stones_[1 - colour];
        const Points near = shape_->around(here);
        const bool alone = (near & own).none();
        own |= here;
        const Points free = shape_->full & ~(own | theirs);
        const Points taken = go::stones_taken(
            *shape_, near & theirs, theirs,
            [](const Points& set) { return Points::of(set.lowest()); },
            [&](const Points& chain) { return (shape_->around(chain) & free).any(); });
        if (taken.none()) return;
        theirs &= ~taken;
        if (go::takes_ko(alone, taken.size(), taken, near & (free | taken)))
            ko_point_ = taken.lowest();
    }

    /// The same for a point where no stone is taken, which saves looking for them.
    void place(int point) {
        stones_[static_cast<std::size_t>(to_move_)].insert(point);
        to_move_ = 1 - to_move_;
        ko_point_ = -1;
        passes_ = 0;
    }

    /// The empty points that only one colour reaches: Black's, White's.
    std::array<Points, 2> territory() const {
        const Points free = empty();
        const Points black = shape_->flood(shape_->around(stones_[0]) & free, free);
        const Points white = shape_->flood(shape_->around(stones_[1]) & free, free);
        return {black & ~white, white & ~black};
    }

    /// Points on the board by which Black leads, every stone counted as alive; without komi.
    int area_lead() const {
        const auto land = territory();
        return stones_[0].size() + land[0].size() - stones_[1].size() - land[1].size();
    }

    bool operator==(const BitGo&) const = default;

  private:
    const Shape* shape_;
    std::array<Points, 2> stones_{};
    int ko_point_ = -1;
    int passes_ = 0; ///< in a row, up to now
    int to_move_ = 0;
};

} // namespace tesuji::evolution
