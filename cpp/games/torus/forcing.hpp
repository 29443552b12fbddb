// Forcing moves of Torus. A stone is *in peril* when three of its neighbours are enemies and the
// fourth is empty: the enemy wins there with his next move.
#pragma once

#include "board.hpp"
#include "search/forcing.hpp"

namespace tesuji {

template <>
struct Forcing<TorusPosition> {
    static constexpr bool available = true;
    using State = TorusBoard;

    static void advance(const State& from, const TorusPosition& before, Move m,
                        const TorusPosition&, State& to) {
        to = from;
        to.play(m, index(before.to_move()));
    }

    static Move winning_move(const TorusPosition& p, const State& board) {
        const int victim = stone_in_peril(board, 1 - index(p.to_move()));
        return victim < 0 ? no_move : last_liberty(board, victim);
    }

    /// Moves that win or put an enemy stone into peril. If a stone of the attacker is in peril
    /// himself, only those that also save it: all others lose at once.
    static void attacks(const TorusPosition& p, const State& board, bool /*threes*/,
                        MoveList& moves) {
        const int mover = index(p.to_move());
        if (const Move win = winning_move(p, board); win != no_move) return moves.push(win);
        MoveList saving;
        const bool must_save = stone_in_peril(board, mover) >= 0;
        if (must_save) {
            defences(p, board, false, saving);
            for (const Move m : saving)
                if (threatens(board, m, mover)) moves.push(m);
            return;
        }
        for (int m = 0; m < board.points(); ++m)
            if (board[m] < 0 && threatens(board, m, mover) && p.is_legal(m)) moves.push(m);
    }

    /// With a stone in peril there are three ways not to lose at once (TorusZero, 6.1, and the
    /// counter-attack that it does not name): to win, to fill its last liberty, or to capture one
    /// of the three stones beside it. After any other move the three still stand and the liberty
    /// is still empty, and a winning move is always legal, whatever superko says.
    static Refutation defences(const TorusPosition& p, const State& board, bool /*threes*/,
                               MoveList& moves) {
        const int mover = index(p.to_move());
        const int victim = stone_in_peril(board, mover);
        if (victim < 0) return {};
        if (const Move win = winning_move(p, board); win != no_move) moves.push(win);
        const Move liberty = last_liberty(board, victim);
        if (p.is_legal(liberty)) push_new(moves, liberty);
        for (const int enemy : board.map().side[victim]) {
            if (enemy == liberty) continue;
            for (int d = 0; d < 4; d += 2) add_capture(p, board, enemy, d, mover, moves);
        }
        return {liberty, {no_move, no_move}};
    }

  private:
    /// A stone of `colour` in peril, or -1.
    static int stone_in_peril(const State& board, int colour) {
        for (int point = 0; point < board.points(); ++point)
            if (board[point] == colour && board.beside(point, 1 - colour) == 3 &&
                board.beside(point, -1) == 1)
                return point;
        return -1;
    }

    static Move last_liberty(const State& board, int victim) {
        for (const int point : board.map().side[victim])
            if (board[point] < 0) return point;
        return no_move;
    }

    static bool threatens(const State& board, Move m, int mover) {
        for (const int victim : board.map().side[m])
            if (board[victim] == 1 - mover && board.beside(victim, mover) == 2 &&
                board.beside(victim, -1) == 2)
                return true;
        if (board.captures(m, mover) == 0) return false;
        // A capture may open the last liberty of a stone that stood beside the captured one.
        State after = board;
        after.play(m, mover);
        return stone_in_peril(after, 1 - mover) >= 0;
    }

    /// The move of `mover` that captures the stone at `enemy` along one diagonal, if there is one:
    /// one end of its run must be his, the other empty.
    static void add_capture(const TorusPosition& p, const State& board, int enemy, int d, int mover,
                            MoveList& moves) {
        std::array<int, 2> ends;
        for (int side = 0; side < 2; ++side) {
            int point = enemy;
            do point = board.map().diagonal[point][d + side];
            while (point != enemy && board[point] == 1 - mover);
            ends[side] = point;
        }
        for (int side = 0; side < 2; ++side)
            if (board[ends[side]] == -1 && board[ends[1 - side]] == mover && p.is_legal(ends[side]))
                push_new(moves, ends[side]);
    }
};

} // namespace tesuji
