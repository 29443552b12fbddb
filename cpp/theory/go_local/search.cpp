#include "search.hpp"

#include "guess.hpp"

#include <algorithm>
#include <cmath>

namespace tesuji::go_local {

namespace {

/// Positions of alternating play to search when a position is first met, and when it is chosen.
constexpr int first_stop_nodes = 400;
constexpr int stop_nodes = 10'000;
constexpr std::size_t stop_memory = std::size_t{64} << 20;

/// Bounds of a sum from those of its terms. Above the temperatures of all but one they are exact.
void add_term(Bounds& sum, const Bounds& term) {
    for (const Bound bound : {lower, upper, estimate}) {
        Thermograph& a = sum[bound];
        const Thermograph& b = term[bound];
        const Wall first = plus(a.left, b.right), second = plus(a.right, b.left);
        Thermograph result;
        if (bound == upper) {
            result.left = plus(a.left, b.left);
        } else {
            result.left = first;
            raise(result.left, second, 0);
        }
        if (bound == lower) {
            result.right = plus(a.right, b.right);
        } else {
            result.right = first;
            sink(result.right, second, 0);
        }
        a = std::move(result);
    }
}

/// A wall that runs from one score to another at one point a degree, and stays there.
Wall slope(double from, double to) {
    Wall wall(from);
    wall.add(std::abs(to - from), to);
    return wall;
}

/// An estimate lies between the bounds.
void clamp_estimate(Bounds& bounds) {
    Thermograph& guess = bounds[estimate];
    raise(guess.left, bounds[lower].left, 0);
    sink(guess.left, bounds[upper].left, 0);
    raise(guess.right, bounds[lower].right, 0);
    sink(guess.right, bounds[upper].right, 0);
}

} // namespace

Bounds bounds_of(const StopSearch::Range& range) {
    Bounds bounds;
    bounds[lower] = {slope(range.left_low, range.low), Wall(range.low)};
    bounds[upper] = {Wall(range.high), slope(range.right_high, range.high)};
    return bounds;
}

bool Node::settled() const {
    return bounds[lower].equals(bounds[upper]);
}

Search::Search(const Shape& shape, const Component& position, int judgement_nodes)
    : shape_(shape), judgement_nodes_(judgement_nodes), selective_(judgement_nodes > 0),
      stops_(shape, stop_memory) {
    const Split parts = split(shape_, position);
    root_ = {-1, Colour::black, false, static_cast<std::int16_t>(parts.score), {}};
    for (const Component& part : parts.parts) root_.parts.push_back(node_for(part));
}

NodeId Search::node_for(const Component& position) {
    const auto found = known_.find(position);
    if (found != known_.end()) return found->second;
    const auto id = static_cast<NodeId>(nodes_.size());
    Node& node = nodes_.emplace_back();
    node.position = position;
    node.score_now = static_cast<std::int16_t>(count(shape_, position));
    const double points = shape_.worth(position.points);
    const double middle = std::clamp(guess(shape_, position), -points, points);
    for (const auto& [bound, score] :
         {std::pair{lower, -points}, {upper, points}, {estimate, middle}}) {
        node.bounds[bound].left.assign(score);
        node.bounds[bound].right.assign(score);
    }
    known_.emplace(position, id);
    if (selective_)
        expect(node);
    else
        tighten(node, first_stop_nodes);
    memory_ += sizeof(Node) + 6 * sizeof(Knot) + 2 * sizeof(Component) + 48;
    return id;
}

NodeId Search::banned_node(NodeId free, int point, Colour banned) {
    for (const NodeId id : nodes_[free].with_ban)
        if (nodes_[id].banned_point == point && nodes_[id].banned == banned) return id;
    const auto id = static_cast<NodeId>(nodes_.size());
    Node& node = nodes_.emplace_back();
    const Node& origin = nodes_[free];
    node.position = origin.position;
    node.score_now = origin.score_now;
    node.free = free;
    node.banned_point = static_cast<std::int8_t>(point);
    node.banned = banned;
    node.bounds = origin.bounds;
    nodes_[free].with_ban.push_back(id);
    update(id);
    memory_ += sizeof(Node) + 20 * sizeof(Knot);
    return id;
}

NodeId Search::joint_node(const std::vector<NodeId>& parts) {
    std::vector<NodeId> key = parts;
    std::ranges::sort(key);
    const auto found = joints_.find(key);
    if (found != joints_.end()) return found->second;
    const auto id = static_cast<NodeId>(nodes_.size());
    Node& node = nodes_.emplace_back();
    node.sum_of = key;
    for (const NodeId part : key) {
        node.score_now = static_cast<std::int16_t>(node.score_now + nodes_[part].score_now);
        nodes_[part].parents.push_back(id);
    }
    joints_.emplace(key, id);
    update(id);
    memory_ += sizeof(Node) + 20 * sizeof(Knot) + 128;
    return id;
}

Set Search::taken_by(NodeId id, const Option& option) const {
    const Node& node = nodes_[id];
    const Set stone = point_set(option.point);
    for (const NodeId part : node.sum_of)
        if (nodes_[part].position.points & stone) return taken_by(part, option);
    return place(shape_, node.position, option.point, option.colour).taken;
}

void Search::open(NodeId id) {
    if (node(id).free != none)
        open(node(id).free);
    else if (!node(id).expanded)
        expand(id);
}

void Search::look_into(NodeId id) {
    const bool tried = nodes_[id].tried;
    nodes_[id].tried = true;
    if (!tried && nodes_[id].sum_of.empty() && tighten(nodes_[id], stop_nodes)) {
        propagate(id);
        return;
    }
    expand(id);
}

/// Narrows the bounds by alternating play; returns whether they changed.
bool Search::tighten(Node& node, int nodes) {
    const int points = shape_.worth(node.position.points);
    if (!node.bounded) node.stops = {-points, points, -points, points};
    const StopSearch::Range range = stops_.bound(node.position, node.stops, nodes);
    if (range == node.stops) return false;
    node.bounded = true;
    node.stops = range;
    const Bounds found = bounds_of(range);
    for (const Bound bound : {lower, upper}) node.bounds[bound] = found[bound];
    // Estimate: each side gains half of the difference between the stops, which are guessed where
    // they are not known.
    const double left = (range.left_low + range.high) / 2.0;
    const double right = (range.right_high + range.low) / 2.0;
    const double mean = (left + right) / 2;
    if (left > right)
        node.bounds[estimate] = {slope(left, mean), slope(right, mean)};
    else
        node.bounds[estimate] = {Wall(mean), Wall(mean)};
    return true;
}

void Search::expand(NodeId id) {
    Node& node = nodes_[id];
    node.expanded = true;
    if (node.sum_of.empty())
        expand_component(node, id);
    else
        expand_joint(node, id);
    for (const Option& option : node.options) {
        memory_ += sizeof(Option) + option.parts.size() * 2 * sizeof(NodeId);
        for (const NodeId part : option.parts) {
            auto& parents = nodes_[part].parents;
            if (parents.empty() || parents.back() != id) parents.push_back(id);
        }
    }
    memory_ += 12 * sizeof(Knot);
    update(id);
    propagate(id);
}

void Search::expand_component(Node& node, NodeId) {
    if (selective_) return expand_selectively(node);
    for (const Colour colour : {Colour::black, Colour::white}) {
        for (Set left = node.position.empty(); left; left &= left - 1) {
            const int point = lowest(left);
            const Placement placed = place(shape_, node.position, point, colour);
            if (placed.legal) add_option(node, point, colour, placed);
        }
    }
}

void Search::add_option(Node& node, int point, Colour colour, const Placement& placed) {
    const Split parts = split(shape_, placed.after);
    Option option{static_cast<std::int8_t>(point),
                  colour,
                  placed.ko,
                  static_cast<std::int16_t>(parts.score),
                  {}};
    for (const Component& part : parts.parts) {
        NodeId after = node_for(part);
        const Set taken = node.position.stones[1 - index(colour)] & part.empty();
        if (placed.ko && taken) after = banned_node(after, lowest(taken), other(colour));
        option.parts.push_back(after);
    }
    node.options.push_back(std::move(option));
}

void Search::expand_joint(Node& node, NodeId) {
    for (std::size_t moved = 0; moved < node.sum_of.size(); ++moved) {
        open(node.sum_of[moved]);
        for (const Option& move : nodes_[node.sum_of[moved]].options) {
            Option option = move;
            for (std::size_t i = 0; i < node.sum_of.size(); ++i)
                if (i != moved) option.parts.push_back(node.sum_of[i]);
            node.options.push_back(std::move(option));
        }
    }
}

// --- bringing thermographs up to date --------------------------------------------------------

const Wall& Search::wall(const Option& option, Side side, Bound bound, Wall& scratch,
                         double& shift) const {
    shift = option.score;
    if (option.parts.empty()) {
        scratch.assign(0);
        return scratch;
    }
    if (option.parts.size() == 1) {
        const Thermograph& graph = nodes_[option.parts[0]].bounds[bound];
        return side == Side::left ? graph.left : graph.right;
    }
    Bounds sum = nodes_[option.parts[0]].bounds;
    for (std::size_t i = 1; i < option.parts.size(); ++i)
        add_term(sum, nodes_[option.parts[i]].bounds);
    scratch = side == Side::left ? sum[bound].left : sum[bound].right;
    return scratch;
}

double Search::wall_at(const Option& option, Side side, Bound bound, double temperature) const {
    Wall scratch;
    double shift = 0;
    const Wall& found = wall(option, side, bound, scratch, shift);
    return found.at(temperature) + shift;
}

/// The value of the best first move at a temperature, before tax.
double Search::scaffold_at(const Node& node, Side side, Bound bound, double temperature) const {
    const Colour mover = side == Side::left ? Colour::black : Colour::white;
    double best = side == Side::left ? -infinity : infinity;
    for (const Option& option : base(node).options) {
        if (option.colour != mover || !allows(node, option)) continue;
        const Side next = side == Side::left ? Side::right : Side::left;
        const double value = wall_at(option, next, bound, temperature);
        best = side == Side::left ? std::max(best, value) : std::min(best, value);
    }
    return best;
}

void Search::update_free(const Node& node, Bounds& fresh) const {
    static thread_local Wall black, white, scratch;
    for (const Bound bound : {lower, upper, estimate}) {
        if (!node.expanded) break;
        if (selective_ && bound != estimate) {
            fresh[bound] = node.bounds[bound];
            continue;
        }
        black.clear();
        white.clear();
        for (const Option& option : node.options) {
            double shift = 0;
            const bool by_black = option.colour == Colour::black;
            const Wall& found =
                wall(option, by_black ? Side::right : Side::left, bound, scratch, shift);
            if (by_black)
                raise(black, found, shift);
            else
                sink(white, found, shift);
        }
        // The stop of the player who moves first counts like a move to that score.
        if (node.bounded && bound != upper) raise(black, Wall(node.stops.left_low), 0);
        if (node.bounded && bound != lower) sink(white, Wall(node.stops.right_high), 0);
        close(black, white, node.score_now, fresh[bound]);
    }
    if (!node.sum_of.empty()) {
        Bounds sum = nodes_[node.sum_of[0]].bounds;
        for (std::size_t i = 1; i < node.sum_of.size(); ++i)
            add_term(sum, nodes_[node.sum_of[i]].bounds);
        if (!node.expanded) {
            fresh = std::move(sum);
        } else {
            raise(fresh[lower].left, sum[lower].left, 0);
            raise(fresh[lower].right, sum[lower].right, 0);
            sink(fresh[upper].left, sum[upper].left, 0);
            sink(fresh[upper].right, sum[upper].right, 0);
        }
    }
    if (node.bounded) {
        const Bounds found = bounds_of(node.stops);
        raise(fresh[lower].left, found[lower].left, 0);
        raise(fresh[lower].right, found[lower].right, 0);
        sink(fresh[upper].left, found[upper].left, 0);
        sink(fresh[upper].right, found[upper].right, 0);
    }
    clamp_estimate(fresh);
}

/// Just after a ko was taken: the player who may not retake it makes another move or moves
/// elsewhere, after which the opponent can go on; there are no ko threats.
void Search::update_banned(const Node& node, Bounds& fresh) const {
    const Node& origin = nodes_[node.free];
    static thread_local Wall scratch;
    const bool white = node.banned == Colour::white;
    for (const Bound bound : {lower, upper, estimate}) {
        fresh[bound] = origin.bounds[bound];
        Wall others;
        for (const Option& option : origin.options) {
            if (!origin.expanded) break;
            if (option.colour != node.banned || !allows(node, option)) continue;
            double shift = 0;
            const Wall& found =
                wall(option, white ? Side::left : Side::right, bound, scratch, shift);
            if (white)
                sink(others, found, shift);
            else
                raise(others, found, shift);
        }
        // Before its moves are known, a move elsewhere bounds its wall from one side only.
        if (!origin.expanded && bound == (white ? lower : upper)) continue;
        Wall& own = white ? fresh[bound].right : fresh[bound].left;
        own = white ? fresh[bound].left : fresh[bound].right;
        if (others.empty()) continue;
        if (white)
            sink(own, taxed(others, 1), 0);
        else
            raise(own, taxed(others, -1), 0);
    }
}

bool Search::update(NodeId id) {
    Node& node = nodes_[id];
    Bounds fresh;
    if (node.free != none)
        update_banned(node, fresh);
    else
        update_free(node, fresh);
    const bool changed = !fresh[lower].equals(node.bounds[lower]) ||
                         !fresh[upper].equals(node.bounds[upper]) ||
                         !fresh[estimate].equals(node.bounds[estimate]);
    if (changed) node.bounds = std::move(fresh);
    return changed;
}

void Search::propagate(NodeId from) {
    const auto queue_parents = [&](NodeId id) {
        for (const NodeId parent : nodes_[id].parents) {
            if (nodes_[parent].queued) continue;
            nodes_[parent].queued = true;
            dirty_.push(parent);
        }
    };
    const auto queue_from = [&](NodeId id, bool changed) {
        if (changed) queue_parents(id);
        for (const NodeId banned : nodes_[id].with_ban)
            if (update(banned)) queue_parents(banned);
    };
    queue_from(from, true);
    // Loops that are not simple kos may never converge; the result is still a bound.
    int steps = 20000;
    while (!dirty_.empty()) {
        const NodeId id = dirty_.top();
        dirty_.pop();
        Node& node = nodes_[id];
        node.queued = false;
        if (steps-- > 0 && (node.expanded || !node.sum_of.empty())) queue_from(id, update(id));
    }
}

Judgement Search::judge() const {
    Judgement result{static_cast<double>(root_.score), 0, !selective_, false};
    result.converged = converged_;
    for (const NodeId part : root_.parts) {
        const Node& node = nodes_[part];
        const Thermograph& graph = node.bounds[estimate];
        result.mean += graph.mast();
        result.temperature = std::max(result.temperature, graph.temperature());
        result.exact = result.exact && pinned(node);
    }
    return result;
}

} // namespace tesuji::go_local
