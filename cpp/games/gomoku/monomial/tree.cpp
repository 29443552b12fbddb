#include "tree.hpp"

#include <algorithm>
#include <cmath>

namespace tesuji::monomial {

namespace {

constexpr double cold = 0.01; // the temperature of the first roll-outs
constexpr double warm = 1.0;
constexpr int fair_share = 10; // a move needs a tenth of the most visits to be chosen

template <class Node>
double mean(const Node& node) {
    return node.visits > 0 ? static_cast<double>(node.score) / node.visits : 0;
}

} // namespace

template <class Board>
MonomialTree<Board>::MonomialTree(const GomokuPosition& position, const MonomialOptions& options,
                                  Rng& rng)
    : position_(position), options_(options), rng_(rng), root_(position) {
    const int mover = index(position.colour_to_place());
    nodes_.push_back(
        {.parent = -1, .move = no_move, .colour = static_cast<std::int8_t>(1 - mover)});
    expand(0, root_);
}

template <class Board>
void MonomialTree<Board>::run(SearchControl& control, const SearchReport& spent) {
    const Budget& budget = control.budget();
    // A vector that grows holds its old half, too.
    max_nodes_ = budget.memory / (3 * sizeof(Node)) + 64;
    double next_report = control.elapsed() + control.progress_interval;
    while (!control.should_stop()) {
        if (budget.simulations > 0 && spent.simulations + simulations_ >= budget.simulations &&
            simulations_ > 0)
            break;
        if (budget.nodes > 0 &&
            spent.nodes + static_cast<std::int64_t>(nodes_.size()) >= budget.nodes)
            break;
        if (nodes_[0].num_children <= 1 && simulations_ > 0) break; // there is no choice
        simulate();
        if (control.on_progress && control.elapsed() >= next_report) {
            control.on_progress(report(spent));
            next_report = control.elapsed() + control.progress_interval;
        }
    }
}

template <class Board>
void MonomialTree<Board>::simulate() {
    // 1. Selection
    Board board = root_;
    std::int32_t at = 0;
    int depth = 0;
    while (nodes_[at].num_children > 0) {
        at = best_child(nodes_[at]);
        board.play(nodes_[at].move, nodes_[at].colour);
        ++depth;
    }
    depth_ = std::max(depth_, depth);
    // 2. Expansion, at the second visit
    int winner = nodes_[at].wins ? nodes_[at].colour : -1;
    if (!nodes_[at].wins && nodes_[at].visits > 0 && nodes_[at].num_children < 0 &&
        nodes_.size() + static_cast<std::size_t>(max_moves) < max_nodes_) {
        expand(at, board);
        if (nodes_[at].num_children > 0) {
            at = best_child(nodes_[at]);
            board.play(nodes_[at].move, nodes_[at].colour);
            winner = nodes_[at].wins ? nodes_[at].colour : -1;
            depth_ = std::max(depth_, depth + 1);
        }
    }
    // 3. Simulation
    if (!nodes_[at].wins) {
        int plies = options_.plies();
        winner = roll_out(board, 1 - nodes_[at].colour, plies, rng_);
    }
    // 4. Backpropagation: the score changes its sign from layer to layer
    for (; at >= 0; at = nodes_[at].parent) {
        ++nodes_[at].visits;
        if (winner >= 0) nodes_[at].score += winner == nodes_[at].colour ? 1 : -1;
    }
    ++simulations_;
}

template <class Board>
std::int32_t MonomialTree<Board>::best_child(const Node& node) const {
    const double temperature = simulations_ < options_.warm_up ? cold : warm;
    const double spread =
        options_.c * std::sqrt(static_cast<double>(node.visits) + 1) / temperature;
    double best = -1e9;
    std::int32_t chosen = node.first_child;
    for (int i = 0; i < node.num_children; ++i) {
        const Node& child = nodes_[node.first_child + i];
        if (child.wins) return node.first_child + i;
        const double score = mean(child) + spread / (1 + child.visits);
        if (score > best) {
            best = score;
            chosen = node.first_child + i;
        }
    }
    return chosen;
}

template <class Board>
void MonomialTree<Board>::expand(std::int32_t at, const Board& board) {
    const int colour = 1 - nodes_[at].colour;
    const Decisions<Board> decisions(board);
    MoveList moves;
    decisions.candidates(colour, options_.width, moves);
    const bool wins = board.has_four(colour) && !moves.empty();
    nodes_[at].first_child = static_cast<std::int32_t>(nodes_.size());
    nodes_[at].num_children = static_cast<std::int16_t>(moves.size());
    for (const Move m : moves)
        nodes_.push_back({.parent = at,
                          .move = static_cast<std::int16_t>(m),
                          .colour = static_cast<std::int8_t>(colour),
                          .wins = wins});
}

template <class Board>
std::vector<std::int32_t> MonomialTree<Board>::ranked(const Node& node) const {
    std::vector<std::int32_t> children(
        static_cast<std::size_t>(std::max<int>(node.num_children, 0)));
    int most = 0;
    for (std::size_t i = 0; i < children.size(); ++i) {
        children[i] = node.first_child + static_cast<std::int32_t>(i);
        most = std::max(most, nodes_[children[i]].visits);
    }
    std::stable_sort(children.begin(), children.end(), [&](std::int32_t a, std::int32_t b) {
        const Node& one = nodes_[a];
        const Node& two = nodes_[b];
        const bool fair_one = one.visits * fair_share >= most;
        const bool fair_two = two.visits * fair_share >= most;
        if (fair_one != fair_two) return fair_one;
        if (mean(one) != mean(two)) return mean(one) > mean(two);
        return one.visits > two.visits;
    });
    return children;
}

template <class Board>
std::vector<Move> MonomialTree<Board>::line_from(std::int32_t at) const {
    std::vector<Move> line{nodes_[at].move};
    while (nodes_[at].num_children > 0) {
        at = ranked(nodes_[at]).front();
        if (nodes_[at].visits == 0) break;
        line.push_back(nodes_[at].move);
    }
    return line;
}

template <class Board>
SearchReport MonomialTree<Board>::report(const SearchReport& spent) const {
    SearchReport report = spent;
    report.for_player = position_.to_move();
    report.simulations += simulations_;
    report.nodes += static_cast<std::int64_t>(nodes_.size());
    report.depth = std::max(report.depth, depth_);
    report.memory += nodes_.capacity() * sizeof(Node);
    double worth = 0;
    const auto children = ranked(nodes_[0]);
    for (const auto child : children) worth += root_.worth(nodes_[child].move);
    double lowest = 1;
    BitSet<8> looked_at;
    for (const auto child : children) {
        const Node& node = nodes_[child];
        MoveReport move;
        move.move = node.move;
        move.visits = node.visits;
        move.value = node.wins ? 1 : mean(node);
        move.prior = worth > 0 ? root_.worth(node.move) / worth : 0;
        move.proof = node.wins ? Proof::win : Proof::unknown;
        move.line = line_from(child);
        lowest = std::min(lowest, move.value);
        looked_at.insert(node.move);
        report.moves.push_back(std::move(move));
    }
    if (!report.moves.empty()) {
        report.value = report.moves.front().value;
        report.proof = report.moves.front().proof;
    }
    // Moves that were not looked at are believed to be no better than the worst that was.
    std::vector<Move> others;
    MoveList legal;
    position_.legal_moves(legal);
    for (const Move m : legal)
        if (!looked_at.contains(m)) others.push_back(m);
    std::stable_sort(others.begin(), others.end(),
                     [&](Move a, Move b) { return root_.worth(a) > root_.worth(b); });
    for (const Move m : others) {
        MoveReport move;
        move.move = m;
        move.value = lowest;
        move.line = {m};
        report.moves.push_back(std::move(move));
    }
    return report;
}

template class MonomialTree<MonomialBoard<1>>;
template class MonomialTree<MonomialBoard<2>>;

} // namespace tesuji::monomial
