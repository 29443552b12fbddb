// Wins that are forced, by fours or by fours and open threes, with the whole winning tree.
#pragma once

#include "games/gomoku/gomoku.hpp"
#include "search/proof_search_report.hpp"
#include "search/report.hpp"

namespace tesuji::five {

/// Whether `options.attacker`, by default the player to move, wins by fours and, with
/// `options.threes`, open threes. A win by fours is one with the fewest fours; with threes the
/// line need not be the shortest. Where the rules of caro make an open three no threat, threes
/// are left out.
///
/// The status is proven, no_forcing_win, or unknown when the budget did not suffice.
ProofReport find_forced_win(const GomokuPosition& position, const ProofOptions& options,
                            SearchControl& control);

} // namespace tesuji::five
