#include "games/basics.hpp"
#include "self_play_game.hpp"
#include "self_play_options.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace tesuji {

void SelfPlayOptions::check() const {
    const auto require = [](bool holds, const char* rule) {
        if (!holds) throw BadSetup(std::string("self-play: ") + rule);
    };
    require(simulations >= 2, "simulations must be at least 2");
    require(full_share > 0 && full_share <= 1, "full_share must be above 0 and at most 1");
    require(full_share == 1 || fast_simulations >= 2,
            "fast_simulations must be at least 2 when full_share is below 1");
    require(dirichlet_alpha >= 0 && dirichlet_alpha <= 1e6,
            "dirichlet_alpha must not be negative or huge");
    require(dirichlet_weight >= 0 && dirichlet_weight <= 1,
            "dirichlet_weight must be between 0 and 1");
    require(temperature >= 0 && final_temperature >= 0, "a temperature must not be negative");
    require(temperature_plies >= 0, "temperature_plies must not be negative");
    require(considered_moves >= 1, "considered_moves must be at least 1");
    require(max_plies >= 0, "max_plies must not be negative");
    require(random_plies >= 0, "random_plies must not be negative");
    require(max_searches >= 0, "max_searches must not be negative");
    require(resign_value >= 0 && resign_value < 1, "resign_value must be from 0 to below 1");
    require(resign_control >= 0 && resign_control <= 1, "resign_control must be between 0 and 1");
    require(exact_plies >= 0, "exact_plies must not be negative");
    require(score_weight >= 0 && score_weight <= 1, "score_weight must be between 0 and 1");
    require(score_scale > 0, "score_scale must be positive");
    require(c_puct >= 0, "c_puct must not be negative");
    require(puct_spread >= 0 && puct_spread <= 1, "puct_spread must be between 0 and 1");
    require(leaves_per_game >= 1 && leaves_per_game <= 1024,
            "leaves_per_game must be between 1 and 1024");
    require(cache_megabytes >= 0 && cache_megabytes <= 1 << 16,
            "cache_megabytes must be between 0 and 65536");
}

void PlayedGame::set_values() {
    values.resize(moves.size());
    float for_first = worth;
    for (std::size_t ply = moves.size(); ply-- > 0;) {
        const float sign = movers[ply] == 0 ? 1.0F : -1.0F;
        if (proven[ply]) for_first = sign * root_values[ply];
        values[ply] = sign * for_first;
    }
}

float divergence(std::span<const float> policy, std::span<const float> priors) {
    constexpr float least = 1e-4F;
    float sum = 0;
    for (std::size_t m = 0; m < std::min(policy.size(), priors.size()); ++m)
        if (policy[m] > 0) sum += policy[m] * std::log(policy[m] / std::max(priors[m], least));
    return std::max(sum, 0.0F);
}

} // namespace tesuji
