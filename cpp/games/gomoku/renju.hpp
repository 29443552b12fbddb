// The lines of a five-in-a-row board as bit words, and the moves that renju forbids to Black.
//
// A point lies on four lines. A line is one 32-bit word a colour, so that "is there a five here"
// is a handful of shifts. Diagonals are laid out as on a torus one column wider than the board:
// both ends of a wrapped diagonal meet in that extra column, where no stone ever stands, so
// size + 1 words hold all diagonals of a direction instead of 2 * size - 1.
#pragma once

#include <array>
#include <cstdint>

namespace tesuji {

constexpr int min_gomoku_size = 5;
constexpr int max_gomoku_size = 22;
constexpr int max_gomoku_points = max_gomoku_size * max_gomoku_size;

constexpr int num_line_directions = 4; // along rows, columns, diagonals (\) and antidiagonals (/)
constexpr int max_lines = max_gomoku_size + 1;

/// Which line of each direction a point lies on. Lines of direction 0 are rows, of 1 columns.
struct PointLines {
    std::array<std::uint8_t, num_line_directions> line;

    int row() const { return line[0]; }
    int column() const { return line[1]; }
    /// The point's bit within its line: the column in a row, the row in all other lines.
    int bit(int direction) const { return line[direction == 0 ? 1 : 0]; }
};

/// The geometry of one board size; shared, immutable.
class LineMap {
  public:
    /// `size` must lie within min_gomoku_size .. max_gomoku_size.
    static const LineMap& of(int size);

    const PointLines& at(int point) const { return lines_[point]; }
    /// The bits of a line that are points of the board.
    std::uint32_t on_board(int direction, int line) const { return on_board_[direction][line]; }
    /// The point at `bit` of a line; the bit must be on the board.
    int point(int direction, int line, int bit) const;

  private:
    constexpr explicit LineMap(int size);

    int size_;
    std::array<PointLines, max_gomoku_points> lines_{};
    std::array<std::array<std::uint32_t, max_lines>, num_line_directions> on_board_{};
};

/// All stones of one colour, once for each of the four directions.
struct StoneLines {
    std::array<std::array<std::uint32_t, max_lines>, num_line_directions> words{};

    void place(const PointLines& at) {
        const std::uint32_t in_row = std::uint32_t{1} << at.column();
        const std::uint32_t in_others = std::uint32_t{1} << at.row();
        words[0][at.line[0]] |= in_row;
        words[1][at.line[1]] |= in_others;
        words[2][at.line[2]] |= in_others;
        words[3][at.line[3]] |= in_others;
    }
    bool contains(const PointLines& at) const { return (words[0][at.row()] >> at.column()) & 1; }
    std::uint32_t through(const PointLines& at, int direction) const {
        return words[direction][at.line[direction]];
    }
    bool operator==(const StoneLines&) const = default;
};

/// Why renju forbids a point to Black.
enum class Forbidden : std::int8_t { none, overline, double_four, double_three };

/// Judges a black stone on the empty point `point` by the rules of the Renju International
/// Federation. A move that makes exactly five is never forbidden, whatever else it makes.
Forbidden forbidden_for_black(const LineMap& map, const StoneLines& black, const StoneLines& white,
                              int point);

} // namespace tesuji
