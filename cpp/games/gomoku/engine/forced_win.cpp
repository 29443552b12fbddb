#include "forced_win.hpp"

#include "search/proof_line.hpp"
#include "threat_search.hpp"
#include "vcf.hpp"

#include <algorithm>
#include <functional>
#include <unordered_map>

namespace tesuji::five {

namespace {

constexpr std::size_t vcf_table = std::size_t{4} << 20;
constexpr int no_node = -1;

/// Spells out a win whose moves `choose` knows: every move of the tree is played, and every end
/// of it is a five on the board, so that a finished tree is a proof in its own right.
class TreeBuilder {
  public:
    using Choose = std::function<Square(Board&, int fours_left)>;

    TreeBuilder(Board& board, int attacker, Player attacking_player, bool explicit_replies,
                std::size_t bytes, Choose choose)
        : board_(board), attacker_(attacker), player_(attacking_player),
          explicit_(explicit_replies), most_bytes_(bytes), choose_(std::move(choose)) {}

    /// Returns whether the tree is complete.
    bool build(int fours) { return node_of(fours) != no_node; }
    ProofTree take() { return std::move(tree_); }

  private:
    int node_of(int fours) {
        const std::uint64_t key = board_.hash();
        if (const auto known = built_.find(key); known != built_.end()) return known->second;
        const int node =
            board_.to_move() == attacker_ ? attackers_node(fours) : defenders_node(fours);
        if (node != no_node) built_[key] = node;
        return node;
    }

    int attackers_node(int fours) {
        if (board_.has_five(attacker_)) return winning_node(board_.find(attacker_, five_point));
        const Square s = choose_(board_, fours);
        return s == no_square ? no_node : node_after(s, fours - 1);
    }

    /// A node of the attacker whose only branch is `s`.
    int node_after(Square s, int fours) {
        board_.place(s);
        const int next = node_of(fours);
        board_.take_back();
        return next == no_node ? no_node : add(player_, {{board_.point(s), next}});
    }

    int defenders_node(int fours) {
        SquareList replies;
        Punishment punishment;
        std::vector<ProofBranch> branches;
        if (board_.has_five(1 - attacker_)) return no_node;
        SquareList fives;
        five_points(board_, attacker_, fives);
        if (!fives.empty()) {
            replies_to_five(board_, replies);
            punishment.answer = fives[0];
        } else if (double_fours_win(board_)) {
            punishment = replies_to_double_four(board_, replies);
        }
        if (!punishment.exists()) return no_node;
        // A reply on the point of the answer itself needs another answer.
        if (fives.size() > 1 && replies.empty() && board_.is_allowed(1 - attacker_, fives[0])) {
            board_.place(fives[0]);
            const int next = winning_node(fives[1]);
            board_.take_back();
            if (next == no_node) return no_node;
            branches.push_back({board_.point(fives[0]), next});
            replies.push(fives[0]);
        } else {
            for (const Square s : replies) {
                board_.place(s);
                const int next = node_of(fours);
                board_.take_back();
                if (next == no_node) return no_node;
                branches.push_back({board_.point(s), next});
            }
        }
        if (!add_punished(replies, punishment.answer, fours, branches)) return no_node;
        return add(other(player_), branches);
    }

    /// Adds the replies that `answer` refutes, one by one or as one branch.
    bool add_punished(const SquareList& replies, Square answer, int fours,
                      std::vector<ProofBranch>& branches) {
        // Most of them are alike and share a branch. Not so a reply that stops `answer` but not
        // another double four, nor one that fills one of three points where the answer wins.
        const SquareList ends = ends_of(answer);
        bool shared = false;
        bool complete = true;
        board_.for_each_square([&](Square s) {
            if (!complete || !board_.is_empty(s) || replies.contains(s)) return;
            if (!board_.is_allowed(1 - attacker_, s)) return;
            board_.place(s);
            Square best = board_.is_empty(answer) ? answer : no_square;
            const bool fives = board_.has_five(attacker_);
            if (best == no_square || (!fives && board_.threat(attacker_, best) != four_double))
                best = board_.find(attacker_, fives ? five_point : four_double);
            const bool named = explicit_ || best != answer || ends.contains(s);
            int next = no_node;
            if (best != no_square && (named || !shared))
                next = fives ? winning_node(best) : punished_node(best, fours);
            board_.take_back();
            if (!named && shared) return;
            complete = next != no_node;
            branches.push_back({named ? board_.point(s) : any_reply, next});
            shared |= !named;
        });
        return complete;
    }

    /// Where the attacker wins after `answer`, an empty point, if the defender passes.
    SquareList ends_of(Square answer) {
        SquareList ends;
        if (board_.threat(attacker_, answer) == five_point) return ends;
        board_.pass();
        board_.place(answer);
        five_points(board_, attacker_, ends);
        board_.take_back();
        board_.pass();
        return ends;
    }

    /// The attacker makes two fours at once; here nothing of it can be shared, since the reply
    /// before may stand for many.
    int punished_node(Square answer, int fours) {
        if (!board_.is_empty(answer) || !board_.is_allowed(attacker_, answer)) return no_node;
        board_.place(answer);
        const int next = board_.count(attacker_, five_point) > 1 ? defenders_node(fours) : no_node;
        board_.take_back();
        return next == no_node ? no_node : add(player_, {{board_.point(answer), next}});
    }

    int winning_node(Square s) {
        if (!board_.is_empty(s) || board_.threat(attacker_, s) != five_point) return no_node;
        const int end = add(other(player_), {});
        return end == no_node ? no_node : add(player_, {{board_.point(s), end}});
    }

    int add(Player to_move, const std::vector<ProofBranch>& branches) {
        const std::size_t taken = (tree_.nodes.size() + 1) * (sizeof(ProofTreeNode) + 48) +
                                  (tree_.branches.size() + branches.size()) * sizeof(ProofBranch);
        if (taken > most_bytes_) return no_node;
        return tree_.add(to_move, branches);
    }

    Board& board_;
    int attacker_;
    Player player_;
    bool explicit_;
    std::size_t most_bytes_;
    Choose choose_;
    ProofTree tree_;
    std::unordered_map<std::uint64_t, int> built_;
};

/// Fewest fours first, so that the win is the shortest by fours.
ProofStatus solve_by_fours(Vcf& vcf, Board& board, int attacker, SearchControl& control,
                           int& fours) {
    const bool defending = board.to_move() != attacker;
    SquareList replies;
    if (defending) {
        if (board.has_five(1 - attacker) || !board.has_five(attacker))
            return ProofStatus::no_forcing_win;
        replies_to_five(board, replies);
    }
    vcf.watch(&control);
    for (fours = 0; fours <= Vcf::unlimited; ++fours) {
        const std::int64_t most = control.budget().nodes;
        const std::int64_t left = most > 0 ? std::max<std::int64_t>(1, most - vcf.nodes()) : 0;
        bool wins = true;
        bool cut = false;
        const auto attack = [&] {
            wins = wins && vcf.solve(board, fours, left) > 0;
            cut |= vcf.was_cut();
        };
        if (!defending) attack();
        for (const Square s : replies) {
            board.place(s);
            attack();
            board.take_back();
        }
        if (vcf.gave_up() || control.should_stop()) return ProofStatus::unknown;
        if (wins) return ProofStatus::proven;
        if (!cut) return ProofStatus::no_forcing_win;
    }
    return ProofStatus::unknown;
}

} // namespace

ProofReport find_forced_win(const GomokuPosition& position, const ProofOptions& options,
                            SearchControl& control) {
    ProofReport report;
    report.attacker = options.attacker.value_or(position.to_move());
    report.status = ProofStatus::no_forcing_win;
    if (position.is_over()) {
        if (position.outcome().winner == index(report.attacker))
            report.status = ProofStatus::proven;
        if (position.outcome().winner != index(report.attacker))
            report.status = ProofStatus::disproven;
        return report;
    }
    if (position.phase() != GomokuPhase::play) return report;

    Board board(position);
    const int attacker = position.player_of(Player::first) == index(report.attacker) ? 0 : 1;
    const std::size_t memory = control.budget().memory;
    Vcf vcf(std::min(vcf_table, memory / 4));
    TreeBuilder::Choose choose;
    int fours = 0;
    report.status = solve_by_fours(vcf, board, attacker, control, fours);
    report.nodes = vcf.nodes();
    report.memory = vcf.bytes();
    std::optional<ThreatSearch> search;
    if (report.status == ProofStatus::proven) {
        choose = [&](Board& b, int left) { return vcf.winning_move(b, left); };
    } else if (options.threes && report.status != ProofStatus::unknown) {
        // A table that is larger than the budget can fill only takes time to clear.
        const std::int64_t nodes = control.budget().nodes;
        const std::size_t useful =
            nodes > 0 ? static_cast<std::size_t>(nodes) * 64 : std::size_t{32} << 20;
        search.emplace(std::min(memory / 2, std::max<std::size_t>(useful, 1 << 16)));
        search->tell_progress();
        const ThreatSearch::Answer answer = search->solve(board, attacker, control);
        report.status = answer == ThreatSearch::Answer::wins       ? ProofStatus::proven
                        : answer == ThreatSearch::Answer::does_not ? ProofStatus::no_forcing_win
                                                                   : ProofStatus::unknown;
        choose = [&](Board& b, int) { return search->winning_move(b, attacker, control); };
        report.nodes += search->nodes();
        report.memory += search->bytes();
        report.proof_number = search->proof_number();
        report.disproof_number = search->disproof_number();
    }
    if (report.status == ProofStatus::proven) {
        report.proof_number = 0;
        if (board.to_move() == attacker) report.move = board.point(choose(board, fours));
        TreeBuilder builder(board, attacker, report.attacker, options.explicit_replies, memory / 4,
                            choose);
        if (builder.build(fours)) {
            report.tree = builder.take();
            report.line = longest_line(report.tree, position);
            if (!options.tree) report.tree = {};
        }
    }
    report.seconds = control.elapsed();
    return report;
}

} // namespace tesuji::five
