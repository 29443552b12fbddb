// Bounds of thermographs by alternating play.
//
// The stop of a position is the score of perfect alternating play, moves being free. Between the
// stop with White to move and the stop with Black to move lie both walls at every temperature t,
// and since each move costs t, Black moving first gets at least the stop less t. Kos are won by the
// player whom the bound favours: an upper bound lets Black retake kos at once, a lower bound White.
#pragma once

#include "board.hpp"
#include "games/zeroed_memory.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <unordered_map>
#include <vector>

namespace tesuji::go_local {

class StopSearch {
  public:
    /// `bytes` for the table of positions.
    StopSearch(const Shape& shape, std::size_t bytes);

    /// Bounds of the walls, in points for Black.
    struct Range {
        int low, high;  ///< of both walls at all temperatures
        int left_low;   ///< of the left wall at temperature 0, from below
        int right_high; ///< of the right wall at temperature 0, from above

        bool operator==(const Range&) const = default;
    };

    /// Narrows the bounds of a position with about `nodes` positions.
    Range bound(const Component& position, Range known, int nodes);

    /// The estimated result of alternating play, in points for Black: nothing is proven.
    struct Expectation {
        int left, right;            ///< with Black, with White to move
        int black_move, white_move; ///< their best first moves; -1 for a pass
    };
    /// Who wins kos in an estimate by alternating play.
    enum class Kos : std::uint8_t { by_rule = 2, to_black = 3, to_white = 4 };
    /// Estimates with about `nodes` positions; what lies beyond the horizon is guessed. The kos are
    /// played as given when Black moves first and when White does.
    Expectation expect(const Component& position, int nodes, Kos black_first = Kos::by_rule,
                       Kos white_first = Kos::by_rule);

    /// Called at intervals during a search; once it returns true, bounds stay as wide as they are,
    /// and estimates are meaningless.
    std::function<bool()> should_stop;

    /// Sets `should_stop` for the lifetime of this object: it refers to a caller's variables, and
    /// progress callbacks may throw.
    class Asking {
      public:
        Asking(StopSearch& stops, std::function<bool()> question) : stops_(stops) {
            stops_.should_stop = std::move(question);
            stops_.stopped_ = false;
        }
        ~Asking() { stops_.should_stop = nullptr; }
        Asking(const Asking&) = delete;
        Asking& operator=(const Asking&) = delete;

      private:
        StopSearch& stops_;
    };

    std::int64_t nodes() const { return total_nodes_; }

  private:
    /// A position in alternating play: what is undecided, and the decided score for Black.
    struct State {
        Component open;
        int score = 0;
        int low = 0, high = 0;   ///< bounds of what is undecided, for Black
        std::int8_t banned = -1; ///< the point that the player to move may not retake
    };
    struct Entry {
        std::uint64_t key;
        std::int8_t low, high; ///< of what is undecided, for Black
        std::int8_t best;
        std::uint8_t depth; ///< the depth searched for the favoured player's answer
        std::uint8_t used;
    };

    struct Guess {
        std::uint64_t key;
        int score; ///< for Black
        bool used;
    };

    struct Candidate {
        int order;
        int point;
    };
    using Candidates = std::array<Candidate, Shape::max_points + 1>;

    /// The score with `first` to move, kos going to `favoured`: somewhere in the interval.
    struct Interval {
        int low, high;
    };
    Interval stop(const State& root, Colour first, Colour favoured, Interval known, int nodes);
    /// Bounds of the score for Black with `mover` to move, without search.
    int lowest_score(const State& state, Colour mover) const;
    int highest_score(const State& state, Colour mover) const;
    int sure_gain(const State& state, Colour colour, Colour mover) const;
    bool reaches(const State& state, Colour mover, bool passed, int goal, int depth, int last);
    /// Without `fillers`, moves into one's own eyes beside an immortal stone are left out.
    int list(const State& state, Colour mover, bool content, int best, int last, bool fillers,
             Candidates& candidates) const;
    /// Removes what is decided; with `proven`, parts of a sum are bounded separately.
    State settle(const Component& position, int score, bool proven);
    /// Bounds of a part of a sum, for Black: what each player can keep by answering there.
    Interval span(const Component& part);
    /// `kos`: 0 and 1 where a colour is favoured by a bound, else as in `Kos`.
    std::uint64_t key(const State& state, Colour mover, int kos, bool passed) const;
    void remember_good_move(Colour mover, int point, int depth);
    /// The guess at a position beyond the horizon; the last few thousand are cached.
    int guessed(const Component& position);
    int expected_stop(const State& root, Colour first, int start, int nodes, int& best);
    bool seems_to_reach(const State& state, Colour mover, bool passed, int goal, int depth,
                        int last);

    Shape shape_;
    using Table = std::unique_ptr<Entry[], ReleaseZeroed>;
    /// Zeroed by the system when it is first touched: small searches pay for little of it.
    Table table_;
    std::size_t table_size_;
    /// History by colour and point: how often, and how high in the tree, a move there caused a
    /// cut-off.
    std::array<std::array<int, Shape::max_points + 1>, 2> history_{};
    std::vector<Guess> guesses_;
    std::unordered_map<Component, Interval, ComponentHash> spans_;
    std::vector<std::uint64_t> path_;
    Colour komaster_ = Colour::black; ///< the favoured player, against whom the bound is
    Kos kos_ = Kos::by_rule;
    bool horizon_ = false; ///< whether the search met its horizon
    int nodes_left_ = 0;
    bool aborted_ = false;
    bool stopped_ = false;
    std::int64_t total_nodes_ = 0;
};

} // namespace tesuji::go_local
