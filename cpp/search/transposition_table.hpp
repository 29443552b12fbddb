// The transposition table of alpha-beta: results of positions, in a table of fixed size that
// several threads read and write without locks.
#pragma once

#include "games/basics.hpp"
#include "table_memory.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace tesuji {

enum class Bound : std::uint8_t { none, lower, upper, exact };

/// What is stored of a position. Values are for the player to move there.
struct TableEntry {
    std::int16_t value = 0;
    std::int16_t move = no_move;
    std::uint8_t depth = 0;
    Bound bound = Bound::none;
    bool at_least = false; ///< it is proven that the true value is not below `value`
    bool at_most = false;  ///< it is proven that the true value is not above `value`
    /// The ply of the path that the proof depends on, or 0; see history_dependence.hpp.
    std::uint8_t dependence = 0;
    std::uint64_t boards = 0; ///< mask of the boards that the proof has met

    bool proves_something() const { return at_least || at_most; }
};

/// A hash table of clusters of four entries. A new result replaces the least useful entry: the
/// shallowest, where an entry of an earlier search counts as eight plies shallower.
///
/// An entry is two words, or three where `boards` matters. The key is stored XORed with the
/// others (Hyatt's trick): an entry torn by two threads writing at once fails to match, so that
/// no lock is needed.
class TranspositionTable {
  public:
    /// Takes at most `bytes`, and at least one cluster.
    TranspositionTable(std::size_t bytes, bool with_boards)
        : words_per_entry_(with_boards ? 3 : 2) {
        const std::size_t cluster = cluster_size * words_per_entry_ * sizeof(std::uint64_t);
        num_clusters_ = std::max<std::size_t>(1, bytes / cluster);
        memory_ = std::make_unique<TableMemory>(bytes_of_clusters());
        words_ = static_cast<Word*>(memory_->data());
    }

    std::size_t bytes() const { return bytes_of_clusters(); }

    void new_search() { ++generation_; }

    bool find(std::uint64_t key, TableEntry& entry) const {
        const Word* slot = cluster_of(key);
        for (int i = 0; i < cluster_size; ++i, slot += words_per_entry_) {
            const std::uint64_t data = slot[1].load(std::memory_order_relaxed);
            const std::uint64_t boards =
                words_per_entry_ == 3 ? slot[2].load(std::memory_order_relaxed) : 0;
            if ((slot[0].load(std::memory_order_relaxed) ^ data ^ boards) != key || data == 0)
                continue;
            entry = unpack(data);
            entry.boards = boards;
            return true;
        }
        return false;
    }

    void store(std::uint64_t key, const TableEntry& entry) {
        Word* slot = cluster_of(key);
        Word* victim = slot;
        int least = 1 << 30;
        for (int i = 0; i < cluster_size; ++i, slot += words_per_entry_) {
            const std::uint64_t data = slot[1].load(std::memory_order_relaxed);
            const std::uint64_t boards =
                words_per_entry_ == 3 ? slot[2].load(std::memory_order_relaxed) : 0;
            if ((slot[0].load(std::memory_order_relaxed) ^ data ^ boards) == key || data == 0) {
                victim = slot;
                break;
            }
            const int age = static_cast<std::uint8_t>(generation_ - generation_of(data));
            const int promise = unpack(data).depth - 8 * age;
            if (promise < least) {
                least = promise;
                victim = slot;
            }
        }
        const std::uint64_t data = pack(entry);
        const std::uint64_t boards = words_per_entry_ == 3 ? entry.boards : 0;
        victim[0].store(key ^ data ^ boards, std::memory_order_relaxed);
        victim[1].store(data, std::memory_order_relaxed);
        if (words_per_entry_ == 3) victim[2].store(boards, std::memory_order_relaxed);
    }

    void prefetch(std::uint64_t key) const { __builtin_prefetch(cluster_of(key)); }

  private:
    using Word = std::atomic<std::uint64_t>;
    static_assert(Word::is_always_lock_free && sizeof(Word) == sizeof(std::uint64_t));
    static constexpr int cluster_size = 4;

    // value 16 | move 16 | depth 8 | dependence 8 | bound 2 | at_least 1 | at_most 1 | generation 8
    std::uint64_t pack(const TableEntry& e) const {
        return static_cast<std::uint64_t>(static_cast<std::uint16_t>(e.value)) |
               static_cast<std::uint64_t>(static_cast<std::uint16_t>(e.move)) << 16 |
               static_cast<std::uint64_t>(e.depth) << 32 |
               static_cast<std::uint64_t>(e.dependence) << 40 |
               static_cast<std::uint64_t>(e.bound) << 48 |
               static_cast<std::uint64_t>(e.at_least) << 50 |
               static_cast<std::uint64_t>(e.at_most) << 51 |
               static_cast<std::uint64_t>(generation_) << 52;
    }
    static TableEntry unpack(std::uint64_t data) {
        TableEntry e;
        e.value = static_cast<std::int16_t>(data);
        e.move = static_cast<std::int16_t>(data >> 16);
        e.depth = static_cast<std::uint8_t>(data >> 32);
        e.dependence = static_cast<std::uint8_t>(data >> 40);
        e.bound = static_cast<Bound>((data >> 48) & 3);
        e.at_least = (data >> 50) & 1;
        e.at_most = (data >> 51) & 1;
        return e;
    }
    static std::uint8_t generation_of(std::uint64_t data) {
        return static_cast<std::uint8_t>(data >> 52);
    }

    std::size_t bytes_of_clusters() const {
        return num_clusters_ * cluster_size * words_per_entry_ * sizeof(std::uint64_t);
    }

    Word* cluster_of(std::uint64_t key) const {
        __extension__ using Wide = unsigned __int128;
        const auto index = static_cast<std::size_t>(
            static_cast<Wide>(key * 0x9e3779b97f4a7c15ULL) * num_clusters_ >> 64);
        return words_ + index * cluster_size * words_per_entry_;
    }

    int words_per_entry_;
    std::size_t num_clusters_;
    std::unique_ptr<TableMemory> memory_;
    Word* words_ = nullptr;
    std::uint8_t generation_ = 0;
};

} // namespace tesuji
