#pragma once

#include <nanobind/nanobind.h>

namespace tesuji::bindings {

void bind_search_types(nanobind::module_& m);
void bind_mcts_options(nanobind::module_& m);
void bind_mcts(nanobind::module_& m);
void bind_self_play(nanobind::module_& m);
void bind_alphabeta(nanobind::module_& m);
void bind_proof_types(nanobind::module_& m);
void bind_proof(nanobind::module_& m);
void bind_evolution(nanobind::module_& m);
void bind_torus_raters(nanobind::module_& m);
void bind_go_local(nanobind::module_& m);
void bind_unlocked(nanobind::module_& m);

} // namespace tesuji::bindings
