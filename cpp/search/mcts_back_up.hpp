// Step 9 of Mcts: the value of a leaf is backed up to the nodes above it. Included by mcts.hpp.
#pragma once

#include "mcts.hpp"

#include <limits>

namespace tesuji {

// Values ------------------------------------------------------------------------------------------

/// Step 9. Adds `value` and `lead`, which are for the first player, to the whole path. `proven`
/// says that the result of the last node is certain; its margin is then the lead.
template <GamePosition P>
void Mcts<P>::back_up(Leaf<P>& leaf, float value, bool proven, std::optional<float> lead) {
    const auto depth = static_cast<int>(leaf.path.size()) - 1;
    if (depth > longest_path_.load(std::memory_order_relaxed))
        longest_path_.store(depth, std::memory_order_relaxed);
    for (int i = depth; i >= 0; --i) {
        const Step& step = leaf.path[static_cast<std::size_t>(i)];
        Node& node = *step.node;
        if (proven && i < depth) proven = options_.solver && try_to_prove(node);
        if (proven) {
            value = tree_.certain_value(node);
            lead = static_cast<float>(node.half_points.load(std::memory_order_relaxed)) / 2;
        }
        std::int64_t amount = Node::fixed(value);
        if (!step.early)
            mcts::add_to(node.visits, std::uint32_t{1}, shared_);
        else if (step.lure)
            amount -= Node::fixed(-step.sign * static_cast<float>(options_.virtual_loss));
        mcts::add_to(node.value_sum, amount, shared_);
        if (step.lure) update_lure(step);
        if (tree_.format.squares)
            if (Fan* fan = tree_.fan_of(node))
                mcts::add_to(fan->squares(tree_.format), value * value, shared_);
        if (tree_.format.leads && lead)
            if (Fan* fan = tree_.fan_of(node)) fan->leads(tree_.format).add(*lead, shared_);
    }
    leaf.path.clear();
}

template <GamePosition P>
void Mcts<P>::update_lure(const Step& step) {
    const Node& node = *step.node;
    const auto visits = static_cast<float>(node.num_visits());
    float value = step.sign * node.mean();
    float bonus =
        evaluated_ ? step.prior / (1.0F + visits) : 1.0F / std::sqrt(std::max(visits, 1.0F));
    if (options_.solver && node.is_proven()) {
        value = step.sign * tree_.certain_value(node);
        const Result lost = step.sign > 0 ? Result::second_wins : Result::first_wins;
        if (tree_.utility.counts_margin())
            bonus = 0; // there is nothing to find out
        else if (node.result.load(std::memory_order_relaxed) == lost)
            value = -std::numeric_limits<float>::infinity();
    }
    step.lure->set({value, bonus});
}

// Proofs ------------------------------------------------------------------------------------------

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

// RAVE --------------------------------------------------------------------------------------------

/// Tells every node of the path how the simulation ended, for each move that its player was the
/// first to make from there on.
template <GamePosition P>
void Mcts<P>::update_amaf(Worker& worker, float value) {
    auto& first = worker.first_to_play;
    std::ranges::fill(first, std::int8_t{-1});
    const auto note = [&](Move m, Player p) {
        first[static_cast<std::size_t>(m)] = static_cast<std::int8_t>(index(p));
    };
    for (std::size_t i = worker.played.size(); i-- > 0;)
        note(worker.played[i].first, worker.played[i].second);
    const std::vector<Step>& path = worker.leaf.path;
    for (std::size_t i = path.size(); i-- > 0;) {
        const Node& node = *path[i].node;
        if (i + 1 < path.size()) note(path[i + 1].node->move, node.to_move);
        Fan* fan = tree_.fan_of(node);
        if (!fan) continue;
        mcts::Amaf* amaf = fan->amaf(tree_.format);
        const auto mover = static_cast<std::int8_t>(index(node.to_move));
        const float for_mover = mcts::sign_of(node.to_move) * value;
        for (int move = 0; move < fan->num_moves; ++move)
            if (first[static_cast<std::size_t>(fan->move(move))] == mover)
                amaf[move].add(for_mover);
    }
}

// A simulation taken back -------------------------------------------------------------------------

template <GamePosition P>
void Mcts<P>::cancel(Leaf<P>& leaf) {
    if (leaf.gumbel_choice >= 0) {
        const std::lock_guard guard(gumbel_mutex_);
        gumbel_->undo(leaf.gumbel_choice);
        leaf.gumbel_choice = -1;
    }
    if (leaf.waiting) leaf.path.back().node->pending.store(false, std::memory_order_release);
    leaf.waiting = false;
    const Node* parent = nullptr;
    for (const Step& step : leaf.path) {
        if (step.early) {
            mcts::add_to(step.node->visits, ~std::uint32_t{0}, shared_); // one less
            if (step.lure) {
                const float loss = -step.sign * static_cast<float>(options_.virtual_loss);
                mcts::add_to(step.node->value_sum, -Node::fixed(loss), shared_);
                update_lure(step);
                if (evaluated_ && step.node->num_visits() == 0) lure_as_untried(step, *parent);
            }
        }
        parent = step.node;
    }
    leaf.path.clear();
}

/// A child without visits is as attractive as it was before it was added.
template <GamePosition P>
void Mcts<P>::lure_as_untried(const Step& step, const Node& parent) {
    const float others =
        tree_.fan_of(parent)->tried_prior.load(std::memory_order_relaxed) - step.prior;
    const float value = step.sign * parent.mean() - static_cast<float>(options_.fpu_reduction) *
                                                        std::sqrt(std::max(others, 0.0F));
    step.lure->set({value, step.prior});
}

} // namespace tesuji
