// How a Monte-Carlo tree search behaves. How much it may spend stands in Budget (report.hpp).
#pragma once

#include <cstdint>

namespace tesuji {

struct MctsOptions {
    // --- choosing a move inside the tree; values are from -1 (lost) to 1 (won) ---

    /// With rollouts (UCT): value + uct * sqrt(ln(visits of the node) / visits of the move).
    double uct = 0.6;
    /// With an evaluator (PUCT): value + c * prior * sqrt(visits of the node) / (1 + visits of
    /// the move), where c = puct + ln((1 + visits of the node + puct_base) / puct_base).
    double puct = 1.25;
    double puct_base = 19652;
    /// How much exploration follows the spread of the values below a node (as in KataGo): c is
    /// multiplied by 1 + puct_spread * (deviation / 0.4 - 1). 0 is none. With an evaluator only.
    double puct_spread = 0;
    /// Rollouts only: whether every move of a node is tried once before any is tried again.
    /// Otherwise, and always with an evaluator, an untried move is worth the value of its node,
    /// less fpu_reduction (times the root of the priors tried so far, with an evaluator).
    bool try_every_move = true;
    double fpu_reduction = 0.2;
    /// What a simulation under way takes off the value of the moves on its path, so that the
    /// next one, in the same batch or in another thread, goes elsewhere.
    double virtual_loss = 1.0;
    /// Whether results that are certain are backed up as certain (MCTS-solver).
    bool solver = true;
    /// A known defect of other programs, kept to measure what it costs: every value changes its
    /// sign at every ply, even where the same player moves again. Not with the solver.
    bool alternating_sign = false;

    // --- rollouts ---

    /// A leaf gets children at the visit after this many. More saves memory.
    int expand_visits = 1;
    /// A rollout that has not ended after so many plies counts as a draw; 0 is three times the
    /// number of moves of the game.
    int rollout_plies = 0;
    /// Whether a move is also judged by all simulations in which its player made it later (RAVE,
    /// all moves as first). Made for games of placing stones.
    bool rave = false;
    /// The number of visits at which a move's own value begins to outweigh the value from RAVE.
    double rave_visits = 1000;

    // --- what a game is worth ---

    /// The share of the margin in the value of a finished game:
    /// (1 - score_weight) * result + score_weight * tanh(margin / score_scale).
    /// With a share above 0 certain wins are not all the same: a position is proven only when all
    /// of its moves are.
    double score_weight = 0;
    double score_scale = 10;

    // --- an evaluator ---

    /// Leaves that an exact search settles within about so many plies are not evaluated but
    /// proven: see exact_leaves.hpp. 0 is none. Only with an evaluator and the solver.
    int exact_plies = 0;

    /// How many leaves are gathered for one call of the evaluator.
    int batch_size = 8;

    /// Whether the evaluator also says by how many points the player to move leads. The tree then
    /// carries the mean lead of what is below each position; it does not influence the search.
    bool leads = false;

    // --- the root ---

    /// Dirichlet noise in the priors of the root; 0 is none. An alpha of 10 divided by the usual
    /// number of legal moves is customary.
    double noise_alpha = 0;
    double noise_weight = 0.25;
    /// With an evaluator: choose the root's moves by Gumbel noise and sequential halving
    /// (Danihelka et al. 2022). Needs a budget of simulations, to plan with.
    bool gumbel = false;
    /// How many moves sequential halving begins with.
    int gumbel_moves = 16;
    /// The paper's c_visit and c_scale: how much a difference in value weighs against one in
    /// logits.
    double gumbel_visits = 50;
    double gumbel_scale = 1.0;

    // --- the machine ---

    /// Searching threads, the caller's included. One thread gives the same tree for the same seed.
    int threads = 1;
    /// Whether all threads grow one tree. Otherwise, with rollouts, each grows its own and what
    /// they found of the root's moves is put together at the end: where a simulation takes less
    /// than a microsecond, sharing a tree costs more time than it saves.
    bool shared_tree = true;
    std::uint64_t seed = 0;

    /// Throws BadSetup for values that make no sense.
    void check() const;
};

} // namespace tesuji
