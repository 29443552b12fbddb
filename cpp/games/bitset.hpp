// A fixed-size set of small integers: the empty points of a board, the undrawn lines of a grid.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#ifdef __BMI2__
#include <immintrin.h>
#endif

namespace tesuji {

/// Position of the k-th (from 0) set bit of `word`, which must have more than k bits set.
inline int select_bit(std::uint64_t word, int k) {
#ifdef __BMI2__
    return std::countr_zero(_pdep_u64(std::uint64_t{1} << k, word));
#else
    while (k-- > 0) word &= word - 1;
    return std::countr_zero(word);
#endif
}

template <int Words>
class BitSet {
  public:
    static constexpr int capacity = Words * 64;

    void insert(int i) { words_[i >> 6] |= bit(i); }
    void erase(int i) { words_[i >> 6] &= ~bit(i); }
    bool contains(int i) const { return (words_[i >> 6] >> (i & 63)) & 1; }

    int size() const {
        int n = 0;
        for (auto w : words_) n += std::popcount(w);
        return n;
    }
    bool empty() const {
        for (auto w : words_)
            if (w) return false;
        return true;
    }

    /// The k-th smallest member, 0 <= k < size().
    int select(int k) const {
        for (int w = 0;; ++w) {
            const int here = std::popcount(words_[w]);
            if (k < here) return w * 64 + select_bit(words_[w], k);
            k -= here;
        }
    }

    template <class F>
    void for_each(F&& visit) const {
        for (int w = 0; w < Words; ++w)
            for (std::uint64_t left = words_[w]; left; left &= left - 1)
                visit(w * 64 + std::countr_zero(left));
    }

    static BitSet first_n(int n) {
        BitSet s;
        for (int i = 0; i < n; ++i) s.insert(i);
        return s;
    }

    std::uint64_t word(int w) const { return words_[w]; }
    bool operator==(const BitSet&) const = default;

  private:
    static std::uint64_t bit(int i) { return std::uint64_t{1} << (i & 63); }

    std::array<std::uint64_t, Words> words_{};
};

} // namespace tesuji
