// The engine in the swap2 opening: it places stones that favour neither side, and chooses the
// better colour.
#include "engine.hpp"

#include <algorithm>
#include <cmath>

namespace tesuji::five {

namespace {

constexpr int tries = 48; ///< openings that are looked at for one stone
constexpr std::int64_t nodes_a_try = 4000;
/// Placing two stones more leads to an even game; that is worth a little more than nothing to
/// the one who places them.
constexpr double value_of_placing = 0.08;

/// The position as it will be when the colours are decided, White to move.
GomokuPosition decided(const GomokuRules& rules, const std::vector<std::int8_t>& stones) {
    return GomokuPosition(GomokuRules(rules.size, rules.variant),
                          GomokuSetup{stones, Player::second});
}

/// An empty point near the stones, or near the middle if there are none.
int random_point(const GomokuRules& rules, const std::vector<std::int8_t>& stones, Rng& rng) {
    const int size = rules.size;
    std::vector<int> placed;
    for (int p = 0; p < rules.num_points(); ++p)
        if (stones[static_cast<std::size_t>(p)] >= 0) placed.push_back(p);
    const int reach = placed.empty() ? std::max(1, size / 3) : 4;
    for (;;) {
        const int centre =
            placed.empty()
                ? size / 2 * (size + 1)
                : placed[static_cast<std::size_t>(rng.below(static_cast<int>(placed.size())))];
        const int row = centre / size + rng.below(2 * reach + 1) - reach;
        const int column = centre % size + rng.below(2 * reach + 1) - reach;
        if (row < 0 || column < 0 || row >= size || column >= size) continue;
        const int p = row * size + column;
        if (stones[static_cast<std::size_t>(p)] < 0) return p;
    }
}

} // namespace

/// The value for White, who is to move, by a short search.
double Engine::balance_of(const GomokuRules& rules, const std::vector<std::int8_t>& stones) {
    Budget budget;
    budget.nodes = nodes_a_try;
    budget.memory = std::size_t{2} << 20;
    SearchControl control(budget);
    return Engine({1, 1, options_.seed}).search(decided(rules, stones), control).value;
}

SearchReport Engine::search_choice(const GomokuPosition& root) {
    const GomokuRules& rules = root.rules();
    const GomokuPosition position = decided(rules, root.board());
    SearchReport inner = search(position, *control_); // values are White's
    SearchReport report;
    report.for_player = root.to_move();
    report.nodes = inner.nodes;
    report.seconds = inner.seconds;
    report.depth = inner.depth;
    report.memory = inner.memory;
    MoveList legal;
    root.legal_moves(legal);
    for (const Move m : legal) {
        MoveReport& r = report.moves.emplace_back();
        r.move = m;
        r.line = {m};
        r.value = m == rules.take_white()   ? inner.value
                  : m == rules.take_black() ? -inner.value
                                            : value_of_placing;
        if (m == rules.take_white()) r.proof = inner.proof;
    }
    std::ranges::stable_sort(report.moves, std::greater<>{}, &MoveReport::value);
    report.value = report.moves.front().value;
    report.proof = report.moves.front().proof;
    return report;
}

/// The stone of the opening after which, with the stones that are still to come, neither side is
/// ahead.
SearchReport Engine::search_opening_stone(const GomokuPosition& root) {
    const GomokuRules& rules = root.rules();
    Rng rng(options_.seed ^ root.hash());
    const int placed = rules.num_points() - root.num_empty();
    const int wanted = root.phase() == GomokuPhase::three_stones ? 3 : 5;
    SearchReport report;
    report.for_player = root.to_move();
    for (int i = 0; i < tries && (i == 0 || !control_->should_stop()); ++i) {
        std::vector<std::int8_t> stones = root.board();
        Move first = no_move;
        for (int n = placed; n < wanted; ++n) {
            const int point = random_point(rules, stones, rng);
            if (first == no_move) first = point;
            stones[static_cast<std::size_t>(point)] = static_cast<std::int8_t>(n % 2);
        }
        const double lead = balance_of(rules, stones);
        report.nodes += nodes_a_try;
        const auto known = std::ranges::find(report.moves, first, &MoveReport::move);
        // The one who chooses afterwards takes the better colour.
        if (known == report.moves.end()) {
            MoveReport& r = report.moves.emplace_back();
            r.move = first;
            r.line = {first};
            r.visits = 1;
            r.value = -std::abs(lead);
        } else {
            ++known->visits;
            known->value = std::max(known->value, -std::abs(lead));
        }
        if (control_->budget().nodes > 0 && report.nodes >= control_->budget().nodes) break;
    }
    std::ranges::stable_sort(report.moves, std::greater<>{}, &MoveReport::value);
    report.value = report.moves.front().value;
    report.seconds = control_->elapsed();
    report.depth = 1;
    root_ = &root;
    add_unsearched(report);
    return report;
}

} // namespace tesuji::five
