#include "bindings/game_binding.hpp"
#include "game.hpp"

namespace tesuji {

using namespace bindings;

void TorusGame::bind(nb::module_& m) {
    nb::class_<TorusRules> rules(m, "TorusRules");
    rules.def(nb::init<int>(), "size"_a).def_ro("size", &TorusRules::size);
    bind_rules(rules);

    bind_position<TorusPosition>(m, "TorusPosition")
        .def(
            "__init__",
            [](TorusPosition* self, const TorusRules& rules, const std::vector<std::int8_t>& stones,
               int to_move) {
                new (self) TorusPosition(rules, TorusSetup{stones, player_from(to_move)});
            },
            "rules"_a, "stones"_a, "to_move"_a)
        .def_prop_ro("stones", &TorusPosition::board)
        .def("captures_of", &TorusPosition::captures_of, "move"_a)
        .def("wins", &TorusPosition::wins, "move"_a)
        .def_prop_ro("setup", [](const TorusPosition& p) {
            using Fields = std::tuple<std::vector<std::int8_t>, int>;
            const TorusSetup* s = p.setup();
            return s ? std::optional(Fields(s->stones, index(s->to_move))) : std::nullopt;
        });
}

} // namespace tesuji
