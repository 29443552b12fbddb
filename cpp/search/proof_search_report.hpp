// The question and the answer of a proof search, including the whole winning tree.
#pragma once

#include "games/basics.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace tesuji {

enum class ProofStatus : std::int8_t {
    proven,         ///< the attacker wins against every defence
    disproven,      ///< the attacker cannot: the defender gets at least a draw
    no_forcing_win, ///< the attacker does not win by the forcing moves that were searched
    unknown,        ///< the budget did not suffice
};

struct ProofOptions {
    /// Who is to win; the player to move, if not given.
    std::optional<Player> attacker;
    /// Whether the attacker is limited to moves that leave the defender few replies, where the game
    /// knows such moves. Proofs are equally valid, and much quicker.
    bool forcing = false;
    /// Gomoku, forcing: also threes, not only fours.
    bool threes = true;
    /// Whether to build the winning tree, and whether to spell out in it the replies that lose
    /// at once instead of saying `any_reply`.
    bool tree = true;
    bool explicit_replies = false;
};

/// In a winning tree: every legal reply that no other branch of the node names.
constexpr Move any_reply = -2;

/// A branch of the winning tree. Branches of different nodes may lead to the same node.
struct ProofBranch {
    Move move;
    std::int32_t node;
};

/// A node of the winning tree. Where the attacker moves it has one branch, his winning move;
/// where the defender moves it has one for every legal reply; at the end it has none.
struct ProofTreeNode {
    Player to_move;
    std::int32_t first_branch;
    std::int32_t num_branches;
    std::int32_t plies; ///< to the end, if the defender resists as long as he can
};

struct ProofTree {
    std::vector<ProofTreeNode> nodes; ///< the root is the last one
    std::vector<ProofBranch> branches;

    bool empty() const { return nodes.empty(); }
    /// Appends a node whose branches lead to nodes that are there already, and returns its number.
    std::int32_t add(Player to_move, const std::vector<ProofBranch>& from) {
        ProofTreeNode node{to_move, static_cast<std::int32_t>(branches.size()),
                           static_cast<std::int32_t>(from.size()), 0};
        for (const ProofBranch& b : from) {
            node.plies = std::max(node.plies, 1 + nodes[static_cast<std::size_t>(b.node)].plies);
            branches.push_back(b);
        }
        nodes.push_back(node);
        return static_cast<std::int32_t>(nodes.size()) - 1;
    }
    std::size_t bytes() const {
        return nodes.capacity() * sizeof(ProofTreeNode) + branches.capacity() * sizeof(ProofBranch);
    }
};

struct ProofReport {
    ProofStatus status = ProofStatus::unknown;
    Player attacker = Player::first;
    Move move = no_move;    ///< the winning move, if proven and the attacker is to move
    std::vector<Move> line; ///< the winning move and the longest defence
    ProofTree tree;         ///< empty unless proven and wanted, or when it did not fit in memory
    std::int64_t nodes = 0;
    double seconds = 0;
    std::size_t memory = 0;
    std::uint32_t proof_number = 1;    ///< of the root, in the end
    std::uint32_t disproof_number = 1; ///< of the root, in the end
};

} // namespace tesuji
