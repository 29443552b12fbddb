// The search that proves nothing: it follows the lines that seem best, as a player reads.
//
// A position is judged by what alternating play seems to lead to. Where both stops are the same it
// is taken to be settled. Moves that the opponent answers, after which both stops are no
// better than before, are left out: they exchange something for nothing. What is left
// is followed from the root along the best moves of the estimated thermographs, first the best
// alone, then those within a margin of it.
#include "search.hpp"

#include <algorithm>

namespace tesuji::go_local {

namespace {

/// How much more is spent on judging the root, and on the claim that nothing is left to play for.
constexpr int root_share = 60;
constexpr int settled_share = 6;
constexpr double margins[] = {1e-6, 0.3, 0.6, 1.1, 2.1};

} // namespace

void Search::expect(Node& node) {
    const bool root = nodes_.size() <= 1;
    const int nodes = root ? root_share * judgement_nodes_ : judgement_nodes_;
    node.expected = stops_.expect(node.position, nodes);
    // That nothing is left to play for is a large claim: it is looked into more closely, and it has
    // to hold for both players if the other one wins every ko.
    if (node.expected.left <= node.expected.right) {
        using Kos = StopSearch::Kos;
        node.expected =
            stops_.expect(node.position, settled_share * nodes, Kos::to_black, Kos::to_white);
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

void Search::expand_selectively(Node& node) {
    for (const Colour colour : {Colour::black, Colour::white}) {
        bool any = false;
        for (const bool all : {false, true}) {
            if (any) break; // where nothing seems to gain, everything is looked at
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
    const StopSearch::Expectation then = stops_.expect(after, judgement_nodes_);
    // As if the opponent had moved first: nothing was gained.
    if (black ? then.right <= before.right : then.left >= before.left) return true;
    const int answer = black ? then.white_move : then.black_move;
    if (answer < 0) return false;
    const Placement answered = place(shape_, after, answer, other(mover));
    if (!answered.legal || answered.ko) return false;
    const StopSearch::Expectation finally = stops_.expect(answered.after, judgement_nodes_);
    return black ? finally.left <= before.left && finally.right <= before.right
                 : finally.left >= before.left && finally.right >= before.right;
}

void Search::run_selectively(SearchControl& control) {
    const Budget& budget = control.budget();
    double next_report = control.progress_interval;
    std::size_t margin = 0;
    while (margin < std::size(margins)) {
        if (should_end(control, next_report)) return;
        if (memory_ > budget.memory || (budget.nodes > 0 && nodes() > budget.nodes)) return;
        bool found = false;
        for (const NodeId part : root_.parts) {
            patience_ = 2000;
            found |= follow(part, Side::left, infinity, margins[margin]);
        }
        margin = found ? 0 : margin + 1;
    }
    converged_ = true;
}

/// Looks into the next position of the best lines from here; whether there was one.
bool Search::follow(NodeId id, Side side, double temperature, double margin) {
    Node& node = nodes_[id];
    if (node.free != none) {
        // Whoever may not retake the ko moves elsewhere, after which the opponent goes on.
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
    if (temperature < own) {
        found = follow_moves(id, side, temperature, margin);
    } else {
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
