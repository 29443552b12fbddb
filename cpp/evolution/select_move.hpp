// Choosing a move from the outputs of a network.
#pragma once

#include "games/basics.hpp"

namespace tesuji::evolution {

/// The choice of a network: the legal move of highest activation, and how many illegal ones it
/// would have tried before. Of equal ones the lower number comes first.
struct Selection {
    Move move;
    int illegal_tried;
    int illegal;
};

template <class Legal>
Selection select_move(const float* outputs, int num_moves, const Legal& legal) {
    Selection chosen{no_move, 0, 0};
    float best = 0;
    for (int m = 0; m < num_moves; ++m)
        if (legal.contains(m) && (chosen.move == no_move || outputs[m] > best)) {
            chosen.move = m;
            best = outputs[m];
        }
    for (int m = 0; m < num_moves; ++m)
        if (!legal.contains(m)) {
            ++chosen.illegal;
            chosen.illegal_tried += outputs[m] > best || (outputs[m] == best && m < chosen.move);
        }
    return chosen;
}

} // namespace tesuji::evolution
