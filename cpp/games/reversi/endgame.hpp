// The last empty squares of Reversi, played out exactly.
#pragma once

#include "board.hpp"

#include <cstdint>

namespace tesuji::reversi {

/// Discs by which the player to move wins with best play of both, at most `beta` and at least
/// `alpha` where the true value lies beyond them. The work grows about two and a half times with
/// every empty square: 13 microseconds for 6 of them, 430 for 10.
int endgame_value(const Board& board, Squares own, Squares theirs, int alpha, int beta);

} // namespace tesuji::reversi
