// Random continuations of a game in which threatened chains are captured and saved: what a move
// leads to.
#pragma once

#include "tactics.hpp"

#include <algorithm>

namespace tesuji::evolution {

/// The direct answer to the move `last`: capture its stones if possible, or extend own stones that
/// it put in atari; no_move where neither applies.
template <int Words>
Move reflex(const BitGo<Words>& board, Move last) {
    if (last < 0 || last >= board.pass()) return no_move;
    const int own = board.to_move();
    const auto attackers = board.chain(last, 1 - own);
    const auto room = board.liberties(attackers);
    if (room.size() == 1 && board.can_play(room.lowest())) return room.lowest();
    Move answer = no_move;
    int most = 0;
    const auto near = board.shape().around(PointSet<Words>::of(last));
    for_each_chain(board, near, own, [&](const Chain<Words>& chain) {
        if (chain.num_liberties != 1 || chain.size <= most) return;
        const int at = chain.liberties.lowest();
        if (!board.can_play(at)) return;
        BitGo<Words> after = board;
        after.play(at);
        if (after.liberties(after.chain(at, own)).size() < 2) return;
        answer = at;
        most = chain.size;
    });
    return answer;
}

/// Any legal move that fills no own eye; a pass when there is none.
template <int Words>
Move any_sensible_move(const BitGo<Words>& board, Rng& rng) {
    for (auto left = board.empty(); left.any();) {
        const int at = left.select(rng.below(left.size()));
        if (board.can_play(at) && !is_eye(board, at, board.to_move())) return at;
        left &= ~PointSet<Words>::of(at);
    }
    return board.pass();
}

/// Black's lead after both play on from here: direct answers to `last`, else random moves.
template <int Words>
int lead_after_chance(BitGo<Words> board, Move last, Rng& rng) {
    int passes = 0;
    for (int ply = 0; passes < 2 && ply < 3 * board.shape().num_points; ++ply) {
        const Move wanted = reflex(board, last);
        last = wanted == no_move ? any_sensible_move(board, rng) : wanted;
        passes = last == board.pass() ? passes + 1 : 0;
        board.play(last);
    }
    return board.area_lead();
}

} // namespace tesuji::evolution
