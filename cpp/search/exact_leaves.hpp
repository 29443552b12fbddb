// Positions whose outcome a quick exact search of their game can determine, so that no evaluation
// is needed: endgames of Dots and Boxes, forced wins in Torus and Gomoku.
//
// A tree search with an evaluator asks at every new leaf, so an answer must cost much less than an
// evaluation (50 to 300 microseconds). A settled leaf is certain, like the end of a game, and
// what follows from it is backed up as certain.
#pragma once

#include "games/contract.hpp"

#include <memory>
#include <optional>

namespace tesuji {

/// What is certain of a position.
struct Settled {
    Outcome outcome;     ///< of best play
    int plies;           ///< at most, until the end
    Move move = no_move; ///< one that brings it about, where the search knows one
};

/// Solves positions of one game exactly, or gives no answer. May be used by several threads.
template <GamePosition P>
class ExactJudge {
  public:
    virtual ~ExactJudge() = default;
    virtual std::optional<Settled> settle(const P& position) = 0;
};

/// A judge for games that begin like `start`, which settles what ends within about `plies` plies. A
/// game that has one specialises this in its folder. Null for games that have none, and for 0
/// plies.
template <GamePosition P>
std::shared_ptr<ExactJudge<P>> make_exact_judge(const P&, int) {
    return nullptr;
}
} // namespace tesuji
