#include "mcts_gumbel.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tesuji::mcts {

namespace {

/// For each visit how many visits its move must have had before: sequential halving among
/// `considered` moves. When the plan is used up the two finalists go on in turn.
std::vector<std::int64_t> halving_schedule(int considered, std::int64_t simulations) {
    std::vector<std::int64_t> schedule;
    const auto wanted = static_cast<std::size_t>(simulations);
    if (considered <= 1) {
        for (std::int64_t i = 0; i < simulations; ++i) schedule.push_back(i);
        return schedule;
    }
    const auto phases = static_cast<std::int64_t>(std::ceil(std::log2(considered)));
    std::vector<std::int64_t> visits(static_cast<std::size_t>(considered), 0);
    std::int64_t remaining = considered;
    while (schedule.size() < wanted) {
        const std::int64_t rounds = std::max<std::int64_t>(1, simulations / (phases * remaining));
        for (std::int64_t round = 0; round < rounds && schedule.size() < wanted; ++round)
            for (std::int64_t i = 0; i < remaining; ++i)
                schedule.push_back(visits[static_cast<std::size_t>(i)]++);
        remaining = std::max<std::int64_t>(2, remaining / 2);
    }
    schedule.resize(wanted);
    return schedule;
}

} // namespace

GumbelRoot::GumbelRoot(std::span<const Move> moves, std::span<const float> priors, float value,
                       int considered, std::int64_t simulations, double visit_weight, double scale,
                       Rng& rng)
    : begun_(moves.size(), 0),
      schedule_(
          halving_schedule(std::min(considered, static_cast<int>(moves.size())), simulations)),
      value_(value), visit_weight_(visit_weight), scale_(scale) {
    for (const float prior : priors) {
        logits_.push_back(std::log(std::max(static_cast<double>(prior), 1e-30)));
        gumbels_.push_back(-std::log(-std::log(std::max(rng.uniform(), 1e-300))));
    }
}

int GumbelRoot::next(std::span<const MoveState> states) {
    std::int64_t due =
        planned_ < schedule_.size() ? schedule_[planned_] : *std::ranges::max_element(begun_) - 1;
    const std::vector<double> weighted = weighted_values(states);
    int chosen = -1;
    double best = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < states.size(); ++i) {
        const double score = gumbels_[i] + logits_[i] + weighted[i];
        if ((begun_[i] == due || due < 0) && (chosen < 0 || score > best)) {
            chosen = static_cast<int>(i);
            best = score;
        }
    }
    // After a visit was taken back the plan may ask for a move that is not there.
    if (chosen < 0) chosen = static_cast<int>(std::ranges::max_element(begun_) - begun_.begin());
    ++planned_;
    ++begun_[static_cast<std::size_t>(chosen)];
    return chosen;
}

void GumbelRoot::undo(int index) {
    --planned_;
    --begun_[static_cast<std::size_t>(index)];
}

int GumbelRoot::best(std::span<const MoveState> states) const {
    const std::vector<double> weighted = weighted_values(states);
    const std::int64_t most = *std::ranges::max_element(begun_);
    int chosen = 0;
    double best = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < states.size(); ++i) {
        const double score = gumbels_[i] + logits_[i] + weighted[i];
        if (begun_[i] == most && score > best) {
            chosen = static_cast<int>(i);
            best = score;
        }
    }
    return chosen;
}

std::vector<float> GumbelRoot::improved_policy(std::span<const MoveState> states) const {
    std::vector<double> scores = weighted_values(states);
    for (std::size_t i = 0; i < scores.size(); ++i) scores[i] += logits_[i];
    const double top = *std::ranges::max_element(scores);
    double sum = 0;
    for (double& score : scores) sum += score = std::exp(score - top);
    std::vector<float> policy;
    for (const double score : scores) policy.push_back(static_cast<float>(score / sum));
    return policy;
}

std::vector<double> GumbelRoot::weighted_values(std::span<const MoveState> states) const {
    std::int64_t visits = 0;
    std::int64_t most = 0;
    double prior_visited = 0;
    double value_visited = 0;
    for (std::size_t i = 0; i < states.size(); ++i) {
        if (states[i].visits == 0) continue;
        const double prior = std::exp(logits_[i]);
        visits += states[i].visits;
        most = std::max(most, states[i].visits);
        prior_visited += prior;
        value_visited += prior * states[i].value;
    }
    // A move without visits gets the paper's mixed value.
    double unvisited = value_;
    if (visits > 0)
        unvisited = (value_ + static_cast<double>(visits) * value_visited / prior_visited) /
                    (1.0 + static_cast<double>(visits));

    std::vector<double> weighted;
    const double weight = (visit_weight_ + static_cast<double>(most)) * scale_;
    for (const MoveState& state : states) {
        const double value = state.visits > 0 ? state.value : unvisited;
        weighted.push_back(weight * (value + 1) / 2); // the paper's values are from 0 to 1
    }
    return weighted;
}

} // namespace tesuji::mcts
