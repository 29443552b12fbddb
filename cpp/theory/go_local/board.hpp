// Local positions of Go: a few points between stones that cannot be captured.
//
// A local position is a graph of at most 64 points. What lies around it is not played on: it is
// only recorded whether a point touches an immortal black or white stone. A chain that touches an
// immortal stone of its colour is immortal itself and leaves the position, so that positions shrink
// and fall apart into independent components while they are played.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace tesuji::go_local {

using Set = std::uint64_t; ///< a set of points

constexpr Set point_set(int point) {
    return Set{1} << point;
}
inline int lowest(Set set) {
    return std::countr_zero(set);
}
inline int size_of(Set set) {
    return std::popcount(set);
}

enum class Colour : std::uint8_t { black = 0, white = 1 };

constexpr Colour other(Colour c) {
    return c == Colour::black ? Colour::white : Colour::black;
}
constexpr int index(Colour c) {
    return static_cast<int>(c);
}

/// Which points are neighbours, and what they are worth.
struct Shape {
    static constexpr int max_points = 64;
    /// The largest allowed sum of the values of all points of a position.
    static constexpr int max_worth = 120;
    std::array<Set, max_points> neighbours{};
    /// Points that stand for several, and how many more than one each of them is worth.
    Set heavy = 0;
    std::array<std::uint8_t, max_points> extra{};

    /// The value of a set of points to its owner.
    int worth(Set set) const {
        int result = size_of(set);
        for (Set rest = set & heavy; rest; rest &= rest - 1)
            result += extra[static_cast<std::size_t>(lowest(rest))];
        return result;
    }

    Set around(Set set) const {
        Set result = 0;
        for (Set rest = set; rest; rest &= rest - 1) result |= neighbours[lowest(rest)];
        return result;
    }
    /// The points of `within` connected to `seeds` inside it.
    Set flood(Set seeds, Set within) const {
        Set result = seeds & within, front = result;
        while (front) {
            front = around(front) & within & ~result;
            result |= front;
        }
        return result;
    }
};

/// A connected part of a local position that nothing outside it influences.
struct Component {
    Set points = 0;
    std::array<Set, 2> stones{}; ///< black, white: those that can still be captured
    std::array<Set, 2> walls{};  ///< points that touch an immortal black, white stone

    Set empty() const { return points & ~stones[0] & ~stones[1]; }
    bool operator==(const Component&) const = default;
};

struct ComponentHash {
    std::size_t operator()(const Component& c) const {
        std::uint64_t h = 0;
        for (const Set part : {c.points, c.stones[0], c.stones[1], c.walls[0], c.walls[1]}) {
            h = (h ^ part) * 0x9e3779b97f4a7c15ULL;
            h ^= h >> 29;
        }
        return h;
    }
};

/// A position as a sum: decided points, counted for Black, and undecided components.
struct Split {
    int score = 0;
    std::vector<Component> parts;
};

/// Removes what is decided: immortal chains, and areas in which only one colour can live.
Split split(const Shape& shape, const Component& position);

/// The effect of a stone.
struct Placement {
    bool legal = false;
    bool ko = false; ///< took one stone, and could be retaken at once
    Set taken = 0;   ///< the stones that it captured
    Component after; ///< not yet split
};

Placement place(const Shape& shape, const Component& position, int point, Colour colour);

/// The count for Black if both pass now: stones, and empty areas that touch one colour only.
int count(const Shape& shape, const Component& position);

} // namespace tesuji::go_local
