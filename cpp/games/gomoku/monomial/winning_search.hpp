// The winning search: a tree of forcing moves, pruned of everything that does not win against every
// reply. What remains is a win, or nothing.
#pragma once

#include "decisions.hpp"
#include "search/report.hpp"

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

namespace tesuji::monomial {

struct WinningResult {
    bool won = false;
    /// The tree is used up: no win by forcing moves. False when a limit came first.
    bool exhausted = false;
    std::vector<Move> line; ///< the winning moves against the most stubborn replies
    std::int64_t simulations = 0;
    std::int64_t nodes = 0;
    int depth = 0; ///< longest line in the tree
};

/// What to play in each position of a winning tree in which the winner is to move, by the hash of
/// the position.
using WinningMoves = std::unordered_map<std::uint64_t, Move>;

/// One search, by `colour`, who is to move.
///
/// Attacking moves are fours, threes that threaten a straight four, and the block that the
/// opponent's own four demands. The replies are all that could hold: a five, the point of our five,
/// the points of our straight four, and fours. A node of an attacking move needs all of its replies
/// to be won; a node of a reply needs one attack that wins. What fails is cut, up to the root.
///
/// Against Black in renju a straight four may be made illegal by a stone elsewhere, and in caro it
/// may be shut in, so there only fours attack.
template <class Board>
class WinningSearch {
  public:
    WinningSearch(const Board& board, int colour, Rng& rng);

    /// Searches until the tree is decided, `simulations` or `nodes` (0: no limit) are used up, the
    /// clock of `control` reaches `until` seconds, or the search is stopped. `tell` is called at
    /// intervals.
    WinningResult run(SearchControl& control, std::int64_t simulations, std::int64_t nodes,
                      double until, const std::function<void()>& tell);

    /// Adds the winner's moves in the tree of a won search, as seen from `position`.
    void collect(const GomokuPosition& position, WinningMoves& moves) const;

    std::size_t memory() const { return nodes_.capacity() * sizeof(Node); }

  private:
    enum class Status : std::int8_t { open, won, cut };

    /// A node stands for the move that leads to it; the root for the opponent's last one.
    struct Node {
        std::int32_t parent;
        std::int32_t first_child = 0;
        std::int16_t num_children = -1; ///< -1: not expanded
        std::int16_t move;
        Status status = Status::open;
        bool by_attacker;
        std::int32_t visits = 0;
        std::int32_t wins = 0; ///< roll-outs of forcing moves that the attacker won
    };

    void simulate();
    std::int32_t best_child(const Node& node) const;
    void expand(std::int32_t at, const Board& board);
    /// The attacker's forcing moves; whether the first one wins at once.
    bool attacks(const Board& board, MoveList& moves) const;
    /// The replies that could hold; false when nothing is threatened.
    bool replies(const Board& board, MoveList& moves) const;
    bool rolls_out_to_win(Board board, bool attacker_moves);
    void settle(std::int32_t from);
    std::int32_t won_child(const Node& node) const;

    Board root_;
    int attacker_;
    bool threes_force_;
    Rng& rng_;
    std::vector<Node> nodes_;
    int depth_ = 0;
};

extern template class WinningSearch<MonomialBoard<1>>;
extern template class WinningSearch<MonomialBoard<2>>;

} // namespace tesuji::monomial
