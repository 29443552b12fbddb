// The past of a game of Gomoku decides nothing that its hash does not say.
#pragma once

#include "gomoku.hpp"
#include "search/history_dependence.hpp"

namespace tesuji {

template <>
struct HistoryModel<GomokuPosition> : NoHistory {};

} // namespace tesuji
