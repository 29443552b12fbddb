// Dots and Boxes: draw a line, take the boxes that it closes, and move again when it closed one.
#pragma once

#include "games/basics.hpp"
#include "games/bitset.hpp"
#include "games/contract.hpp"
#include "games/history.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace tesuji {

/// A board of rows x columns boxes.
///
/// Lines are numbered in reading order: the horizontal lines of the top row of dots, the vertical
/// lines of the first row of boxes, the horizontal lines of the next row of dots, and so on.
///
/// The planes show dots, lines and boxes alike, as a grid of (2 rows + 1) x (2 columns + 1)
/// cells: lines have one odd coordinate, boxes have two. So every symmetry is a permutation of
/// cells, and a convolution sees what is next to what.
struct DotsAndBoxesRules {
    static constexpr int max_side = 16;
    static constexpr int max_lines = 192;
    static constexpr int max_boxes = 96;
    /// drawn lines; open lines; own boxes; opponent's boxes; boxes with 3 and with 2 lines drawn;
    /// lead of the player to move as a share of all boxes (constant)
    static constexpr int num_channels = 7;

    int rows = 3;
    int columns = 3;

    DotsAndBoxesRules(int rows, int columns);

    int num_boxes() const { return rows * columns; }
    int num_lines() const { return rows * (columns + 1) + columns * (rows + 1); }
    int num_moves() const { return num_lines(); }
    PlaneShape plane_shape() const { return {num_channels, 2 * rows + 1, 2 * columns + 1}; }
    int cell_of(Move line) const;

    int num_symmetries() const;
    Move move_under(int s, Move line) const { return line_at(cell_under(s, cell_of(line))); }
    int cell_under(int s, int cell) const;

    /// The line drawn at a cell with one odd coordinate.
    int line_at(int cell) const;
    /// The four lines of a box: top, left, right, bottom.
    std::array<int, 4> lines_of(int box) const;

    bool operator==(const DotsAndBoxesRules&) const = default;
};

/// A position to start from: the lines drawn, the owner of each box (-1 open, 0 first, 1 second).
struct DotsAndBoxesSetup {
    std::vector<int> lines;
    std::vector<std::int8_t> owners;
    Player to_move;
};

class DotsAndBoxesPosition {
  public:
    using Rules = DotsAndBoxesRules;
    using Setup = DotsAndBoxesSetup;
    using Lines = BitSet<3>;

    explicit DotsAndBoxesPosition(const DotsAndBoxesRules& rules);
    /// Throws BadSetup when lines or boxes do not exist, or when exactly the closed boxes do not
    /// have exactly one owner each.
    DotsAndBoxesPosition(const DotsAndBoxesRules& rules, const DotsAndBoxesSetup& setup);

    const DotsAndBoxesRules& rules() const { return rules_; }
    Player to_move() const { return to_move_; }
    bool is_over() const { return num_open_ == 0; }
    Outcome outcome() const {
        return Outcome::from_margin(static_cast<float>(boxes_[0] - boxes_[1]), "all lines drawn");
    }

    void legal_moves(MoveList& moves) const {
        open_.for_each([&](int line) { moves.push(line); });
    }
    bool is_legal(Move m) const { return m >= 0 && m < rules_.num_lines() && open_.contains(m); }
    const char* why_illegal(Move m) const;
    Move random_move(Rng& rng) const {
        return num_open_ == 0 ? no_move : open_.select(rng.below(num_open_));
    }
    void play(Move m);

    /// Lines, player to move and score; the owners of the boxes do not matter for the rest of the
    /// game.
    std::uint64_t hash() const;
    /// The lines only: the part of a position that decides how many boxes are still to be won.
    std::uint64_t lines_hash() const { return lines_hash_; }
    DotsAndBoxesPosition transformed(int s) const;
    void encode(float* planes) const;

    int num_played() const { return moves_.size(); }
    std::vector<std::int16_t> moves() const { return moves_.to_vector(); }
    const DotsAndBoxesSetup* setup() const { return setup_.get(); }

    const Lines& open_lines() const { return open_; }
    /// Drawn lines in increasing order.
    std::vector<int> drawn_lines() const;
    /// -1 open, 0 first player, 1 second player, for each box in reading order.
    std::vector<std::int8_t> owners() const;
    int boxes_of(Player p) const { return boxes_[index(p)]; }

    bool operator==(const DotsAndBoxesPosition& o) const {
        return rules_ == o.rules_ && to_move_ == o.to_move_ && open_ == o.open_ &&
               boxes_ == o.boxes_;
    }

  private:
    struct Geometry;
    static const Geometry& geometry_for(const DotsAndBoxesRules& rules);

    DotsAndBoxesRules rules_;
    const Geometry* geometry_;
    Player to_move_ = Player::first;
    std::int16_t num_open_;
    std::array<std::int16_t, 2> boxes_{};
    Lines open_;
    std::uint64_t lines_hash_ = 0;
    /// Lines drawn round each box; one spare entry stands for the outside of border lines.
    std::array<std::uint8_t, DotsAndBoxesRules::max_boxes + 1> sides_{};
    std::array<std::int8_t, DotsAndBoxesRules::max_boxes> owner_;
    MoveLog moves_;
    std::shared_ptr<const DotsAndBoxesSetup> setup_;
};

} // namespace tesuji
