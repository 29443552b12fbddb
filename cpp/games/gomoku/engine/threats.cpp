#include "threats.hpp"

#include <algorithm>

namespace tesuji::five {

namespace {

bool is_four(Shape shape) {
    return shape == four || shape == four_open;
}

/// The squares that stop a double four of `colour` at `s`, `s` itself included.
void stops_of(const Board& board, int colour, Square s, SquareList& stops) {
    constexpr int reach = 5;
    stops.push(s);
    const Code code = board.code(colour, s);
    for (int d = 0; d < num_line_directions; ++d) {
        if (!is_four(shape_in(code, d))) continue;
        for (int distance = -reach; distance <= reach; ++distance) {
            const Square other = s + distance * strides[d];
            if (distance == 0 || !board.is_empty(other)) continue;
            if (board.threat_when_blocked(colour, s, d, distance) < four_double) stops.push(other);
        }
    }
}

} // namespace

Threat real_threat(const Board& board, int colour, Square s) {
    const Threat threat = board.threat(colour, s);
    if (threat != maybe_foul) return threat;
    return board.is_forbidden(s) ? quiet : threat_of(board.code(colour, s), false);
}

int plies_of_quick_win(const Board& board) {
    const int own = board.to_move();
    const int enemy = 1 - own;
    if (board.has_five(own)) return 1;
    if (board.has_five(enemy) || !double_fours_win(board)) return 0;
    if (board.count(own, four_double) > 0) return 3;
    if (board.count(own, four_three) + board.count(own, three_double) == 0) return 0;
    if (board.variant() == GomokuRules::Variant::renju && own == 0) return 0;
    const int fours_of_enemy = board.count(enemy, four_simple) + board.count(enemy, four_three) +
                               board.count(enemy, four_double) + board.count(enemy, maybe_foul);
    return fours_of_enemy == 0 ? 5 : 0;
}

Square move_of_quick_win(const Board& board) {
    const int own = board.to_move();
    switch (plies_of_quick_win(board)) {
    case 1:
        return board.find(own, five_point);
    case 3:
        return board.find(own, four_double);
    case 5:
        return board.find(own, board.count(own, four_three) > 0 ? four_three : three_double);
    default:
        return no_square;
    }
}

void five_points(const Board& board, int colour, SquareList& points) {
    if (!board.has_five(colour)) return;
    board.for_each_four(colour, [&](Square s) {
        if (board.threat(colour, s) == five_point) points.push(s);
    });
}

void four_points(const Board& board, int colour, SquareList& points) {
    board.for_each_four(colour, [&](Square s) { points.push(s); });
    if (board.count(colour, maybe_foul) == 0) return;
    board.for_each_maybe_foul([&](Square s) {
        if (real_threat(board, colour, s) >= four_simple) points.push(s);
    });
}

void three_points(const Board& board, int colour, SquareList& points) {
    board.for_each_three(colour, [&](Square s) { points.push(s); });
    if (board.count(colour, maybe_foul) == 0) return;
    board.for_each_maybe_foul([&](Square s) {
        const Threat threat = real_threat(board, colour, s);
        if (threat >= three && threat < four_simple) points.push(s);
    });
}

void replies_to_five(const Board& board, SquareList& replies) {
    const int own = board.to_move();
    SquareList fives;
    five_points(board, 1 - own, fives);
    if (board.variant() != GomokuRules::Variant::caro) {
        // Each five lacks one point only, so two of them cannot be stopped.
        if (fives.size() == 1 && board.is_allowed(own, fives[0])) replies.push(fives[0]);
        return;
    }
    // In caro a five that is bounded at one end can be stopped at the other end, too.
    SquareList tries;
    for (const Square s : fives) {
        tries.push_new(s);
        for (int d = 0; d < num_line_directions; ++d) {
            if (shape_in(board.code(1 - own, s), d) != five_made) continue;
            for (const int sign : {-1, 1}) {
                Square end = s + sign * strides[d];
                while (board.cell(end) == 2 - own) end += sign * strides[d];
                if (board.is_empty(end)) tries.push_new(end);
            }
        }
    }
    Board copy = board;
    for (const Square s : tries) {
        copy.place(s);
        if (!copy.has_five(1 - own)) replies.push(s);
        copy.take_back();
    }
}

Punishment replies_to_double_four(const Board& board, SquareList& replies) {
    const int own = board.to_move();
    const int enemy = 1 - own;
    Punishment punishment;
    SquareList common;
    board.for_each_four(enemy, [&](Square s) {
        if (board.threat(enemy, s) != four_double) return;
        SquareList stops;
        stops_of(board, enemy, s, stops);
        if (!punishment.exists()) {
            punishment.answer = s;
            common = stops;
            return;
        }
        const auto last = std::remove_if(common.begin(), common.end(),
                                         [&](Square stop) { return !stops.contains(stop); });
        common.truncate(static_cast<int>(last - common.begin()));
    });
    for (const Square s : common)
        if (board.is_allowed(own, s)) replies.push(s);
    SquareList fours;
    four_points(board, own, fours);
    for (const Square s : fours) replies.push_new(s);
    return punishment;
}

} // namespace tesuji::five
