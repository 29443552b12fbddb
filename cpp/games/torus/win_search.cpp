#include "win_search.hpp"

#include "game.hpp"
#include "search/proof_line.hpp"
#include "search/proof_search.hpp"

#include <algorithm>

namespace tesuji {

namespace {

using Threats = Forcing<TorusPosition>;

TorusPosition after(const TorusPosition& p, Move m) {
    TorusPosition next = p;
    next.play(m);
    return next;
}

bool contains(const MoveList& moves, Move m) {
    return std::find(moves.begin(), moves.end(), m) != moves.end();
}

/// Whether the opponent of the player to move might be left without a legal move, and so lose,
/// within `turns` turns.
///
/// A new stone takes at most 9 legal moves from the other side: its own point, the four beside it,
/// which it may close, and on each of its four diagonals the first empty point, where it may have
/// become one end of a flank. From its own side it takes at most 5: its own point and the four
/// diagonal ones, where it may have linked up a run with a flanked end. Captures only make moves
/// legal. A margin of a few boards is left for moves that superko forbids.
bool may_run_out_of_moves(const TorusPosition& p, int turns) {
    constexpr int room_for_superko = 4;
    const int attackers = (turns + 1) / 2;
    const int enough = 9 * attackers + 5 * (attackers - 1) + room_for_superko;
    const TorusPosition passed(p.rules(), TorusSetup{p.board(), other(p.to_move())});
    MoveList moves;
    passed.legal_moves(moves);
    return moves.size() <= enough;
}

/// A move that leaves the opponent without a legal move, or no_move.
Move stalemating_move(const TorusPosition& p) {
    MoveList moves;
    p.legal_moves(moves);
    for (const Move m : moves)
        if (after(p, m).is_over()) return m;
    return no_move;
}

/// Replaces a win by threats by the shortest one, where that is quickly found: the proof search
/// takes the first that it finds.
void shorten(const TorusPosition& root, const ProofOptions& options, SearchControl& control,
             ProofReport& found) {
    constexpr std::int64_t nodes_for_each = 20'000;
    const int longest = static_cast<int>(found.line.size());
    for (int turns = TorusWinSearch::exact_turns + 2; turns < longest; turns += 2) {
        if (control.should_stop()) return;
        Budget budget = control.budget();
        budget.depth = turns;
        budget.nodes = nodes_for_each;
        SearchControl limited(budget);
        ProofReport shorter = ProofSearch<TorusPosition>(options).search(root, limited);
        found.nodes += shorter.nodes;
        if (shorter.status != ProofStatus::proven) continue;
        shorter.nodes = found.nodes;
        shorter.seconds = control.elapsed();
        found = std::move(shorter);
        return;
    }
}

} // namespace

// The search as a whole --------------------------------------------------------------------------

ProofReport TorusWinSearch::search(const TorusPosition& root, bool tree, SearchControl& control) {
    const Budget& budget = control.budget();
    const int turns = budget.depth > 0 ? budget.depth : std::numeric_limits<int>::max();
    control_ = &control;
    nodes_ = until_check_ = 0;
    stopped_ = false;
    ProofReport report;
    report.attacker = root.to_move();

    // Step 1. Everything, up to a win in five.
    for (int within = 1; within <= std::min(turns, exact_turns) && !stopped_; within += 2) {
        report.move = attack(root, within, true);
        if (report.move == no_move) continue;
        report.status = ProofStatus::proven;
        build_attack(root, within, report.tree);
        if (stopped_) report.tree = {};
        report.line =
            report.tree.empty() ? std::vector{report.move} : longest_line(report.tree, root);
        if (!tree) report.tree = {};
        break;
    }
    control_ = nullptr;
    if (report.status == ProofStatus::proven || stopped_ || turns <= exact_turns) {
        if (!stopped_ && report.status != ProofStatus::proven)
            report.status = ProofStatus::disproven;
        report.nodes = nodes_;
        report.seconds = control.elapsed();
        return report;
    }

    // Step 2. Longer wins, by threats.
    ProofOptions options;
    options.forcing = true;
    options.tree = tree;
    ProofReport longer = ProofSearch<TorusPosition>(options).search(root, control);
    if (longer.status == ProofStatus::proven) shorten(root, options, control, longer);
    longer.nodes += nodes_;
    const bool out_of_nodes = budget.nodes > 0 && longer.nodes > budget.nodes;
    // Where only the depth ran out, the answer is no.
    if (longer.status == ProofStatus::unknown && budget.depth > 0 && !control.stopped() &&
        !out_of_nodes)
        longer.status = ProofStatus::no_forcing_win;
    return longer;
}

Move TorusWinSearch::winning_move(const TorusPosition& root, int turns) {
    control_ = nullptr;
    return shortest_attack(root, turns);
}

void TorusWinSearch::winning_moves(const TorusPosition& root, int turns, MoveList& moves) {
    control_ = nullptr;
    stopped_ = false;
    MoveList legal;
    root.legal_moves(legal);
    for (int within = 1; within <= turns && moves.empty(); within += 2)
        for (const Move m : legal) {
            const TorusPosition next = after(root, m);
            // The game ends by this move, always won; or the opponent finds no answer.
            if (next.is_over() || (within >= 3 && !holds(next, within - 1, true))) moves.push(m);
        }
}

Move TorusWinSearch::shortest_attack(const TorusPosition& p, int turns) {
    stopped_ = false;
    Move found = no_move;
    for (int within = 1; within <= turns && found == no_move; within += 2)
        found = attack(p, within, true);
    return found;
}

bool TorusWinSearch::should_stop() {
    ++nodes_;
    if (!control_) return false;
    const Budget& budget = control_->budget();
    if (budget.nodes > 0 && nodes_ > budget.nodes) stopped_ = true;
    if (--until_check_ <= 0) {
        until_check_ = 16;
        if (control_->should_stop()) stopped_ = true;
    }
    return stopped_;
}

// Attack and defence -----------------------------------------------------------------------------

/// A move of the player to move after which he wins within `turns` turns, this one included.
/// With `careful` the opponent may run out of moves on the way.
Move TorusWinSearch::attack(const TorusPosition& p, int turns, bool careful) {
    if (should_stop() || p.is_over()) return no_move;
    const TorusBoard board(p);
    if (const Move win = Threats::winning_move(p, board); win != no_move) return win;
    careful = careful && may_run_out_of_moves(p, turns);
    if (careful)
        if (const Move win = stalemating_move(p); win != no_move) return win;
    if (turns < 3) return no_move;

    // Step 1. Moves that threaten to win at once leave few replies.
    MoveList threats;
    Threats::attacks(p, board, false, threats);
    for (const Move m : threats)
        if (!holds(after(p, m), turns - 1, careful) && !stopped_) return m;

    // Step 2. Quiet moves. With a stone in peril only those count that save it.
    MoveList quiet;
    if (!Threats::defences(p, board, false, quiet).exists()) p.legal_moves(quiet);
    for (const Move m : quiet) {
        if (contains(threats, m)) continue;
        const bool wins =
            turns == 3 && !careful ? !is_safe_after(p, m) : !holds(after(p, m), turns - 1, careful);
        if (stopped_) return no_move;
        if (wins) return m;
    }
    return no_move;
}

/// Whether the player to move has a reply after which the other does not win within the rest.
bool TorusWinSearch::holds(const TorusPosition& p, int turns, bool careful) {
    if (should_stop()) return true;
    if (p.is_over()) return false; // the attacker has won, or there is no reply
    const TorusBoard board(p);
    if (Threats::winning_move(p, board) != no_move) return true;
    const auto saves = [&](Move reply) {
        const TorusPosition next = after(p, reply);
        return attack(next, turns - 1, careful) == no_move;
    };
    MoveList replies;
    if (Threats::defences(p, board, false, replies).exists())
        return std::any_of(replies.begin(), replies.end(), saves);

    // No threat: all replies count. A reply that held against one quiet move usually holds against
    // the next.
    p.legal_moves(replies);
    const Move first = last_refutation_;
    if (contains(replies, first) && saves(first)) return true;
    for (const Move m : replies) {
        if (m == first || !saves(m)) continue;
        last_refutation_ = m;
        return true;
    }
    return false;
}

/// Whether the opponent has a reply to `quiet`, a move that threatens nothing, after which no
/// stone of his is in peril. His captures open no liberty of a stone that three enemies surround
/// (it would have been surrounded by four); so only the new stone itself can be in peril, and
/// without a safe reply he is in zugzwang.
bool TorusWinSearch::is_safe_after(const TorusPosition& p, Move quiet) const {
    const TorusPosition next = after(p, quiet);
    const TorusBoard board(next);
    if (Threats::winning_move(next, board) != no_move) return true;
    const int attacker = index(p.to_move());
    for (Move reply = 0; reply < board.points(); ++reply) {
        if (board[reply] >= 0 || !next.is_legal(reply)) continue;
        if (board.beside(reply, attacker) != 3 || board.beside(reply, -1) != 1) return true;
    }
    return false;
}

// The winning tree -------------------------------------------------------------------------------

/// The attacker's node `p`, from which he wins within `turns` turns.
std::int32_t TorusWinSearch::build_attack(const TorusPosition& p, int turns, ProofTree& tree) {
    const Move m = shortest_attack(p, turns);
    if (stopped_ || m == no_move) return tree.add(p.to_move(), {});
    const TorusPosition next = after(p, m);
    const std::int32_t reply =
        next.is_over() ? tree.add(next.to_move(), {}) : build_defence(next, turns - 1, tree);
    return tree.add(p.to_move(), {{m, reply}});
}

std::int32_t TorusWinSearch::build_defence(const TorusPosition& p, int turns, ProofTree& tree) {
    const TorusBoard board(p);
    MoveList replies;
    MoveList legal;
    p.legal_moves(legal);
    const Refutation refutation = Threats::defences(p, board, false, replies);
    if (!refutation.exists()) replies = legal;
    std::vector<ProofBranch> branches;
    for (const Move m : replies)
        branches.push_back({m, build_attack(after(p, m), turns - 1, tree)});
    for (const Move m : legal) {
        if (contains(replies, m)) continue;
        // One stands for all replies that leave the stone in peril.
        branches.push_back({any_reply, build_end(after(p, m), refutation.answer, tree)});
        break;
    }
    return tree.add(p.to_move(), branches);
}

std::int32_t TorusWinSearch::build_end(const TorusPosition& p, Move last, ProofTree& tree) {
    const std::int32_t end = tree.add(other(p.to_move()), {});
    return tree.add(p.to_move(), {{last, end}});
}

} // namespace tesuji
