// Small tactics of Go, used by the programmed players: chains in danger, ladders, eyes.
#pragma once

#include "bit_go.hpp"

#include <array>

namespace tesuji::evolution {

/// A chain with its liberties.
template <int Words>
struct Chain {
    PointSet<Words> stones;
    PointSet<Words> liberties;
    int size;
    int num_liberties;
    int point; ///< one of its stones
};

/// Calls visit(chain) for every chain of `colour` that has a stone among `where`.
template <int Words, class Visit>
void for_each_chain(const BitGo<Words>& board, PointSet<Words> where, int colour, Visit&& visit) {
    where &= board.stones(colour);
    while (where.any()) {
        const int point = where.lowest();
        const auto stones = board.chain(point, colour);
        where &= ~stones;
        const auto liberties = board.liberties(stones);
        visit(Chain<Words>{stones, liberties, stones.size(), liberties.size(), point});
    }
}

/// The number of moves to try in reading one ladder; after that it counts as failed. A ladder
/// across the largest board has fewer, but kos can make reading go round in circles.
constexpr int ladder_moves = 200;

template <int Words>
bool can_escape(const BitGo<Words>& board, int point, int& moves_left);

/// Whether the player to move can take the enemy chain at `point` by giving atari after atari.
template <int Words>
bool can_capture(const BitGo<Words>& board, int point, int& moves_left) {
    const int enemy = 1 - board.to_move();
    const auto liberties = board.liberties(board.chain(point, enemy));
    const int count = liberties.size();
    if (count == 1) return board.can_play(liberties.lowest());
    if (count > 2) return false;
    bool captured = false;
    liberties.for_each([&](int at) {
        if (captured || !board.can_play(at) || --moves_left < 0) return;
        BitGo<Words> after = board;
        after.play(at);
        captured = !can_escape(after, point, moves_left);
    });
    return captured;
}

/// Whether the player to move can save the own chain at `point`, which is in atari.
template <int Words>
bool can_escape(const BitGo<Words>& board, int point, int& moves_left) {
    const int own = board.to_move();
    const auto chain = board.chain(point, own);
    auto candidates = board.liberties(chain);
    if (candidates.size() > 1) return true;
    for_each_chain(board, board.shape().around(chain), 1 - own, [&](const Chain<Words>& enemy) {
        if (enemy.num_liberties == 1) candidates |= enemy.liberties;
    });
    bool escaped = false;
    candidates.for_each([&](int at) {
        if (escaped || !board.can_play(at)) return;
        if (--moves_left < 0) {
            escaped = true;
            return;
        }
        BitGo<Words> after = board;
        after.play(at);
        const int left = after.liberties(after.chain(point, own)).size();
        escaped = left > 2 || (left == 2 && !can_capture(after, point, moves_left));
    });
    return escaped;
}

template <int Words>
bool can_capture(const BitGo<Words>& board, int point) {
    int moves_left = ladder_moves;
    return can_capture(board, point, moves_left);
}

template <int Words>
bool can_escape(const BitGo<Words>& board, int point) {
    int moves_left = ladder_moves;
    return can_escape(board, point, moves_left);
}

/// Whether `point` is an eye of `colour` that should not be filled: all its neighbours are of that
/// colour, and the opponent holds too few of the diagonal points to make it false.
template <int Words>
bool is_eye(const BitGo<Words>& board, int point, int colour) {
    const auto& shape = board.shape();
    const auto here = PointSet<Words>::of(point);
    const auto near = shape.around(here);
    if ((near & ~board.stones(colour)).any()) return false;
    // Diagonals are the points at two steps that are neighbours of two of the neighbours.
    const int row = point / shape.columns;
    const int column = point % shape.columns;
    int enemies = 0;
    int outside = 0;
    for (const int dr : {-1, 1})
        for (const int dc : {-1, 1}) {
            const int r = row + dr;
            const int c = column + dc;
            if (r < 0 || c < 0 || r >= shape.rows || c >= shape.columns)
                ++outside;
            else if (board.stones(1 - colour).contains(r * shape.columns + c))
                ++enemies;
        }
    return enemies + (outside > 0 ? 1 : 0) < 2;
}

/// Points that each colour reaches first when both grow at the same speed: Black's, White's.
template <int Words>
std::array<PointSet<Words>, 2> nearer_points(const BitGo<Words>& board) {
    const auto& shape = board.shape();
    std::array<PointSet<Words>, 2> held = {board.stones(0), board.stones(1)};
    auto free = board.empty();
    while (free.any()) {
        const auto black = shape.around(held[0]) & free;
        const auto white = shape.around(held[1]) & free;
        if ((black | white).none()) break;
        free &= ~(black | white);
        held[0] |= black & ~white;
        held[1] |= white & ~black;
    }
    return held;
}

} // namespace tesuji::evolution
