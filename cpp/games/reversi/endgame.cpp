#include "endgame.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace tesuji::reversi {

namespace {

/// With fewer empty squares than this it takes longer to order moves than it saves.
constexpr int ordered_from = 6;

int lead(Squares own, Squares theirs) {
    return std::popcount(own) - std::popcount(theirs);
}

struct Child {
    Squares own; ///< of the opponent, who is to move
    Squares theirs;
    int replies;
};

Child child_of(const Board& board, Squares own, Squares theirs, int square) {
    const Squares turned = board.turned(own, theirs, square);
    return {theirs & ~turned, own | turned | Board::bit(square), 0};
}

} // namespace

int endgame_value(const Board& board, Squares own, Squares theirs, int alpha, int beta) {
    Squares places = board.places(own, theirs);
    if (places == 0) {
        if (board.places(theirs, own) == 0) return lead(own, theirs);
        return -endgame_value(board, theirs, own, -beta, -alpha);
    }
    const auto search = [&](const Child& child) {
        alpha = std::max(alpha, -endgame_value(board, child.own, child.theirs, -beta, -alpha));
        return alpha >= beta;
    };
    if (std::popcount(board.all() & ~(own | theirs)) < ordered_from) {
        for (; places; places &= places - 1)
            if (search(child_of(board, own, theirs, std::countr_zero(places)))) return beta;
        return alpha;
    }
    // What leaves the opponent few replies is searched first.
    std::array<Child, 64> children;
    std::size_t count = 0;
    for (; places; places &= places - 1) {
        Child& child = children[count++];
        child = child_of(board, own, theirs, std::countr_zero(places));
        child.replies = std::popcount(board.places(child.own, child.theirs));
    }
    const auto end = children.begin() + static_cast<std::ptrdiff_t>(count);
    std::sort(children.begin(), end,
              [](const Child& a, const Child& b) { return a.replies < b.replies; });
    for (auto child = children.begin(); child != end; ++child)
        if (search(*child)) return beta;
    return alpha;
}

} // namespace tesuji::reversi
