#include "bindings/game_binding.hpp"
#include "bindings/unlocked.hpp"
#include "game.hpp"
#include "ownership.hpp"
#include "placing.hpp"

namespace tesuji {

using namespace bindings;

void GoGame::bind(nb::module_& m) {
    nb::class_<GoRules> rules(m, "GoRules");
    rules
        .def(
            "__init__",
            [](GoRules* self, int rows, int columns, double komi, bool superko, bool territory) {
                new (self)
                    GoRules(rows, columns, komi,
                            superko ? GoRules::Ko::positional_superko : GoRules::Ko::simple,
                            territory ? GoRules::Scoring::territory : GoRules::Scoring::area);
            },
            "rows"_a, "columns"_a, "komi"_a, "superko"_a, "territory"_a)
        .def_ro("rows", &GoRules::rows)
        .def_ro("columns", &GoRules::columns)
        .def_ro("komi", &GoRules::komi)
        .def_prop_ro("superko",
                     [](const GoRules& r) { return r.ko == GoRules::Ko::positional_superko; })
        .def_prop_ro("territory",
                     [](const GoRules& r) { return r.scoring == GoRules::Scoring::territory; })
        .def("handicap_points", &handicap_points, "count"_a);
    bind_rules(rules);

    bind_position<GoPosition>(m, "GoPosition")
        .def(
            "__init__",
            [](GoPosition* self, const GoRules& rules, const std::vector<std::int8_t>& stones,
               int to_move, std::array<int, 2> prisoners) {
                new (self) GoPosition(rules, GoSetup{stones, player_from(to_move), prisoners});
            },
            "rules"_a, "stones"_a, "to_move"_a, "prisoners"_a = std::array<int, 2>{})
        .def_prop_ro("stones", &GoPosition::board)
        .def("liberties", &GoPosition::liberties, "point"_a)
        .def("chain", &GoPosition::chain, "point"_a)
        .def_prop_ro(
            "prisoners",
            [](const GoPosition& p) { return std::tuple(p.prisoners()[0], p.prisoners()[1]); })
        .def_prop_ro("ko_banned", &GoPosition::ko_banned)
        .def(
            "count",
            [](const GoPosition& p, const std::vector<int>& dead) {
                const GoScore score = p.score(dead);
                return std::tuple(score.black, score.white, score.owner);
            },
            "dead"_a)
        .def_prop_ro("setup", [](const GoPosition& p) {
            using Fields = std::tuple<std::vector<std::int8_t>, int, std::array<int, 2>>;
            const auto& s = p.setup();
            return s ? std::optional(Fields(s->stones, index(s->to_move), s->prisoners))
                     : std::nullopt;
        });

    m.def(
        "go_board_after",
        [](int rows, int columns, const std::vector<std::int8_t>& stones, int point, int colour,
           bool suicide) { return go::board_after(rows, columns, stones, point, colour, suicide); },
        "rows"_a, "columns"_a, "stones"_a, "point"_a, "colour"_a, "suicide"_a = false,
        "The stones after one more, by the rule of capture alone. Its own chain is taken, where it "
        "has no liberty left, only with `suicide`.");
    m.def("go_ownership", &go_ownership, "start"_a, "games"_a, "seed"_a,
          nb::call_guard<Unlocked>());

    nb::class_<katago::Options>(m, "KataGoInputs",
                                "The inputs of KataGo's networks for a position.")
        .def(
            "__init__",
            [](katago::Options* self, bool suicide, bool friendly_pass) {
                new (self) katago::Options{suicide, friendly_pass};
            },
            nb::kw_only(), "suicide"_a = false, "friendly_pass"_a = false)
        .def(
            "encode",
            [](const katago::Options& self, const GoPosition& p) {
                auto channels = new_array<float, 3>({static_cast<std::size_t>(katago::num_channels),
                                                     static_cast<std::size_t>(p.rules().rows),
                                                     static_cast<std::size_t>(p.rules().columns)});
                katago::encode(p, self, channels.data());
                return channels;
            },
            "position"_a, "Planes and numbers, float32 [channels, rows, columns].");
}

} // namespace tesuji
