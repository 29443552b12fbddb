// Steps 4 to 7 of Mcts: down the tree to a leaf. Included by mcts.hpp.
#pragma once

#include "mcts.hpp"

#include <bit>
#include <limits>
#include <stdexcept>

namespace tesuji {

namespace mcts {

/// The natural logarithm to two digits, for numbers of at least 1: enough for exploration.
inline float quick_log(float x) {
    const auto bits = std::bit_cast<std::uint32_t>(x);
    const auto exponent = static_cast<float>(static_cast<int>(bits >> 23) - 127);
    const float m = std::bit_cast<float>((bits & 0x7fffffU) | 0x3f800000U); // from 1 to 2
    return 0.6931472F * (exponent + (2.02466578F - 0.34484843F * m) * m - 1.67487759F);
}

} // namespace mcts

// Step 4: down ------------------------------------------------------------------------------------

template <GamePosition P>
typename Mcts<P>::Descent Mcts<P>::descend(Leaf<P>& leaf, Rng& rng) {
    // Step 4. Descend from the root, one move after the other.
    leaf.position = root_position_;
    leaf.path.clear();
    leaf.gumbel_choice = -1;
    leaf.waiting = false;
    enter(leaf, {&root_, nullptr, 1.0F, mcts::sign_of(root_.to_move)});
    for (;;) {
        Node& node = *leaf.path.back().node;
        if (node.is_proven() && leaf.path.size() > 1) return Descent::settled;
        // Step 5. A node that has been visited often enough gets its list of moves; with an
        // evaluator it gets that, and their priors, when it has been judged.
        Fan* fan = tree_.fan_of(node);
        if (!fan) {
            if (evaluated_ || !may_expand(leaf)) return Descent::open;
            const auto visits_before =
                static_cast<int>(node.num_visits()) - static_cast<int>(leaf.path.back().early);
            if (visits_before < options_.expand_visits && leaf.path.size() > 1)
                return Descent::open;
            fan = expand_for_rollouts(node, leaf.position);
            if (!fan) return Descent::open;
        }
        // Steps 6 and 7. The child that promises most. It may be new.
        bool added = false;
        const Child child = choose_child(node, *fan, leaf, rng, added);
        if (!child.node) return Descent::open; // memory is full: judge the position from here
        if (!added) leaf.position.play(child.node->move);
        enter(leaf, {child.node, child.lure, evaluated_ ? fan->prior(child.index) : 1.0F,
                     mcts::sign_of(node.to_move)});
        if (added && !child.node->is_proven()) return Descent::open;
    }
}

template <GamePosition P>
void Mcts<P>::enter(Leaf<P>& leaf, Step step) {
    // Among many visits one thread's virtual loss makes no difference: save the cache line.
    constexpr std::uint32_t many = 256;
    step.early = counts_early_ && (evaluated_ || step.node->num_visits() < many);
    leaf.path.push_back(step);
    if (!step.early) return;
    mcts::add_to(step.node->visits, std::uint32_t{1}, shared_);
    if (!step.lure) return;
    const float loss = -step.sign * static_cast<float>(options_.virtual_loss);
    mcts::add_to(step.node->value_sum, Node::fixed(loss), shared_);
    update_lure(step);
}

// Step 5: a node gets its moves -------------------------------------------------------------------

/// The moves to be tried in a node: all legal ones, except at a root with allowed ones.
template <GamePosition P>
void Mcts<P>::list_moves(const Node& node, const P& position, MoveList& moves) const {
    if (&node == &root_ && !allowed_.empty()) {
        for (const Move m : allowed_) moves.push(m);
        return;
    }
    position.legal_moves(moves);
    if (moves.empty()) throw std::logic_error("a game that is not over has no legal move");
}

/// Null when memory is full or another thread is expanding the node.
template <GamePosition P>
typename Mcts<P>::Fan* Mcts<P>::expand_for_rollouts(Node& node, const P& position) {
    if (node.pending.exchange(true, std::memory_order_acquire)) return nullptr;
    struct Reset {
        std::atomic<bool>& flag;
        ~Reset() { flag.store(false, std::memory_order_release); }
    } reset{node.pending};
    if (Fan* fan = tree_.fan_of(node)) return fan;

    MoveList moves;
    list_moves(node, position, moves);
    mcts::Ref ref = 0;
    Fan* fan = tree_.new_fan(moves.size(), ref);
    if (!fan) return nullptr;
    for (int i = 0; i < moves.size(); ++i)
        fan->moves()[i].store(static_cast<std::uint16_t>(moves[i]), std::memory_order_relaxed);
    mcts::Tree::publish(node, ref);
    return fan;
}

/// Leaves the node as it is when memory is full.
template <GamePosition P>
void Mcts<P>::expand_with_priors(Node& node, const P& position, const float* logits) {
    MoveList moves;
    list_moves(node, position, moves);
    thread_local std::vector<std::uint32_t> sorted;
    mcts::sorted_priors(moves, logits, sorted);
    mcts::Ref ref = 0;
    Fan* fan = tree_.new_fan(moves.size(), ref);
    if (!fan) return;
    for (int i = 0; i < moves.size(); ++i) {
        const std::uint32_t item = sorted[static_cast<std::size_t>(i)];
        fan->moves()[i].store(static_cast<std::uint16_t>(item), std::memory_order_relaxed);
        fan->priors()[i].store(static_cast<std::uint16_t>(item >> 16), std::memory_order_relaxed);
    }
    mcts::Tree::publish(node, ref);
}

// Step 6: which child -----------------------------------------------------------------------------

/// Step 6. The child to go to. When it is new, its move has been played in the leaf's position.
template <GamePosition P>
typename Mcts<P>::Child Mcts<P>::choose_child(Node& node, Fan& fan, Leaf<P>& leaf, Rng& rng,
                                              bool& added) {
    if (gumbel_ && leaf.path.size() == 1) return choose_by_gumbel(fan, leaf, added);
    if (evaluated_) return choose_by_puct(node, fan, leaf, added);
    if (options_.rave) return choose_by_rave(node, fan, leaf, rng, added);
    return choose_by_uct(node, fan, leaf, rng, added);
}

/// Step 6a. At a root with Gumbel noise: the move that its schedule of visits names.
template <GamePosition P>
typename Mcts<P>::Child Mcts<P>::choose_by_gumbel(Fan& fan, Leaf<P>& leaf, bool& added) {
    const std::lock_guard guard(gumbel_mutex_);
    leaf.gumbel_choice = gumbel_->next(gumbel_states());
    const Move m = gumbel_moves_[static_cast<std::size_t>(leaf.gumbel_choice)];
    for (int i = 0; i < fan.num_moves; ++i) {
        if (fan.move(i) != m) continue;
        if (i < fan.tried()) return tree_.child_at(fan, i);
        const Child child = add_child(fan, i, leaf, added);
        if (child.node) return child;
    }
    return tree_.best_child(fan, 1.0F);
}

/// Step 6b. With an evaluator: value, and exploration by prior.
template <GamePosition P>
typename Mcts<P>::Child Mcts<P>::choose_by_puct(Node& node, Fan& fan, Leaf<P>& leaf, bool& added) {
    const int tried = fan.tried();
    const auto visits = static_cast<float>(std::max(node.num_visits(), 1U));
    float scale = (static_cast<float>(options_.c_puct) +
                   std::log1p(visits / static_cast<float>(options_.puct_base))) *
                  std::sqrt(visits);
    if (tree_.format.squares) scale *= exploration_by_spread(leaf.path.back(), fan);
    const Child best = tree_.best_child(fan, scale);
    if (tried == fan.num_moves) return best;
    // Moves stand in the order of their priors: only the first untried one can be best. The virtual
    // loss of this visit says nothing about them.
    const float urgency = mcts::sign_of(node.to_move) * mean_before(leaf.path.back()) -
                          static_cast<float>(options_.fpu_reduction) *
                              std::sqrt(fan.tried_prior.load(std::memory_order_relaxed)) +
                          scale * fan.prior(tried);
    if (best.node && best.attraction >= urgency) return best;
    const Child child = add_child(fan, tried, leaf, added);
    return child.node ? child : best;
}

/// The factor by which the spread of the values below a node changes its exploration. With few
/// values it stays close to 1.
template <GamePosition P>
float Mcts<P>::exploration_by_spread(const Step& step, Fan& fan) const {
    constexpr float usual = 0.4F;
    constexpr float weight = 2; // of the usual spread, in visits
    const float visits = static_cast<float>(std::max(step.node->num_visits(), 1U)) - 1; // before
    const float mean = mean_before(step);
    const float squares = fan.squares(tree_.format).load(std::memory_order_relaxed);
    const float around_mean = std::max(squares - visits * mean * mean, 0.0F);
    const float deviation = std::sqrt((around_mean + weight * usual * usual) / (visits + weight));
    return 1 + static_cast<float>(options_.puct_spread) * (deviation / usual - 1);
}

/// The mean value of a node for the first player without the visit that is under way.
template <GamePosition P>
float Mcts<P>::mean_before(const Step& step) const {
    const float loss = step.lure ? -step.sign * static_cast<float>(options_.virtual_loss) : 0.0F;
    const auto visits = static_cast<float>(step.node->num_visits());
    if (visits < 2) return 0;
    return std::clamp((step.node->mean() * visits - loss) / (visits - 1), -1.0F, 1.0F);
}

/// Step 6c. With rollouts and RAVE.
template <GamePosition P>
typename Mcts<P>::Child Mcts<P>::choose_by_rave(Node& node, Fan& fan, Leaf<P>& leaf, Rng& rng,
                                                bool& added) {
    const int tried = fan.tried();
    const int index = best_by_rave(node, fan, rng);
    if (index < tried) return tree_.child_at(fan, index);
    const Child child = add_child(fan, index, leaf, added);
    return child.node ? child : tree_.best_child(fan, 1.0F);
}

/// The index of the move with the largest value, mixed from its own visits and AMAF, plus
/// exploration.
template <GamePosition P>
int Mcts<P>::best_by_rave(Node& node, Fan& fan, Rng& rng) {
    const auto visits = static_cast<float>(std::max(node.num_visits(), 1U));
    const float scale = static_cast<float>(options_.uct) * std::sqrt(mcts::quick_log(visits));
    const float per_count = 1.0F / static_cast<float>(options_.rave_visits);
    const mcts::Amaf* amaf = fan.amaf(tree_.format);
    float best = -std::numeric_limits<float>::infinity();
    int chosen = 0;
    tree_.for_each_child(fan, [&](int i, Node&, mcts::AtomicLure& atomic) {
        const mcts::Lure lure = atomic.get();
        const float count = amaf[i].count.load(std::memory_order_relaxed);
        const float inverse_visits = lure.bonus * lure.bonus;
        const float weighted = count * inverse_visits;
        const float beta = weighted / (weighted + 1.0F + count * per_count);
        const float value =
            lure.value + beta * (amaf[i].value.load(std::memory_order_relaxed) - lure.value);
        const float attraction = value + scale * lure.bonus;
        if (attraction > best) {
            best = attraction;
            chosen = i;
        }
    });
    const float unknown = mcts::sign_of(node.to_move) * node.mean();
    int equals = 0;
    for (int i = fan.tried(); i < fan.num_moves; ++i) {
        const float count = amaf[i].count.load(std::memory_order_relaxed);
        const float value =
            (count > 0 ? amaf[i].value.load(std::memory_order_relaxed) : unknown) + scale;
        if (value < best) continue;
        equals = value > best ? 1 : equals + 1;
        if (equals > 1 && rng.below(equals) != 0) continue;
        best = value;
        chosen = i;
    }
    return chosen;
}

/// Step 6d. With rollouts: value, and exploration by the number of visits.
template <GamePosition P>
typename Mcts<P>::Child Mcts<P>::choose_by_uct(Node& node, Fan& fan, Leaf<P>& leaf, Rng& rng,
                                               bool& added) {
    const int tried = fan.tried();
    const int untried = fan.num_moves - tried;
    const auto visits = static_cast<float>(std::max(node.num_visits(), 1U));
    const float scale = static_cast<float>(options_.uct) * std::sqrt(mcts::quick_log(visits));
    if (untried > 0) {
        // All untried moves are equal: take any.
        const float urgency = mcts::sign_of(node.to_move) * node.mean() -
                              static_cast<float>(options_.fpu_reduction) + scale;
        Child best;
        if (!options_.try_every_move) best = tree_.best_child(fan, scale);
        if (!best.node || best.attraction < urgency) {
            const Child child = add_child(fan, tried + rng.below(untried), leaf, added);
            if (child.node) return child;
        }
    }
    return tree_.best_child(fan, scale);
}

// Step 7: a new child -----------------------------------------------------------------------------

/// Step 7. Makes a child of the untried move at `index` and plays it; null when memory is full.
/// Another thread may have been faster: then its child is as good, and nothing is played.
template <GamePosition P>
typename Mcts<P>::Child Mcts<P>::add_child(Fan& fan, int index, Leaf<P>& leaf, bool& added) {
    const std::lock_guard guard(fan.lock);
    const int next = fan.tried();
    if (index < next) return tree_.child_at(fan, index);
    Child child = tree_.room_for_child(fan);
    if (!child.node) return child;
    fan.swap_moves(next, index, tree_.format);

    const Move m = fan.move(next);
    P& position = leaf.position;
    position.play(m);
    added = true;
    Node& node = *child.node;
    node.move = static_cast<std::int16_t>(m);
    node.to_move =
        options_.alternating_sign ? other(leaf.path.back().node->to_move) : position.to_move();
    if (position.is_over()) {
        Outcome outcome = position.outcome();
        if (node.to_move != position.to_move()) outcome = outcome.reversed();
        node.half_points = static_cast<std::int16_t>(std::lround(outcome.margin * 2));
        node.result = outcome.winner < 0 ? Result::draw : mcts::won_by(player(outcome.winner));
    }
    const float prior = evaluated_ ? fan.prior(next) : 1.0F;
    child.lure->set({0.0F, prior});
    if (evaluated_) mcts::add_to(fan.tried_prior, prior, false);
    fan.num_children.store(static_cast<std::uint16_t>(next + 1), std::memory_order_release);
    ++leaf.new_nodes;
    return child;
}

} // namespace tesuji
