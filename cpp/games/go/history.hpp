// What decides the rest of a game of Go: the board, and with superko the boards before it.
#pragma once

#include "go.hpp"
#include "search/history_dependence.hpp"

namespace tesuji {

template <>
struct HistoryModel<GoPosition> : TrustedHash {
    static constexpr bool possible = true;
    static HistoryKind kind(const GoPosition& p) {
        return p.rules().ko == GoRules::Ko::positional_superko ? HistoryKind::boards
                                                               : HistoryKind::none;
    }
    /// A pass leaves the board as it was; after a stone the hash holds the board, the mover and,
    /// when territory is counted, the prisoners.
    static std::uint64_t board_id(const GoPosition& p, std::uint64_t before, Move m) {
        if (m == p.rules().pass()) return before;
        std::uint64_t id = p.hash();
        if (p.to_move() == Player::second) id ^= second_to_move_key;
        if (p.rules().scoring == GoRules::Scoring::territory) {
            id = 0x9e3779b97f4a7c15ULL; // rare enough for the slow way
            for (const int stone : p.board())
                id = (id ^ (stone + 2)) * 0xff51afd7ed558ccdULL ^ (id >> 29);
        }
        return id;
    }
    static int stones_after(const GoPosition& before, Move m, const GoPosition& after, int stones) {
        if (m == before.rules().pass()) return stones;
        const auto taken = [](const GoPosition& p) { return p.prisoners()[0] + p.prisoners()[1]; };
        return stones + 1 - (taken(after) - taken(before));
    }
    static bool banned(const GoPosition& p, Move m) {
        return p.fault_of(m) == GoPosition::Fault::superko;
    }
};

} // namespace tesuji
