// The arguments and the results that all searches share.
#pragma once

#include "games/basics.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace tesuji {

/// How much a search may spend. Zero means no limit of that kind; a search stops at the first
/// limit that it reaches, and at once when it knows the exact answer.
struct Budget {
    std::int64_t simulations = 0; ///< descents through the tree (MCTS)
    std::int64_t nodes = 0;       ///< positions looked at
    double seconds = 0;           ///< wall-clock time
    int depth = 0;                ///< plies (alpha-beta, proof search)
    /// Bytes that tree and tables may take together; always a limit.
    std::size_t memory = std::size_t{256} << 20;
};

/// The proven result of a position or move, for the player to move at the *root*.
enum class Proof : std::int8_t { unknown, win, draw, loss };

/// One move at the root. Values are for the player to move at the root.
struct MoveReport {
    Move move = no_move;
    std::int64_t visits = 0; ///< simulations (MCTS) or nodes (alpha-beta) spent on it
    double value = 0;        ///< from -1 (lost) to 1 (won)
    double prior = 0;        ///< share that the evaluator gave it before the search
    Proof proof = Proof::unknown;
    std::optional<double> score; ///< points for the player to move at the root, where proven
    std::optional<double> lead;  ///< points by which he leads, as far as the search can tell
    std::vector<Move> line;      ///< principal variation, beginning with `move`
    /// How often each position of the line was visited; empty where the search does not count.
    std::vector<std::int64_t> line_visits;
};

struct SearchReport {
    Player for_player = Player::first; ///< who moves at the root: whose values these are
    double value = 0;
    Proof proof = Proof::unknown;
    std::optional<double> score;
    std::optional<double> lead;
    std::vector<MoveReport> moves; ///< every legal root move, best first
    std::int64_t simulations = 0;
    std::int64_t nodes = 0;
    double seconds = 0;
    int depth = 0;          ///< plies searched completely, or the longest line in the tree
    std::size_t memory = 0; ///< bytes in use at the end
    std::optional<double> temperature; ///< of a local position of Go, which has no value
};

/// Shared by a running search and its observers, which may be in any thread.
class SearchControl {
  public:
    using Clock = std::chrono::steady_clock;

    explicit SearchControl(const Budget& budget) : budget_(budget), start_(Clock::now()) {}

    const Budget& budget() const { return budget_; }
    double elapsed() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

    /// Asks the search to end soon; may be called at any time from any thread.
    void stop() { stopped_.store(true, std::memory_order_relaxed); }
    bool stopped() const { return stopped_.load(std::memory_order_relaxed); }

    /// Whether time is up or stop() was called. Reads the clock: call it every few microseconds of
    /// work, not in the innermost loop.
    bool should_stop() {
        if (budget_.seconds > 0 && elapsed() >= budget_.seconds) stop();
        return stopped();
    }

    /// Called at intervals by the searching thread with the result so far. An exception from it
    /// ends the search and reaches the caller.
    std::function<void(const SearchReport&)> on_progress;
    double progress_interval = 0.1; ///< seconds between two calls

  private:
    Budget budget_;
    Clock::time_point start_;
    std::atomic<bool> stopped_{false};
};

} // namespace tesuji
