// How networks play: the same for every table of arena_games.hpp.
#pragma once

#include "arena_games.hpp"
#include "select_move.hpp"
#include "td_learning.hpp"
#include "vectors.hpp"

#include <algorithm>

namespace tesuji::evolution {

template <class Table>
class ArenaOf final : public Arena {
  public:
    template <class... Arguments>
    explicit ArenaOf(const Arguments&... arguments) : table_(arguments...) {}

    int num_inputs(Encoding encoding) const override { return table_.num_inputs(encoding); }
    int num_moves() const override { return table_.num_moves(); }

    std::vector<Tally> play_opponent(Networks networks, Opponent opponent, int games,
                                     std::uint64_t seed, const ArenaOptions& options,
                                     const std::atomic<bool>& stop,
                                     std::vector<double>* thread_seconds) const override {
        check_networks(*this, networks, options.encoding);
        if (!table_.has(opponent)) throw BadSetup("this opponent does not play this game");
        // A network is cut into portions so that few networks keep many threads busy.
        constexpr int portion = 256;
        const int portions = std::max(1, (games + portion - 1) / portion);
        const int count = static_cast<int>(networks.size()) * portions;
        std::vector<Tally> parts(static_cast<std::size_t>(count));
        const auto seconds = in_parallel(count, options.threads, stop, [&](int i) {
            const int network = i / portions;
            const int first = i % portions * portion;
            const int last = std::min(games, first + portion);
            const std::uint64_t own_seed = mixed(seed, static_cast<std::uint64_t>(network));
            parts[static_cast<std::size_t>(i)] =
                play_games(*networks[static_cast<std::size_t>(network)], opponent, first, last,
                           own_seed, options, stop);
        });
        if (thread_seconds) *thread_seconds = seconds;
        std::vector<Tally> tallies(networks.size());
        for (std::size_t i = 0; i < parts.size(); ++i)
            add(tallies[i / static_cast<std::size_t>(portions)], parts[i]);
        return tallies;
    }

    std::vector<PairResult> play_pairs(Networks a, Networks b,
                                       std::span<const std::array<int, 2>> pairs,
                                       std::uint64_t seed, const ArenaOptions& options,
                                       const std::atomic<bool>& stop) const override {
        check_networks(*this, a, options.encoding);
        check_networks(*this, b, options.encoding);
        for (const auto& pair : pairs)
            if (pair[0] < 0 || static_cast<std::size_t>(pair[0]) >= a.size() || pair[1] < 0 ||
                static_cast<std::size_t>(pair[1]) >= b.size())
                throw BadSetup("a pair names a network that is not there");
        std::vector<PairResult> results(pairs.size());
        in_parallel(static_cast<int>(pairs.size()), options.threads, stop, [&](int k) {
            const auto& pair = pairs[static_cast<std::size_t>(k)];
            const Network& one = *a[static_cast<std::size_t>(pair[0])];
            const Network& two = *b[static_cast<std::size_t>(pair[1])];
            const std::uint64_t own_seed = mixed(seed, static_cast<std::uint64_t>(k));
            auto& result = results[static_cast<std::size_t>(k)];
            result.as_first = sign(play_pair(one, two, own_seed, options));
            result.as_second = sign(-play_pair(two, one, own_seed, options));
        });
        return results;
    }

    double learn(const PerceptronShape& shape, std::span<const std::uint8_t> neurons,
                 std::span<const std::uint8_t> connections, std::span<float> weights,
                 const TdOptions& options, const ArenaOptions& conditions,
                 const std::atomic<bool>& stop) const override {
        // Making a network of them checks that the genes fit each other and the game.
        std::array<std::unique_ptr<Network>, 1> made = {
            make_perceptron(shape, neurons, connections, weights)};
        check_networks(*this, made, conditions.encoding);
        if (!table_.has(options.opponent)) throw BadSetup("this opponent does not play this game");
        LearningPerceptron network(shape, neurons, connections, weights);
        const double won = learn_by_playing(table_, network, options, conditions, stop);
        return won / std::max(options.games, 1);
    }

  private:
    using Game = typename Table::Game;

    static std::uint64_t mixed(std::uint64_t seed, std::uint64_t number) {
        std::uint64_t state = seed ^ (number + 1) * 0x9e3779b97f4a7c15ULL;
        return Rng::splitmix(state);
    }
    static std::int8_t sign(double lead) { return lead > 0 ? 1 : lead < 0 ? -1 : 0; }

    static void add(Tally& sum, const Tally& part) {
        for (std::size_t c = 0; c < 2; ++c) {
            sum.games[c] += part.games[c];
            sum.wins[c] += part.wins[c];
            sum.draws[c] += part.draws[c];
        }
        sum.competence += part.competence;
        sum.plies += part.plies;
        sum.unfinished += part.unfinished;
    }

    /// One of the games that go forward side by side.
    struct Lane {
        Game game;
        Rng rng;
        int colour; ///< of the network
        int plies = 0;
        int illegal_tried = 0;
        int illegal = 0;
        bool busy = false;
    };

    void begin(Lane& lane, int number, std::uint64_t seed, const ArenaOptions& options) const {
        lane = {table_.start(), Rng(mixed(seed, static_cast<std::uint64_t>(number))), number % 2};
        lane.busy = true;
        open_randomly(lane.game, lane.plies, lane.rng, options);
    }

    void open_randomly(Game& game, int& plies, Rng& rng, const ArenaOptions& options) const {
        for (; plies < options.opening_plies && !table_.is_over(game); ++plies)
            table_.play(game, table_.random_move(game, rng));
    }

    bool has_ended(const Game& game, int plies, const ArenaOptions& options) const {
        return table_.is_over(game) || plies >= options.longest_game;
    }

    /// Games first .. last of one network; even ones as first player.
    Tally play_games(const Network& network, Opponent opponent, int first, int last,
                     std::uint64_t seed, const ArenaOptions& options,
                     const std::atomic<bool>& stop) const {
        Tally tally;
        std::vector<Lane> tables(lanes, Lane{table_.start(), Rng(0), 0});
        std::vector<SparseInputs> inputs(lanes);
        std::array<int, lanes> waiting{};
        std::vector<FloatBlock> room(static_cast<std::size_t>(network.stride()));
        float* outputs = room.front().values;
        int next = first;
        for (;;) {
            // 1. Opponents answer until every lane waits for the network; new games begin.
            int count = 0;
            for (int l = 0; l < lanes; ++l) {
                Lane& lane = tables[static_cast<std::size_t>(l)];
                if (!advance(lane, opponent, options, tally, next, last, seed)) continue;
                table_.show(lane.game, options.encoding, inputs[static_cast<std::size_t>(count)]);
                waiting[static_cast<std::size_t>(count++)] = l;
            }
            if (count == 0 || stop.load(std::memory_order_relaxed)) return tally;
            // 2. The network looks at all of them at once.
            network.evaluate(inputs.data(), count, outputs);
            for (int i = 0; i < count; ++i) {
                Lane& lane = tables[static_cast<std::size_t>(waiting[static_cast<std::size_t>(i)])];
                const Selection chosen = select_move(outputs + i * network.stride(),
                                                     table_.num_moves(), table_.legal(lane.game));
                lane.illegal += chosen.illegal;
                lane.illegal_tried += chosen.illegal_tried;
                table_.play(lane.game, chosen.move);
                ++lane.plies;
            }
        }
    }

    /// Brings a lane to where its network has to move; false when there are no games left for it.
    bool advance(Lane& lane, Opponent opponent, const ArenaOptions& options, Tally& tally,
                 int& next, int last, std::uint64_t seed) const {
        for (;;) {
            if (!lane.busy) {
                if (next == last) return false;
                begin(lane, next++, seed, options);
            }
            while (!has_ended(lane.game, lane.plies, options) &&
                   table_.to_move(lane.game) != lane.colour) {
                table_.play(lane.game, table_.opponent_move(lane.game, opponent, lane.rng));
                ++lane.plies;
            }
            if (!has_ended(lane.game, lane.plies, options)) return true;
            record(lane, tally);
            lane.busy = false;
        }
    }

    void record(const Lane& lane, Tally& tally) const {
        const auto colour = static_cast<std::size_t>(lane.colour);
        const double lead = lane.colour == 0 ? table_.lead(lane.game) : -table_.lead(lane.game);
        ++tally.games[colour];
        tally.wins[colour] += lead > 0;
        tally.draws[colour] += lead == 0;
        tally.plies += lane.plies;
        tally.unfinished += !table_.is_over(lane.game);
        tally.competence +=
            lane.illegal == 0 ? 1.0 : 1.0 - static_cast<double>(lane.illegal_tried) / lane.illegal;
    }

    /// The lead of the first player at the end of a game of two networks.
    double play_pair(const Network& first, const Network& second, std::uint64_t seed,
                     const ArenaOptions& options) const {
        thread_local SparseInputs inputs;
        const int stride = std::max(first.stride(), second.stride());
        std::vector<FloatBlock> room(static_cast<std::size_t>(stride));
        float* outputs = room.front().values;
        Game game = table_.start();
        Rng rng(seed);
        int plies = 0;
        open_randomly(game, plies, rng, options);
        for (; !has_ended(game, plies, options); ++plies) {
            const Network& mover = table_.to_move(game) == 0 ? first : second;
            table_.show(game, options.encoding, inputs);
            mover.evaluate(&inputs, 1, outputs);
            table_.play(game, select_move(outputs, table_.num_moves(), table_.legal(game)).move);
        }
        return table_.lead(game);
    }

    Table table_;
};

} // namespace tesuji::evolution
