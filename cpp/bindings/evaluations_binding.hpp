// What an evaluator returns, as Python gives it.
#pragma once

#include "games/basics.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <string>

namespace tesuji::bindings {

namespace nb = nanobind;

/// Logits [n][num_moves] and values [n] for the players to move, still owned by Python.
struct Evaluations {
    nb::ndarray<const float, nb::ndim<2>, nb::c_contig, nb::device::cpu> logits;
    nb::ndarray<const float, nb::ndim<1>, nb::c_contig, nb::device::cpu> values;
};

/// Throws BadSetup unless they have the right shapes. With the GIL.
inline Evaluations checked_evaluations(nb::handle logits, nb::handle values, std::size_t rows,
                                       std::size_t num_moves) {
    Evaluations given;
    if (!nb::try_cast(logits, given.logits) || given.logits.shape(0) != rows ||
        given.logits.shape(1) != num_moves)
        throw BadSetup("an evaluator must return logits as float32 [" + std::to_string(rows) +
                       ", " + std::to_string(num_moves) + "]");
    if (!nb::try_cast(values, given.values) || given.values.shape(0) != rows)
        throw BadSetup("an evaluator must return values as float32 [" + std::to_string(rows) + "]");
    return given;
}

} // namespace tesuji::bindings
