// The history of a game of Gomoku does not matter beyond what the hash holds.
#pragma once

#include "gomoku.hpp"
#include "search/history_dependence.hpp"

namespace tesuji {

template <>
struct HistoryModel<GomokuPosition> : NoHistory {};

} // namespace tesuji
