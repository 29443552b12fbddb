// The thesis's player as a whole: a winning search first (version two), then a Monte Carlo tree
// search whose moves and roll-outs are guided by monomials.
#pragma once

#include "decisions.hpp"
#include "search/report.hpp"
#include "winning_search.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace tesuji::monomial {

struct MonomialOptions {
    int version = 2;
    /// Plies after which a roll-out counts as a tie; 0 is 15 in version one, 30 in version two.
    int rollout_plies = 0;
    /// Moves that are looked at in a position where nothing is urgent.
    int width = 12;
    /// Weight of the share that a move has in exploring: mean + c * sqrt(visits of the position) /
    /// (temperature * (1 + visits of the move)).
    double c = 0.1;
    /// Roll-outs during which the temperature is low, so that everything is tried.
    int warm_up = 50;
    /// Most of the time, simulations or nodes that the winning search may take; 0 leaves it out.
    /// Version one has none.
    double winning_share = 0.3;
    std::uint64_t seed = 0;

    /// Throws BadSetup for values that make no sense.
    void check() const;
    int plies() const { return rollout_plies > 0 ? rollout_plies : version == 1 ? 15 : 30; }
    bool searches_wins() const { return version == 2 && winning_share > 0; }
};

/// How many random games, cut off after some plies, each side won.
struct RolloutCount {
    std::int64_t black = 0;
    std::int64_t white = 0;
    std::int64_t ties = 0;
    std::int64_t plies = 0; ///< in all games together
};

/// A search that keeps the winning trees it found, so that the rest of a won game is instant.
class MonomialSearch {
  public:
    explicit MonomialSearch(const MonomialOptions& options);

    /// Throws BadSetup when the game is over or still in its swap2 opening.
    SearchReport search(const GomokuPosition& position, SearchControl& control);
    /// Random games from a position, without a tree.
    RolloutCount rollouts(const GomokuPosition& position, std::int64_t games);

  private:
    template <class Board>
    SearchReport search_with(const GomokuPosition& position, SearchControl& control);
    template <class Board>
    RolloutCount rollouts_with(const GomokuPosition& position, std::int64_t games);
    std::optional<SearchReport> known_win(const GomokuPosition& position) const;

    MonomialOptions options_;
    Rng rng_;
    WinningMoves known_;
};

} // namespace tesuji::monomial
