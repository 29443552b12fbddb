// The monomials of Gomoku: tables, boards, and the search of the thesis's players.
#include "bindings/search_binding.hpp"
#include "search.hpp"

#include <array>
#include <memory>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>
#include <tuple>

namespace tesuji::bindings {

namespace {

using namespace tesuji::monomial;

constexpr std::array makes_names{"nothing", "two",         "blocked-three", "open-three",
                                 "four",    "double-four", "five"};

int checked_colour(int colour) {
    if (colour != 0 && colour != 1) throw BadSetup("a colour is 0 (Black) or 1 (White)");
    return colour;
}

/// A board with both kinds of values, for display; searches use the boards themselves.
class ShownBoard {
  public:
    explicit ShownBoard(const GomokuRules& rules) : one_(rules), two_(rules) {}
    explicit ShownBoard(const GomokuPosition& position) : one_(position), two_(position) {
        if (position.phase() != GomokuPhase::play)
            throw BadSetup("the swap2 opening must be over before monomials can be counted");
    }

    bool play(int point, int colour) {
        checked_colour(colour);
        if (point < 0 || point >= one_.map().num_points() || !one_.is_free(point))
            throw BadSetup("a stone needs a free point of the board");
        one_.play(point, colour);
        return two_.play(point, colour);
    }

    std::vector<int> states(int colour) const {
        std::vector<int> all(one_.map().num_monomials());
        for (std::size_t m = 0; m < all.size(); ++m)
            all[m] = one_.state(checked_colour(colour), static_cast<int>(m));
        return all;
    }
    template <class Board>
    static std::vector<int> values(const Board& board, int colour) {
        std::vector<int> all(board.map().num_points());
        for (std::size_t p = 0; p < all.size(); ++p)
            all[p] = board.value(checked_colour(colour), static_cast<int>(p));
        return all;
    }
    std::vector<std::array<int, 4>> configs(int colour) const {
        std::vector<std::array<int, 4>> all(one_.map().num_points());
        for (std::size_t p = 0; p < all.size(); ++p)
            for (int d = 0; d < 4; ++d)
                all[p][d] = one_.config(checked_colour(colour), static_cast<int>(p), d);
        return all;
    }
    template <class Board>
    static std::vector<int> combos(const Board& board, int colour) {
        std::vector<int> points;
        Decisions<Board>(board).combos(checked_colour(colour)).for_each([&](int p) {
            points.push_back(p);
        });
        return points;
    }
    template <class Board>
    static std::vector<int> candidates(const Board& board, int colour, int width) {
        MoveList moves;
        Decisions<Board>(board).candidates(checked_colour(colour), width, moves);
        return {moves.begin(), moves.end()};
    }

    const MonomialBoard<1>& one() const { return one_; }
    const MonomialBoard<2>& two() const { return two_; }

  private:
    MonomialBoard<1> one_;
    MonomialBoard<2> two_;
};

struct BoundMonomial {
    explicit BoundMonomial(const MonomialOptions& options) : search(options) {}

    SearchReport run(const GomokuPosition& position, SearchControl& control,
                     const ProgressCallback& progress) {
        const InUse guard(in_use);
        return run_unlocked(control, progress,
                            [&](SearchControl& c) { return search.search(position, c); });
    }

    MonomialSearch search;
    std::atomic<bool> in_use{false};
};

void bind_tables(nb::module_& m) {
    nb::class_<StateRow>(m, "MonomialState", "A row of the state table of monomials.")
        .def_ro("stones", &StateRow::stones)
        .def_ro("score", &StateRow::score, "2^stones; 0 when dead.")
        .def_ro("rank", &StateRow::rank, "0 to 9; -1 with five stones, 10 when dead.")
        .def_ro("rank_weight", &StateRow::rank_weight);
    m.def(
        "monomial_states",
        [] {
            const auto& table = state_table();
            return std::vector<StateRow>(table.begin(), table.end());
        },
        "The state table: rows 4x + y, and the dead row at its end.");

    nb::class_<PointRow>(m, "MonomialPoint",
                         "A row of the point table: one orientation of a free point.")
        .def_ro("before", &PointRow::before, "Points before it that the opponent does not hold.")
        .def_ro("after", &PointRow::after)
        .def_ro("stones", &PointRow::stones, "Bits of the own stones at offsets -4..-1, 1..4.")
        .def_ro("ends", &PointRow::ends, "Bit 0: closed before; bit 1: closed after.")
        .def_ro("score", &PointRow::score)
        .def_prop_ro(
            "makes",
            [](const PointRow& r) { return makes_names[static_cast<std::size_t>(r.makes)]; })
        .def(
            "next",
            [](const PointRow& r, int offset, bool own) {
                if (offset < -5 || offset > 5 || offset == 0)
                    throw BadSetup("offset must be between -5 and 5, and not 0");
                return r.next[own ? 0 : 1][neighbour_index(offset)];
            },
            "offset"_a, "own"_a, "The row after a stone at `offset` along the line.");
    m.def(
        "monomial_points",
        [] {
            std::vector<PointRow> rows;
            for (int id = 0; id < PointTable::get().size(); ++id)
                rows.push_back(PointTable::get().row(id));
            return rows;
        },
        "The point table; row 0 is the orientation in which no monomial lives.");
    m.def(
        "monomials",
        [](int size) {
            using Fields =
                std::tuple<std::array<std::int16_t, 5>, std::array<std::int16_t, 2>, int>;
            const MonomialMap& map = MonomialMap::of(GomokuRules(size).size);
            std::vector<Fields> all;
            for (int i = 0; i < map.num_monomials(); ++i) {
                const Monomial& monomial = map.monomial(i);
                all.emplace_back(monomial.points, monomial.ends, monomial.orientation);
            }
            return all;
        },
        "size"_a,
        "All monomials of a board: (points, end points or -1, orientation), where orientation is 0 "
        "for rows, 1 for columns, 2 and 3 for the two diagonals.");
}

void bind_board(nb::module_& m) {
    nb::class_<ShownBoard>(m, "MonomialBoard", "A Gomoku board as its monomials, for display.")
        .def(nb::init<const GomokuRules&>(), "rules"_a)
        .def(nb::init<const GomokuPosition&>(), "position"_a)
        .def("play", &ShownBoard::play, "point"_a, "colour"_a,
             "Places a stone; returns whether it completes a winning five.")
        .def("states", &ShownBoard::states, "colour"_a, "A row number of the state table each.")
        .def(
            "values",
            [](const ShownBoard& b, int colour) { return ShownBoard::values(b.one(), colour); },
            "colour"_a, "v(p) of every point: the sum of the scores of its monomials.")
        .def(
            "rank_values",
            [](const ShownBoard& b, int colour) { return ShownBoard::values(b.two(), colour); },
            "colour"_a, "The same with the weights of ranks.")
        .def("configs", &ShownBoard::configs, "colour"_a,
             "A row number of the point table for each point and orientation.")
        .def(
            "combos",
            [](const ShownBoard& b, int colour, int version) {
                return version == 1 ? ShownBoard::combos(b.one(), colour)
                                    : ShownBoard::combos(b.two(), colour);
            },
            "colour"_a, "version"_a = 1, "The points that make two threats at once.")
        .def(
            "candidates",
            [](const ShownBoard& b, int colour, int width, int version) {
                return version == 1 ? ShownBoard::candidates(b.one(), colour, width)
                                    : ShownBoard::candidates(b.two(), colour, width);
            },
            "colour"_a, "width"_a = MonomialOptions().width, "version"_a = 2,
            "The moves that a search considers, the best first.");
}

} // namespace

void bind_monomial(nb::module_& m) {
    bind_tables(m);
    bind_board(m);

    nb::class_<BoundMonomial>(m, "GomokuMonomial",
                              "The search of the monomial player; keeps the wins it has found.")
        .def(
            "__init__",
            [](BoundMonomial* self, int version, int rollout_plies, int width, double c,
               int warm_up, double winning_share, std::uint64_t seed) {
                new (self)
                    BoundMonomial({version, rollout_plies, width, c, warm_up, winning_share, seed});
            },
            nb::kw_only(), "version"_a = MonomialOptions().version, "rollout_plies"_a = 0,
            "width"_a = MonomialOptions().width, "c"_a = MonomialOptions().c,
            "warm_up"_a = MonomialOptions().warm_up,
            "winning_share"_a = MonomialOptions().winning_share, "seed"_a = 0)
        .def(
            "search",
            [](BoundMonomial& self, const GomokuPosition& position, SearchControl& control,
               const ProgressCallback& progress) { return self.run(position, control, progress); },
            "position"_a, "control"_a, "progress"_a = nb::none(),
            "Searches until a limit is reached, the search is stopped, or a win is found.")
        .def(
            "rollouts",
            [](BoundMonomial& self, const GomokuPosition& position, std::int64_t games) {
                const InUse guard(self.in_use);
                const Unlocked unlocked;
                const RolloutCount count = self.search.rollouts(position, games);
                return std::tuple(count.black, count.white, count.ties, count.plies);
            },
            "position"_a, "games"_a,
            "Roll-outs from a position: won by Black, by White, ties, and plies in all.");
}

} // namespace tesuji::bindings
