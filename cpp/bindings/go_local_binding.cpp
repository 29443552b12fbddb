// Local endgames of Go: the search for exact thermographs.
#include "bindings.hpp"
#include "search_binding.hpp"
#include "theory/go_local/search.hpp"

#include <atomic>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

namespace tesuji::bindings {

namespace {

using namespace go_local;

struct BoundLocalSearch {
    BoundLocalSearch(const Shape& shape, const Component& position, int judgement_nodes)
        : search(shape, position, judgement_nodes) {}

    Search search;
    std::atomic<bool> in_use{false};
};

using Walls = std::vector<std::pair<double, double>>;

Walls knots(const Wall& wall) {
    Walls result;
    for (const Knot& knot : wall.knots()) result.emplace_back(knot.temperature, knot.score);
    return result;
}

Component read_component(int points, std::uint64_t black, std::uint64_t white,
                         std::uint64_t black_wall, std::uint64_t white_wall) {
    const Set all = points == Shape::max_points ? ~Set{0} : point_set(points) - 1;
    if ((black | white | black_wall | white_wall) & ~all)
        throw BadSetup("a local position has a stone outside its points");
    if (black & white) throw BadSetup("a point of a local position has two stones");
    return {all, {black, white}, {black_wall, white_wall}};
}

Shape read_shape(const std::vector<std::uint64_t>& neighbours, const std::vector<int>& worth) {
    if (neighbours.empty() || neighbours.size() > Shape::max_points)
        throw BadSetup("a local position has 1 to 64 points that can change");
    if (!worth.empty() && worth.size() != neighbours.size())
        throw BadSetup("a local position has as many numbers of worth as it has points");
    Shape shape;
    for (std::size_t i = 0; i < neighbours.size(); ++i) shape.neighbours[i] = neighbours[i];
    int total = static_cast<int>(neighbours.size());
    for (std::size_t i = 0; i < worth.size(); ++i) {
        if (worth[i] < 1 || worth[i] > Shape::max_worth)
            throw BadSetup("a point of a local position is worth 1 to 120");
        if (worth[i] == 1) continue;
        shape.heavy |= point_set(static_cast<int>(i));
        shape.extra[i] = static_cast<std::uint8_t>(worth[i] - 1);
        total += worth[i] - 1;
    }
    if (total > Shape::max_worth)
        throw BadSetup("the points of a local position are worth at most 120 together");
    return shape;
}

using OptionTuple = std::tuple<int, bool, bool, int, std::vector<NodeId>, std::uint64_t>;

OptionTuple as_tuple(const Option& option, Set taken) {
    return {option.point, option.colour == Colour::black, option.ko, option.score, option.parts,
            taken};
}

/// A region to play in, move by move.
struct BoundRegion {
    Shape shape;
    std::array<Set, 2> walls;
    int num_points;

    /// Stones are -1 (empty), 0 (Black) or 1 (White).
    std::optional<std::pair<std::vector<int>, int>> play(std::vector<int> stones, int point,
                                                         bool black) const {
        if (static_cast<int>(stones.size()) != num_points)
            throw BadSetup("a position has a stone, or none, for each point of its region");
        if (point < 0 || point >= num_points) throw nb::index_error("no such point");
        const Set all = num_points == Shape::max_points ? ~Set{0} : point_set(num_points) - 1;
        Component position{all, {}, walls};
        for (int p = 0; p < num_points; ++p)
            if (const int stone = stones[static_cast<std::size_t>(p)]; stone == 0 || stone == 1)
                position.stones[static_cast<std::size_t>(stone)] |= point_set(p);
        if (!(position.empty() & point_set(point))) return std::nullopt;
        const Colour colour = black ? Colour::black : Colour::white;
        const Placement placed = place(shape, position, point, colour);
        if (!placed.legal) return std::nullopt;
        stones[static_cast<std::size_t>(point)] = index(colour);
        for (Set left = placed.taken; left; left &= left - 1)
            stones[static_cast<std::size_t>(lowest(left))] = -1;
        return std::pair{std::move(stones), placed.ko ? lowest(placed.taken) : -1};
    }
};

} // namespace

void bind_go_local(nb::module_& m) {
    nb::class_<BoundRegion>(m, "GoLocalRegion", "A region of Go with all around it fixed.")
        .def(
            "__init__",
            [](BoundRegion* self, const std::vector<std::uint64_t>& neighbours,
               std::uint64_t black_wall, std::uint64_t white_wall) {
                const Shape shape = read_shape(neighbours, {});
                const int points = static_cast<int>(neighbours.size());
                read_component(points, 0, 0, black_wall, white_wall);
                new (self) BoundRegion{shape, {black_wall, white_wall}, points};
            },
            "neighbours"_a, "black_wall"_a, "white_wall"_a,
            "Bit masks: for each point its neighbours; points beside immortal stones.")
        .def("play", &BoundRegion::play, "stones"_a, "point"_a, "black"_a,
             "The stones after a move, and the point that may not be retaken, -1 for none; None "
             "for a move that is suicide or not to an empty point.");

    nb::class_<BoundLocalSearch>(m, "GoLocalSearch",
                                 "Thermographs of a local position of Go by best-first search.")
        .def(
            "__init__",
            [](BoundLocalSearch* self, const std::vector<std::uint64_t>& neighbours,
               std::uint64_t black, std::uint64_t white, std::uint64_t black_wall,
               std::uint64_t white_wall, const std::vector<int>& worth, int judgement_nodes) {
                const Shape shape = read_shape(neighbours, worth);
                const Component position = read_component(static_cast<int>(neighbours.size()),
                                                          black, white, black_wall, white_wall);
                if (judgement_nodes < 0 || judgement_nodes > 10'000'000)
                    throw BadSetup("judgement_nodes must be between 0 and 10 million");
                new (self) BoundLocalSearch(shape, position, judgement_nodes);
            },
            "neighbours"_a, "black"_a, "white"_a, "black_wall"_a, "white_wall"_a,
            "worth"_a = std::vector<int>(), "judgement_nodes"_a = 0,
            "Sets of points are bit masks: for each point its neighbours; stones that can be "
            "captured; points beside immortal stones. `worth`: what each point counts, 1 unless "
            "it stands for several. With `judgement_nodes` the search is selective: it follows the "
            "lines that seem best, judging each position by so many positions of alternating "
            "play, and proves nothing.")
        .def(
            "run",
            [](BoundLocalSearch& self, SearchControl& control, const ProgressCallback& progress) {
                const InUse guard(self.in_use);
                return run_unlocked(control, progress, [&](SearchControl& c) {
                    self.search.run(c);
                    SearchReport report;
                    report.nodes = self.search.nodes();
                    report.seconds = c.elapsed();
                    report.memory = self.search.memory();
                    report.temperature = self.search.judge().temperature;
                    return report;
                });
            },
            "control"_a, "progress"_a = nb::none())
        .def(
            "tell_moves_apart",
            [](BoundLocalSearch& self, SearchControl& control) {
                const InUse guard(self.in_use);
                const Unlocked unlocked([&control] { control.stop(); });
                self.search.tell_moves_apart(control);
            },
            "control"_a,
            "Searches on until it is known which moves of an exact root are as good as the best.")
        .def_prop_ro(
            "judgement",
            [](const BoundLocalSearch& self) {
                const Judgement j = self.search.judge();
                return std::tuple{j.mean, j.temperature, j.exact};
            },
            "Mean, temperature, and whether both are certain.")
        .def_prop_ro(
            "converged", [](const BoundLocalSearch& self) { return self.search.judge().converged; },
            "Whether a selective search has followed every line that matters.")
        .def_prop_ro(
            "root", [](const BoundLocalSearch& self) { return as_tuple(self.search.root(), 0); },
            "(point, is black's, is ko, decided score, numbers of the undecided parts, mask of the "
            "stones that it takes).")
        .def(
            "options",
            [](BoundLocalSearch& self, NodeId id) {
                const InUse guard(self.in_use);
                if (id >= self.search.nodes()) throw nb::index_error("no such position");
                self.search.open(id);
                std::vector<OptionTuple> result;
                for (const Option& option : self.search.node(id).options)
                    result.push_back(as_tuple(option, self.search.taken_by(id, option)));
                return result;
            },
            "node"_a, "The moves of both colours, as tuples like `root`.")
        .def(
            "walls",
            [](const BoundLocalSearch& self, NodeId id, int bound) {
                if (id >= self.search.nodes()) throw nb::index_error("no such position");
                if (bound < 0 || bound > 2) throw nb::index_error("no such bound");
                const Thermograph& graph =
                    self.search.node(id).bounds[static_cast<std::size_t>(bound)];
                return std::pair{knots(graph.left), knots(graph.right)};
            },
            "node"_a, "bound"_a,
            "Bends of both walls: of the lower (0), upper (1) bound, or of the estimate (2).")
        .def(
            "component",
            [](const BoundLocalSearch& self, NodeId id) {
                if (id >= self.search.nodes()) throw nb::index_error("no such position");
                const Component& c = self.search.node(id).position;
                return std::tuple{c.points, c.stones[0], c.stones[1], c.walls[0], c.walls[1]};
            },
            "node"_a,
            "Points, black and white stones, and points beside immortal black and white stones, as "
            "bit masks.")
        .def(
            "stops",
            [](const BoundLocalSearch& self, NodeId id) {
                if (id >= self.search.nodes()) throw nb::index_error("no such position");
                const StopSearch::Range& stops = self.search.node(id).stops;
                return std::tuple{stops.low, stops.high, stops.left_low, stops.right_high};
            },
            "node"_a,
            "What alternating play gives Black at least and at most, whoever begins; at least if "
            "Black begins; at most if White does.")
        .def(
            "evidence",
            [](BoundLocalSearch& self) {
                const InUse guard(self.in_use);
                const Unlocked unlocked;
                std::map<NodeId, std::pair<bool, int>> result;
                for (const auto& [id, one] : self.search.evidence())
                    result.emplace(id, std::pair{one.opened, static_cast<int>(one.stops)});
                return result;
            },
            "What an exact result rests on: for each position whether its moves are needed, and "
            "which bounds by its stops are: lower left (1), lower right (2), upper left (4), upper "
            "right (8).")
        .def(
            "without_ban",
            [](const BoundLocalSearch& self, NodeId id) {
                if (id >= self.search.nodes()) throw nb::index_error("no such position");
                const NodeId free = self.search.node(id).free;
                return free == none ? id : free;
            },
            "node"_a, "The same position where a ko that was just taken may be retaken.")
        .def(
            "ban",
            [](const BoundLocalSearch& self, NodeId id) {
                if (id >= self.search.nodes()) throw nb::index_error("no such position");
                const Node& node = self.search.node(id);
                return std::pair{static_cast<int>(node.banned_point), index(node.banned)};
            },
            "node"_a, "Of a position just after a ko: the point, and who may not retake there.")
        .def(
            "score_now",
            [](const BoundLocalSearch& self, NodeId id) {
                if (id >= self.search.nodes()) throw nb::index_error("no such position");
                return static_cast<int>(self.search.node(id).score_now);
            },
            "node"_a, "The count for Black if both pass.")
        .def(
            "terms",
            [](const BoundLocalSearch& self, NodeId id) {
                if (id >= self.search.nodes()) throw nb::index_error("no such position");
                return self.search.node(id).sum_of;
            },
            "node"_a, "The parts of a sum that is searched as one game; none for a position.");
    m.def(
        "go_local_stops",
        [](const std::vector<std::uint64_t>& neighbours, std::uint64_t black, std::uint64_t white,
           std::uint64_t black_wall, std::uint64_t white_wall, const std::vector<int>& worth,
           int nodes) {
            const Shape shape = read_shape(neighbours, worth);
            const Component position = read_component(static_cast<int>(neighbours.size()), black,
                                                      white, black_wall, white_wall);
            if (nodes < 1 || nodes > 10'000'000)
                throw BadSetup("nodes must be between 1 and 10 million");
            const Unlocked unlocked;
            StopSearch search(shape, std::size_t{16} << 20);
            const StopSearch::Expectation stops = search.expect(position, nodes);
            return std::tuple{stops.left, stops.right, stops.black_move, stops.white_move};
        },
        "neighbours"_a, "black"_a, "white"_a, "black_wall"_a, "white_wall"_a, "worth"_a, "nodes"_a,
        "The estimated result of alternating play, for Black: with Black, with White to move "
        "first, "
        "and their first moves, -1 for a pass. Sets of points are as for `GoLocalSearch`.");
    m.def(
        "go_local_stop_bounds",
        [](const std::vector<std::uint64_t>& neighbours, std::uint64_t black, std::uint64_t white,
           std::uint64_t black_wall, std::uint64_t white_wall, const std::vector<int>& worth,
           int nodes) {
            const Shape shape = read_shape(neighbours, worth);
            const Component position = read_component(static_cast<int>(neighbours.size()), black,
                                                      white, black_wall, white_wall);
            if (nodes < 4 || nodes > 10'000'000)
                throw BadSetup("nodes must be between 4 and 10 million");
            const Unlocked unlocked;
            StopSearch search(shape, std::size_t{2} << 20);
            const int all = shape.worth(position.points);
            const StopSearch::Range found = search.bound(position, {-all, all, -all, all}, nodes);
            return std::tuple{found.left_low, found.high, found.low, found.right_high};
        },
        "neighbours"_a, "black"_a, "white"_a, "black_wall"_a, "white_wall"_a, "worth"_a, "nodes"_a,
        "What alternating play leads to for certain, for Black: at least and at most with Black, "
        "then with White to move first, whoever wins the kos.");
}

} // namespace tesuji::bindings
