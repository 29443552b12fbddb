#include "bindings/game_binding.hpp"
#include "game.hpp"

namespace tesuji {

using namespace bindings;

void ReversiGame::bind(nb::module_& m) {
    nb::class_<ReversiRules> rules(m, "ReversiRules");
    rules.def(nb::init<int>(), "size"_a).def_ro("size", &ReversiRules::size);
    bind_rules(rules);

    bind_position<ReversiPosition>(m, "ReversiPosition")
        .def(
            "__init__",
            [](ReversiPosition* self, const ReversiRules& rules,
               const std::vector<std::int8_t>& stones, int to_move) {
                new (self) ReversiPosition(rules, ReversiSetup{stones, player_from(to_move)});
            },
            "rules"_a, "stones"_a, "to_move"_a)
        .def_prop_ro("stones", &ReversiPosition::board)
        .def_prop_ro("discs",
                     [](const ReversiPosition& p) {
                         return std::tuple(p.num_discs(Player::first), p.num_discs(Player::second));
                     })
        .def_prop_ro("setup", [](const ReversiPosition& p) {
            using Fields = std::tuple<std::vector<std::int8_t>, int>;
            const ReversiSetup* s = p.setup();
            return s ? std::optional(Fields(s->stones, index(s->to_move))) : std::nullopt;
        });
}

} // namespace tesuji
