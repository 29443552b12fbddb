// Proof search: can one player force a win? Depth-first proof-number search (df-pn, Nagai 2002).
//
// The search always goes where a proof or a disproof seems cheapest, and stores its progress in a
// table of fixed size. Whose turn it is decides whether a node needs one winning move (the
// attacker's) or all of them (the defender's), so players need not alternate.
//
// Sums of proof numbers count a position twice that can be reached in two ways, and may grow
// without reason. Here a node costs what its dearest child costs, and one more for each of the
// others ("weak" proof numbers, Ueda et al. 2008).
//
// history_dependence.hpp explains how results are kept sound under superko. Only proofs of children
// enter a proof, so that no uncertainty about disproofs can invalidate one.
#pragma once

#include "forcing.hpp"
#include "history_dependence.hpp"
#include "proof_line.hpp"
#include "proof_search_report.hpp"
#include "proof_search_table.hpp"
#include "report.hpp"

#include <algorithm>
#include <memory>
#include <unordered_map>
#include <vector>

namespace tesuji {

template <GamePosition P>
class ProofSearch {
  public:
    explicit ProofSearch(const ProofOptions& options = {}) : options_(options) {
        if (!Moves::available) options_.forcing = false;
    }

    ProofReport search(const P& root, SearchControl& control);

  private:
    using Moves = Forcing<P>;
    using State = typename Moves::State;

    /// One ply of the line that is being searched.
    struct Frame {
        explicit Frame(const P& p) : position(p), state(p) {}
        P position;
        State state;
        MoveList moves;
        MoveList legal;
        std::uint64_t key = 0;
        std::uint64_t path_key = 0; ///< names the moves from the root down to here
    };

    /// A solution, or how far one is, and what it rests on.
    struct Finding {
        ProofNumbers numbers;
        int dependence = independent;
        std::uint64_t boards = 0;
    };

    struct Child {
        Move move;
        bool is_final; ///< solved without the table
        std::uint64_t key;
        std::uint64_t path_bound_key;
        std::uint64_t boards_above;
        std::uint64_t board_bit;
        Finding finding;
    };

    /// The children of a node, and what is known of the node without looking at them.
    struct Expansion {
        std::size_t first = 0; ///< in children_
        std::size_t count = 0;
        bool is_attackers = false;
        Refutation refutation;
        bool has_refutation = false;
    };

    // The search.
    Finding solve(int ply, std::uint32_t pn_limit, std::uint32_t dn_limit);
    Expansion expand(int ply);
    bool judge_at_once(int ply, Finding& finding);
    Finding combine(int ply, const Expansion& node, std::size_t& best, ProofNumbers& limits) const;
    void refresh(const Expansion& node);
    bool look_up(std::uint64_t key, std::uint64_t path_bound_key, std::uint64_t boards_above,
                 Finding& finding) const;
    void remember(int ply, const Finding& finding, std::int64_t work);
    void make(int ply, Move m);
    bool out_of_time();
    Frame& frame(int ply) { return *frames_[ply]; }
    /// Whether positions may come again and can be told apart. With superko there are no such
    /// lines; a user's game is searched as if it had none, until its lines are too deep.
    bool may_repeat() const { return HistoryModel<P>::possible && !path_.matters(); }
    bool is_attackers(const P& p) const { return p.to_move() == attacker_; }

    // The winning tree.
    struct Built {
        std::int32_t node = -1; ///< -1 if it could not be built
        int dependence = independent;
        std::uint64_t boards = 0;
    };
    Built build(int ply);
    Built build_attackers_node(int ply);
    Built build_defenders_node(int ply);
    bool build_refuted_replies(int ply, const MoveList& considered, const Refutation& refutation,
                               std::vector<ProofBranch>& branches);
    std::int32_t build_refutation(int ply, const Refutation& refutation, bool spelt_out);
    std::int32_t build_end(int ply);
    std::int32_t add_node(Player to_move, const std::vector<ProofBranch>& branches);

    SearchReport progress() const;

    ProofOptions options_;
    Player attacker_ = Player::first;
    SearchControl* control_ = nullptr;
    const P* root_ = nullptr;
    std::unique_ptr<ProofTable> table_;
    std::vector<std::unique_ptr<Frame>> frames_;
    std::vector<Child> children_;
    SearchPath<P> path_;
    std::int64_t nodes_ = 0;
    int until_check_ = 0;
    bool stopped_ = false;
    bool met_depth_limit_ = false;
    bool contradiction_ = false;
    int deepest_ = 0;
    double next_progress_ = 0;

    ProofTree tree_;
    std::size_t most_tree_bytes_ = 0;
    bool is_full_ = false;
    std::unordered_map<std::uint64_t, Built> built_;
};

// The search as a whole --------------------------------------------------------------------------

template <GamePosition P>
ProofReport ProofSearch<P>::search(const P& root, SearchControl& control) {
    const Budget& budget = control.budget();
    root_ = &root;
    control_ = &control;
    attacker_ = options_.attacker.value_or(root.to_move());
    nodes_ = 0;
    until_check_ = 0;
    stopped_ = met_depth_limit_ = contradiction_ = is_full_ = false;
    next_progress_ = control.elapsed() + control.progress_interval;

    // A quarter of the memory for the line that is searched, a quarter for the tree.
    const std::size_t quarter = budget.memory / 4;
    table_ = std::make_unique<ProofTable>(options_.tree ? 2 * quarter : 3 * quarter);
    most_tree_bytes_ = quarter;
    const auto affordable = std::min<std::size_t>(1 << 16, quarter / 2 / sizeof(Frame));
    deepest_ = std::clamp(static_cast<int>(affordable), 16, 500);
    if (budget.depth > 0) deepest_ = std::min(deepest_, budget.depth);

    frames_.clear();
    frames_.push_back(std::make_unique<Frame>(root));
    frames_[0]->key = HistoryModel<P>::key(root);
    children_.clear();
    path_.start(root);
    tree_ = {};
    built_.clear();

    Finding found;
    if (!judge_at_once(0, found)) found = solve(0, ProofNumbers::infinite, ProofNumbers::infinite);

    ProofReport report;
    report.attacker = attacker_;
    report.proof_number = found.numbers.pn;
    report.disproof_number = found.numbers.dn;
    if (found.numbers.is_proven()) {
        report.status = ProofStatus::proven;
        const Built built = options_.tree ? build(0) : Built{};
        // A tree that contradicts the proof would mean that two positions share a hash.
        if (contradiction_) report.status = ProofStatus::unknown;
        if (built.node >= 0 && !contradiction_) {
            report.line = longest_line(tree_, root);
            if (!report.line.empty() && is_attackers(root)) report.move = report.line.front();
            report.tree = std::move(tree_);
        }
        if (report.move == no_move && report.status == ProofStatus::proven && is_attackers(root)) {
            const Expansion node = expand(0);
            refresh(node);
            for (std::size_t i = 0; i < node.count; ++i)
                if (children_[node.first + i].finding.numbers.is_proven())
                    report.move = children_[node.first + i].move;
            children_.resize(node.first);
            if (report.move != no_move) report.line = {report.move};
        }
    } else if (found.numbers.is_disproven() && !met_depth_limit_) {
        report.status = options_.forcing ? ProofStatus::no_forcing_win : ProofStatus::disproven;
    }
    report.nodes = nodes_;
    report.seconds = control.elapsed();
    report.memory = table_->bytes() + frames_.size() * sizeof(Frame) +
                    children_.capacity() * sizeof(Child) + report.tree.bytes();
    table_.reset();
    frames_.clear();
    built_.clear();
    return report;
}

template <GamePosition P>
bool ProofSearch<P>::out_of_time() {
    ++nodes_;
    const Budget& budget = control_->budget();
    if (budget.nodes > 0 && nodes_ > budget.nodes) stopped_ = true;
    if (--until_check_ <= 0) {
        until_check_ = 16;
        if (control_->should_stop()) stopped_ = true;
        if (control_->on_progress && control_->elapsed() >= next_progress_) {
            control_->on_progress(progress());
            next_progress_ = control_->elapsed() + control_->progress_interval;
        }
    }
    return stopped_;
}

template <GamePosition P>
SearchReport ProofSearch<P>::progress() const {
    SearchReport report;
    report.for_player = root_->to_move();
    report.nodes = nodes_;
    report.seconds = control_->elapsed();
    report.depth = static_cast<int>(frames_.size());
    report.memory = table_->bytes();
    return report;
}

// df-pn ------------------------------------------------------------------------------------------

/// Searches the node at `ply` until one of its numbers reaches its limit or it is solved.
template <GamePosition P>
typename ProofSearch<P>::Finding ProofSearch<P>::solve(int ply, std::uint32_t pn_limit,
                                                       std::uint32_t dn_limit) {
    const std::int64_t nodes_before = nodes_;
    if (out_of_time()) return {};

    // Step 1. The moves to look at, each with what is known of it.
    const Expansion node = expand(ply);
    Finding now;
    for (;;) {
        // Step 2. What follows for this node, and which child to pursue how far.
        refresh(node);
        std::size_t best = 0;
        ProofNumbers limits{pn_limit, dn_limit};
        now = combine(ply, node, best, limits);
        if (now.numbers.is_solved() || now.numbers.pn >= pn_limit || now.numbers.dn >= dn_limit)
            break;

        // Step 3. Pursue it. Its result is kept here as well: a small table may lose it.
        make(ply, children_[best].move);
        const Finding found = solve(ply + 1, limits.pn, limits.dn);
        if (stopped_) break;
        children_[best].finding = found;
        children_[best].is_final = found.numbers.is_solved();
    }
    children_.resize(node.first);

    // Step 4. Store how far it got.
    if (!stopped_) remember(ply, now, nodes_ - nodes_before);
    return now;
}

/// Whether the node at `ply` is solved before any move is looked at.
template <GamePosition P>
bool ProofSearch<P>::judge_at_once(int ply, Finding& finding) {
    Frame& f = frame(ply);
    finding = {};
    if (f.position.is_over()) {
        const bool won = f.position.outcome().winner == index(attacker_);
        finding.numbers = won ? ProofNumbers::proven() : ProofNumbers::disproven();
        f.legal.clear(); // superko may be why there is no legal move
        finding.dependence = path_.dependence(f.position, ply, f.legal);
        return true;
    }
    if constexpr (Moves::available) {
        if (options_.forcing && is_attackers(f.position) &&
            Moves::winning_move(f.position, f.state) != no_move) {
            finding.numbers = ProofNumbers::proven();
            return true;
        }
    }
    if (ply >= deepest_) {
        met_depth_limit_ = true;
        finding.numbers = ProofNumbers::disproven();
        return true;
    }
    if (may_repeat()) {
        // A line that repeats a position wins nothing.
        for (int above = ply - 1; above >= 0; --above)
            if (frames_[above]->key == f.key) {
                finding.numbers = ProofNumbers::disproven();
                finding.dependence = above;
                return true;
            }
    }
    return false;
}

template <GamePosition P>
void ProofSearch<P>::make(int ply, Move m) {
    if (static_cast<int>(frames_.size()) <= ply + 1)
        frames_.push_back(std::make_unique<Frame>(frame(ply).position));
    const Frame& from = frame(ply);
    Frame& to = frame(ply + 1);
    to.position = from.position;
    to.position.play(m);
    if (options_.forcing) Moves::advance(from.state, from.position, m, to.position, to.state);
    path_.step(ply + 1, from.position, m, to.position);
    to.key = HistoryModel<P>::key(to.position);
    to.path_key = (from.path_key ^ static_cast<std::uint64_t>(m + 1)) * 0xd1342543de82ef95ULL + 1;
}

/// Lists the moves of the node at `ply` that matter, and plays each to name its position.
template <GamePosition P>
typename ProofSearch<P>::Expansion ProofSearch<P>::expand(int ply) {
    Frame& f = frame(ply);
    Expansion node;
    node.first = children_.size();
    node.is_attackers = is_attackers(f.position);
    f.moves.clear();
    f.legal.clear();
    bool all = true;
    if constexpr (Moves::available) {
        if (options_.forcing && node.is_attackers) {
            Moves::attacks(f.position, f.state, options_.threes, f.moves);
            all = false;
        } else if (options_.forcing) {
            node.refutation = Moves::defences(f.position, f.state, options_.threes, f.moves);
            node.has_refutation = node.refutation.exists();
            // Without a threat nothing is forced; only the root may be like that.
            all = !node.has_refutation && ply == 0;
        }
    }
    if (all) {
        f.position.legal_moves(f.legal);
        f.moves = f.legal;
    }
    for (const Move m : f.moves) {
        make(ply, m);
        const Frame& to = frame(ply + 1);
        Child child{};
        child.move = m;
        child.key = to.key;
        if (control_->budget().depth > 0) // what holds at one depth may not at another
            child.key ^= static_cast<std::uint64_t>(ply + 2) * 0x9fb21c651e98df25ULL;
        child.path_bound_key =
            child.key ^ ((to.path_key + 0x2545f4914f6cdd1dULL) * 0x9fb21c651e98df25ULL);
        child.boards_above = path_.boards_above(ply + 1);
        child.board_bit = path_.board_bit(ply + 1);
        child.is_final = judge_at_once(ply + 1, child.finding);
        children_.push_back(child);
    }
    node.count = f.moves.size();
    nodes_ += f.moves.size();
    return node;
}

/// Reads again what the table knows of the children.
template <GamePosition P>
void ProofSearch<P>::refresh(const Expansion& node) {
    for (std::size_t i = node.first; i < node.first + node.count; ++i) {
        Child& c = children_[i];
        if (!c.is_final) look_up(c.key, c.path_bound_key, c.boards_above, c.finding);
    }
}

/// The numbers of a node from those of its children. Also names the child to go on with, and
/// turns the node's limits into those of that child.
template <GamePosition P>
typename ProofSearch<P>::Finding ProofSearch<P>::combine(int ply, const Expansion& node,
                                                         std::size_t& best,
                                                         ProofNumbers& limits) const {
    // Both kinds of node are seen as the mover's: `mine` counts what he needs for success in one
    // child, `theirs` what the opponent needs in all of them.
    const bool attackers = node.is_attackers;
    const auto mine = [&](const ProofNumbers& n) { return attackers ? n.pn : n.dn; };
    const auto theirs = [&](const ProofNumbers& n) { return attackers ? n.dn : n.pn; };
    constexpr std::uint32_t infinite = ProofNumbers::infinite;

    std::uint32_t least = infinite;
    std::uint32_t second = infinite;
    std::uint32_t dearest = 0;
    std::uint32_t open = 0; // children that are not lost for the mover
    Finding all;            // what holds if every child is lost for him
    for (std::size_t i = node.first; i < node.first + node.count; ++i) {
        const Child& c = children_[i];
        const std::uint32_t m = mine(c.finding.numbers);
        const std::uint32_t t = theirs(c.finding.numbers);
        if (m == 0) { // one success is enough, and rests on nothing else
            Finding success = c.finding;
            success.boards |= c.board_bit;
            if (success.dependence >= ply) success.dependence = independent;
            best = i;
            return success;
        }
        if (t == 0) {
            all.dependence = std::min(all.dependence, c.finding.dependence);
            all.boards |= c.finding.boards | c.board_bit;
            continue;
        }
        ++open;
        dearest = std::max(dearest, t);
        if (m < least) {
            second = least;
            least = m;
            best = i;
        } else {
            second = std::min(second, m);
        }
    }
    if (open == 0) {
        // Every move fails. Without moves that matter a threat succeeds, and no threat fails.
        const bool attack_succeeds = !attackers && (node.count > 0 || node.has_refutation);
        all.numbers = attack_succeeds ? ProofNumbers::proven() : ProofNumbers::disproven();
        const Frame& f = *frames_[ply]; // moves that superko forbids to the mover might succeed
        all.dependence = std::min(all.dependence, path_.dependence(f.position, ply, f.legal));
        if (all.dependence >= ply) all.dependence = independent;
        return all;
    }
    const std::uint32_t others = open - 1;
    Finding now;
    const std::uint32_t sum = std::min(dearest + others, infinite - 1);
    now.numbers = attackers ? ProofNumbers{least, sum} : ProofNumbers{sum, least};

    // Continue with the best child until it is clearly no longer the best, or the node is done.
    const std::uint32_t slack = second / 4 + 1;
    const std::uint32_t my_limit =
        std::min(mine(limits), std::min(second, infinite - slack) + slack);
    const std::uint32_t their_limit =
        theirs(limits) >= infinite ? infinite : theirs(limits) - others;
    limits = attackers ? ProofNumbers{my_limit, their_limit} : ProofNumbers{their_limit, my_limit};
    return now;
}

/// A solution that is kept under the bare key holds unless the path has met one of its boards;
/// one that is kept under the key of the path holds on this path.
template <GamePosition P>
bool ProofSearch<P>::look_up(std::uint64_t key, std::uint64_t path_bound_key,
                             std::uint64_t boards_above, Finding& finding) const {
    const auto take = [&](const ProofEntry* e) {
        finding = {e->numbers, e->dependence < 0 ? independent : e->dependence, e->boards};
        return true;
    };
    const ProofEntry* e = table_->find(key);
    if constexpr (!HistoryModel<P>::possible) return e && take(e);
    if (e && e->numbers.is_solved() && (e->boards & boards_above) == 0) return take(e);
    const ProofEntry* own = table_->find(path_bound_key);
    if (own && own->numbers.is_solved()) return take(own);
    // Numbers stand under the bare key, unless a solution of other paths was there before.
    if (e && !e->numbers.is_solved()) return take(e);
    return own && take(own);
}

template <GamePosition P>
void ProofSearch<P>::remember(int ply, const Finding& finding, std::int64_t work) {
    if (ply == 0) return;
    const Frame& f = frame(ply);
    ProofEntry e;
    e.key = f.key;
    if (control_->budget().depth > 0)
        e.key ^= static_cast<std::uint64_t>(ply + 1) * 0x9fb21c651e98df25ULL;
    const std::uint64_t path_bound_key =
        e.key ^ ((f.path_key + 0x2545f4914f6cdd1dULL) * 0x9fb21c651e98df25ULL);
    e.numbers = finding.numbers;
    e.boards = finding.boards;
    e.work = static_cast<std::uint32_t>(std::clamp<std::int64_t>(work, 1, 1U << 31));
    e.dependence = finding.dependence == independent
                       ? std::int16_t{-1}
                       : static_cast<std::int16_t>(finding.dependence);
    if constexpr (!HistoryModel<P>::possible) return table_->store(e);

    if (!finding.numbers.is_solved()) {
        // Numbers must not push out a solution that holds on other paths.
        const ProofEntry* old = table_->find(e.key);
        if (old && old->numbers.is_solved()) e.key = path_bound_key;
        return table_->store(e);
    }
    if (finding.dependence == independent) {
        table_->store(e);
        if ((e.boards & path_.boards_above(ply)) == 0) return;
    }
    e.key = path_bound_key;
    table_->store(e);
}

/// Looks for a proof; a game that has a search of its own for some of them specialises this.
template <GamePosition P>
ProofReport prove(const P& position, const ProofOptions& options, SearchControl& control) {
    return ProofSearch<P>(options).search(position, control);
}

} // namespace tesuji

#include "proof_search_tree.hpp"
