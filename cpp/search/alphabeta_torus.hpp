// What alpha-beta knows of Torus: stones in peril, in danger and threatened (seed 000, 6.1).
#pragma once

#include "alphabeta_knowledge.hpp"
#include "forcing/torus_forcing.hpp"

#include <algorithm>

namespace tesuji {

template <>
class GameKnowledge<TorusPosition> : public BasicKnowledge<TorusPosition, TorusBoard> {
  public:
    using BasicKnowledge::BasicKnowledge;
    using Moves = Forcing<TorusPosition>;

    void advance(const State& from, const TorusPosition& before, Move m, const TorusPosition& after,
                 State& to) const {
        Moves::advance(from, before, m, after, to);
    }
    Move winning_move(const TorusPosition& p, const State& board) const {
        return Moves::winning_move(p, board);
    }
    bool only_moves(const TorusPosition& p, const State& board, MoveList& moves) const {
        return Moves::defences(p, board, false, moves).exists();
    }

    /// Counts, for both sides, the stones that are in trouble and those that are there at all.
    int evaluate(const TorusPosition& p, const State& board) const {
        const int mover = index(p.to_move());
        std::array<int, 2> trouble{};
        for (int point = 0; point < board.points(); ++point) {
            const int colour = board[point];
            if (colour < 0) continue;
            const int empty = board.beside(point, -1);
            if (empty == 0) continue;
            trouble[colour] += weight[std::min(3, board.beside(point, 1 - colour))];
        }
        const int stones = 3 * (board.count(mover) - board.count(1 - mover));
        // The opponent's troubles count a little more: it is the mover who can use them.
        return stones + trouble[1 - mover] * 5 / 4 - trouble[mover];
    }

    /// Moves beside stones in trouble first, on either side; captures count by the stone.
    int order(const TorusPosition& p, const State& board, Move m) const {
        const int mover = index(p.to_move());
        int score = 0;
        for (const int near : board.map().side[m]) {
            if (board[near] < 0) continue;
            const int enemies = board.beside(near, 1 - board[near]);
            score += attention[std::min(3, enemies)];
        }
        return score + 40 * board.captures(m, mover);
    }

    double confidence_unit() const { return 60; }

  private:
    static constexpr std::array weight{0, 2, 8, 40}; // threatened, in danger, in peril
    static constexpr std::array attention{2, 10, 60, 1000};
};

} // namespace tesuji
