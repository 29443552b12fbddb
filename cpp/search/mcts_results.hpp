// Step 12 of Mcts: what was found. Included by mcts.hpp.
#pragma once

#include "mcts.hpp"

namespace tesuji {

template <GamePosition P>
SearchReport Mcts<P>::report() const {
    SearchReport report;
    report.for_player = root_.to_move;
    report.moves = mcts::move_reports(tree_, root_, root_priors_);
    report.proof = mcts::proof_for(root_, root_.to_move);
    report.value = report.proof != Proof::unknown || report.moves.empty()
                       ? mcts::value_for(root_, root_.to_move)
                       : report.moves.front().value;
    if (tree_.utility.counts_margin() && report.proof != Proof::unknown)
        report.score = mcts::sign_of(root_.to_move) * root_outcome().margin;
    if (tree_.format.leads) {
        const std::optional<double> lead = tree_.lead(root_);
        if (report.proof != Proof::unknown || report.moves.empty() || !report.moves.front().lead)
            report.lead = lead ? std::optional(mcts::sign_of(root_.to_move) * *lead) : std::nullopt;
        else
            report.lead = report.moves.front().lead;
    }
    report.simulations = last_simulations_;
    report.nodes = num_nodes();
    report.seconds = last_seconds_;
    report.depth = longest_path_.load(std::memory_order_relaxed);
    report.memory = memory();
    return report;
}

template <GamePosition P>
Outcome Mcts<P>::root_outcome() const {
    const Result result = root_.result.load(std::memory_order_relaxed);
    const int winner = result == Result::draw ? -1 : result == Result::first_wins ? 0 : 1;
    return {winner, static_cast<float>(root_.half_points.load(std::memory_order_relaxed)) / 2,
            "proven"};
}

template <GamePosition P>
Move Mcts<P>::choose(double temperature, Rng& rng) const {
    const Node* best = mcts::best_move(tree_, root_);
    if (!best) return no_move;
    const mcts::Ranking ranking(tree_, root_);
    if (ranking.decides(*best)) return best->move;
    if (temperature == 0) {
        if (!gumbel_) return best->move;
        const Move m = gumbel_moves_[static_cast<std::size_t>(gumbel_->best(gumbel_states()))];
        bool out = false;
        tree_.for_each_child(*tree_.fan_of(root_), [&](int, Node& child, mcts::AtomicLure&) {
            if (child.move == m) out = ranking.rules_out(child);
        });
        return out ? best->move : m;
    }
    std::vector<Move> moves;
    std::vector<double> visits;
    tree_.for_each_child(*tree_.fan_of(root_), [&](int, Node& child, mcts::AtomicLure&) {
        if (ranking.rules_out(child)) return;
        moves.push_back(child.move);
        visits.push_back(child.num_visits());
    });
    const std::vector<double> shares = mcts::sharpened(visits, temperature);
    double point = rng.uniform();
    for (std::size_t i = 0; i < moves.size(); ++i)
        if ((point -= shares[i]) < 0) return moves[i];
    return best->move;
}

template <GamePosition P>
std::vector<float> Mcts<P>::policy() const {
    std::vector<float> policy(static_cast<std::size_t>(root_position_.rules().num_moves()), 0.0F);
    const Node* best = mcts::best_move(tree_, root_);
    if (!best) return policy;
    const mcts::Ranking ranking(tree_, root_);
    if (!tree_.utility.counts_margin() && mcts::proof_for(*best, root_.to_move) == Proof::win) {
        policy[static_cast<std::size_t>(best->move)] = 1;
        return policy;
    }
    const bool equals = tree_.utility.counts_margin() && root_proven();
    if (gumbel_ && !equals) {
        const std::vector<float> improved = gumbel_->improved_policy(gumbel_states());
        for (std::size_t i = 0; i < improved.size(); ++i)
            policy[static_cast<std::size_t>(gumbel_moves_[i])] = improved[i];
        return policy;
    }
    // Moves that are certainly worse get nothing, and those that are certainly best the same.
    double sum = 0;
    tree_.for_each_child(*tree_.fan_of(root_), [&](int, Node& child, mcts::AtomicLure&) {
        if (ranking.rules_out(child)) return;
        sum += policy[static_cast<std::size_t>(child.move)] =
            equals ? 1.0F : static_cast<float>(child.num_visits());
    });
    if (sum > 0)
        for (float& share : policy) share /= static_cast<float>(sum);
    else
        policy[static_cast<std::size_t>(best->move)] = 1;
    return policy;
}

template <GamePosition P>
std::vector<mcts::GumbelRoot::MoveState> Mcts<P>::gumbel_states() const {
    std::vector<mcts::GumbelRoot::MoveState> by_move(
        static_cast<std::size_t>(root_position_.rules().num_moves()));
    if (Fan* fan = tree_.fan_of(root_))
        tree_.for_each_child(*fan, [&](int, Node& child, mcts::AtomicLure&) {
            by_move[static_cast<std::size_t>(child.move)] = {child.move, child.num_visits(),
                                                             tree_.worth(child, root_.to_move)};
        });
    std::vector<mcts::GumbelRoot::MoveState> states;
    for (const Move m : gumbel_moves_) states.push_back(by_move[static_cast<std::size_t>(m)]);
    return states;
}

} // namespace tesuji
