// The symmetries of a rectangle of cells: eight when it is square, four otherwise.
#pragma once

namespace tesuji {

/// How many of the eight orientations map a rows x columns board onto itself.
constexpr int num_square_symmetries(int rows, int columns) {
    return rows == columns ? 8 : 4;
}

/// Where orientation `s` takes the cell at (row, column), as row * columns + column.
///
/// Bit 0 mirrors the rows, bit 1 mirrors the columns, bit 2 (square boards only) transposes
/// afterwards; s = 0 is the identity.
constexpr int cell_under_square(int s, int row, int column, int rows, int columns) {
    if (s & 1) row = rows - 1 - row;
    if (s & 2) column = columns - 1 - column;
    return s & 4 ? column * columns + row : row * columns + column;
}

} // namespace tesuji
