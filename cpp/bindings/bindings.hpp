#pragma once

#include <nanobind/nanobind.h>

namespace tesuji::bindings {

void bind_torus(nanobind::module_& m);
void bind_dots_and_boxes(nanobind::module_& m);
void bind_go(nanobind::module_& m);
void bind_gomoku(nanobind::module_& m);
void bind_search_types(nanobind::module_& m);
void bind_mcts(nanobind::module_& m);
void bind_self_play(nanobind::module_& m);
void bind_alphabeta(nanobind::module_& m);
void bind_proof(nanobind::module_& m);
void bind_monomial(nanobind::module_& m);
void bind_dots_theory(nanobind::module_& m);
void bind_evolution(nanobind::module_& m);
void bind_gomoku_engine(nanobind::module_& m);
void bind_torus_raters(nanobind::module_& m);
void bind_go_local(nanobind::module_& m);
void bind_unlocked(nanobind::module_& m);

} // namespace tesuji::bindings
