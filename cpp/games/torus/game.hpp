// Torus with all that the searches know of it. Whoever runs a search on it includes this file:
// a specialisation must be seen before it is used.
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
    /// What the names of its classes in Python begin with.
    static constexpr const char* name = "Torus";
    /// Adds rules, positions and what is special to this game to the Python module.
    static void bind(nanobind::module_& m);
};

} // namespace tesuji
