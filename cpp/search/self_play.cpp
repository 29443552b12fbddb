#include "games/basics.hpp"
#include "self_play_game.hpp"
#include "self_play_options.hpp"

#include <algorithm>
#include <cmath>

namespace tesuji {

void SelfPlayOptions::check() const {
    check_ranges(*this, "self-play");
    if (full_share < 1 && fast_simulations < 2)
        throw BadSetup("self-play: fast_simulations must be at least 2 when full_share is below 1");
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
