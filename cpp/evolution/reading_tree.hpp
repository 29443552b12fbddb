// Reading ahead: a tree of the moves that a player suggests, for both sides, whose leaves are
// played to the end at random.
#pragma once

#include "continuations.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace tesuji::evolution {

/// A move with the value that the player gives it before reading.
struct Suggestion {
    Move move;
    float worth;
};

/// How much is read, and how the result is weighed.
struct ReadingOptions {
    int readings = 0;          ///< random games to play for one move
    double komi = 0;           ///< points for White
    float trust = 3.0F;        ///< points of worth that make a move e times as likely to be tried
    float exploration = 0.8F;  ///< exploration constant
    float margin_share = 0.2F; ///< weight of the margin beside winning
    int patience = 8; ///< readings of a move before the answers to it are added to the tree
};

/// The tree for one decision. `suggest(board, last)` gives the moves to be tried in a position, as
/// a range of Suggestion; passing is always tried, too.
template <int Words, class Suggest>
class ReadingTree {
  public:
    using Board = BitGo<Words>;

    ReadingTree(const ReadingOptions& options, const Suggest& suggest)
        : options_(options), suggest_(suggest) {}

    /// The move that was read most often. Once the opponent has passed, a game that is won as it
    /// stands, or that hardly any reading wins, is ended. Precondition: `board` is not over.
    Move best_move(const Board& board, std::span<const Suggestion> first_moves, Move last,
                   Rng& rng) {
        const bool may_end = board.passes() == 1;
        if (may_end && is_won(board.area_lead(), board.to_move())) return board.pass();
        nodes_.assign(1, Node{last, 1.0F});
        expand(0, first_moves, board.pass());
        int won = 0;
        for (int i = 0; i < options_.readings; ++i)
            won += is_won(read_once(board, rng), board.to_move());
        if (may_end && won < options_.readings * hopeless) return board.pass();
        const auto children = children_of(0);
        const auto most =
            std::max_element(children.begin(), children.end(),
                             [](const Node& a, const Node& b) { return a.visits < b.visits; });
        return most->move;
    }

  private:
    static constexpr double hopeless = 0.02; ///< share of readings won

    struct Node {
        Move move;   ///< that leads here
        float prior; ///< share of the worth among its siblings
        std::size_t first_child = 0;
        int num_children = 0; ///< 0: not expanded yet
        int visits = 0;
        double total = 0; ///< values for the player who made the move, each in [0, 1]
    };

    std::span<const Node> children_of(std::size_t node) const {
        return std::span(nodes_).subspan(nodes_[node].first_child,
                                         static_cast<std::size_t>(nodes_[node].num_children));
    }

    bool is_won(int lead, int colour) const {
        return colour == 0 ? lead > options_.komi : lead < options_.komi;
    }

    /// Descends the tree, plays on at random, and backs up the result: Black's lead.
    int read_once(Board board, Rng& rng) {
        path_.assign(1, 0);
        for (;;) {
            const std::size_t at = path_.back();
            if (board.is_over()) break;
            if (nodes_[at].num_children == 0) {
                if (nodes_[at].visits < options_.patience) break;
                expand(at, suggest_(board, nodes_[at].move), board.pass());
            }
            path_.push_back(most_promising(at));
            board.play(nodes_[path_.back()].move);
        }
        const int lead = board.is_over() ? board.area_lead()
                                         : lead_after_chance(board, nodes_[path_.back()].move, rng);
        const double black = value(lead);
        bool by_black = board.to_move() == 1; // whether Black made the last move of the path
        for (auto node = path_.rbegin(); node != path_.rend(); ++node, by_black = !by_black) {
            ++nodes_[*node].visits;
            nodes_[*node].total += by_black ? black : 1 - black;
        }
        return lead;
    }

    /// The value for Black of Black's lead on the board: mostly winning, and a little the margin.
    double value(int lead) const {
        const double margin = lead - options_.komi;
        const double won = margin > 0 ? 1.0 : margin < 0 ? 0.0 : 0.5;
        const double high = 0.5 + 0.5 * std::clamp(margin / far_ahead, -1.0, 1.0);
        return (1 - options_.margin_share) * won + options_.margin_share * high;
    }
    static constexpr double far_ahead = 30;

    void expand(std::size_t node, std::span<const Suggestion> moves, Move pass) {
        nodes_[node].first_child = nodes_.size();
        nodes_[node].num_children = static_cast<int>(moves.size()) + 1;
        float best = 0;
        for (const Suggestion& one : moves) best = std::max(best, one.worth);
        const auto weight = [&](float worth) { return std::exp((worth - best) / options_.trust); };
        float sum = weight(0);
        for (const Suggestion& one : moves) sum += weight(one.worth);
        for (const Suggestion& one : moves) nodes_.push_back({one.move, weight(one.worth) / sum});
        nodes_.push_back({pass, weight(0) / sum});
    }

    /// The child with the best mean, where rarely tried ones are given credit by their prior.
    std::size_t most_promising(std::size_t at) const {
        const Node& parent = nodes_[at];
        // Untried moves are assumed to be as good as the position itself.
        const double unread = parent.visits == 0 ? 0.5 : 1 - parent.total / parent.visits;
        const double breadth = options_.exploration * std::sqrt(std::max(1, parent.visits));
        std::size_t best = parent.first_child;
        double highest = -1;
        for (int i = 0; i < parent.num_children; ++i) {
            const std::size_t index = parent.first_child + static_cast<std::size_t>(i);
            const Node& child = nodes_[index];
            const double mean = child.visits == 0 ? unread : child.total / child.visits;
            const double promise = mean + breadth * child.prior / (1 + child.visits);
            if (promise > highest) {
                highest = promise;
                best = index;
            }
        }
        return best;
    }

    const ReadingOptions& options_;
    const Suggest& suggest_;
    std::vector<Node> nodes_;
    std::vector<std::size_t> path_;
};

} // namespace tesuji::evolution
