// A Gomoku board that knows, at every moment, the shapes through every empty point.
//
// Squares live in a field of 32 x 32 with a margin of five on each side, so that a walk along a
// line needs no test for the edge. Placing a stone updates the points within reach on its four
// lines; taking it back restores them.
#pragma once

#include "patterns.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace tesuji::five {

using Square = int;
constexpr Square no_square = -1;
constexpr int field_width = 32;
constexpr int margin = 5;
constexpr int field_squares = field_width * field_width;
constexpr std::array<int, num_line_directions> strides{1, field_width, field_width + 1,
                                                       field_width - 1};

/// A set of squares.
struct SquareSet {
    std::array<std::uint64_t, field_squares / 64> words{};

    void insert(Square s) { words[s >> 6] |= std::uint64_t{1} << (s & 63); }
    void erase(Square s) { words[s >> 6] &= ~(std::uint64_t{1} << (s & 63)); }
    void assign(Square s, bool member) { member ? insert(s) : erase(s); }
    bool contains(Square s) const { return (words[s >> 6] >> (s & 63)) & 1; }
    bool operator==(const SquareSet&) const = default;
};

/// A list of squares that lives on the stack.
class SquareList {
  public:
    void push(Square s) { squares_[size_++] = static_cast<std::int16_t>(s); }
    void push_new(Square s) {
        if (!contains(s)) push(s);
    }
    bool contains(Square s) const {
        for (int i = 0; i < size_; ++i)
            if (squares_[i] == s) return true;
        return false;
    }
    void clear() { size_ = 0; }
    void truncate(int size) { size_ = size; }
    int size() const { return size_; }
    bool empty() const { return size_ == 0; }
    Square operator[](int i) const { return squares_[i]; }
    const std::int16_t* begin() const { return squares_.data(); }
    const std::int16_t* end() const { return squares_.data() + size_; }
    std::int16_t* begin() { return squares_.data(); }
    std::int16_t* end() { return squares_.data() + size_; }

  private:
    std::array<std::int16_t, max_gomoku_points> squares_;
    int size_ = 0;
};

class Board {
  public:
    using Variant = GomokuRules::Variant;

    explicit Board(const GomokuRules& rules);
    /// The stones of `p`, and the colour that is to be placed.
    explicit Board(const GomokuPosition& p);

    int size() const { return size_; }
    Variant variant() const { return variant_; }
    Square square(int point) const {
        return (point / size_ + margin) * field_width + point % size_ + margin;
    }
    int point(Square s) const {
        return ((s / field_width) - margin) * size_ + s % field_width - margin;
    }

    /// Black is 0, White 1.
    int to_move() const { return to_move_; }
    int num_empty() const { return num_empty_; }
    bool is_empty(Square s) const { return cells_[s] == cell_empty; }
    Cell cell(Square s) const { return static_cast<Cell>(cells_[s]); }
    Square last_move(int plies_ago = 0) const {
        return num_placed_ > plies_ago ? undo_[num_placed_ - 1 - plies_ago].square : no_square;
    }
    std::uint64_t hash() const { return hash_ ^ (to_move_ ? white_to_move_key : 0); }
    /// The hash after a stone of the mover at `s`.
    std::uint64_t hash_after(Square s) const;

    /// Places a stone of the mover on an empty square; the rules of renju are not checked.
    void place(Square s);
    void take_back();
    /// Passes the turn to the other colour, or back.
    void pass() { to_move_ ^= 1; }

    Code code(int colour, Square s) const { return codes_[s][colour]; }
    const CodeInfo& info(int colour, Square s) const { return infos_[colour][codes_[s][colour]]; }
    Threat threat(int colour, Square s) const { return info(colour, s).threat; }
    /// Empty squares by threat.
    int count(int colour, Threat t) const { return counts_[colour][t]; }
    bool has_five(int colour) const { return counts_[colour][five_point] > 0; }

    /// Calls visit(square) for the empty squares where `colour` makes a four or five.
    template <class F>
    void for_each_four(int colour, F&& visit) const {
        for_each(fours_[colour], visit);
    }
    /// Calls visit(square) for those where it makes an open three and no four.
    template <class F>
    void for_each_three(int colour, F&& visit) const {
        for_each(threes_[colour], visit);
    }
    /// The squares where renju may forbid Black to play.
    template <class F>
    void for_each_maybe_foul(F&& visit) const {
        for_each(fouls_, visit);
    }
    /// The first square of a threat of at least `three`; no_square if there is none.
    Square find(int colour, Threat t) const;

    /// Whether renju forbids Black the empty square.
    bool is_forbidden(Square s) const;
    /// Whether the mover may play the empty square.
    bool is_allowed(int colour, Square s) const {
        return threat(colour, s) != maybe_foul || !is_forbidden(s);
    }

    /// The threat of `colour` at the empty square `s` after the opponent's stone at `blocker`, an
    /// empty square on a line with it.
    Threat threat_when_blocked(int colour, Square s, int direction, int distance) const;

    /// The static evaluation of all shapes for the player to move, in hundredths of a logit.
    int evaluate() const {
        const int own = to_move_;
        return sums_[own].mover - sums_[1 - own].opponent;
    }

    /// Empty squares near stones, one word a row of the field.
    void candidates(std::array<std::uint32_t, field_width>& rows) const;

    /// Calls visit(square) for all squares of the board, row by row.
    template <class F>
    void for_each_square(F&& visit) const {
        for (int row = 0; row < size_; ++row)
            for (int column = 0; column < size_; ++column)
                visit((row + margin) * field_width + column + margin);
    }

    /// Whether all stored data agree with those of a newly made board; for tests.
    bool is_consistent() const;

  private:
    struct Sums {
        std::int32_t mover = 0;
        std::int32_t opponent = 0;
        bool operator==(const Sums&) const = default;
    };
    struct Change {
        std::int16_t square;
        std::array<Code, 2> codes;
    };
    struct Undo {
        Square square;
        int num_changes;
        std::array<std::array<std::int16_t, num_threats>, 2> counts;
        std::array<Sums, 2> sums;
        std::array<Change, 40> changes;
    };
    static constexpr std::uint64_t white_to_move_key = 0x9d39247e33776d41ULL;

    template <class F>
    void for_each(const SquareSet& set, F&& visit) const {
        for (int w = first_word_; w <= last_word_; ++w)
            for (std::uint64_t left = set.words[w]; left; left &= left - 1)
                visit(w * 64 + std::countr_zero(left));
    }

    template <int Half>
    void place_stone(Square s);
    void put_stone(Square s, int colour, int sign);
    void change_code(int colour, Square s, Code code);
    void join_sets(int colour, Square s, Threat before, Threat after);
    void count_in(Square s);
    std::uint32_t line_around(int direction, Square s) const;
    void clear();
    void look_at_all();

    static int line_of(int direction, Square s) {
        const int x = s % field_width;
        const int y = s / field_width;
        switch (direction) {
        case 0:
            return y;
        case 1:
            return x;
        case 2:
            return y - x + field_width;
        default:
            return y + x;
        }
    }
    static int place_in_line(int direction, Square s) {
        return direction == 0 ? s % field_width : s / field_width;
    }

    int size_;
    Variant variant_;
    const std::uint8_t* shapes_;
    int half_;
    std::array<const CodeInfo*, 2> infos_;
    int to_move_ = 0;
    int num_empty_ = 0;
    int first_word_;
    int last_word_;
    std::uint64_t hash_ = 0;
    std::array<std::array<std::int16_t, num_threats>, 2> counts_{};
    std::array<Sums, 2> sums_{};
    std::array<SquareSet, 2> fours_{};
    std::array<SquareSet, 2> threes_{};
    SquareSet fouls_{};
    std::array<std::array<std::uint64_t, 2 * field_width>, num_line_directions> lines_;
    std::array<std::uint32_t, field_width> occupied_{};
    std::array<std::uint32_t, field_width> on_board_{};
    std::array<std::uint8_t, field_squares> cells_;
    std::array<std::array<Code, 2>, field_squares> codes_{};
    std::array<StoneLines, 2> stones_{}; ///< kept for renju only
    const LineMap* map_;
    int num_placed_ = 0;     ///< since this board was made
    std::vector<Undo> undo_; ///< as many as there are points
};

} // namespace tesuji::five
