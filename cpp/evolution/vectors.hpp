// Eight floats at a time, in the vector types of GCC and Clang: AVX2 where there is AVX2, pairs of
// SSE registers elsewhere.
#pragma once

#include "networks.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tesuji::evolution {

using Floats = float __attribute__((vector_size(4 * lanes), may_alias));
using Ints = std::int32_t __attribute__((vector_size(4 * lanes)));

/// The floats of one vector, at an address that it can be loaded from.
struct alignas(4 * lanes) FloatBlock {
    float values[lanes];
};

/// A table of floats whose rows begin at addresses that vectors can be loaded from.
class FloatTable {
  public:
    FloatTable() = default;
    FloatTable(int rows, int columns) : width_(padded(columns) / lanes) {
        data_.resize(static_cast<std::size_t>(rows * width_) +
                     1); // even an empty row has an address
    }
    static constexpr int padded(int count) { return (count + lanes - 1) / lanes * lanes; }

    const Floats* row(int r) const { return reinterpret_cast<const Floats*>(&data_[first(r)]); }
    Floats* row(int r) { return reinterpret_cast<Floats*>(&data_[first(r)]); }
    float& at(int r, int c) { return (&data_[first(r)] + c / lanes)->values[c % lanes]; }
    int width() const { return width_; } ///< in vectors

  private:
    std::size_t first(int r) const { return static_cast<std::size_t>(r * width_); }

    int width_ = 0;
    std::vector<FloatBlock> data_ = std::vector<FloatBlock>(1);
};

/// x = 1 / (1 + e^-x) in every lane, to about 2e-7.
[[gnu::always_inline]] inline void sigmoid(Floats& x) {
    // e^-x = 2^k * e^r with a whole k and |r| <= ln 2 / 2.
    constexpr float log2_e = 1.44269504088896341F;
    constexpr float ln2_high = 0.693359375F;
    constexpr float ln2_low = -2.12194440e-4F;
    Floats y = -x;
    const Floats most = Floats{} + 80.0F;
    y = y > most ? most : y;
    y = y < -most ? -most : y;
    const Floats shifted = y * log2_e + 12582912.0F; // 1.5 * 2^23: rounds to a whole number
    const Floats k = shifted - 12582912.0F;
    const Floats r = (y - k * ln2_high) - k * ln2_low;
    Floats e = Floats{} + 1.9875691500e-4F;
    e = e * r + 1.3981999507e-3F;
    e = e * r + 8.3334519073e-3F;
    e = e * r + 4.1665795894e-2F;
    e = e * r + 1.6666665459e-1F;
    e = e * r + 5.0000001201e-1F;
    e = e * r * r + r + 1.0F;
    const Ints power = (__builtin_convertvector(k, Ints) + 127) << 23;
    e *= __builtin_bit_cast(Floats, power);
    x = 1.0F / (1.0F + e);
}

} // namespace tesuji::evolution
