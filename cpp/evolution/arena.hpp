// Games of evolved networks by the million: against programmed opponents and against each other.
//
// The games of one network advance side by side, so that their positions share evaluations; a lane
// whose game ends starts the next one. Every game has random numbers of its own, made from the seed
// and the number of the game, so that results do not depend on threads.
#pragma once

#include "games/basics.hpp"
#include "networks.hpp"

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace tesuji::evolution {

/// How a position is encoded for a network.
enum class Encoding : std::uint8_t {
    two_per_point, ///< own stones, then the opponent's: 1 where there is one
    by_colour,     ///< one number a point: -1 black, 0 empty, 1 white
    by_owner,      ///< one number a point: 1 own, 0 empty, -1 the opponent's
    planes,        ///< all planes of the game as its contract gives them
};

enum class Opponent : std::uint8_t {
    random,  ///< uniform over legal moves
    naive,   ///< Go only
    pattern, ///< Go only
    winner,  ///< wins at once where it can, else random
};

/// What a game is and how long it may take.
struct ArenaOptions {
    Encoding encoding = Encoding::two_per_point;
    /// Plies after which a game ends: Go is then counted as the board stands, other games are
    /// drawn.
    int longest_game = 100;
    /// Random moves before the players begin.
    int opening_plies = 0;
    int threads = 1;
};

/// The results of the games of one network.
struct Tally {
    std::array<int, 2> games{}; ///< as first, as second player
    std::array<int, 2> wins{};  ///< of them
    std::array<int, 2> draws{};
    double competence = 0; ///< the sum over its games of 1 - (illegal moves tried / illegal moves)
    std::int64_t plies = 0;
    int unfinished = 0; ///< games that were ended by their length
};

/// How one game of two networks went, for network a.
struct PairResult {
    std::int8_t as_first; ///< 1 won, 0 drawn, -1 lost
    std::int8_t as_second;
};

/// How a perceptron learns by playing.
struct TdOptions {
    Opponent opponent = Opponent::random;
    int games = 1000;
    double rate = 0.01;       ///< learning rate
    double fading = 0.7;      ///< lambda: the decay of the traces
    double exploration = 0.1; ///< share of moves made at random
    std::uint64_t seed = 0;
};

using Networks = std::span<const std::unique_ptr<Network>>;

/// One game with its rules, for any number of networks. Not changed by playing.
class Arena {
  public:
    virtual ~Arena() = default;

    virtual int num_inputs(Encoding encoding) const = 0;
    virtual int num_moves() const = 0;

    /// Every network plays `games` games against `opponent`, half of them with each colour.
    /// Stops early, with what there is, when `stop` becomes true.
    virtual std::vector<Tally> play_opponent(Networks networks, Opponent opponent, int games,
                                             std::uint64_t seed, const ArenaOptions& options,
                                             const std::atomic<bool>& stop,
                                             std::vector<double>* thread_seconds) const = 0;

    /// For each pair (a, b) of network numbers two games, one with each colour. Both games of pair
    /// k begin with the same random moves.
    virtual std::vector<PairResult> play_pairs(Networks a, Networks b,
                                               std::span<const std::array<int, 2>> pairs,
                                               std::uint64_t seed, const ArenaOptions& options,
                                               const std::atomic<bool>& stop) const = 0;

    /// The moves of two games from the start: network a begins the first, b the second.
    virtual std::array<std::vector<Move>, 2> pair_moves(const Network& a, const Network& b,
                                                        const ArenaOptions& options,
                                                        const std::atomic<bool>& stop) const = 0;

    /// Trains a perceptron by temporal differences; `weights` change in place. Returns the share of
    /// games that it won meanwhile.
    virtual double learn(const PerceptronShape& shape, std::span<const std::uint8_t> neurons,
                         std::span<const std::uint8_t> connections, std::span<float> weights,
                         const TdOptions& options, const ArenaOptions& conditions,
                         const std::atomic<bool>& stop) const = 0;
};

/// An arena of the game whose positions are `P`.
template <class P>
class ArenaFor : public Arena {
  public:
    /// The inputs of a network that plays here.
    virtual SparseInputs inputs(const P& position, Encoding encoding) const = 0;
};

/// Throws BadSetup unless the network, all of the networks, fit the game.
void check_network(const Arena& arena, const Network& network, Encoding encoding);
void check_networks(const Arena& arena, Networks networks, Encoding encoding);

/// Calls work(i) for 0 <= i < count from several threads; CPU seconds that each of them took.
std::vector<double> in_parallel(int count, int threads, const std::atomic<bool>& stop,
                                const std::function<void(int)>& work);

} // namespace tesuji::evolution
