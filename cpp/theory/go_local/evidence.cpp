// What an exact result rests on: the positions whose moves are needed, and the stops.
//
// A proof leaves behind many positions that turned out not to matter. From the root down, each wall
// of each position after a move is replaced by a weaker bound, first by the number of its points,
// then by its stops. Where that changes nothing above, the weaker bound is enough; otherwise the
// position itself is looked at in the same way.
#include "search.hpp"

#include <algorithm>
#include <queue>

namespace tesuji::go_local {

namespace {

using Walls = std::uint8_t; ///< a set of walls of two bounds

constexpr int walls_of_bounds = 4;
constexpr Walls all_walls = (1 << walls_of_bounds) - 1;
constexpr Walls of_bound(Bound bound) {
    return static_cast<Walls>(bound == lower ? 0b0011 : 0b1100);
}

constexpr Walls left_of(Bound bound) {
    return static_cast<Walls>(bound == lower ? 0b0001 : 0b0100);
}
constexpr Walls right_of(Bound bound) {
    return static_cast<Walls>(left_of(bound) << 1);
}

Wall& wall_of(Bounds& bounds, int wall) {
    Thermograph& graph = bounds[wall < 2 ? lower : upper];
    return wall % 2 == 0 ? graph.left : graph.right;
}

} // namespace

/// Follows the proof of one root.
class Search::EvidenceTracer {
  public:
    EvidenceTracer(Search& search, std::map<NodeId, Evidence>& found)
        : search_(search), found_(found) {}

    void trace(NodeId root) {
        root_ = root;
        require(root, all_walls);
        while (!waiting_.empty()) {
            const NodeId id = waiting_.front();
            waiting_.pop();
            look_at(id, needed_.at(id));
        }
    }

  private:
    void require(NodeId id, Walls walls) {
        Walls& known = needed_[id];
        if ((known | walls) == known) return;
        known |= walls;
        waiting_.push(id);
    }

    /// The bounds that follow from what is below now.
    Bounds computed(const Node& node) const {
        Bounds bounds = node.bounds;
        const double points = search_.worth(node);
        bounds[lower] = {Wall(-points), Wall(-points)};
        bounds[upper] = {Wall(points), Wall(points)};
        if (node.free != none)
            search_.update_banned(node, bounds);
        else
            search_.update_free(node, bounds);
        return bounds;
    }

    /// Whether a change further down leaves what is needed as it is.
    bool holds(NodeId id, Walls walls, Bounds& before) const {
        Bounds now = computed(search_.nodes_[id]);
        if (id == root_) return is_pinned(now);
        for (int wall = 0; wall < walls_of_bounds; ++wall)
            if ((walls >> wall & 1) && !wall_of(now, wall).equals(wall_of(before, wall)))
                return false;
        return true;
    }

    std::vector<NodeId> below(const Node& node) const {
        std::vector<NodeId> result = node.sum_of;
        if (node.free != none) result.push_back(node.free);
        for (const Option& option : search_.base(node).options)
            result.insert(result.end(), option.parts.begin(), option.parts.end());
        std::ranges::sort(result, std::greater{}); // the latest are the least important
        const auto same = std::ranges::unique(result);
        result.erase(same.begin(), same.end());
        return result;
    }

    void look_at(NodeId id, Walls walls) {
        Node& node = search_.nodes_[id];
        Node& origin = node.free == none ? node : search_.nodes_[node.free];
        Bounds before = computed(node);
        if (origin.expanded) {
            origin.expanded = false;
            const bool unopened = holds(id, walls, before);
            origin.expanded = !unopened;
            if (!unopened) found_[node.free == none ? id : node.free].opened = true;
            weaken_below(id, walls, before);
            origin.expanded = true;
        } else {
            weaken_below(id, walls, before);
        }
    }

    void weaken_below(NodeId id, Walls walls, Bounds& before) {
        std::vector<std::pair<NodeId, Bounds>> changed;
        for (const NodeId part : below(search_.nodes_[id])) {
            changed.emplace_back(part, search_.nodes_[part].bounds);
            for (int wall = 0; wall < walls_of_bounds; ++wall)
                weaken(id, walls, before, part, wall);
        }
        weaken_own_stops(id, walls, before);
        for (auto& [part, bounds] : changed) search_.nodes_[part].bounds = std::move(bounds);
    }

    /// Replaces one wall of a part by the weakest bound that is enough.
    void weaken(NodeId id, Walls walls, Bounds& before, NodeId part, int wall) {
        Node& node = search_.nodes_[part];
        Wall& now = wall_of(node.bounds, wall);
        Wall known = now;
        const double points = search_.worth(node);
        now = Wall(wall < 2 ? -points : points);
        if (now.equals(known) || holds(id, walls, before)) return;
        if (node.bounded) {
            Bounds by_stops = bounds_of(node.stops);
            now = wall_of(by_stops, wall);
            if (now.equals(known) || holds(id, walls, before)) {
                found_[part].stops |= static_cast<Walls>(1 << wall);
                return;
            }
        }
        now = std::move(known);
        require(part, static_cast<Walls>(1 << wall));
    }

    void weaken_own_stops(NodeId id, Walls walls, Bounds& before) {
        Node& node = search_.nodes_[id];
        if (!node.bounded) return;
        const StopSearch::Range known = node.stops;
        const int points = search_.shape_.worth(node.position.points);
        for (const Bound bound : {lower, upper}) {
            const StopSearch::Range narrow = node.stops;
            if (bound == lower)
                node.stops.low = node.stops.left_low = -points;
            else
                node.stops.high = node.stops.right_high = points;
            if (narrow == node.stops || holds(id, walls, before)) continue;
            found_[id].stops |= of_bound(bound);
            node.stops = narrow;
        }
        node.stops = known;
    }

    Search& search_;
    std::map<NodeId, Evidence>& found_;
    NodeId root_ = none;
    std::map<NodeId, Walls> needed_;
    std::queue<NodeId> waiting_;
};

/// Whether the evidence is enough: all bounds are found again from nothing else.
///
/// In a ko two positions may each seem to need only the other one, which shows nothing.
class Search::EvidenceTrial {
  public:
    EvidenceTrial(Search& search, const std::map<NodeId, Evidence>& evidence)
        : search_(search), evidence_(evidence) {
        for (const NodeId part : search.root_.parts) forget(part);
    }
    ~EvidenceTrial() {
        for (auto& [id, node] : kept_) {
            Node& now = search_.nodes_[id];
            now.expanded = node.expanded;
            now.bounded = node.bounded;
            now.stops = node.stops;
            now.bounds = std::move(node.bounds);
        }
    }
    EvidenceTrial(const EvidenceTrial&) = delete;
    EvidenceTrial& operator=(const EvidenceTrial&) = delete;

    bool succeeds() {
        bool changed = true;
        for (int round = 0; changed && round < most_rounds; ++round) {
            changed = false;
            for (auto it = kept_.rbegin(); it != kept_.rend(); ++it) {
                const Node& node = search_.nodes_[it->first];
                const bool follows = node.expanded || node.free != none || !node.sum_of.empty();
                if (follows) changed |= search_.update(it->first);
            }
        }
        return std::ranges::all_of(search_.root_.parts,
                                   [&](NodeId id) { return pinned(search_.nodes_[id]); });
    }

  private:
    struct Kept {
        bool expanded, bounded;
        StopSearch::Range stops;
        Bounds bounds;
    };
    static constexpr int most_rounds = 200;

    /// Leaves a position only what the evidence says, and what its moves lead to likewise.
    void forget(NodeId id) {
        std::vector<NodeId> front{id};
        while (!front.empty()) {
            const NodeId now = front.back();
            front.pop_back();
            Node& node = search_.nodes_[now];
            const Kept kept{node.expanded, node.bounded, node.stops, node.bounds};
            if (!kept_.try_emplace(now, kept).second) continue;
            const auto found = evidence_.find(now);
            const Evidence known = found == evidence_.end() ? Evidence{} : found->second;
            const int points = search_.worth(node);
            node.expanded = node.expanded && known.opened;
            node.bounded = node.bounded && known.stops != 0;
            keep_needed(node.stops, known.stops, points);
            const Bounds known_bounds = bounds_of(
                node.bounded ? node.stops : StopSearch::Range{-points, points, -points, points});
            for (const Bound bound : {lower, upper}) node.bounds[bound] = known_bounds[bound];
            front.insert(front.end(), node.sum_of.begin(), node.sum_of.end());
            if (node.free != none) front.push_back(node.free);
            if (!node.expanded) continue;
            for (const Option& option : node.options)
                front.insert(front.end(), option.parts.begin(), option.parts.end());
        }
    }

    /// Forgets what alternating play gives, except for the needed walls.
    static void keep_needed(StopSearch::Range& stops, Walls needed, int points) {
        if (!(needed & of_bound(lower))) stops.low = -points;
        if (!(needed & left_of(lower))) stops.left_low = stops.low;
        if (!(needed & of_bound(upper))) stops.high = points;
        if (!(needed & right_of(upper))) stops.right_high = stops.high;
    }

    Search& search_;
    const std::map<NodeId, Evidence>& evidence_;
    std::map<NodeId, Kept> kept_;
};

int Search::worth(const Node& node) const {
    int total = shape_.worth(node.position.points);
    for (const NodeId part : node.sum_of) total += worth(nodes_[part]);
    return total;
}

std::map<NodeId, Evidence> Search::evidence() {
    std::map<NodeId, Evidence> found;
    for (const NodeId part : root_.parts) {
        found[part];
        if (pinned(nodes_[part])) EvidenceTracer(*this, found).trace(part);
    }
    if (EvidenceTrial(*this, found).succeeds()) return found;
    for (NodeId id = 0; id < nodes_.size(); ++id) {
        const Node& node = nodes_[id];
        if (node.expanded || node.bounded)
            found[id] = {node.expanded, node.bounded ? all_walls : Walls{0}};
    }
    return found;
}

} // namespace tesuji::go_local
