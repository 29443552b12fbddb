// A cache of evaluations, keyed by what the evaluator saw: the planes of the position.
//
// Games of self-play reach the same positions again and again, and not only in the opening. A
// position that was evaluated before need not be evaluated again by the same evaluator.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace tesuji {

/// A table of fixed size in which a new entry takes the place of an old one.
class EvaluationCache {
  public:
    /// Takes up to `bytes` bytes; with too few for a single entry it remembers nothing.
    EvaluationCache(std::size_t bytes, int num_moves)
        : row_(static_cast<std::size_t>(num_moves) + 1),
          keys_(std::bit_floor(bytes / (row_ * sizeof(float) + sizeof(Key))), no_key),
          // Not initialised, so that memory is only used for what is remembered.
          rows_(std::make_unique_for_overwrite<float[]>(keys_.size() * row_)) {}

    using Key = std::uint64_t;

    /// Two different boards have the same key once in 10^19.
    static Key key_of(std::span<const float> planes);

    /// Logits [num_moves], and the value behind them; null when nothing is known.
    const float* find(Key key) const {
        if (keys_.empty() || keys_[slot(key)] != key) return nullptr;
        return rows_.get() + slot(key) * row_;
    }
    void add(Key key, const float* logits, float value) {
        if (keys_.empty()) return;
        keys_[slot(key)] = key;
        float* row = rows_.get() + slot(key) * row_;
        std::copy_n(logits, row_ - 1, row);
        row[row_ - 1] = value;
    }
    /// Clears the cache; to be called when the evaluator changes.
    void clear() { std::ranges::fill(keys_, no_key); }

  private:
    static constexpr Key no_key = 0;
    std::size_t slot(Key key) const { return key & (keys_.size() - 1); }

    std::size_t row_; // floats of an entry
    std::vector<Key> keys_;
    std::unique_ptr<float[]> rows_;
};

inline EvaluationCache::Key EvaluationCache::key_of(std::span<const float> planes) {
    constexpr Key multiplier = 0x9e3779b97f4a7c15ULL;
    // Four rows of factors at a time: a product takes the processor longer than a step.
    std::array<Key, 4> lanes{1, 2, 3, 4};
    for (std::size_t i = 0; i < planes.size(); ++i) {
        Key& lane = lanes[i % lanes.size()];
        lane = (lane ^ std::bit_cast<std::uint32_t>(planes[i])) * multiplier;
        lane ^= lane >> 29;
    }
    Key key = 0;
    for (const Key lane : lanes) {
        key = (key ^ lane) * multiplier;
        key ^= key >> 32;
    }
    return key == no_key ? 1 : key;
}

} // namespace tesuji
