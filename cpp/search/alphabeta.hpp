// Alpha-beta: iterative deepening over all moves of the root.
//
// A result is called proven only if it follows from ends of the game; see Found. Proofs of a move
// accumulate from iteration to iteration, and the search ends as soon as they decide the result.
#pragma once

#include "alphabeta_worker.hpp"
#include "report.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <optional>
#include <thread>
#include <vector>

namespace tesuji {

struct AlphaBetaOptions {
    /// Search every move of the root with a full window, so that all values and not only the
    /// best are exact for their depth, and go on until all are proven. Otherwise the value of a
    /// move that is not best is a bound: it is not better than that.
    bool all_moves_exact = false;
    /// Search quiet, late moves less deeply first.
    bool reductions = true;
    /// Extend the search by a ply where the opponent's threat leaves few replies.
    bool extensions = true;
    int threads = 1;
    /// Shuffles moves that look equal; 0 keeps the order of the game.
    std::uint64_t seed = 0;
};

template <GamePosition P>
class AlphaBeta final : private SearchClock {
  public:
    explicit AlphaBeta(const AlphaBetaOptions& options = {}) : options_(options) {}

    /// Searches until a limit of the control's budget is reached or the position is solved.
    SearchReport search(const P& root, SearchControl& control);

  private:
    using Worker = AlphaBetaWorker<P>;

    /// A move of the root and what is known of it, for the player to move at the root.
    struct RootMove {
        Move move = no_move;
        int value = -scale::infinite;
        bool searched = false;
        int low = -scale::infinite; ///< proven
        int high = scale::infinite; ///< proven
        std::int64_t nodes = 0;
        std::vector<Move> line;

        bool is_decided() const {
            if (low == high) return true;
            return !Worker::Knowledge::has_score &&
                   (low >= scale::decided || high <= -scale::decided);
        }
        void learn(const Found& found) {
            searched = true;
            value = found.value;
            if (found.at_least) low = std::max(low, value);
            if (found.at_most) high = std::min(high, value);
            value = std::clamp(value, low, high);
        }
    };
    using RootMoves = std::vector<RootMove>;

    void deepen(Worker& worker, RootMoves& moves, int first_depth, bool is_main);
    bool search_moves(Worker& worker, RootMoves& moves, int depth);
    bool search_window(Worker& worker, RootMoves& moves, int depth, int alpha, int beta);
    bool is_solved(const RootMoves& moves) const;
    static RootMove root_bounds(const RootMoves& moves);

    SearchClock& clock() { return *this; }
    bool time_to_stop(std::int64_t nodes) override;
    SearchReport make_report() const;
    static Proof proof_of(const RootMove& m);
    double value_of(const RootMove& m) const;
    static std::optional<double> score_of(const RootMove& m);
    std::int64_t total_nodes() const;
    void prepare_table(const P& root, std::size_t bytes);
    static std::size_t useful_table(const Budget& budget, int threads);
    static constexpr std::size_t least_table = std::size_t{1} << 18;

    AlphaBetaOptions options_;
    std::unique_ptr<TranspositionTable> table_;
    std::optional<typename P::Rules> table_rules_; ///< under which the table was filled

    // Of the search that is running.
    const P* root_ = nullptr;
    SearchControl* control_ = nullptr;
    std::vector<std::unique_ptr<Worker>> workers_;
    RootMoves moves_;    ///< of the main worker
    int depth_done_ = 0; ///< plies searched completely
    int max_depth_ = 0;
    double next_progress_ = 0;
    std::thread::id main_thread_;
    std::atomic<bool> helpers_end_{false};
};

// The search as a whole --------------------------------------------------------------------------

template <GamePosition P>
SearchReport AlphaBeta<P>::search(const P& root, SearchControl& control) {
    root_ = &root;
    control_ = &control;
    workers_.clear();
    moves_.clear();
    depth_done_ = 0;
    next_progress_ = control.elapsed() + control.progress_interval;
    helpers_end_ = false;
    main_thread_ = std::this_thread::get_id();
    const Budget& budget = control.budget();

    MoveList legal;
    root.legal_moves(legal);
    if (legal.empty() || root.is_over()) return make_report();
    for (const Move m : legal) {
        moves_.emplace_back();
        moves_.back().move = m;
    }
    if (options_.seed != 0) {
        Rng rng(options_.seed);
        for (int i = static_cast<int>(moves_.size()) - 1; i > 0; --i)
            std::swap(moves_[i], moves_[rng.below(i + 1)]);
    }

    // Half of the memory at most goes to the lines that are being searched; it limits the depth.
    const int threads = std::max(1, options_.threads);
    const std::size_t frame = sizeof(typename Worker::Frame);
    const auto affordable =
        static_cast<int>(std::min<std::size_t>(1 << 16, budget.memory / 2 / threads / frame));
    const int deepest = std::clamp(affordable - 1, 8, scale::max_ply);
    const int longest = typename Worker::Knowledge(root).max_plies(root);
    max_depth_ = std::min(deepest, longest);
    if (budget.depth > 0) max_depth_ = std::min(max_depth_, budget.depth);
    const std::size_t lines = ((max_depth_ + 2) * frame + sizeof(Worker)) * threads;
    const std::size_t least = budget.memory / 4;
    const std::size_t most = budget.memory > lines + least ? budget.memory - lines : least;
    prepare_table(root, std::min(most, std::max(least_table, useful_table(budget, threads))));

    // A game in Python is a thousand times slower, so the clock is read more often.
    const int interval = HistoryModel<P>::possible ? 32 : 256;
    for (int i = 0; i < threads; ++i) {
        workers_.push_back(std::make_unique<Worker>(root, *table_, clock(), max_depth_, interval));
        workers_.back()->reductions = options_.reductions;
        workers_.back()->extensions = options_.extensions;
    }
    if (threads == 1) workers_[0]->node_limit = budget.nodes;

    // Helpers search the same tree independently, each with its own order of moves, and share what
    // they find through the table.
    {
        std::vector<RootMoves> orders(threads, moves_);
        std::vector<std::jthread> helpers; // joined after they were told to end
        const struct EndHelpers {
            std::atomic<bool>& end;
            ~EndHelpers() { end = true; }
        } end_helpers{helpers_end_};
        helpers_end_ = false;
        for (int i = 1; i < threads; ++i) {
            std::ranges::rotate(orders[i], orders[i].begin() + i % orders[i].size());
            helpers.emplace_back([this, i, &orders, &control] {
                try {
                    deepen(*workers_[i], orders[i], 1 + i % 2, false);
                } catch (...) {
                    control.stop(); // out of memory: no search can go on
                }
            });
        }
        deepen(*workers_[0], moves_, 1, true);
    }
    SearchReport report = make_report();
    workers_.clear();
    return report;
}

/// What a search can fill within its other limits: a larger table only makes the processor wait for
/// memory.
template <GamePosition P>
std::size_t AlphaBeta<P>::useful_table(const Budget& budget, int threads) {
    constexpr double bytes_per_node = 24;
    constexpr double nodes_per_second = 2e6;
    double nodes = 1e12;
    if (budget.nodes > 0) nodes = std::min(nodes, static_cast<double>(budget.nodes));
    if (budget.seconds > 0) nodes = std::min(nodes, budget.seconds * nodes_per_second * threads);
    return static_cast<std::size_t>(nodes * bytes_per_node);
}

template <GamePosition P>
void AlphaBeta<P>::prepare_table(const P& root, std::size_t bytes) {
    // The table is kept for the next search only where the hash identifies a position completely:
    // with the same rules, in a game whose history does not matter.
    if constexpr (!HistoryModel<P>::possible) {
        const bool fits = table_ && table_->bytes() <= bytes && table_->bytes() >= bytes / 2;
        if (fits && table_rules_ == root.rules()) {
            table_->new_search();
            return;
        }
        table_rules_ = root.rules();
    }
    const bool matters = HistoryModel<P>::kind(root) != HistoryKind::none;
    table_.reset();
    table_ = std::make_unique<TranspositionTable>(bytes, matters);
}

/// One iteration after the other, each a ply deeper.
template <GamePosition P>
void AlphaBeta<P>::deepen(Worker& worker, RootMoves& moves, int first_depth, bool is_main) {
    const int longest = worker.knowledge().max_plies(*root_);
    for (int depth = std::min(first_depth, max_depth_); depth <= max_depth_; ++depth) {
        // A search that can reach the end of every line must not reduce any of them.
        worker.reductions = options_.reductions && depth < longest;
        const bool finished = search_moves(worker, moves, depth);
        if (!finished) return;
        if (is_main) depth_done_ = depth;
        if (is_solved(moves)) return;
        // Close to the end of the game, searching to the end costs little more than the next ply.
        if (depth < longest && longest <= max_depth_ && 2 * depth >= longest) depth = longest - 1;
    }
}

template <GamePosition P>
bool AlphaBeta<P>::search_moves(Worker& worker, RootMoves& moves, int depth) {
    constexpr int no_window = scale::infinite;
    if (options_.all_moves_exact || depth < 3 || std::abs(moves[0].value) >= scale::decided)
        return search_window(worker, moves, depth, -no_window, no_window);

    // Aspiration window: expect about the value of the last iteration, and widen until it fits.
    const int expected = moves[0].value;
    int below = scale::units_per_point;
    int above = scale::units_per_point;
    for (;;) {
        const int alpha = std::max(expected - below, -no_window);
        const int beta = std::min(expected + above, no_window);
        if (!search_window(worker, moves, depth, alpha, beta)) return false;
        if (is_solved(moves)) return true;
        const int value = moves[0].value;
        if (value <= alpha && alpha > -no_window)
            below = std::min(below * 4, 2 * no_window);
        else if (value >= beta && beta < no_window)
            above = std::min(above * 4, 2 * no_window);
        else
            return true;
    }
}

/// Searches all moves of the root and brings the best to the front. Returns false if it had to
/// stop; a better move that was found by then is in front even so.
template <GamePosition P>
bool AlphaBeta<P>::search_window(Worker& worker, RootMoves& moves, int depth, int alpha, int beta) {
    std::size_t best = 0;
    int best_value = -scale::infinite;
    bool finished = true;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        RootMove& move = moves[i];
        if (!move.is_decided()) {
            const std::int64_t nodes = worker.nodes();
            Found found;
            bool has_line = true;
            if (options_.all_moves_exact) {
                found = worker.search_root_move(move.move, depth, -scale::infinite, scale::infinite,
                                                true);
            } else if (best_value == -scale::infinite) {
                found = worker.search_root_move(move.move, depth, alpha, beta, true);
            } else {
                found = worker.search_root_move(move.move, depth, alpha, alpha + 1, false);
                has_line = !worker.stopped() && found.value > alpha && found.value < beta;
                if (has_line) found = worker.search_root_move(move.move, depth, alpha, beta, true);
            }
            move.nodes += worker.nodes() - nodes;
            if (worker.stopped()) {
                finished = false;
                break;
            }
            move.learn(found);
            if (has_line || move.value > alpha || move.line.empty()) move.line.assign(1, move.move);
            if (has_line) {
                const auto& rest = worker.line_after_root();
                move.line.insert(move.line.end(), rest.begin(), rest.end());
            }
        }
        if (move.value > best_value) {
            best_value = move.value;
            best = i;
        }
        if (options_.all_moves_exact) continue;
        alpha = std::max(alpha, move.value);
        if (alpha >= beta) break;
    }
    if (best_value == -scale::infinite) return finished; // not even one move
    std::rotate(moves.begin(), moves.begin() + best, moves.begin() + best + 1);
    if (finished)
        std::stable_sort(moves.begin() + 1, moves.end(),
                         [](const RootMove& a, const RootMove& b) { return a.value > b.value; });
    return finished;
}

/// The bounds of the root: as good as its best move, no better than the best hope.
template <GamePosition P>
typename AlphaBeta<P>::RootMove AlphaBeta<P>::root_bounds(const RootMoves& moves) {
    RootMove all;
    all.high = -scale::infinite;
    all.value = moves.front().value;
    all.searched = moves.front().searched;
    for (const RootMove& m : moves) {
        all.low = std::max(all.low, m.low);
        all.high = std::max(all.high, m.high);
    }
    if (all.searched) all.value = std::clamp(all.value, all.low, all.high);
    return all;
}

template <GamePosition P>
bool AlphaBeta<P>::is_solved(const RootMoves& moves) const {
    if (!options_.all_moves_exact) return root_bounds(moves).is_decided();
    return std::all_of(moves.begin(), moves.end(),
                       [](const RootMove& m) { return m.is_decided(); });
}

// Time and reports -------------------------------------------------------------------------------

template <GamePosition P>
std::int64_t AlphaBeta<P>::total_nodes() const {
    std::int64_t sum = 0;
    for (const auto& worker : workers_) sum += worker->nodes();
    return sum;
}

template <GamePosition P>
bool AlphaBeta<P>::time_to_stop(std::int64_t) {
    const Budget& budget = control_->budget();
    if (budget.nodes > 0 && workers_.size() > 1 && total_nodes() >= budget.nodes) control_->stop();
    if (control_->should_stop() || helpers_end_) return true;
    if (control_->on_progress && std::this_thread::get_id() == main_thread_ &&
        control_->elapsed() >= next_progress_) {
        control_->on_progress(make_report());
        next_progress_ = control_->elapsed() + control_->progress_interval;
    }
    return control_->stopped();
}

template <GamePosition P>
Proof AlphaBeta<P>::proof_of(const RootMove& m) {
    if (m.low > 0) return Proof::win;
    if (m.high < 0) return Proof::loss;
    return m.low == 0 && m.high == 0 ? Proof::draw : Proof::unknown;
}

template <GamePosition P>
double AlphaBeta<P>::value_of(const RootMove& m) const {
    switch (proof_of(m)) {
    case Proof::win:
        return 1;
    case Proof::loss:
        return -1;
    case Proof::draw:
        return 0;
    case Proof::unknown:
        break;
    }
    if (!m.searched) return 0;
    return 0.99 * std::tanh(m.value / workers_[0]->knowledge().confidence_unit());
}

template <GamePosition P>
std::optional<double> AlphaBeta<P>::score_of(const RootMove& m) {
    if (!Worker::Knowledge::has_score || m.low != m.high) return std::nullopt;
    return static_cast<double>(m.low) / scale::units_per_point;
}

template <GamePosition P>
SearchReport AlphaBeta<P>::make_report() const {
    SearchReport report;
    report.for_player = root_->to_move();
    report.seconds = control_->elapsed();
    if (moves_.empty()) { // the game is over
        RootMove end;
        end.low = end.high = end.value = Worker::value_of_end(*root_, 0);
        report.proof = proof_of(end);
        report.value = report.proof == Proof::win ? 1 : report.proof == Proof::loss ? -1 : 0;
        report.score = score_of(end);
        return report;
    }
    const RootMove all = root_bounds(moves_);
    report.value = value_of(all);
    report.proof = proof_of(all);
    report.score = score_of(all);
    report.nodes = total_nodes();
    report.depth = depth_done_;
    report.memory = table_->bytes();
    for (const auto& worker : workers_) report.memory += worker->memory();
    // An iteration that was cut short may have proven what another move only promises.
    std::vector<const RootMove*> order;
    for (const RootMove& m : moves_) order.push_back(&m);
    if (all.is_decided()) {
        const auto proven = std::ranges::find_if(order, [&](auto* m) { return m->low >= all.low; });
        if (proven != order.end()) std::rotate(order.begin(), proven, proven + 1);
    }
    for (const RootMove* move : order) {
        const RootMove& m = *move;
        MoveReport& r = report.moves.emplace_back();
        r.move = m.move;
        r.visits = m.nodes;
        r.value = value_of(m);
        r.proof = proof_of(m);
        r.score = score_of(m);
        r.line = m.line.empty() ? std::vector<Move>{m.move} : m.line;
        P p = *root_;
        for (const Move step : r.line) p.play(step);
        workers_[0]->extend_line(p, r.line);
    }
    return report;
}

} // namespace tesuji
