// Evolution: populations of networks, the arenas where they play, and the programmed players.
#include "bindings.hpp"
#include "evolution/arenas.hpp"
#include "evolution/vectors.hpp"
#include "game_binding.hpp"
#include "games/all.hpp"
#include "unlocked.hpp"

#include <chrono>
#include <cstring>
#include <future>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/unique_ptr.h>

namespace tesuji::bindings {

namespace {

using namespace tesuji::evolution;

template <class T>
using Genes = nb::ndarray<const T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Markers = Genes<std::uint8_t>;
using Weights = Genes<float>;

/// Row `r` of an array.
template <class T>
std::span<const T> row(const Genes<T>& genes, std::size_t r) {
    return {genes.data() + r * genes.shape(1), genes.shape(1)};
}

void check_rows(std::size_t wanted, std::size_t found) {
    if (wanted != found)
        throw BadSetup("chromosomes of " + std::to_string(wanted) + " and of " +
                       std::to_string(found) + " individuals do not belong together");
}

/// Some networks, owned together.
struct Population {
    Population() = default;
    Population(Population&&) = default;
    Population(const Population&) = delete;

    std::vector<std::unique_ptr<Network>> networks;
};

Opponent opponent_called(const std::string& name) {
    if (name == "random") return Opponent::random;
    if (name == "naive") return Opponent::naive;
    if (name == "pattern") return Opponent::pattern;
    if (name == "winner") return Opponent::winner;
    throw BadSetup("there is no opponent called '" + name +
                   "'; there are: random, naive, pattern, winner");
}

Encoding encoding_called(const std::string& name) {
    if (name == "two-per-point") return Encoding::two_per_point;
    if (name == "by-colour") return Encoding::by_colour;
    if (name == "by-owner") return Encoding::by_owner;
    if (name == "planes") return Encoding::planes;
    throw BadSetup("there is no encoding called '" + name +
                   "'; there are: two-per-point, by-colour, by-owner, planes");
}

ArenaOptions options_of(const std::string& encoding, int longest_game, int opening_plies,
                        int threads) {
    if (longest_game < 1) throw BadSetup("longest_game must be at least 1");
    if (opening_plies < 0) throw BadSetup("opening_plies must be at least 0");
    if (threads < 1 || threads > 256) throw BadSetup("threads must be between 1 and 256");
    return {encoding_called(encoding), longest_game, opening_plies, threads};
}

/// Calls work(stop) in another thread, without the GIL; Ctrl-C sets `stop`.
template <class Work>
auto interruptibly(Work&& work) {
    std::atomic<bool> stop{false};
    const Unlocked unlocked([&stop] { stop = true; });
    auto result = std::async(std::launch::async, [&] { return work(stop); });
    bool interrupted = false;
    while (result.wait_for(std::chrono::milliseconds(100)) != std::future_status::ready) {
        const nb::gil_scoped_acquire locked;
        if (PyErr_CheckSignals() == 0) continue;
        interrupted = true;
        stop = true;
        const nb::gil_scoped_release again;
        result.wait();
    }
    if (interrupted) {
        const nb::gil_scoped_acquire locked;
        throw nb::python_error();
    }
    return result.get();
}

/// [rows][columns] from the numbers that entry(r, c) gives.
template <class T, class Entry>
auto table_of(std::size_t rows, std::size_t columns, Entry&& entry) {
    auto array = new_array<T, 2>({rows, columns});
    for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t c = 0; c < columns; ++c)
            array.data()[r * columns + c] = static_cast<T>(entry(r, c));
    return array;
}

using Figures = nb::typed<nb::dict, nb::str, nb::any>;

Figures as_dict(const std::vector<Tally>& tallies) {
    const std::size_t n = tallies.size();
    Figures found;
    found["games"] =
        table_of<std::int32_t>(n, 2, [&](auto r, auto c) { return tallies[r].games[c]; });
    found["wins"] =
        table_of<std::int32_t>(n, 2, [&](auto r, auto c) { return tallies[r].wins[c]; });
    found["draws"] =
        table_of<std::int32_t>(n, 2, [&](auto r, auto c) { return tallies[r].draws[c]; });
    const auto column = [&]<class T>(T, auto&& entry) {
        auto array = new_array<T, 1>({n});
        for (std::size_t r = 0; r < n; ++r) array.data()[r] = static_cast<T>(entry(tallies[r]));
        return array;
    };
    found["competence"] = column(double{}, [](const Tally& t) {
        const int games = t.games[0] + t.games[1];
        return games == 0 ? 1.0 : t.competence / games;
    });
    found["plies"] = column(std::int64_t{}, [](const Tally& t) { return t.plies; });
    found["unfinished"] = column(std::int64_t{}, [](const Tally& t) { return t.unfinished; });
    return found;
}

Figures play_opponent(const Arena& arena, const Population& population, const std::string& opponent,
                      int games, std::uint64_t seed, const std::string& encoding, int longest_game,
                      int opening_plies, int threads) {
    if (games < 0) throw BadSetup("games must be at least 0");
    const ArenaOptions options = options_of(encoding, longest_game, opening_plies, threads);
    const Opponent kind = opponent_called(opponent);
    std::vector<double> seconds;
    const auto tallies = interruptibly([&](const std::atomic<bool>& stop) {
        return arena.play_opponent(population.networks, kind, games, seed, options, stop, &seconds);
    });
    Figures found = as_dict(tallies);
    found["thread_seconds"] = seconds;
    return found;
}

using Pairs = nb::ndarray<const std::int32_t, nb::shape<-1, 2>, nb::c_contig, nb::device::cpu>;

auto play_pairs(const Arena& arena, const Population& a, const Population& b, const Pairs& pairs,
                std::uint64_t seed, const std::string& encoding, int longest_game,
                int opening_plies, int threads) {
    const ArenaOptions options = options_of(encoding, longest_game, opening_plies, threads);
    std::vector<std::array<int, 2>> list(pairs.shape(0));
    for (std::size_t k = 0; k < list.size(); ++k)
        list[k] = {pairs.data()[2 * k], pairs.data()[2 * k + 1]};
    const auto results = interruptibly([&](const std::atomic<bool>& stop) {
        return arena.play_pairs(a.networks, b.networks, list, seed, options, stop);
    });
    return table_of<std::int8_t>(results.size(), 2, [&](auto k, auto c) {
        return c == 0 ? results[k].as_first : results[k].as_second;
    });
}

const Network& network_of(const Population& population, int which) {
    if (which < 0 || static_cast<std::size_t>(which) >= population.networks.size())
        throw BadSetup("there is no network number " + std::to_string(which));
    return *population.networks[static_cast<std::size_t>(which)];
}

auto pair_moves(const Arena& arena, const Population& population, int a, int b,
                const std::string& encoding, int longest_game) {
    const ArenaOptions options = options_of(encoding, longest_game, 0, 1);
    const Network& one = network_of(population, a);
    const Network& two = network_of(population, b);
    const auto moves = interruptibly(
        [&](const std::atomic<bool>& stop) { return arena.pair_moves(one, two, options, stop); });
    return std::pair(moves[0], moves[1]);
}

/// [positions][outputs] of network `which` for inputs [positions][inputs].
auto activations(const Population& population, int which, const Weights& inputs) {
    const Network& network = network_of(population, which);
    if (inputs.shape(1) != static_cast<std::size_t>(network.num_inputs()))
        throw BadSetup("this network has " + std::to_string(network.num_inputs()) +
                       " inputs, not " + std::to_string(inputs.shape(1)));
    const std::size_t count = inputs.shape(0);
    const auto outputs = static_cast<std::size_t>(network.num_outputs());
    auto result = new_array<float, 2>({count, outputs});
    std::vector<FloatBlock> room(static_cast<std::size_t>(network.stride()));
    SparseInputs sparse;
    for (std::size_t p = 0; p < count; ++p) {
        sparse.clear();
        const auto values = row(inputs, p);
        for (std::size_t i = 0; i < values.size(); ++i)
            if (values[i] != 0) sparse.add(static_cast<int>(i), values[i]);
        network.evaluate(&sparse, 1, room.front().values);
        std::memcpy(result.data() + p * outputs, room.front().values, outputs * sizeof(float));
    }
    return result;
}

Population make_perceptrons(int inputs, int hidden, int outputs, const Markers& neurons,
                            const Markers& connections, const Weights& weights) {
    check_rows(weights.shape(0), neurons.shape(0));
    check_rows(weights.shape(0), connections.shape(0));
    const PerceptronShape shape{inputs, hidden, outputs};
    Population made;
    for (std::size_t r = 0; r < weights.shape(0); ++r)
        made.networks.push_back(
            make_perceptron(shape, row(neurons, r), row(connections, r), row(weights, r)));
    return made;
}

Population make_recurrents(int inputs, int outputs, int steps, const Markers& connections,
                           const Weights& weights) {
    check_rows(weights.shape(0), connections.shape(0));
    const RecurrentShape shape{inputs, outputs, steps};
    Population made;
    for (std::size_t r = 0; r < weights.shape(0); ++r)
        made.networks.push_back(make_recurrent(shape, row(connections, r), row(weights, r)));
    return made;
}

template <class T>
std::span<const T>
whole(const nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>& a) {
    return {a.data(), a.shape(0)};
}
using MarkerRow = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using WeightRow = nb::ndarray<const float, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

auto learn(const Arena& arena, int inputs, int hidden, int outputs, const MarkerRow& neurons,
           const MarkerRow& connections, const WeightRow& weights, const std::string& opponent,
           int games, double rate, double fading, double exploration, std::uint64_t seed,
           const std::string& encoding, int longest_game, int opening_plies) {
    if (games < 0) throw BadSetup("games must be at least 0");
    const TdOptions options{opponent_called(opponent), games, rate, fading, exploration, seed};
    const ArenaOptions conditions = options_of(encoding, longest_game, opening_plies, 1);
    auto learnt = new_array<float, 1>({weights.shape(0)});
    std::memcpy(learnt.data(), weights.data(), weights.shape(0) * sizeof(float));
    const std::span<float> changing{learnt.data(), weights.shape(0)};
    const double won = interruptibly([&](const std::atomic<bool>& stop) {
        return arena.learn({inputs, hidden, outputs}, whole(neurons), whole(connections), changing,
                           options, conditions, stop);
    });
    return std::pair(learnt, won);
}

/// [inputs] that a network in `arena` has for a position.
template <GamePosition P>
auto inputs_of(const Arena& arena, const P& position, const std::string& encoding) {
    const auto* own = dynamic_cast<const ArenaFor<P>*>(&arena);
    if (!own) throw BadSetup("this position is of another game");
    const Encoding kind = encoding_called(encoding);
    const auto count = static_cast<std::size_t>(arena.num_inputs(kind));
    auto array = new_array<float, 1>({count});
    std::fill_n(array.data(), count, 0.0F);
    for (const auto& entry : own->inputs(position, kind).entries)
        array.data()[entry.index] = entry.value;
    return array;
}

template <GamePosition P>
void bind_arena_of(nb::module_& m, nb::class_<Arena>& arena) {
    m.def("contract_arena", &make_contract_arena<P>, "start"_a,
          "An arena for any game, from `start`.");
    arena.def("inputs", &inputs_of<P>, "position"_a, "encoding"_a,
              "The inputs of a network that plays here, float32 [inputs].");
}

} // namespace

void bind_evolution(nb::module_& m) {
    nb::class_<Population>(m, "NetworkPopulation", "Networks with their genes expressed.")
        .def("__len__", [](const Population& p) { return p.networks.size(); })
        .def("activations", &activations, "which"_a, "inputs"_a,
             "Outputs of one network, before the sigmoid, for inputs [positions][inputs].");
    m.def("perceptrons", &make_perceptrons, "inputs"_a, "hidden"_a, "outputs"_a, "neurons"_a,
          "connections"_a, "weights"_a);
    m.def("recurrents", &make_recurrents, "inputs"_a, "outputs"_a, "steps"_a, "connections"_a,
          "weights"_a);

    nb::class_<Arena> arena(m, "EvolutionArena", "A game where evolved networks play.");
    arena
        .def(
            "num_inputs",
            [](const Arena& a, const std::string& e) { return a.num_inputs(encoding_called(e)); },
            "encoding"_a)
        .def_prop_ro("num_moves", &Arena::num_moves)
        .def("play_opponent", &play_opponent, "population"_a, "opponent"_a, "games"_a, "seed"_a,
             "encoding"_a, "longest_game"_a, "opening_plies"_a = 0, "threads"_a = 1)
        .def("play_pairs", &play_pairs, "a"_a, "b"_a, "pairs"_a, "seed"_a, "encoding"_a,
             "longest_game"_a, "opening_plies"_a = 0, "threads"_a = 1)
        .def("pair_moves", &pair_moves, "population"_a, "a"_a, "b"_a, "encoding"_a,
             "longest_game"_a,
             "The moves of two games of networks a and b from the start, each beginning one.")
        .def("learn", &learn, "inputs"_a, "hidden"_a, "outputs"_a, "neurons"_a, "connections"_a,
             "weights"_a, "opponent"_a, "games"_a, "rate"_a, "fading"_a, "exploration"_a, "seed"_a,
             "encoding"_a, "longest_game"_a, "opening_plies"_a = 0,
             "New weights after games of learning by temporal differences, and the share won.");
    m.def("go_arena", &make_go_arena, "rules"_a);
    AllGames::for_each([&]<class Game>() { bind_arena_of<typename Game::Position>(m, arena); });

    m.def(
        "programmed_go_move",
        [](const GoPosition& position, const std::string& player, std::uint64_t seed,
           int readings) {
            if (position.is_over()) throw BadSetup("the game is over: there is no move to choose");
            if (readings < 0) throw BadSetup("readings must be at least 0");
            const Unlocked unlocked;
            Rng rng(seed);
            return programmed_move(position, opponent_called(player), readings, rng);
        },
        "position"_a, "player"_a, "seed"_a, "readings"_a = 0);
    m.def("pattern_worths", &pattern_worths, "position"_a);
}

} // namespace tesuji::bindings
