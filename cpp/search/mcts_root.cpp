#include "mcts_root.hpp"

#include "mcts_options.hpp"

#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>

namespace tesuji {

void MctsOptions::check() const {
    check_ranges(*this, "Monte-Carlo tree search");
    if (alternating_sign && solver)
        throw BadSetup("Monte-Carlo tree search: nothing can be proven with alternating_sign; give "
                       "solver=False");
}

} // namespace tesuji

namespace tesuji::mcts {

namespace {

/// Standard normal, by Marsaglia's polar method.
double normal(Rng& rng) {
    for (;;) {
        const double x = 2 * rng.uniform() - 1;
        const double y = 2 * rng.uniform() - 1;
        const double s = x * x + y * y;
        if (s > 0 && s < 1) return x * std::sqrt(-2 * std::log(s) / s);
    }
}

/// Gamma distribution of shape `alpha` (Marsaglia and Tsang 2000).
double gamma(double alpha, Rng& rng) {
    if (alpha < 1) {
        const double u = std::max(rng.uniform(), 1e-300);
        return gamma(alpha + 1, rng) * std::pow(u, 1 / alpha);
    }
    const double d = alpha - 1.0 / 3;
    const double c = 1 / std::sqrt(9 * d);
    for (;;) {
        const double x = normal(rng);
        const double v = std::pow(1 + c * x, 3);
        if (v <= 0) continue;
        const double u = std::max(rng.uniform(), 1e-300);
        if (std::log(u) < x * x / 2 + d - d * v + d * std::log(v)) return d * v;
    }
}

} // namespace

Proof proof_for(const Node& node, Player p) {
    switch (node.result.load(std::memory_order_acquire)) {
    case Result::unknown:
        return Proof::unknown;
    case Result::draw:
        return Proof::draw;
    default:
        return node.result == won_by(p) ? Proof::win : Proof::loss;
    }
}

double value_for(const Node& node, Player p) {
    switch (proof_for(node, p)) {
    case Proof::win:
        return 1;
    case Proof::loss:
        return -1;
    case Proof::draw:
        return 0;
    default:
        return std::clamp(static_cast<double>(sign_of(p) * node.mean()), -1.0, 1.0);
    }
}

Ranking::Ranking(const Tree& tree, const Node& node)
    : tree_(tree), mover_(node.to_move), proven_(node.is_proven()) {
    Fan* fan = tree.fan_of(node);
    if (!fan) return;
    tree.for_each_child(*fan, [&](int, Node& child, AtomicLure&) {
        if (proof_for(child, mover_) != Proof::loss) all_lost_ = false;
        if (child.is_proven()) best_certain_ = std::max(best_certain_, tree_.worth(child, mover_));
    });
}

int Ranking::class_of(const Node& child) const {
    if (tree_.utility.counts_margin())
        return rules_out(child)                                                    ? 0
               : !child.is_proven() && tree_.worth(child, mover_) <= best_certain_ ? 1
                                                                                   : 2;
    const Proof proof = proof_for(child, mover_);
    return proof == Proof::win ? 2 : proof == Proof::loss ? 0 : 1;
}

bool Ranking::before(const Node& a, const Node& b) const {
    const int class_a = class_of(a);
    const int class_b = class_of(b);
    if (class_a != class_b) return class_a > class_b;
    if (!tree_.utility.counts_margin()) {
        if (class_a == 2 && a.plies_to_end != b.plies_to_end)
            return a.plies_to_end < b.plies_to_end;
        if (class_a == 0 && a.plies_to_end != b.plies_to_end)
            return a.plies_to_end > b.plies_to_end;
        // Among equal proven results, prefer the larger margin.
        if (a.is_proven() && b.is_proven() && a.half_points != b.half_points)
            return sign_of(mover_) * static_cast<float>(a.half_points - b.half_points) > 0;
    } else if (class_a == 0) {
        return tree_.worth(a, mover_) > tree_.worth(b, mover_);
    }
    if (a.num_visits() != b.num_visits()) return a.num_visits() > b.num_visits();
    return tree_.worth(a, mover_) > tree_.worth(b, mover_);
}

bool Ranking::rules_out(const Node& child) const {
    if (!child.is_proven()) return false;
    if (tree_.utility.counts_margin()) return tree_.worth(child, mover_) < best_certain_;
    return proof_for(child, mover_) == Proof::loss && !all_lost_;
}

bool Ranking::decides(const Node& best) const {
    if (tree_.utility.counts_margin()) return proven_;
    const Proof proof = proof_for(best, mover_);
    return proof == Proof::win || proof == Proof::loss;
}

const Node* best_move(const Tree& tree, const Node& node) {
    Fan* fan = tree.fan_of(node);
    if (!fan) return nullptr;
    const Player mover = node.to_move;
    const Ranking ranking(tree, node);
    const Node* best = nullptr;
    const Node* draw = nullptr;
    tree.for_each_child(*fan, [&](int, Node& child, AtomicLure&) {
        if (!best || ranking.before(child, *best)) best = &child;
        if (!draw && child.result == Result::draw) draw = &child;
    });
    if (draw && !tree.utility.counts_margin() && proof_for(*best, mover) == Proof::unknown &&
        value_for(*best, mover) < 0)
        return draw;
    return best;
}

std::vector<const Node*> principal_variation(const Tree& tree, const Node& node) {
    std::vector<const Node*> line;
    for (const Node* next = best_move(tree, node); next && next->num_visits() > 0;
         next = best_move(tree, *next))
        line.push_back(next);
    return line;
}

std::vector<MoveReport> move_reports(const Tree& tree, const Node& root,
                                     const std::vector<float>& priors) {
    std::vector<MoveReport> reports;
    Fan* fan = tree.fan_of(root);
    if (!fan) return reports;

    std::vector<const Node*> children;
    tree.for_each_child(*fan, [&](int, Node& child, AtomicLure&) { children.push_back(&child); });
    // Other threads may go on counting: sort a snapshot, so that the order is consistent.
    std::vector<Node> picture;
    picture.reserve(children.size());
    for (const Node* child : children) picture.push_back(*child);
    std::vector<std::size_t> order(children.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const Ranking ranking(tree, root);
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
        return ranking.before(picture[a], picture[b]);
    });
    if (const Node* best = best_move(tree, root)) {
        const auto is_best = [&](std::size_t i) { return children[i] == best; };
        if (const auto at = std::ranges::find_if(order, is_best); at != order.end())
            std::rotate(order.begin(), at, at + 1);
    }

    const auto prior_of = [&](Move m) {
        return priors.empty() ? 1.0 / fan->num_moves
                              : static_cast<double>(priors[static_cast<std::size_t>(m)]);
    };
    for (const std::size_t i : order) {
        MoveReport report;
        report.move = picture[i].move;
        report.visits = picture[i].num_visits();
        report.value = value_for(picture[i], root.to_move);
        report.prior = prior_of(report.move);
        report.proof = proof_for(picture[i], root.to_move);
        if (tree.utility.counts_margin() && report.proof != Proof::unknown)
            report.score = sign_of(root.to_move) * picture[i].half_points / 2.0;
        if (tree.format.leads)
            if (const std::optional<double> lead = tree.lead(*children[i]))
                report.lead = sign_of(root.to_move) * *lead;
        report.line.push_back(report.move);
        report.line_visits.push_back(report.visits);
        for (const Node* next : principal_variation(tree, *children[i])) {
            report.line.push_back(next->move);
            report.line_visits.push_back(static_cast<std::int64_t>(next->num_visits()));
        }
        reports.push_back(std::move(report));
    }
    std::vector<Move> untried;
    for (int i = static_cast<int>(children.size()); i < fan->num_moves; ++i)
        untried.push_back(fan->move(i));
    std::ranges::sort(untried, [&](Move a, Move b) {
        return prior_of(a) != prior_of(b) ? prior_of(a) > prior_of(b) : a < b;
    });
    for (const Move m : untried) {
        MoveReport report;
        report.move = m;
        report.prior = prior_of(m);
        report.line = {m};
        report.line_visits = {0};
        reports.push_back(std::move(report));
    }
    return reports;
}

std::vector<double> sharpened(const std::vector<double>& visits, double temperature) {
    std::vector<double> shares(visits.size(), 0);
    if (visits.empty()) return shares;
    const auto top = std::ranges::max_element(visits);
    if (*top <= 0) {
        std::ranges::fill(shares, 1.0 / static_cast<double>(visits.size()));
        return shares;
    }
    if (temperature < 1e-3) {
        shares[static_cast<std::size_t>(top - visits.begin())] = 1;
        return shares;
    }
    double sum = 0;
    for (std::size_t i = 0; i < visits.size(); ++i)
        sum += shares[i] = std::pow(visits[i] / *top, 1 / temperature);
    for (double& share : shares) share /= sum;
    return shares;
}

std::vector<double> dirichlet(double alpha, int count, Rng& rng) {
    std::vector<double> shares(static_cast<std::size_t>(count));
    double sum = 0;
    for (double& share : shares) sum += share = gamma(alpha, rng);
    for (double& share : shares) share = sum > 0 ? share / sum : 1.0 / count;
    return shares;
}

void add_noise(const Tree& tree, Fan& fan, double alpha, double weight, Rng& rng) {
    const std::vector<double> noise = dirichlet(alpha, fan.num_moves, rng);
    for (int i = 0; i < fan.num_moves; ++i) {
        const double mixed = (1 - weight) * static_cast<double>(fan.prior(i)) +
                             weight * noise[static_cast<std::size_t>(i)];
        fan.priors()[i] = packed_prior(static_cast<float>(mixed));
    }
    const int tried = fan.tried();
    std::vector<std::uint32_t> tail;
    for (int i = tried; i < fan.num_moves; ++i)
        tail.push_back(static_cast<std::uint32_t>(fan.priors()[i]) << 16 |
                       static_cast<std::uint32_t>(fan.move(i)));
    std::ranges::sort(tail, std::greater<>());
    for (int i = tried; i < fan.num_moves; ++i) {
        const std::uint32_t item = tail[static_cast<std::size_t>(i - tried)];
        fan.moves()[i] = static_cast<std::uint16_t>(item);
        fan.priors()[i] = static_cast<std::uint16_t>(item >> 16);
    }
    float sum = 0;
    tree.for_each_child(fan, [&](int i, Node& child, AtomicLure& lure) {
        const float prior = fan.prior(i);
        sum += prior;
        lure.set({lure.get().value, prior / (1.0F + static_cast<float>(child.num_visits()))});
    });
    fan.tried_prior = sum;
}

void sorted_priors(const MoveList& moves, const float* logits, std::vector<std::uint32_t>& sorted) {
    float top = -std::numeric_limits<float>::infinity();
    for (const Move m : moves) {
        if (!(logits[m] < std::numeric_limits<float>::infinity()))
            throw std::domain_error("the evaluator gave a logit that is not a finite number");
        top = std::max(top, logits[m]);
    }
    const bool uniform = std::isinf(top); // every legal move was given no chance at all
    std::array<float, max_moves> shares;
    float sum = 0;
    for (int i = 0; i < moves.size(); ++i)
        sum += shares[static_cast<std::size_t>(i)] =
            uniform ? 1.0F : std::exp(logits[moves[i]] - top);
    sorted.clear();
    for (int i = 0; i < moves.size(); ++i) {
        const std::uint32_t prior = packed_prior(shares[static_cast<std::size_t>(i)] / sum);
        // Equal priors in the order of the moves.
        sorted.push_back(prior << 16 | (0xffffU - static_cast<std::uint32_t>(moves[i])));
    }
    std::ranges::sort(sorted, std::greater<>());
    for (std::uint32_t& item : sorted) item = (item & 0xffff0000U) | (0xffffU - (item & 0xffffU));
}

} // namespace tesuji::mcts
