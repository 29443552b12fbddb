// Running Mcts within a budget: rollouts, batches of evaluations, threads. Included by mcts.hpp.
#pragma once

#include "mcts.hpp"

#include <exception>
#include <thread>

namespace tesuji {

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

    /// The right to begin one more simulation. Threads take such rights by the dozen: a number
    /// that all of them change for every simulation would slow them down.
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

// One simulation with a rollout ------------------------------------------------------------------

template <GamePosition P>
void Mcts<P>::simulate(Worker& worker) {
    Leaf<P>& leaf = worker.leaf;
    try {
        const Descent descent = descend(leaf, worker.rng);
        const bool settled = descent == Descent::settled;
        if (tree_.format.amaf) worker.played.clear();
        const float value =
            settled ? tree_.certain_value(*leaf.path.back().node) : roll_out(worker);
        if (tree_.format.amaf) update_amaf(worker, value);
        back_up(leaf, value, settled, std::nullopt);
    } catch (...) { // from a game that is written in Python
        cancel(leaf);
        throw;
    }
}

/// Plays on at random; returns the result for the first player.
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

// A batch of evaluations -------------------------------------------------------------------------

/// Returns false when no simulation could begin.
template <GamePosition P>
bool Mcts<P>::evaluate_batch(Worker& worker, Race& race) {
    std::size_t gathered = 0;
    bool begun = false;
    // Simulations that need no evaluation do not fill the batch, but must not go on for ever.
    int finished = 0;
    const auto num_moves = static_cast<std::size_t>(root_position_.rules().num_moves());
    std::size_t next = 0;
    try {
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
        for (std::size_t i = 0; i < gathered; ++i) worker.positions[i] = &worker.batch[i].position;
        evaluator_->evaluate(std::span(worker.positions).first(gathered),
                             std::span(worker.logits).first(gathered * num_moves),
                             std::span(worker.values).first(gathered),
                             std::span(worker.leads).first(tree_.format.leads ? gathered : 0));
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

// The run ----------------------------------------------------------------------------------------

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
            if (evaluated_) {
                if (!evaluate_batch(worker, race)) break;
            } else {
                if (!race.begin_one(worker)) break;
                simulate(worker);
                ++worker.done;
            }
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
SearchReport Mcts<P>::run(SearchControl& control) {
    if (root_position_.is_over()) throw BadSetup("the game is over: there is nothing to search");
    if (evaluated_ && !evaluator_)
        throw BadSetup("this search has no evaluator: use gather() and finish()");
    make_workers();
    const Budget share = share_of(control.budget());
    if (share.memory < scratch_bytes_ + 4 * TreeMemory::slab_bytes)
        throw BadSetup("this search needs at least " +
                       std::to_string(scratch_bytes_ + 4 * TreeMemory::slab_bytes) +
                       " bytes of memory for each tree");
    start(share);

    Race race(control, options_.threads, share.nodes);
    race.next_progress = control.elapsed() + control.progress_interval;
    last_simulations_ = 0;
    if (!root_proven()) {
        // The root is expanded and gets its noise before any thread could meet it half ready.
        if (!evaluated_)
            expand_for_rollouts(root_, root_position_);
        else if (!tree_.fan_of(root_))
            evaluate_batch(*workers_[0], race);
        run_threads(race);
    }
    last_simulations_ = race.done;
    last_seconds_ = control.elapsed();
    if (race.error) std::rethrow_exception(race.error);
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
    work(*workers_[0], race);
    others.clear(); // joins
    shared_ = false;
    if (race.error) apart_.clear();
    for (const auto& other : apart_) absorb(*other);
}

} // namespace tesuji
