// What Mcts knows for certain: proofs backed up, and leaves and roots settled by an exact search.
// Included by mcts.hpp.
#pragma once

#include "mcts.hpp"

#include <cmath>

namespace tesuji {

/// Called when a child has just been proven. Returns whether the node is proven now.
///
/// Where only the result counts, one winning move is enough. Where the margin counts, all moves
/// must be settled: a larger win may be among the others.
template <GamePosition P>
bool Mcts<P>::try_to_prove(Node& node) {
    const std::lock_guard guard(proof_lock_);
    if (node.is_proven()) return true;
    Fan* fan = tree_.fan_of(node);
    const float sign = mcts::sign_of(node.to_move);
    const bool by_margin = tree_.utility.counts_margin();
    // Among wins the shortest counts, among losses and draws the longest.
    const Node* best = nullptr;
    bool all_settled = fan->tried() == fan->num_moves;
    tree_.for_each_child(*fan, [&](int, Node& child, mcts::AtomicLure&) {
        if (!child.is_proven()) {
            all_settled = false;
            return;
        }
        const float value = sign * tree_.certain_value(child);
        const float most = best ? sign * tree_.certain_value(*best) : 0.0F;
        if (best && value == most) {
            const bool shorter = child.plies_to_end < best->plies_to_end;
            if (shorter == (value > 0)) best = &child;
        } else if (!best || value > most) {
            best = &child;
        }
    });
    if (!best) return false;
    const bool wins = mcts::proof_for(*best, node.to_move) == Proof::win;
    if (!all_settled && (by_margin || !wins)) return false;
    node.half_points = best->half_points.load();
    node.plies_to_end = static_cast<std::uint8_t>(std::min(best->plies_to_end + 1, 255));
    node.result.store(best->result, std::memory_order_release);
    return true;
}

template <GamePosition P>
void Mcts<P>::set_settled(Node& node, const Settled& found) const {
    const Outcome& outcome = found.outcome;
    node.half_points = static_cast<std::int16_t>(std::lround(outcome.margin * 2));
    node.plies_to_end = static_cast<std::uint8_t>(std::clamp(found.plies, 0, 255));
    node.result.store(outcome.winner < 0 ? Result::draw : mcts::won_by(player(outcome.winner)),
                      std::memory_order_release);
}

/// Asks once for each leaf, when it is new. Roots are settled before the search: they need a move.
template <GamePosition P>
bool Mcts<P>::settle_leaf(const Leaf<P>& leaf) {
    Node& node = *leaf.path.back().node;
    if (leaf.path.size() == 1 || tree_.fan_of(node) || node.num_visits() > 1) return false;
    const std::optional<Settled> found = judge_->settle(leaf.position);
    if (!found) return false;
    const std::lock_guard guard(proof_lock_);
    if (!node.is_proven()) set_settled(node, *found);
    return true;
}

/// Settles the root through its moves, so that the best of them is known: through the one that the
/// exact search names, or through all.
template <GamePosition P>
void Mcts<P>::settle_root() {
    if (!judge_ || root_position_.is_over()) return;
    // It may have been settled as a leaf, or as what the winning move of the root before it leads
    // to: proven, but not through moves of its own, of which one has to be played.
    root_.result = Result::unknown;
    if (tree_.fan_of(root_)) try_to_prove(root_);
    const std::optional<Settled> found = judge_->settle(root_position_);
    if (!found) return;
    if (!tree_.fan_of(root_)) {
        const std::vector<float> equal(static_cast<std::size_t>(root_position_.rules().num_moves()),
                                       0.0F);
        expand_with_priors(root_, root_position_, equal.data());
    }
    Fan* fan = tree_.fan_of(root_);
    if (!fan) return; // memory is full
    Leaf<P> leaf(root_position_);
    bool all = true;
    for (int i = 0; i < fan->num_moves && all; ++i) {
        const Move m = fan->move(i);
        if (found->move != no_move && m != found->move) continue;
        leaf.position = root_position_;
        leaf.path = {{&root_, nullptr, 1.0F, mcts::sign_of(root_.to_move)}};
        bool added = false;
        // Moves stand in the order in which they were tried, so child i is that of move i.
        const Child child = add_child(*fan, i, leaf, added);
        if (!child.node) return;
        if (!added) leaf.position.play(m);
        if (!child.node->is_proven()) {
            std::optional<Settled> next;
            if (found->move != no_move)
                next = Settled{found->outcome, std::max(found->plies - 1, 0)};
            else
                next = judge_->settle(leaf.position);
            if (next) set_settled(*child.node, *next);
            all = next.has_value();
        }
        update_lure({child.node, child.lure, fan->prior(child.index), leaf.path.front().sign});
        if (found->move != no_move) break;
    }
    count_nodes(leaf);
    if (all) try_to_prove(root_);
}

template <GamePosition P>
Outcome Mcts<P>::root_outcome() const {
    const Result result = root_.result.load(std::memory_order_relaxed);
    const int winner = result == Result::draw ? -1 : result == Result::first_wins ? 0 : 1;
    return {winner, static_cast<float>(root_.half_points.load(std::memory_order_relaxed)) / 2,
            "proven"};
}

} // namespace tesuji
