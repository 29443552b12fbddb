// Monte-Carlo tree search for any game of the contract.
//
// A simulation descends the tree from the root, always to the most promising child, until it leaves
// the tree. There the position is evaluated: by a rollout of random moves (UCT), or by an
// evaluator, usually a network, that also gives each move a prior (PUCT). The value is added to
// every node of the path.
//
//   mcts_options.hpp   what can be set; mcts_tuned.hpp says what suits which game
//   tree_memory.hpp    blocks of memory under a limit
//   mcts_tree.hpp      nodes, children, statistics; no game
//   mcts_leaf.hpp      the end of a descent, and the evaluator
//   exact_leaves.hpp   leaves that need none, because their outcome is quickly found
//   mcts_gumbel.hpp    Gumbel root selection
//   mcts_root.hpp      noise, ranking and reports, of any tree
//   mcts.hpp           the search: its interface
//
// The search itself, in the order in which it happens:
//
//   Step 1.  every thread gets what it needs for itself     run               mcts_run.hpp
//   Step 2.  the root: kept tree, certain results, noise    start             mcts_begin.hpp
//   Step 3.  all threads simulate until a limit is reached  work              mcts_run.hpp
//   Step 4.    down from the root                           descend           mcts_descend.hpp
//   Step 5.    a node gets its moves                        expand_...        mcts_descend.hpp
//   Step 6.    the child that promises most                 choose_child      mcts_descend.hpp
//   Step 7.    a new child                                  add_child         mcts_descend.hpp
//   Step 8.    what the leaf is worth                       roll_out, gather  mcts_judge.hpp
//   Step 9.    back up: values, proofs, RAVE                back_up           mcts_back_up.hpp
//   Step 10. is it over? who wants to know?                 work              mcts_run.hpp
//   Step 11. trees that grew apart are put together         absorb            mcts_apart.hpp
//   Step 12. what was found                                 report            mcts_results.hpp
//
// Who moves is read from each position and stored in its node; values are summed for the first
// player and negated where the second player chooses. So nothing here assumes that players
// alternate.
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
    /// Restarts the search of the root with only these of its moves, until another root is given.
    /// What is then reported of the root holds only if the other moves are excluded. Throws
    /// BadSetup when there are none, or one of them is not legal.
    void allow_only(std::vector<Move> moves);

    // --- searching ---

    /// Searches until the budget of `control` is used up, it is stopped, or the root is proven.
    /// Whatever the evaluator or on_progress throws comes out of here; the tree stays usable.
    /// Throws BadSetup when the game is over.
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
    /// Undoes a gathered leaf completely.
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

    // Steps 1, 3 and 10: the run.
    struct Race;
    void make_workers();
    void run_threads(Race& race);
    void work(Worker& worker, Race& race);
    void simulate(Worker& worker);
    void count_nodes(Leaf<P>& leaf) {
        mcts::add_to(num_nodes_, std::exchange(leaf.new_nodes, 0), shared_);
    }

    // Step 2: the root.
    void reset_root(const Node& root);
    void settle_root();
    void prepare_root();

    // Steps 4 to 7: down.
    Descent descend(Leaf<P>& leaf, Rng& rng);
    void enter(Leaf<P>& leaf, Step step);
    bool may_expand(const Leaf<P>& leaf) const {
        return depth_limit_ == 0 || static_cast<int>(leaf.path.size()) <= depth_limit_;
    }
    void list_moves(const Node& node, const P& position, MoveList& moves) const;
    Fan* expand_for_rollouts(Node& node, const P& position);
    void expand_with_priors(Node& node, const P& position, const float* logits);
    Child choose_child(Node& node, Fan& fan, Leaf<P>& leaf, Rng& rng, bool& added);
    Child choose_by_gumbel(Fan& fan, Leaf<P>& leaf, bool& added);
    Child choose_by_puct(Node& node, Fan& fan, Leaf<P>& leaf, bool& added);
    Child choose_by_rave(Node& node, Fan& fan, Leaf<P>& leaf, Rng& rng, bool& added);
    Child choose_by_uct(Node& node, Fan& fan, Leaf<P>& leaf, Rng& rng, bool& added);
    int best_by_rave(Node& node, Fan& fan, Rng& rng);
    float exploration_by_spread(const Step& step, Fan& fan) const;
    float mean_before(const Step& step) const;
    Child add_child(Fan& fan, int index, Leaf<P>& leaf, bool& added);

    // Step 8: what a leaf is worth.
    float roll_out(Worker& worker);
    float value_of(const Outcome& outcome) const;
    bool settle_leaf(const Leaf<P>& leaf);
    void set_settled(Node& node, const Settled& found) const;
    bool evaluate_batch(Worker& worker, Race& race);

    // Step 9: up.
    void back_up(Leaf<P>& leaf, float value, bool proven, std::optional<float> lead);
    void update_lure(const Step& step);
    bool try_to_prove(Node& node);
    void update_amaf(Worker& worker, float value);
    void lure_as_untried(const Step& step, const Node& parent);

    // Step 11: a tree for each thread.
    bool grows_apart() const {
        return options_.threads > 1 && !options_.shared_tree && !evaluated_;
    }
    Budget share_of(Budget whole) const;
    void start_apart(const Budget& share);
    void absorb(Mcts& other);

    // Step 12.
    std::vector<mcts::GumbelRoot::MoveState> gumbel_states() const;

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
    std::vector<Move> allowed_; // at the root; empty: all
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

} // namespace tesuji

// In the order in which it happens.
// clang-format off
#include "mcts_run.hpp"      // IWYU pragma: keep
#include "mcts_begin.hpp"    // IWYU pragma: keep
#include "mcts_descend.hpp"  // IWYU pragma: keep
#include "mcts_judge.hpp"    // IWYU pragma: keep
#include "mcts_back_up.hpp"  // IWYU pragma: keep
#include "mcts_apart.hpp"    // IWYU pragma: keep
#include "mcts_results.hpp"  // IWYU pragma: keep
// clang-format on
