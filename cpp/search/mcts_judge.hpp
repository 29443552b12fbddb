// Step 8 of Mcts: what a leaf is worth. Included by mcts.hpp.
#pragma once

#include "mcts.hpp"

#include <cmath>
#include <stdexcept>

namespace tesuji {

// By a rollout ------------------------------------------------------------------------------------

/// Step 8 with rollouts. Plays on at random; returns the result for the first player.
template <GamePosition P>
float Mcts<P>::roll_out(Worker& worker) {
    P& position = worker.leaf.position;
    const int most =
        options_.rollout_plies > 0 ? options_.rollout_plies : 3 * position.rules().num_moves();
    if (!tree_.format.amaf) {
        play_randomly(position, worker.rng, most);
    } else {
        for (int ply = 0; ply < most; ++ply) {
            const Move m = position.random_move(worker.rng);
            if (m == no_move) break;
            worker.played.emplace_back(static_cast<std::int16_t>(m), position.to_move());
            position.play(m);
        }
    }
    return position.is_over() ? value_of(position.outcome()) : 0.0F;
}

template <GamePosition P>
float Mcts<P>::value_of(const Outcome& outcome) const {
    return tree_.utility.of(outcome.winner < 0 ? 0.0F : mcts::sign_of(player(outcome.winner)),
                            outcome.margin);
}

// By an exact search ------------------------------------------------------------------------------

/// Step 8 where an exact search knows the answer. Asks once for each leaf, when it is new. Roots
/// are settled before the search: they need a move.
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

template <GamePosition P>
void Mcts<P>::set_settled(Node& node, const Settled& found) const {
    const Outcome& outcome = found.outcome;
    node.half_points = static_cast<std::int16_t>(std::lround(outcome.margin * 2));
    node.plies_to_end = static_cast<std::uint8_t>(std::clamp(found.plies, 0, 255));
    node.result.store(outcome.winner < 0 ? Result::draw : mcts::won_by(player(outcome.winner)),
                      std::memory_order_release);
}

// By an evaluator ---------------------------------------------------------------------------------

/// Steps 4 to 9 for a batch of leaves. Returns false when no simulation could begin.
template <GamePosition P>
bool Mcts<P>::evaluate_batch(Worker& worker, Race& race) {
    std::size_t gathered = 0;
    bool begun = false;
    // Simulations that need no evaluation do not fill the batch, but must not go on without end.
    int finished = 0;
    const auto num_moves = static_cast<std::size_t>(root_position_.rules().num_moves());
    std::size_t next = 0;
    try {
        // Steps 4 to 7, and 8 and 9 where a leaf needs no evaluation.
        while (gathered < worker.batch.size() && finished < 4 * options_.batch_size) {
            if (root_proven() || !race.begin_one(worker)) break;
            begun = true;
            const Gathered result = gather(worker.batch[gathered]);
            if (result == Gathered::leaf) {
                ++gathered;
            } else if (result == Gathered::finished) {
                ++finished;
                ++worker.done;
            } else {
                race.give_back(worker);
                if (gathered == 0 && shared_) std::this_thread::yield();
                break;
            }
        }
        if (gathered == 0) return begun;
        // Step 8. The evaluator judges the others.
        for (std::size_t i = 0; i < gathered; ++i) worker.positions[i] = &worker.batch[i].position;
        evaluator_->evaluate(std::span(worker.positions).first(gathered),
                             std::span(worker.logits).first(gathered * num_moves),
                             std::span(worker.values).first(gathered),
                             std::span(worker.leads).first(tree_.format.leads ? gathered : 0));
        // Steps 5 and 9 for each of them.
        while (next < gathered) {
            const std::size_t i = next++;
            finish(worker.batch[i], worker.logits.data() + i * num_moves, worker.values[i],
                   tree_.format.leads ? worker.leads[i] : 0.0F);
            ++worker.done;
        }
    } catch (...) {
        for (std::size_t i = next; i < gathered; ++i) cancel(worker.batch[i]);
        throw;
    }
    return true;
}

template <GamePosition P>
Gathered Mcts<P>::gather(Leaf<P>& leaf) {
    leaf.path.clear();
    try {
        const Descent descent = descend(leaf, rng_);
        count_nodes(leaf);
        Node& node = *leaf.path.back().node;
        if (descent == Descent::settled) {
            back_up(leaf, tree_.certain_value(node), true, std::nullopt);
            return Gathered::finished;
        }
        if (judge_ && settle_leaf(leaf)) {
            back_up(leaf, tree_.certain_value(node), true, std::nullopt);
            return Gathered::finished;
        }
        // A leaf that cannot be expanded needs no second evaluation: its value is known.
        const bool judged = node.num_visits() > 1 && !node.pending;
        if (tree_.fan_of(node) || (judged && (tree_.memory.is_full() || !may_expand(leaf)))) {
            back_up(leaf, mean_before(leaf.path.back()), false, std::nullopt);
            return Gathered::finished;
        }
        if (node.pending.exchange(true, std::memory_order_acquire)) {
            cancel(leaf);
            return Gathered::busy;
        }
        leaf.waiting = true;
        return Gathered::leaf;
    } catch (...) {
        cancel(leaf);
        throw;
    }
}

template <GamePosition P>
void Mcts<P>::finish(Leaf<P>& leaf, const float* logits, float value, float lead) {
    Node& node = *leaf.path.back().node;
    try {
        if (!(value >= -1.001F && value <= 1.001F))
            throw std::domain_error("the evaluator gave a value that is not between -1 and 1");
        if (!std::isfinite(lead))
            throw std::domain_error("the evaluator gave a lead that is NaN or infinity");
        if (may_expand(leaf) && !tree_.fan_of(node))
            expand_with_priors(node, leaf.position, logits);
    } catch (...) {
        cancel(leaf);
        throw;
    }
    const bool at_root = leaf.path.size() == 1;
    const float sign = mcts::sign_of(node.to_move);
    back_up(leaf, sign * value, false, sign * lead);
    leaf.waiting = false;
    node.pending.store(false, std::memory_order_release);
    if (at_root) {
        if (planned_simulations_ > 1) --planned_simulations_; // this one chose no move
        prepare_root();
    }
}

} // namespace tesuji
