// The run of Mcts: steps 1, 3 and 10, and the order of all others. Included by mcts.hpp.
#pragma once

#include "mcts.hpp"

#include <exception>
#include <thread>

namespace tesuji {

// The data of threads -----------------------------------------------------------------------------

template <GamePosition P>
struct Mcts<P>::Worker {
    Worker(const P& position, std::uint64_t seed) : leaf(position), rng(seed) {}

    Leaf<P> leaf;
    Rng rng;
    std::int64_t allowed = 0; ///< simulations that it may begin without asking the others
    std::int64_t done = 0;    ///< simulations that it has not told the others about
    // RAVE: what was played in the rollout, and who was the first to make each move.
    std::vector<std::pair<std::int16_t, Player>> played;
    std::vector<std::int8_t> first_to_play;
    // Evaluation: a batch under way.
    std::vector<Leaf<P>> batch;
    std::vector<const P*> positions;
    std::vector<float> logits;
    std::vector<float> values;
    std::vector<float> leads;

    std::size_t bytes() const {
        const std::size_t path = 64 * sizeof(Step);
        return sizeof(*this) + path + played.capacity() * sizeof(played[0]) +
               first_to_play.capacity() + batch.capacity() * (sizeof(Leaf<P>) + path) +
               positions.capacity() * sizeof(const P*) +
               (logits.capacity() + values.capacity() + leads.capacity()) * sizeof(float);
    }
};

/// What the threads of one run share.
template <GamePosition P>
struct Mcts<P>::Race {
    Race(SearchControl& c, int num_threads, std::int64_t nodes)
        : control(c), threads(num_threads), node_limit(nodes), caller(std::this_thread::get_id()) {}

    SearchControl& control;
    int threads;
    std::int64_t node_limit; ///< of each tree; 0 is none
    std::thread::id caller;
    std::atomic<bool> over{false};                  ///< one of them failed or knows the answer
    alignas(64) std::atomic<std::int64_t> begun{0}; ///< simulations begun, or promised to a thread
    alignas(64) std::atomic<std::int64_t> done{0};
    alignas(64) std::mutex error_mutex;
    std::exception_ptr error;
    double next_progress = 0;

    /// Permission to begin one more simulation. Threads take permissions in batches: a counter that
    /// all of them change at every simulation would slow them down.
    bool begin_one(Worker& worker) {
        if (worker.allowed == 0) {
            const std::int64_t limit = control.budget().simulations;
            if (limit == 0) return true;
            const std::int64_t share =
                std::clamp<std::int64_t>(limit / (64 * threads), 1, threads > 1 ? 64 : 1);
            const std::int64_t from = begun.fetch_add(share, std::memory_order_relaxed);
            worker.allowed = std::clamp<std::int64_t>(limit - from, 0, share);
            if (worker.allowed == 0) return false;
        }
        --worker.allowed;
        return true;
    }
    /// Takes it back.
    void give_back(Worker& worker) {
        if (control.budget().simulations > 0) ++worker.allowed;
    }
    void fail(std::exception_ptr e) {
        const std::lock_guard guard(error_mutex);
        if (!error) error = std::move(e);
        over = true;
    }
};

// The run -----------------------------------------------------------------------------------------

template <GamePosition P>
SearchReport Mcts<P>::run(SearchControl& control) {
    if (root_position_.is_over()) throw BadSetup("the game is over: there is nothing to search");
    if (evaluated_ && !evaluator_)
        throw BadSetup("this search has no evaluator: use gather() and finish()");
    // Step 1. Every thread gets what it needs for itself; what is left of the memory is for trees.
    make_workers();
    const Budget share = share_of(control.budget());
    if (share.memory < scratch_bytes_ + 4 * TreeMemory::slab_bytes)
        throw BadSetup("this search needs at least " +
                       std::to_string(scratch_bytes_ + 4 * TreeMemory::slab_bytes) +
                       " bytes of memory for each tree");
    // Step 2. The root: what was kept of an earlier search, certain results, noise.
    start(share);

    Race race(control, options_.threads, share.nodes);
    race.next_progress = control.elapsed() + control.progress_interval;
    last_simulations_ = 0;
    if (!root_proven()) {
        // It is expanded and gets its noise before any thread can see it half ready.
        if (!evaluated_)
            expand_for_rollouts(root_, root_position_);
        else if (!tree_.fan_of(root_))
            evaluate_batch(*workers_[0], race);
        // Steps 3 to 11.
        run_threads(race);
    }
    last_simulations_ = race.done;
    last_seconds_ = control.elapsed();
    if (race.error) std::rethrow_exception(race.error);
    // Step 12. What was found.
    SearchReport found = report();
    for (const auto& other : apart_) {
        found.nodes += other->num_nodes();
        found.memory += other->memory();
        found.depth = std::max(found.depth, other->longest_path_.load());
    }
    apart_.clear();
    return found;
}

template <GamePosition P>
void Mcts<P>::make_workers() {
    const auto num_moves = static_cast<std::size_t>(root_position_.rules().num_moves());
    workers_.resize(grows_apart() ? 1 : static_cast<std::size_t>(options_.threads));
    scratch_bytes_ = sizeof(*this);
    for (std::size_t i = 0; i < workers_.size(); ++i) {
        if (!workers_[i])
            workers_[i] = std::make_unique<Worker>(root_position_,
                                                   options_.seed + 0x9e3779b97f4a7c15ULL * (i + 1));
        Worker& worker = *workers_[i];
        if (tree_.format.amaf) {
            worker.played.reserve(3 * num_moves);
            worker.first_to_play.resize(num_moves);
        }
        if (evaluated_) {
            const auto size = static_cast<std::size_t>(options_.batch_size);
            if (worker.batch.empty()) worker.batch.assign(size, new_leaf());
            worker.positions.resize(size);
            worker.logits.resize(size * num_moves);
            worker.values.resize(size);
            worker.leads.resize(tree_.format.leads ? size : 0);
        }
        scratch_bytes_ += worker.bytes();
    }
}

template <GamePosition P>
void Mcts<P>::run_threads(Race& race) {
    shared_ = options_.threads > 1 && !grows_apart();
    std::vector<std::jthread> others;
    try {
        if (grows_apart()) start_apart(share_of(race.control.budget()));
        for (std::size_t i = 1; i < static_cast<std::size_t>(options_.threads); ++i)
            others.emplace_back([this, i, &race] {
                Mcts& search = grows_apart() ? *apart_[i - 1] : *this;
                search.work(*search.workers_[grows_apart() ? 0 : i], race);
            });
    } catch (...) { // the system gives no more threads or memory
        race.fail(std::current_exception());
    }
    // Step 3. All threads simulate until a limit is reached.
    work(*workers_[0], race);
    others.clear(); // joins
    shared_ = false;
    if (race.error) apart_.clear();
    // Step 11. Trees that grew apart are put together.
    for (const auto& other : apart_) absorb(*other);
}

/// What every thread does until the search is over: they all see the same limits.
template <GamePosition P>
void Mcts<P>::work(Worker& worker, Race& race) {
    const bool is_caller = std::this_thread::get_id() == race.caller;
    SearchControl& control = race.control;
    const std::int64_t node_limit = race.node_limit;
    // The clock is read every `period` simulations, which is adjusted to a fraction of a
    // millisecond.
    constexpr double often = 0.0002;
    int period = 1;
    int until_clock = 1;
    double last_clock = control.elapsed();
    const auto settle_accounts = [&] {
        count_nodes(worker.leaf);
        race.done.fetch_add(std::exchange(worker.done, 0), std::memory_order_relaxed);
    };
    try {
        while (!race.over.load(std::memory_order_relaxed)) {
            // Steps 4 to 9: one simulation, or a batch of them.
            if (evaluated_) {
                if (!evaluate_batch(worker, race)) break;
            } else {
                if (!race.begin_one(worker)) break;
                simulate(worker);
                ++worker.done;
            }
            // Step 10. Is it over? At intervals, read the clock and report progress.
            if (root_proven()) {
                race.over = true;
                break;
            }
            if (node_limit > 0 && num_nodes() + worker.leaf.new_nodes >= node_limit) break;
            if (control.stopped()) break;
            if (--until_clock > 0) continue;
            settle_accounts();
            const double now = control.elapsed();
            if (now - last_clock < often / 2 && period < 64) period *= 2;
            if (now - last_clock > often * 2 && period > 1) period /= 2;
            last_clock = now;
            until_clock = period;
            if (control.should_stop()) break;
            if (is_caller && control.on_progress && now >= race.next_progress) {
                last_simulations_ = race.done;
                last_seconds_ = now;
                control.on_progress(report());
                race.next_progress = control.elapsed() + control.progress_interval;
            }
        }
    } catch (...) {
        race.fail(std::current_exception());
    }
    settle_accounts();
    worker.allowed = 0;
}

// One simulation with a rollout -------------------------------------------------------------------

/// Steps 4 to 9 with a rollout.
template <GamePosition P>
void Mcts<P>::simulate(Worker& worker) {
    Leaf<P>& leaf = worker.leaf;
    try {
        // Steps 4 to 7. Down the tree, to a position that is new or certain.
        const Descent descent = descend(leaf, worker.rng);
        const bool settled = descent == Descent::settled;
        // Step 8. The value of that position.
        if (tree_.format.amaf) worker.played.clear();
        const float value =
            settled ? tree_.certain_value(*leaf.path.back().node) : roll_out(worker);
        // Step 9. Back up.
        if (tree_.format.amaf) update_amaf(worker, value);
        back_up(leaf, value, settled, std::nullopt);
    } catch (...) { // from a game that is written in Python
        cancel(leaf);
        throw;
    }
}

} // namespace tesuji
