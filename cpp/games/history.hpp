// The history of a position: the moves played and the boards that occurred.
//
// A position is a value that is copied at every node of a search, so its past must be cheap to
// copy: full blocks are shared between all descendants, only the last block is copied.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace tesuji {

/// An append-only sequence whose copies share everything but the last, unfinished block.
template <class T, int Block = 64>
class SharedSequence {
  public:
    void push(T item) {
        if (tail_size_ == Block) seal();
        tail_[tail_size_++] = item;
    }

    int size() const { return sealed_size_ + tail_size_; }

    /// The newest item; the sequence must not be empty.
    T back() const { return tail_[tail_size_ - 1]; }

    /// The item `age` steps before the newest, which must still stand in the last block or one
    /// before it: used for the last few moves only.
    T from_end(int age) const {
        if (age < tail_size_) return tail_[tail_size_ - 1 - age];
        const Sealed* block = sealed_.get();
        for (age -= tail_size_; age >= Block; age -= Block) block = block->before.get();
        return block->items[Block - 1 - age];
    }

    bool contains(const T& item) const {
        for (int i = tail_size_ - 1; i >= 0; --i)
            if (tail_[i] == item) return true;
        for (const Sealed* block = sealed_.get(); block; block = block->before.get())
            for (const T& other : block->items)
                if (other == item) return true;
        return false;
    }

    /// All items, oldest first.
    std::vector<T> to_vector() const {
        std::vector<T> all(size());
        std::size_t end = all.size();
        for (int i = tail_size_ - 1; i >= 0; --i) all[--end] = tail_[i];
        for (const Sealed* block = sealed_.get(); block; block = block->before.get())
            for (int i = Block - 1; i >= 0; --i) all[--end] = block->items[i];
        return all;
    }

  private:
    struct Sealed {
        std::array<T, Block> items;
        std::shared_ptr<const Sealed> before;
    };

    void seal() {
        sealed_ = std::make_shared<const Sealed>(Sealed{tail_, std::move(sealed_)});
        sealed_size_ += Block;
        tail_size_ = 0;
    }

    std::array<T, Block> tail_{};
    std::shared_ptr<const Sealed> sealed_;
    int sealed_size_ = 0;
    int tail_size_ = 0;
};

/// The moves of a game, oldest first.
using MoveLog = SharedSequence<std::int16_t>;

/// The hashes of all boards that a game has seen, for the superko rule. A Bloom filter answers
/// nearly every question; only its rare false alarms walk the list.
class BoardHistory {
  public:
    void push(std::uint64_t board_hash) {
        boards_.push(board_hash);
        filter_[first_word(board_hash)] |= first_bit(board_hash);
        filter_[second_word(board_hash)] |= second_bit(board_hash);
    }

    bool contains(std::uint64_t board_hash) const {
        if (!(filter_[first_word(board_hash)] & first_bit(board_hash))) return false;
        if (!(filter_[second_word(board_hash)] & second_bit(board_hash))) return false;
        return boards_.contains(board_hash);
    }

    int size() const { return boards_.size(); }

    /// The hash of the board `age` boards before the newest one.
    std::uint64_t from_end(int age) const { return boards_.from_end(age); }

  private:
    static constexpr int filter_words = 64; // 4096 bits: 700 boards give 8% false alarms

    static int first_word(std::uint64_t h) { return h & (filter_words - 1); }
    static int second_word(std::uint64_t h) { return (h >> 12) & (filter_words - 1); }
    static std::uint64_t first_bit(std::uint64_t h) { return std::uint64_t{1} << ((h >> 6) & 63); }
    static std::uint64_t second_bit(std::uint64_t h) {
        return std::uint64_t{1} << ((h >> 18) & 63);
    }

    SharedSequence<std::uint64_t> boards_;
    std::array<std::uint64_t, filter_words> filter_{};
};

} // namespace tesuji
