#include "stops.hpp"

#include "guess.hpp"

#include <algorithm>
#include <cmath>

namespace tesuji::go_local {

namespace {

constexpr int pass = Shape::max_points;
constexpr int max_depth = 120;
/// The maximum weight of history in move ordering, about that of all other terms together.
constexpr int max_history = 1 << 14;
/// Few enough to stay in the processor's cache.
constexpr std::size_t remembered_guesses = 1 << 14;

/// Parts of a sum up to this size are bounded separately, with this many positions.
constexpr int span_points = 12;
constexpr int span_nodes = 2000;
constexpr std::size_t max_spans = 1 << 20;

/// The reduction of depth for a move by its place in the order: where the earlier ones fail, a late
/// one seldom works, and if it seems to, it is searched again at full depth.
int reduction(int depth, int number) {
    using Row = std::array<std::int8_t, Shape::max_points + 1>;
    static const std::array<Row, max_depth + 1> table = [] {
        std::array<Row, max_depth + 1> result{};
        for (std::size_t d = 1; d < result.size(); ++d)
            for (std::size_t n = 1; n < result[d].size(); ++n)
                result[d][n] = static_cast<std::int8_t>(
                    0.5 + std::log(static_cast<double>(d)) * std::log(static_cast<double>(n)) / 2);
        return result;
    }();
    return table[static_cast<std::size_t>(depth)][static_cast<std::size_t>(number)];
}

/// Where the opponent of `mover`, who has just taken a stone in a ko, would take it back.
std::int8_t retaking_point(const Component& before, const Placement& placed, Colour mover) {
    const int taken = 1 - index(mover);
    return static_cast<std::int8_t>(lowest(before.stones[taken] & ~placed.after.stones[taken]));
}

} // namespace

StopSearch::StopSearch(const Shape& shape, std::size_t bytes)
    : shape_(shape),
      table_size_(std::bit_floor(std::max<std::size_t>(bytes / sizeof(Entry), 1024))) {
    const std::size_t size = table_size_ * sizeof(Entry);
    table_ = Table(static_cast<Entry*>(zeroed_memory(size)), ReleaseZeroed{size});
    guesses_.resize(remembered_guesses);
}

void StopSearch::remember_good_move(Colour mover, int point, int depth) {
    if (point < 0 || point == pass) return;
    auto& weights = history_[static_cast<std::size_t>(index(mover))];
    int& weight = weights[static_cast<std::size_t>(point)];
    weight += depth * depth;
    if (weight > max_history)
        for (int& each : weights) each /= 2; // recent results count most
}

StopSearch::Range StopSearch::bound(const Component& position, Range known, int nodes) {
    const State root = settle(position, 0, true);
    const int share = nodes / 4;
    const Colour black = Colour::black, white = Colour::white;
    known.high = stop(root, black, black, {known.left_low, known.high}, share).high;
    known.low = stop(root, white, white, {known.low, known.right_high}, share).low;
    known.left_low = std::max(known.left_low, known.low);
    known.right_high = std::min(known.right_high, known.high);
    known.left_low = stop(root, black, white, {known.left_low, known.high}, share).low;
    known.right_high = stop(root, white, black, {known.low, known.right_high}, share).high;
    return known;
}

StopSearch::Interval StopSearch::stop(const State& root, Colour first, Colour favoured,
                                      Interval known, int nodes) {
    komaster_ = favoured;
    nodes_left_ = nodes;
    aborted_ = false;
    // Iterative deepening; what lies beyond the horizon counts for the favoured player, so that
    // every answer against it is a bound, and one that meets no horizon is exact.
    for (int depth = 2; depth <= max_depth && known.low < known.high; depth += 2) {
        int low = known.low, high = known.high;
        horizon_ = false;
        while (low < high) {
            const int goal = low + (high - low + 1) / 2;
            path_.clear();
            const bool yes = reaches(root, first, false, goal, depth, pass);
            if (aborted_) break;
            if (yes)
                low = goal;
            else
                high = goal - 1;
        }
        if (favoured == Colour::black)
            known.high = high;
        else
            known.low = low;
        if (aborted_ || !horizon_) break;
    }
    return known;
}

StopSearch::State StopSearch::settle(const Component& position, int score, bool proven) {
    const Split parts = split(shape_, position);
    State state;
    state.score = score + parts.score;
    for (const Component& part : parts.parts) {
        const int worth = shape_.worth(part.points);
        const bool bounded = proven && parts.parts.size() > 1;
        const Interval bounds = bounded ? span(part) : Interval{-worth, worth};
        if (bounds.low == bounds.high) {
            // A move there is answered, and nothing is gained.
            state.score += bounds.low;
            continue;
        }
        state.low += bounds.low;
        state.high += bounds.high;
        state.open.points |= part.points;
        for (int c = 0; c < 2; ++c) {
            state.open.stones[c] |= part.stones[c];
            state.open.walls[c] |= part.walls[c];
        }
    }
    return state;
}

StopSearch::Interval StopSearch::span(const Component& part) {
    if (const auto found = spans_.find(part); found != spans_.end()) return found->second;
    const int worth = shape_.worth(part.points);
    Interval result{-worth, worth};
    if (size_of(part.points) <= span_points) {
        // This runs inside another search, which goes on afterwards.
        const Colour komaster = komaster_;
        const bool horizon = horizon_, aborted = aborted_;
        const int nodes_left = nodes_left_;
        std::vector<std::uint64_t> path = std::move(path_);
        path_.clear();
        const State root{part, 0, -worth, worth};
        result.high = stop(root, Colour::black, Colour::black, result, span_nodes).high;
        result.low = stop(root, Colour::white, Colour::white, result, span_nodes).low;
        path_ = std::move(path);
        komaster_ = komaster;
        horizon_ = horizon;
        aborted_ = aborted;
        nodes_left_ = nodes_left;
    }
    if (spans_.size() >= max_spans) spans_.clear();
    spans_.emplace(part, result);
    return result;
}

std::uint64_t StopSearch::key(const State& state, Colour mover, int kos, bool passed) const {
    std::uint64_t h = ComponentHash()(state.open);
    h += static_cast<std::uint64_t>(index(mover) + 2 * kos + 10 * (passed ? 1 : 0) +
                                    20 * (state.banned + 1)) *
         0xd6e8feb86659fd93ULL;
    h ^= h >> 32;
    h *= 0xbf58476d1ce4e5b9ULL;
    return h ^ (h >> 29);
}

/// A lower bound of what a colour gets: whenever the opponent takes a point beside an immortal
/// stone of that colour, it takes another one, which cannot be captured.
int StopSearch::sure_gain(const State& state, Colour colour, Colour mover) const {
    const int beside = size_of(state.open.empty() & state.open.walls[index(colour)]);
    return 2 * ((beside + (mover == colour ? 1 : 0)) / 2);
}

int StopSearch::lowest_score(const State& state, Colour mover) const {
    const int sure = sure_gain(state, Colour::black, mover) - shape_.worth(state.open.points);
    return state.score + std::max(state.low, sure);
}

int StopSearch::highest_score(const State& state, Colour mover) const {
    const int sure = shape_.worth(state.open.points) - sure_gain(state, Colour::white, mover);
    return state.score + std::min(state.high, sure);
}

/// Whether Black gets at least `goal` points with best play, `mover` to move, searching `depth`
/// moves deep.
bool StopSearch::reaches(const State& state, Colour mover, bool passed, int goal, int depth,
                         int last) {
    const bool favoured = komaster_ == Colour::black; // the answer beyond the horizon
    if (lowest_score(state, mover) >= goal) return true;
    if (highest_score(state, mover) < goal) return false;
    if ((++total_nodes_ & 0xfff) == 0 && should_stop && should_stop()) stopped_ = true;
    if (--nodes_left_ < 0 || stopped_) {
        aborted_ = true;
        return favoured;
    }
    const std::uint64_t hash = key(state, mover, index(komaster_), passed);
    Entry& entry = table_[hash & (table_size_ - 1)];
    const int relative = goal - state.score;
    int best = -1;
    if (entry.used && entry.key == hash) {
        // Answers against the favoured player are proven; those for it hold to the searched depth.
        const bool proven_yes = entry.low >= relative, proven_no = entry.high < relative;
        if (favoured ? proven_no : proven_yes) return !favoured;
        if ((favoured ? proven_yes : proven_no) && entry.depth >= depth) {
            if (entry.depth < max_depth) horizon_ = true;
            return favoured;
        }
        best = entry.best;
    }
    if (depth == 0) {
        horizon_ = true;
        return favoured;
    }
    // A loop that is no simple ko counts for the favoured player, too.
    if (std::ranges::find(path_, hash) != path_.end()) return favoured;
    path_.push_back(hash);
    const bool horizon_before = horizon_;
    horizon_ = false;

    const bool black = mover == Colour::black;
    const int stand = state.score + count(shape_, state.open);
    Candidates candidates;
    const int number =
        // The player who is not favoured need not fill eyes, since kos are lost anyway.
        list(state, mover, black ? stand >= goal : stand < goal, best, last, mover == komaster_,
             candidates);
    // Black looks for a move that reaches the goal, White for one that prevents it.
    bool result = !black;
    int chosen = -1;
    for (int i = 0; i < number && result != black; ++i) {
        const int point = candidates[static_cast<std::size_t>(i)].point;
        bool reached;
        if (point == pass) {
            if (passed) {
                reached = stand >= goal;
            } else {
                State next = state;
                next.banned = -1;
                reached = reaches(next, other(mover), true, goal, depth - 1, pass);
            }
        } else {
            const Placement placed = place(shape_, state.open, point, mover);
            if (!placed.legal) continue;
            State next = settle(placed.after, state.score, true);
            if (placed.ko && komaster_ == mover)
                next.banned = retaking_point(state.open, placed, mover);
            reached = reaches(next, other(mover), false, goal, depth - 1, point);
        }
        if (aborted_) break;
        if (reached == black) {
            result = black;
            chosen = point;
        }
    }
    path_.pop_back();
    const bool blind = horizon_;
    horizon_ = horizon_ || horizon_before;
    if (aborted_) return favoured;
    remember_good_move(mover, chosen, depth);
    if (!entry.used || entry.key != hash)
        entry = {
            hash, static_cast<std::int8_t>(state.low), static_cast<std::int8_t>(state.high), -1, 0,
            1};
    const auto seen = static_cast<std::uint8_t>(blind ? depth : max_depth);
    if (result == favoured) {
        // Answers of different depths are not mixed.
        if (favoured)
            entry.low = static_cast<std::int8_t>(relative);
        else
            entry.high = static_cast<std::int8_t>(relative - 1);
        entry.depth = seen;
    } else if (favoured) {
        entry.high = static_cast<std::int8_t>(std::min<int>(entry.high, relative - 1));
    } else {
        entry.low = static_cast<std::int8_t>(std::max<int>(entry.low, relative));
    }
    if (chosen >= 0) entry.best = static_cast<std::int8_t>(chosen);
    return result;
}

/// The moves worth trying, best first.
int StopSearch::list(const State& state, Colour mover, bool content, int best, int last,
                     bool fillers, Candidates& candidates) const {
    int number = 0;
    const auto add = [&](int point, int order) {
        candidates[static_cast<std::size_t>(number++)] = {point == best ? 1 << 29 : order, point};
    };
    add(pass, content ? 1 << 28 : -1);
    const Set mine = state.open.stones[index(mover)], theirs = state.open.stones[1 - index(mover)];
    const Set near = last == pass ? 0 : shape_.neighbours[last];
    const Set ring = shape_.around(near);
    const auto& history = history_[static_cast<std::size_t>(index(mover))];
    for (Set left = state.open.empty(); left; left &= left - 1) {
        const int point = lowest(left);
        if (point == state.banned) continue;
        const Set around = shape_.neighbours[point];
        int order = history[static_cast<std::size_t>(point)];
        if (around & theirs) order += 4000;
        if (around & mine) order += 2000;
        if (near >> point & 1) order += 8000;
        if (ring >> point & 1) order += 4000;
        const bool walled = state.open.walls[index(mover)] >> point & 1;
        const bool open = (around & state.open.empty()) || (around & theirs) ||
                          (state.open.walls[1 - index(mover)] >> point & 1);
        if (!open) {
            if (!fillers && walled) continue;
            order -= 1 << 17;
        }
        add(point, order);
    }
    std::sort(candidates.begin(), candidates.begin() + number,
              [](const Candidate& a, const Candidate& b) { return a.order > b.order; });
    return number;
}

// --- without proof -----------------------------------------------------------------------------

StopSearch::Expectation StopSearch::expect(const Component& position, int nodes, Kos black_first,
                                           Kos white_first) {
    const State root = settle(position, 0, false);
    const int start = root.score + guessed(root.open);
    Expectation result{};
    kos_ = black_first;
    result.left = expected_stop(root, Colour::black, start, nodes / 2, result.black_move);
    kos_ = white_first;
    result.right = expected_stop(root, Colour::white, result.left, nodes / 2, result.white_move);
    return result;
}

int StopSearch::expected_stop(const State& root, Colour first, int start, int nodes, int& best) {
    nodes_left_ = nodes;
    aborted_ = false;
    const int points = shape_.worth(root.open.points);
    const int lowest_score = root.score - points, highest = root.score + points;
    int value = std::clamp(start, lowest_score, highest);
    best = -1;
    for (int depth = 2; depth <= max_depth; depth += 2) {
        horizon_ = false;
        int low = lowest_score, high = highest, step = 1;
        int goal = value;
        // The steps double, away from the expected value.
        while (low < high) {
            path_.clear();
            goal = std::clamp(goal, low + 1, high);
            if (seems_to_reach(root, first, false, goal, depth, pass)) {
                low = goal;
                goal += step;
            } else {
                high = goal - 1;
                goal -= step;
            }
            if (aborted_) return value;
            step = std::min(2 * step, 2 * points); // a larger one would be clamped anyway
        }
        value = low;
        const std::uint64_t hash = key(root, first, static_cast<int>(kos_), false);
        const Entry& entry = table_[hash & (table_size_ - 1)];
        if (entry.used && entry.key == hash) best = entry.best == pass ? -1 : entry.best;
        if (!horizon_) break;
    }
    return value;
}

int StopSearch::guessed(const Component& position) {
    const std::uint64_t hash = ComponentHash()(position);
    Guess& known = guesses_[(hash >> 20) % guesses_.size()];
    if (!known.used || known.key != hash)
        known = {hash, static_cast<int>(std::lround(guess(shape_, position))), true};
    return known.score;
}

/// Whether Black seems to get at least `goal` points with `mover` to move.
bool StopSearch::seems_to_reach(const State& state, Colour mover, bool passed, int goal, int depth,
                                int last) {
    if (!path_.empty()) { // at the root the move is wanted as well
        if (lowest_score(state, mover) >= goal) return true;
        if (highest_score(state, mover) < goal) return false;
    }
    if (--nodes_left_ < 0 || stopped_) {
        aborted_ = true;
        return false;
    }
    if ((++total_nodes_ & 0x1fff) == 0 && should_stop && should_stop()) stopped_ = true;
    if (depth == 0) {
        horizon_ = true;
        return state.score + guessed(state.open) >= goal;
    }
    const std::uint64_t hash = key(state, mover, static_cast<int>(kos_), passed);
    Entry& entry = table_[hash & (table_size_ - 1)];
    const int relative = goal - state.score;
    int best = -1;
    if (entry.used && entry.key == hash) {
        if (entry.depth >= depth && (entry.low >= relative || entry.high < relative)) {
            if (entry.depth < max_depth) horizon_ = true;
            return entry.low >= relative;
        }
        best = entry.best;
    }
    const bool black = mover == Colour::black;
    const int stand = state.score + count(shape_, state.open);
    // Repeating a position is forbidden: the player who did it loses.
    if (std::ranges::find(path_, hash) != path_.end()) return black;
    path_.push_back(hash);
    const bool horizon_before = horizon_;
    horizon_ = false;
    Candidates candidates;
    const int number =
        list(state, mover, black ? stand >= goal : stand < goal, best, last, true, candidates);
    bool result = !black;
    int chosen = -1;
    for (int i = 0; i < number && result != black && !aborted_; ++i) {
        const int point = candidates[static_cast<std::size_t>(i)].point;
        bool reached;
        if (point == pass) {
            State next = state;
            next.banned = -1;
            reached = passed ? stand >= goal
                             : seems_to_reach(next, other(mover), true, goal, depth - 1, pass);
        } else {
            const Placement placed = place(shape_, state.open, point, mover);
            if (!placed.legal) continue;
            State next = settle(placed.after, state.score, false);
            if (placed.ko && kos_ != (black ? Kos::to_white : Kos::to_black))
                next.banned = retaking_point(state.open, placed, mover);
            const int deep = depth - 1, shallow = std::max(0, deep - reduction(depth, i));
            reached = seems_to_reach(next, other(mover), false, goal, shallow, point);
            if (reached == black && shallow < deep)
                reached = seems_to_reach(next, other(mover), false, goal, deep, point);
        }
        if (reached == black) {
            result = black;
            chosen = point;
        }
    }
    path_.pop_back();
    const bool blind = horizon_;
    horizon_ = horizon_ || horizon_before;
    if (aborted_) return false;
    remember_good_move(mover, chosen, depth);
    const auto seen = static_cast<std::uint8_t>(blind ? depth : max_depth);
    if (!entry.used || entry.key != hash || entry.depth != seen)
        entry = {hash,
                 static_cast<std::int8_t>(state.low),
                 static_cast<std::int8_t>(state.high),
                 static_cast<std::int8_t>(best),
                 seen,
                 1};
    if (result)
        entry.low = static_cast<std::int8_t>(std::max<int>(entry.low, relative));
    else
        entry.high = static_cast<std::int8_t>(std::min<int>(entry.high, relative - 1));
    if (chosen >= 0) entry.best = static_cast<std::int8_t>(chosen);
    return result;
}

} // namespace tesuji::go_local
