// A cache of the pattern player's evaluations: in a run of evolution most games begin alike, and
// many continue alike.
#pragma once

#include "bit_go.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

namespace tesuji::evolution {

/// A move that was evaluated.
struct Thought {
    int at;
    float hoped; ///< an upper bound of its value, without its random part
    float worth; ///< its value, without its random part; NaN until it is read
};

/// Evaluations by position. Several threads may use it; a new position replaces the one that has
/// its place.
template <int Words>
class PatternMemory {
  public:
    using Board = BitGo<Words>;

    explicit PatternMemory(int num_points)
        : slots_(std::bit_floor(
              most_bytes /
              (sizeof(Slot) + sizeof(Thought) * static_cast<std::size_t>(num_points)))) {}

    /// Copies what is known about a position with this last move; false if there is nothing.
    bool recall(const Board& board, Move last, std::vector<Thought>& thoughts) {
        const Key key(board, last);
        const std::size_t slot = key.hash() % slots_.size();
        const std::lock_guard lock(guard_of(slot));
        if (!slots_[slot].used || !(slots_[slot].key == key)) return false;
        thoughts = slots_[slot].thoughts;
        return true;
    }

    void keep(const Board& board, Move last, const std::vector<Thought>& thoughts) {
        const Key key(board, last);
        const std::size_t slot = key.hash() % slots_.size();
        const std::lock_guard lock(guard_of(slot));
        slots_[slot].used = true;
        slots_[slot].key = key;
        slots_[slot].thoughts = thoughts;
    }

  private:
    struct Key {
        PointSet<Words> black;
        PointSet<Words> white;
        int to_move = 0;
        int ko_point = -1;
        Move last = no_move;

        Key() = default;
        Key(const Board& board, Move last_)
            : black(board.stones(0)), white(board.stones(1)), to_move(board.to_move()),
              ko_point(board.ko_point()), last(last_) {}
        bool operator==(const Key&) const = default;

        std::uint64_t hash() const {
            std::uint64_t sum = static_cast<std::uint64_t>(to_move) << 40 ^
                                static_cast<std::uint64_t>(ko_point + 1) << 20 ^
                                static_cast<std::uint64_t>(last + 2);
            for (const auto& set : {black, white})
                for (const std::uint64_t word : set.words()) {
                    sum ^= word;
                    sum = Rng::splitmix(sum);
                }
            return sum;
        }
    };
    struct Slot {
        Key key;
        bool used = false;
        std::vector<Thought> thoughts;
    };

    std::mutex& guard_of(std::size_t slot) { return guards_[slot % guards_.size()]; }

    static constexpr std::size_t most_bytes = std::size_t{16} << 20;
    std::vector<Slot> slots_;
    std::array<std::mutex, 64> guards_;
};

} // namespace tesuji::evolution
