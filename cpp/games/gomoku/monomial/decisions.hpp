// The decision tree over monomials: which moves are worth considering, and which are forced.
#pragma once

#include "board.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace tesuji::monomial {

/// Three stones that threaten a straight four: `fill` makes it, either of `ends` completes it.
struct Threat {
    Move fill = no_move;
    std::array<Move, 2> ends{no_move, no_move};
};

/// Questions about a board, answered from its buckets of monomials.
template <class Board>
class Decisions {
  public:
    explicit Decisions(const Board& board) : board_(board) {}

    /// Calls visit(point) for the points where `colour` completes a five: the free variable of
    /// every live monomial with four stones. A point may come several times. visit returns true
    /// to end the walk.
    template <class F>
    bool for_each_fifth(int colour, F&& visit) const {
        for (int rank = 0; rank <= 1; ++rank) {
            if (board_.count(colour, rank) == 0) continue;
            if (walk(colour, rank, [&](int m) {
                    const int hole =
                        std::countr_one(static_cast<unsigned>(board_.state(colour, m) >> 2));
                    return visit(board_.map().monomial(m).points[hole]);
                }))
                return true;
        }
        return false;
    }

    /// A point where `colour` wins at once, or no_move.
    Move fifth(int colour) const {
        Move found = no_move;
        for_each_fifth(colour, [&](int point) {
            found = point;
            return true;
        });
        return found;
    }

    /// Calls visit(point, orientation) for points where a stone of `colour` makes four of five.
    template <class F>
    void for_each_four(int colour, F&& visit) const {
        for (int rank = 2; rank <= 3; ++rank) visit_free(colour, rank, visit);
    }

    /// Calls visit(point, orientation) for points where a stone of `colour` makes three stones of
    /// a monomial that can still become a straight four.
    template <class F>
    void for_each_open_three(int colour, F&& visit) const {
        visit_free(colour, 4, [&](int point, int orientation, int monomial, int place) {
            const int after = board_.state(colour, monomial) | 4 << place;
            if (state_table()[after].rank == 2) visit(point, orientation);
        });
    }

    /// A straight four that `colour` can make with the next stone, if any. Precondition: `colour`
    /// has no four.
    std::optional<Threat> threat(int colour) const {
        std::optional<Threat> found;
        if (board_.count(colour, 2) == 0) return found;
        walk(colour, 2, [&](int m) {
            const Monomial& monomial = board_.map().monomial(m);
            const StateRow& row = board_.row(colour, m);
            for (int i = 0; i < row.num_straight; ++i) {
                const StraightFour& four = row.straight[i];
                const Threat threat{
                    monomial.at_place(four.fill),
                    {monomial.at_place(four.ends[0]), monomial.at_place(four.ends[1])}};
                if (is_real(threat, colour)) {
                    found = threat;
                    return true;
                }
            }
            return false;
        });
        return found;
    }

    /// The points where `colour` would make winning threats on two orientations at once (fours, or
    /// threes that threaten a straight four), or twice on one.
    BitSet<8> combos(int colour) const {
        BitSet<8> found;
        if constexpr (Board::has_points) {
            board_.free().for_each([&](int point) {
                if (is_combo(colour, point)) found.insert(point);
            });
        } else {
            std::array<std::uint8_t, max_gomoku_points> seen{};
            const auto mark = [&](int point, int orientation) {
                seen[point] |= static_cast<std::uint8_t>(1 << orientation);
                if ((seen[point] & (seen[point] - 1)) != 0) found.insert(point);
            };
            for_each_four(colour,
                          [&](int point, int orientation, int, int) { mark(point, orientation); });
            for_each_open_three(colour, mark);
        }
        return found;
    }

    /// The moves worth considering, the best first: all that a threat leaves, or the `width` most
    /// valuable points, combos first. Empty only where no move is legal.
    void candidates(int colour, int width, MoveList& moves) const;

    /// A move of a random game: what a threat demands, or the most valuable of some random points.
    /// no_move when no move is legal.
    Move rollout_move(int colour, Rng& rng) const;

  private:
    static constexpr int draws = 16; ///< random points among which a rollout takes the best

    template <class F>
    bool walk(int colour, int rank, F&& visit) const {
        const auto& set = board_.bucket(colour, rank);
        for (int w = 0; w * 64 < board_.map().num_monomials(); ++w)
            for (std::uint64_t left = set.word(w); left; left &= left - 1)
                if (visit(w * 64 + std::countr_zero(left))) return true;
        return false;
    }

    /// Calls visit(point, orientation, monomial, place) for the free variables of a bucket.
    template <class F>
    void visit_free(int colour, int rank, F&& visit) const {
        if (board_.count(colour, rank) == 0) return;
        walk(colour, rank, [&](int m) {
            const Monomial& monomial = board_.map().monomial(m);
            const int stones = board_.state(colour, m) >> 2;
            for (int place = 0; place < window; ++place)
                if (!((stones >> place) & 1))
                    visit(monomial.points[place], monomial.orientation, m, place);
            return false;
        });
    }

    bool is_combo(int colour, int point) const
        requires Board::has_points
    {
        int threats = 0;
        for (int orientation = 0; orientation < 4; ++orientation) {
            const Makes makes =
                PointTable::get().row(board_.config(colour, point, orientation)).makes;
            threats += makes >= Makes::double_four ? 2 : makes >= Makes::open_three ? 1 : 0;
        }
        return threats >= 2;
    }

    /// Whether both ends of the straight four are really there and really win.
    bool is_real(const Threat& threat, int colour) const {
        if (!board_.is_free(threat.ends[0]) || !board_.is_free(threat.ends[1])) return false;
        if (!board_.is_legal(threat.fill, colour)) return false;
        if (board_.rules().variant == GomokuRules::Variant::freestyle) return true;
        Board after = board_;
        after.play(threat.fill, colour);
        int wins = 0;
        for (const Move end : threat.ends) {
            bool completes = false;
            Decisions(after).for_each_fifth(colour, [&](int point) {
                completes = point == end;
                return completes;
            });
            wins += completes;
        }
        return wins == 2;
    }

    void push_legal(Move m, int colour, MoveList& moves) const;
    void push_most_valuable(int colour, int width, MoveList& moves) const;

    const Board& board_;
};

extern template class Decisions<MonomialBoard<1>>;
extern template class Decisions<MonomialBoard<2>>;

} // namespace tesuji::monomial
