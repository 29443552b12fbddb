#include "worker.hpp"

#include "weights.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace tesuji::five {

namespace {

/// Limits of the search for fours at a leaf.
constexpr int leaf_fours = 8;
constexpr std::int64_t leaf_nodes = 30;
constexpr int check_interval = 256; ///< nodes between two looks at the clock
constexpr int history_limit = 8192;

/// Plies by which the move number `i` is searched less deeply first.
int reduction_of(int depth, int i) {
    static const auto table = [] {
        std::array<std::array<std::uint8_t, 64>, 64> t{};
        for (int d = 1; d < 64; ++d)
            for (int n = 1; n < 64; ++n)
                t[d][n] = static_cast<std::uint8_t>(1 + std::log(d) * std::log(n));
        return t;
    }();
    return table[std::min(depth, 63)][std::min(i, 63)];
}

/// Moves that are looked at in a position of little depth.
int most_moves(int depth) {
    return 3 + 2 * depth + depth * depth;
}

} // namespace

Worker::Worker(const Board& root, TranspositionTable& table, Clock& clock)
    : board_(root), table_(table), clock_(clock), histories_(std::make_unique<Histories>()) {}

int Worker::search_root_move(Square s, int depth, int alpha, int beta, bool principal) {
    frames_[0].move = s;
    board_.place(s);
    const int value = -search(depth - 1, -beta, -alpha, 1, principal);
    board_.take_back();
    return value;
}

/// Whether a stone at `s` threatens nothing, and stops no threat.
bool Worker::is_calm(Square s) const {
    const int own = board_.to_move();
    return board_.threat(own, s) < three && board_.threat(1 - own, s) < three;
}

void Worker::root_moves(SquareList& moves) {
    const int own = board_.to_move();
    Situation situation = Situation::free;
    if (board_.has_five(own)) {
        moves.push(board_.find(own, five_point));
        return;
    }
    if (board_.has_five(1 - own))
        situation = Situation::must_stop_five;
    else if (board_.count(1 - own, four_double) > 0 && double_fours_win(board_) &&
             board_.count(own, four_double) == 0)
        situation = Situation::must_stop_fours;
    std::array<Candidate, max_gomoku_points> list;
    const int count = candidates(situation, 0, no_square, list.data());
    std::stable_sort(list.begin(), list.begin() + count,
                     [](const Candidate& a, const Candidate& b) { return a.order > b.order; });
    for (int i = 0; i < count; ++i)
        if (board_.is_allowed(own, list[i].square)) moves.push(list[i].square);
    if (!moves.empty() || situation == Situation::free) return;
    // Every move loses, but the opponent still has to find the win.
    board_.for_each_four(1 - own, [&](Square s) {
        const bool urgent = board_.threat(1 - own, s) >=
                            (situation == Situation::must_stop_five ? five_point : four_double);
        if (urgent && board_.is_allowed(own, s)) moves.push(s);
    });
}

bool Worker::out_of_time() {
    const std::int64_t more = 1 + vcf_.nodes() - vcf_nodes_seen_;
    vcf_nodes_seen_ = vcf_.nodes();
    const std::int64_t n = nodes_.load(std::memory_order_relaxed) + more;
    nodes_.store(n, std::memory_order_relaxed);
    if (node_limit_ > 0 && n >= node_limit_) stopped_ = true;
    until_check_ -= static_cast<int>(more);
    if (until_check_ <= 0) {
        until_check_ = check_interval;
        if (clock_.time_to_stop()) stopped_ = true;
    }
    return stopped_;
}

int Worker::evaluate() const {
    return std::clamp(board_.evaluate() + tempo_weight, -highest_estimate, highest_estimate);
}

int Worker::search(int depth, int alpha, int beta, int ply, bool principal) {
    if (principal) lines_[ply].clear();

    // Step 1. Time, and the end of the game.
    if (out_of_time()) return 0;
    if (board_.num_empty() == 0) return 0;

    // Step 2. No win can be quicker than with the next move.
    alpha = std::max(alpha, ply + 2 - win_value);
    beta = std::min(beta, win_value - ply - 1);
    if (alpha >= beta) return alpha;

    // Step 3. What needs no search: a quick win, or two fives of the opponent.
    const int enemy = 1 - board_.to_move();
    if (const int plies = plies_of_quick_win(board_); plies > 0) {
        if (principal) set_line(ply, move_of_quick_win(board_), false);
        return win_value - ply - plies;
    }
    Situation situation = Situation::free;
    if (board_.has_five(enemy)) {
        situation = Situation::must_stop_five;
        if (board_.count(enemy, five_point) > 1 && double_fours_win(board_))
            return ply + 2 - win_value;
    } else if (board_.count(enemy, four_double) > 0 && double_fours_win(board_)) {
        situation = Situation::must_stop_fours;
    }
    if (ply >= max_ply) return evaluate();

    // Step 4. What the table knows about the position. A decided value holds at any depth.
    const std::uint64_t key = board_.hash();
    Square table_move = no_square;
    TableEntry entry;
    if (table_.find(key, entry)) {
        if (entry.move != no_move) table_move = board_.square(entry.move);
        const int value = from_table(entry.value, ply);
        const bool deep = entry.depth >= depth || std::abs(value) >= decided_value;
        const bool tells = entry.bound == Bound::exact ||
                           (entry.bound == Bound::lower && value >= beta) ||
                           (entry.bound == Bound::upper && value <= alpha);
        if (!principal && deep && tells) return value;
    }

    // Step 5. A leaf is judged as it stands, unless the mover can win by fours. Where the judgement
    // suffices for a cut-off the fours would change nothing, and they take most of the time.
    if (situation != Situation::must_stop_five) {
        if (depth <= 0 && !principal)
            if (const int estimate = evaluate(); estimate >= beta) return estimate;
        if (depth <= 0 || principal) {
            const int plies = vcf_.solve(board_, leaf_fours, leaf_nodes);
            if (plies > 0) {
                const int value = win_value - ply - plies;
                if (principal) {
                    const Square s = vcf_.winning_move(board_, leaf_fours);
                    if (s != no_square) set_line(ply, s, false);
                }
                TableEntry won;
                won.value = static_cast<std::int16_t>(to_table(value, ply));
                won.depth = 255;
                won.bound = Bound::lower;
                table_.store(key, won);
                return value;
            }
        }
        if (depth <= 0) return evaluate();
    }

    // Step 6. So far ahead or behind that a search would change nothing.
    frames_[ply].evaluation = evaluate();
    if (!principal && situation == Situation::free && std::abs(beta) < decided_value) {
        const int evaluation = frames_[ply].evaluation;
        if (depth <= 5 && evaluation - 45 * depth >= beta) return evaluation;
        if (depth <= 3 && evaluation + 100 * depth <= alpha &&
            vcf_.solve(board_, leaf_fours, leaf_nodes) == 0)
            return evaluation;
    }
    return search_moves(depth, alpha, beta, ply, principal, situation, table_move);
}

/// Step 7. The moves: the first with the full window, the others with a null window, and again with
/// the full window if they turn out better.
int Worker::search_moves(int depth, int alpha, int beta, int ply, bool principal,
                         Situation situation, Square table_move) {
    const int own = board_.to_move();
    std::array<Candidate, max_gomoku_points> list;
    const int count = candidates(situation, ply, table_move, list.data());
    const int old_alpha = alpha;
    int best = -infinite_value;
    Square best_move = no_square;
    int searched = 0;
    frames_[ply + 2].killers = {no_square, no_square};

    for (int i = 0; i < count; ++i) {
        int pick = i;
        for (int j = i + 1; j < count; ++j)
            if (list[j].order > list[pick].order) pick = j;
        std::swap(list[i], list[pick]);
        const Square s = list[i].square;
        if (!board_.is_allowed(own, s)) continue;
        const bool calm = is_calm(s);

        // Late quiet moves of a shallow search are not looked at.
        if (!principal && situation == Situation::free && calm && best > -decided_value &&
            searched >= most_moves(depth))
            continue;

        frames_[ply].move = s;
        // A reply that is forced costs no depth.
        const int next_depth =
            situation == Situation::must_stop_five ? std::max(depth, 0) : depth - 1;
        table_.prefetch(board_.hash_after(s));
        board_.place(s);
        int value;
        if (searched == 0) {
            value = -search(next_depth, -beta, -alpha, ply + 1, principal);
        } else {
            int reduction = 0;
            if (depth >= 2 && situation == Situation::free) {
                reduction = reduction_of(depth, searched);
                if (!calm) reduction /= 2;
                if (principal && reduction > 0) --reduction;
                reduction = std::clamp(reduction, 0, next_depth);
            }
            value = -search(next_depth - reduction, -alpha - 1, -alpha, ply + 1, false);
            if (reduction > 0 && value > alpha && !stopped_)
                value = -search(next_depth, -alpha - 1, -alpha, ply + 1, false);
            if (principal && value > alpha && value < beta && !stopped_)
                value = -search(next_depth, -beta, -alpha, ply + 1, true);
        }
        board_.take_back();
        if (stopped_) return 0;
        ++searched;

        if (value > best) {
            best = value;
            if (value > alpha) {
                alpha = value;
                best_move = s;
                if (principal) set_line(ply, s, value < beta);
            }
        }
        if (alpha >= beta) {
            if (situation != Situation::must_stop_five) reward(s, ply, depth, list.data(), i);
            break;
        }
    }
    // No move is allowed, or each of them loses at once.
    if (searched == 0) {
        if (situation == Situation::must_stop_five) return ply + 2 - win_value;
        if (situation == Situation::must_stop_fours) return ply + 4 - win_value;
        return 0;
    }

    TableEntry entry;
    entry.value = static_cast<std::int16_t>(to_table(best, ply));
    entry.move =
        static_cast<std::int16_t>(best_move == no_square ? no_move : board_.point(best_move));
    if (best_move == no_square && table_move != no_square)
        entry.move = static_cast<std::int16_t>(board_.point(table_move));
    entry.depth = static_cast<std::uint8_t>(std::clamp(depth, 0, 255));
    entry.bound = best >= beta ? Bound::lower : best <= old_alpha ? Bound::upper : Bound::exact;
    table_.store(board_.hash(), entry);
    return best;
}

/// Lists the moves of a situation, with the order in which to try them.
int Worker::candidates(Situation situation, int ply, Square table_move, Candidate* list) {
    int count = 0;
    const auto add = [&](Square s) {
        const int order = s == table_move ? 1 << 30 : order_of(s, ply);
        list[count++] = {order, static_cast<std::int16_t>(s)};
    };
    if (situation == Situation::free) {
        std::array<std::uint32_t, field_width> rows;
        board_.candidates(rows);
        for (int y = margin; y < margin + board_.size(); ++y)
            for (std::uint32_t left = rows[y]; left; left &= left - 1)
                add(y * field_width + std::countr_zero(left));
        return count;
    }
    SquareList replies;
    if (situation == Situation::must_stop_five)
        replies_to_five(board_, replies);
    else
        replies_to_double_four(board_, replies);
    for (const Square s : replies) add(s);
    return count;
}

int Worker::order_of(Square s, int ply) const {
    const int own = board_.to_move();
    int order = 4 * board_.info(own, s).attack + 3 * board_.info(1 - own, s).attack;
    order += histories_->alone[own][s] / 16;
    if (ply > 0) order += histories_->after[frames_[ply - 1].move][s] / 16;
    const auto& killers = frames_[ply].killers;
    if (s == killers[0] || s == killers[1]) order += 250;
    return order;
}

void Worker::reward(Square s, int ply, int depth, const Candidate* tried, int num_tried) {
    auto& killers = frames_[ply].killers;
    if (killers[0] != s) killers = {s, killers[0]};
    const int own = board_.to_move();
    const int bonus = std::min(64 * depth * depth + 64, 2048);
    const auto change = [&](std::int16_t& history, int amount) {
        history = static_cast<std::int16_t>(history + amount -
                                            history * std::abs(amount) / history_limit);
    };
    const auto learn = [&](Square square, int amount) {
        change(histories_->alone[own][square], amount);
        if (ply > 0) change(histories_->after[frames_[ply - 1].move][square], amount);
    };
    learn(s, bonus);
    for (int i = 0; i < num_tried; ++i) learn(tried[i].square, -bonus / 2);
}

void Worker::set_line(int ply, Square s, bool with_rest) {
    auto& line = lines_[ply];
    line.assign(1, static_cast<std::int16_t>(s));
    if (with_rest) line.insert(line.end(), lines_[ply + 1].begin(), lines_[ply + 1].end());
}

} // namespace tesuji::five
