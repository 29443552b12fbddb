// The recursive search of the Gomoku engine, for one thread: principal variation search over
// candidate moves, with victory by continuous fours looked for at the leaves.
#pragma once

#include "board.hpp"
#include "search/transposition_table.hpp"
#include "vcf.hpp"

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

namespace tesuji::five {

/// Values are for the player to move, in hundredths of a logit; a win counts `win_value` less the
/// plies that it takes.
constexpr int win_value = 31000;
constexpr int decided_value = 30000;
constexpr int infinite_value = 32000;
constexpr int highest_estimate = 20000;
constexpr int max_ply = 250;

/// Tells a worker when to end.
class Clock {
  public:
    virtual ~Clock() = default;
    /// Called now and then; `nodes` counts those of the calling worker.
    virtual bool time_to_stop() = 0;
};

class Worker {
  public:
    Worker(const Board& root, TranspositionTable& table, Clock& clock);

    Board& board() { return board_; }
    std::int64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
    bool stopped() const { return stopped_; }
    void set_node_limit(std::int64_t limit) { node_limit_ = limit; }
    std::size_t bytes() const { return sizeof(*this) + vcf_.bytes() + sizeof(Histories); }

    /// Searches the root move `s`, `depth` plies in all; the value is for the mover at the root.
    int search_root_move(Square s, int depth, int alpha, int beta, bool principal);
    /// The line that the last principal search of a root move found, without the move itself.
    const std::vector<std::int16_t>& line_after_root() const { return lines_[1]; }

    /// The moves of the root that are worth a search, the most promising first. Empty only where
    /// every move loses at once or none is near a stone.
    void root_moves(SquareList& moves);

    Vcf& vcf() { return vcf_; }

  private:
    /// The data of one ply of the line that is being searched.
    struct Frame {
        Square move = no_square;
        std::array<Square, 2> killers{no_square, no_square};
        int evaluation = 0;
    };
    struct Candidate {
        int order;
        std::int16_t square;
    };
    /// How often moves were good: by colour, and after the opponent's or the own last move.
    struct Histories {
        std::array<std::array<std::int16_t, field_squares>, 2> alone{};
        std::array<std::array<std::int16_t, field_squares>, field_squares> after{};
    };
    enum class Situation { free, must_stop_five, must_stop_fours };

    int search(int depth, int alpha, int beta, int ply, bool principal);
    int search_moves(int depth, int alpha, int beta, int ply, bool principal, Situation situation,
                     Square table_move);
    int candidates(Situation situation, int ply, Square table_move, Candidate* list);
    int order_of(Square s, int ply) const;
    bool is_calm(Square s) const;
    void reward(Square s, int ply, int depth, const Candidate* tried, int num_tried);
    int evaluate() const;
    bool out_of_time();
    void set_line(int ply, Square s, bool with_rest);

    static int to_table(int value, int ply) {
        return value >= decided_value ? value + ply : value <= -decided_value ? value - ply : value;
    }
    static int from_table(int value, int ply) {
        return value >= decided_value ? value - ply : value <= -decided_value ? value + ply : value;
    }

    Board board_;
    TranspositionTable& table_;
    Clock& clock_;
    Vcf vcf_;
    std::int64_t node_limit_ = 0;
    std::int64_t vcf_nodes_seen_ = 0;
    int until_check_ = 0;
    bool stopped_ = false;
    std::atomic<std::int64_t> nodes_{0};
    std::array<Frame, max_ply + 4> frames_{};
    std::array<std::vector<std::int16_t>, max_ply + 4> lines_;
    std::unique_ptr<Histories> histories_;
};

} // namespace tesuji::five
