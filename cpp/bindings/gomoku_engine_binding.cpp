// The Gomoku engine.
#include "bindings.hpp"
#include "search/gomoku/engine.hpp"
#include "search_binding.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace tesuji::bindings {

namespace {

struct BoundEngine {
    explicit BoundEngine(const five::EngineOptions& options) : engine(options) {}

    five::Engine engine;
    std::atomic<bool> in_use{false};
};

five::EngineOptions checked_options(int threads, int lines, std::uint64_t seed) {
    if (threads < 1 || threads > 256)
        throw BadSetup("a search has 1 to 256 threads, not " + std::to_string(threads));
    if (lines < 1 || lines > max_gomoku_points)
        throw BadSetup("a search follows 1 to " + std::to_string(max_gomoku_points) +
                       " lines, not " + std::to_string(lines));
    return {threads, lines, seed};
}

} // namespace

void bind_gomoku_engine(nb::module_& m) {
    nb::class_<BoundEngine>(m, "GomokuEngine",
                            "The Gomoku engine; keeps its table of positions between searches.")
        .def(
            "__init__",
            [](BoundEngine* self, int threads, int lines, std::uint64_t seed) {
                new (self) BoundEngine(checked_options(threads, lines, seed));
            },
            nb::kw_only(), "threads"_a = 1, "lines"_a = 1, "seed"_a = 0)
        .def(
            "search",
            [](BoundEngine& self, const GomokuPosition& position, SearchControl& control,
               const ProgressCallback& progress) {
                const InUse guard(self.in_use);
                return run_unlocked(control, progress, [&](SearchControl& c) {
                    return self.engine.search(position, c);
                });
            },
            "position"_a, "control"_a, "progress"_a = nb::none(),
            "Searches until a limit is reached, somebody stops it, or the answer is known.");
}

} // namespace tesuji::bindings
