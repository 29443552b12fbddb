#include "board.hpp"

#include "weights.hpp"

namespace tesuji::five {

namespace {

const auto& keys = zobrist_keys<2 * field_squares, 0x66697665ULL>;

constexpr std::uint64_t cell_bits(int cell, int place) {
    return static_cast<std::uint64_t>(cell) << (2 * place);
}

/// The cells around `place` without the cell itself, `Half` on either side.
template <int Half>
std::uint32_t window(std::uint64_t line, int place) {
    constexpr std::uint32_t below = (1U << (2 * Half)) - 1;
    const std::uint64_t cells = line >> (2 * (place - Half));
    return (static_cast<std::uint32_t>(cells) & below) |
           (static_cast<std::uint32_t>(cells >> 2) & (below << (2 * Half)));
}

} // namespace

Board::Board(const GomokuRules& rules)
    : size_(rules.size), variant_(rules.variant), shapes_(ShapeTable::of(rules.variant).data()),
      half_(ShapeTable::of(rules.variant).half()),
      infos_{CodeTable::of(rules.variant, 0).data(), CodeTable::of(rules.variant, 1).data()},
      num_empty_(rules.num_points()), map_(&LineMap::of(rules.size)) {
    first_word_ = margin * field_width / 64;
    last_word_ = (margin + size_ - 1) * field_width / 64 + 1;
    if (last_word_ > field_squares / 64 - 1) last_word_ = field_squares / 64 - 1;
    undo_.resize(static_cast<std::size_t>(rules.num_points()) + 1);
    clear();
    look_at_all();
}

Board::Board(const GomokuPosition& p) : Board(p.rules()) {
    for (int point = 0; point < p.rules().num_points(); ++point)
        if (const int stone = p.stone_at(point); stone >= 0) put_stone(square(point), stone, 1);
    look_at_all();
    to_move_ = index(p.colour_to_place());
}

void Board::clear() {
    cells_.fill(cell_wall);
    for (auto& direction : lines_) direction.fill(~std::uint64_t{0});
    for_each_square([&](Square s) {
        cells_[s] = cell_empty;
        on_board_[s / field_width] |= 1U << (s % field_width);
        for (int d = 0; d < num_line_directions; ++d)
            lines_[d][line_of(d, s)] &= ~cell_bits(3, place_in_line(d, s));
    });
}

/// Computes the shapes of all points from the stones alone.
void Board::look_at_all() {
    for (auto& of_colour : counts_) of_colour.fill(0);
    sums_ = {};
    fours_ = {};
    threes_ = {};
    fouls_ = {};
    for_each_square([&](Square s) {
        if (!is_empty(s)) return;
        codes_[s] = {0, 0};
        for (int d = 0; d < num_line_directions; ++d) {
            const std::uint8_t shapes = shapes_[line_around(d, s)];
            codes_[s][0] |= static_cast<Code>((shapes & 15) << (4 * d));
            codes_[s][1] |= static_cast<Code>((shapes >> 4) << (4 * d));
        }
        count_in(s);
    });
}

void Board::count_in(Square s) {
    for (int colour = 0; colour < 2; ++colour) {
        const CodeInfo& i = info(colour, s);
        ++counts_[colour][i.threat];
        sums_[colour].mover += i.for_mover;
        sums_[colour].opponent += i.for_opponent;
        join_sets(colour, s, quiet, i.threat);
    }
}

std::uint32_t Board::line_around(int direction, Square s) const {
    const std::uint64_t line = lines_[direction][line_of(direction, s)];
    const int place = place_in_line(direction, s);
    return half_ == 4 ? window<4>(line, place) : window<5>(line, place);
}

std::uint64_t Board::hash_after(Square s) const {
    return hash_ ^ keys[static_cast<std::size_t>(to_move_ * field_squares + s)] ^
           (to_move_ ? 0 : white_to_move_key);
}

/// Puts (sign 1) a stone into the cells, or takes it out (-1), without looking at shapes.
void Board::put_stone(Square s, int colour, int sign) {
    cells_[s] = static_cast<std::uint8_t>(sign > 0 ? colour + 1 : cell_empty);
    num_empty_ -= sign;
    hash_ ^= keys[static_cast<std::size_t>(colour * field_squares + s)];
    occupied_[s / field_width] ^= 1U << (s % field_width);
    for (int d = 0; d < num_line_directions; ++d)
        lines_[d][line_of(d, s)] ^= cell_bits(colour + 1, place_in_line(d, s));
    if (variant_ == Variant::renju) {
        const PointLines& at = map_->at(point(s));
        if (sign > 0)
            stones_[colour].place(at);
        else
            for (int d = 0; d < num_line_directions; ++d)
                stones_[colour].words[d][at.line[d]] &= ~(1U << at.bit(d));
    }
}

void Board::join_sets(int colour, Square s, Threat before, Threat after) {
    if (before >= four_simple)
        fours_[colour].erase(s);
    else if (before >= three)
        threes_[colour].erase(s);
    else if (before == maybe_foul)
        fouls_.erase(s);
    if (after >= four_simple)
        fours_[colour].insert(s);
    else if (after >= three)
        threes_[colour].insert(s);
    else if (after == maybe_foul)
        fouls_.insert(s);
}

void Board::change_code(int colour, Square s, Code code) {
    const CodeInfo& before = infos_[colour][codes_[s][colour]];
    const CodeInfo& after = infos_[colour][code];
    codes_[s][colour] = code;
    sums_[colour].mover += after.for_mover - before.for_mover;
    sums_[colour].opponent += after.for_opponent - before.for_opponent;
    if (before.threat == after.threat) return;
    --counts_[colour][before.threat];
    ++counts_[colour][after.threat];
    join_sets(colour, s, before.threat, after.threat);
}

template <int Half>
void Board::place_stone(Square s) {
    Undo& undo = undo_[num_placed_++];
    undo.square = s;
    undo.counts = counts_;
    undo.sums = sums_;

    // The square is no longer empty: what could be made there is gone.
    for (int colour = 0; colour < 2; ++colour) {
        const CodeInfo& i = info(colour, s);
        --counts_[colour][i.threat];
        sums_[colour].mover -= i.for_mover;
        sums_[colour].opponent -= i.for_opponent;
        join_sets(colour, s, i.threat, quiet);
    }
    put_stone(s, to_move_, 1);

    Change* change = undo.changes.data();
    for (int d = 0; d < num_line_directions; ++d) {
        const std::uint64_t line = lines_[d][line_of(d, s)];
        const int place = place_in_line(d, s);
        const int shift = 4 * d;
        for (int offset = -Half; offset <= Half; ++offset) {
            const Square other = s + offset * strides[d];
            if (((line >> (2 * (place + offset))) & 3) != cell_empty) continue;
            const unsigned shapes = shapes_[window<Half>(line, place + offset)];
            auto& codes = codes_[other];
            const unsigned difference_black = ((codes[0] >> shift) & 15) ^ (shapes & 15);
            const unsigned difference_white = ((codes[1] >> shift) & 15) ^ (shapes >> 4);
            if ((difference_black | difference_white) == 0) continue;
            *change++ = {static_cast<std::int16_t>(other), codes};
            if (difference_black)
                change_code(0, other, static_cast<Code>(codes[0] ^ (difference_black << shift)));
            if (difference_white)
                change_code(1, other, static_cast<Code>(codes[1] ^ (difference_white << shift)));
        }
    }
    undo.num_changes = static_cast<int>(change - undo.changes.data());
    to_move_ ^= 1;
}

void Board::place(Square s) {
    if (half_ == 4)
        place_stone<4>(s);
    else
        place_stone<5>(s);
}

void Board::take_back() {
    const Undo& undo = undo_[--num_placed_];
    to_move_ ^= 1;
    put_stone(undo.square, to_move_, -1);
    for (int i = undo.num_changes - 1; i >= 0; --i) {
        const Change& change = undo.changes[static_cast<std::size_t>(i)];
        for (int colour = 0; colour < 2; ++colour) {
            const Threat now = threat(colour, change.square);
            codes_[change.square][colour] = change.codes[colour];
            const Threat then = threat(colour, change.square);
            if (now != then) join_sets(colour, change.square, now, then);
        }
    }
    for (int colour = 0; colour < 2; ++colour)
        join_sets(colour, undo.square, quiet, threat(colour, undo.square));
    counts_ = undo.counts;
    sums_ = undo.sums;
}

Square Board::find(int colour, Threat t) const {
    const SquareSet& set = t >= four_simple ? fours_[colour] : threes_[colour];
    for (int w = first_word_; w <= last_word_; ++w)
        for (std::uint64_t left = set.words[w]; left; left &= left - 1) {
            const Square s = w * 64 + std::countr_zero(left);
            if (threat(colour, s) == t) return s;
        }
    return no_square;
}

bool Board::is_forbidden(Square s) const {
    return forbidden_for_black(*map_, stones_[0], stones_[1], point(s)) != Forbidden::none;
}

Threat Board::threat_when_blocked(int colour, Square s, int direction, int distance) const {
    const int place = place_in_line(direction, s);
    const std::uint64_t line =
        lines_[direction][line_of(direction, s)] | cell_bits(2 - colour, place + distance);
    const std::uint8_t shapes =
        shapes_[half_ == 4 ? window<4>(line, place) : window<5>(line, place)];
    const unsigned shape = colour == 0 ? shapes & 15 : shapes >> 4;
    const unsigned shift = 4 * static_cast<unsigned>(direction);
    const auto blocked = static_cast<Code>((code(colour, s) & ~(15U << shift)) | shape << shift);
    return infos_[colour][blocked].threat;
}

void Board::candidates(std::array<std::uint32_t, field_width>& rows) const {
    const auto widened = [](std::uint32_t row) {
        return row | row << 1 | row >> 1 | row << 2 | row >> 2;
    };
    std::array<std::uint32_t, field_width> wide{};
    for (int y = margin; y < margin + size_; ++y) wide[y] = widened(occupied_[y]);
    for (int y = margin; y < margin + size_; ++y) {
        const std::uint32_t far = occupied_[y - 3] | occupied_[y + 3];
        const std::uint32_t near = wide[y - 2] | wide[y - 1] | wide[y] | wide[y + 1] | wide[y + 2];
        rows[y] = (near | occupied_[y] << 3 | occupied_[y] >> 3 | far | far << 3 | far >> 3) &
                  on_board_[y] & ~occupied_[y];
    }
}

bool Board::is_consistent() const {
    Board fresh = *this;
    fresh.look_at_all();
    bool same = fresh.counts_ == counts_ && fresh.sums_ == sums_ && fresh.fours_ == fours_ &&
                fresh.threes_ == threes_ && fresh.fouls_ == fouls_;
    for_each_square([&](Square s) {
        if (is_empty(s)) same &= fresh.codes_[s] == codes_[s];
    });
    return same;
}

} // namespace tesuji::five
