// Dots and Boxes with everything that the searches know about it. A file that runs a search on it
// must include this one: a specialisation has to be visible where it is used.
#pragma once

#include "dots_and_boxes.hpp"
#include "history.hpp"
#include "knowledge.hpp"
#include "search/exact_leaves.hpp"
#include "search/mcts_tuned.hpp"
#include "search/self_play_samples.hpp"

namespace nanobind {
class module_;
}

namespace tesuji {

/// RAVE takes more time than it is worth: on 5x5 it won 20 of 60 with 5000 simulations against
/// 13000 without it.
template <>
inline MctsOptions tuned_options<DotsAndBoxesPosition>() {
    MctsOptions options;
    options.shared_tree = false;
    return options;
}

/// Settles positions with at most `plies` open lines, with the exact margin, on boards of at most
/// 60 lines.
template <>
std::shared_ptr<ExactJudge<DotsAndBoxesPosition>>
make_exact_judge(const DotsAndBoxesPosition& start, int plies);

template <>
struct Ownership<DotsAndBoxesPosition> {
    static constexpr bool exists = true;
    static void write(const DotsAndBoxesPosition& p, std::span<float> cells) {
        std::ranges::fill(cells, 0.0F);
        const int columns = p.rules().columns;
        const std::vector<std::int8_t> owners = p.owners();
        for (int box = 0; box < p.rules().num_boxes(); ++box) {
            const int cell =
                (2 * (box / columns) + 1) * (2 * columns + 1) + 2 * (box % columns) + 1;
            cells[static_cast<std::size_t>(cell)] =
                owners[static_cast<std::size_t>(box)] == 0 ? 1.0F : -1.0F;
        }
    }
};

/// Dots and Boxes in the list of games (games/all.hpp).
struct DotsAndBoxesGame {
    using Position = DotsAndBoxesPosition;
    /// The prefix of the names of its classes in Python.
    static constexpr const char* name = "DotsAndBoxes";
    /// Adds the rules, the positions and the features of this game alone to the Python module.
    static void bind(nanobind::module_& m);
};

} // namespace tesuji
