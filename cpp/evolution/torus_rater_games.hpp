// Games between move raters: which moves they may consider, when a game is decided, and the
// capturing program against which they are trained.
#pragma once

#include "games/torus/win_search.hpp"
#include "torus_raters.hpp"

#include <cstdint>
#include <vector>

namespace tesuji {

struct RaterGameOptions {
    /// Whether a rater is given the moves of the filter only: those that win now or the turn after
    /// next, whatever the opponent does; if there are none, those that do not lose next turn.
    bool filter = true;
    /// A player wins as soon as he can force a win within this number of turns: 1 is the rule of
    /// the immediate win, 5 the win search; 0 plays on until a stone is surrounded.
    int win_turns = 5;
    /// A game that is longer is won by the player with more stones, by White if both have as many.
    int max_plies = 600;
};

struct RaterGame {
    std::vector<int> moves; ///< all moves, the winning ones of a win search included
    int winner = -1;
    bool decided_early = false; ///< by the win search, not on the board
};

/// The moves that a rater considers: all legal moves, or those that pass the filter. On the empty
/// board the only one is A1, and with one stone on the board one move of each kind that the
/// symmetries of the board leave.
void moves_to_consider(const TorusPosition& p, bool filter, MoveList& moves);

/// The best-rated of the moves to consider; the first of several. Precondition: not over.
Move choose_move(const TorusRater& rater, const TorusPosition& p, bool filter);

/// The move of a program that only tries to capture: one of those that take most stones, at
/// random; a winning move if there is one.
Move choose_capture(const TorusPosition& p, Rng& rng);

/// A player of such games: a rater, or the capturer where it is null.
struct RaterSeat {
    const TorusRater* rater = nullptr;
    std::uint64_t seed = 0; ///< of the capturer
};

RaterGame play_rater_game(const TorusRules& rules, const RaterSeat& black, const RaterSeat& white,
                          const RaterGameOptions& options);

} // namespace tesuji
