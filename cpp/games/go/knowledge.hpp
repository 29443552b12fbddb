// What alpha-beta knows of Go: an estimate of the area, with an eye to chains short of liberties.
#pragma once

#include "games/bitset.hpp"
#include "go.hpp"
#include "history.hpp"
#include "search/alphabeta_knowledge.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace tesuji {

template <>
class GameKnowledge<GoPosition> : public BasicKnowledge<GoPosition, NoMemory> {
  public:
    static constexpr bool has_score = true;

    explicit GameKnowledge(const GoPosition& root)
        : BasicKnowledge(root), points_(root.rules().num_points()) {
        const int columns = root.rules().columns;
        for (int point = 0; point < points_; ++point) {
            auto& list = near_[point];
            if (point >= columns) list.push(point - columns);
            if (point % columns > 0) list.push(point - 1);
            if (point % columns < columns - 1) list.push(point + 1);
            if (point + columns < points_) list.push(point + columns);
        }
    }

    /// Stones and the empty regions that touch one colour only count in full. A region that
    /// touches both goes, point by point, to the colour with more stones beside the point, by
    /// half. A chain in atari counts for the opponent if he is to move, and half if not.
    int evaluate(const GoPosition& p, const State&) const {
        std::array<std::int8_t, GoRules::max_points> stones;
        for (int point = 0; point < points_; ++point)
            stones[point] = static_cast<std::int8_t>(p.stone_at(point));
        const int mover = index(p.to_move());
        int black = 0; // in units of a quarter point
        BitSet<6> seen;
        std::array<std::int16_t, GoRules::max_points> group;
        for (int start = 0; start < points_; ++start) {
            if (seen.contains(start)) continue;
            const int colour = stones[start];
            int size = 0;
            unsigned meets = 0;
            int liberties = 0;
            BitSet<6> counted;
            seen.insert(start);
            group[size++] = static_cast<std::int16_t>(start);
            for (int i = 0; i < size; ++i)
                for (const int next : near_[group[i]]) {
                    if (stones[next] == colour) {
                        if (seen.contains(next)) continue;
                        seen.insert(next);
                        group[size++] = static_cast<std::int16_t>(next);
                    } else if (stones[next] >= 0) {
                        meets |= 1U << stones[next];
                    } else if (!counted.contains(next)) {
                        counted.insert(next);
                        ++liberties;
                    }
                }
            if (colour >= 0) {
                const int sign = colour == 0 ? 1 : -1;
                const int worth = liberties > 1 ? 4 : colour == mover ? 1 : -3;
                black += sign * (worth * size + std::min(liberties, 4));
            } else if (meets == 1 || meets == 2) {
                black += (meets == 1 ? 4 : -4) * size;
            } else if (meets == 3) {
                for (int i = 0; i < size; ++i)
                    for (const int next : near_[group[i]])
                        if (stones[next] >= 0) black += stones[next] == 0 ? 1 : -1;
            }
        }
        double points = black / 4.0 - p.rules().komi;
        if (p.rules().scoring == GoRules::Scoring::territory)
            points += p.prisoners()[0] - p.prisoners()[1];
        const int value = static_cast<int>(std::lround(points * scale::units_per_point));
        return p.to_move() == Player::first ? value : -value;
    }

    /// Points beside stones first, and a pass last.
    int order(const GoPosition& p, const State&, Move m) const {
        if (m == p.rules().pass()) return -10;
        int score = 0;
        for (const int next : near_[m]) score += p.stone_at(next) >= 0 ? 3 : 1;
        return score;
    }

    ValueBounds bounds(const GoPosition& p) const {
        if (p.rules().scoring != GoRules::Scoring::area)
            return {-scale::infinite, scale::infinite}; // prisoners may grow without end
        const double komi = p.to_move() == Player::first ? -p.rules().komi : p.rules().komi;
        return {static_cast<int>(std::lround((komi - points_) * scale::units_per_point)),
                static_cast<int>(std::lround((komi + points_) * scale::units_per_point))};
    }
    double confidence_unit() const { return 3 * scale::units_per_point; }

  private:
    struct Neighbours {
        std::array<std::int16_t, 4> points;
        int size = 0;
        void push(int point) { points[size++] = static_cast<std::int16_t>(point); }
        const std::int16_t* begin() const { return points.data(); }
        const std::int16_t* end() const { return points.data() + size; }
    };

    int points_;
    std::array<Neighbours, GoRules::max_points> near_;
};

} // namespace tesuji
