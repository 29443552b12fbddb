// The full table of a small board of Dots and Boxes: the value of every set of lines.
#pragma once

#include "games/dots_and_boxes/dots_and_boxes.hpp"

#include <cstdint>
#include <vector>

namespace tesuji::dots {

/// The largest board for which a full table is made: 3x3 boxes have 24 lines.
constexpr int max_table_lines = 24;

/// For every set of drawn lines (bit i is line i) the boxes that the player to move will still win
/// less those that the opponent will, with best play of both. 2^num_lines entries.
/// Throws BadSetup for a board of more than `max_table_lines` lines.
std::vector<std::int8_t> full_table(const DotsAndBoxesRules& rules);

} // namespace tesuji::dots
