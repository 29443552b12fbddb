// Positions whose outcome a quick exact search of their game settles, so that nobody has to judge
// them: the endgame of Dots and Boxes, forced wins of Torus and Gomoku.
//
// A tree search with an evaluator asks at every new leaf, so an answer must cost much less than an
// evaluation (50 to 300 microseconds). A settled leaf is certain, like the end of a game, and
// what follows from it is backed up as certain.
#pragma once

#include "games/contract.hpp"
#include "games/dots_and_boxes.hpp"
#include "games/gomoku.hpp"
#include "games/torus.hpp"

#include <memory>
#include <optional>

namespace tesuji {

/// What is certain of a position.
struct Settled {
    Outcome outcome;     ///< of best play
    int plies;           ///< until then, at most
    Move move = no_move; ///< one that brings it about, where the search knows one
};

/// Settles positions of one game exactly, or says nothing. May be asked by several threads.
template <GamePosition P>
class ExactJudge {
  public:
    virtual ~ExactJudge() = default;
    virtual std::optional<Settled> settle(const P& position) = 0;
};

/// A judge for games that begin like `start`, which settles what ends within about `plies` plies:
///
///   Dots and Boxes  positions with at most so many open lines, boards of at most 60 lines; with
///                   the exact margin
///   Torus           wins within so many turns, every move considered
///   Gomoku          wins by fours alone within so many plies
///
/// Null for games that have none, and for 0 plies.
template <GamePosition P>
std::shared_ptr<ExactJudge<P>> make_exact_judge(const P&, int) {
    return nullptr;
}
template <>
std::shared_ptr<ExactJudge<DotsAndBoxesPosition>>
make_exact_judge(const DotsAndBoxesPosition& start, int plies);
template <>
std::shared_ptr<ExactJudge<TorusPosition>> make_exact_judge(const TorusPosition& start, int plies);
template <>
std::shared_ptr<ExactJudge<GomokuPosition>> make_exact_judge(const GomokuPosition& start,
                                                             int plies);

} // namespace tesuji
