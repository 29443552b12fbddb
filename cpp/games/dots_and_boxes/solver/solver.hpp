// The exact value of positions of Dots and Boxes.
#pragma once

#include "games/dots_and_boxes/dots_and_boxes.hpp"
#include "search.hpp"
#include "search/report.hpp"

#include <cstddef>
#include <cstdint>

namespace tesuji::dots {

struct SolverOptions {
    std::size_t memory = std::size_t{256} << 20; ///< bytes of the table of positions
    int threads = 1;
    bool all_moves = true; ///< the value of every move, or only of one that is best
};

/// Solves positions whose open lines are among those of the position that it was made for, and
/// remembers what it found from one to the next.
class Solver {
  public:
    /// Throws BadSetup when the position has too many open lines (`Frame::max_lines`).
    Solver(const DotsAndBoxesPosition& position, const SolverOptions& options);

    bool covers(const DotsAndBoxesPosition& position) const;

    /// Scores are final: the boxes of the player to move less those of the opponent, all boxes
    /// of the board counted. A move without a score was not solved within the budget. The order is
    /// by score. Precondition: covers(position).
    SearchReport solve(const DotsAndBoxesPosition& position, SearchControl& control);

  private:
    class Run;

    SolverOptions options_;
    SharedSearch shared_;
};

/// How often, in `count` random sets of lines of a board, search and `full_table` disagree.
int count_disagreements(const DotsAndBoxesRules& rules, int count, std::uint64_t seed);

} // namespace tesuji::dots
