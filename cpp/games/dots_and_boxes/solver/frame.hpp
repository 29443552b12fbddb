// A set of open lines as the graph that decides the rest of the game: boxes are its nodes, open
// lines its edges, and everything beyond the border is one more node, the ground. (Berlekamp calls
// the game on such a graph Strings and Coins.)
#pragma once

#include "games/dots_and_boxes/dots_and_boxes.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace tesuji::dots {

/// A set of lines of a frame; bit i is its i-th line.
using Lines = std::uint64_t;
/// A set of boxes of a frame.
using Boxes = std::uint64_t;

constexpr Lines bit(int i) {
    return std::uint64_t{1} << i;
}

/// The lines that may be open in a search. Every position of the search is a subset of them.
class Frame {
  public:
    static constexpr int max_lines = 60;
    static constexpr int max_boxes = 64;
    static constexpr int ground = -1;

    /// The frame of the open lines of a position. Throws BadSetup when they are too many.
    Frame(const DotsAndBoxesRules& rules, const DotsAndBoxesPosition::Lines& open);

    int num_lines() const { return num_lines_; }
    /// How many boxes have a line in the frame.
    int num_boxes() const { return num_boxes_; }
    Lines all() const { return bit(num_lines_) - 1; }

    /// Whether every open line of a position is in the frame.
    bool covers(const DotsAndBoxesPosition::Lines& open) const;
    /// Precondition: covers(open).
    Lines lines_of(const DotsAndBoxesPosition::Lines& open) const;
    /// The number that a line of the frame has on the board.
    int board_line(int line) const { return board_lines_[line]; }

    Lines lines_round(int box) const { return lines_round_[box]; }
    /// The box on the other side of a line, or `ground`.
    int across(int line, int box) const {
        const auto [one, two] = ends_[line];
        return one == box ? two : one;
    }
    std::array<std::int8_t, 2> ends(int line) const { return ends_[line]; }
    int degree(int box, Lines open) const { return std::popcount(open & lines_round_[box]); }

    /// Lines that join the same box to the ground are equal in all but name. A settled position
    /// has the first of them open, as many as there are.
    Lines settled(Lines open) const;
    /// Settled positions stay settled when the last of several equal lines is drawn: whether
    /// `line` is that one.
    bool is_last_of_twins(int line, Lines open) const { return !(open & later_twins_[line]); }

    /// A position as one of its mirror images: equal for all of them. Takes and gives settled
    /// positions.
    struct Canonical {
        Lines lines;
        int symmetry; ///< what takes the position there; 0 when it is there already
    };
    Canonical canonical(Lines open) const {
        Canonical least{open, 0};
        for (int s = 1; s < static_cast<int>(symmetries_.size()); ++s) {
            Lines image = 0;
            for (int byte = 0; byte < num_bytes_; ++byte)
                image |= symmetries_[s].byte_images[byte][open >> (8 * byte) & 255];
            if (image < least.lines) least = {image, s};
        }
        return least;
    }
    int line_under(int symmetry, int line) const { return symmetries_[symmetry].images[line]; }
    /// The line that a symmetry takes to `line`.
    int line_from(int symmetry, int line) const { return symmetries_[symmetry].sources[line]; }

  private:
    struct Symmetry {
        std::array<std::int8_t, max_lines> images{};
        std::array<std::int8_t, max_lines> sources{};
        /// For each byte of a set of lines, and each value of it, where its lines go.
        std::array<std::array<Lines, 256>, 8> byte_images{};
    };

    void find_twins();
    void find_symmetries(const DotsAndBoxesRules& rules);

    int num_lines_ = 0;
    int num_boxes_ = 0;
    int num_bytes_ = 0;
    std::array<std::int16_t, max_lines> board_lines_{};
    std::array<std::int8_t, DotsAndBoxesRules::max_lines> line_on_board_;
    std::array<std::array<std::int8_t, 2>, max_lines> ends_{};
    std::array<Lines, max_boxes> lines_round_{};
    std::array<Lines, max_lines> later_twins_{};
    std::vector<std::vector<int>> twins_; ///< groups of two lines or more
    std::vector<Symmetry> symmetries_;    ///< the identity first
};

} // namespace tesuji::dots
