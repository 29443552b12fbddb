// The end of a descent through the tree, and the evaluator that judges the position there.
#pragma once

#include "games/contract.hpp"
#include "mcts_tree.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace tesuji {

namespace mcts {

/// One node on the way from the root to a leaf.
struct Step {
    Node* node;
    AtomicLure* lure;   ///< null for the root
    float prior;        ///< share of the move that led here, with an evaluator
    float sign;         ///< of the player who chose it: see sign_of
    bool early = false; ///< the visit was counted on the way down, as a virtual loss
};

} // namespace mcts

/// Judges positions for a search: gives a logit for every move and a value.
template <GamePosition P>
class LeafEvaluator {
  public:
    virtual ~LeafEvaluator() = default;

    /// For each of n positions, none of which is over: writes the logit of every move of the game
    /// into `logits` [n][num_moves], row by row (those of illegal moves are ignored), and the value
    /// for the player to move, from -1 to 1, into `values` [n]. Where the search carries leads,
    /// also the points by which the player to move leads into `leads` [n], which is empty
    /// elsewhere. Searches with several threads call it from all of them. An exception from it ends
    /// the search and reaches the search's caller.
    virtual void evaluate(std::span<const P* const> positions, std::span<float> logits,
                          std::span<float> values, std::span<float> leads) = 0;
};

/// A simulation that has come down to a position outside the tree. Make it once with Mcts::new_leaf
/// and reuse it.
template <GamePosition P>
struct Leaf {
    explicit Leaf(const P& p) : position(p) {}

    P position;
    std::vector<mcts::Step> path; ///< from the root to the leaf; empty while not in use
    int gumbel_choice = -1;       ///< the move that Gumbel's plan counted for it
    bool waiting = false;         ///< its node is marked as pending for it
    std::int64_t new_nodes = 0;   ///< added to the tree and not counted there yet
};

/// The result of an attempt to gather a leaf.
enum class Gathered {
    leaf,     ///< the leaf waits for its evaluation: finish() it or cancel() it
    finished, ///< the simulation came to a certain result and needs no evaluation
    busy,     ///< the simulation ran into a leaf that is already being evaluated: do that first
};

} // namespace tesuji
