// A transposition table of bounded memory, shared by threads without locks: for each position a
// lower and an upper bound of its value.
#pragma once

#include "games/zeroed_memory.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace tesuji::dots {

/// What is known of a value, and the move that was best so far.
struct Bounds {
    int lower;
    int upper;
    int move; ///< `BoundTable::no_move` when there is none
};

/// Keys are numbers of a fixed count of bits. They are stored whole, a part of them as the place
/// in the table, so an entry is never taken for that of another position; and an entry is one
/// machine word, so it is never read half-written.
class BoundTable {
  public:
    static constexpr int no_move = 63;
    /// Beside these many bits of a key, an entry has room for what it says.
    static constexpr int max_tag_bits = 42;

    /// Uses at most `memory` bytes, and not more than `key_bits` can ever fill.
    /// Precondition: key_bits <= max_tag_bits + place_bits(memory).
    BoundTable(int key_bits, std::size_t memory)
        : key_bits_(key_bits), place_bits_(std::clamp(key_bits - 3, 1, place_bits(memory))),
          tag_bits_(key_bits_ - place_bits_), key_mask_(~std::uint64_t{0} >> (64 - key_bits_)),
          buckets_(allocate(sizeof(Bucket) << place_bits_)) {}

    /// How many bits of a key the place in a table of this size stands for.
    static int place_bits(std::size_t memory) {
        return static_cast<int>(std::bit_width(std::max(memory / sizeof(Bucket), std::size_t{2}))) -
               1;
    }
    std::size_t memory() const { return sizeof(Bucket) << place_bits_; }

    void prefetch(std::uint64_t key) const { __builtin_prefetch(&bucket_of(mixed(key))); }

    /// Narrows `bounds`, which must be valid, by what the table knows. Values of one position all
    /// have the parity of `boxes` and are between -boxes and boxes.
    void look_up(std::uint64_t key, int boxes, Bounds& bounds) const {
        const std::uint64_t mix = mixed(key);
        const std::uint64_t tag = tag_of(mix);
        for (const auto& slot : bucket_of(mix).slots) {
            const std::uint64_t word = slot.load(std::memory_order_relaxed);
            if (!word || (word >> content_bits) != tag) continue;
            bounds.lower = std::max(bounds.lower, 2 * field(word, lower_at) - boxes);
            bounds.upper = std::min(bounds.upper, 2 * field(word, upper_at) - boxes);
            bounds.move = field(word, move_at);
            return;
        }
    }

    /// Remembers bounds that took `nodes` positions to find.
    void store(std::uint64_t key, int boxes, const Bounds& bounds, std::uint64_t nodes) {
        const std::uint64_t mix = mixed(key);
        const std::uint64_t tag = tag_of(mix);
        const int work = std::min(static_cast<int>(std::bit_width(nodes)) / 2 + 1, 15);
        const std::uint64_t word =
            tag << content_bits | static_cast<std::uint64_t>(work) << work_at |
            static_cast<std::uint64_t>(bounds.move) << move_at |
            static_cast<std::uint64_t>((bounds.lower + boxes) / 2) << lower_at |
            static_cast<std::uint64_t>((bounds.upper + boxes) / 2) << upper_at;
        Bucket& bucket = bucket_of(mix);
        std::atomic<std::uint64_t>* cheapest = nullptr;
        int least_work = 1 << 6;
        for (auto& slot : bucket.slots) {
            const std::uint64_t old = slot.load(std::memory_order_relaxed);
            if (!old || (old >> content_bits) == tag) {
                slot.store(word, std::memory_order_relaxed);
                return;
            }
            const int old_work = static_cast<int>(old >> work_at & 15);
            if (old_work < least_work) {
                least_work = old_work;
                cheapest = &slot;
            }
        }
        cheapest->store(word, std::memory_order_relaxed);
    }

  private:
    struct alignas(64) Bucket {
        std::array<std::atomic<std::uint64_t>, 8> slots;
    };

    using Buckets = std::unique_ptr<Bucket[], ReleaseZeroed>;

    static Buckets allocate(std::size_t bytes) {
        return Buckets(static_cast<Bucket*>(zeroed_memory(bytes)), ReleaseZeroed{bytes});
    }

    // A word: the rest of the key, then work (4 bits, never 0), move, lower and upper (6 each).
    static constexpr int upper_at = 0;
    static constexpr int lower_at = 6;
    static constexpr int move_at = 12;
    static constexpr int work_at = 18;
    static constexpr int content_bits = 22;
    static int field(std::uint64_t word, int at) { return static_cast<int>(word >> at & 63); }

    /// A permutation of the keys that moves similar keys far apart.
    std::uint64_t mixed(std::uint64_t key) const {
        const int half = key_bits_ / 2;
        key ^= key >> half;
        key = key * 0x9e3779b97f4a7c15ULL & key_mask_;
        key ^= key >> half;
        key = key * 0xbf58476d1ce4e5b9ULL & key_mask_;
        key ^= key >> half;
        return key;
    }
    std::uint64_t tag_of(std::uint64_t mix) const {
        return mix & ((std::uint64_t{1} << tag_bits_) - 1);
    }
    Bucket& bucket_of(std::uint64_t mix) const { return buckets_[mix >> tag_bits_]; }

    int key_bits_;
    int place_bits_;
    int tag_bits_;
    std::uint64_t key_mask_;
    Buckets buckets_;
};

} // namespace tesuji::dots
