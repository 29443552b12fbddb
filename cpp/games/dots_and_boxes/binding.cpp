#include "bindings/game_binding.hpp"
#include "game.hpp"

namespace tesuji {

using namespace bindings;

namespace bindings {

void bind_dots_theory(nb::module_& m);

} // namespace bindings

void DotsAndBoxesGame::bind(nb::module_& m) {
    using Position = DotsAndBoxesPosition;
    nb::class_<DotsAndBoxesRules> rules(m, "DotsAndBoxesRules");
    rules.def(nb::init<int, int>(), "rows"_a, "columns"_a)
        .def_ro("rows", &DotsAndBoxesRules::rows)
        .def_ro("columns", &DotsAndBoxesRules::columns)
        .def(
            "lines_of",
            [](const DotsAndBoxesRules& r, int box) {
                if (box < 0 || box >= r.num_boxes())
                    throw BadSetup("there is no box number " + std::to_string(box));
                return r.lines_of(box);
            },
            "box"_a);
    bind_rules(rules);

    bind_position<Position>(m, "DotsAndBoxesPosition")
        .def(
            "__init__",
            [](Position* self, const DotsAndBoxesRules& rules, const std::vector<int>& lines,
               const std::vector<std::int8_t>& owners, int to_move) {
                new (self) Position(rules, DotsAndBoxesSetup{lines, owners, player_from(to_move)});
            },
            "rules"_a, "lines"_a, "owners"_a, "to_move"_a)
        .def_prop_ro("lines", &Position::drawn_lines)
        .def_prop_ro("owners", &Position::owners)
        .def_prop_ro("scores",
                     [](const Position& p) {
                         return std::tuple(p.boxes_of(Player::first), p.boxes_of(Player::second));
                     })
        .def_prop_ro("lines_hash", &Position::lines_hash)
        .def_prop_ro("setup", [](const Position& p) {
            using Fields = std::tuple<std::vector<int>, std::vector<std::int8_t>, int>;
            const DotsAndBoxesSetup* s = p.setup();
            return s ? std::optional(Fields(s->lines, s->owners, index(s->to_move))) : std::nullopt;
        });

    bind_dots_theory(m);
}

} // namespace tesuji
