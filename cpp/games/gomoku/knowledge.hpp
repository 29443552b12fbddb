// What alpha-beta knows of Gomoku: stones in windows of five points without an opponent's stone.
#pragma once

#include "history.hpp"
#include "lines.hpp"
#include "search/alphabeta_knowledge.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace tesuji {

/// The lines of the board, and what they are worth.
struct GomokuMemory {
    GomokuLines lines;
    int score = 0;                       ///< for Black
    std::array<int, 2> nearly_won{0, 0}; ///< windows with four stones and one empty point

    explicit GomokuMemory(const GomokuPosition& p) : lines(p) {
        for (int d = 0; d < num_line_directions; ++d)
            for (int line = 0; line < lines.num_lines(d); ++line) count(d, line, 1);
    }

    /// Adds (sign 1) or takes away (-1) what a line is worth.
    void count(int direction, int line, int sign) {
        const std::uint32_t on_board = lines.map().on_board(direction, line);
        const std::uint32_t black = lines.own(0, direction, line);
        const std::uint32_t white = lines.own(1, direction, line);
        if ((black | white) == 0) return;
        for (int start = 0; start + 5 <= lines.rules().size; ++start) {
            if (((on_board >> start) & 31U) != 31U) continue;
            const int blacks = std::popcount((black >> start) & 31U);
            const int whites = std::popcount((white >> start) & 31U);
            if (whites == 0) {
                score += sign * weight[blacks];
                nearly_won[0] += sign * (blacks == 4);
            } else if (blacks == 0) {
                score -= sign * weight[whites];
                nearly_won[1] += sign * (whites == 4);
            }
        }
    }

    static constexpr std::array weight{0, 1, 5, 20, 60, 0};
};

template <>
class GameKnowledge<GomokuPosition> : public BasicKnowledge<GomokuPosition, GomokuMemory> {
  public:
    using BasicKnowledge::BasicKnowledge;

    void advance(const State& from, const GomokuPosition& before, Move m, const GomokuPosition&,
                 State& to) const {
        to = from;
        if (m >= before.rules().num_points()) return;
        const PointLines& at = to.lines.map().at(m);
        for (int d = 0; d < num_line_directions; ++d) to.count(d, at.line[d], -1);
        to.lines.place(m, index(before.colour_to_place()));
        for (int d = 0; d < num_line_directions; ++d) to.count(d, at.line[d], 1);
    }

    // Whatever the variant, a five is completed in a window that held four.
    Move winning_move(const GomokuPosition& p, const State& s) const {
        const int own = index(p.colour_to_place());
        if (s.nearly_won[own] == 0 || p.phase() != GomokuPhase::play) return no_move;
        return s.lines.winning_point(own);
    }
    /// Against a four: fill the point where the five would be completed. If there is a second such
    /// point, filling the first does not help, which the search will see.
    bool only_moves(const GomokuPosition& p, const State& s, MoveList& moves) const {
        const int enemy = 1 - index(p.colour_to_place());
        if (s.nearly_won[enemy] == 0 || p.phase() != GomokuPhase::play) return false;
        const Move fifth = s.lines.winning_point(enemy);
        if (fifth == no_move) return false;
        if (p.is_legal(fifth)) moves.push(fifth);
        if (p.rules().variant == GomokuRules::Variant::caro)
            s.lines.add_enclosures(fifth, enemy, moves);
        return true;
    }

    int evaluate(const GomokuPosition& p, const State& s) const {
        if (p.phase() != GomokuPhase::play) return 0; // whose stones these are is not decided
        const int score = p.colour_to_place() == Player::first ? s.score : -s.score;
        return std::clamp(score + tempo, -scale::decided / 2, scale::decided / 2);
    }

    /// The value of the windows through the point for each side.
    int order(const GomokuPosition& p, const State& s, Move m) const {
        if (m >= p.rules().num_points()) return 0;
        const int own = index(p.colour_to_place());
        const PointLines& at = s.lines.map().at(m);
        int score = 0;
        for (int d = 0; d < num_line_directions; ++d) {
            const std::uint32_t on_board = s.lines.map().on_board(d, at.line[d]);
            const std::uint32_t mine = s.lines.own(own, d, at.line[d]);
            const std::uint32_t theirs = s.lines.own(1 - own, d, at.line[d]);
            const int bit = at.bit(d);
            if ((((mine | theirs) << 4 >> bit) & 0x1ffU) == 0) continue;
            for (int start = std::max(0, bit - 4); start <= bit; ++start) {
                if (((on_board >> start) & 31U) != 31U) continue;
                const int a = std::popcount((mine >> start) & 31U);
                const int b = std::popcount((theirs >> start) & 31U);
                if (b == 0)
                    score += attack[a];
                else if (a == 0)
                    score += block[b];
            }
        }
        return score;
    }

    int max_plies(const GomokuPosition& p) const { return p.num_empty() + 3; }
    double confidence_unit() const { return 150; }

  private:
    static constexpr int tempo = 8;
    static constexpr std::array attack{1, 4, 24, 600, 9000, 0};
    static constexpr std::array block{0, 3, 16, 400, 4000, 0};
};

} // namespace tesuji
