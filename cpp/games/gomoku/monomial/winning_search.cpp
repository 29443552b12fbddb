#include "winning_search.hpp"

#include "search/forcing.hpp"

#include <cmath>

namespace tesuji::monomial {

namespace {

constexpr int rollout_plies = 30;
constexpr double exploration = 0.5;
constexpr std::size_t max_nodes = 4'000'000;

using Variant = GomokuRules::Variant;

} // namespace

template <class Board>
WinningSearch<Board>::WinningSearch(const Board& board, int colour, Rng& rng)
    : root_(board), attacker_(colour),
      threes_force_(board.rules().variant != Variant::caro &&
                    !(board.rules().variant == Variant::renju && colour == 0)),
      rng_(rng) {
    nodes_.push_back({.parent = -1, .move = no_move, .by_attacker = false});
}

template <class Board>
WinningResult WinningSearch<Board>::run(SearchControl& control, std::int64_t simulations,
                                        std::int64_t nodes, double until,
                                        const std::function<void()>& tell) {
    WinningResult result;
    double next_telling = control.elapsed() + control.progress_interval;
    const std::size_t limit = std::min(max_nodes, control.budget().memory / (2 * sizeof(Node)) + 1);
    while (nodes_[0].status == Status::open && nodes_.size() < limit) {
        if (simulations > 0 && result.simulations >= simulations) break;
        if (nodes > 0 && static_cast<std::int64_t>(nodes_.size()) >= nodes) break;
        if (control.should_stop() || (until > 0 && control.elapsed() >= until)) break;
        simulate();
        ++result.simulations;
        if (control.elapsed() >= next_telling) {
            tell();
            next_telling = control.elapsed() + control.progress_interval;
        }
    }
    result.won = nodes_[0].status == Status::won;
    result.exhausted = nodes_[0].status == Status::cut;
    result.nodes = static_cast<std::int64_t>(nodes_.size());
    result.depth = depth_;
    for (std::int32_t at = 0; result.won && nodes_[at].num_children > 0;) {
        const Node& node = nodes_[at];
        std::int32_t next = won_child(node);
        if (node.by_attacker) { // the reply that took the most to refute
            for (int i = 0; i < node.num_children; ++i)
                if (nodes_[node.first_child + i].visits > nodes_[next].visits)
                    next = node.first_child + i;
        }
        result.line.push_back(nodes_[next].move);
        at = next;
    }
    return result;
}

template <class Board>
void WinningSearch<Board>::simulate() {
    // 1. Down the tree, along open nodes, to one that has no children yet.
    Board board = root_;
    std::int32_t at = 0;
    int depth = 0;
    while (nodes_[at].num_children >= 0) {
        at = best_child(nodes_[at]);
        board.play(nodes_[at].move, nodes_[at].by_attacker ? attacker_ : 1 - attacker_);
        ++depth;
    }
    depth_ = std::max(depth_, depth + 1);
    // 2. Expand it, and cut what fails.
    expand(at, board);
    settle(at);
    // 3. If it is still open, a random game of forcing moves estimates its value.
    const bool open = nodes_[at].status == Status::open;
    const bool won = open ? rolls_out_to_win(std::move(board), !nodes_[at].by_attacker)
                          : nodes_[at].status == Status::won;
    for (; at >= 0; at = nodes_[at].parent) {
        ++nodes_[at].visits;
        nodes_[at].wins += won ? 1 : 0;
    }
}

template <class Board>
std::int32_t WinningSearch<Board>::best_child(const Node& node) const {
    const double spread = exploration * std::sqrt(static_cast<double>(node.visits) + 1);
    double best = -1e9;
    std::int32_t chosen = -1;
    for (int i = 0; i < node.num_children; ++i) {
        const Node& child = nodes_[node.first_child + i];
        if (child.status != Status::open) continue;
        const double mean = child.visits > 0 ? static_cast<double>(child.wins) / child.visits : 0.5;
        const double score = (child.by_attacker ? mean : 1 - mean) + spread / (1 + child.visits);
        if (score > best) {
            best = score;
            chosen = node.first_child + i;
        }
    }
    return chosen; // an open node with children has an open child: settle() sees to it
}

template <class Board>
void WinningSearch<Board>::expand(std::int32_t at, const Board& board) {
    const bool attacker_moves = !nodes_[at].by_attacker;
    MoveList moves;
    bool wins_at_once = false;
    if (attacker_moves) {
        wins_at_once = attacks(board, moves);
        if (moves.empty()) nodes_[at].status = Status::cut;
    } else if (!replies(board, moves)) {
        nodes_[at].status = Status::cut; // the attacking move threatened nothing
    } else if (moves.empty()) {
        nodes_[at].status = Status::won; // nothing holds
    } else if (Decisions(board).fifth(1 - attacker_) != no_move) {
        nodes_[at].status = Status::cut; // the opponent wins instead
    }
    nodes_[at].num_children = 0;
    if (nodes_[at].status != Status::open) return;
    nodes_[at].first_child = static_cast<std::int32_t>(nodes_.size());
    nodes_[at].num_children = static_cast<std::int16_t>(moves.size());
    for (const Move m : moves)
        nodes_.push_back({.parent = at,
                          .num_children = static_cast<std::int16_t>(wins_at_once ? 0 : -1),
                          .move = static_cast<std::int16_t>(m),
                          .status = wins_at_once ? Status::won : Status::open,
                          .by_attacker = attacker_moves});
}

template <class Board>
bool WinningSearch<Board>::attacks(const Board& board, MoveList& moves) const {
    const Decisions<Board> decisions(board);
    if (const Move win = decisions.fifth(attacker_); win != no_move) {
        moves.push(win);
        return true;
    }
    const auto push = [&](Move m) {
        if (board.is_legal(m, attacker_)) push_new(moves, m);
    };
    if (board.has_four(1 - attacker_)) {
        // Only the block is left. Where there is more than one five to block, all is lost; in caro
        // a shut-in five may be blocked otherwise, which this search leaves alone.
        Move block = no_move;
        if (!decisions.for_each_fifth(1 - attacker_, [&](int point) {
                if (block != no_move && block != point) return true;
                block = point;
                return false;
            }))
            push(block);
        return false;
    }
    decisions.for_each_four(attacker_, [&](int point, int, int, int) { push(point); });
    if (threes_force_)
        decisions.for_each_open_three(attacker_, [&](int point, int) { push(point); });
    return false;
}

template <class Board>
bool WinningSearch<Board>::replies(const Board& board, MoveList& moves) const {
    const Decisions<Board> decisions(board);
    const int defender = 1 - attacker_;
    const auto push = [&](Move m) {
        if (board.is_free(m) && board.is_legal(m, defender)) push_new(moves, m);
    };
    if (const Move fifth = decisions.fifth(attacker_); fifth != no_move) {
        if (const Move own = decisions.fifth(defender); own != no_move) push(own);
        push(fifth);
        if (board.rules().variant == Variant::caro) // shutting the five in is a defence, too
            for (const auto [m, place] : board.map().covers(fifth))
                if (board.row(attacker_, m).stones == 4 && board.state(attacker_, m) != dead_state)
                    for (const Move end : board.map().monomial(m).ends)
                        if (end != off_board) push(end);
        return true;
    }
    if (!threes_force_) return false;
    const auto threat = decisions.threat(attacker_);
    if (!threat) return false;
    if (const Move own = decisions.fifth(defender); own != no_move) push(own);
    push(threat->fill);
    for (const Move end : threat->ends) push(end);
    decisions.for_each_four(defender, [&](int point, int, int, int) { push(point); });
    return true;
}

template <class Board>
bool WinningSearch<Board>::rolls_out_to_win(Board board, bool attacker_moves) {
    for (int ply = 0; ply < rollout_plies; ++ply, attacker_moves = !attacker_moves) {
        MoveList moves;
        if (attacker_moves) {
            if (attacks(board, moves)) return true;
            if (moves.empty()) return false;
        } else {
            if (!replies(board, moves)) return false;
            if (moves.empty()) return true;
        }
        const Move m = moves[rng_.below(moves.size())];
        if (board.play(m, attacker_moves ? attacker_ : 1 - attacker_)) return attacker_moves;
    }
    return false;
}

/// Carries a decision up the tree as far as it decides anything.
template <class Board>
void WinningSearch<Board>::settle(std::int32_t from) {
    while (nodes_[from].num_children >= 0) {
        Node& node = nodes_[from];
        if (node.status == Status::open) {
            int open = 0;
            int won = 0;
            int cut = 0;
            for (int i = 0; i < node.num_children; ++i) {
                const Status status = nodes_[node.first_child + i].status;
                open += status == Status::open;
                won += status == Status::won;
                cut += status == Status::cut;
            }
            if (node.by_attacker)
                node.status = cut > 0 ? Status::cut : open == 0 ? Status::won : Status::open;
            else
                node.status = won > 0 ? Status::won : open == 0 ? Status::cut : Status::open;
        }
        if (node.status == Status::open || node.parent < 0) return;
        from = node.parent;
    }
}

template <class Board>
std::int32_t WinningSearch<Board>::won_child(const Node& node) const {
    std::int32_t child = node.first_child;
    while (nodes_[child].status != Status::won) ++child;
    return child;
}

template <class Board>
void WinningSearch<Board>::collect(const GomokuPosition& position, WinningMoves& moves) const {
    struct Step {
        std::int32_t node;
        GomokuPosition position;
    };
    std::vector<Step> left{{0, position}};
    while (!left.empty()) {
        const Step step = std::move(left.back());
        left.pop_back();
        const Node& node = nodes_[step.node];
        if (node.num_children <= 0) continue;
        const std::int32_t first = node.by_attacker ? node.first_child : won_child(node);
        const int count = node.by_attacker ? node.num_children : 1;
        if (!node.by_attacker) moves[step.position.hash()] = nodes_[first].move;
        for (int i = 0; i < count; ++i) {
            GomokuPosition after = step.position;
            after.play(nodes_[first + i].move);
            if (!after.is_over()) left.push_back({first + i, std::move(after)});
        }
    }
}

template class WinningSearch<MonomialBoard<1>>;
template class WinningSearch<MonomialBoard<2>>;

} // namespace tesuji::monomial
