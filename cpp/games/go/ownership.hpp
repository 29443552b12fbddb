// Whose each point of a Go board will be, by playing on at random.
#pragma once

#include "go.hpp"

#include <cstdint>
#include <vector>

namespace tesuji {

/// For each point the mean of +1 where it ended as Black's and -1 where it ended as White's, over
/// `games` random games from `start` in which nobody fills an eye of his own. [rows * columns]
std::vector<float> go_ownership(const GoPosition& start, int games, std::uint64_t seed);

} // namespace tesuji
