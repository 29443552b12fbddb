#include "pass_alive.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace tesuji {

namespace {

constexpr int nothing = -1;

/// The stones of one colour, the regions between them, and which of them live.
class Life {
  public:
    Life(const GoPosition& position, int colour, bool suicide)
        : position_(position), colour_(colour), suicide_(suicide),
          num_points_(position.rules().num_points()),
          chain_of_(static_cast<std::size_t>(num_points_), nothing),
          region_of_(static_cast<std::size_t>(num_points_), nothing) {
        find_chains();
        find_regions();
        kill_until_nothing_changes();
    }

    /// Writes what this colour owns into `owner`, over what the other colour has claimed.
    void claim(std::vector<std::int8_t>& owner) const {
        const auto mine = static_cast<std::int8_t>(colour_);
        for (const Chain& chain : chains_)
            if (chain.is_alive)
                for (const int point : chain.points) owner[at(point)] = mine;
        if (chains_.empty()) return;
        for (const Region& region : regions_) {
            const bool sure =
                !region.touches_dead_chain && (region.num_inside <= 1 || !region.has_enemy);
            if (!sure && region.has_enemy) continue;
            for (const int point : region.points)
                if (sure || owner[at(point)] == nothing) owner[at(point)] = mine;
        }
    }

  private:
    struct Chain {
        std::vector<int> points;
        int num_vital = 0; ///< regions all of whose points it touches
        bool is_alive = true;
    };
    /// Connected points that are empty or the opponent's.
    struct Region {
        std::vector<int> points;
        std::vector<int> vital_for; ///< chains
        int num_inside = 0;         ///< points that touch no stone of the colour
        bool has_enemy = false;
        bool touches_dead_chain = false;
    };

    static std::size_t at(int i) { return static_cast<std::size_t>(i); }

    void find_chains() {
        for (int point = 0; point < num_points_; ++point) {
            if (position_.stone_at(point) != colour_ || chain_of_[at(point)] != nothing) continue;
            Chain& chain = chains_.emplace_back();
            chain.points = position_.chain(point);
            for (const int stone : chain.points)
                chain_of_[at(stone)] = static_cast<int>(chains_.size()) - 1;
        }
    }

    void find_regions() {
        for (int start = 0; start < num_points_; ++start) {
            if (position_.stone_at(start) != nothing || region_of_[at(start)] != nothing) continue;
            const auto number = static_cast<int>(regions_.size());
            Region& region = regions_.emplace_back();
            region.vital_for = chains_beside(start);
            region.points.push_back(start);
            region_of_[at(start)] = number;
            for (std::size_t i = 0; i < region.points.size(); ++i) {
                const int point = region.points[i];
                look_at(point, region);
                for (const int near : position_.neighbours(point)) {
                    if (near == num_points_ || position_.stone_at(near) == colour_) continue;
                    if (region_of_[at(near)] != nothing) continue;
                    region_of_[at(near)] = number;
                    region.points.push_back(near);
                }
            }
            for (const int chain : region.vital_for) ++chains_[at(chain)].num_vital;
        }
    }

    void look_at(int point, Region& region) const {
        const std::vector<int> beside = chains_beside(point);
        const bool is_enemy = position_.stone_at(point) != nothing;
        region.has_enemy |= is_enemy;
        region.num_inside += beside.empty();
        // Where suicide is illegal an enemy stone in the region cannot fill its own liberties.
        if (is_enemy && !suicide_) return;
        std::erase_if(region.vital_for,
                      [&](int chain) { return std::ranges::find(beside, chain) == beside.end(); });
    }

    std::vector<int> chains_beside(int point) const {
        std::vector<int> found;
        for (const int near : position_.neighbours(point)) {
            if (near == num_points_ || position_.stone_at(near) != colour_) continue;
            const int chain = chain_of_[at(near)];
            if (std::ranges::find(found, chain) == found.end()) found.push_back(chain);
        }
        return found;
    }

    /// A chain lives by two vital regions, all of whose walls live.
    void kill_until_nothing_changes() {
        for (bool changed = true; changed;) {
            changed = false;
            for (Chain& chain : chains_) {
                if (!chain.is_alive || chain.num_vital >= 2) continue;
                chain.is_alive = false;
                changed = true;
                spoil_regions_beside(chain);
            }
        }
    }

    void spoil_regions_beside(const Chain& chain) {
        for (const int stone : chain.points) {
            for (const int near : position_.neighbours(stone)) {
                if (near == num_points_ || region_of_[at(near)] == nothing) continue;
                Region& region = regions_[at(region_of_[at(near)])];
                if (region.touches_dead_chain) continue;
                region.touches_dead_chain = true;
                for (const int other : region.vital_for) --chains_[at(other)].num_vital;
            }
        }
    }

    const GoPosition& position_;
    int colour_;
    bool suicide_;
    int num_points_;
    std::vector<int> chain_of_;
    std::vector<int> region_of_;
    std::vector<Chain> chains_;
    std::vector<Region> regions_;
};

} // namespace

std::vector<std::int8_t> pass_alive_area(const GoPosition& position, bool suicide) {
    std::vector<std::int8_t> owner(static_cast<std::size_t>(position.rules().num_points()), -1);
    for (const int colour : {0, 1}) Life(position, colour, suicide).claim(owner);
    const std::vector<std::int8_t> stones = position.board();
    for (std::size_t point = 0; point < owner.size(); ++point)
        if (owner[point] < 0) owner[point] = stones[point];
    return owner;
}

} // namespace tesuji
