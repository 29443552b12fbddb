#pragma once

#include <nanobind/nanobind.h>

namespace tesuji::bindings {

void bind_torus(nanobind::module_& m);
void bind_dots_and_boxes(nanobind::module_& m);
void bind_go(nanobind::module_& m);
void bind_gomoku(nanobind::module_& m);

} // namespace tesuji::bindings
