// Reversi with everything that the searches know about it. A file that runs a search on it must
// include this one: a specialisation has to be visible where it is used.
#pragma once

#include "history.hpp"
#include "knowledge.hpp"
#include "reversi.hpp"
#include "search/exact_leaves.hpp"
#include "search/mcts_tuned.hpp"
#include "search/self_play_samples.hpp"

namespace nanobind {
class module_;
}

namespace tesuji {

/// With more empty squares the exact search takes longer than anybody can wait at a leaf.
constexpr int most_exact_squares = 12;

/// Settles positions with at most `plies` empty squares, with the exact margin.
template <>
std::shared_ptr<ExactJudge<ReversiPosition>> make_exact_judge(const ReversiPosition& start,
                                                              int plies);

template <>
struct Ownership<ReversiPosition> {
    static constexpr bool exists = true;
    static void write(const ReversiPosition& p, std::span<float> cells) {
        const std::vector<std::int8_t> discs = p.board();
        for (std::size_t i = 0; i < cells.size(); ++i)
            cells[i] = discs[i] < 0 ? 0.0F : discs[i] == 0 ? 1.0F : -1.0F;
    }
};

/// Reversi in the list of games (games/all.hpp).
struct ReversiGame {
    using Position = ReversiPosition;
    /// The prefix of the names of its classes in Python.
    static constexpr const char* name = "Reversi";
    /// Adds the rules, the positions and the features of this game alone to the Python module.
    static void bind(nanobind::module_& m);
};

} // namespace tesuji
