// How networks play, for both kinds of games of arena_games.hpp.
#pragma once

#include "arena_games.hpp"
#include "select_move.hpp"
#include "td_learning.hpp"
#include "vectors.hpp"

#include <algorithm>
#include <functional>

namespace tesuji::evolution {

template <class Table>
class ArenaOf final : public ArenaFor<typename Table::Position> {
  public:
    template <class... Arguments>
    explicit ArenaOf(const Arguments&... arguments) : table_(arguments...) {}

    int num_inputs(Encoding encoding) const override { return table_.num_inputs(encoding); }
    int num_moves() const override { return table_.num_moves(); }

    SparseInputs inputs(const typename Table::Position& position,
                        Encoding encoding) const override {
        SparseInputs inputs;
        table_.show(table_.at(position), encoding, inputs);
        return inputs;
    }

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
        // The games of a portion advance together, so that positions in which the same network has
        // to move share evaluations: enough pairs that an all-against-all tournament has each
        // network several times.
        constexpr std::size_t portion = 192;
        std::vector<PairResult> results(pairs.size());
        const auto portions = static_cast<int>((pairs.size() + portion - 1) / portion);
        in_parallel(portions, options.threads, stop, [&](int i) {
            const std::size_t first = static_cast<std::size_t>(i) * portion;
            const std::size_t last = std::min(pairs.size(), first + portion);
            std::vector<Bout> bouts;
            for (std::size_t k = first; k < last; ++k) {
                const Network& one = *a[static_cast<std::size_t>(pairs[k][0])];
                const Network& two = *b[static_cast<std::size_t>(pairs[k][1])];
                const std::uint64_t own_seed = mixed(seed, static_cast<std::uint64_t>(k));
                bouts.push_back(opened({&one, &two}, own_seed, options));
                bouts.push_back(opened({&two, &one}, own_seed, options));
            }
            play_bouts(bouts, options, stop);
            for (std::size_t k = first; k < last; ++k) {
                const std::size_t bout = 2 * (k - first);
                results[k].as_first = sign(table_.lead(bouts[bout].game));
                results[k].as_second = sign(-table_.lead(bouts[bout + 1].game));
            }
        });
        return results;
    }

    std::array<std::vector<Move>, 2> pair_moves(const Network& a, const Network& b,
                                                const ArenaOptions& options,
                                                const std::atomic<bool>& stop) const override {
        check_network(*this, a, options.encoding);
        check_network(*this, b, options.encoding);
        std::vector<Bout> bouts{{table_.start(), {&a, &b}, {}}, {table_.start(), {&b, &a}, {}}};
        play_bouts(bouts, options, stop);
        return {bouts[0].moves, bouts[1].moves};
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

    /// One of the games that advance side by side.
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

    /// Advances a lane to where its network has to move; false when no games are left for it.
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

    /// A game of two networks.
    struct Bout {
        Game game;
        std::array<const Network*, 2> players; ///< the first one begins
        std::vector<Move> moves;               ///< of the networks, after the random ones
        int plies = 0;
    };

    Bout opened(std::array<const Network*, 2> players, std::uint64_t seed,
                const ArenaOptions& options) const {
        Bout bout{table_.start(), players, {}};
        Rng rng(seed);
        open_randomly(bout.game, bout.plies, rng, options);
        return bout;
    }

    /// Plays all of them to their ends, one ply of each at a time.
    void play_bouts(std::vector<Bout>& bouts, const ArenaOptions& options,
                    const std::atomic<bool>& stop) const {
        struct Waiting {
            const Network* mover;
            std::size_t bout;
        };
        std::vector<Waiting> waiting;
        std::vector<SparseInputs> inputs(lanes);
        std::vector<FloatBlock> room;
        while (!stop.load(std::memory_order_relaxed)) {
            waiting.clear();
            for (std::size_t i = 0; i < bouts.size(); ++i) {
                const Bout& bout = bouts[i];
                if (!has_ended(bout.game, bout.plies, options))
                    waiting.push_back(
                        {bout.players[static_cast<std::size_t>(table_.to_move(bout.game))], i});
            }
            if (waiting.empty()) return;
            std::sort(waiting.begin(), waiting.end(), [](const Waiting& one, const Waiting& two) {
                return std::less<>()(one.mover, two.mover);
            });
            for (std::size_t first = 0; first < waiting.size();) {
                const Network& mover = *waiting[first].mover;
                std::size_t last = first;
                for (;
                     last < waiting.size() && last - first < lanes && waiting[last].mover == &mover;
                     ++last)
                    table_.show(bouts[waiting[last].bout].game, options.encoding,
                                inputs[last - first]);
                room.resize(std::max(room.size(), static_cast<std::size_t>(mover.stride())));
                float* outputs = room.front().values;
                mover.evaluate(inputs.data(), static_cast<int>(last - first), outputs);
                for (; first < last; ++first, outputs += mover.stride()) {
                    Bout& bout = bouts[waiting[first].bout];
                    const auto legal = table_.legal(bout.game);
                    const Move m = select_move(outputs, table_.num_moves(), legal).move;
                    table_.play(bout.game, m);
                    bout.moves.push_back(m);
                    ++bout.plies;
                }
            }
        }
    }

    Table table_;
};

} // namespace tesuji::evolution
