// Moves of the root after which the opponent wins by continuous threats. The main search looks for
// wins by fours only; a win by threes can be thirty plies long and lie far beyond its horizon, but
// a proof search finds it in some thousand nodes.
#include "engine.hpp"

#include <algorithm>

namespace tesuji::five {

namespace {

/// Parts of the budget: one look after each move, one after the best move, all looks before the
/// search, and the search itself.
constexpr double quick_look = 0.01;
constexpr double thorough_look = 0.08;
constexpr double first_looks = 0.25;
constexpr double searching = 0.92;
constexpr double nodes_per_second = 5e5;
constexpr double unlimited_budget = 1e6;
constexpr std::int64_t least_look = 50;
constexpr std::int64_t no_win_at_all = INT64_MAX;

std::int64_t share_of(const Budget& budget, double share) {
    double nodes = unlimited_budget;
    if (budget.seconds > 0) nodes = budget.seconds * nodes_per_second;
    if (budget.nodes > 0) nodes = std::min(nodes, static_cast<double>(budget.nodes));
    return std::max(least_look, static_cast<std::int64_t>(share * nodes));
}

} // namespace

/// A stone of the mover never helps the opponent, so what he cannot win after a pass he cannot win
/// after any move. Not so in renju, where a white stone may make a black point allowed.
bool Engine::opponent_may_win_by_threats() {
    Board& board = workers_[0]->board();
    const int enemy = 1 - board.to_move();
    if (board.has_five(enemy)) return true;
    if (board.variant() == GomokuRules::Variant::renju && enemy == 0) return true;
    board.pass();
    const auto answer =
        threats_->solve(board, enemy, *control_, {share_of(control_->budget(), thorough_look), 0});
    board.pass();
    return answer != ThreatSearch::Answer::does_not;
}

/// Removes the moves from the search that a short proof search already refutes.
void Engine::drop_refuted() {
    guarded_ = opponent_may_win_by_threats();
    if (!guarded_) return;
    const Budget& budget = control_->budget();
    const std::int64_t quick = share_of(budget, quick_look);
    std::int64_t left = share_of(budget, first_looks);
    std::erase_if(moves_, [&](RootMove& move) {
        if (left <= 0 || control_->should_stop()) return false;
        const std::int64_t before = threats_->nodes();
        const bool refuted = is_refuted(move, std::min(quick, left));
        left -= threats_->nodes() - before;
        if (refuted) refuted_.push_back(move);
        return refuted;
    });
}

/// Whether the opponent wins by threats after `move`, as far as `nodes` tell.
bool Engine::is_refuted(RootMove& move, std::int64_t nodes) {
    if (!guarded_ || move.guarded >= nodes) return false;
    Board& board = workers_[0]->board();
    const int enemy = 1 - board.to_move();
    board.place(move.square);
    const auto answer = threats_->solve(board, enemy, *control_, {nodes, 0});
    board.take_back();
    if (answer == ThreatSearch::Answer::wins) {
        move.value = threats_->plies() + 1 - win_value;
        move.searched = true;
        move.proof = Proof::loss;
        return true;
    }
    move.guarded = answer == ThreatSearch::Answer::does_not ? no_win_at_all : nodes;
    return false;
}

/// Removes the best move from the search if a longer proof search refutes it.
bool Engine::drop_refuted_front() {
    if (moves_.empty() || !is_refuted(moves_.front(), share_of(control_->budget(), thorough_look)))
        return false;
    refuted_.push_back(moves_.front());
    moves_.erase(moves_.begin());
    return true;
}

/// Puts the refuted moves behind the others; among themselves the one that holds out longest
/// comes first.
void Engine::append_refuted() {
    std::ranges::stable_sort(refuted_, std::ranges::greater{}, &RootMove::value);
    moves_.insert(moves_.end(), refuted_.begin(), refuted_.end());
    refuted_.clear();
}

/// Whether the search has to leave the rest of the budget to a last look at its choice.
bool Engine::search_is_over() const {
    const Budget& budget = control_->budget();
    return guarded_ && budget.seconds > 0 && control_->elapsed() >= searching * budget.seconds;
}

/// Nodes for the search with one thread; 0 is no limit.
std::int64_t Engine::nodes_to_search() const {
    const Budget& budget = control_->budget();
    if (budget.nodes == 0) return 0;
    const double share = guarded_ ? searching : 1.0;
    const auto most = static_cast<std::int64_t>(share * static_cast<double>(budget.nodes));
    return std::max<std::int64_t>(1, most - (threats_->nodes() - threat_nodes_before_));
}

} // namespace tesuji::five
