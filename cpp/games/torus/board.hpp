// A board of Torus for the searches: stones in a plain array, and tables of neighbours.
#pragma once

#include "torus.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <mutex>

namespace tesuji {

/// Neighbours of every point of one size.
struct TorusMap {
    std::array<std::array<std::int16_t, 4>, TorusPosition::max_points> side;
    /// Opposite directions are 0 and 1, 2 and 3.
    std::array<std::array<std::int16_t, 4>, TorusPosition::max_points> diagonal;
    int points;

    static const TorusMap& of(int size) {
        static std::array<std::unique_ptr<const TorusMap>, TorusRules::max_size + 1> maps;
        static std::array<std::once_flag, TorusRules::max_size + 1> once;
        std::call_once(once[size], [&] { maps[size].reset(new TorusMap(size)); });
        return *maps[size];
    }

  private:
    explicit TorusMap(int n) : points(n * n) {
        for (int row = 0; row < n; ++row)
            for (int column = 0; column < n; ++column) {
                const auto at = [&](int down, int right) {
                    return static_cast<std::int16_t>((row + down + n) % n * n +
                                                     (column + right + n) % n);
                };
                side[row * n + column] = {at(1, 0), at(-1, 0), at(0, 1), at(0, -1)};
                diagonal[row * n + column] = {at(1, 1), at(-1, -1), at(1, -1), at(-1, 1)};
            }
    }
};

/// The stones of a position: -1 empty, 0 Black, 1 White. Follows the game move by move, so that
/// the position need not be asked for its board.
class TorusBoard {
  public:
    explicit TorusBoard(const TorusPosition& p) : map_(&TorusMap::of(p.rules().size)) {
        const auto stones = p.board();
        std::copy(stones.begin(), stones.end(), at_.begin());
        count_ = {static_cast<int>(std::count(stones.begin(), stones.end(), 0)),
                  static_cast<int>(std::count(stones.begin(), stones.end(), 1))};
    }
    TorusBoard(const TorusBoard& o) { *this = o; }
    TorusBoard& operator=(const TorusBoard& o) {
        map_ = o.map_;
        count_ = o.count_;
        std::copy_n(o.at_.begin(), map_->points, at_.begin());
        return *this;
    }

    int operator[](int point) const { return at_[point]; }
    int count(int colour) const { return count_[colour]; }
    int points() const { return map_->points; }
    const TorusMap& map() const { return *map_; }

    void play(Move m, int mover) {
        for_each_capture(m, mover, [&](int point) { at_[point] = taken; });
        // Stones are only marked at first: on boards of even size two runs may share a stone.
        if (any_) {
            for (int point = 0; point < map_->points; ++point)
                if (at_[point] == taken) {
                    at_[point] = -1;
                    --count_[1 - mover];
                }
        }
        at_[m] = static_cast<std::int8_t>(mover);
        ++count_[mover];
    }

    /// How many of the four neighbours of `point` have `content`.
    int beside(int point, int content) const {
        int n = 0;
        for (const int q : map_->side[point]) n += at_[q] == content;
        return n;
    }

    /// Whether a stone of `mover` at the empty point `m` surrounds one of the opponent's. It
    /// cannot capture that stone at the same time: points side by side share no diagonal.
    bool wins(Move m, int mover) const {
        for (const int victim : map_->side[m])
            if (at_[victim] == 1 - mover && beside(victim, mover) == 3) return true;
        return false;
    }

    /// Calls visit(point) for every stone that `mover` would capture at the empty point `m`;
    /// on boards of even size the same stone may come twice. Returns whether there was any.
    template <class F>
    bool for_each_capture(Move m, int mover, F&& visit) {
        any_ = false;
        for (int d = 0; d < 4; ++d) walk_capture(m, mover, d, visit);
        return any_;
    }
    /// The number of stones that `mover` would capture at `m`, a stone reached twice counting so.
    int captures(Move m, int mover) const {
        int n = 0;
        for (int d = 0; d < 4; ++d) n += run_length(m, mover, d);
        return n;
    }

  private:
    static constexpr std::int8_t taken = 2;

    /// Captured stones in one direction. The point m is still empty, so a run that comes back
    /// to it round the torus ends on an empty point and is not flanked: exactly the rule.
    int run_length(Move m, int mover, int d) const {
        int length = 0;
        int point = map_->diagonal[m][d];
        for (; at_[point] == 1 - mover; point = map_->diagonal[point][d]) ++length;
        return at_[point] == mover ? length : 0;
    }
    /// As above, but a stone already marked as taken still belongs to the run.
    template <class F>
    void walk_capture(Move m, int mover, int d, F&& visit) {
        const auto enemy = [&](int point) {
            return at_[point] == 1 - mover || at_[point] == taken;
        };
        int length = 0;
        int point = map_->diagonal[m][d];
        for (; enemy(point); point = map_->diagonal[point][d]) ++length;
        if (at_[point] != mover || length == 0) return;
        any_ = true;
        point = map_->diagonal[m][d];
        for (; length > 0; --length, point = map_->diagonal[point][d]) visit(point);
    }

    const TorusMap* map_;
    std::array<int, 2> count_{};
    bool any_ = false;
    std::array<std::int8_t, TorusPosition::max_points> at_;
};

} // namespace tesuji
