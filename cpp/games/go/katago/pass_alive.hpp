// The certain owners on a Go board: stones that live even if their owner always passes.
//
// Benson, "Life in the game of Go" (Information Sciences 10, 1976). KataGo's networks are shown the
// area that follows from it.
#pragma once

#include "games/go/go.hpp"

#include <cstdint>
#include <vector>

namespace tesuji {

/// The owner of every point [rows * columns]: 0 Black, 1 White, -1 nobody.
///
/// Unconditionally alive chains own their stones and the regions that the opponent cannot live in;
/// empty regions that one colour surrounds are that colour's; other stones own their points.
/// With `suicide`, chains may kill themselves, which makes fewer regions safe.
std::vector<std::int8_t> pass_alive_area(const GoPosition& position, bool suicide);

} // namespace tesuji
