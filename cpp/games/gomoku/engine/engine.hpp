// The Gomoku engine: iterative deepening over the moves of the root, with one thread or several
// that share a table, and the decisions of the swap2 opening.
#pragma once

#include "search/report.hpp"
#include "threat_search.hpp"
#include "worker.hpp"

#include <memory>
#include <optional>
#include <thread>

namespace tesuji::five {

struct EngineOptions {
    int threads = 1;
    /// Root moves whose values are exact; those of all others are bounds.
    int lines = 1;
    /// Shuffles moves that look equal, and picks openings; 0 keeps one order.
    std::uint64_t seed = 0;
};

class Engine final : private Clock {
  public:
    explicit Engine(const EngineOptions& options = {}) : options_(options) {}

    /// Searches until a limit of the control's budget is reached or the answer is known.
    SearchReport search(const GomokuPosition& root, SearchControl& control);

  private:
    struct RootMove {
        Square square = no_square;
        int value = -infinite_value; ///< for the player to move at the root
        int previous = -infinite_value;
        bool searched = false;
        Proof proof = Proof::unknown;
        /// Nodes spent on looking for a win of the opponent by threats without finding one; the
        /// maximum if there is certainly none.
        std::int64_t guarded = 0;
        std::int64_t nodes = 0;
        std::vector<Move> line;
    };
    using RootMoves = std::vector<RootMove>;

    SearchReport search_choice(const GomokuPosition& root);
    SearchReport search_opening_stone(const GomokuPosition& root);
    double balance_of(const GomokuRules& rules, const std::vector<std::int8_t>& stones);
    SearchReport search_stones(const GomokuPosition& root);
    bool decide_at_once();
    void bring_to_front(Square s, int value);
    bool opponent_may_win_by_threats();
    void drop_refuted();
    bool is_refuted(RootMove& move, std::int64_t nodes);
    bool drop_refuted_front();
    void append_refuted();
    bool search_is_over() const;
    std::int64_t nodes_to_search() const;
    void deepen(Worker& worker, RootMoves& moves, int first_depth, bool is_main);
    bool search_depth(Worker& worker, RootMoves& moves, int depth);
    bool search_window(Worker& worker, RootMoves& moves, std::size_t first, int depth, int alpha,
                       int beta);
    bool time_to_stop() override;

    SearchReport make_report() const;
    void add_unsearched(SearchReport& report) const;
    std::int64_t total_nodes() const;
    void prepare_table(const GomokuPosition& root, std::size_t bytes);

    EngineOptions options_;
    std::unique_ptr<TranspositionTable> table_;
    std::unique_ptr<ThreatSearch> threats_;
    std::optional<GomokuRules> table_rules_; ///< that the table was filled under

    // Of the search that is running.
    const GomokuPosition* root_ = nullptr;
    SearchControl* control_ = nullptr;
    std::vector<std::unique_ptr<Worker>> workers_;
    RootMoves moves_;      ///< of the main worker, the best first
    RootMoves refuted_;    ///< moves after which the opponent wins by threats
    bool guarded_ = false; ///< whether any move can be refuted in that way
    std::int64_t threat_nodes_before_ = 0;
    int depth_done_ = 0; ///< plies searched completely
    int max_depth_ = 0;
    double next_progress_ = 0;
    std::thread::id main_thread_;
    std::atomic<bool> helpers_end_{false};
};

/// Converts a value of the search to one from -1 (lost) to 1 (won), for the same player.
double chance_of(int value);

} // namespace tesuji::five
