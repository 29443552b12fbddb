#include "search.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace tesuji::dots {
namespace {

/// Endgames of more boxes than this are not numbered: there are too many.
constexpr int max_endgame_boxes = 20;

/// Below this many lines a search is over before another thread could help.
constexpr int min_shared_lines = 14;

int key_bits(const Frame& frame, const Endgames& endgames) {
    return frame.num_lines() + static_cast<int>(std::bit_width(
                                   static_cast<unsigned>(std::max(endgames.count() - 1, 1))));
}

/// As many boxes as keys have room for.
Endgames endgames_for(const Frame& frame, std::size_t memory) {
    for (int boxes = std::min(frame.num_boxes(), max_endgame_boxes);; --boxes) {
        Endgames endgames(boxes);
        if (boxes == 0 ||
            key_bits(frame, endgames) <= BoundTable::max_tag_bits + BoundTable::place_bits(memory))
            return endgames;
    }
}

/// A search of few lines does not fill a large table; and keys of many lines need a table of some
/// size, 32 MB for the longest.
std::size_t useful_memory(const Frame& frame, std::size_t memory) {
    const double most = 64 * std::exp2(0.7 * frame.num_lines());
    const int least_places = std::max(14, frame.num_lines() + 1 - BoundTable::max_tag_bits);
    return std::max(static_cast<std::size_t>(std::min(static_cast<double>(memory), most)),
                    std::size_t{64} << least_places);
}

} // namespace

Bounds move_bounds(int boxes, Deal deal, const Bounds& rest) {
    if (deal == Deal::none) return {-boxes - rest.upper, -boxes - rest.lower, 0};
    // -captured_value = left - boxes - |rest + left|
    const int left = boxes_left(deal);
    const int one = std::abs(rest.lower + left);
    const int two = std::abs(rest.upper + left);
    const bool spans = rest.lower <= -left && rest.upper >= -left;
    return {left - boxes - std::max(one, two), left - boxes - (spans ? 0 : std::min(one, two)), 0};
}

// What threads share -----------------------------------------------------------------------------

SharedSearch::SharedSearch(const Frame& frame, std::size_t memory)
    : frame_(frame), endgames_(endgames_for(frame, useful_memory(frame, memory))),
      table_(key_bits(frame, endgames_), useful_memory(frame, memory)) {}

Node SharedSearch::node(Lines open, int endgame) const {
    const Degrees degrees(frame_, open);
    Node node;
    node.core = open;
    node.endgame = endgame;
    node.boxes = degrees.boxes;
    node.odd_safe = std::popcount(open & ~degrees.chained) & 1;
    for_each_chain(frame_, open, degrees.two, [&](const Chain& chain) {
        if (!chain.is_separate()) return;
        const int more = chain.is_loop ? endgames_.with_loop(node.endgame, chain.boxes)
                                       : endgames_.with_chain(node.endgame, chain.boxes);
        if (more < 0) return;
        node.endgame = more;
        node.core &= ~chain.lines;
        node.boxes -= chain.boxes;
    });
    node.boxes += endgames_.boxes(node.endgame);
    const auto [lines, symmetry] = frame_.canonical(node.core);
    node.symmetry = symmetry;
    node.key = lines | static_cast<std::uint64_t>(node.endgame) << frame_.num_lines();
    return node;
}

Bounds SharedSearch::bounds(const Node& node) const {
    if (!node.core) {
        const int value = endgames_.value(node.endgame);
        return {value, value, BoundTable::no_move};
    }
    Bounds bounds{-node.boxes, node.boxes, BoundTable::no_move};
    table_.look_up(node.key, node.boxes, bounds);
    return bounds;
}

void SharedSearch::store(const Node& node, const Bounds& bounds, std::int64_t nodes) {
    table_.store(node.key, node.boxes, bounds, static_cast<std::uint64_t>(nodes));
}

// One thread -------------------------------------------------------------------------------------

int Searcher::search(const Node& node, int goal, int previous) {
    // 1. The value has the parity of the open boxes.
    if ((node.boxes - goal) & 1) ++goal;
    Bounds bounds = shared_.bounds(node);
    if (bounds.lower >= goal) return bounds.lower;
    if (bounds.upper < goal) return bounds.upper;

    const std::int64_t nodes_before = nodes();
    nodes_.store(nodes_before + 1, std::memory_order_relaxed);
    if (nodes_before % 1024 == 0 && interrupted_()) interrupted_now_ = true;
    if (interrupted_now_) return bounds.lower;

    // 2. The table may answer for a move, or for all of them.
    Options options;
    const int num_options = list_options(node, options);
    const int table_code = bounds.move >= first_opening_code
                               ? bounds.move
                               : shared_.frame().line_from(node.symmetry, bounds.move);
    const auto finish = [&](int value, int code) {
        const bool parity_differs = (node.boxes - value) & 1;
        if (value >= goal)
            bounds.lower = std::max(bounds.lower, value + parity_differs);
        else
            bounds.upper = std::min(bounds.upper, value - parity_differs);
        if (code != no_code)
            bounds.move =
                code >= first_opening_code ? code : shared_.frame().line_under(node.symmetry, code);
        shared_.store(node, bounds, nodes() - nodes_before);
        return value >= goal ? bounds.lower : bounds.upper;
    };
    int most = -node.boxes;
    int num_open = 0;
    const auto& by_code = by_lines_left_[std::popcount(node.core)];
    for (int i = 0; i < num_options; ++i) {
        Option& option = options[i];
        const Bounds known = move_bounds(option.boxes, option.deal, shared_.bounds(option.child));
        if (known.lower >= goal) return finish(known.lower, option.code);
        if (known.upper < goal) {
            most = std::max(most, known.upper);
            continue;
        }
        option.pattern = pattern_of(node, option);
        option.promise = option.code == table_code
                             ? 2
                             : by_code[option.code].value() *
                                   by_previous_[previous][option.code].value() *
                                   by_pattern_[option.pattern].value();
        if (num_open != i) options[num_open] = option;
        ++num_open;
    }

    // 3. Try the others, the most promising first, and last what another thread is trying.
    const bool defers = defer_busy_ && std::popcount(node.core) >= min_shared_lines;
    int num_deferred = 0;
    for (int i = 0; i < num_open; ++i) {
        const auto best = std::max_element(
            options.begin() + i, options.begin() + num_open,
            [](const Option& a, const Option& b) { return a.promise < b.promise; });
        std::swap(options[i], *best);
        Option& option = options[i];
        if (defers && option.promise >= 0 && num_deferred < num_open - i - 1 &&
            shared_.is_busy(option.child.key)) {
            option.promise -= 4;
            ++num_deferred;
            --i;
            continue;
        }
        if (defers) shared_.set_busy(option.child.key);
        const int value = try_option(option, goal);
        if (defers) shared_.clear_busy(option.child.key);
        if (interrupted_now_) return bounds.lower;
        if (value >= goal) {
            learn(node, options, i + 1, previous);
            return finish(value, option.code);
        }
        most = std::max(most, value);
    }
    return finish(most, no_code);
}

/// A bound of the value of a move: at least it if that is >= goal, else at most it.
int Searcher::try_option(const Option& option, int goal) {
    const auto& [child, code, boxes, deal, pattern, promise] = option;
    if (deal == Deal::none) return -boxes - search(child, 1 - goal - boxes, code);
    // The opponent has a choice, and the move is good when the rest is near -left: within reach.
    const int left = boxes_left(deal);
    const int reach = left - boxes - goal;
    if (reach < 0) return left - boxes;
    const int low = search(child, -left - reach, code);
    if (low < -left - reach) return 2 * left - boxes + low;
    const int high = search(child, reach - left + 1, code);
    if (high > reach - left) return -boxes - high;
    return left - boxes - std::max(std::abs(low + left), std::abs(high + left));
}

int Searcher::list_options(const Node& node, Options& options) const {
    const Frame& frame = shared_.frame();
    const Endgames& endgames = shared_.endgames();
    const Degrees degrees(frame, node.core);
    int count = 0;
    const auto add = [&](const Node& child, int code, int boxes, Deal deal) {
        Option& option = options[count++];
        option.child = child;
        option.code = code;
        option.boxes = boxes;
        option.deal = deal;
        if (child.core) shared_.table().prefetch(child.key);
    };
    for (Lines safe = node.core & ~degrees.chained; safe; safe &= safe - 1) {
        const int line = std::countr_zero(safe);
        if (frame.is_last_of_twins(line, node.core))
            add(shared_.node(node.core & ~bit(line), node.endgame), line, 0, Deal::none);
    }
    for_each_chain(frame, node.core, degrees.two, [&](const Chain& chain) {
        const Captures gift = opened(frame, node.core, degrees.two, chain);
        add(shared_.node(gift.rest, node.endgame), std::countr_zero(chain.lines), gift.boxes,
            gift.deal);
    });
    for (int i = 0; i < endgames.num_openings(node.endgame); ++i) {
        const Endgames::Opening& opening = endgames.opening(node.endgame, i);
        Node child = node;
        child.endgame = opening.rest;
        child.boxes -= opening.boxes;
        child.key = (node.key & frame.all()) | static_cast<std::uint64_t>(opening.rest)
                                                   << frame.num_lines();
        add(child, first_opening_code + static_cast<int>(opening.deal), opening.boxes,
            opening.deal);
    }
    return count;
}

/// Numbers the kinds of moves: by the open lines of the boxes beside a line, or by what is given
/// away; and by the parity of the quiet moves that remain.
int Searcher::pattern_of(const Node& node, const Option& option) const {
    int kind;
    if (option.boxes > 0) {
        kind = 25 + 3 * std::min(option.boxes, 15) + static_cast<int>(option.deal);
    } else {
        const Frame& frame = shared_.frame();
        int degrees[2];
        for (int end = 0; end < 2; ++end) {
            const int box = frame.ends(option.code)[end];
            degrees[end] = box == Frame::ground ? 0 : frame.degree(box, node.core);
        }
        kind = 5 * std::min(degrees[0], degrees[1]) + std::max(degrees[0], degrees[1]);
    }
    return 2 * kind + option.child.odd_safe;
}

/// The last of the moves tried was good, those before it were not.
void Searcher::learn(const Node& node, const Options& options, int tried, int previous) {
    auto& by_code = by_lines_left_[std::popcount(node.core)];
    for (int i = 0; i < tried; ++i) {
        const Option& option = options[i];
        const bool good = i == tried - 1;
        by_code[option.code].add(good);
        by_previous_[previous][option.code].add(good);
        by_pattern_[option.pattern].add(good);
    }
}

} // namespace tesuji::dots
