// Estimates the owner of each point of a Go board by random playouts.
#pragma once

#include "go.hpp"

#include <cstdint>
#include <vector>

namespace tesuji {

/// For each point the mean of +1 where it ended as Black's and -1 where it ended as White's, over
/// `games` random games from `start` in which nobody fills an eye of his own. [rows * columns]
std::vector<float> go_ownership(const GoPosition& start, int games, std::uint64_t seed);

} // namespace tesuji
