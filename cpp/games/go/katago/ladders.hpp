// Which chains of a Go board are caught in a ladder.
#pragma once

#include "games/go/go.hpp"

#include <vector>

namespace tesuji {

/// What reading ladders on one board gives.
struct Ladders {
    /// A chain that is captured by a ladder, whoever is to move.
    struct Caught {
        std::vector<int> stones;
        int colour;
        /// Moves of the opponent that start the ladder; none where the chain is in atari already.
        std::vector<int> starts;
    };
    std::vector<Caught> chains;
};

/// Reads every chain with one or two liberties.
///
/// A chain in atari is caught if its owner, to move, cannot get away; one with two liberties if
/// the opponent, to move, can begin such a ladder. `ko` is the point that may not be taken now,
/// -1 where there is none. A ladder that depends on a ko does not work.
Ladders read_ladders(const GoPosition& position, int ko);

} // namespace tesuji
