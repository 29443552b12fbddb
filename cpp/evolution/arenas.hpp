// Making arenas, and asking the programmed players for a move in any position of Go.
#pragma once

#include "arena_play.hpp"
#include "games/contract.hpp"
#include "games/go/go.hpp"

#include <memory>

namespace tesuji::evolution {

/// Go with simple ko and area counting. Throws BadSetup for other rules.
std::unique_ptr<Arena> make_go_arena(const GoRules& rules);

/// Any game by its contract, from `start`.
template <GamePosition P>
std::unique_ptr<Arena> make_contract_arena(const P& start) {
    return std::make_unique<ArenaOf<ContractTable<P>>>(start);
}

/// The move of a programmed player of Go, for any size and any rules. The pattern player reads its
/// best moves and the answers to them with `readings` random games.
Move programmed_move(const GoPosition& position, Opponent opponent, int readings, Rng& rng);

/// The value that the pattern player gives to each legal point, without its random part; 0 for
/// points that it would not play. [num_points]
std::vector<float> pattern_worths(const GoPosition& position);

} // namespace tesuji::evolution
