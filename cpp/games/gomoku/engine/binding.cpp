// The Gomoku engine.
#include "bindings/game_binding.hpp"
#include "bindings/search_binding.hpp"
#include "engine.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
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

constexpr std::array threat_names{"quiet",       "maybe_foul", "three",       "three_double",
                                  "four_simple", "four_three", "four_double", "five_point"};

/// A board with the point that Python speaks of turned into a square, and checked.
struct BoundBoard {
    explicit BoundBoard(const GomokuPosition& p) : board(p) {}

    five::Square square(int point) const {
        if (point < 0 || point >= board.size() * board.size())
            throw nb::index_error("there is no such point");
        return board.square(point);
    }
    five::Square empty_square(int point) const {
        const five::Square s = square(point);
        if (!board.is_empty(s)) throw nb::value_error("the point is occupied");
        return s;
    }

    five::Board board;
    five::Vcf vcf;
    int placed = 0;
};

int checked_colour(int colour) {
    if (colour != 0 && colour != 1) throw nb::value_error("a colour is 0 (black) or 1 (white)");
    return colour;
}

void bind_board(nb::module_& m) {
    nb::class_<BoundBoard>(m, "GomokuBoard",
                           "The board as the Gomoku engine sees it: shapes through every point.")
        .def(nb::init<const GomokuPosition&>(), "position"_a)
        .def_prop_ro_static("threat_names",
                            [](nb::handle) {
                                return std::vector<std::string>(threat_names.begin(),
                                                                threat_names.end());
                            })
        .def(
            "place",
            [](BoundBoard& self, int point) {
                self.board.place(self.empty_square(point));
                ++self.placed;
            },
            "point"_a, "Places a stone of the mover; the rules of renju are not checked.")
        .def("take_back",
             [](BoundBoard& self) {
                 if (self.placed == 0) throw nb::value_error("there is nothing to take back");
                 self.board.take_back();
                 --self.placed;
             })
        .def_prop_ro(
            "to_move", [](const BoundBoard& self) { return self.board.to_move(); },
            "The colour to be placed: 0 black, 1 white.")
        .def_prop_ro(
            "evaluation", [](const BoundBoard& self) { return self.board.evaluate(); },
            "The static evaluation for the mover, in hundredths of a logit.")
        .def_prop_ro("is_consistent",
                     [](const BoundBoard& self) { return self.board.is_consistent(); })
        .def(
            "codes",
            [](const BoundBoard& self, int colour) {
                checked_colour(colour);
                const auto points = static_cast<std::size_t>(self.board.size()) *
                                    static_cast<std::size_t>(self.board.size());
                auto array = new_array<std::int32_t, 1>({points});
                for (std::size_t p = 0; p < points; ++p) {
                    const five::Square s = self.board.square(static_cast<int>(p));
                    array.data()[p] = self.board.is_empty(s) ? self.board.code(colour, s) : -1;
                }
                return array;
            },
            "colour"_a, nb::rv_policy::move,
            "int32 [points]: shapes in the four directions, four bits each; -1 where a stone is.")
        .def(
            "threats",
            [](const BoundBoard& self, int colour) {
                checked_colour(colour);
                std::vector<std::pair<int, std::string>> found;
                self.board.for_each_square([&](five::Square s) {
                    if (!self.board.is_empty(s)) return;
                    const five::Threat threat = five::real_threat(self.board, colour, s);
                    if (threat >= five::three)
                        found.emplace_back(self.board.point(s), threat_names[threat]);
                });
                return found;
            },
            "colour"_a, "The points where a stone of `colour` threatens, and how.")
        .def(
            "vcf",
            [](BoundBoard& self, int max_fours, std::int64_t max_nodes) {
                return self.vcf.solve(self.board, max_fours, max_nodes);
            },
            "max_fours"_a = five::Vcf::unlimited, "max_nodes"_a = 0,
            "Plies in which the mover wins by fours; 0 if he does not, or gave up.");
}

} // namespace

void bind_gomoku_engine(nb::module_& m) {
    bind_board(m);
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
            "Searches until a limit is reached, the search is stopped, or the answer is known.");
}

} // namespace tesuji::bindings
