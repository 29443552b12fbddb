// Exact thermographs of local positions by best-first search with bounds.
//
// Every position carries a lower bound, an upper bound and an estimate of its thermograph. A
// position that has not been expanded is bounded by the number of its points; expanding it replaces
// these bounds by those that follow from its moves, and its ancestors are updated. The search
// expands positions that leave the bounds of the root apart, until its mean and temperature are
// exact.
#pragma once

#include "board.hpp"
#include "search/report.hpp"
#include "stops.hpp"
#include "walls.hpp"

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <unordered_map>
#include <vector>

namespace tesuji::go_local {

using NodeId = std::uint32_t;
constexpr NodeId none = ~NodeId{0};

/// Where a move leads: a decided score and undecided parts.
struct Option {
    std::int8_t point;
    Colour colour;
    bool ko; ///< takes a ko: the first part is a position in which it may not be retaken at once
    std::int16_t score;
    std::vector<NodeId> parts;
};

/// The three thermographs of a position.
enum Bound : int { lower = 0, upper = 1, estimate = 2 };
using Bounds = std::array<Thermograph, 3>;

struct Node {
    Component position;         ///< of a single component
    std::vector<NodeId> sum_of; ///< of a sum searched as one game, else empty
    /// Where a ko has just been taken: the same position without the ban, and what is banned.
    NodeId free = none;
    std::int8_t banned_point = -1;
    Colour banned = Colour::black;
    std::vector<NodeId> with_ban; ///< the same position just after a ko was taken
    std::int16_t score_now = 0;   ///< the count for Black if both pass
    bool expanded = false;
    bool tried = false;   ///< bounding it by alternating play was tried
    bool bounded = false; ///< by alternating play, between these scores:
    StopSearch::Range stops{};
    StopSearch::Expectation expected{}; ///< of a selective search
    bool about_ko = false;              ///< the expectations differ only by who wins kos
    bool queued = false;
    bool on_path = false;     ///< of the present descent
    bool right_first = false; ///< which wall a selective search follows first the next time
    Bounds bounds;
    std::vector<Option> options;
    std::vector<NodeId> parents;

    bool settled() const;
};

/// The bounds that alternating play gives; the estimate is left empty.
Bounds bounds_of(const StopSearch::Range& range);
/// Whether mean and temperature are certain; the walls at lower temperatures may not be.
bool is_pinned(const Bounds& bounds);

/// How a position contributes to a proof.
struct Evidence {
    bool opened = false;    ///< its moves are needed
    std::uint8_t stops = 0; ///< the bounds by its stops that are needed: bit 2 * bound + is right
};

/// The result for a position or a sum of several.
struct Judgement {
    double mean = 0;
    double temperature = 0;
    bool exact = false;
    bool converged = false; ///< a selective search has followed every line that matters
};

class Search {
  public:
    /// `position` need not be split. With `judgement_nodes` the search is selective: it follows the
    /// lines that seem best, leaves out moves that seem to gain nothing, searches that many
    /// positions of alternating play to estimate each position, and proves nothing.
    Search(const Shape& shape, const Component& position, int judgement_nodes = 0);

    /// Searches until the root is exact or the control says stop.
    void run(SearchControl& control);

    /// Searches on, where the root is exact, until it is known which of its moves are as good as
    /// the best at its temperature, or the control says stop; `nodes` of its budget are new
    /// positions.
    void tell_moves_apart(SearchControl& control);

    Judgement judge() const;
    std::int64_t nodes() const { return static_cast<std::int64_t>(nodes_.size()); }
    std::size_t memory() const { return memory_ + (prover_ ? prover_->memory_ : 0); }

    /// The root: its decided score and its parts.
    const Option& root() const { return root_; }
    /// The stones that an option of a node captures.
    Set taken_by(NodeId id, const Option& option) const;
    const Node& node(NodeId id) const { return nodes_.at(id); }
    /// Expands a node, so that its options can be shown.
    void open(NodeId id);
    /// What an exact result rests on; all other positions can be bounded by their points.
    std::map<NodeId, Evidence> evidence();

  private:
    class EvidenceTracer;
    class EvidenceTrial;
    enum class Side : std::uint8_t { left, right };
    struct Gap {
        double size;
        Side side;
        double temperature;
    };

    NodeId node_for(const Component& position);
    /// The value of all points of a position or a sum.
    int worth(const Node& node) const;
    void add_option(Node& node, int point, Colour colour, const Placement& placed);
    NodeId banned_node(NodeId free, int point, Colour banned);
    NodeId joint_node(const std::vector<NodeId>& parts);
    /// Narrows the bounds of a position that has no options yet, or expands it.
    void look_into(NodeId id);
    bool tighten(Node& node, int nodes);
    void expand(NodeId id);
    void expand_component(Node& node, NodeId id);
    void expand_joint(Node& node, NodeId id);
    bool update(NodeId id);
    void update_free(const Node& node, Bounds& fresh) const;
    void update_banned(const Node& node, Bounds& fresh) const;
    void propagate(NodeId from);

    /// The thermograph of a component, if it is exact after at most this many new positions, and
    /// this many of alternating play.
    std::optional<Thermograph> prove(const Component& position, int new_nodes, int stop_nodes);
    bool improve(NodeId id, bool by_estimate);
    bool descend(NodeId id, Side side, double temperature, bool by_estimate);
    bool descend_scaffold(NodeId id, Side side, double temperature, bool by_estimate);
    bool descend_option(NodeId id, std::size_t option, Side side, double temperature,
                        bool by_estimate);

    bool descend_banned(NodeId id, Side side, double temperature, bool by_estimate);
    /// Whether a move may be made: not the retaking of a ko that the position bans.
    static bool allows(const Node& node, const Option& option) {
        return option.point != node.banned_point || option.colour != node.banned;
    }
    double wall_at(const Option& option, Side side, Bound bound, double temperature) const;
    const Wall& wall(const Option& option, Side side, Bound bound, Wall& scratch,
                     double& shift) const;
    double scaffold_at(const Node& node, Side side, Bound bound, double temperature) const;
    const Node& base(const Node& node) const {
        return node.free == none ? node : nodes_[node.free];
    }
    static bool pinned(const Node& node) { return is_pinned(node.bounds); }
    /// Searches a move of the root that may be as good as the best; returns whether more can be
    /// found.
    bool compare_with_best(NodeId id, std::size_t option, Side side, double temperature);

    // Of a selective search (selective.cpp).
    void run_selectively(SearchControl& control);
    void expect(Node& node);
    bool solve(Node& node);
    void expand_selectively(Node& node);
    bool is_in_vain(const Node& node, int point, const Component& after, Colour mover);
    bool follow(NodeId id, Side side, double temperature, double margin);
    bool follow_moves(NodeId id, Side side, double temperature, double margin);
    bool should_end(SearchControl& control, double& next_report) const;

    Shape shape_;
    int judgement_nodes_;
    bool selective_;
    StopSearch stops_;
    Option root_;
    std::deque<Node> nodes_;
    std::unordered_map<Component, NodeId, ComponentHash> known_;
    std::map<std::vector<NodeId>, NodeId> joints_;
    std::priority_queue<NodeId> dirty_;
    std::size_t memory_ = 0;
    bool converged_ = false;
    std::unique_ptr<Search> prover_; ///< of a selective search, for small positions
    int patience_ = 0;               ///< positions that the present descent may still visit
};

} // namespace tesuji::go_local
