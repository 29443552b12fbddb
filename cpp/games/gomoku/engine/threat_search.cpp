#include "threat_search.hpp"

#include <algorithm>
#include <bit>

namespace tesuji::five {

namespace {

constexpr std::size_t cluster = 4;

bool has_allowed_square(const Board& board) {
    // Only renju can take all points from the mover, and only on a board that is nearly full.
    if (board.num_empty() == 0) return false;
    if (board.variant() != GomokuRules::Variant::renju || board.num_empty() > 40) return true;
    bool found = false;
    board.for_each_square([&](Square s) {
        found = found || (board.is_empty(s) && board.is_allowed(board.to_move(), s));
    });
    return found;
}

} // namespace

ThreatSearch::ThreatSearch(std::size_t bytes)
    : table_(std::bit_floor(std::max<std::size_t>(bytes / sizeof(Entry), 1024))) {}

ThreatSearch::Answer ThreatSearch::solve(Board& board, int attacker, SearchControl& control,
                                         Limits limits) {
    attacker_ = attacker;
    control_ = &control;
    std::int64_t most = limits.nodes > 0 ? limits.nodes : INT64_MAX;
    if (control.budget().nodes > 0) most = std::min(most, control.budget().nodes);
    node_limit_ = most == INT64_MAX ? 0 : nodes_ + most;
    deadline_ = limits.seconds;
    stopped_ = false;
    children_.clear();
    SquareList moves;
    root_ = look(board, moves);
    if (!root_.is_final()) root_ = explore(board, infinite, infinite);
    return root_.is_proven()      ? Answer::wins
           : root_.is_disproven() ? Answer::does_not
                                  : Answer::unknown;
}

Square ThreatSearch::winning_move(Board& board, int attacker, SearchControl& control) {
    attacker_ = attacker;
    for (int attempt = 0; attempt < 2; ++attempt) {
        SquareList moves;
        const Numbers here = look(board, moves);
        if (here.is_disproven()) return no_square;
        if (here.is_proven()) return move_of_quick_win(board);
        Square best = no_square;
        int fewest = 1 << 20;
        for (const Square s : moves) {
            Numbers child;
            if (!find(key_of(board.hash_after(s)), child)) {
                board.place(s);
                SquareList replies;
                child = look(board, replies);
                board.take_back();
            }
            if (child.is_proven() && child.plies < fewest) {
                fewest = child.plies;
                best = s;
            }
        }
        if (best != no_square) return best;
        if (solve(board, attacker, control) != Answer::wins) return no_square;
    }
    return no_square;
}

bool ThreatSearch::out_of_budget() {
    ++nodes_;
    if (node_limit_ > 0 && nodes_ >= node_limit_) stopped_ = true;
    if ((nodes_ & 255) == 0) {
        if (control_->should_stop()) stopped_ = true;
        if (deadline_ > 0 && control_->elapsed() >= deadline_) stopped_ = true;
        if (tells_progress_ && !stopped_ && control_->on_progress && (nodes_ & 0x3fff) == 0) {
            SearchReport report;
            report.nodes = nodes_;
            report.seconds = control_->elapsed();
            control_->on_progress(report);
        }
    }
    return stopped_;
}

/// The result of the node where it needs no search, and the moves to be searched otherwise.
ThreatSearch::Numbers ThreatSearch::look(Board& board, SquareList& moves) {
    if (!has_allowed_square(board)) return {infinite, 0, 0};
    return board.to_move() == attacker_ ? look_attacking(board, moves)
                                        : look_defending(board, moves);
}

ThreatSearch::Numbers ThreatSearch::look_attacking(const Board& board, SquareList& moves) const {
    if (const int plies = plies_of_quick_win(board); plies > 0)
        return {0, infinite, static_cast<std::uint16_t>(plies)};
    if (board.has_five(1 - attacker_)) { // stop it, whether that threatens anything or not
        replies_to_five(board, moves);
    } else {
        four_points(board, attacker_, moves);
        if (double_fours_win(board)) three_points(board, attacker_, moves);
    }
    if (moves.empty()) return {infinite, 0, 0};
    return {1, static_cast<std::uint32_t>(moves.size()), 0};
}

ThreatSearch::Numbers ThreatSearch::look_defending(const Board& board, SquareList& moves) const {
    const int own = 1 - attacker_;
    if (board.has_five(own)) return {infinite, 0, 0};
    int plies = 0;
    if (board.has_five(attacker_)) {
        replies_to_five(board, moves);
        plies = 2;
    } else if (board.count(attacker_, four_double) > 0 && double_fours_win(board)) {
        replies_to_double_four(board, moves);
        plies = 4;
    } else {
        return {infinite, 0, 0}; // nothing is threatened
    }
    if (moves.empty()) return {0, infinite, static_cast<std::uint16_t>(plies)};
    return {static_cast<std::uint32_t>(moves.size()), 1, 0};
}

/// The numbers of the defender's node after an attack at `s`, without a look at it: a four has one
/// answer, a three has about three and the defender's fours.
ThreatSearch::Numbers ThreatSearch::guess(const Board& board, Square s) const {
    if (real_threat(board, attacker_, s) >= four_simple || board.has_five(1 - attacker_))
        return {1, 1, 0};
    const int enemy = 1 - attacker_;
    const int fours = board.count(enemy, four_simple) + board.count(enemy, four_three) +
                      board.count(enemy, four_double);
    return {static_cast<std::uint32_t>(3 + fours), 1, 0};
}

/// The numbers of a node from those of its children; `best` is the child to go on with, and
/// `second` the runner-up's number, at which it is no longer the best.
ThreatSearch::Numbers ThreatSearch::combine(const std::vector<Child>& children, std::size_t first,
                                            bool attacking, std::size_t& best,
                                            std::uint32_t& second) {
    // Where the attacker moves one proven child suffices: the least proof number counts, and the
    // weak sum of the disproof numbers. Where the defender moves it is the other way round.
    std::uint32_t least = infinite + 1;
    std::uint32_t most = 0;
    std::uint32_t open = 0;
    std::uint16_t plies = attacking ? 0xffff : 0;
    second = infinite;
    for (std::size_t i = first; i < children.size(); ++i) {
        const Numbers& n = children[i].numbers;
        const std::uint32_t aim = attacking ? n.proof : n.disproof;
        const std::uint32_t effort = attacking ? n.disproof : n.proof;
        if (aim < least) {
            second = std::min(least, infinite);
            least = aim;
            best = i;
        } else {
            second = std::min(second, aim);
        }
        most = std::max(most, effort);
        open += effort > 0;
        if (!n.is_proven()) continue;
        plies = attacking ? std::min(plies, n.plies) : std::max(plies, n.plies);
    }
    least = std::min(least, infinite);
    const std::uint32_t sum =
        most >= infinite ? infinite : std::min(most + (open ? open - 1 : 0), infinite - 1);
    Numbers n = attacking ? Numbers{least, sum, 0} : Numbers{sum, least, 0};
    if (n.is_proven()) {
        n.disproof = infinite;
        n.plies = static_cast<std::uint16_t>(plies + 1);
    } else if (n.is_disproven()) {
        n.proof = infinite;
    }
    return n;
}

/// Searches the node until its numbers reach the limits. It is not final by itself.
ThreatSearch::Numbers ThreatSearch::explore(Board& board, std::uint32_t proof_limit,
                                            std::uint32_t disproof_limit) {
    const std::int64_t nodes_before = nodes_;
    const bool attacking = board.to_move() == attacker_;
    SquareList moves;
    Numbers here = look(board, moves);
    if (here.is_final()) return here;
    // Of attacks that look alike the one with the better shapes is tried first.
    if (attacking)
        std::stable_sort(moves.begin(), moves.end(), [&](Square a, Square b) {
            return board.info(attacker_, a).attack > board.info(attacker_, b).attack;
        });

    const std::size_t first = children_.size();
    for (const Square s : moves) {
        Child child{s, key_of(board.hash_after(s)), {}};
        if (!find(child.key, child.numbers)) {
            if (attacking) {
                child.numbers = guess(board, s);
            } else {
                board.place(s);
                SquareList unused;
                child.numbers = look(board, unused);
                board.take_back();
            }
        }
        children_.push_back(child);
    }
    for (;;) {
        std::size_t best = first;
        std::uint32_t second = infinite;
        here = combine(children_, first, attacking, best, second);
        if (here.proof >= proof_limit || here.disproof >= disproof_limit || here.is_final()) break;
        if (out_of_budget()) break;
        const Child& child = children_[best];
        // Go on with the child until it is no longer the best, with some slack so that the
        // search does not jump to and fro.
        const std::uint32_t slack = second >= infinite ? infinite : second + second / 4 + 1;
        const Numbers& n = child.numbers;
        std::uint32_t child_proof;
        std::uint32_t child_disproof;
        if (attacking) {
            child_proof = std::min(proof_limit, slack);
            child_disproof = disproof_limit >= infinite
                                 ? infinite
                                 : disproof_limit - (here.disproof - n.disproof);
        } else {
            child_disproof = std::min(disproof_limit, slack);
            child_proof = proof_limit >= infinite ? infinite : proof_limit - (here.proof - n.proof);
        }
        const Square s = child.square;
        board.place(s);
        const Numbers found = explore(board, child_proof, child_disproof);
        board.take_back();
        children_[best].numbers = found;
        if (stopped_) {
            here = combine(children_, first, attacking, best, second);
            break;
        }
    }
    children_.resize(first);
    store(key_of(board.hash()), here, nodes_ - nodes_before);
    return here;
}

bool ThreatSearch::find(std::uint64_t key, Numbers& numbers) const {
    const std::size_t at = key & (table_.size() - 1) & ~(cluster - 1);
    for (std::size_t i = at; i < at + cluster; ++i)
        if (table_[i].key == key) {
            numbers = table_[i].numbers;
            return true;
        }
    return false;
}

void ThreatSearch::store(std::uint64_t key, const Numbers& numbers, std::int64_t work) {
    const std::size_t at = key & (table_.size() - 1) & ~(cluster - 1);
    std::size_t victim = at;
    for (std::size_t i = at; i < at + cluster; ++i) {
        if (table_[i].key == key) {
            victim = i;
            work += table_[i].work;
            break;
        }
        if (table_[i].work < table_[victim].work) victim = i;
    }
    table_[victim] = {key, numbers,
                      static_cast<std::uint32_t>(std::min<std::int64_t>(work, UINT32_MAX))};
}

} // namespace tesuji::five
