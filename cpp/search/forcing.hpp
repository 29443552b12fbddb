// Forcing moves: the hook by which a game tells a search which moves leave the opponent no choice.
#pragma once

#include "games/contract.hpp"

#include <array>

namespace tesuji {

/// How the attacker answers every reply that a generator of defences has left out: he plays
/// `answer`. It either wins at once, or, where `ends` are given, threatens to win at both of
/// them, and one of the two remains whatever the defender does.
struct Refutation {
    Move answer = no_move;
    std::array<Move, 2> ends{no_move, no_move};

    bool exists() const { return answer != no_move; }
    bool wins_at_once() const { return exists() && ends[0] == no_move; }
};

/// Forcing moves of the game `P`. A specialisation has
///
///   available       true
///   State           what it remembers of a position; State(position) starts it
///   advance         State& to, from the State before the move
///   winning_move    a move by which the player to move wins at once, or no_move
///   attacks         appends moves of the player to move that win or threaten to win
///   defences        appends the replies of the player to move that are worth a look, given what
///                   the opponent threatens, and returns how all others are refuted; when
///                   nothing is threatened it appends nothing and returns no refutation
///
/// `defences` must be rigorous: after any legal reply that it leaves out the refutation wins,
/// unless the player to move could have won at once. Then his winning move is among the replies.
template <GamePosition P>
struct Forcing {
    static constexpr bool available = false;
    struct State {
        explicit State(const P&) {}
    };
    static void advance(const State&, const P&, Move, const P&, State&) {}
};

/// Appends `m` unless it is already there.
inline void push_new(MoveList& moves, Move m) {
    for (const Move known : moves)
        if (known == m) return;
    moves.push(m);
}

} // namespace tesuji
