// The vocabulary that every game shares: players, moves, outcomes, errors, random numbers.
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace tesuji {

/// Who moves. `first` is the player who opens the game (Black where stones have colours).
enum class Player : std::int8_t { first = 0, second = 1 };

constexpr Player other(Player p) {
    return static_cast<Player>(1 - static_cast<int>(p));
}
constexpr int index(Player p) {
    return static_cast<int>(p);
}
constexpr Player player(int index) {
    return static_cast<Player>(index);
}

/// A move is an index into the game's fixed move space, 0 <= move < Rules::num_moves().
using Move = int;
constexpr Move no_move = -1;

/// The largest move space of any built-in game (Gomoku 22x22 and its three opening choices).
constexpr int max_moves = 512;

/// A list of moves that lives on the stack: listing legal moves must not allocate.
class MoveList {
  public:
    void push(Move m) { moves_[size_++] = static_cast<std::int16_t>(m); }
    void clear() { size_ = 0; }
    int size() const { return size_; }
    bool empty() const { return size_ == 0; }
    Move operator[](int i) const { return moves_[i]; }
    const std::int16_t* begin() const { return moves_.data(); }
    const std::int16_t* end() const { return moves_.data() + size_; }

  private:
    std::array<std::int16_t, max_moves> moves_;
    int size_ = 0;
};

/// How a finished game ended.
struct Outcome {
    /// 0 when the first player won, 1 when the second did, -1 for a draw.
    int winner;
    /// Points by which the *first* player is ahead; +1, 0 or -1 in games without a score.
    float margin;
    /// A short phrase for people: "two passes", "five in a row".
    const char* reason;

    static Outcome from_margin(float margin, const char* reason) {
        return {margin > 0 ? 0 : margin < 0 ? 1 : -1, margin, reason};
    }
    /// The outcome with the players exchanged.
    Outcome reversed() const { return {winner < 0 ? winner : 1 - winner, -margin, reason}; }
    static Outcome won_by(Player p, const char* reason) {
        return {index(p), p == Player::first ? 1.0F : -1.0F, reason};
    }
};

/// Size of a network input: `channels` planes of `height` x `width` cells.
struct PlaneShape {
    int channels;
    int height;
    int width;
};

/// A board that cannot exist: a size out of range, a stone off the board, a contradictory set-up.
class BadSetup : public std::invalid_argument {
  public:
    using std::invalid_argument::invalid_argument;
};

/// xoshiro256** (Blackman and Vigna), seeded by splitmix64: small, fast, and the same everywhere.
class Rng {
  public:
    explicit Rng(std::uint64_t seed) {
        for (auto& word : state_) word = splitmix(seed);
    }

    std::uint64_t next() {
        const std::uint64_t result = rotl(state_[1] * 5, 7) * 9;
        const std::uint64_t t = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= t;
        state_[3] = rotl(state_[3], 45);
        return result;
    }

    /// Uniform in [0, bound); the bias of the multiplication is below 2^-54 for any move count.
    int below(int bound) {
        return static_cast<int>(static_cast<std::uint64_t>(
            static_cast<Wide>(next()) * static_cast<unsigned>(bound) >> 64));
    }

    /// Uniform in [0, 1).
    double uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

    /// One step of splitmix64; also the source of the hash keys.
    static constexpr std::uint64_t splitmix(std::uint64_t& state) {
        std::uint64_t z = (state += 0x9e3779b97f4a7c15ULL);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
        return z ^ (z >> 31);
    }

  private:
    __extension__ using Wide = unsigned __int128; // GCC and Clang have it; ISO C++ does not

    static std::uint64_t rotl(std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

    std::array<std::uint64_t, 4> state_;
};

/// Random keys for incremental (Zobrist) hashing: a fixed table, so hashes agree between runs.
template <int Count, std::uint64_t Seed>
inline const std::array<std::uint64_t, Count> zobrist_keys = [] {
    std::array<std::uint64_t, Count> keys{};
    std::uint64_t state = Seed;
    for (auto& key : keys) key = Rng::splitmix(state);
    return keys;
}();

/// Mixed into the hash when the second player is to move.
constexpr std::uint64_t second_to_move_key = 0xd6e8feb86659fd93ULL;

} // namespace tesuji
