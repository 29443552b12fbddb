// Forcing moves of Gomoku: fours, which must be answered at once, and threes, which threaten a
// straight four.
#pragma once

#include "forcing.hpp"
#include "games/bitset.hpp"
#include "gomoku_lines.hpp"

namespace tesuji {

template <>
struct Forcing<GomokuPosition> {
    static constexpr bool available = true;
    using State = GomokuLines;
    using Variant = GomokuRules::Variant;

    static void advance(const State& from, const GomokuPosition& before, Move m,
                        const GomokuPosition&, State& to) {
        to = from;
        if (m < before.rules().num_points()) to.place(m, index(before.colour_to_place()));
    }

    static Move winning_move(const GomokuPosition& p, const State& lines) {
        if (p.phase() != GomokuPhase::play) return no_move;
        return lines.winning_point(index(p.colour_to_place()));
    }

    static void attacks(const GomokuPosition& p, const State& lines, bool threes, MoveList& moves) {
        if (p.phase() != GomokuPhase::play) return;
        const int own = index(p.colour_to_place());
        if (const Move win = lines.winning_point(own); win != no_move) return moves.push(win);

        // Under attack by a four, a move that does not stop it is no attack.
        BitSet<8> allowed;
        const Move urgent = lines.winning_point(1 - own);
        if (urgent != no_move) {
            MoveList saving;
            defences(p, lines, false, saving);
            for (const Move m : saving) allowed.insert(m);
        }
        BitSet<8> seen;
        const auto is_new = [&](int point) {
            if (seen.contains(point) || (urgent != no_move && !allowed.contains(point)))
                return false;
            seen.insert(point);
            return p.is_legal(point);
        };
        lines.for_each_four(own, [&](int point) {
            if (is_new(point) && makes_four(lines, point, own)) moves.push(point);
        });
        if (!threes || !threes_are_rigorous(lines.rules(), own) || urgent != no_move) return;
        BitSet<8> fours = seen;
        lines.for_each_three(own, [&](int point, const State::Three& three) {
            if (fours.contains(point) || !makes_three(lines, point, three, own)) return;
            if (is_new(point)) moves.push(point);
        });
    }

    static Refutation defences(const GomokuPosition& p, const State& lines, bool threes,
                               MoveList& moves) {
        if (p.phase() != GomokuPhase::play) return {};
        const int own = index(p.colour_to_place());
        const int enemy = 1 - own;
        const Move win = lines.winning_point(own);

        // Against a four: win, or fill the point where the five would be completed. If there is
        // a second such point, filling the first is in vain, but the search will see that.
        if (const Move fifth = lines.winning_point(enemy); fifth != no_move) {
            if (win != no_move) moves.push(win);
            if (p.is_legal(fifth)) push_new(moves, fifth);
            if (lines.rules().variant == Variant::caro) add_enclosures(lines, fifth, enemy, moves);
            return {fifth, {no_move, no_move}};
        }
        if (!threes || !threes_are_rigorous(lines.rules(), enemy)) return {};

        // Against a three: win, take one of the points of the straight four, or make a four.
        // After any other move the attacker makes the straight four; the defender, who had no
        // four before, cannot win at once, nor fill both ends.
        Refutation refutation;
        lines.for_each_standing_three(enemy, [&](int point, const State::Three& three) {
            if (!refutation.exists() && is_real(lines, three, enemy))
                refutation = {point, three.ends};
        });
        if (!refutation.exists()) return {};
        if (win != no_move) moves.push(win);
        for (const Move m : {refutation.answer, refutation.ends[0], refutation.ends[1]})
            if (p.is_legal(m)) push_new(moves, m);
        lines.for_each_four(own, [&](int point) {
            if (p.is_legal(point)) push_new(moves, point);
        });
        return refutation;
    }

  private:
    /// The argument about threes needs that a defender's stone elsewhere changes neither what
    /// the attacker may play nor what his rows are worth: not so for Black in renju, nor in caro.
    static bool threes_are_rigorous(const GomokuRules& rules, int attacker) {
        return rules.variant != Variant::caro &&
               !(rules.variant == Variant::renju && attacker == 0);
    }

    static bool makes_four(const State& lines, int point, int colour) {
        if (lines.rules().variant == Variant::freestyle) return true;
        State after = lines;
        after.place(point, colour);
        return after.winning_point(colour) != no_move;
    }

    static bool makes_three(const State& lines, int point, const State::Three& three, int colour) {
        if (lines.rules().variant == Variant::freestyle) return true;
        State after = lines;
        after.place(point, colour);
        return is_real(after, three, colour);
    }

    /// Whether the four that extends a three could be completed at both of its ends.
    static bool is_real(const State& lines, const State::Three& three, int colour) {
        if (lines.rules().variant == Variant::freestyle) return true;
        State after = lines;
        after.place(three.extend, colour);
        return after.wins_at(three.ends[0], colour) && after.wins_at(three.ends[1], colour);
    }

    /// In caro a five that an opponent's stone already bounds at one end is also stopped by a
    /// stone at the other end.
    static void add_enclosures(const State& lines, int fifth, int attacker, MoveList& moves) {
        const PointLines& at = lines.map().at(fifth);
        for (int d = 0; d < num_line_directions; ++d) {
            const std::uint32_t row = lines.own(attacker, d, at.line[d]) | 1U << at.bit(d);
            const std::uint32_t empty = lines.empty(d, at.line[d]);
            int low = at.bit(d);
            while (low > 0 && (row >> (low - 1)) & 1) --low;
            const int high = low + std::countr_one(row >> low); // just above the row
            if (high - low < 5) continue;
            if (low > 0 && (empty >> (low - 1)) & 1)
                push_new(moves, lines.map().point(d, at.line[d], low - 1));
            if ((empty >> high) & 1) push_new(moves, lines.map().point(d, at.line[d], high));
        }
    }
};

} // namespace tesuji
