// Gomoku with everything that the searches know about it. A file that runs a search on it must
// include this one: a specialisation has to be visible where it is used.
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
    /// The prefix of the names of its classes in Python.
    static constexpr const char* name = "Gomoku";
    /// Adds the rules, the positions and the features of this game alone to the Python module.
    static void bind(nanobind::module_& m);
};

} // namespace tesuji
