// What alpha-beta knows of Reversi: corners, the squares beside them, and who has more moves.
#pragma once

#include "history.hpp"
#include "reversi.hpp"
#include "search/alphabeta_knowledge.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace tesuji {

template <>
class GameKnowledge<ReversiPosition> : public BasicKnowledge<ReversiPosition, NoMemory> {
  public:
    static constexpr bool has_score = true;

    explicit GameKnowledge(const ReversiPosition& root)
        : BasicKnowledge(root), board_(root.rules().size) {
        const int last = root.rules().size - 1;
        for (const int row : {0, last})
            for (const int column : {0, last}) {
                const auto square = [&](int down, int right) {
                    const int r = row == 0 ? down : last - down;
                    const int c = column == 0 ? right : last - right;
                    return Board::bit(r * (last + 1) + c);
                };
                corners_[num_corners_++] = {square(0, 0), square(1, 1),
                                            square(0, 1) | square(1, 0)};
            }
    }

    /// An estimate of the final margin: discs themselves count for little before the end.
    int evaluate(const ReversiPosition& p, const State&) const {
        const Squares own = p.discs(p.to_move());
        const Squares theirs = p.discs(other(p.to_move()));
        const int moves = count(p.places()) - count(board_.places(theirs, own));
        const Squares empty = board_.all() & ~(own | theirs);
        // Empty squares beside the opponent's discs are moves to come.
        const int room = count(board_.around(theirs) & empty) - count(board_.around(own) & empty);
        int corners = 0;
        int risks = 0;
        for (const Corner& corner : corners_) {
            corners += held(corner.square, own, theirs);
            if (!(corner.square & empty)) continue;
            risks += 2 * held(corner.diagonal, own, theirs) + held(corner.beside, own, theirs);
        }
        const int value = move_weight * moves + room_weight * room + corner_weight * corners -
                          risk_weight * risks;
        const int most = scale::units_per_point * p.rules().num_squares();
        return std::clamp(value, -most, most);
    }

    /// Corners first, the squares beside empty corners last; else what leaves the opponent fewer
    /// moves.
    int order(const ReversiPosition& p, const State&, Move m) const {
        if (m == p.rules().pass()) return 0;
        const Squares own = p.discs(p.to_move());
        const Squares theirs = p.discs(other(p.to_move()));
        const Squares turned = board_.turned(own, theirs, m);
        const Squares square = Board::bit(m);
        int score = -10 * count(board_.places(theirs & ~turned, own | turned | square));
        for (const Corner& corner : corners_) {
            if (square & corner.square) score += 400;
            if ((own | theirs) & corner.square) continue;
            if (square & corner.diagonal) score -= 120;
            if (square & corner.beside) score -= 60;
        }
        return score;
    }

    ValueBounds bounds(const ReversiPosition& p) const {
        const int most = scale::units_per_point * p.rules().num_squares();
        return {-most, most};
    }
    /// Nobody passes twice in a row, and the last move places a disc.
    int max_plies(const ReversiPosition& p) const { return 2 * p.num_empty(); }
    double confidence_unit() const { return 10 * scale::units_per_point; }

  private:
    using Board = reversi::Board;
    using Squares = reversi::Squares;

    struct Corner {
        Squares square;
        Squares diagonal; ///< the square towards the middle
        Squares beside;   ///< the two on the edges
    };

    static int count(Squares set) { return std::popcount(set); }
    static int held(Squares set, Squares own, Squares theirs) {
        return count(set & own) - count(set & theirs);
    }

    // In sixteenths of a disc.
    static constexpr int move_weight = 14;
    static constexpr int room_weight = 5;
    static constexpr int corner_weight = 130;
    static constexpr int risk_weight = 24;

    Board board_;
    std::array<Corner, 4> corners_;
    std::size_t num_corners_ = 0;
};

} // namespace tesuji
