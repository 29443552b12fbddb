// The values of the shapes of a point, in hundredths of a logit.
#pragma once

#include "patterns.hpp"
#include "weights_data.hpp"

#include <algorithm>

namespace tesuji::five {

/// The worth of a code to its colour, if that colour is to move (`mover`) or the other one is.
inline std::int16_t weight_of(Code code, Threat threat, bool mover) {
    std::array<int, num_line_directions> shapes{};
    for (int d = 0; d < num_line_directions; ++d) shapes[d] = shape_in(code, d);
    std::ranges::sort(shapes);
    unsigned sorted = 0;
    for (int d = 0; d < num_line_directions; ++d)
        sorted |= static_cast<unsigned>(shapes[d]) << (4 * d);
    if (threat != maybe_foul) {
        const auto found = std::ranges::find(combined_weights, sorted, &CombinedWeight::code);
        if (found != combined_weights.end()) return mover ? found->for_mover : found->for_opponent;
    }
    const int table = mover ? 0 : 1;
    int sum = threat_weights[table][threat];
    for (const int shape : shapes) sum += shape_weights[table][shape];
    return static_cast<std::int16_t>(sum);
}

} // namespace tesuji::five
