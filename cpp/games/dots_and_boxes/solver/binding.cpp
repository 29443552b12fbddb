// Exact play and chain theory of Dots and Boxes.
#include "bindings/game_binding.hpp"
#include "bindings/python_evaluator.hpp"
#include "bindings/search_binding.hpp"
#include "games/dots_and_boxes/game.hpp"
#include "playouts.hpp"
#include "search/mcts.hpp"
#include "solver.hpp"
#include "table.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <nanobind/stl/optional.h>
#include <optional>

namespace tesuji::bindings {

namespace {

using Position = DotsAndBoxesPosition;

struct BoundSolver {
    BoundSolver(const Position& position, const dots::SolverOptions& options)
        : solver(position, options) {}

    dots::Solver solver;
    std::atomic<bool> in_use{false};
};

/// Monte-Carlo tree search whose judgement is the theory of chains, with a network beside it or
/// without.
struct ChainSearch {
    ChainSearch(const Position& position, const MctsOptions& options, int playouts,
                const std::optional<nb::callable>& network, float share)
        : search(position, options, evaluator(position, options, playouts, network, share)) {}

    static std::shared_ptr<LeafEvaluator<Position>>
    evaluator(const Position& position, const MctsOptions& options, int playouts,
              const std::optional<nb::callable>& network, float share) {
        auto chains =
            std::make_shared<dots::ChainEvaluator>(position.rules(), playouts, options.seed);
        if (!network) return chains;
        auto judge = std::make_shared<PythonEvaluator<Position>>(
            *network, Inputs<Position>::of(position.rules()));
        return std::make_shared<dots::MixedEvaluator>(std::move(judge), std::move(chains), share);
    }

    Mcts<Position> search;
    std::atomic<bool> in_use{false};
};

void bind_solver(nb::module_& m) {
    nb::class_<BoundSolver>(m, "DotsAndBoxesSolver",
                            "Solves a position and those that can follow it; keeps what it found.")
        .def(
            "__init__",
            [](BoundSolver* self, const Position& position, std::size_t memory, int threads,
               bool all_moves) { new (self) BoundSolver(position, {memory, threads, all_moves}); },
            "position"_a, "memory"_a = dots::SolverOptions().memory, "threads"_a = 1,
            "all_moves"_a = true)
        .def(
            "covers",
            [](const BoundSolver& self, const Position& position) {
                return self.solver.covers(position);
            },
            "position"_a, "Whether all open lines of a position are among those it was made for.")
        .def(
            "run",
            [](BoundSolver& self, const Position& position, SearchControl& control,
               const ProgressCallback& progress) {
                const InUse guard(self.in_use);
                if (!self.solver.covers(position))
                    throw BadSetup("this solver was made for another position");
                return run_unlocked(control, progress, [&](SearchControl& c) {
                    return self.solver.solve(position, c);
                });
            },
            "position"_a, "control"_a, "progress"_a = nb::none(),
            "Scores are the final lead of the player to move; moves without one were not solved.");
}

void bind_chain_search(nb::module_& m) {
    nb::class_<ChainSearch>(m, "DotsAndBoxesChainSearch",
                            "Monte-Carlo tree search with chain theory, for boards of any size.")
        .def(nb::init<const Position&, const MctsOptions&, int, const std::optional<nb::callable>&,
                      float>(),
             "position"_a, "options"_a = MctsOptions(), "playouts"_a = 2, "network"_a = nb::none(),
             "share"_a = 0.5F,
             "Each leaf is judged by `playouts` of chain theory, and by the network with the given "
             "share.")
        .def(
            "run",
            [](ChainSearch& self, SearchControl& control, const ProgressCallback& progress) {
                const InUse guard(self.in_use);
                return run_unlocked(control, progress,
                                    [&](SearchControl& c) { return self.search.run(c); });
            },
            "control"_a, "progress"_a = nb::none())
        .def(
            "advance",
            [](ChainSearch& self, Move move) {
                const InUse guard(self.in_use);
                return self.search.advance(move);
            },
            "move"_a, "Plays a move at the root and keeps the tree below it.");
}

} // namespace

void bind_dots_theory(nb::module_& m) {
    m.def(
        "dots_and_boxes_table",
        [](const DotsAndBoxesRules& rules) {
            std::vector<std::int8_t> values;
            {
                const Unlocked unlocked;
                values = dots::full_table(rules);
            }
            auto array = new_array<std::int8_t, 1>({values.size()});
            std::ranges::copy(values, array.data());
            return array;
        },
        "rules"_a,
        "Net boxes of the player to move for every set of drawn lines, int8 [2 ** lines].");
    m.def("dots_and_boxes_disagreements", &dots::count_disagreements, "rules"_a, "count"_a,
          "seed"_a, nb::call_guard<Unlocked>(),
          "How often search and full table disagree, among random sets of lines.");
    bind_solver(m);
    bind_chain_search(m);
}

} // namespace tesuji::bindings
