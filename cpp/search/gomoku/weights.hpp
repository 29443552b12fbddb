// What the shapes of a point are worth, in hundredths of a logit.
#pragma once

#include "patterns.hpp"

namespace tesuji::five {

constexpr std::array<std::array<int, num_shapes>, 2> shape_weights{{
    {0, 0, 1, 2, 3, 7, 8, 9, 8, 16, 18, 16, 60, 100},
    {0, 0, 1, 2, 2, 5, 6, 6, 5, 10, 12, 10, 40, 100},
}};
constexpr std::array<std::array<int, num_threats>, 2> threat_weights{{
    {0, 0, 10, 50, 10, 70, 60, 0},
    {0, 0, 5, 20, 5, 30, 30, 0},
}};
/// Added for the player to move.
constexpr int tempo_weight = 20;

inline std::int16_t weight_of(Code code, Threat threat, bool mover) {
    const int table = mover ? 0 : 1;
    int sum = threat_weights[table][threat];
    for (int d = 0; d < num_line_directions; ++d) sum += shape_weights[table][shape_in(code, d)];
    return static_cast<std::int16_t>(sum);
}

} // namespace tesuji::five
