// The history of a game of Dots and Boxes does not matter beyond what the hash holds.
#pragma once

#include "dots_and_boxes.hpp"
#include "search/history_dependence.hpp"

namespace tesuji {

template <>
struct HistoryModel<DotsAndBoxesPosition> : NoHistory {};

} // namespace tesuji
