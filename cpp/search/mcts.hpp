// Monte-Carlo tree search for any game of the contract.
//
// A simulation goes down the tree from the root, always to the child that promises most, until it
// leaves the tree. There the position is judged: by a rollout of random moves (UCT), or by an
// evaluator, usually a network, that also gives each move a prior (PUCT). The judgement is added
// to every node of the path.
//
//   mcts_options.hpp   what can be set; mcts_tuned.hpp says what suits which game
//   tree_memory.hpp    blocks of memory under a limit
//   mcts_tree.hpp      nodes, children, statistics; no game
//   mcts_leaf.hpp      the end of a descent, and the evaluator
//   exact_leaves.hpp   leaves that need none, because their outcome is quickly found
//   mcts_gumbel.hpp    Gumbel root selection
//   mcts_root.hpp      noise, ranking and reports
//   mcts.hpp           the search: its interface and its root
//   mcts_simulate.hpp  one simulation: descend, back up
//   mcts_prove.hpp     what is certain: proofs, settled leaves, a settled root
//   mcts_run.hpp       running it within a budget, in several threads
//   mcts_apart.hpp     a tree for each thread, put together at the root
//
// Who moves is read from each position and stored in its node; values are summed for the first
// player and turned round for whoever chooses. So nothing here assumes that players alternate.
//
// The tree is a tree: positions reached in two ways stand in it twice, each with its own history,
// so that superko and certain results are always right.
//
// Results that are certain (the game ended) are backed up as certain: a node is won for its mover
// as soon as one child is, lost or drawn when all are settled. Children that lose for certain are
// not visited again; a certain draw still competes with the other moves at its exact value.
//
// A pool that plays many games at once drives the steps itself:
//
//   Mcts<P> search(position, options, LeafSource::evaluations);
//   auto leaf = search.new_leaf();
//   search.start(budget);
//   if (search.gather(leaf) == Gathered::leaf) ... search.finish(leaf, logits, value);
#pragma once

#include "exact_leaves.hpp"
#include "mcts_leaf.hpp"
#include "mcts_options.hpp"
#include "mcts_root.hpp"
#include "mcts_tree.hpp"
#include "report.hpp"

#include <cmath>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tesuji {

enum class LeafSource { rollouts, evaluations };

template <GamePosition P>
class Mcts {
  public:
    /// Searches with rollouts, or with `evaluator` where there is one. Throws BadSetup for
    /// options that make no sense.
    Mcts(const P& root, const MctsOptions& options,
         std::shared_ptr<LeafEvaluator<P>> evaluator = nullptr)
        : Mcts(root, options, evaluator ? LeafSource::evaluations : LeafSource::rollouts) {
        evaluator_ = std::move(evaluator);
    }
    /// With LeafSource::evaluations the caller judges the leaves: see gather(). `judge` may be
    /// shared with other searches; without one a search that wants one makes its own.
    Mcts(const P& root, const MctsOptions& options, LeafSource leaves,
         std::shared_ptr<ExactJudge<P>> judge = nullptr);

    const MctsOptions& options() const { return options_; }
    const P& position() const { return root_position_; }

    // --- the root ---

    /// Starts again from another position.
    void set_root(const P& position);
    /// Plays a move at the root and keeps the part of the tree below it. Returns whether there
    /// was one. Throws BadSetup when the move is not legal.
    bool advance(Move m);

    // --- searching ---

    /// Searches until the budget of `control` is used up, somebody stops it, or the root is
    /// proven. Whatever the evaluator or on_progress throws comes out of here; the tree stays
    /// usable. Throws BadSetup when the game is over.
    SearchReport run(SearchControl& control);
    /// What is known now.
    SearchReport report() const;

    // --- searching step by step ---

    /// Must come before gather(). Of `budget` only simulations (to plan Gumbel's visits), depth
    /// and memory matter here; a tree that is larger than that memory is dropped. Without `noise`
    /// the root keeps its priors, whatever the options say.
    void start(const Budget& budget, bool noise = true);
    Leaf<P> new_leaf() const { return Leaf<P>(root_position_); }
    /// One descent. Several leaves may be under way at once. Not to be called when root_proven().
    Gathered gather(Leaf<P>& leaf);
    /// Ends the simulation of `leaf`. `logits` has num_moves entries; `value` is for the player
    /// to move at the leaf, from -1 to 1, and so is `lead`, in points, where leads are carried.
    /// When it throws std::domain_error, for NaN or infinity, the leaf is cancelled.
    void finish(Leaf<P>& leaf, const float* logits, float value, float lead = 0);
    /// Takes back a gathered leaf as if it had never been.
    void cancel(Leaf<P>& leaf);
    bool root_proven() const { return options_.solver && root_.is_proven(); }

    // --- results ---

    /// The best move for temperature 0; otherwise drawn in proportion to
    /// visits ^ (1 / temperature). Never a certain loss when there is something else, and always
    /// a certain win when there is one. no_move before the first simulation.
    Move choose(double temperature, Rng& rng) const;
    /// The target to train a policy with, for each move: shares of visits, or Gumbel's improved
    /// policy; all on the shortest win when a win is certain.
    std::vector<float> policy() const;
    /// What the evaluator gave each move of the root, before noise; empty before it was asked.
    std::span<const float> root_priors() const { return root_priors_; }
    /// Mean value of the root for the player to move, or the certain one: where the margin
    /// counts, with it.
    double value() const { return tree_.worth(root_, root_.to_move); }
    /// The certain outcome of a proven root; its margin is exact where the margin counts.
    Outcome root_outcome() const;
    std::int64_t root_visits() const { return root_.num_visits(); }
    /// Nodes in the tree.
    std::int64_t num_nodes() const { return num_nodes_.load(std::memory_order_relaxed); }
    std::size_t memory() const { return tree_.memory.bytes() + scratch_bytes_; }

  private:
    using Node = mcts::Node;
    using Fan = mcts::Fan;
    using Child = mcts::Child;
    using Step = mcts::Step;
    using Result = mcts::Result;

    /// How a descent ended.
    enum class Descent {
        open,    ///< at a node to be judged
        settled, ///< at a node whose result is certain
    };

    /// What one thread needs for itself.
    struct Worker;

    // The parts of a simulation, in the order in which they happen.
    void enter(Leaf<P>& leaf, Step step);
    Descent descend(Leaf<P>& leaf, Rng& rng);
    Child choose_child(Node& node, Fan& fan, Leaf<P>& leaf, Rng& rng, bool& added);
    Child choose_by_gumbel(Fan& fan, Leaf<P>& leaf, bool& added);
    int choose_by_rave(Node& node, Fan& fan, Rng& rng);
    Child add_child(Fan& fan, int index, Leaf<P>& leaf, bool& added);
    Fan* expand_for_rollouts(Node& node, const P& position);
    void expand_with_priors(Node& node, const P& position, const float* logits);
    bool may_expand(const Leaf<P>& leaf) const {
        return depth_limit_ == 0 || static_cast<int>(leaf.path.size()) <= depth_limit_;
    }
    void back_up(Leaf<P>& leaf, float value, bool proven, std::optional<float> lead);
    bool try_to_prove(Node& node);
    void set_settled(Node& node, const Settled& found) const;
    bool settle_leaf(const Leaf<P>& leaf);
    void settle_root();
    void update_lure(const Step& step);
    void lure_as_untried(const Step& step, const Node& parent);

    float value_of(const Outcome& outcome) const;
    float mean_before(const Step& step) const;
    float exploration_by_spread(const Step& step, Fan& fan) const;

    // The root.
    void reset_root(const Node& root);
    void prepare_root();
    std::vector<mcts::GumbelRoot::MoveState> gumbel_states() const;

    // Running: mcts_run.hpp.
    struct Race;
    void simulate(Worker& worker);
    float roll_out(Worker& worker);
    void update_amaf(Worker& worker, float value);
    bool evaluate_batch(Worker& worker, Race& race);
    void work(Worker& worker, Race& race);
    void make_workers();
    bool grows_apart() const {
        return options_.threads > 1 && !options_.shared_tree && !evaluated_;
    }
    Budget share_of(Budget whole) const;
    void start_apart(const Budget& share);
    void absorb(Mcts& other);
    void run_threads(Race& race);
    void count_nodes(Leaf<P>& leaf) {
        mcts::add_to(num_nodes_, std::exchange(leaf.new_nodes, 0), shared_);
    }

    MctsOptions options_;
    std::shared_ptr<LeafEvaluator<P>> evaluator_;
    std::shared_ptr<ExactJudge<P>> judge_; // null: leaves are not settled
    bool evaluated_;                       // leaves are evaluated, not rolled out
    bool shared_ = false;                  // several threads are at work
    bool counts_early_;                    // visits are counted on the way down, as virtual losses
    bool noise_ = true;                    // the root of this search may have it
    int depth_limit_ = 0;
    std::int64_t planned_simulations_ = 0;

    P root_position_;
    mcts::Tree tree_;
    alignas(64) Node root_; // written by every simulation: alone on its cache line
    alignas(64) bool root_prepared_ = false;
    std::vector<float> root_priors_; // by move, before noise; empty with rollouts
    std::optional<mcts::GumbelRoot> gumbel_;
    std::vector<Move> gumbel_moves_; // in the order that gumbel_ knows

    Rng rng_;
    std::vector<std::unique_ptr<Worker>> workers_;
    std::vector<std::unique_ptr<Mcts>> apart_; // the trees of the other threads during a run
    std::size_t scratch_bytes_ = sizeof(*this);
    std::atomic<std::int64_t> num_nodes_{1};
    std::atomic<int> longest_path_{0};
    std::int64_t last_simulations_ = 0;
    double last_seconds_ = 0;
    std::mutex gumbel_mutex_;
    SpinLock proof_lock_;
};

// The root ---------------------------------------------------------------------------------------

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
    tree_.memory.clear();
    num_nodes_ = 1;
    Node root;
    root.to_move = position.to_move();
    reset_root(root);
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
    next.move = no_move;
    reset_root(next);
    return true;
}

template <GamePosition P>
void Mcts<P>::start(const Budget& budget, bool noise) {
    depth_limit_ = budget.depth;
    noise_ = noise;
    planned_simulations_ = budget.simulations;
    if (memory() > budget.memory) set_root(P(root_position_));
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

// Results ----------------------------------------------------------------------------------------

template <GamePosition P>
std::vector<mcts::GumbelRoot::MoveState> Mcts<P>::gumbel_states() const {
    std::vector<mcts::GumbelRoot::MoveState> by_move(
        static_cast<std::size_t>(root_position_.rules().num_moves()));
    if (Fan* fan = tree_.fan_of(root_))
        tree_.for_each_child(*fan, [&](int, Node& child, mcts::AtomicLure&) {
            by_move[static_cast<std::size_t>(child.move)] = {child.move, child.num_visits(),
                                                             tree_.worth(child, root_.to_move)};
        });
    std::vector<mcts::GumbelRoot::MoveState> states;
    for (const Move m : gumbel_moves_) states.push_back(by_move[static_cast<std::size_t>(m)]);
    return states;
}

template <GamePosition P>
Move Mcts<P>::choose(double temperature, Rng& rng) const {
    const Node* best = mcts::best_move(tree_, root_);
    if (!best) return no_move;
    const mcts::Ranking ranking(tree_, root_);
    if (ranking.decides(*best)) return best->move;
    if (temperature == 0) {
        if (!gumbel_) return best->move;
        const Move m = gumbel_moves_[static_cast<std::size_t>(gumbel_->best(gumbel_states()))];
        bool out = false;
        tree_.for_each_child(*tree_.fan_of(root_), [&](int, Node& child, mcts::AtomicLure&) {
            if (child.move == m) out = ranking.rules_out(child);
        });
        return out ? best->move : m;
    }
    std::vector<Move> moves;
    std::vector<double> visits;
    tree_.for_each_child(*tree_.fan_of(root_), [&](int, Node& child, mcts::AtomicLure&) {
        if (ranking.rules_out(child)) return;
        moves.push_back(child.move);
        visits.push_back(child.num_visits());
    });
    const std::vector<double> shares = mcts::sharpened(visits, temperature);
    double point = rng.uniform();
    for (std::size_t i = 0; i < moves.size(); ++i)
        if ((point -= shares[i]) < 0) return moves[i];
    return best->move;
}

template <GamePosition P>
std::vector<float> Mcts<P>::policy() const {
    std::vector<float> policy(static_cast<std::size_t>(root_position_.rules().num_moves()), 0.0F);
    const Node* best = mcts::best_move(tree_, root_);
    if (!best) return policy;
    const mcts::Ranking ranking(tree_, root_);
    if (!tree_.utility.counts_margin() && mcts::proof_for(*best, root_.to_move) == Proof::win) {
        policy[static_cast<std::size_t>(best->move)] = 1;
        return policy;
    }
    const bool equals = tree_.utility.counts_margin() && root_proven();
    if (gumbel_ && !equals) {
        const std::vector<float> improved = gumbel_->improved_policy(gumbel_states());
        for (std::size_t i = 0; i < improved.size(); ++i)
            policy[static_cast<std::size_t>(gumbel_moves_[i])] = improved[i];
        return policy;
    }
    // Moves that are certainly worse get nothing, and those that are certainly best the same.
    double sum = 0;
    tree_.for_each_child(*tree_.fan_of(root_), [&](int, Node& child, mcts::AtomicLure&) {
        if (ranking.rules_out(child)) return;
        sum += policy[static_cast<std::size_t>(child.move)] =
            equals ? 1.0F : static_cast<float>(child.num_visits());
    });
    if (sum > 0)
        for (float& share : policy) share /= static_cast<float>(sum);
    else
        policy[static_cast<std::size_t>(best->move)] = 1;
    return policy;
}

template <GamePosition P>
SearchReport Mcts<P>::report() const {
    SearchReport report;
    report.for_player = root_.to_move;
    report.moves = mcts::move_reports(tree_, root_, root_priors_);
    report.proof = mcts::proof_for(root_, root_.to_move);
    report.value = report.proof != Proof::unknown || report.moves.empty()
                       ? mcts::value_for(root_, root_.to_move)
                       : report.moves.front().value;
    if (tree_.utility.counts_margin() && report.proof != Proof::unknown)
        report.score = mcts::sign_of(root_.to_move) * root_outcome().margin;
    if (tree_.format.leads) {
        const std::optional<double> lead = tree_.lead(root_);
        if (report.proof != Proof::unknown || report.moves.empty() || !report.moves.front().lead)
            report.lead = lead ? std::optional(mcts::sign_of(root_.to_move) * *lead) : std::nullopt;
        else
            report.lead = report.moves.front().lead;
    }
    report.simulations = last_simulations_;
    report.nodes = num_nodes();
    report.seconds = last_seconds_;
    report.depth = longest_path_.load(std::memory_order_relaxed);
    report.memory = memory();
    return report;
}

} // namespace tesuji

#include "mcts_apart.hpp"    // IWYU pragma: keep
#include "mcts_prove.hpp"    // IWYU pragma: keep
#include "mcts_run.hpp"      // IWYU pragma: keep
#include "mcts_simulate.hpp" // IWYU pragma: keep
