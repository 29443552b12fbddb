// Step 2 of Mcts: where a search begins. Included by mcts.hpp.
#pragma once

#include "mcts.hpp"

#include <algorithm>
#include <cmath>

namespace tesuji {

// A root is given ---------------------------------------------------------------------------------

template <GamePosition P>
Mcts<P>::Mcts(const P& root, const MctsOptions& options, LeafSource leaves,
              std::shared_ptr<ExactJudge<P>> judge)
    : options_(options), judge_(std::move(judge)), evaluated_(leaves == LeafSource::evaluations),
      counts_early_(evaluated_ || (options.threads > 1 && options.shared_tree)),
      root_position_(root), tree_({.priors = evaluated_,
                                   .amaf = !evaluated_ && options.rave,
                                   .squares = evaluated_ && options.puct_spread > 0,
                                   .leads = evaluated_ && options.leads},
                                  {.score_weight = static_cast<float>(options.score_weight),
                                   .score_scale = static_cast<float>(options.score_scale)}),
      rng_(options.seed) {
    options_.check();
    if (root.rules().num_moves() > max_moves)
        throw BadSetup("search can handle games of up to " + std::to_string(max_moves) + " moves");
    if (options_.dirichlet_alpha < 0) options_.dirichlet_alpha = mcts::customary_alpha(root);
    if (!evaluated_ || !options_.solver)
        judge_ = nullptr;
    else if (!judge_ && options_.exact_plies > 0)
        judge_ = make_exact_judge(root, options_.exact_plies);
    set_root(root);
}

template <GamePosition P>
void Mcts<P>::set_root(const P& position) {
    root_position_ = position;
    allowed_.clear();
    tree_.memory.clear();
    num_nodes_ = 1;
    Node root;
    root.to_move = position.to_move();
    reset_root(root);
}

template <GamePosition P>
void Mcts<P>::allow_only(std::vector<Move> moves) {
    if (moves.empty()) throw BadSetup("a search needs at least one move that it may make");
    for (const Move m : moves)
        if (const char* reason = root_position_.why_illegal(m))
            throw BadSetup("cannot search move " + std::to_string(m) + ": " + reason);
    std::ranges::sort(moves);
    moves.erase(std::ranges::unique(moves).begin(), moves.end());
    set_root(P(root_position_));
    allowed_ = std::move(moves);
}

template <GamePosition P>
void Mcts<P>::reset_root(const Node& root) {
    root_ = root;
    root_prepared_ = false;
    root_priors_.clear();
    gumbel_.reset();
    longest_path_ = 0;
}

template <GamePosition P>
bool Mcts<P>::advance(Move m) {
    if (const char* reason = root_position_.why_illegal(m))
        throw BadSetup("cannot advance by move " + std::to_string(m) + ": " + reason);
    Node next;
    bool found = false;
    if (Fan* fan = tree_.fan_of(root_))
        tree_.for_each_child(*fan, [&](int, Node& child, mcts::AtomicLure&) {
            if (child.move != m) return;
            next = child;
            child.fan = 0; // now belongs to `next`
            found = true;
        });
    root_position_.play(m);
    // With alternating_sign a node may have the wrong mover, which a root must not.
    if (!found || next.to_move != root_position_.to_move()) {
        set_root(P(root_position_));
        return false;
    }
    num_nodes_ -= tree_.release_below(root_);
    allowed_.clear();
    next.move = no_move;
    reset_root(next);
    return true;
}

// A search begins there ---------------------------------------------------------------------------

/// Step 2.
template <GamePosition P>
void Mcts<P>::start(const Budget& budget, bool noise) {
    depth_limit_ = budget.depth;
    noise_ = noise;
    planned_simulations_ = budget.simulations;
    if (memory() > budget.memory) {
        std::vector<Move> allowed = std::move(allowed_);
        set_root(P(root_position_));
        allowed_ = std::move(allowed);
    }
    tree_.memory.set_limit(budget.memory > scratch_bytes_ ? budget.memory - scratch_bytes_ : 0);
    gumbel_.reset();
    if (options_.gumbel) {
        if (!evaluated_) throw BadSetup("Gumbel root selection needs an evaluator");
        if (budget.simulations <= 0)
            throw BadSetup("Gumbel root selection needs a number of simulations to plan with");
    }
    settle_root();
    prepare_root();
}

/// Proves the root through its moves, so that the best of them is known: through the move that the
/// exact search names, or through all moves.
template <GamePosition P>
void Mcts<P>::settle_root() {
    if (!judge_ || root_position_.is_over() || !allowed_.empty()) return;
    // It may have been proven as a leaf, or as the child of a proven root: then it is proven, but
    // none of its own moves is, and one of them has to be played.
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

/// Once the root has its moves: keeps their priors, adds noise, plans Gumbel's visits.
template <GamePosition P>
void Mcts<P>::prepare_root() {
    Fan* fan = tree_.fan_of(root_);
    if (!fan || !evaluated_) return;
    if (!root_prepared_) {
        root_priors_.assign(static_cast<std::size_t>(root_position_.rules().num_moves()), 0.0F);
        for (int i = 0; i < fan->num_moves; ++i)
            root_priors_[static_cast<std::size_t>(fan->move(i))] = fan->prior(i);
        if (noise_ && options_.dirichlet_alpha > 0 && !options_.gumbel)
            mcts::add_noise(tree_, *fan, options_.dirichlet_alpha, options_.dirichlet_weight, rng_);
        root_prepared_ = true;
    }
    if (options_.gumbel && !gumbel_) {
        gumbel_moves_.clear();
        std::vector<float> priors;
        for (int i = 0; i < fan->num_moves; ++i) {
            gumbel_moves_.push_back(fan->move(i));
            priors.push_back(fan->prior(i));
        }
        gumbel_.emplace(gumbel_moves_, priors, mcts::sign_of(root_.to_move) * root_.mean(),
                        options_.gumbel_moves, planned_simulations_, options_.gumbel_visits,
                        options_.gumbel_scale, rng_);
    }
}

} // namespace tesuji
