// The pool of self-play games, once for each game and once for all games written in Python.
#include "bindings.hpp"
#include "evaluations_binding.hpp"
#include "game_binding.hpp"
#include "games/all.hpp"
#include "options_binding.hpp"
#include "python_position.hpp"
#include "search/self_play.hpp"
#include "search/self_play_samples.hpp"
#include "search_binding.hpp"

namespace tesuji::bindings {

namespace {

/// A copy of `from` as an array of `To`.
template <class To, class From>
auto array_of(const std::vector<From>& from) {
    auto array = new_array<To, 1>({from.size()});
    std::ranges::copy(from, array.data());
    return array;
}

auto policies_of(const PlayedGame& game) {
    const std::size_t plies = game.moves.size();
    auto array = new_array<float, 2>({plies, plies == 0 ? 0 : game.policies.size() / plies});
    std::ranges::copy(game.policies, array.data());
    return array;
}

void bind_played_game(nb::module_& m) {
    nb::class_<PlayedGame>(m, "PlayedGame", "A game of self-play: see tesuji.search.self_play.")
        .def_ro("seed", &PlayedGame::seed)
        .def_ro("result", &PlayedGame::result)
        .def_ro("score", &PlayedGame::score)
        .def_ro("finished", &PlayedGame::finished)
        .def_ro("resigned", &PlayedGame::resigned)
        .def_ro("resigner", &PlayedGame::resigner)
        .def("moves", [](const PlayedGame& g) { return array_of<std::int32_t>(g.moves); })
        .def("movers", [](const PlayedGame& g) { return array_of<std::int8_t>(g.movers); })
        .def("policies", &policies_of)
        .def("searched_fully", [](const PlayedGame& g) { return array_of<bool>(g.searched_fully); })
        .def("root_values", [](const PlayedGame& g) { return array_of<float>(g.root_values); })
        .def("proven", [](const PlayedGame& g) { return array_of<bool>(g.proven); })
        .def("surprises", [](const PlayedGame& g) { return array_of<float>(g.surprises); })
        .def("values", [](const PlayedGame& g) { return array_of<float>(g.values); });
}

template <class T, std::size_t Dimensions>
using Given = nb::ndarray<const T, nb::ndim<Dimensions>, nb::c_contig, nb::device::cpu>;

template <class T, std::size_t Dimensions>
using Made = nb::ndarray<nb::numpy, T, nb::ndim<Dimensions>>;

/// Planes, ownership (None where the game has none) and whether it is known.
template <GamePosition P>
std::tuple<Made<float, 4>, std::optional<Made<float, 3>>, Made<bool, 1>>
replay(const P& start, const Given<std::int32_t, 1>& moves, const Given<std::int64_t, 1>& offsets,
       const Given<std::int32_t, 2>& picks, const Given<std::int32_t, 2>& cells_under) {
    const PlaneShape shape = start.rules().plane_shape();
    const auto height = static_cast<std::size_t>(shape.height);
    const auto width = static_cast<std::size_t>(shape.width);
    const std::size_t count = picks.shape(0);
    if (picks.shape(1) != 3 || cells_under.shape(1) != height * width || height * width == 0)
        throw BadSetup("picks or tables of symmetries do not have the right shape");
    static_assert(sizeof(Pick) == 3 * sizeof(std::int32_t));
    auto planes =
        new_array<float, 4>({count, static_cast<std::size_t>(shape.channels), height, width});
    auto ownership = new_array<float, 3>({Ownership<P>::exists ? count : 0, height, width});
    auto known = new_array<bool, 1>({count});
    static_assert(sizeof(bool) == sizeof(std::uint8_t));
    {
        const Unlocked unlocked;
        replay_picks(
            start,
            {std::span(moves.data(), moves.size()), std::span(offsets.data(), offsets.size())},
            std::span(reinterpret_cast<const Pick*>(picks.data()), count),
            std::span(cells_under.data(), cells_under.size()), planes.data(), ownership.data(),
            reinterpret_cast<std::uint8_t*>(known.data()));
    }
    if (!Ownership<P>::exists) return {planes, std::nullopt, known};
    return {planes, ownership, known};
}

template <GamePosition P>
struct BoundSelfPlay {
    BoundSelfPlay(const P& start, const SelfPlayOptions& options, int games_at_once,
                  std::uint64_t seed)
        : pool(start, options, games_at_once, seed) {}

    SelfPlayPool<P> pool;
    std::atomic<bool> in_use{false};
};

/// Binds SelfPlayPool<P>; the caller adds the constructor.
template <GamePosition P>
nb::class_<BoundSelfPlay<P>> bind_pool(nb::module_& m, const std::string& name) {
    using Self = BoundSelfPlay<P>;
    nb::class_<Self> cls(m, name.c_str());
    cls.def(
           "begin",
           [](Self& self, std::int64_t games) {
               const InUse guard(self.in_use);
               self.pool.begin(games);
           },
           "games"_a, "How many more games may begin; negative for no limit.")
        .def(
            "add_opening",
            [](Self& self, std::vector<Move> moves) {
                const InUse guard(self.in_use);
                self.pool.add_opening(std::move(moves));
            },
            "moves"_a, "Makes a later game begin with these moves.")
        .def(
            "set_simulations",
            [](Self& self, int full, int fast) {
                const InUse guard(self.in_use);
                self.pool.set_simulations(full, fast);
            },
            "full"_a, "fast"_a, "Of searches that begin from now on.")
        .def_prop_ro("is_busy", [](const Self& self) { return self.pool.is_busy(); })
        .def(
            "gather",
            [](nb::handle_t<Self> handle) {
                Self& self = *nb::inst_ptr<Self>(handle);
                const InUse guard(self.in_use);
                {
                    const Unlocked unlocked;
                    self.pool.gather();
                }
                const PlaneShape shape = self.pool.plane_shape();
                const std::array<std::size_t, 4> extents{
                    self.pool.batch_size(), static_cast<std::size_t>(shape.channels),
                    static_cast<std::size_t>(shape.height), static_cast<std::size_t>(shape.width)};
                return nb::ndarray<nb::numpy, const float, nb::ndim<4>>(self.pool.planes(), 4,
                                                                        extents.data(), handle);
            },
            "Plays on until evaluations are needed; planes [n, channels, height, width] of the\n"
            "positions that wait for one, good until the next call.")
        .def(
            "finish",
            [](Self& self, nb::handle logits, nb::handle values) {
                const InUse guard(self.in_use);
                const auto num_moves = static_cast<std::size_t>(self.pool.num_moves());
                const Evaluations given =
                    checked_evaluations(logits, values, self.pool.batch_size(), num_moves);
                const Unlocked unlocked;
                self.pool.finish(given.logits.data(), given.values.data());
            },
            "logits"_a, "values"_a,
            "Goes on with logits [n, num_moves] and values [n] for the players to move.")
        .def(
            "cancel",
            [](Self& self) {
                const InUse guard(self.in_use);
                self.pool.cancel();
            },
            "Takes back what was gathered.")
        .def(
            "drop",
            [](Self& self) {
                const InUse guard(self.in_use);
                self.pool.drop();
            },
            "Forgets all games under way.")
        .def(
            "forget_evaluations",
            [](Self& self) {
                const InUse guard(self.in_use);
                self.pool.forget_evaluations();
            },
            "Clears the cache, for another evaluator.")
        .def(
            "take_ended",
            [](Self& self) {
                const InUse guard(self.in_use);
                return self.pool.take_ended();
            },
            "The games that have ended since the last call.")
        .def_prop_ro("evaluations", [](const Self& self) { return self.pool.evaluations(); })
        .def_prop_ro("simulations", [](const Self& self) { return self.pool.simulations(); });
    return cls;
}

template <class Game>
void bind_pool_for(nb::module_& m) {
    using P = typename Game::Position;
    auto cls = bind_pool<P>(m, class_name<Game>("SelfPlay"));
    bind_class_of<const P&>(m, "self_play_class", cls);
    cls.def(nb::init<const P&, const SelfPlayOptions&, int, std::uint64_t>(), "start"_a,
            "options"_a, "games_at_once"_a, "seed"_a)
        .def_static("replay", &replay<P>, "start"_a, "moves"_a, "offsets"_a, "picks"_a,
                    "cells_under"_a);
}

void bind_python_pool(nb::module_& m) {
    using Self = BoundSelfPlay<PythonPosition>;
    auto cls = bind_pool<PythonPosition>(m, "PythonSelfPlay");
    bind_class_of<const nb::object&>(m, "self_play_class", cls);
    cls.def(
           "__init__",
           [](Self* self, const nb::object& start, const SelfPlayOptions& options,
              int games_at_once, std::uint64_t seed) {
               new (self) Self(PythonPosition(start), options, games_at_once, seed);
           },
           "start"_a, "options"_a, "games_at_once"_a, "seed"_a)
        .def_static(
            "replay",
            [](const nb::object& start, const Given<std::int32_t, 1>& moves,
               const Given<std::int64_t, 1>& offsets, const Given<std::int32_t, 2>& picks,
               const Given<std::int32_t, 2>& cells_under) {
                return replay(PythonPosition(start), moves, offsets, picks, cells_under);
            },
            "start"_a, "moves"_a, "offsets"_a, "picks"_a, "cells_under"_a);
}

} // namespace

void bind_self_play(nb::module_& m) {
    bind_options<SelfPlayOptions>(
        m, "SelfPlayOptions",
        "How games of self-play are played.\n\n"
        "A search of s simulations is as in AlphaZero: PUCT, priors and values from the network,\n"
        "noise in the priors of the root, a move drawn in proportion to visits ^ (1 / "
        "temperature).\n"
        "With `gumbel` the improved policy is the target, and the noise itself draws the move.");
    bind_played_game(m);

    AllGames::for_each([&]<class Game>() { bind_pool_for<Game>(m); });
    bind_python_pool(m); // takes any object, so it comes last
}

} // namespace tesuji::bindings
