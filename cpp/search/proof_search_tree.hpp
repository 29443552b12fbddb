// Building the winning tree of a finished proof. Included by proof_search.hpp.
//
// The tree is not simply read from the table: every move of it is played, every end is checked to
// be a win, and whatever the table has lost meanwhile is searched again. So a finished tree is a
// proof by itself.
#pragma once

#include "proof_search.hpp"

namespace tesuji {

template <GamePosition P>
std::int32_t ProofSearch<P>::add_node(Player to_move, const std::vector<ProofBranch>& branches) {
    const std::size_t taken =
        (tree_.nodes.size() + 1) * (sizeof(ProofTreeNode) + sizeof(Built) + 48) +
        (tree_.branches.size() + branches.size()) * sizeof(ProofBranch);
    if (taken > most_tree_bytes_) {
        is_full_ = true;
        return -1;
    }
    return tree_.add(to_move, branches);
}

/// The tree below the node at `ply`, which is proven.
template <GamePosition P>
typename ProofSearch<P>::Built ProofSearch<P>::build(int ply) {
    if (control_->should_stop()) return {};
    const std::uint64_t key = frame(ply).key;
    if (may_repeat()) // do not walk in a circle
        for (int above = 0; above < ply; ++above)
            if (frames_[above]->key == key) return {};
    const P& p = frame(ply).position;
    const bool is_over = p.is_over();
    if (const auto known = built_.find(key); known != built_.end() && !is_over)
        if ((known->second.boards & path_.boards_above(ply)) == 0) return known->second;

    Built built;
    if (is_over) {
        built.node = build_end(ply);
        frame(ply).legal.clear();
        built.dependence = path_.dependence(p, ply, frame(ply).legal);
    } else {
        built = is_attackers(p) ? build_attackers_node(ply) : build_defenders_node(ply);
    }
    if (built.dependence >= ply) built.dependence = independent;
    if (built.node >= 0 && built.dependence == independent && !is_over) built_[key] = built;
    return built;
}

/// The end of the game, which must be won.
template <GamePosition P>
std::int32_t ProofSearch<P>::build_end(int ply) {
    const P& p = frame(ply).position;
    if (!p.is_over() || p.outcome().winner != index(attacker_)) {
        contradiction_ = true;
        return -1;
    }
    return add_node(p.to_move(), {});
}

template <GamePosition P>
typename ProofSearch<P>::Built ProofSearch<P>::build_attackers_node(int ply) {
    const Player mover = frame(ply).position.to_move();
    if constexpr (Moves::available) {
        if (options_.forcing) {
            const Move m = Moves::winning_move(frame(ply).position, frame(ply).state);
            if (m != no_move) {
                make(ply, m);
                const std::int32_t end = build_end(ply + 1);
                return {end < 0 ? -1 : add_node(mover, {{m, end}}), independent, 0};
            }
        }
    }
    // The table may have lost the winning move: the second time round it has been found again.
    for (int attempt = 0; attempt < 2; ++attempt) {
        const Expansion node = expand(ply);
        refresh(node);
        MoveList winning; // the quickest first
        for (const bool at_once : {true, false})
            for (std::size_t i = node.first; i < node.first + node.count; ++i) {
                const Child& c = children_[i];
                if (c.finding.numbers.is_proven() && c.is_final == at_once) winning.push(c.move);
            }
        children_.resize(node.first);
        for (const Move m : winning) {
            make(ply, m);
            const std::uint64_t bit = path_.board_bit(ply + 1);
            const Built child = build(ply + 1);
            if (child.node >= 0)
                return {add_node(mover, {{m, child.node}}), child.dependence, child.boards | bit};
            if (stopped_ || contradiction_ || control_->stopped() || is_full_) return {};
        }
        const Finding found = solve(ply, ProofNumbers::infinite, ProofNumbers::infinite);
        if (stopped_) return {};
        if (!found.numbers.is_proven()) break;
    }
    contradiction_ = true;
    return {};
}

template <GamePosition P>
typename ProofSearch<P>::Built ProofSearch<P>::build_defenders_node(int ply) {
    const Player mover = frame(ply).position.to_move();
    const Expansion node = expand(ply);
    children_.resize(node.first);
    const MoveList considered = frame(ply).moves;
    const MoveList& legal = frame(ply).legal;
    Built built{-1, path_.dependence(frame(ply).position, ply, legal), 0};
    std::vector<ProofBranch> branches;
    for (const Move m : considered) {
        make(ply, m);
        const std::uint64_t bit = path_.board_bit(ply + 1);
        const Built child = build(ply + 1);
        if (child.node < 0) return {};
        branches.push_back({m, child.node});
        built.dependence = std::min(built.dependence, child.dependence);
        built.boards |= child.boards | bit;
    }
    if (node.has_refutation && !build_refuted_replies(ply, considered, node.refutation, branches))
        return {};
    built.node = add_node(mover, branches);
    return built;
}

/// Adds the replies that were not considered because they lose to `refutation`.
template <GamePosition P>
bool ProofSearch<P>::build_refuted_replies(int ply, const MoveList& considered,
                                           const Refutation& refutation,
                                           std::vector<ProofBranch>& branches) {
    MoveList legal;
    frame(ply).position.legal_moves(legal);
    for (const Move m : legal) {
        if (std::find(considered.begin(), considered.end(), m) != considered.end()) continue;
        make(ply, m);
        const std::int32_t node = build_refutation(ply + 1, refutation, options_.explicit_replies);
        if (node < 0) return false;
        branches.push_back({options_.explicit_replies ? m : any_reply, node});
        if (!options_.explicit_replies) return true; // one stands for all
    }
    return true;
}

/// The attacker's node at `ply` where he answers by the refutation.
template <GamePosition P>
std::int32_t ProofSearch<P>::build_refutation(int ply, const Refutation& refutation,
                                              bool spelt_out) {
    const Player mover = frame(ply).position.to_move();
    if (!frame(ply).position.is_legal(refutation.answer)) {
        contradiction_ = true;
        return -1;
    }
    make(ply, refutation.answer);
    if (refutation.wins_at_once()) {
        const std::int32_t end = build_end(ply + 1);
        return end < 0 ? -1 : add_node(mover, {{refutation.answer, end}});
    }
    // A straight four: one end is filled, the other wins. Anything else, the first end wins.
    const auto& [one, two] = refutation.ends;
    const Player defender = frame(ply + 1).position.to_move();
    MoveList replies;
    frame(ply + 1).position.legal_moves(replies);
    std::vector<ProofBranch> branches;
    bool has_any = false;
    for (const Move m : replies) {
        if (m != one && !spelt_out && has_any) continue;
        make(ply + 1, m);
        const Move last = m == one ? two : one;
        if (frame(ply + 2).position.is_over() || !frame(ply + 2).position.is_legal(last)) {
            contradiction_ = true;
            return -1;
        }
        make(ply + 2, last);
        const std::int32_t end = build_end(ply + 3);
        const std::int32_t node = end < 0 ? -1 : add_node(mover, {{last, end}});
        if (node < 0) return -1;
        branches.push_back({m == one || spelt_out ? m : any_reply, node});
        has_any |= m != one;
    }
    const std::int32_t four = add_node(defender, branches);
    return four < 0 ? -1 : add_node(mover, {{refutation.answer, four}});
}

} // namespace tesuji
