// The selective search, which proves nothing: it follows the lines that seem best, as a player
// reads.
//
// A position is estimated by alternating play. Where both stops are the same it counts as settled.
// Moves that the opponent answers, after which both stops are no better than before, are left out:
// they exchange something for nothing. What is left is followed from the root along the best moves
// of the estimated thermographs, first the best alone, then those within a margin of it.
#include "search.hpp"

#include <algorithm>

namespace tesuji::go_local {

namespace {

/// How much more is spent on judging the root, and on the claim that nothing is left to play for.
constexpr int root_nodes = 400'000;
constexpr int settled_share = 6;
/// The share of that to spend on the claim that a move gains nothing: most moves gain nothing.
constexpr int vain_share = 4;
/// Positions with at most this many empty points are solved where that takes at most this many
/// positions, and this many of alternating play.
constexpr int small_position = 7;
constexpr int nodes_for_small = 200;
constexpr int stop_nodes_for_small = 100'000;
constexpr double margins[] = {1e-6, 0.3, 0.6, 1.1, 2.1};

} // namespace

void Search::expect(Node& node) {
    const bool root = nodes_.size() <= 1;
    if (!root && size_of(node.position.empty()) <= small_position && solve(node)) return;
    const int nodes = root ? std::max(root_nodes, judgement_nodes_) : judgement_nodes_;
    node.expected = stops_.expect(node.position, nodes);
    // The claim that nothing is left to play for needs more evidence: it is searched longer, and it
    // has to hold for both players even if the other one wins every ko.
    if (node.expected.left <= node.expected.right) {
        using Kos = StopSearch::Kos;
        for (const int share : {1, settled_share}) {
            node.expected =
                stops_.expect(node.position, share * nodes, Kos::to_black, Kos::to_white);
            if (node.expected.left > node.expected.right) break;
        }
        node.about_ko = root || node.expected.left > node.expected.right;
    }
    const double left = node.expected.left, right = node.expected.right;
    const double mean = (left + right) / 2;
    Thermograph& guess = node.bounds[estimate];
    guess.left.assign(left > right ? left : mean);
    guess.right.assign(left > right ? right : mean);
    if (left > right) {
        guess.left.add(left - mean, mean);
        guess.right.add(mean - right, mean);
    } else if (!root) {
        node.bounds[lower] = node.bounds[upper] = guess;
    }
}

/// Uses the exact thermograph of a small position if a proof of it is found.
bool Search::solve(Node& node) {
    if (!prover_) prover_ = std::make_unique<Search>(shape_, Component{});
    const std::optional<Thermograph> proven =
        prover_->prove(node.position, nodes_for_small, stop_nodes_for_small);
    if (proven)
        for (const Bound bound : {lower, upper, estimate}) node.bounds[bound] = *proven;
    return proven.has_value();
}

void Search::expand_selectively(Node& node) {
    for (const Colour colour : {Colour::black, Colour::white}) {
        bool any = false;
        for (const bool all : {false, true}) {
            if (any) break; // where no move seems to gain, all are kept
            for (Set left = node.position.empty(); left; left &= left - 1) {
                const int point = lowest(left);
                const Placement placed = place(shape_, node.position, point, colour);
                if (!placed.legal) continue;
                if (!all && is_in_vain(node, point, placed.after, colour)) continue;
                add_option(node, point, colour, placed);
                any = true;
            }
        }
    }
}

bool Search::is_in_vain(const Node& node, int point, const Component& after, Colour mover) {
    const bool black = mover == Colour::black;
    const StopSearch::Expectation before = node.expected;
    if (node.about_ko || point == (black ? before.black_move : before.white_move)) return false;
    const int nodes = judgement_nodes_ / vain_share;
    // The mover wins the kos here: a move that gains by a ko is kept.
    const StopSearch::Kos kos = black ? StopSearch::Kos::to_black : StopSearch::Kos::to_white;
    const StopSearch::Expectation then = stops_.expect(after, nodes, kos, kos);
    // As if the opponent had moved first: nothing was gained.
    if (black ? then.right <= before.right : then.left >= before.left) return true;
    const int answer = black ? then.white_move : then.black_move;
    if (answer < 0) return false;
    const Placement answered = place(shape_, after, answer, other(mover));
    if (!answered.legal || answered.ko) return false;
    const StopSearch::Expectation finally = stops_.expect(answered.after, nodes, kos, kos);
    return black ? finally.left <= before.left && finally.right <= before.right
                 : finally.left >= before.left && finally.right >= before.right;
}

void Search::run_selectively(SearchControl& control) {
    const Budget& budget = control.budget();
    double next_report = control.progress_interval;
    const StopSearch::Asking asking(stops_, [&control] { return control.should_stop(); });
    std::size_t margin = 0;
    while (margin < std::size(margins)) {
        if (should_end(control, next_report)) break;
        if (memory() > budget.memory || (budget.nodes > 0 && nodes() > budget.nodes)) break;
        bool found = false;
        for (const NodeId part : root_.parts) {
            patience_ = 2000;
            found |= follow(part, Side::left, infinity, margins[margin]);
        }
        margin = found ? 0 : margin + 1;
    }
    converged_ = margin == std::size(margins) && !control.stopped();
}

/// Expands the next position of the best lines from here; returns whether there was one.
bool Search::follow(NodeId id, Side side, double temperature, double margin) {
    Node& node = nodes_[id];
    if (node.free != none) {
        // The player who may not retake the ko moves elsewhere, after which the opponent goes on.
        const bool banned = (side == Side::left) == (node.banned == Colour::black);
        const Side next = !banned ? side : side == Side::left ? Side::right : Side::left;
        return follow(node.free, next, temperature, margin);
    }
    if (node.settled()) return false;
    if (!node.expanded) {
        expand(id);
        return true;
    }
    if (node.on_path || patience_-- <= 0) return false;
    const double own = node.bounds[estimate].temperature();
    node.on_path = true;
    bool found = false;
    if (temperature < own) found = follow_moves(id, side, temperature, margin);
    // Near its own temperature it is uncertain whether the position is played on at all.
    if (!found && temperature + margin >= own) {
        const bool right_first = node.right_first;
        node.right_first = !right_first;
        found = follow_moves(id, right_first ? Side::right : Side::left, own, margin) ||
                follow_moves(id, right_first ? Side::left : Side::right, own, margin);
    }
    nodes_[id].on_path = false;
    return found;
}

bool Search::follow_moves(NodeId id, Side side, double temperature, double margin) {
    struct Candidate {
        double value;
        std::size_t option;
    };
    const bool left = side == Side::left;
    const Side next = left ? Side::right : Side::left;
    std::vector<Candidate> candidates;
    double best = -infinity;
    for (std::size_t i = 0; i < nodes_[id].options.size(); ++i) {
        const Option& option = nodes_[id].options[i];
        if ((option.colour == Colour::black) != left) continue;
        const double value = wall_at(option, next, estimate, temperature) * (left ? 1 : -1);
        candidates.push_back({value, i});
        best = std::max(best, value);
    }
    std::ranges::stable_sort(candidates, std::greater{}, &Candidate::value);
    for (const Candidate& candidate : candidates) {
        if (candidate.value < best - margin) break;
        const std::vector<NodeId> parts = nodes_[id].options[candidate.option].parts;
        for (const NodeId part : parts)
            if (follow(part, next, temperature, margin)) return true;
        if (parts.size() < 2) continue;
        for (const NodeId part : parts)
            if (follow(part, side, temperature, margin)) return true;
    }
    return false;
}

} // namespace tesuji::go_local
