// Exact search of Dots and Boxes by null windows: "is the value at least g?"
//
// A position is searched only when nothing can be captured; `captured_value` accounts for captures.
// Its chains and loops that stand alone are removed from the lines and kept as a number
// (`Endgames`), so that it does not matter where they are; what is left, the core, is searched move
// by move: one for each line that gives nothing away, one for each chain.
#pragma once

#include "bounds.hpp"
#include "endgames.hpp"
#include "structure.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>

namespace tesuji::dots {

/// A position without captures, for the player to move.
struct Node {
    Lines core = 0;
    int endgame = 0; ///< the chains and loops that stand alone
    int boxes = 0;   ///< all that are still open
    int symmetry = 0;
    bool odd_safe = false; ///< whether the number of lines that give nothing away is odd
    std::uint64_t key = 0;
};

/// What is known of the value of a move that lets the opponent capture `boxes` with a `deal`, from
/// what is known of the position after that.
Bounds move_bounds(int boxes, Deal deal, const Bounds& rest);

/// What the threads of a search share.
class SharedSearch {
  public:
    SharedSearch(const Frame& frame, std::size_t memory);

    const Frame& frame() const { return frame_; }
    const Endgames& endgames() const { return endgames_; }
    BoundTable& table() { return table_; }

    Node node(Lines open, int endgame = 0) const;
    /// What is known of the value.
    Bounds bounds(const Node& node) const;
    void store(const Node& node, const Bounds& bounds, std::int64_t nodes);

    /// Threads announce what they are working on, and the others start elsewhere where they can.
    bool is_busy(std::uint64_t key) const {
        return busy_[key % busy_.size()].load(std::memory_order_relaxed) == key;
    }
    void set_busy(std::uint64_t key) {
        busy_[key % busy_.size()].store(key, std::memory_order_relaxed);
    }
    void clear_busy(std::uint64_t key) {
        if (is_busy(key)) busy_[key % busy_.size()].store(0, std::memory_order_relaxed);
    }

  private:
    Frame frame_;
    Endgames endgames_;
    BoundTable table_;
    std::array<std::atomic<std::uint64_t>, 4093> busy_{};
};

/// One thread of a search.
class Searcher {
  public:
    /// `interrupted` is asked every thousand nodes; true ends the search.
    Searcher(SharedSearch& shared, bool defer_busy, std::function<bool()> interrupted)
        : shared_(shared), defer_busy_(defer_busy), interrupted_(std::move(interrupted)) {}

    /// A bound of the value of `node`: at least the result if that is >= goal, else at most the
    /// result. Means nothing when `was_interrupted()`.
    int search(const Node& node, int goal) { return search(node, goal, no_code); }

    bool was_interrupted() const { return interrupted_now_; }
    void reset() { interrupted_now_ = false; }
    /// Positions looked at so far; may be asked from any thread.
    std::int64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }

  private:
    /// Moves have codes: the first line that they draw, or these for opening what stands alone.
    static constexpr int first_opening_code = Frame::max_lines;
    static constexpr int no_code = BoundTable::no_move;
    static_assert(first_opening_code + Endgames::max_openings <= no_code);

    struct Option {
        Node child;
        int code;
        int boxes;     ///< that the opponent may capture first
        Deal deal;     ///< and how the opponent may do it
        int pattern;   ///< what kind of move it is, for ordering
        float promise; ///< how often such moves were good
    };
    using Options = std::array<Option, Frame::max_lines + Endgames::max_openings>;

    /// How often something was good, with more weight on recent results.
    class Rate {
      public:
        void add(bool good) {
            if (tried_ > 2000) good_ /= 2, tried_ /= 2;
            good_ += good;
            tried_ += 1;
        }
        float value() const { return (good_ + 1) / (tried_ + 2); }

      private:
        float good_ = 0;
        float tried_ = 0;
    };

    int search(const Node& node, int goal, int previous);
    int list_options(const Node& node, Options& options) const;
    int pattern_of(const Node& node, const Option& option) const;
    int try_option(const Option& option, int goal);
    void learn(const Node& node, const Options& options, int tried, int previous);

    SharedSearch& shared_;
    bool defer_busy_;
    std::function<bool()> interrupted_;
    bool interrupted_now_ = false;
    std::atomic<std::int64_t> nodes_{0}; ///< written by this thread only

    static constexpr int num_codes = 64;
    static constexpr int num_patterns = 256;
    std::array<std::array<Rate, num_codes>, Frame::max_lines + 1> by_lines_left_;
    std::array<std::array<Rate, num_codes>, num_codes> by_previous_;
    std::array<Rate, num_patterns> by_pattern_;
};

} // namespace tesuji::dots
