// What a search says about its root: ranking of moves, principal variations, policies, noise.
#pragma once

#include "games/contract.hpp"
#include "mcts_gumbel.hpp"
#include "mcts_tree.hpp"
#include "report.hpp"

#include <algorithm>
#include <vector>

namespace tesuji::mcts {

/// The order of the moves of a node, best first, by what is known of them.
///
/// Where only the result counts: certain wins, the shortest first; then by visits; then certain
/// losses, the longest first. Where the margin counts: the moves for which it is not certain that
/// another is as good or better, by visits; then the rest.
class Ranking {
  public:
    Ranking(const Tree& tree, const Node& node);

    bool before(const Node& a, const Node& b) const;
    /// Whether it is certain that another move is better.
    bool rules_out(const Node& child) const;
    /// Whether the choice is certain, `best` being the first in rank.
    bool decides(const Node& best) const;

  private:
    int class_of(const Node& child) const;

    const Tree& tree_;
    const Player mover_;
    const bool proven_;
    float best_certain_ = -std::numeric_limits<float>::infinity();
    bool all_lost_ = true;
};

/// The move to play in `node` as far as it is known: the first in rank, but a proven draw rather
/// than a move that seems to lose. Null when no move was tried.
const Node* best_move(const Tree& tree, const Node& node);

/// From `node` on, the best move of each node.
std::vector<const Node*> principal_variation(const Tree& tree, const Node& node);

/// Every move of the root, best first, with values for the player to move there. `priors` are
/// indexed by move and may be empty.
std::vector<MoveReport> move_reports(const Tree& tree, const Node& root,
                                     const std::vector<float>& priors);

/// What is proven of a node, for `p`.
Proof proof_for(const Node& node, Player p);
/// Mean value for `p`, or the certain result: 1, 0 or -1.
double value_for(const Node& node, Player p);

/// Shares of `visits` sharpened by 1 / temperature; temperature 0 gives everything to the first
/// of the largest.
std::vector<double> sharpened(const std::vector<double>& visits, double temperature);

/// A random point of the simplex: Dirichlet distribution with the same `alpha` for all.
std::vector<double> dirichlet(double alpha, int count, Rng& rng);

/// Mixes noise into the priors of an expanded root and puts its untried moves in order again.
void add_noise(const Tree& tree, Fan& fan, double alpha, double weight, Rng& rng);

/// The alpha of that noise that suits the number of moves at `start`.
template <GamePosition P>
double customary_alpha(const P& start) {
    MoveList moves;
    start.legal_moves(moves);
    return 10.0 / std::max(moves.size(), 1);
}

/// softmax over the logits of the legal moves, packed as prior << 16 | move, largest first. Throws
/// std::domain_error for NaN or infinity.
void sorted_priors(const MoveList& moves, const float* logits, std::vector<std::uint32_t>& sorted);

} // namespace tesuji::mcts
