// Alpha-beta, once for each game and once for all games written in Python.
#include "bindings.hpp"
#include "game_binding.hpp"
#include "games/all.hpp"
#include "search/alphabeta.hpp"
#include "search_binding.hpp"
#include "searchable_python.hpp"

#include <concepts>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <type_traits>

namespace tesuji::bindings {

namespace {

constexpr const char* search_doc =
    "Searches until a limit is reached, the search is stopped, or the position is solved.";

/// Alpha-beta ends by itself only when the position is solved, which most never are.
Budget limited_budget(std::int64_t nodes, double seconds, int depth, std::size_t memory) {
    if (nodes < 0 || !(seconds >= 0) || depth < 0)
        throw BadSetup("a limit of a search must not be negative");
    if (nodes == 0 && seconds == 0 && depth == 0)
        throw BadSetup("a search needs a limit: nodes, seconds or depth");
    return {0, nodes, seconds, depth, memory};
}

AlphaBetaOptions checked_options(bool all_moves_exact, bool reductions, bool extensions,
                                 int threads, std::uint64_t seed, bool is_python) {
    if (threads < 1 || threads > 256)
        throw BadSetup("a search has 1 to 256 threads, not " + std::to_string(threads));
    if (is_python && threads > 1)
        throw BadSetup("a game written in Python is searched by one thread");
    return {all_moves_exact, reductions, extensions, threads, seed};
}

template <GamePosition P>
struct BoundAlphaBeta {
    explicit BoundAlphaBeta(const AlphaBetaOptions& options) : search(options) {}

    SearchReport run(const P& position, SearchControl& control, const ProgressCallback& progress) {
        const InUse guard(in_use);
        return run_unlocked(control, progress,
                            [&](SearchControl& c) { return search.search(position, c); });
    }

    AlphaBeta<P> search;
    std::atomic<bool> in_use{false};
};

/// Binds AlphaBeta<P>. `Argument` is what Python passes as a position.
template <GamePosition P, class Argument = const P&>
void bind_alphabeta_for(nb::module_& m, const std::string& name) {
    using Self = BoundAlphaBeta<P>;
    constexpr bool is_python = std::same_as<P, SearchablePython>;
    const auto position_of = [](Argument a) -> std::conditional_t<is_python, P, const P&> {
        if constexpr (is_python)
            return P(a);
        else
            return a;
    };
    nb::class_<Self> cls(m, name.c_str(),
                         "Alpha-beta search; keeps its table of positions between searches.");
    bind_class_of<Argument>(m, "alphabeta_class", cls);
    cls.def(
           "__init__",
           [](Self* self, bool all_moves_exact, bool reductions, bool extensions, int threads,
              std::uint64_t seed) {
               new (self) Self(checked_options(all_moves_exact, reductions, extensions, threads,
                                               seed, is_python));
           },
           nb::kw_only(), "all_moves_exact"_a = false, "reductions"_a = true, "extensions"_a = true,
           "threads"_a = 1, "seed"_a = 0)
        .def(
            "search",
            [position_of](Self& self, Argument position, SearchControl& control,
                          const ProgressCallback& progress) {
                return self.run(position_of(position), control, progress);
            },
            "position"_a, "control"_a, "progress"_a = nb::none(), search_doc)
        .def(
            "search",
            [position_of](Self& self, Argument position, std::int64_t nodes, double seconds,
                          int depth, std::size_t memory, const ProgressCallback& progress,
                          double progress_interval) {
                SearchControl control(limited_budget(nodes, seconds, depth, memory));
                control.progress_interval = progress_interval;
                return self.run(position_of(position), control, progress);
            },
            "position"_a, nb::kw_only(), "nodes"_a = 0, "seconds"_a = 0.0, "depth"_a = 0,
            "memory"_a = Budget().memory, "progress"_a = nb::none(), "progress_interval"_a = 0.1,
            search_doc);

    m.def(
        "alphabeta",
        [position_of](Argument position, std::int64_t nodes, double seconds, int depth,
                      std::size_t memory, bool all_moves_exact, bool reductions, bool extensions,
                      int threads, std::uint64_t seed, const ProgressCallback& progress,
                      double progress_interval) {
            SearchControl control(limited_budget(nodes, seconds, depth, memory));
            control.progress_interval = progress_interval;
            Self search(
                checked_options(all_moves_exact, reductions, extensions, threads, seed, is_python));
            return search.run(position_of(position), control, progress);
        },
        "position"_a, nb::kw_only(), "nodes"_a = 0, "seconds"_a = 0.0, "depth"_a = 0,
        "memory"_a = Budget().memory, "all_moves_exact"_a = false, "reductions"_a = true,
        "extensions"_a = true, "threads"_a = 1, "seed"_a = 0, "progress"_a = nb::none(),
        "progress_interval"_a = 0.1, "One alpha-beta search of a position.");
}

} // namespace

void bind_alphabeta(nb::module_& m) {
    AllGames::for_each([&]<class Game>() {
        bind_alphabeta_for<typename Game::Position>(m, class_name<Game>("AlphaBeta"));
    });
    // Takes any object, so it comes last.
    bind_alphabeta_for<SearchablePython, const nb::object&>(m, "PythonAlphaBeta");
}

} // namespace tesuji::bindings
