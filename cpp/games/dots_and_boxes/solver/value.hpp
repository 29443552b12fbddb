// The exact value of a set of open lines, by null windows that close in on it.
#pragma once

#include "search.hpp"

#include <algorithm>
#include <optional>

namespace tesuji::dots {

/// Closes in on the value of `node` from a guess, by one null window after the other.
/// search(node, goal) is as `Searcher::search`, and nothing when it was interrupted.
template <class Search>
std::optional<int> close_in(const SharedSearch& shared, const Node& node, int guess,
                            Search&& search) {
    Bounds bounds = shared.bounds(node);
    while (bounds.lower < bounds.upper) {
        const int goal = std::clamp(guess, bounds.lower + 1, bounds.upper);
        const std::optional<int> bound = search(node, goal);
        if (!bound) return std::nullopt;
        if (*bound >= goal) {
            bounds.lower = *bound;
            guess = *bound + 1;
        } else {
            bounds.upper = *bound;
            guess = *bound;
        }
    }
    return bounds.lower;
}

/// The same for a position in which boxes may be captured: net boxes for the player to move.
template <class Search>
std::optional<int> value_of(const SharedSearch& shared, Lines open, int guess, Search&& search) {
    const Captures all = captures(shared.frame(), open);
    const Node node = shared.node(shared.frame().settled(all.rest));
    const std::optional<int> rest = close_in(shared, node, guess - all.boxes, search);
    if (!rest) return std::nullopt;
    return captured_value(all.boxes, all.deal, *rest);
}

} // namespace tesuji::dots
