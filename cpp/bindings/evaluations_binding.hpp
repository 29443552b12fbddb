// Conversion of what an evaluator written in Python returns.
#pragma once

#include "games/basics.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <string>

namespace tesuji::bindings {

namespace nb = nanobind;

using Row = nb::ndarray<const float, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// Logits [n][num_moves] and values [n] for the players to move, still owned by Python.
struct Evaluations {
    nb::ndarray<const float, nb::ndim<2>, nb::c_contig, nb::device::cpu> logits;
    Row values;
};

/// One number for each position, called `name` in messages. Throws BadSetup for anything else.
inline Row checked_row(nb::handle numbers, std::size_t rows, const char* name) {
    Row given;
    if (!nb::try_cast(numbers, given) || given.shape(0) != rows)
        throw BadSetup("an evaluator must return " + std::string(name) + " as float32 [" +
                       std::to_string(rows) + "]");
    return given;
}

/// Throws BadSetup unless they have the right shapes. With the GIL.
inline Evaluations checked_evaluations(nb::handle logits, nb::handle values, std::size_t rows,
                                       std::size_t num_moves) {
    Evaluations given;
    if (!nb::try_cast(logits, given.logits) || given.logits.shape(0) != rows ||
        given.logits.shape(1) != num_moves)
        throw BadSetup("an evaluator must return logits as float32 [" + std::to_string(rows) +
                       ", " + std::to_string(num_moves) + "]");
    given.values = checked_row(values, rows, "values");
    return given;
}

} // namespace tesuji::bindings
