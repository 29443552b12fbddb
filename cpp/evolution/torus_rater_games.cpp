#include "torus_rater_games.hpp"

#include "games/bitset.hpp"
#include "games/torus/forcing.hpp"

#include <algorithm>
#include <array>

namespace tesuji {

namespace {

/// With one stone on the board: one move of each set of equivalent ones.
void representative_moves(const TorusPosition& p, MoveList& moves) {
    const int n = p.rules().size;
    const auto board = p.board();
    const int stone = static_cast<int>(
        std::find_if(board.begin(), board.end(), [](int s) { return s >= 0; }) - board.begin());
    MoveList legal;
    p.legal_moves(legal);
    for (const Move m : legal) {
        const int down = (m / n - stone / n + n) % n;
        const int right = (m % n - stone % n + n) % n;
        if (down <= right && 2 * right <= n) moves.push(m);
    }
}

/// The moves after which the opponent does not win at once.
void add_lasting_moves(const TorusPosition& p, MoveList& moves) {
    using Threats = Forcing<TorusPosition>;
    const TorusBoard board(p);
    MoveList candidates;
    if (!Threats::defences(p, board, false, candidates).exists()) p.legal_moves(candidates);
    BitSet<6> lasting; // in increasing order, as legal moves are
    for (const Move m : candidates) {
        TorusPosition next = p;
        next.play(m);
        if (Threats::winning_move(next, TorusBoard(next)) == no_move) lasting.insert(m);
    }
    lasting.for_each([&](int m) { moves.push(m); });
}

/// Plays out a win that has been found, so that a record of the game shows it.
void play_to_the_end(TorusPosition& p, const std::vector<Move>& line) {
    for (const Move m : line) p.play(m);
}

} // namespace

void moves_to_consider(const TorusPosition& p, bool filter, MoveList& moves) {
    const int n = p.rules().size;
    const TorusBoard board(p);
    const int stones = board.count(0) + board.count(1);
    if (stones == 0) return moves.push((n - 1) * n); // A1
    if (stones == 1) return representative_moves(p, moves);
    if (filter) {
        TorusWinSearch().winning_moves(p, 3, moves);
        if (!moves.empty()) return;
        add_lasting_moves(p, moves);
        if (!moves.empty()) return;
    }
    p.legal_moves(moves);
}

Move choose_move(const TorusRater& rater, const TorusPosition& p, bool filter) {
    MoveList moves;
    moves_to_consider(p, filter, moves);
    if (moves.size() == 1) return moves[0];
    std::array<float, max_moves> scores;
    const auto count = static_cast<std::size_t>(moves.size());
    rater.rate(p, {moves.begin(), count}, {scores.data(), count});
    return moves[static_cast<int>(std::max_element(scores.begin(), scores.begin() + moves.size()) -
                                  scores.begin())];
}

Move choose_capture(const TorusPosition& p, Rng& rng) {
    const TorusBoard board(p);
    const int mover = index(p.to_move());
    MoveList legal;
    p.legal_moves(legal);
    MoveList best;
    int most = -1;
    for (const Move m : legal) {
        if (board.wins(m, mover)) return m;
        const int captures = static_cast<int>(p.captures_of(m).size());
        if (captures > most) {
            most = captures;
            best.clear();
        }
        if (captures == most) best.push(m);
    }
    return best[rng.below(best.size())];
}

RaterGame play_rater_game(const TorusRules& rules, const RaterSeat& black, const RaterSeat& white,
                          const RaterGameOptions& options) {
    const std::array<const RaterSeat*, 2> seats{&black, &white};
    std::array<Rng, 2> dice{Rng(black.seed), Rng(white.seed)};
    TorusPosition p(rules);
    TorusWinSearch search;
    RaterGame game;
    for (int ply = 0; ply < options.max_plies && !p.is_over(); ++ply) {
        if (options.win_turns > 0 && search.winning_move(p, options.win_turns) != no_move) {
            game.winner = index(p.to_move());
            Budget budget;
            budget.depth = options.win_turns;
            SearchControl control(budget);
            play_to_the_end(p, search.search(p, true, control).line);
            game.decided_early = true;
            break;
        }
        const int mover = index(p.to_move());
        const TorusRater* rater = seats[mover]->rater;
        p.play(rater ? choose_move(*rater, p, options.filter) : choose_capture(p, dice[mover]));
    }
    for (const Move m : p.moves()) game.moves.push_back(m);
    if (p.is_over()) {
        game.winner = p.outcome().winner;
    } else if (game.winner < 0) {
        const TorusBoard board(p);
        game.winner = board.count(0) > board.count(1) ? 0 : 1;
    }
    return game;
}

} // namespace tesuji
