// The player Naive, who imitates a person who knows the rules and has played a few games.
#pragma once

#include "tactics.hpp"

#include <algorithm>

namespace tesuji::evolution {

/// Chooses among moves of equal worth with equal chances.
class BestMove {
  public:
    explicit BestMove(Rng& rng) : rng_(&rng) {}

    void offer(Move m, float worth) {
        if (worth < worth_ || (worth == worth_ && rng_->below(++ties_) != 0)) return;
        if (worth > worth_) ties_ = 1;
        worth_ = worth;
        move_ = m;
    }
    Move move() const { return move_; }
    float worth() const { return worth_; }

  private:
    Rng* rng_;
    Move move_ = no_move;
    float worth_ = 0; ///< only what is worth more than nothing counts
    int ties_ = 1;
};

/// How far a point is from the edge: 0 on the first line.
template <int Words>
int line_of(const GoShape<Words>& shape, int point) {
    const int row = point / shape.columns;
    const int column = point % shape.columns;
    return std::min({row, column, shape.rows - 1 - row, shape.columns - 1 - column});
}

/// In this order: takes or saves stones, the larger chain first; connects weak stones to a group
/// that has more liberties; attacks the weakest enemy stones; plays where it does no harm; or
/// passes. `allowed` are the points that may be played.
template <int Words>
Move naive_move(const BitGo<Words>& board, const PointSet<Words>& allowed, Rng& rng) {
    using Points = PointSet<Words>;
    const auto& shape = board.shape();
    const int own = board.to_move();

    // Stones in atari. A chain that would be in atari again after its only move is lost.
    BestMove urgent(rng);
    for_each_chain(board, board.theirs(), 1 - own, [&](const Chain<Words>& enemy) {
        if (enemy.num_liberties == 1 && allowed.contains(enemy.liberties.lowest()))
            urgent.offer(enemy.liberties.lowest(), static_cast<float>(enemy.size) + 0.5F);
    });
    Points weak;
    for_each_chain(board, board.own(), own, [&](const Chain<Words>& chain) {
        if (chain.num_liberties == 2) weak |= chain.stones;
        if (chain.num_liberties != 1) return;
        const int at = chain.liberties.lowest();
        if (!allowed.contains(at)) return;
        BitGo<Words> after = board;
        after.play(at);
        if (after.liberties(after.chain(at, own)).size() > 1)
            urgent.offer(at, static_cast<float>(chain.size));
    });
    if (urgent.move() != no_move) return urgent.move();

    // Evaluate what a move leads to, for the points next to stones.
    BestMove useful(rng);
    const auto touched = shape.around(board.own() | board.theirs()) & allowed;
    touched.for_each([&](int at) {
        if (is_eye(board, at, own)) return;
        BitGo<Words> after = board;
        after.play(at);
        const int liberties = after.liberties(after.chain(at, own)).size();
        if (liberties < 2) return;
        const auto near = shape.around(Points::of(at));
        if ((near & weak).any() && liberties > 2)
            useful.offer(at, 20.0F + static_cast<float>(liberties));
        for_each_chain(board, near, 1 - own, [&](const Chain<Words>& enemy) {
            useful.offer(at, 10.0F - static_cast<float>(enemy.num_liberties));
        });
    });
    if (useful.move() != no_move) return useful.move();

    // Of the moves that do no harm it draws two and prefers the one farther from the edge.
    Move quiet = board.pass();
    int drawn = 0;
    for (Points left = allowed; left.any() && drawn < 2;) {
        const int at = left.select(rng.below(left.size()));
        left &= ~Points::of(at);
        if (is_eye(board, at, own)) continue;
        BitGo<Words> after = board;
        after.play(at);
        if (after.liberties(after.chain(at, own)).size() < 2) continue;
        if (drawn++ == 0 || line_of(shape, at) > line_of(shape, quiet)) quiet = at;
    }
    return quiet;
}

} // namespace tesuji::evolution
