#include "bindings/game_binding.hpp"
#include "game.hpp"

namespace tesuji {

using namespace bindings;

namespace bindings {

void bind_gomoku_engine(nb::module_& m);
void bind_monomial(nb::module_& m);

} // namespace bindings

namespace {

constexpr std::array variant_names{"freestyle", "standard", "renju", "caro"};
constexpr std::array phase_names{"three-stones", "first-choice", "two-stones", "second-choice",
                                 "play"};

GomokuRules::Variant variant_from(const std::string& name) {
    for (std::size_t i = 0; i < variant_names.size(); ++i)
        if (name == variant_names[i]) return static_cast<GomokuRules::Variant>(i);
    throw BadSetup("there is no Gomoku variant called '" + name + "'");
}

} // namespace

void GomokuGame::bind(nb::module_& m) {
    nb::class_<GomokuRules> rules(m, "GomokuRules");
    rules
        .def(
            "__init__",
            [](GomokuRules* self, int size, const std::string& variant, bool swap2) {
                new (self) GomokuRules(size, variant_from(variant), swap2);
            },
            "size"_a, "variant"_a, "swap2"_a)
        .def_ro("size", &GomokuRules::size)
        .def_prop_ro("variant",
                     [](const GomokuRules& r) {
                         return std::string(variant_names[static_cast<std::size_t>(r.variant)]);
                     })
        .def_ro("swap2", &GomokuRules::swap2);
    bind_rules(rules);

    bind_position<GomokuPosition>(m, "GomokuPosition")
        .def(
            "__init__",
            [](GomokuPosition* self, const GomokuRules& rules,
               const std::vector<std::int8_t>& stones, int to_move) {
                new (self) GomokuPosition(rules, GomokuSetup{stones, player_from(to_move)});
            },
            "rules"_a, "stones"_a, "to_move"_a)
        .def_prop_ro("stones", &GomokuPosition::board)
        .def_prop_ro("winning_line", &GomokuPosition::winning_line)
        .def_prop_ro("forbidden_points", &GomokuPosition::forbidden_points)
        .def_prop_ro("phase",
                     [](const GomokuPosition& p) {
                         return std::string(phase_names[static_cast<std::size_t>(p.phase())]);
                     })
        .def_prop_ro("colour_to_place",
                     [](const GomokuPosition& p) { return index(p.colour_to_place()); })
        .def(
            "player_of",
            [](const GomokuPosition& p, int colour) { return p.player_of(player_from(colour)); },
            "colour"_a)
        .def_prop_ro("setup", [](const GomokuPosition& p) {
            using Fields = std::tuple<std::vector<std::int8_t>, int>;
            const auto& s = p.setup();
            return s ? std::optional(Fields(s->stones, index(s->to_move))) : std::nullopt;
        });

    bind_gomoku_engine(m);
    bind_monomial(m);
}

} // namespace tesuji
