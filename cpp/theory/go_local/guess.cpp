#include "guess.hpp"

namespace tesuji::go_local {

namespace {

using BothColours = std::array<Set, 2>;

/// The number of points in which a group is assumed to live.
constexpr int living_room = 5;
/// The size from which a group with one eye is assumed to have a second one.
constexpr int large_group = 6;

/// The chains of two or more liberties: those in atari count as captured.
BothColours out_of_atari(const Shape& shape, const Component& position) {
    const Set empty = position.empty();
    BothColours result{};
    for (int c = 0; c < 2; ++c) {
        for (Set left = position.stones[c]; left;) {
            const Set chain = shape.flood(left & -left, position.stones[c]);
            left &= ~chain;
            if (size_of(shape.around(chain) & empty) >= 2) result[c] |= chain;
        }
    }
    return result;
}

/// The points nearer to the seeds of one colour than to those of the other. A colour passes through
/// its own stones at no cost, and not through the other's.
BothColours nearer(const Shape& shape, Set points, const BothColours& stones,
                   const BothColours& seeds) {
    const auto with_chains = [&](int c, Set reached) {
        if (!reached || !stones[c]) return reached;
        return reached | shape.flood((reached | shape.around(reached)) & stones[c], stones[c]);
    };
    BothColours front{with_chains(0, seeds[0]), with_chains(1, seeds[1])};
    BothColours reached = front;
    Set neutral = 0;
    while (true) {
        const Set contested = front[0] & front[1];
        neutral |= contested;
        const Set free = points & ~reached[0] & ~reached[1];
        for (int c = 0; c < 2; ++c) {
            front[c] = shape.around(front[c] & ~contested) & free & ~stones[1 - c];
            front[c] = with_chains(c, front[c]) & free;
        }
        if (!(front[0] | front[1])) break;
        for (int c = 0; c < 2; ++c) reached[c] |= front[c];
    }
    return {reached[0] & ~neutral, reached[1] & ~neutral};
}

/// Whether a group that is cut off can live; `area` is the points nearest to it, itself included.
bool has_room(const Shape& shape, Set area, Set stones, Set room) {
    if (size_of(room) >= living_room) return true;
    int eyes = size_of(stones) >= large_group ? 1 : 0;
    for (Set left = room; left;) {
        const Set eye = shape.flood(left & -left, room);
        left &= ~eye;
        if (!(shape.around(eye) & ~area)) ++eyes;
    }
    return eyes >= 2;
}

} // namespace

double guess(const Shape& shape, const Component& position) {
    const Set empty = position.empty();
    BothColours alive = out_of_atari(shape, position);
    BothColours seeds{position.walls[0] & empty, position.walls[1] & empty};
    BothColours owned = nearer(shape, position.points, alive, seeds);
    const BothColours cut_off{alive[0] & ~owned[0], alive[1] & ~owned[1]};
    if (cut_off[0] | cut_off[1]) {
        for (int c = 0; c < 2; ++c) seeds[c] |= cut_off[c];
        owned = nearer(shape, position.points, alive, seeds);
        bool any_dead = false;
        for (int c = 0; c < 2; ++c) {
            for (Set left = cut_off[c]; left;) {
                const Set area = shape.flood(left & -left, owned[c] | left);
                left &= ~area;
                const Set room = area & empty & ~position.walls[1 - c];
                if (has_room(shape, area, area & alive[c], room)) continue;
                alive[c] &= ~(area & cut_off[c]);
                seeds[c] &= ~(area & cut_off[c]);
                any_dead = true;
            }
        }
        if (any_dead) owned = nearer(shape, position.points, alive, seeds);
    }
    return shape.worth(owned[0]) - shape.worth(owned[1]);
}

} // namespace tesuji::go_local
