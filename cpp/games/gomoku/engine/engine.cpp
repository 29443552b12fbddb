#include "engine.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace tesuji::five {

namespace {

constexpr std::size_t least_table = std::size_t{1} << 18;
/// Fours of a win that is looked for before the search begins.
constexpr int root_fours = 40;
constexpr std::int64_t root_four_nodes = 20000;
/// A win by fours and threes is looked for with at most this many nodes, and one part in
/// `threat_share` of the budget.
constexpr std::int64_t threat_nodes = 200000;
constexpr int threat_share = 8;
constexpr std::size_t threat_table = std::size_t{4} << 20;

/// What a search can fill within its other limits: a table larger than that only costs time.
std::size_t useful_table(const Budget& budget, int threads) {
    constexpr double bytes_per_node = 16;
    constexpr double nodes_per_second = 1e6;
    double nodes = 1e12;
    if (budget.nodes > 0) nodes = std::min(nodes, static_cast<double>(budget.nodes));
    // The table is kept from move to move, and the times may differ.
    if (budget.seconds > 0)
        nodes = std::min(nodes, (budget.seconds + 1) * nodes_per_second * 4 * threads);
    return static_cast<std::size_t>(nodes * bytes_per_node);
}

} // namespace

double chance_of(int value) {
    if (value >= decided_value) return 1;
    if (value <= -decided_value) return -1;
    return 0.99 * std::tanh(value / 200.0);
}

SearchReport Engine::search(const GomokuPosition& root, SearchControl& control) {
    root_ = &root;
    control_ = &control;
    workers_.clear();
    moves_.clear();
    refuted_.clear();
    guarded_ = false;
    depth_done_ = 0;
    next_progress_ = control.elapsed() + control.progress_interval;
    main_thread_ = std::this_thread::get_id();
    helpers_end_ = false;
    if (root.is_over()) return make_report();
    if (root.choice_due()) return search_choice(root);
    if (root.phase() != GomokuPhase::play) return search_opening_stone(root);
    return search_stones(root);
}

SearchReport Engine::search_stones(const GomokuPosition& root) {
    const Budget& budget = control_->budget();
    const int threads = std::max(1, options_.threads);
    const std::size_t fixed = static_cast<std::size_t>(threads) * (std::size_t{5} << 20);
    const std::size_t most =
        budget.memory > fixed + least_table ? budget.memory - fixed : budget.memory / 4;
    prepare_table(root, std::min(most, std::max(least_table, useful_table(budget, threads))));

    threat_nodes_before_ = threats_->nodes();
    const Board board(root);
    Clock& clock = *this;
    for (int i = 0; i < threads; ++i)
        workers_.push_back(std::make_unique<Worker>(board, *table_, clock));
    max_depth_ = std::min(board.num_empty(), max_ply / 2);
    if (budget.depth > 0) max_depth_ = std::min(max_depth_, budget.depth);

    SquareList squares;
    workers_[0]->root_moves(squares);
    if (squares.empty()) { // nothing near, or everything loses: take what the rules allow
        MoveList legal;
        root.legal_moves(legal);
        const int middle = board.size() / 2 * (board.size() + 1);
        const bool centre = board.num_empty() == root.rules().num_points();
        squares.push(board.square(centre ? middle : legal[0]));
    }
    for (const Square s : squares) {
        RootMove& m = moves_.emplace_back();
        m.square = s;
        m.line = {board.point(s)};
    }
    if (decide_at_once()) {
        SearchReport report = make_report();
        workers_.clear();
        return report;
    }
    drop_refuted();
    if (threads == 1) workers_[0]->set_node_limit(nodes_to_search());
    if (options_.seed != 0) {
        Rng rng(options_.seed ^ root.hash());
        for (int i = static_cast<int>(moves_.size()) - 1; i > 0; --i)
            std::swap(moves_[i], moves_[rng.below(i + 1)]);
    }

    // Helpers search the same tree independently and share what they find through the table.
    {
        std::vector<RootMoves> orders(threads, moves_);
        std::vector<std::jthread> helpers;
        const struct EndHelpers {
            std::atomic<bool>& end;
            ~EndHelpers() { end = true; }
        } end_helpers{helpers_end_};
        for (int i = 1; i < threads; ++i)
            helpers.emplace_back([this, i, &orders] {
                try {
                    deepen(*workers_[i], orders[i], 1 + i % 2, false);
                } catch (...) {
                    control_->stop(); // out of memory: no search can go on
                }
            });
        if (!moves_.empty()) deepen(*workers_[0], moves_, 1, true);
    }
    while (drop_refuted_front()) {
    }
    append_refuted();
    SearchReport report = make_report();
    workers_.clear();
    return report;
}

/// Answers that need no search: a win by fours, or by fours and threes within a share of the
/// budget.
bool Engine::decide_at_once() {
    Worker& worker = *workers_[0];
    Board& board = worker.board();
    worker.vcf().watch(control_);
    const int plies = worker.vcf().solve(board, root_fours, root_four_nodes);
    const Square four =
        plies > 0 ? worker.vcf().winning_move(board, root_fours) : Square{no_square};
    worker.vcf().watch(nullptr);
    if (four != no_square) {
        bring_to_front(four, win_value - plies);
        return true;
    }
    const Budget& budget = control_->budget();
    ThreatSearch::Limits limits{threat_nodes, 0};
    if (budget.nodes > 0)
        limits.nodes =
            std::min(limits.nodes, std::max<std::int64_t>(1, budget.nodes / threat_share));
    if (budget.seconds > 0) limits.seconds = control_->elapsed() + budget.seconds / threat_share;
    const int own = board.to_move();
    if (threats_->solve(board, own, *control_, limits) != ThreatSearch::Answer::wins) return false;
    const Square s = threats_->winning_move(board, own, *control_);
    if (s == no_square) return false;
    bring_to_front(s, win_value - threats_->plies());
    return true;
}

/// Puts a move that is proven to win first.
void Engine::bring_to_front(Square s, int value) {
    auto found = std::ranges::find(moves_, s, &RootMove::square);
    if (found == moves_.end()) {
        moves_.emplace_back().square = s;
        found = moves_.end() - 1;
    }
    found->value = value;
    found->searched = true;
    found->proof = Proof::win;
    found->line = {workers_[0]->board().point(s)};
    std::rotate(moves_.begin(), found, found + 1);
    depth_done_ = win_value - value;
}

/// One iteration after the other, each a ply deeper.
void Engine::deepen(Worker& worker, RootMoves& moves, int first_depth, bool is_main) {
    for (int depth = std::min(first_depth, max_depth_); depth <= max_depth_; ++depth) {
        for (RootMove& m : moves) m.previous = m.value;
        if (!search_depth(worker, moves, depth)) return;
        if (is_main) depth_done_ = depth;
        if (is_main && drop_refuted_front()) {
            if (moves.empty()) return;
            --depth; // once more among those that are left
            continue;
        }
        // A decided value will not change, and a single move needs no more thought.
        if (options_.lines == 1 && std::abs(moves[0].value) >= decided_value) return;
        if (moves.size() == 1 && depth >= 4) return;
    }
}

bool Engine::search_depth(Worker& worker, RootMoves& moves, int depth) {
    const std::size_t lines = std::min<std::size_t>(std::max(1, options_.lines), moves.size());
    const auto sort_lines = [&] {
        std::stable_sort(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(lines),
                         [](const RootMove& a, const RootMove& b) { return a.value > b.value; });
    };
    for (std::size_t first = 0; first < lines; ++first) {
        // Aspiration window: expect about the value of the last iteration, and widen until it fits.
        const int expected = moves[first].previous;
        const bool open = depth < 4 || std::abs(expected) >= decided_value;
        int below = open ? 2 * infinite_value : 40;
        int above = below;
        for (;;) {
            const int alpha = std::max(expected - below, -infinite_value);
            const int beta = std::min(expected + above, infinite_value);
            if (!search_window(worker, moves, first, depth, alpha, beta)) {
                sort_lines();
                return false;
            }
            const int value = moves[first].value;
            if (value <= alpha && alpha > -infinite_value)
                below = std::min(below * 3, 2 * infinite_value);
            else if (value >= beta && beta < infinite_value)
                above = std::min(above * 3, 2 * infinite_value);
            else
                break;
        }
    }
    sort_lines();
    return true;
}

/// Searches the moves from `first` on and brings the best of them there. Returns false if it had to
/// stop; a better move that was found by then is in front even so.
bool Engine::search_window(Worker& worker, RootMoves& moves, std::size_t first, int depth,
                           int alpha, int beta) {
    std::size_t best = first;
    int best_value = -infinite_value;
    bool finished = true;
    for (std::size_t i = first; i < moves.size(); ++i) {
        RootMove& move = moves[i];
        const std::int64_t nodes = worker.nodes();
        int value;
        bool has_line = true;
        if (i == first) {
            value = worker.search_root_move(move.square, depth, alpha, beta, true);
        } else {
            value = worker.search_root_move(move.square, depth, alpha, alpha + 1, false);
            has_line = !worker.stopped() && value > alpha && value < beta;
            if (has_line) value = worker.search_root_move(move.square, depth, alpha, beta, true);
        }
        move.nodes += worker.nodes() - nodes;
        if (worker.stopped()) {
            finished = false;
            break;
        }
        move.value = value;
        move.searched = true;
        if (has_line || value > alpha) {
            move.line.assign(1, worker.board().point(move.square));
            if (has_line)
                for (const Square s : worker.line_after_root())
                    move.line.push_back(worker.board().point(s));
        }
        if (value > best_value) {
            best_value = value;
            best = i;
        }
        alpha = std::max(alpha, value);
        if (alpha >= beta) break;
    }
    if (best_value == -infinite_value) return finished;
    const auto front = moves.begin() + static_cast<std::ptrdiff_t>(first);
    const auto found = moves.begin() + static_cast<std::ptrdiff_t>(best);
    std::rotate(front, found, found + 1);
    if (finished)
        std::stable_sort(front + 1, moves.end(),
                         [](const RootMove& a, const RootMove& b) { return a.value > b.value; });
    return finished;
}

// Time and reports -------------------------------------------------------------------------------

std::int64_t Engine::total_nodes() const {
    std::int64_t sum = 0;
    for (const auto& worker : workers_) sum += worker->nodes();
    return sum + threats_->nodes() - threat_nodes_before_;
}

bool Engine::time_to_stop() {
    const Budget& budget = control_->budget();
    if (budget.nodes > 0 && workers_.size() > 1 && total_nodes() >= budget.nodes) control_->stop();
    if (control_->should_stop() || helpers_end_ || search_is_over()) return true;
    if (control_->on_progress && std::this_thread::get_id() == main_thread_ &&
        control_->elapsed() >= next_progress_) {
        control_->on_progress(make_report());
        next_progress_ = control_->elapsed() + control_->progress_interval;
    }
    return control_->stopped();
}

void Engine::prepare_table(const GomokuPosition& root, std::size_t bytes) {
    const bool fits = table_ && table_->bytes() <= bytes && table_->bytes() >= bytes / 2;
    if (fits && table_rules_ == root.rules()) {
        table_->new_search();
        return;
    }
    table_rules_ = root.rules();
    threats_ = std::make_unique<ThreatSearch>(std::min(threat_table, bytes / 4));
    table_.reset();
    table_ = std::make_unique<TranspositionTable>(bytes, false);
}

SearchReport Engine::make_report() const {
    SearchReport report;
    report.for_player = root_->to_move();
    report.seconds = control_->elapsed();
    if (moves_.empty()) { // the game is over
        const Outcome outcome = root_->outcome();
        if (outcome.winner >= 0) {
            const bool won = player(outcome.winner) == root_->to_move();
            report.proof = won ? Proof::win : Proof::loss;
            report.value = won ? 1 : -1;
        } else {
            report.proof = Proof::draw;
        }
        return report;
    }
    const RootMove& best = moves_.front();
    report.value = best.searched ? chance_of(best.value) : 0;
    report.proof = best.proof;
    report.nodes = total_nodes();
    report.depth = depth_done_;
    report.memory = table_->bytes();
    for (const auto& worker : workers_) report.memory += worker->bytes();
    const Board& board = workers_[0]->board();
    double least = report.value;
    for (const RootMove& m : moves_) {
        MoveReport& r = report.moves.emplace_back();
        r.move = board.point(m.square);
        r.visits = m.nodes;
        if (m.searched) least = std::min(least, chance_of(m.value));
        r.value = m.searched ? chance_of(m.value) : least;
        r.proof = m.proof;
        r.line = m.line;
    }
    add_unsearched(report);
    return report;
}

/// The legal moves that the search left out, as good at best as the worst of the others.
void Engine::add_unsearched(SearchReport& report) const {
    MoveList legal;
    root_->legal_moves(legal);
    std::vector<bool> known(static_cast<std::size_t>(root_->rules().num_moves()), false);
    for (const MoveReport& m : report.moves) known[static_cast<std::size_t>(m.move)] = true;
    const double least = report.moves.back().value;
    for (const Move m : legal) {
        if (known[static_cast<std::size_t>(m)]) continue;
        MoveReport& r = report.moves.emplace_back();
        r.move = m;
        r.value = least;
        r.line = {m};
    }
}

} // namespace tesuji::five
