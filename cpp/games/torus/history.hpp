// What decides the rest of a game of Torus: the board, and the boards that superko forbids.
#pragma once

#include "search/history_dependence.hpp"
#include "torus.hpp"

namespace tesuji {

template <>
struct HistoryModel<TorusPosition> : TrustedHash {
    static constexpr bool possible = true;
    static HistoryKind kind(const TorusPosition&) { return HistoryKind::boards; }
    /// The same for equal boards, whoever is to move.
    static std::uint64_t board_id(const TorusPosition& p, std::uint64_t, Move) {
        return p.hash() ^ (p.to_move() == Player::second ? second_to_move_key : 0);
    }
    static int stones_after(const TorusPosition& before, Move m, const TorusPosition&, int stones) {
        return stones + 1 - static_cast<int>(before.captures_of(m).size());
    }
    static bool banned(const TorusPosition& p, Move m) {
        return p.fault_of(m) == TorusPosition::Fault::superko;
    }
};

} // namespace tesuji
