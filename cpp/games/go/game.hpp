// Go with everything that the searches know about it. A file that runs a search on it must include
// this one: a specialisation has to be visible where it is used.
#pragma once

#include "go.hpp"
#include "history.hpp"
#include "katago/features.hpp"
#include "knowledge.hpp"
#include "search/mcts_tuned.hpp"
#include "search/self_play_samples.hpp"

namespace nanobind {
class module_;
}

namespace tesuji {

template <>
inline MctsOptions tuned_options<GoPosition>() {
    return options_with_rave();
}

template <>
struct Ownership<GoPosition> {
    static constexpr bool exists = true;
    static void write(const GoPosition& p, std::span<float> cells) {
        const GoScore score = p.score();
        for (std::size_t i = 0; i < cells.size(); ++i)
            cells[i] = score.owner[i] < 0 ? 0.0F : score.owner[i] == 0 ? 1.0F : -1.0F;
    }
};

/// Go in the list of games (games/all.hpp).
struct GoGame {
    using Position = GoPosition;
    /// The inputs of KataGo's networks, in place of the planes.
    using OtherInputs = katago::Options;
    /// The prefix of the names of its classes in Python.
    static constexpr const char* name = "Go";
    /// Adds the rules, the positions and the features of this game alone to the Python module.
    static void bind(nanobind::module_& m);
};

} // namespace tesuji
