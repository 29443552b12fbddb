// The win search of Torus: can the player to move force a win within a number of turns?
//
// A turn is one move, of either player: a win within 5 turns is a move, a reply, a move, a reply
// and the move that surrounds a stone. Up to `exact_turns` every move is searched, including quiet
// ones and zugzwang, so that "no" is as certain as "yes". Beyond, the proof search looks for longer
// wins, with moves that threaten to win at once only.
#pragma once

#include "search/proof_search_report.hpp"
#include "search/report.hpp"
#include "torus.hpp"

namespace tesuji {

/// The status of a report: proven, there is a win within the turns asked for; disproven, there is
/// none, and no more than exact_turns were asked for; no_forcing_win, there is none within
/// exact_turns, nor a longer one by threats alone; unknown, the budget did not suffice.
class TorusWinSearch {
  public:
    static constexpr int exact_turns = 5;

    /// Looks for a win of the player to move at `root` within the depth of the control's budget;
    /// a depth of 0 sets no limit to wins by threats.
    ProofReport search(const TorusPosition& root, bool tree, SearchControl& control);

    /// A move that wins within `turns` turns, looking at every move, or no_move; the quickest win
    /// comes first.
    Move winning_move(const TorusPosition& root, int turns);
    /// Appends all moves by which the player to move wins within the least number of turns, if
    /// that is at most `turns`.
    void winning_moves(const TorusPosition& root, int turns, MoveList& moves);

  private:
    Move shortest_attack(const TorusPosition& p, int turns);
    Move attack(const TorusPosition& p, int turns, bool careful);
    bool holds(const TorusPosition& p, int turns, bool careful);
    bool is_safe_after(const TorusPosition& p, Move quiet) const;
    bool should_stop();

    std::int32_t build_attack(const TorusPosition& p, int turns, ProofTree& tree);
    std::int32_t build_defence(const TorusPosition& p, int turns, ProofTree& tree);
    std::int32_t build_end(const TorusPosition& p, Move last, ProofTree& tree);

    SearchControl* control_ = nullptr;
    std::int64_t nodes_ = 0;
    int until_check_ = 0;
    bool stopped_ = false;
    Move last_refutation_ = no_move; ///< a reply that held last time: try it first
};

} // namespace tesuji
