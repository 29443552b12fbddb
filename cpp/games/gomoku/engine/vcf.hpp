// Victory by continuous fours: every move of the attacker threatens a five, so that the defender
// has one reply at most (in caro a few). Small enough to be searched at every leaf.
#pragma once

#include "search/report.hpp"
#include "threats.hpp"

#include <cstdint>
#include <vector>

namespace tesuji::five {

class Vcf {
  public:
    /// A table of about `bytes` remembers what was found.
    explicit Vcf(std::size_t bytes = std::size_t{1} << 20);

    /// The plies in which the mover wins by at most `max_fours` fours before the last stone, or
    /// 0 if he does not. The first win that is found counts, so the plies need not be the fewest.
    /// Gives up, with 0, after `max_nodes` nodes if that is not 0.
    int solve(Board& board, int max_fours, std::int64_t max_nodes = 0);
    /// Whether the last call of solve gave up, so that its 0 says nothing.
    bool gave_up() const { return gave_up_; }
    /// Whether the last call of solve that answered 0 was limited by `max_fours`.
    bool was_cut() const { return was_cut_; }

    /// The first move of a win that the last call of solve found at `board`.
    Square winning_move(Board& board, int max_fours);

    /// Makes solve give up when `control` says so.
    void watch(SearchControl* control) { control_ = control; }

    std::int64_t nodes() const { return nodes_; }
    std::size_t bytes() const { return table_.size() * sizeof(std::uint64_t); }

    static constexpr int unlimited = 127;

  private:
    int attack(Board& board, int fours_left);
    int answer(Board& board, int fours_left);
    void order(const Board& board, SquareList& moves) const;
    std::uint64_t& slot(std::uint64_t key) { return table_[key & mask_]; }

    std::vector<std::uint64_t> table_; ///< key 48 | fours left 8 | plies to win 8
    std::uint64_t mask_;
    std::int64_t nodes_ = 0;
    std::int64_t node_limit_ = 0;
    SearchControl* control_ = nullptr;
    bool gave_up_ = false;
    bool was_cut_ = false;
};

} // namespace tesuji::five
