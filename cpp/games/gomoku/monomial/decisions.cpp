#include "decisions.hpp"

#include "search/forcing.hpp"

namespace tesuji::monomial {

template <class Board>
void Decisions<Board>::candidates(int colour, int width, MoveList& moves) const {
    const int opponent = 1 - colour;

    // 1. Win, or keep the opponent from winning.
    if (const Move win = fifth(colour); win != no_move) return moves.push(win);
    if (board_.has_four(opponent)) {
        for_each_fifth(opponent, [&](int point) {
            push_legal(point, colour, moves);
            return false;
        });
        if (!moves.empty()) return;
    }
    // 2. A straight four wins with the move after.
    if (const auto threat = this->threat(colour)) return moves.push(threat->fill);

    // 3. Against a straight four: prevent it, or gain time by fours.
    if (const auto threat = this->threat(opponent)) {
        push_legal(threat->fill, colour, moves);
        for (const Move end : threat->ends) push_legal(end, colour, moves);
        for_each_four(colour, [&](int point, int, int, int) { push_legal(point, colour, moves); });
        if (!moves.empty()) return;
    }
    // 4. Combos: version one plays its own without a search, version two also considers other
    //    moves.
    combos(colour).for_each([&](int point) { push_legal(point, colour, moves); });
    if (Board::has_points && !moves.empty()) return;
    combos(opponent).for_each([&](int point) { push_legal(point, colour, moves); });

    // 5. The most valuable points.
    push_most_valuable(colour, width, moves);
}

template <class Board>
void Decisions<Board>::push_legal(Move m, int colour, MoveList& moves) const {
    if (board_.is_free(m) && board_.is_legal(m, colour)) push_new(moves, m);
}

template <class Board>
void Decisions<Board>::push_most_valuable(int colour, int width, MoveList& moves) const {
    struct Ranked {
        int worth;
        int off_centre; ///< breaks ties, which are many on an empty board
        Move point;
    };
    std::array<Ranked, max_gomoku_points> points;
    int count = 0;
    const int size = board_.map().size();
    board_.free().for_each([&](int point) {
        const int down = 2 * (point / size) + 1 - size;
        const int right = 2 * (point % size) + 1 - size;
        points[count++] = {board_.worth(point), down * down + right * right, point};
    });
    std::sort(points.begin(), points.begin() + count, [](const Ranked& a, const Ranked& b) {
        if (a.worth != b.worth) return a.worth > b.worth;
        if (a.off_centre != b.off_centre) return a.off_centre < b.off_centre;
        return a.point < b.point;
    });
    for (int i = 0; i < count && moves.size() < width; ++i)
        push_legal(points[i].point, colour, moves);
}

template <class Board>
Move Decisions<Board>::rollout_move(int colour, Rng& rng) const {
    const int opponent = 1 - colour;
    if (const Move win = fifth(colour); win != no_move) return win;
    if (const Move needed = fifth(opponent); needed != no_move && board_.is_legal(needed, colour))
        return needed;
    if (const auto threat = this->threat(colour)) return threat->fill;
    if (const auto threat = this->threat(opponent)) {
        const int choice = rng.below(4); // the middle of it twice as often as either end
        const Move defence = choice < 2 ? threat->fill : threat->ends[choice - 2];
        if (board_.is_legal(defence, colour)) return defence;
    }
    if (board_.num_free() == 0) return no_move;
    Move best = no_move;
    int most = -1;
    for (int i = 0; i < draws; ++i) {
        const int point = board_.free().select(rng.below(board_.num_free()));
        if (board_.worth(point) <= most || !board_.is_legal(point, colour)) continue;
        most = board_.worth(point);
        best = point;
    }
    if (best != no_move) return best;
    MoveList any;
    push_most_valuable(colour, 1, any);
    return any.empty() ? no_move : any[0];
}

template class Decisions<MonomialBoard<1>>;
template class Decisions<MonomialBoard<2>>;

} // namespace tesuji::monomial
