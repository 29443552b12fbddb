// Budget, control and report: the arguments and the result of every search.
#include "bindings.hpp"
#include "search_binding.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>
#include <string>

namespace tesuji::bindings {

namespace {

std::optional<std::string> name_of(Proof proof) {
    switch (proof) {
    case Proof::win:
        return "win";
    case Proof::draw:
        return "draw";
    case Proof::loss:
        return "loss";
    default:
        return std::nullopt;
    }
}

} // namespace

void bind_search_types(nb::module_& m) {
    nb::class_<Budget>(m, "Budget", "How much a search may spend; 0 is no limit of that kind.")
        .def(
            "__init__",
            [](Budget* self, std::int64_t simulations, std::int64_t nodes, double seconds,
               int depth, std::size_t memory) {
                new (self) Budget{simulations, nodes, seconds, depth, memory};
            },
            "simulations"_a = 0, "nodes"_a = 0, "seconds"_a = 0.0, "depth"_a = 0,
            "memory"_a = Budget().memory)
        .def_rw("simulations", &Budget::simulations)
        .def_rw("nodes", &Budget::nodes)
        .def_rw("seconds", &Budget::seconds)
        .def_rw("depth", &Budget::depth)
        .def_rw("memory", &Budget::memory);

    nb::class_<SearchControl>(m, "SearchControl",
                              "Holds the budget of one search and lets any thread stop it.")
        .def(nb::init<const Budget&>(), "budget"_a)
        .def_prop_ro("budget", [](const SearchControl& c) { return c.budget(); })
        .def("stop", &SearchControl::stop, "Asks the search to end soon, from any thread.")
        .def_prop_ro("stopped", &SearchControl::stopped)
        .def_prop_ro("elapsed", &SearchControl::elapsed, "Seconds since this was made.")
        .def_rw("progress_interval", &SearchControl::progress_interval,
                "Seconds between two calls of a progress callback.");

    nb::class_<MoveReport>(m, "MoveReport",
                           "One move at the root; values are for the player to move there.")
        .def_ro("move", &MoveReport::move)
        .def_ro("visits", &MoveReport::visits)
        .def_ro("value", &MoveReport::value)
        .def_ro("prior", &MoveReport::prior)
        .def_prop_ro("proof", [](const MoveReport& r) { return name_of(r.proof); })
        .def_ro("score", &MoveReport::score)
        .def_ro("lead", &MoveReport::lead)
        .def_ro("line", &MoveReport::line)
        .def_ro("line_visits", &MoveReport::line_visits);

    nb::class_<SearchReport>(m, "SearchReport", "What a search found out.")
        .def_prop_ro("for_player", [](const SearchReport& r) { return index(r.for_player); })
        .def_ro("value", &SearchReport::value)
        .def_prop_ro("proof", [](const SearchReport& r) { return name_of(r.proof); })
        .def_ro("score", &SearchReport::score)
        .def_ro("lead", &SearchReport::lead)
        .def_ro("moves", &SearchReport::moves)
        .def_ro("simulations", &SearchReport::simulations)
        .def_ro("nodes", &SearchReport::nodes)
        .def_ro("seconds", &SearchReport::seconds)
        .def_ro("depth", &SearchReport::depth)
        .def_ro("memory", &SearchReport::memory)
        .def_ro("temperature", &SearchReport::temperature,
                "Of a local position of Go, which has no value.");
}

} // namespace tesuji::bindings
