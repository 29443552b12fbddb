// Move raters of Torus and their games, and the win search.
#include "bindings.hpp"
#include "evolution/torus_rater_games.hpp"
#include "evolution/torus_raters.hpp"
#include "game_binding.hpp"
#include "games/torus/small.hpp"
#include "games/torus/win_search.hpp"
#include "search_binding.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/tuple.h>

namespace tesuji::bindings {

namespace {

using Numbers = nb::ndarray<const float, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Matrix = nb::ndarray<const float, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

template <class A>
std::vector<float> to_vector(const A& a) {
    return std::vector<float>(a.data(), a.data() + a.size());
}

Activation activation_from(const std::string& name) {
    if (name == "sigmoid") return Activation::sigmoid;
    if (name == "relu") return Activation::relu;
    throw BadSetup("an activation is 'sigmoid' or 'relu', not '" + name + "'");
}

const TorusRater& fitting(const TorusRater& rater, const TorusRules& rules) {
    if (!(rater.rules() == rules))
        throw BadSetup("this rater is made for a torus of size " +
                       std::to_string(rater.rules().size) + ", not " + std::to_string(rules.size));
    return rater;
}

void bind_raters(nb::module_& m) {
    nb::class_<TorusRater>(m, "TorusRater", "A move rater, ready to rate.")
        .def(
            "__init__",
            [](TorusRater* self, int size, const std::vector<Matrix>& weights,
               const std::vector<Numbers>& biases, const std::vector<Numbers>& powers,
               const Numbers& output, const std::string& activation) {
                if (biases.size() != weights.size() ||
                    (!powers.empty() && powers.size() != weights.size()))
                    throw BadSetup("a rater needs weights and biases, and powers if any, for "
                                   "each layer");
                std::vector<RaterLayer> layers;
                for (std::size_t i = 0; i < weights.size(); ++i)
                    layers.push_back(
                        {to_vector(weights[i]), to_vector(biases[i]),
                         powers.empty() ? std::vector<float>{} : to_vector(powers[i])});
                new (self) TorusRater(TorusRules(size), std::move(layers), to_vector(output),
                                      activation_from(activation));
            },
            "size"_a, "weights"_a, "biases"_a, "powers"_a, "output"_a, "activation"_a)
        .def_prop_ro("size", [](const TorusRater& r) { return r.rules().size; })
        .def(
            "rate",
            [](const TorusRater& rater, const TorusPosition& p) {
                MoveList moves;
                p.legal_moves(moves);
                const auto count = static_cast<std::size_t>(moves.size());
                auto scores = new_array<float, 1>({count});
                fitting(rater, p.rules()).rate(p, {moves.begin(), count}, {scores.data(), count});
                return scores;
            },
            "position"_a,
            "The score of each legal move, in the order of legal_moves, float32 [moves].")
        .def(
            "choose",
            [](const TorusRater& rater, const TorusPosition& p, bool filter) {
                if (p.is_over()) throw BadSetup("the game is over: there is no move to choose");
                return choose_move(fitting(rater, p.rules()), p, filter);
            },
            "position"_a, "filter"_a = true, nb::call_guard<Unlocked>(), "The best-rated move.");

    m.def(
        "activate",
        [](nb::ndarray<float, nb::ndim<1>, nb::c_contig, nb::device::cpu> values,
           const std::string& name) {
            activate(activation_from(name), {values.data(), values.size()});
        },
        "values"_a, "activation"_a, "Applies 'sigmoid' or 'relu' to an array, in its place.");

    m.def(
        "torus_moves_to_consider",
        [](const TorusPosition& p, bool filter) {
            MoveList moves;
            if (!p.is_over()) moves_to_consider(p, filter, moves);
            return std::vector<int>(moves.begin(), moves.end());
        },
        "position"_a, "filter"_a = true, "The moves that a rater considers.");

    m.def(
        "play_torus_raters",
        [](int size, const TorusRater* black, const TorusRater* white, std::uint64_t seed,
           bool filter, int win_turns, int max_plies) {
            const TorusRules rules(size);
            if (win_turns < 0 || win_turns > TorusWinSearch::exact_turns || max_plies < 1)
                throw BadSetup("win_turns must be between 0 and 5, and max_plies at least 1");
            if (black) fitting(*black, rules);
            if (white) fitting(*white, rules);
            RaterGame game;
            {
                const Unlocked unlocked;
                game = play_rater_game(rules, {black, seed}, {white, seed + 1},
                                       {filter, win_turns, max_plies});
            }
            return std::tuple(game.winner, game.moves, game.decided_early);
        },
        "size"_a, "black"_a.none(), "white"_a.none(), "seed"_a = 0, "filter"_a = true,
        "win_turns"_a = RaterGameOptions().win_turns, "max_plies"_a = RaterGameOptions().max_plies,
        "A game between two raters, or programs that only capture (None): who won (0 or 1), the "
        "moves, and whether a win search decided it.");
}

} // namespace

void bind_torus_raters(nb::module_& m) {
    bind_raters(m);
    m.def(
        "torus_winning_moves",
        [](const TorusPosition& p, int turns) {
            MoveList moves;
            if (turns > TorusWinSearch::exact_turns) throw BadSetup("too many turns");
            {
                const Unlocked unlocked;
                TorusWinSearch().winning_moves(p, turns, moves);
            }
            return std::vector<int>(moves.begin(), moves.end());
        },
        "position"_a, "turns"_a,
        "All moves that win within the least number of turns, if that is at most `turns`.");
    m.def(
        "prove_torus_start",
        [](int size, int attacker, SearchControl& control, const ProgressCallback& progress) {
            ProofReport report;
            run_unlocked(control, progress, [&](SearchControl& c) {
                report = prove_torus_start(size, player_from(attacker), c);
                return SearchReport{};
            });
            return report;
        },
        "size"_a, "attacker"_a, "control"_a, "progress"_a = nb::none(),
        "Whether `attacker` wins from the empty board; symmetric positions count as one.");
    m.def(
        "torus_win",
        [](const TorusPosition& p, SearchControl& control, bool tree) {
            if (p.is_over()) throw BadSetup("the game is over: there is nothing to win");
            ProofReport report;
            run_unlocked(control, std::nullopt, [&](SearchControl& c) {
                report = TorusWinSearch().search(p, tree, c);
                return SearchReport{};
            });
            return report;
        },
        "position"_a, "control"_a, "tree"_a = true,
        "Whether the player to move can force a win within the depth of the control's budget, an "
        "odd number of turns. Up to 5 turns every move is searched, beyond that only threats.");
}

} // namespace tesuji::bindings
