#include "solver.hpp"

#include "table.hpp"
#include "value.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace tesuji::dots {
namespace {

/// With fewer lines, more threads would only wait for each other.
constexpr int min_lines_for_threads = 22;

void judge(double score, double& value, Proof& proof) {
    value = score > 0 ? 1 : score < 0 ? -1 : 0;
    proof = score > 0 ? Proof::win : score < 0 ? Proof::loss : Proof::draw;
}

} // namespace

/// One call of solve: its threads, its limits and what it has found.
class Solver::Run {
  public:
    Run(Solver& solver, const DotsAndBoxesPosition& position, SearchControl& control)
        : shared_(solver.shared_), all_moves_(solver.options_.all_moves), position_(position),
          control_(control), open_(shared_.frame().lines_of(position.open_lines())),
          lead_(position.boxes_of(position.to_move()) -
                position.boxes_of(other(position.to_move()))) {
        const int threads =
            std::popcount(open_) < min_lines_for_threads ? 1 : solver.options_.threads;
        for (int i = 0; i < threads; ++i)
            searchers_.push_back(std::make_unique<Searcher>(shared_, threads > 1, [this, i] {
                return i == 0 ? is_over() : finished_.load(std::memory_order_relaxed);
            }));
        position.open_lines().for_each([&](int line) {
            moves_.emplace_back().move = line;
            moves_.back().line = {line};
        });
    }

    SearchReport run() {
        value_ = value(open_, 0);
        if (value_) solve_moves();
        return report();
    }

  private:
    void solve_moves() {
        // The table often knows a best move already: the one that proved the value.
        if (!all_moves_)
            for (MoveReport& move : moves_)
                if (const auto [after, closed] = draw(move.move); is_known_best(after, closed))
                    return set_net(move, *value_);
        for (MoveReport& move : moves_) {
            const auto [after, closed] = draw(move.move);
            const std::int64_t before = nodes();
            const auto rest = value(after, closed ? *value_ - closed : -*value_);
            if (!rest) return;
            move.visits = nodes() - before;
            const int net = closed ? closed + *rest : -*rest;
            set_net(move, net);
            if (!all_moves_ && net == *value_) return;
        }
    }

    struct Drawn {
        Lines open;
        int closed; ///< boxes
    };
    Drawn draw(Move move) const {
        DotsAndBoxesPosition::Lines lines = position_.open_lines();
        lines.erase(move);
        const Lines open = shared_.frame().lines_of(lines);
        return {open, Degrees(shared_.frame(), open_).boxes - Degrees(shared_.frame(), open).boxes};
    }

    bool is_known_best(Lines after, int closed) const {
        const Captures all = captures(shared_.frame(), after);
        const Bounds rest = shared_.bounds(shared_.node(shared_.frame().settled(all.rest)));
        const Bounds reply = move_bounds(all.boxes, all.deal, rest); // seen by who drew the line
        return closed ? closed - reply.upper >= *value_ : reply.lower >= *value_;
    }

    void set_net(MoveReport& move, int net) const {
        move.score = lead_ + net;
        judge(*move.score, move.value, move.proof);
    }

    /// Net boxes for the player to move at `open`; nothing when the search was interrupted.
    std::optional<int> value(Lines open, int guess) {
        return value_of(shared_, open, guess,
                        [this](const Node& node, int goal) { return search(node, goal); });
    }

    /// `Searcher::search` with all threads; the first that is done ends the others.
    std::optional<int> search(const Node& node, int goal) {
        finished_ = false;
        std::optional<int> found;
        std::mutex mutex;
        const auto work = [&](Searcher& searcher) {
            searcher.reset();
            const int bound = searcher.search(node, goal);
            if (searcher.was_interrupted()) return;
            const std::lock_guard lock(mutex);
            if (!found) found = bound;
            finished_ = true;
        };
        std::vector<std::thread> helpers;
        for (std::size_t i = 1; i < searchers_.size(); ++i)
            helpers.emplace_back(work, std::ref(*searchers_[i]));
        std::exception_ptr failure;
        try {
            work(*searchers_[0]);
        } catch (...) { // what a progress callback throws
            failure = std::current_exception();
        }
        if (failure || stopped_) finished_ = true;
        for (auto& helper : helpers) helper.join();
        if (failure) std::rethrow_exception(failure);
        return found;
    }

    /// Asked by the first thread now and then: whether to end its search.
    bool is_over() {
        const Budget& budget = control_.budget();
        if (control_.should_stop() || (budget.nodes > 0 && nodes() >= budget.nodes))
            stopped_ = true;
        if (control_.on_progress && control_.elapsed() >= next_progress_) {
            control_.on_progress(report());
            next_progress_ = control_.elapsed() + control_.progress_interval;
        }
        return stopped_ || finished_;
    }

    std::int64_t nodes() const {
        std::int64_t sum = 0;
        for (const auto& searcher : searchers_) sum += searcher->nodes();
        return sum;
    }

    SearchReport report() {
        SearchReport report;
        report.for_player = position_.to_move();
        if (value_) {
            report.score = lead_ + *value_;
            judge(*report.score, report.value, report.proof);
        }
        report.moves = moves_;
        std::stable_sort(report.moves.begin(), report.moves.end(),
                         [](const MoveReport& a, const MoveReport& b) {
                             return a.score && (!b.score || *a.score > *b.score);
                         });
        report.nodes = nodes();
        report.seconds = control_.elapsed();
        report.memory = shared_.table().memory();
        return report;
    }

    SharedSearch& shared_;
    bool all_moves_;
    const DotsAndBoxesPosition& position_;
    SearchControl& control_;
    Lines open_;
    int lead_; ///< boxes of the player to move less those of the opponent
    std::vector<std::unique_ptr<Searcher>> searchers_;
    std::atomic<bool> finished_{false}; ///< some thread has the answer to the current question
    bool stopped_ = false;              ///< a limit of the whole run was reached
    double next_progress_ = 0;
    std::optional<int> value_; ///< net boxes of the whole position
    std::vector<MoveReport> moves_;
};

Solver::Solver(const DotsAndBoxesPosition& position, const SolverOptions& options)
    : options_(options), shared_(Frame(position.rules(), position.open_lines()), options.memory) {
    if (options.threads < 1) throw BadSetup("a search needs at least one thread");
}

bool Solver::covers(const DotsAndBoxesPosition& position) const {
    return shared_.frame().covers(position.open_lines());
}

SearchReport Solver::solve(const DotsAndBoxesPosition& position, SearchControl& control) {
    return Run(*this, position, control).run();
}

int count_disagreements(const DotsAndBoxesRules& rules, int count, std::uint64_t seed) {
    const std::vector<std::int8_t> table = full_table(rules);
    SharedSearch shared(Frame(rules, DotsAndBoxesPosition(rules).open_lines()),
                        std::size_t{64} << 20);
    Searcher searcher(shared, false, [] { return false; });
    const auto search = [&](const Node& node, int goal) {
        return std::optional(searcher.search(node, goal));
    };
    Rng rng(seed);
    int disagreements = 0;
    for (int i = 0; i < count; ++i) {
        const Lines open = rng.next() & shared.frame().all();
        const auto value = value_of(shared, open, 0, search);
        disagreements += *value != table[shared.frame().all() & ~open];
    }
    return disagreements;
}

} // namespace tesuji::dots
