// What alpha-beta must know about a game besides its rules: how to evaluate finished and unfinished
// positions, which moves to try first, and which can be left out without losing exactness.
//
// Values are integers for the player to move. Games with a score count in units of a sixteenth
// of a point, so that a static judgement can be finer than the half-points of a final result.
// Other games know wins, draws and losses: a win counts win_value minus the plies that it takes,
// so that a quicker win is worth more, and static judgements stay far below.
#pragma once

#include "games/contract.hpp"
#include "history_dependence.hpp"

#include <cmath>
#include <cstdint>

namespace tesuji {

namespace scale {

constexpr int infinite = 32000;
constexpr int win_value = 31000;
/// Any value beyond it, on either side, is a proven win or loss in a game without a score.
constexpr int decided = 30000;
constexpr int units_per_point = 16;
/// Plies that a search can go down at most.
constexpr int max_ply = 250;
constexpr int unlimited_plies = 1 << 20;

} // namespace scale

/// What the rest of the game can still bring, for the player to move.
struct ValueBounds {
    int low;
    int high;
};

/// A move with at least this score in `order` is never searched to a reduced depth.
constexpr int forcing_order = 1000;

/// For games that carry nothing.
struct NoMemory {
    template <class P>
    explicit NoMemory(const P&) {}
};

/// The default for games without knowledge of their own, and the base class of the others.
///
/// `Memory` is what a game carries from node to node beside the position: made from a position,
/// brought up to date by `advance`.
template <GamePosition P, class Memory>
class BasicKnowledge {
  public:
    using State = Memory;

    /// Whether results are margins in points rather than wins, draws and losses.
    static constexpr bool has_score = false;

    explicit BasicKnowledge(const P&) {}

    void advance(const State&, const P&, Move, const P&, State&) const {}

    /// For the player to move; strictly between -decided and decided in games without a score.
    int evaluate(const P&, const State&) const { return 0; }
    /// The score of a move for ordering: larger scores are tried first.
    int order(const P&, const State&, Move) const { return 0; }

    /// A move that wins at once, where that is cheap to see.
    Move winning_move(const P&, const State&) const { return no_move; }
    /// Appends the only moves that matter and returns true, or returns false if all do. In games
    /// without a score the moves left out lose to the opponent's next move; in games with one
    /// they are not better than those that are given.
    bool only_moves(const P&, const State&, MoveList&) const { return false; }
    /// Whether such moves answer a threat: then they may be searched one ply deeper.
    static constexpr bool only_moves_are_forced = true;

    /// Positions with equal keys have equal values after `base`, what the player to move has
    /// already won, is taken away. If their moves have different names, a move is translated on
    /// its way into the table and back.
    std::uint64_t key(const P& p, const State&) const { return HistoryModel<P>::key(p); }
    int base(const P&) const { return 0; }
    Move into_table(const P&, const State&, Move m) const { return m; }
    Move out_of_table(const P&, const State&, Move m) const { return m; }

    ValueBounds bounds(const P&) const { return {-scale::infinite, scale::infinite}; }
    /// No line of play from here is longer.
    int max_plies(const P&) const { return scale::unlimited_plies; }

    /// The size of a value that is worth about three quarters of a win.
    double confidence_unit() const { return 100; }
};

/// Knowledge of the game `P`; a game that has any specialises it in its folder.
template <GamePosition P>
class GameKnowledge : public BasicKnowledge<P, NoMemory> {
  public:
    using BasicKnowledge<P, NoMemory>::BasicKnowledge;
};

} // namespace tesuji
