// The history of a game of Reversi does not matter beyond what the hash holds.
#pragma once

#include "reversi.hpp"
#include "search/history_dependence.hpp"

namespace tesuji {

template <>
struct HistoryModel<ReversiPosition> : NoHistory {};

} // namespace tesuji
