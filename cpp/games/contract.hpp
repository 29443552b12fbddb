// What a type must offer to be a game: search, self-play and the Python classes accept any type
// that satisfies these two concepts. A game adds more by specialising templates, each of which has
// a working default: HistoryModel (search/history_dependence.hpp), GameKnowledge
// (search/alphabeta_knowledge.hpp), Forcing (search/forcing.hpp), tuned_options
// (search/mcts_tuned.hpp), make_exact_judge (search/exact_leaves.hpp), prove
// (search/proof_search.hpp), Ownership (search/self_play_samples.hpp). The specialisations are in
// the folder of the game, and its game.hpp includes them.
#pragma once

#include "basics.hpp"

#include <concepts>
#include <cstdint>

namespace tesuji {

/// Size and rule options of one game: immutable, comparable, without state.
template <class R>
concept GameRules = std::equality_comparable<R> && requires(const R r, int s, Move m, int cell) {
    { r.num_moves() } -> std::same_as<int>;

    // Network input. Every move that belongs to a place names its cell, so that a policy can be
    // a plane; cell_of is -1 for a move that has none (a pass).
    { r.plane_shape() } -> std::same_as<PlaneShape>;
    { r.cell_of(m) } -> std::same_as<int>;

    // Symmetries: 0 is the identity. Planes of a symmetric position are the same planes with
    // their cells permuted by cell_under, in every channel alike.
    { r.num_symmetries() } -> std::same_as<int>;
    { r.move_under(s, m) } -> std::same_as<Move>;
    { r.cell_under(s, cell) } -> std::same_as<int>;
};

/// One position, with the history that its rules need: a value, cheap to copy.
template <class P>
concept GamePosition =
    GameRules<typename P::Rules> && std::copyable<P> &&
    requires(const P p, P q, Move m, int s, MoveList& moves, Rng& rng, float* planes) {
        { p.rules() } -> std::same_as<const typename P::Rules&>;
        /// Who moves now: read it, never assume that players alternate.
        { p.to_move() } -> std::same_as<Player>;
        { p.is_over() } -> std::same_as<bool>;
        /// Precondition: is_over().
        { p.outcome() } -> std::same_as<Outcome>;

        /// Appends all legal moves in increasing order; none when the game is over.
        { p.legal_moves(moves) } -> std::same_as<void>;
        { p.is_legal(m) } -> std::same_as<bool>;
        /// Why `m` is not legal, as a phrase for people; nullptr when it is legal.
        { p.why_illegal(m) } -> std::same_as<const char*>;
        /// Uniform over the legal moves, without listing them; no_move when there is none.
        { p.random_move(rng) } -> std::same_as<Move>;
        /// Precondition: is_legal(m).
        { q.play(m) } -> std::same_as<void>;

        /// Equal for equal boards with the same player to move (history is not part of it).
        { p.hash() } -> std::same_as<std::uint64_t>;
        { p.transformed(s) } -> std::same_as<P>;
        /// Writes the planes [channels][height][width] as seen by the player to move.
        { p.encode(planes) } -> std::same_as<void>;
        /// Moves since the start of the game or since the set-up, oldest first.
        { p.num_played() } -> std::same_as<int>;
    };

/// Plays uniformly random moves until the game ends or `max_plies` have been played.
template <GamePosition P>
int play_randomly(P& position, Rng& rng, int max_plies) {
    for (int ply = 0; ply < max_plies; ++ply) {
        const Move m = position.random_move(rng);
        if (m == no_move) return ply;
        position.play(m);
    }
    return max_plies;
}

} // namespace tesuji
