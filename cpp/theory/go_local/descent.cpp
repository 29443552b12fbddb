// Where a search for a proof goes next: to the positions that leave the bounds of the root apart.
#include "search.hpp"

#include <algorithm>

namespace tesuji::go_local {

namespace {

constexpr int max_visits = 1000;
/// The number of consecutive descents without progress after which a search gives up.
constexpr int patience_for_failures = 8;
/// Positions of alternating play to look at for the root.
constexpr int root_stop_nodes = 200'000;

double gap_at(const Bounds& bounds, bool left, double temperature) {
    const auto& high = left ? bounds[upper].left : bounds[upper].right;
    const auto& low = left ? bounds[lower].left : bounds[lower].right;
    return high.at(temperature) - low.at(temperature);
}

} // namespace

void Search::run(SearchControl& control) {
    if (selective_) return run_selectively(control);
    const Budget& budget = control.budget();
    const StopSearch::Asking asking(stops_, [&control] { return control.should_stop(); });
    for (const NodeId part : root_.parts) {
        if (nodes_[part].tried) continue;
        nodes_[part].tried = true;
        tighten(nodes_[part], root_stop_nodes);
    }
    double next_report = control.progress_interval;
    int failures = 0;
    for (std::int64_t round = 0; failures < patience_for_failures; ++round) {
        if ((round & 15) == 0 && should_end(control, next_report)) return;
        if (memory() > budget.memory || (budget.nodes > 0 && nodes() > budget.nodes)) return;
        bool found = false, open_left = false;
        for (const NodeId part : root_.parts) {
            if (pinned(nodes_[part])) continue;
            open_left = true;
            found |= improve(part, (round & 1) != 0);
        }
        if (!open_left) return;
        failures = found ? 0 : failures + 1;
    }
}

std::optional<Thermograph> Search::prove(const Component& position, int new_nodes, int stop_nodes) {
    const NodeId id = node_for(position);
    const std::int64_t most = nodes() + new_nodes, most_stops = stops_.nodes() + stop_nodes;
    int failures = 0;
    for (bool by_estimate = false; !pinned(nodes_[id]); by_estimate = !by_estimate) {
        if (nodes() > most || stops_.nodes() > most_stops || failures >= patience_for_failures)
            return std::nullopt;
        failures = improve(id, by_estimate) ? 0 : failures + 1;
    }
    return nodes_[id].bounds[estimate];
}

void Search::tell_moves_apart(SearchControl& control) {
    const Budget& budget = control.budget();
    const std::int64_t most = budget.nodes > 0 ? nodes() + budget.nodes : 0;
    for (const NodeId part : root_.parts) {
        if (selective_ || !pinned(nodes_[part])) return;
        open(part);
        const double temperature = nodes_[part].bounds[estimate].temperature();
        for (std::size_t option = 0; option < nodes_[part].options.size(); ++option) {
            const bool black = nodes_[part].options[option].colour == Colour::black;
            while (compare_with_best(part, option, black ? Side::left : Side::right, temperature))
                if (control.should_stop() || memory() > budget.memory || (most && nodes() > most))
                    return;
        }
    }
}

bool Search::compare_with_best(NodeId id, std::size_t index, Side side, double temperature) {
    const bool left = side == Side::left;
    const Side next = left ? Side::right : Side::left;
    const Option& option = nodes_[id].options[index];
    const double best = scaffold_at(nodes_[id], side, left ? lower : upper, temperature);
    const double high = wall_at(option, next, upper, temperature);
    const double low = wall_at(option, next, lower, temperature);
    if (high - low <= tolerance || (left ? high < best - tolerance : low > best + tolerance))
        return false;
    patience_ = max_visits;
    return descend_option(id, index, next, temperature, false);
}

/// Whether time is up; also reports progress.
bool Search::should_end(SearchControl& control, double& next_report) const {
    if (control.should_stop()) return true;
    if (control.on_progress && control.elapsed() >= next_report) {
        SearchReport report;
        report.nodes = nodes();
        report.seconds = control.elapsed();
        report.temperature = judge().temperature;
        control.on_progress(report);
        next_report = control.elapsed() + control.progress_interval;
    }
    return false;
}

bool is_pinned(const Bounds& bounds) {
    const Thermograph& low = bounds[lower];
    const Thermograph& high = bounds[upper];
    if (high.mast() - low.mast() > tolerance) return false;
    const double at_most = std::max(high.left.reach(), low.right.reach());
    const double at_least = std::max(low.left.reach(), high.right.reach());
    return at_most - at_least < tolerance;
}

bool Search::improve(NodeId id, bool by_estimate) {
    const Node& node = nodes_[id];
    patience_ = max_visits;
    if (!node.expanded) {
        look_into(id);
        return true;
    }
    const Thermograph& low = node.bounds[lower];
    const Thermograph& high = node.bounds[upper];
    if (high.mast() - low.mast() > tolerance) return descend(id, Side::left, infinity, by_estimate);
    const double at_most = std::max(high.left.reach(), low.right.reach());
    const double at_least = std::max(low.left.reach(), high.right.reach());
    const double between = (at_most + at_least) / 2;
    const bool left = gap_at(node.bounds, true, between) > gap_at(node.bounds, false, between);
    return descend_scaffold(id, left ? Side::left : Side::right, between, by_estimate);
}

/// Expands a position that makes a wall of this one uncertain at a temperature.
bool Search::descend(NodeId id, Side side, double temperature, bool by_estimate) {
    Node& node = nodes_[id];
    if (node.free != none) return descend_banned(id, side, temperature, by_estimate);
    if (!node.expanded) {
        look_into(id);
        return true;
    }
    if (node.on_path || patience_-- <= 0) return false;
    const double low = node.bounds[lower].temperature(), high = node.bounds[upper].temperature();
    std::vector<Gap> gaps;
    const auto add = [&](Side wall, double t) {
        const double a = scaffold_at(node, wall, lower, t), b = scaffold_at(node, wall, upper, t);
        if (b - a > tolerance) gaps.push_back({b - a, wall, t});
    };
    if (temperature < std::max(low, high)) add(side, temperature);
    if (temperature >= std::min(low, high)) {
        for (const double t : {low, high}) {
            add(Side::left, t);
            add(Side::right, t);
        }
    }
    std::ranges::stable_sort(gaps, std::greater{}, &Gap::size);
    bool found = false;
    node.on_path = true;
    for (const Gap& gap : gaps)
        if ((found = descend_scaffold(id, gap.side, gap.temperature, by_estimate))) break;
    nodes_[id].on_path = false;
    return found;
}

bool Search::descend_banned(NodeId id, Side side, double temperature, bool by_estimate) {
    const Node& node = nodes_[id];
    const NodeId free = node.free;
    const bool white = node.banned == Colour::white;
    if (!nodes_[free].expanded || (side == Side::left) == white)
        return descend(free, side, temperature, by_estimate);
    // Another move of the banned colour, or the opponent's move after one elsewhere.
    const double gap =
        scaffold_at(node, side, upper, temperature) - scaffold_at(node, side, lower, temperature);
    const Side answer = white ? Side::left : Side::right;
    if (gap > gap_at(nodes_[free].bounds, white, temperature) &&
        descend_scaffold(id, side, temperature, by_estimate))
        return true;
    if (descend(free, answer, temperature, by_estimate)) return true;
    return gap > tolerance && descend_scaffold(id, side, temperature, by_estimate);
}

bool Search::descend_scaffold(NodeId id, Side side, double temperature, bool by_estimate) {
    struct Candidate {
        double promise;
        std::size_t option;
    };
    const Node& node = nodes_[id];
    if (node.free != none && patience_-- <= 0) return false;
    const NodeId owner = node.free == none ? id : node.free;
    const bool left = side == Side::left;
    const double sure = scaffold_at(node, side, left ? lower : upper, temperature);
    std::vector<Candidate> candidates;
    const std::vector<Option>& options = nodes_[owner].options;
    for (std::size_t i = 0; i < options.size(); ++i) {
        const Option& option = options[i];
        if ((option.colour == Colour::black) != left || !allows(node, option)) continue;
        const Side next = left ? Side::right : Side::left;
        const double hope = wall_at(option, next, left ? upper : lower, temperature);
        if (left ? hope <= sure + tolerance : hope >= sure - tolerance) continue;
        const double promise =
            by_estimate ? wall_at(option, next, estimate, temperature) + 1e-3 * hope : hope;
        candidates.push_back({left ? promise : -promise, i});
    }
    std::ranges::stable_sort(candidates, std::greater{}, &Candidate::promise);
    for (const Candidate& candidate : candidates)
        if (descend_option(owner, candidate.option, left ? Side::right : Side::left, temperature,
                           by_estimate))
            return true;
    return false;
}

bool Search::descend_option(NodeId id, std::size_t index, Side side, double temperature,
                            bool by_estimate) {
    Option& option = nodes_[id].options[index];
    struct Candidate {
        double gap;
        NodeId part;
        Side side;
    };
    std::vector<Candidate> candidates;
    for (const NodeId part : option.parts) {
        const Bounds& bounds = nodes_[part].bounds;
        for (const Side wall : {Side::left, Side::right}) {
            if (option.parts.size() == 1 && wall != side) continue;
            const double gap = gap_at(bounds, wall == Side::left, temperature);
            if (gap > tolerance) candidates.push_back({gap, part, wall});
        }
    }
    std::ranges::stable_sort(candidates, std::greater{}, &Candidate::gap);
    for (const Candidate& candidate : candidates)
        if (descend(candidate.part, candidate.side, temperature, by_estimate)) return true;
    if (option.parts.size() < 2 || !candidates.empty()) return false;
    // Every part is known, but not the gain of moving in one at the expense of the other.
    const NodeId joint = joint_node(option.parts);
    nodes_[id].options[index].parts = {joint};
    nodes_[joint].parents.push_back(id);
    update(id);
    propagate(id);
    return true;
}

} // namespace tesuji::go_local
