// Step 11 of Mcts: a tree for each thread, put together at the root. Included by mcts.hpp.
//
// The other threads' trees live for one run. Each begins at the same root with another seed; at
// the end the statistics of its root's moves are added to those of the tree that stays.
#pragma once

#include "mcts.hpp"

#include <algorithm>

namespace tesuji {

/// What one tree may take of the whole budget.
template <GamePosition P>
Budget Mcts<P>::share_of(Budget whole) const {
    if (!grows_apart()) return whole;
    const int trees = options_.threads;
    whole.memory /= static_cast<std::size_t>(trees);
    if (whole.nodes > 0) whole.nodes = std::max<std::int64_t>(whole.nodes / trees, 1);
    return whole;
}

/// Prepares the trees of the other threads.
template <GamePosition P>
void Mcts<P>::start_apart(const Budget& share) {
    MctsOptions options = options_;
    options.threads = 1;
    for (int i = 1; i < options_.threads; ++i) {
        options.seed = rng_.next();
        apart_.push_back(std::make_unique<Mcts>(root_position_, options, LeafSource::rollouts));
        Mcts& other = *apart_.back();
        other.make_workers();
        other.allowed_ = allowed_;
        other.start(share);
        other.expand_for_rollouts(other.root_, root_position_);
    }
}

/// Adds the statistics that `other` has of the root's moves, and of the root itself.
template <GamePosition P>
void Mcts<P>::absorb(Mcts& other) {
    Fan* ours = tree_.fan_of(root_);
    Fan* theirs = other.tree_.fan_of(other.root_);
    if (!ours || !theirs) return;
    mcts::add_to(root_.visits, other.root_.num_visits(), false);
    mcts::add_to(root_.value_sum, other.root_.value_sum.load(), false);
    Leaf<P>& leaf = workers_[0]->leaf;
    other.tree_.for_each_child(*theirs, [&](int, Node& found, mcts::AtomicLure&) {
        int index = 0;
        while (ours->move(index) != found.move) ++index;
        leaf.position = root_position_; // add_child plays the move there
        bool added = false;
        const Child child = add_child(*ours, index, leaf, added);
        if (!child.node) return; // memory is full
        Node& node = *child.node;
        mcts::add_to(node.visits, found.num_visits(), false);
        mcts::add_to(node.value_sum, found.value_sum.load(), false);
        if (found.is_proven() && !node.is_proven()) {
            node.half_points = found.half_points.load();
            node.plies_to_end = found.plies_to_end.load();
            node.result = found.result.load();
        }
        update_lure({&node, child.lure, 1.0F, mcts::sign_of(root_.to_move)});
    });
    count_nodes(leaf);
    if (options_.solver) try_to_prove(root_);
}

} // namespace tesuji
