// How a Monte-Carlo tree search behaves. How much it may spend stands in Budget (report.hpp).
#pragma once

#include "option_table.hpp"

#include <cstdint>

namespace tesuji {

struct MctsOptions {
    // --- choosing a move inside the tree; values are from -1 (lost) to 1 (won) ---

    /// With rollouts (UCT): value + uct * sqrt(ln(visits of the node) / visits of the move).
    double uct = 0.6;
    /// With an evaluator (PUCT): value + c * prior * sqrt(visits of the node) / (1 + visits of
    /// the move), where c = c_puct + ln((1 + visits of the node + puct_base) / puct_base).
    double c_puct = 1.25;
    double puct_base = 19652;
    /// As in KataGo: c is multiplied by 1 + puct_spread * (deviation / 0.4 - 1).
    double puct_spread = 0;
    /// Otherwise, and always with an evaluator, an untried move is worth the value of its node,
    /// less fpu_reduction (times the root of the priors tried so far, with an evaluator).
    bool try_every_move = true;
    double fpu_reduction = 0.2;
    /// Virtual loss: what a simulation under way subtracts from the value of the moves on its path,
    /// so that the next one, in the same batch or in another thread, goes elsewhere.
    double virtual_loss = 1.0;
    bool solver = true;
    /// Assumes that players alternate; kept to measure what that mistake costs. Not with the
    /// solver.
    bool alternating_sign = false;

    // --- rollouts ---

    int expand_visits = 1;
    int rollout_plies = 0;
    bool rave = false;
    double rave_visits = 1000;

    // --- what a game is worth ---

    /// (1 - score_weight) * result + score_weight * tanh(margin / score_scale).
    /// With a weight above 0 certain wins are not all the same: a position is proven only when all
    /// of its moves are.
    double score_weight = 0;
    double score_scale = 10;

    // --- an evaluator ---

    /// See exact_leaves.hpp. Only with an evaluator and the solver.
    int exact_plies = 0;
    int batch_size = 8;

    /// Whether the evaluator also says by how many points the player to move leads. The tree then
    /// carries the mean lead of what is below each position; it does not influence the search.
    bool leads = false;

    // --- the root ---

    /// An alpha of 10 divided by the number of legal moves is customary.
    double dirichlet_alpha = 0;
    double dirichlet_weight = 0.25;
    /// With an evaluator (Danihelka et al. 2022). Needs a budget of simulations, to plan with.
    bool gumbel = false;
    int gumbel_moves = 16;
    /// The paper's c_visit and c_scale: how much a difference in value weighs against one in
    /// logits.
    double gumbel_visits = 50;
    double gumbel_scale = 1.0;

    // --- the machine ---

    /// The caller's included. One thread gives the same tree for the same seed.
    int threads = 1;
    /// Otherwise, with rollouts, each thread grows its own tree, and their statistics of the root's
    /// moves are added up at the end: where a simulation takes less than a microsecond, sharing a
    /// tree costs more time than it saves.
    bool shared_tree = true;
    std::uint64_t seed = 0;

    /// Throws BadSetup for values that make no sense.
    void check() const;

    /// Calls f(info, get) for every option: see option_table.hpp.
    template <class F>
    static void for_each(F&& f);
};

template <class F>
void MctsOptions::for_each(F&& f) {
    using O = MctsOptions;
    constexpr bool in_self_play = true;
    f({"uct", "exploration constant of UCT", at_least(0)}, member(&O::uct));
    f({"c_puct", "exploration constant (c_puct)", at_least(0), "puct", in_self_play},
      member(&O::c_puct));
    f({"puct_base", "visits at which the exploration constant begins to grow (c_base)", above(0),
       nullptr, in_self_play},
      member(&O::puct_base));
    f({"puct_spread",
       "how much exploration follows the spread of the values below a position; 0: not at all",
       between(0, 1), nullptr, in_self_play},
      member(&O::puct_spread));
    f({"try_every_move", "try every move of a position once before any is tried again"},
      member(&O::try_every_move));
    f({"fpu_reduction",
       "first-play urgency: untried moves are worth the value of the position less this",
       any_value(), nullptr, in_self_play},
      member(&O::fpu_reduction));
    f({"virtual_loss", "taken off the value of moves that other simulations are trying",
       at_least(0), nullptr, in_self_play},
      member(&O::virtual_loss));
    f({"solver", "back up proven results as proven (MCTS-Solver)", any_value(), "proofs",
       in_self_play},
      member(&O::solver));
    f({"alternating_sign",
       "change the sign of values at every ply, even where the same player moves again: the known "
       "defect, for comparison; turns the solver off in self-play",
       any_value(), nullptr, in_self_play},
      member(&O::alternating_sign));
    f({"expand_visits", "visits before a leaf is expanded; more saves memory", at_least(1)},
      member(&O::expand_visits));
    f({"rollout_plies",
       "plies after which a rollout counts as a draw; 0: three times the moves of the game",
       at_least(0)},
      member(&O::rollout_plies));
    f({"rave", "judge a move also by simulations that played it later (RAVE)"}, member(&O::rave));
    f({"rave_visits", "visits at which a move's own value outweighs its RAVE value", above(0)},
      member(&O::rave_visits));
    f({"score_weight", "weight of the margin in the value of a game; the rest is who wins",
       between(0, 1), nullptr, in_self_play},
      member(&O::score_weight));
    f({"score_scale", "points of margin beyond which more hardly count", above(0), nullptr,
       in_self_play},
      member(&O::score_scale));
    f({"exact_plies",
       "leaves that an exact search solves within about this many plies need no network; 0: none",
       at_least(0), nullptr, in_self_play},
      member(&O::exact_plies));
    f({"batch_size", "leaves evaluated at once; more is faster, and weaker", between(1, 4096)},
      member(&O::batch_size));
    f({"leads", "keep the mean lead in points below each position, which the evaluator tells"},
      member(&O::leads));
    f({"dirichlet_alpha",
       "Dirichlet noise in the priors of the root; 0: none; -1: 10 / (legal moves at the start)",
       between(-1, 1e6), "noise_alpha", in_self_play},
      member(&O::dirichlet_alpha));
    f({"dirichlet_weight", "weight of the noise in the priors of the root", between(0, 1),
       "noise_weight", in_self_play},
      member(&O::dirichlet_weight));
    f({"gumbel", "choose the root's moves by Gumbel noise and sequential halving", any_value(),
       nullptr, in_self_play},
      member(&O::gumbel));
    f({"gumbel_moves", "moves that sequential halving begins with", at_least(1), "considered_moves",
       in_self_play},
      member(&O::gumbel_moves));
    f({"gumbel_visits", "c_visit of Gumbel's improved policy", at_least(0), nullptr, in_self_play},
      member(&O::gumbel_visits));
    f({"gumbel_scale", "c_scale of Gumbel's improved policy", at_least(0), nullptr, in_self_play},
      member(&O::gumbel_scale));
    f({"threads", "searching threads", between(1, 1024)}, member(&O::threads));
    f({"shared_tree", "let all threads grow one tree"}, member(&O::shared_tree));
    f({"seed", "seed of the search"}, member(&O::seed));
}

} // namespace tesuji
