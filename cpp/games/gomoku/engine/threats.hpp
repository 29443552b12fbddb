// The moves that threaten, and the moves that answer a threat.
#pragma once

#include "board.hpp"

namespace tesuji::five {

/// How the attacker answers every reply that a list of defences leaves out: he plays `answer`.
/// It either wins at once, or, where `ends` are given, threatens to win at both of them.
struct Punishment {
    Square answer = no_square;
    std::array<Square, 2> ends{no_square, no_square};

    bool exists() const { return answer != no_square; }
    bool wins_at_once() const { return exists() && ends[0] == no_square; }
};

/// Whether a threat of two fives wins against anything but a five or a four of the opponent. In
/// caro it need not: a stone at the far end of a row may make it worthless.
inline bool double_fours_win(const Board& board) {
    return board.variant() != GomokuRules::Variant::caro;
}

/// The threat that a stone of `colour` really makes at the empty square `s`: `quiet` where renju
/// forbids it, and in the other cases that its shapes leave open what they make.
Threat real_threat(const Board& board, int colour, Square s);

/// Plies that the mover needs to win in a way that needs no search; 0 if he has none. A five takes
/// one, two fours at once take three. A four with an open three, or two open threes, take five
/// unless the opponent has a four at hand: he can stop one threat only, and the other becomes an
/// open four. (Renju may forbid Black that last four, so his are left to the search.)
int plies_of_quick_win(const Board& board);
/// The move that begins such a win; no_square if there is none.
Square move_of_quick_win(const Board& board);

/// The points where `colour` completes a five.
void five_points(const Board& board, int colour, SquareList& points);

/// The points where `colour` may play and makes a four (or five).
void four_points(const Board& board, int colour, SquareList& points);
/// The points where it may play and makes an open three but no four.
void three_points(const Board& board, int colour, SquareList& points);

/// The replies of the mover when the opponent threatens to complete a five; the mover himself
/// cannot. Few, and each of them leaves no five. If there are none the game is lost.
void replies_to_five(const Board& board, SquareList& replies);

/// The replies of the mover when the opponent threatens to make two fours at once and neither
/// side threatens a five: those that stop all such points, and the mover's own fours. After any
/// other reply the punishment that is returned wins. Not for caro.
Punishment replies_to_double_four(const Board& board, SquareList& replies);

} // namespace tesuji::five
