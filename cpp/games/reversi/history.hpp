// The past of a game of Reversi decides nothing that its hash does not say.
#pragma once

#include "reversi.hpp"
#include "search/history_dependence.hpp"

namespace tesuji {

template <>
struct HistoryModel<ReversiPosition> : NoHistory {};

} // namespace tesuji
