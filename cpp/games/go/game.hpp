// Go with all that the searches know of it. Whoever runs a search on it includes this file:
// a specialisation must be seen before it is used.
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
    /// What networks of KataGo see instead of the planes.
    using OtherInputs = katago::Options;
    /// What the names of its classes in Python begin with.
    static constexpr const char* name = "Go";
    /// Adds rules, positions and what is special to this game to the Python module.
    static void bind(nanobind::module_& m);
};

} // namespace tesuji
