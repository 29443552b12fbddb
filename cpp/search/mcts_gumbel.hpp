// Gumbel root selection: which moves of the root get the next visits, and the improved policy.
//
// Danihelka, Guez, Schrittwieser, Silver: Policy improvement by planning with Gumbel (ICLR 2022).
// Sampling moves without replacement by logit + Gumbel noise, and halving their number as visits
// accumulate, improves the policy even with very few simulations.
#pragma once

#include "games/basics.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace tesuji::mcts {

class GumbelRoot {
  public:
    /// What the search knows of a move of the root.
    struct MoveState {
        Move move;
        std::int64_t visits; ///< 0: `value` means nothing
        double value;        ///< for the player to move
    };

    /// Draws the noise and plans the visits. `moves` and `priors` belong together; the network's
    /// `value` of the root is for the player to move.
    GumbelRoot(std::span<const Move> moves, std::span<const float> priors, float value,
               int considered, std::int64_t simulations, double visit_weight, double scale,
               Rng& rng);

    /// The index, in the constructor's order, of the move to visit next, and counts that visit as
    /// begun. `states` are in the same order.
    int next(std::span<const MoveState> states);
    /// Takes back a visit that next() counted.
    void undo(int index);

    /// The move to play: the best of those visited most since the search began.
    int best(std::span<const MoveState> states) const;

    /// softmax(logits + sigma(completed values)), the target to train a policy with.
    std::vector<float> improved_policy(std::span<const MoveState> states) const;

  private:
    /// sigma(completed value) of each move.
    std::vector<double> weighted_values(std::span<const MoveState> states) const;

    std::vector<double> logits_;
    std::vector<double> gumbels_;
    std::vector<std::int64_t> begun_;    // visits since the search began, for each move
    std::vector<std::int64_t> schedule_; // how often the move for the n-th visit was visited before
    std::size_t planned_ = 0;            // visits of the schedule that have begun
    double value_;
    double visit_weight_;
    double scale_;
};

} // namespace tesuji::mcts
