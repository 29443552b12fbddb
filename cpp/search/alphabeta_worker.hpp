// The recursive search of alpha-beta, for one thread.
#pragma once

#include "alphabeta_knowledge.hpp"
#include "games/contract.hpp"
#include "history_dependence.hpp"
#include "transposition_table.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

namespace tesuji {

/// What a search has found about a node, from one player's point of view.
///
/// `value` is the best estimate. The two flags say what is *proven*, that is, follows from ends of
/// the game alone and from nothing that was estimated, reduced or left out.
struct Found {
    int value = 0;
    bool at_least = false;        ///< the true value is proven not to be below `value`
    bool at_most = false;         ///< the true value is proven not to be above `value`
    int dependence = independent; ///< ply of the path that the proof depends on
    std::uint64_t boards = 0;     ///< mask of the boards that the proof has met

    Found seen_by_opponent() const { return {-value, at_most, at_least, dependence, boards}; }
};

/// Tells a worker when to end. Called at every `interval`-th node.
class SearchClock {
  public:
    virtual ~SearchClock() = default;
    /// `nodes` counts those of the calling worker.
    virtual bool time_to_stop(std::int64_t nodes) = 0;
};

template <GamePosition P>
class AlphaBetaWorker {
  public:
    using Knowledge = GameKnowledge<P>;
    using State = typename Knowledge::State;

    /// One ply of the line that is being searched. It is kept when the search comes back, so that
    /// memory is allocated only on the first visit to a depth.
    struct Frame {
        explicit Frame(const P& p) : position(p), state(p) {}
        P position;
        State state;
        MoveList legal;
        std::array<std::int32_t, max_moves> order;
        std::array<std::int16_t, max_moves> moves;
        std::array<Move, 2> killers{no_move, no_move};
        std::vector<std::int16_t> line; ///< the principal variation from here
    };

    AlphaBetaWorker(const P& root, TranspositionTable& table, SearchClock& clock, int max_depth,
                    int check_interval)
        : knowledge_(root), table_(table), clock_(clock), max_depth_(max_depth),
          check_interval_(check_interval) {
        frames_.push_back(std::make_unique<Frame>(root));
        path_.start(root);
    }

    std::int64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
    bool stopped() const { return stopped_; }
    const Knowledge& knowledge() const { return knowledge_; }
    const std::vector<std::int16_t>& line_after_root() const { return frames_[1]->line; }
    /// May be asked from any thread, as `nodes`.
    std::size_t memory() const {
        return num_frames_.load(std::memory_order_relaxed) * sizeof(Frame) + sizeof(*this);
    }

    /// Whether moves that look quiet may be searched less deeply first. What is proven stays
    /// proven either way, but an exhaustive search must not be cut short.
    bool reductions = true;
    /// Whether a reply that the game calls forced costs no depth, so that a threat is not pushed
    /// over the horizon.
    bool extensions = true;
    /// Nodes that this worker may look at, 0 for no limit.
    std::int64_t node_limit = 0;

    /// Searches one move of the root, `depth` plies in all.
    Found search_root_move(Move m, int depth, int alpha, int beta, bool principal) {
        make(0, m, depth - 1);
        return search_child(0, depth - 1, alpha, beta, principal);
    }

    /// What an end of the game is worth to the player whose turn it would be.
    static int value_of_end(const P& p, int ply) {
        const Outcome outcome = p.outcome();
        if constexpr (Knowledge::has_score) {
            const int margin = static_cast<int>(
                std::lround(static_cast<double>(outcome.margin) * scale::units_per_point));
            return p.to_move() == Player::first ? margin : -margin;
        } else {
            if (outcome.winner < 0) return 0;
            return player(outcome.winner) == p.to_move() ? scale::win_value - ply
                                                         : ply - scale::win_value;
        }
    }

    /// Follows the table from `p` as far as it knows good moves.
    void extend_line(P p, std::vector<Move>& line) const {
        for (int steps = 0; steps < 40 && !p.is_over(); ++steps) {
            const State state(p);
            TableEntry entry;
            if (!table_.find(knowledge_.key(p, state), entry)) return;
            if (entry.move == no_move) return;
            const Move m = knowledge_.out_of_table(p, state, entry.move);
            if (!p.is_legal(m)) return;
            line.push_back(m);
            p.play(m);
        }
    }

  private:
    Frame& frame(int ply) { return *frames_[ply]; }

    /// Plays `m` at `ply` into the next frame, for a search of `depth` plies from there.
    void make(int ply, Move m, int depth) {
        if (static_cast<int>(frames_.size()) <= ply + 1) {
            frames_.push_back(std::make_unique<Frame>(frame(ply).position));
            num_frames_.store(frames_.size(), std::memory_order_relaxed);
        }
        const Frame& from = frame(ply);
        Frame& to = frame(ply + 1);
        to.position = from.position;
        to.position.play(m);
        knowledge_.advance(from.state, from.position, m, to.position, to.state);
        path_.step(ply + 1, from.position, m, to.position);
        if (depth > 0) table_.prefetch(knowledge_.key(to.position, to.state));
    }

    /// The value of the child in the next frame, for the player to move at `ply`: the same player
    /// may move again, and then nothing changes sign.
    Found search_child(int ply, int depth, int alpha, int beta, bool principal) {
        if (frame(ply).position.to_move() == frame(ply + 1).position.to_move())
            return search(ply + 1, depth, alpha, beta, principal);
        return search(ply + 1, depth, -beta, -alpha, principal).seen_by_opponent();
    }

    Found search(int ply, int depth, int alpha, int beta, bool principal);
    bool look_up(int ply, int depth, int alpha, int beta, bool principal, Found& found,
                 Move& best_move) const;
    void remember(int ply, int depth, const Found& found, Bound bound, Move best_move);
    void score_moves(Frame& f, Move first);
    void reward(int ply, Move m, int depth);

    ValueBounds bounds_of(const P& p, int ply) const {
        if constexpr (Knowledge::has_score)
            return knowledge_.bounds(p);
        else
            return {ply + 1 - scale::win_value, scale::win_value - ply - 1};
    }

    // In the table values are counted from the node: plies to a win from there, boxes still to
    // come.
    int to_table(int value, int ply) const {
        if constexpr (Knowledge::has_score)
            return value - knowledge_.base(frames_[ply]->position);
        else
            return value >= scale::decided    ? value + ply
                   : value <= -scale::decided ? value - ply
                                              : value;
    }
    int from_table(int value, int ply) const {
        if constexpr (Knowledge::has_score)
            return value + knowledge_.base(frames_[ply]->position);
        else
            return value >= scale::decided    ? value - ply
                   : value <= -scale::decided ? value + ply
                                              : value;
    }

    /// The key under which a result is kept that holds for this path only.
    std::uint64_t path_bound_key(std::uint64_t key, int ply) const {
        return key ^ ((path_.path_key(ply) + 0x2545f4914f6cdd1dULL) * 0x9fb21c651e98df25ULL);
    }

    /// Beyond this depth a search looks far enough without extensions.
    static constexpr int deepest_extension = 30;

    /// Where boards may come again, an estimate of a node can rest on an older estimate of the same
    /// node, and would never become exact however deep the search. So a search this deep, which
    /// means a tiny board, does without estimates.
    int deepest_estimate() const { return path_.matters() ? 40 : scale::unlimited_plies; }

    bool out_of_time() {
        const std::int64_t n = nodes_.load(std::memory_order_relaxed) + 1;
        nodes_.store(n, std::memory_order_relaxed);
        if (node_limit > 0 && n > node_limit) stopped_ = true;
        if (--until_check_ <= 0) {
            until_check_ = check_interval_;
            if (clock_.time_to_stop(n)) stopped_ = true;
        }
        return stopped_;
    }

    Knowledge knowledge_;
    TranspositionTable& table_;
    SearchClock& clock_;
    int max_depth_;
    int check_interval_;
    int until_check_ = 0;
    bool stopped_ = false;
    std::atomic<std::int64_t> nodes_{0};
    std::atomic<std::size_t> num_frames_{1};
    std::vector<std::unique_ptr<Frame>> frames_;
    SearchPath<P> path_;
    std::array<std::array<std::int32_t, max_moves>, 2> history_{};
};

template <GamePosition P>
Found AlphaBetaWorker<P>::search(int ply, int depth, int alpha, int beta, bool principal) {
    Frame& f = frame(ply);
    const P& p = f.position;
    if (principal) f.line.clear();

    // Step 1. Time, and nodes. What is returned after a stop is not looked at.
    if (out_of_time()) return {};

    // Step 2. The end of the game is exact, except that superko may be why there is no legal move.
    if (p.is_over()) {
        const int value = value_of_end(p, ply);
        if (!path_.matters()) return {value, true, true};
        f.legal.clear();
        return {value, true, true, path_.dependence(p, ply, f.legal), 0};
    }

    // Step 3. Nothing can be better than winning the rest, or with the next move.
    const ValueBounds bounds = bounds_of(p, ply);
    if (bounds.high <= alpha) return {bounds.high, false, true};
    if (bounds.low >= beta) return {bounds.low, true, false};

    // Step 4. A win with the next move needs no search.
    if (const Move m = knowledge_.winning_move(p, f.state); m != no_move) {
        if (principal) f.line.assign(1, static_cast<std::int16_t>(m));
        return {bounds.high, true, true};
    }

    // Step 5. A leaf is evaluated statically: there are many leaves, and probing the table is slow.
    // A node where a threat has to be answered is not a leaf.
    MoveList& legal = f.legal;
    legal.clear();
    bool restricted = false;
    const bool extends = extensions && decltype(knowledge_)::only_moves_are_forced;
    if (depth <= 0 && extends && ply < max_depth_) {
        restricted = knowledge_.only_moves(p, f.state, legal);
        if (restricted) depth = 1;
    }
    if (depth <= 0 || ply >= max_depth_) {
        const int value = knowledge_.evaluate(p, f.state);
        return {std::clamp(value, bounds.low, bounds.high), false, false};
    }

    // Step 6. What the table knows about the position.
    Move table_move = no_move;
    Found known;
    if (look_up(ply, depth, alpha, beta, principal, known, table_move)) {
        if (principal && table_move != no_move && p.is_legal(table_move))
            f.line.assign(1, static_cast<std::int16_t>(table_move));
        return known;
    }

    // Step 7. The moves; those that matter, if the game can tell. If none does, all lose at once.
    if (!restricted) {
        restricted = knowledge_.only_moves(p, f.state, legal);
        if (restricted && extends && depth < deepest_extension) ++depth;
    }
    if (!restricted) p.legal_moves(legal);
    if (restricted && legal.empty()) {
        MoveList none;
        return {ply + 2 - scale::win_value, true, true, path_.dependence(p, ply, none), 0};
    }
    score_moves(f, table_move);

    // Step 8. Search them: the first with the full window, the others with a null window, and again
    // with the full window if they turn out better.
    const int old_alpha = alpha;
    Found best{-scale::infinite, false, true, independent, 0};
    Move best_move = no_move;
    bool cut = false;
    for (int i = 0; i < legal.size(); ++i) {
        // Pick the best of the rest; the moves behind it are seldom needed.
        int pick = i;
        for (int j = i + 1; j < legal.size(); ++j)
            if (f.order[j] > f.order[pick]) pick = j;
        std::swap(f.order[i], f.order[pick]);
        std::swap(f.moves[i], f.moves[pick]);
        const Move m = f.moves[i];
        const bool quiet = f.order[i] < forcing_order;

        make(ply, m, depth - 1);
        Found child;
        bool has_line = principal; // whether the child's line is of this search
        if (i == 0) {
            child = search_child(ply, depth - 1, alpha, beta, principal);
        } else {
            int reduction = 0;
            if (reductions && quiet && depth >= 3 && depth <= deepest_estimate() && i >= 4)
                reduction = std::min(depth - 2, 1 + (i >= 12) + (depth >= 6 && i >= 24));
            child = search_child(ply, depth - 1 - reduction, alpha, alpha + 1, false);
            if (reduction > 0 && child.value > alpha && !stopped_)
                child = search_child(ply, depth - 1, alpha, alpha + 1, false);
            has_line = principal && child.value > alpha && child.value < beta && !stopped_;
            if (has_line) child = search_child(ply, depth - 1, alpha, beta, true);
        }
        if (stopped_) return {};

        const std::uint64_t boards = child.boards | path_.board_bit(ply + 1);
        best.at_most &= child.at_most;
        if (child.value > best.value) {
            best.value = child.value;
            best.at_least = child.at_least;
            best_move = m;
        } else if (child.value == best.value && child.at_least) {
            best.at_least = true;
        }
        if (best.value >= beta || best.value >= bounds.high) {
            // The other moves do not matter: the cut-off rests on this move alone.
            cut = true;
            best.at_most = best.value >= bounds.high;
            best.dependence = child.dependence;
            best.boards = boards;
        } else {
            best.dependence = std::min(best.dependence, child.dependence);
            best.boards |= boards;
        }
        if (child.value > alpha) {
            alpha = child.value;
            if (principal) {
                f.line.assign(1, static_cast<std::int16_t>(m));
                const auto& rest = frame(ply + 1).line;
                if (has_line) f.line.insert(f.line.end(), rest.begin(), rest.end());
            }
        }
        if (cut) {
            if (quiet) reward(ply, m, depth);
            break;
        }
    }

    // Step 9. A claim about all moves also covers those that superko forbids here.
    if (!cut && best.at_most && path_.matters())
        best.dependence = std::min(best.dependence, path_.dependence(p, ply, legal));
    if (best.value <= bounds.low) best.at_least = true;

    // Step 10. Store the result.
    const Bound bound = best.at_least && best.at_most ? Bound::exact
                        : best.value >= beta          ? Bound::lower
                        : best.value <= old_alpha     ? Bound::upper
                                                      : Bound::exact;
    remember(ply, depth, best, bound, best_move);
    return best;
}

/// Whether the table answers the question. A proof counts at any depth, if it holds on this path;
/// an estimate counts if it was made deeply enough, but not where the principal variation is
/// looked for. Either way `best_move` is what was best then.
template <GamePosition P>
bool AlphaBetaWorker<P>::look_up(int ply, int depth, int alpha, int beta, bool principal,
                                 Found& found, Move& best_move) const {
    const Frame& f = *frames_[ply];
    const std::uint64_t key = knowledge_.key(f.position, f.state);
    const auto move_of = [&](const TableEntry& e) {
        return e.move == no_move ? no_move : knowledge_.out_of_table(f.position, f.state, e.move);
    };
    const int attempts = path_.matters() ? 2 : 1;
    for (int attempt = 0; attempt < attempts; ++attempt) {
        TableEntry e;
        if (!table_.find(attempt == 0 ? key : path_bound_key(key, ply), e)) continue;
        if (best_move == no_move) best_move = move_of(e);
        if (attempt == 0 && e.proves_something() && (e.boards & path_.boards_above(ply)) != 0)
            continue; // proven on another path, which this one might contradict
        const int value = from_table(e.value, ply);
        const bool deep = e.depth >= depth && !principal && depth <= deepest_estimate();
        const bool lower = e.bound == Bound::lower || e.bound == Bound::exact;
        const bool upper = e.bound == Bound::upper || e.bound == Bound::exact;
        const bool is_exact = (e.at_least && e.at_most) || (e.bound == Bound::exact && deep);
        const bool answers = is_exact || (value >= beta && (e.at_least || (lower && deep))) ||
                             (value <= alpha && (e.at_most || (upper && deep)));
        if (!answers) continue;
        best_move = move_of(e);
        found = {value, e.at_least, e.at_most, e.dependence == 0 ? independent : e.dependence,
                 e.boards};
        return true;
    }
    return false;
}

template <GamePosition P>
void AlphaBetaWorker<P>::remember(int ply, int depth, const Found& found, Bound bound,
                                  Move best_move) {
    const Frame& f = *frames_[ply];
    TableEntry e;
    e.value = static_cast<std::int16_t>(to_table(found.value, ply));
    e.move = static_cast<std::int16_t>(
        best_move == no_move ? no_move : knowledge_.into_table(f.position, f.state, best_move));
    e.depth = static_cast<std::uint8_t>(std::clamp(depth, 0, 255));
    e.bound = bound;
    e.at_least = found.at_least;
    e.at_most = found.at_most;
    e.boards = found.boards;
    const std::uint64_t key = knowledge_.key(f.position, f.state);
    if (!path_.matters()) return table_.store(key, e);

    if (!e.proves_something()) {
        // An estimate must not push out an exact result of another path.
        TableEntry old;
        const bool keep = table_.find(key, old) && old.at_least && old.at_most;
        return table_.store(keep ? path_bound_key(key, ply) : key, e);
    }
    if (found.dependence < ply) {
        e.dependence = static_cast<std::uint8_t>(found.dependence);
        return table_.store(path_bound_key(key, ply), e);
    }
    table_.store(key, e);
    // The mask may be too coarse to see that the result holds on its own path.
    if ((e.boards & path_.boards_above(ply)) != 0) table_.store(path_bound_key(key, ply), e);
}

/// The move from the table first, then what the game thinks of a move, killers, and history.
template <GamePosition P>
void AlphaBetaWorker<P>::score_moves(Frame& f, Move first) {
    constexpr int top = 1 << 28;
    const auto& history = history_[index(f.position.to_move())];
    for (int i = 0; i < f.legal.size(); ++i) {
        const Move m = f.legal[i];
        f.moves[i] = static_cast<std::int16_t>(m);
        if (m == first) {
            f.order[i] = top;
            continue;
        }
        // History may reorder quiet moves, but not lift one among the forcing ones.
        const int own = knowledge_.order(f.position, f.state, m);
        int score = own;
        if (own < forcing_order) {
            if (m == f.killers[0])
                score += 300;
            else if (m == f.killers[1])
                score += 200;
            score = std::min(score + history[m] / 64, forcing_order - 1);
        }
        f.order[i] = score;
    }
}

template <GamePosition P>
void AlphaBetaWorker<P>::reward(int ply, Move m, int depth) {
    Frame& f = frame(ply);
    if (f.killers[0] != m) {
        f.killers[1] = f.killers[0];
        f.killers[0] = m;
    }
    auto& history = history_[index(f.position.to_move())];
    history[m] += depth * depth;
    if (history[m] > 1 << 15)
        for (auto& count : history) count /= 2;
}

} // namespace tesuji
