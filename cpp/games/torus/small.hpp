// Who wins Torus from the empty board, on boards small enough to be solved.
//
// Positions that are the same up to a symmetry of the torus share one entry of the table: 8 n^2
// of them. That is sound under superko because the search starts at the empty board, which every
// symmetry leaves as it is and before which there was no other: all boards that can forbid a move
// lie on the path, and the masks that compare paths (search/history_dependence.hpp) are made of
// names that no symmetry changes.
#pragma once

#include "search/proof_search_report.hpp"
#include "search/report.hpp"
#include "torus.hpp"

namespace tesuji {

/// The largest board whose stones of one colour fit into one word.
constexpr int largest_small_torus = 8;

/// Whether `attacker` wins from the empty board; without a tree. Throws BadSetup for boards that
/// are too large.
ProofReport prove_torus_start(int size, Player attacker, SearchControl& control);

} // namespace tesuji
