// The tree of a Monte-Carlo tree search, without any game: nodes, their moves and statistics.
//
// A node that has been expanded owns a Fan: its legal moves, of which the first `num_children`
// have been tried and have a child, in the same order. Children stand in chunks of 4, 4, 8, 16,
// 32, 64, 64... so that a node pays only for moves that were tried, and a child never moves.
//
// Choosing among children is the hot loop of a search. All it needs of a child is a Lure of eight
// bytes, worked out when the child's statistics change: its attraction is
// value + (a number that is the same for all children) * bonus, in UCT and in PUCT alike.
#pragma once

#include "games/basics.hpp"
#include "tree_memory.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <new>
#include <optional>

namespace tesuji::mcts {

using Ref = TreeMemory::Ref;

/// Adds without paying for atomicity when no other thread is there.
template <class T>
void add_to(std::atomic<T>& number, T amount, bool shared) {
    if (shared)
        number.fetch_add(amount, std::memory_order_relaxed);
    else
        number.store(number.load(std::memory_order_relaxed) + amount, std::memory_order_relaxed);
}

/// The proven result of a position, independent of who is to move.
enum class Result : std::uint8_t { unknown, first_wins, draw, second_wins };

inline Result won_by(Player p) {
    return p == Player::first ? Result::first_wins : Result::second_wins;
}

/// What a finished game is worth to the first player: its result, its margin, or something between.
struct Utility {
    float score_weight = 0;
    float score_scale = 1;

    /// Whether a larger win is better than a smaller one.
    bool counts_margin() const { return score_weight > 0; }
    /// `result` is 1, 0 or -1, and `margin` is in points, both for the first player.
    float of(float result, float margin) const {
        if (!counts_margin()) return result;
        return (1 - score_weight) * result + score_weight * std::tanh(margin / score_scale);
    }
};

/// +1 for the first player, -1 for the second: turns a value for the first player into one for
/// `p`, and back.
inline float sign_of(Player p) {
    return p == Player::first ? 1.0F : -1.0F;
}

/// What makes a child worth choosing, for the player who chooses: value + scale * bonus.
struct Lure {
    float value;
    float bonus; ///< 1 / sqrt(visits) in UCT, prior / (1 + visits) in PUCT
};

class AtomicLure {
  public:
    Lure get() const { return std::bit_cast<Lure>(word_.load(std::memory_order_relaxed)); }
    void set(Lure l) { word_.store(std::bit_cast<std::uint64_t>(l), std::memory_order_relaxed); }

  private:
    static_assert(sizeof(Lure) == sizeof(std::uint64_t));
    std::atomic<std::uint64_t> word_{0};
};

/// A position in the tree. It is reached by `move`; its history is the path from the root.
struct Node {
    /// Values are summed in fixed point, so that the order of additions does not matter.
    static constexpr double fixed_one = 1 << 24;
    static std::int64_t fixed(float value) {
        return static_cast<std::int64_t>(value * static_cast<float>(fixed_one));
    }

    std::atomic<std::int64_t> value_sum{0}; ///< of all visits, for Player::first
    std::atomic<std::uint32_t> visits{0};   ///< may include simulations under way
    std::atomic<Ref> fan{0};                ///< 0 until expanded
    std::int16_t move = no_move;
    std::atomic<std::int16_t> half_points{0}; ///< twice the margin of the proven result
    std::atomic<Result> result{Result::unknown};
    std::atomic<std::uint8_t> plies_to_end{0}; ///< on the proven line; 255 is 255 or more
    Player to_move = Player::first;
    std::atomic<bool> pending{false}; ///< being expanded or evaluated

    bool is_proven() const { return result.load(std::memory_order_acquire) != Result::unknown; }
    std::uint32_t num_visits() const { return visits.load(std::memory_order_relaxed); }
    /// Mean value for the first player; 0 without visits.
    float mean() const {
        const std::uint32_t n = num_visits();
        return n == 0 ? 0.0F
                      : static_cast<float>(value_sum.load(std::memory_order_relaxed)) /
                            (static_cast<float>(fixed_one) * static_cast<float>(n));
    }

    Node() = default;
    Node(const Node& from) { *this = from; }
    /// Not while other threads search.
    Node& operator=(const Node& from) {
        value_sum = from.value_sum.load();
        visits = from.visits.load();
        fan = from.fan.load();
        move = from.move;
        half_points = from.half_points.load();
        result = from.result.load();
        plies_to_end = from.plies_to_end.load();
        to_move = from.to_move;
        pending = false;
        return *this;
    }
};
static_assert(sizeof(Node) == 24);

/// Some children of a node: in memory the header, then all lures, then all nodes.
struct Chunk {
    Ref next;
    std::uint32_t capacity;

    static std::size_t bytes(std::size_t capacity) {
        return sizeof(Chunk) + capacity * (sizeof(AtomicLure) + sizeof(Node));
    }
    AtomicLure* lures() { return reinterpret_cast<AtomicLure*>(this + 1); }
    Node* nodes() { return reinterpret_cast<Node*>(lures() + capacity); }
};

/// What RAVE knows of a move: the mean of the simulations in which it was made now or later. Two
/// threads may overwrite each other's update: one sample in many is lost, and no lock is needed.
struct Amaf {
    std::atomic<float> value{0}; ///< for the player to move
    std::atomic<float> count{0};

    void add(float v) {
        const float n = count.load(std::memory_order_relaxed) + 1;
        const float mean = value.load(std::memory_order_relaxed);
        value.store(mean + (v - mean) / n, std::memory_order_relaxed);
        count.store(n, std::memory_order_relaxed);
    }
};

/// The leads, in points for the first player, of the positions judged at a node and below it.
struct Leads {
    std::atomic<double> sum{0};
    std::atomic<std::uint32_t> count{0};

    void add(float lead, bool shared) {
        add_to(sum, static_cast<double>(lead), shared);
        add_to(count, std::uint32_t{1}, shared);
    }
    std::optional<double> mean() const {
        const std::uint32_t n = count.load(std::memory_order_relaxed);
        if (n == 0) return std::nullopt;
        return sum.load(std::memory_order_relaxed) / n;
    }
};

/// Priors are kept in the upper half of a float: exact to 0.2%, and ordered like their bits.
inline std::uint16_t packed_prior(float prior) {
    return static_cast<std::uint16_t>((std::bit_cast<std::uint32_t>(prior) + 0x8000) >> 16);
}
inline float unpacked_prior(std::uint16_t bits) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

/// Which tables a fan carries beside its moves.
struct FanFormat {
    bool priors;
    bool amaf;
    bool squares = false; ///< the sum of the squares of all values that came by
    bool leads = false;   ///< the points by which the first player leads

    std::size_t amaf_offset(int num_moves) const;
    std::size_t squares_offset(int num_moves) const;
    std::size_t leads_offset(int num_moves) const;
    std::size_t bytes(int num_moves) const;
};

/// The moves of an expanded node: in memory the header, then moves, then priors, AMAF, squares and
/// leads where the search has them.
struct Fan {
    std::atomic<std::uint16_t> num_children{0};
    std::uint16_t num_moves;
    Ref first_chunk = 0;
    Ref last_chunk = 0;
    std::atomic<float> tried_prior{0}; ///< sum of the priors of the children
    SpinLock lock;                     ///< held while a child is added

    explicit Fan(int moves) : num_moves(static_cast<std::uint16_t>(moves)) {}

    std::atomic<std::uint16_t>* moves() {
        return reinterpret_cast<std::atomic<std::uint16_t>*>(this + 1);
    }
    Move move(int i) { return moves()[i].load(std::memory_order_relaxed); }
    std::atomic<std::uint16_t>* priors() { return moves() + num_moves; }
    float prior(int i) { return unpacked_prior(priors()[i].load(std::memory_order_relaxed)); }
    Amaf* amaf(const FanFormat& format) {
        return reinterpret_cast<Amaf*>(reinterpret_cast<std::byte*>(this) +
                                       format.amaf_offset(num_moves));
    }
    std::atomic<float>& squares(const FanFormat& format) {
        return *reinterpret_cast<std::atomic<float>*>(reinterpret_cast<std::byte*>(this) +
                                                      format.squares_offset(num_moves));
    }
    Leads& leads(const FanFormat& format) {
        return *reinterpret_cast<Leads*>(reinterpret_cast<std::byte*>(this) +
                                         format.leads_offset(num_moves));
    }
    int tried() const { return num_children.load(std::memory_order_acquire); }

    /// Exchanges two moves that have no children yet, or whose children no other thread has seen.
    void swap_moves(int i, int j, const FanFormat& format);
};

inline std::size_t FanFormat::amaf_offset(int num_moves) const {
    const std::size_t entries = static_cast<std::size_t>(num_moves) * (priors ? 2 : 1);
    return (sizeof(Fan) + entries * sizeof(std::uint16_t) + 7) / 8 * 8;
}
inline std::size_t FanFormat::squares_offset(int num_moves) const {
    return amaf_offset(num_moves) +
           (amaf ? static_cast<std::size_t>(num_moves) * sizeof(Amaf) : std::size_t{0});
}
inline std::size_t FanFormat::leads_offset(int num_moves) const {
    return squares_offset(num_moves) + (squares ? sizeof(Amaf) : std::size_t{0});
}
inline std::size_t FanFormat::bytes(int num_moves) const {
    return leads_offset(num_moves) + (leads ? sizeof(Leads) : std::size_t{0});
}

/// One child of a node: where it stands, and its index among the moves of the fan.
struct Child {
    Node* node = nullptr;
    AtomicLure* lure = nullptr;
    int index = -1;
    float attraction = -std::numeric_limits<float>::infinity();
};

class Tree {
  public:
    Tree(FanFormat fan_format, Utility value_of_games)
        : format(fan_format), utility(value_of_games) {}

    Fan* fan_of(const Node& node) const {
        const Ref ref = node.fan.load(std::memory_order_acquire);
        return ref ? memory.at<Fan>(ref) : nullptr;
    }

    /// Memory for a fan of `num_moves` moves; null when memory is full. The caller fills in the
    /// moves and then calls publish().
    Fan* new_fan(int num_moves, Ref& ref);
    static void publish(Node& node, Ref fan) { node.fan.store(fan, std::memory_order_release); }

    /// Room for one more child; null when memory is full. Holding the fan's lock: the caller
    /// fills in the node and then adds one to num_children.
    Child room_for_child(Fan& fan);

    /// The child with the largest attraction; Child() when there is none.
    Child best_child(Fan& fan, float scale) const;
    Child child_at(Fan& fan, int index) const;
    /// Calls f(index, node, lure) for each child.
    template <class F>
    void for_each_child(Fan& fan, F&& f) const;

    /// Releases everything below the node; returns how many nodes there were.
    std::int64_t release_below(Node& node);

    /// What a proven node is worth to the first player.
    float certain_value(const Node& node) const {
        const Result result = node.result.load(std::memory_order_relaxed);
        return utility.of(result == Result::draw         ? 0.0F
                          : result == Result::first_wins ? 1.0F
                                                         : -1.0F,
                          static_cast<float>(node.half_points.load(std::memory_order_relaxed)) / 2);
    }
    /// The value of a node for `p`, from -1 to 1: the certain one, or the mean of its visits.
    float worth(const Node& node, Player p) const {
        return sign_of(p) *
               std::clamp(node.is_proven() ? certain_value(node) : node.mean(), -1.0F, 1.0F);
    }

    /// The points by which the first player leads: exact where the game has ended or the margin
    /// is proven, else the mean of what was judged below; nothing where that is not known.
    std::optional<double> lead(const Node& node) const {
        Fan* fan = fan_of(node);
        if (node.is_proven() && (utility.counts_margin() || !fan))
            return node.half_points.load(std::memory_order_relaxed) / 2.0;
        return fan && format.leads ? fan->leads(format).mean() : std::nullopt;
    }

    TreeMemory memory;
    const FanFormat format;
    const Utility utility;
};

template <class F>
void Tree::for_each_child(Fan& fan, F&& f) const {
    const int tried = fan.tried();
    Ref next = 0;
    // A link is read only where a child is known to follow: another thread may be adding one.
    for (int index = 0; index < tried;) {
        Chunk* chunk = memory.at<Chunk>(index == 0 ? fan.first_chunk : next);
        const int end = std::min(tried, index + static_cast<int>(chunk->capacity));
        for (int slot = 0; index < end; ++slot, ++index)
            f(index, chunk->nodes()[slot], chunk->lures()[slot]);
        if (index < tried) next = chunk->next;
    }
}

} // namespace tesuji::mcts
