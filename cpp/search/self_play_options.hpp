// How games are played against oneself. src/tesuji/search/self_play.py says the same to Python.
#pragma once

namespace tesuji {

struct SelfPlayOptions {
    /// Simulations of a full search, in addition to those of a kept tree; and of the others,
    /// which have no noise and are not to be learnt from (playout-cap randomisation).
    int simulations = 100;
    int fast_simulations = 0;
    /// The share of moves that get a full search, drawn for each move.
    double full_share = 1;

    /// Noise in the priors of the root of full searches; alpha 0 is none.
    double dirichlet_alpha = 0.3;
    double dirichlet_weight = 0.25;
    /// Moves are drawn by visits ^ (1 / temperature) in the first temperature_plies plies, and
    /// with final_temperature from then on.
    double temperature = 1;
    int temperature_plies = 16;
    double final_temperature = 0;
    /// Gumbel root selection instead of noise and temperature.
    bool gumbel = false;
    int considered_moves = 16;

    bool tree_reuse = true;
    /// Whether certain results are backed up as certain; not with alternating_sign.
    bool proofs = true;
    bool end_when_proven = true;
    /// After so many plies a game is broken off; 0 is three times the number of moves.
    int max_plies = 0;
    /// A game begins with 0 to this many random moves.
    int random_plies = 0;
    /// A game is broken off after so many searches; 0 is no limit. To judge given positions.
    int max_searches = 0;

    /// A player whose searches have thought less than -resign_value three times in a row resigns;
    /// 0 is never. The share resign_control of games is played on, to see who would have won.
    double resign_value = 0;
    double resign_control = 0.1;

    /// See MctsOptions: leaves that an exact search settles, and the share of the margin.
    int exact_plies = 0;
    double score_weight = 0;
    double score_scale = 10;

    double c_puct = 1.25;
    /// See MctsOptions.
    double puct_spread = 0;
    double fpu_reduction = 0.2;
    /// Show each position to the evaluator under a random symmetry.
    bool random_symmetries = false;
    /// See MctsOptions; turns the solver off.
    bool alternating_sign = false;
    /// Leaves of one game that are evaluated at the same time.
    int leaves_per_game = 1;
    /// For evaluations that are remembered, until the evaluator changes; 0 remembers none.
    int cache_megabytes = 32;

    /// Throws BadSetup for values that make no sense.
    void check() const;
};

} // namespace tesuji
