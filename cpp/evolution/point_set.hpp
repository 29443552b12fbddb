// Sets of board points as machine words, with the shifts that make neighbourhoods cheap.
#pragma once

#include "games/bitset.hpp"

#include <array>
#include <bit>
#include <cstdint>

namespace tesuji::evolution {

/// A set of points 0 .. 64 * Words - 1. Unlike BitSet it can be shifted as one long number, so
/// that the neighbours of a whole set are found at once.
template <int Words>
class PointSet {
  public:
    static constexpr int capacity = 64 * Words;

    static PointSet of(int point) {
        PointSet set;
        set.words_[point >> 6] = std::uint64_t{1} << (point & 63);
        return set;
    }
    static PointSet first_n(int count) {
        PointSet set;
        for (int point = 0; point < count; ++point) set.insert(point);
        return set;
    }

    void insert(int point) { words_[point >> 6] |= std::uint64_t{1} << (point & 63); }
    bool contains(int point) const { return (words_[point >> 6] >> (point & 63)) & 1; }

    bool any() const {
        std::uint64_t all = 0;
        for (const auto word : words_) all |= word;
        return all != 0;
    }
    bool none() const { return !any(); }
    int size() const {
        int count = 0;
        for (const auto word : words_) count += std::popcount(word);
        return count;
    }
    /// Precondition: any().
    int lowest() const {
        int w = 0;
        while (words_[w] == 0) ++w;
        return 64 * w + std::countr_zero(words_[w]);
    }
    /// The k-th smallest point, 0 <= k < size().
    int select(int k) const {
        for (int w = 0;; ++w) {
            const int here = std::popcount(words_[w]);
            if (k < here) return 64 * w + select_bit(words_[w], k);
            k -= here;
        }
    }
    template <class Visit>
    void for_each(Visit&& visit) const {
        for (int w = 0; w < Words; ++w)
            for (std::uint64_t left = words_[w]; left; left &= left - 1)
                visit(64 * w + std::countr_zero(left));
    }

    friend PointSet operator&(PointSet a, const PointSet& b) {
        for (int w = 0; w < Words; ++w) a.words_[w] &= b.words_[w];
        return a;
    }
    friend PointSet operator|(PointSet a, const PointSet& b) {
        for (int w = 0; w < Words; ++w) a.words_[w] |= b.words_[w];
        return a;
    }
    PointSet operator~() const {
        PointSet set;
        for (int w = 0; w < Words; ++w) set.words_[w] = ~words_[w];
        return set;
    }
    PointSet& operator&=(const PointSet& other) { return *this = *this & other; }
    PointSet& operator|=(const PointSet& other) { return *this = *this | other; }
    bool operator==(const PointSet&) const = default;

    /// For hashing.
    const std::array<std::uint64_t, Words>& words() const { return words_; }

    /// All points moved up or down by 0 < distance < 64; what leaves the set is lost.
    PointSet up(int distance) const {
        PointSet set;
        for (int w = Words - 1; w >= 0; --w) {
            set.words_[w] = words_[w] << distance;
            if (w > 0) set.words_[w] |= words_[w - 1] >> (64 - distance);
        }
        return set;
    }
    PointSet down(int distance) const {
        PointSet set;
        for (int w = 0; w < Words; ++w) {
            set.words_[w] = words_[w] >> distance;
            if (w + 1 < Words) set.words_[w] |= words_[w + 1] << (64 - distance);
        }
        return set;
    }

  private:
    std::array<std::uint64_t, Words> words_{};
};

} // namespace tesuji::evolution
