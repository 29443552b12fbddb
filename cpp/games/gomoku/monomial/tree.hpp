// The primary search: Monte Carlo tree search over the moves that the decision tree proposes.
#pragma once

#include "search.hpp"

namespace tesuji::monomial {

/// The tree of one search. Scores are +1 for a roll-out won by the player of a node's move, -1 for
/// one lost, 0 for a tie.
template <class Board>
class MonomialTree {
  public:
    MonomialTree(const GomokuPosition& position, const MonomialOptions& options, Rng& rng);

    /// Simulates until a limit is reached. `spent` counts against the budget already.
    void run(SearchControl& control, const SearchReport& spent);

    /// What is known now, added to `spent`.
    SearchReport report(const SearchReport& spent) const;

  private:
    struct Node {
        std::int32_t parent;
        std::int32_t first_child = 0;
        std::int16_t num_children = -1; ///< -1: not expanded
        std::int16_t move;
        std::int8_t colour; ///< who made the move
        bool wins = false;  ///< the move ends the game by five in a row
        std::int32_t visits = 0;
        std::int32_t score = 0; ///< for `colour`
    };

    void simulate();
    std::int32_t best_child(const Node& node) const;
    void expand(std::int32_t at, const Board& board);
    std::vector<Move> line_from(std::int32_t at) const;
    /// The child to play: the greatest mean among those with a fair number of visits.
    std::vector<std::int32_t> ranked(const Node& node) const;

    const GomokuPosition& position_;
    MonomialOptions options_;
    Rng& rng_;
    Board root_;
    std::vector<Node> nodes_;
    std::size_t max_nodes_ = 0;
    std::int64_t simulations_ = 0;
    int depth_ = 0;
};

/// Plays moves of the decision tree until somebody wins or `plies` are played: the winning colour,
/// or -1 for a tie. `plies` becomes the number of plies played.
template <class Board>
int roll_out(Board& board, int colour, int& plies, Rng& rng) {
    const int limit = plies;
    for (plies = 0; plies < limit; ++plies, colour = 1 - colour) {
        const Move m = Decisions<Board>(board).rollout_move(colour, rng);
        if (m == no_move) return -1;
        if (board.play(m, colour)) {
            ++plies;
            return colour;
        }
    }
    return -1;
}

extern template class MonomialTree<MonomialBoard<1>>;
extern template class MonomialTree<MonomialBoard<2>>;

} // namespace tesuji::monomial
