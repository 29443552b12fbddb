// How games of self-play are played.
#pragma once

#include "mcts_options.hpp"

namespace tesuji {

struct SelfPlayOptions {
    /// How each search behaves. The table lists its options together with those below. Each game
    /// has its own seed, and one thread.
    MctsOptions search = with_noise();

    // --- how much is searched ---

    int simulations = 100;
    /// Searches that are not full have no noise and give no samples: they only move the game along
    /// (playout-cap randomisation).
    int fast_simulations = 16;
    double full_share = 1;
    bool tree_reuse = true;
    int leaves_per_game = 1;

    // --- which move is played, unless Gumbel's noise draws it ---

    double temperature = 1;
    int temperature_plies = 16;
    double final_temperature = 0;

    // --- how a game begins and ends ---

    int random_plies = 0;
    bool end_when_proven = true;
    int max_plies = 0;
    int max_searches = 0;
    double resign_value = 0;
    double resign_control = 0.1;

    // --- how positions are evaluated ---

    bool random_symmetries = false;
    int cache_megabytes = 32;

    /// Throws BadSetup for values that make no sense.
    void check() const;

    /// Calls f(info, get) for every option: see option_table.hpp.
    template <class F>
    static void for_each(F&& f);

  private:
    /// The one default that differs from that of a search outside self-play.
    static MctsOptions with_noise() {
        MctsOptions options;
        options.dirichlet_alpha = -1;
        return options;
    }
};

template <class F>
void SelfPlayOptions::for_each(F&& f) {
    using O = SelfPlayOptions;
    f({"simulations", "simulations of a full search, besides those of a reused tree", at_least(2)},
      member(&O::simulations));
    f({"fast_simulations",
       "simulations of the other searches, which have no noise and are not learnt from",
       at_least(0)},
      member(&O::fast_simulations));
    f({"full_share", "share of moves with a full search", {.least = 0, .most = 1, .open = true}},
      member(&O::full_share));
    f({"tree_reuse", "keep the part of the tree below the move that was played"},
      member(&O::tree_reuse));
    f({"leaves_per_game", "leaves of one game evaluated at the same time", between(1, 1024)},
      member(&O::leaves_per_game));
    f({"temperature", "moves are drawn in proportion to visits ^ (1 / temperature)", at_least(0)},
      member(&O::temperature));
    f({"temperature_plies", "plies with that temperature", at_least(0)},
      member(&O::temperature_plies));
    f({"final_temperature", "temperature after those plies; 0: always the best move", at_least(0)},
      member(&O::final_temperature));
    f({"random_plies", "each game begins with 0 to this many random moves", at_least(0)},
      member(&O::random_plies));
    f({"end_when_proven", "end games whose result the search has proven"},
      member(&O::end_when_proven));
    f({"max_plies", "longer games are broken off; 0: after three times the moves of the game",
       at_least(0)},
      member(&O::max_plies));
    f({"max_searches", "a game is broken off after this many searches; 0: no limit", at_least(0)},
      member(&O::max_searches));
    f({"resign_value", "resign below minus this value, three searches in a row; 0: never",
       between(0, 0.999)},
      member(&O::resign_value));
    f({"resign_control", "share of games played on after a resignation, as a control",
       between(0, 1)},
      member(&O::resign_control));
    f({"random_symmetries", "show each position to the network in a random orientation"},
      member(&O::random_symmetries));
    f({"cache_megabytes", "memory for evaluations that are used again; 0: none",
       between(0, 1 << 16)},
      member(&O::cache_megabytes));
    MctsOptions::for_each([&](const OptionInfo& info, auto get) {
        if (info.in_self_play)
            f(info, [get](auto& options) -> auto& { return get(options.search); });
    });
}

} // namespace tesuji
