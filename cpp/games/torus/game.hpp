// Torus with everything that the searches know about it. A file that runs a search on it must
// include this one: a specialisation has to be visible where it is used.
#pragma once

#include "forcing.hpp"
#include "history.hpp"
#include "knowledge.hpp"
#include "search/exact_leaves.hpp"
#include "search/mcts_tuned.hpp"
#include "torus.hpp"

namespace nanobind {
class module_;
}

namespace tesuji {

template <>
inline MctsOptions tuned_options<TorusPosition>() {
    return options_with_rave();
}

/// Settles wins within `plies` turns, every move considered.
template <>
std::shared_ptr<ExactJudge<TorusPosition>> make_exact_judge(const TorusPosition& start, int plies);

/// Torus in the list of games (games/all.hpp).
struct TorusGame {
    using Position = TorusPosition;
    /// The prefix of the names of its classes in Python.
    static constexpr const char* name = "Torus";
    /// Adds the rules, the positions and the features of this game alone to the Python module.
    static void bind(nanobind::module_& m);
};

} // namespace tesuji
