// Gomoku with all that the searches know of it. Whoever runs a search on it includes this file:
// a specialisation must be seen before it is used.
#pragma once

#include "engine/forced_win.hpp"
#include "gomoku.hpp"
#include "history.hpp"
#include "knowledge.hpp"
#include "search/exact_leaves.hpp"
#include "search/mcts_tuned.hpp"
#include "search/proof_search.hpp"

namespace nanobind {
class module_;
}

namespace tesuji {

template <>
inline MctsOptions tuned_options<GomokuPosition>() {
    return options_with_rave();
}

/// Settles wins by fours alone within `plies` plies.
template <>
std::shared_ptr<ExactJudge<GomokuPosition>> make_exact_judge(const GomokuPosition& start,
                                                             int plies);

/// Gomoku has a search of its own for threats.
template <>
inline ProofReport prove(const GomokuPosition& position, const ProofOptions& options,
                         SearchControl& control) {
    if (options.forcing) return five::find_forced_win(position, options, control);
    return ProofSearch<GomokuPosition>(options).search(position, control);
}

/// Gomoku in the list of games (games/all.hpp).
struct GomokuGame {
    using Position = GomokuPosition;
    /// What the names of its classes in Python begin with.
    static constexpr const char* name = "Gomoku";
    /// Adds rules, positions and what is special to this game to the Python module.
    static void bind(nanobind::module_& m);
};

} // namespace tesuji
