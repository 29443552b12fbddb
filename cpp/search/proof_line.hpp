// The line through a winning tree that lasts longest.
#pragma once

#include "games/contract.hpp"
#include "proof_search_report.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace tesuji {

/// The winning moves from `p`, the root of `tree`, against the defence that lasts longest.
template <GamePosition P>
std::vector<Move> longest_line(const ProofTree& tree, P p) {
    std::vector<Move> line;
    for (const ProofTreeNode* node = &tree.nodes.back(); node->num_branches > 0;) {
        const ProofBranch* first = tree.branches.data() + node->first_branch;
        const ProofBranch* last = first + node->num_branches;
        const ProofBranch* longest = std::max_element(first, last, [&](auto& a, auto& b) {
            return tree.nodes[static_cast<std::size_t>(a.node)].plies <
                   tree.nodes[static_cast<std::size_t>(b.node)].plies;
        });
        Move m = longest->move;
        if (m == any_reply) { // take the first reply that it stands for
            MoveList legal;
            p.legal_moves(legal);
            m = *std::find_if(legal.begin(), legal.end(), [&](Move reply) {
                return std::none_of(first, last, [&](auto& b) { return b.move == reply; });
            });
        }
        line.push_back(m);
        p.play(m);
        node = &tree.nodes[static_cast<std::size_t>(longest->node)];
    }
    return line;
}

} // namespace tesuji
