// The past of a game of Dots and Boxes decides nothing that its hash does not say.
#pragma once

#include "dots_and_boxes.hpp"
#include "search/history_dependence.hpp"

namespace tesuji {

template <>
struct HistoryModel<DotsAndBoxesPosition> : NoHistory {};

} // namespace tesuji
