#include "search.hpp"

#include "tree.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace tesuji::monomial {

namespace {

constexpr std::size_t most_known = 1'000'000; // positions of winning trees that are kept

} // namespace

void MonomialOptions::check() const {
    if (version != 1 && version != 2)
        throw BadSetup("the monomial player has version 1 and version 2, not " +
                       std::to_string(version));
    if (rollout_plies < 0) throw BadSetup("rollout_plies must be at least 0");
    if (width < 1 || width > max_moves)
        throw BadSetup("width must be between 1 and " + std::to_string(max_moves) + ", got " +
                       std::to_string(width));
    if (!(c >= 0) || !std::isfinite(c)) throw BadSetup("c must be at least 0");
    if (warm_up < 0) throw BadSetup("warm_up must be at least 0");
    if (!(winning_share >= 0 && winning_share <= 1))
        throw BadSetup("winning_share must be between 0 and 1");
}

MonomialSearch::MonomialSearch(const MonomialOptions& options)
    : options_(options), rng_(options.seed) {
    options_.check();
}

SearchReport MonomialSearch::search(const GomokuPosition& position, SearchControl& control) {
    if (position.is_over()) throw BadSetup("the game is over: there is nothing to search");
    if (position.phase() != GomokuPhase::play)
        throw BadSetup("the swap2 opening must be over before the monomial player can search");
    const Budget& budget = control.budget();
    if (budget.depth > 0 && budget.simulations == 0 && budget.nodes == 0 && budget.seconds == 0)
        throw BadSetup(
            "the monomial search has no depth limit; limit its simulations, nodes or seconds");
    if (options_.version == 1) return search_with<MonomialBoard<1>>(position, control);
    if (auto report = known_win(position)) {
        report->seconds = control.elapsed();
        return *report;
    }
    return search_with<MonomialBoard<2>>(position, control);
}

namespace {

/// `move` wins for certain; it stands first, before all others.
void put_first(SearchReport& report, const GomokuPosition& position, std::vector<Move> line) {
    MoveReport best;
    best.move = line.front();
    best.value = 1;
    best.visits = std::max<std::int64_t>(report.simulations, 1);
    best.prior = 1;
    best.proof = Proof::win;
    best.line = std::move(line);
    report.for_player = position.to_move();
    report.value = 1;
    report.proof = Proof::win;
    MoveList legal;
    position.legal_moves(legal);
    report.moves = {best};
    for (const Move m : legal)
        if (m != best.move) {
            MoveReport other;
            other.move = m;
            other.line = {m};
            report.moves.push_back(std::move(other));
        }
}

} // namespace

/// A win that an earlier search has found: played without searching again.
std::optional<SearchReport> MonomialSearch::known_win(const GomokuPosition& position) const {
    const auto found = known_.find(position.hash());
    if (found == known_.end() || !position.is_legal(found->second)) return std::nullopt;
    SearchReport report;
    put_first(report, position, {found->second});
    return report;
}

template <class Board>
SearchReport MonomialSearch::search_with(const GomokuPosition& position, SearchControl& control) {
    SearchReport spent;
    const Budget& budget = control.budget();
    MonomialTree<Board> tree(position, options_, rng_);
    if (options_.searches_wins()) {
        const Board board(position);
        WinningSearch<Board> winning(board, index(position.colour_to_place()), rng_);
        const auto share = [&](std::int64_t limit) {
            return limit > 0 ? std::max<std::int64_t>(1, std::llround(options_.winning_share *
                                                                      static_cast<double>(limit)))
                             : 0;
        };
        // Without a limit of its own it would not end where the search has none.
        const std::int64_t simulations =
            budget.simulations == 0 && budget.nodes == 0 && budget.seconds == 0
                ? 100'000
                : share(budget.simulations);
        const WinningResult result = winning.run(control, simulations, share(budget.nodes),
                                                 options_.winning_share * budget.seconds, [&] {
                                                     if (control.on_progress)
                                                         control.on_progress(tree.report(spent));
                                                 });
        spent.nodes = result.nodes;
        spent.simulations = result.simulations;
        spent.depth = result.depth;
        if (result.won) {
            if (known_.size() > most_known) known_.clear();
            winning.collect(position, known_);
            put_first(spent, position, result.line);
            spent.memory = winning.memory();
            spent.seconds = control.elapsed();
            return spent;
        }
    }
    tree.run(control, spent);
    SearchReport report = tree.report(spent);
    report.seconds = control.elapsed();
    return report;
}

RolloutCount MonomialSearch::rollouts(const GomokuPosition& position, std::int64_t games) {
    if (position.is_over()) throw BadSetup("the game is over: there is nothing to roll out");
    if (position.phase() != GomokuPhase::play)
        throw BadSetup("the swap2 opening must be over before the monomial player can search");
    return options_.version == 1 ? rollouts_with<MonomialBoard<1>>(position, games)
                                 : rollouts_with<MonomialBoard<2>>(position, games);
}

template <class Board>
RolloutCount MonomialSearch::rollouts_with(const GomokuPosition& position, std::int64_t games) {
    const Board root(position);
    RolloutCount count;
    for (std::int64_t game = 0; game < games; ++game) {
        Board board = root;
        int plies = options_.plies();
        const int winner = roll_out(board, index(position.colour_to_place()), plies, rng_);
        count.plies += plies;
        ++(winner == 0 ? count.black : winner == 1 ? count.white : count.ties);
    }
    return count;
}

} // namespace tesuji::monomial
