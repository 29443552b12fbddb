#include "patterns.hpp"

#include "weights.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>

namespace tesuji::five {

namespace {

using Variant = GomokuRules::Variant;

/// Which rows of five or more a colour wins with.
enum class RowRule { five_or_more, exactly_five, exactly_five_or_foul, not_enclosed };

RowRule row_rule(Variant variant, int colour) {
    switch (variant) {
    case Variant::freestyle:
        return RowRule::five_or_more;
    case Variant::standard:
        return RowRule::exactly_five;
    case Variant::renju:
        return colour == 0 ? RowRule::exactly_five_or_foul : RowRule::five_or_more;
    case Variant::caro:
        return RowRule::not_enclosed;
    }
    return RowRule::five_or_more;
}

constexpr std::uint8_t unknown = 0xff;

/// Finds the shape of a line with a stone of one colour at its centre. Here the own colour is
/// cell_black and the opponent's cell_white. Shapes are defined by the shapes one stone later, so
/// each line is worked out once and remembered.
class Shaper {
  public:
    Shaper(RowRule rule, int half)
        : rule_(rule), half_(half), known_(std::size_t{1} << (4 * half), unknown) {}

    Shape shape(std::uint32_t line) {
        line = normal(line);
        if (known_[line] == unknown) known_[line] = work_out(line);
        return static_cast<Shape>(known_[line]);
    }

  private:
    /// Bit offset of the cell at `offset` from the centre, which must not be 0.
    int at(int offset) const { return 2 * (offset < 0 ? half_ + offset : half_ + offset - 1); }
    int cell(std::uint32_t line, int offset) const {
        if (offset == 0) return cell_black;
        if (offset < -half_ || offset > half_) return cell_wall;
        return static_cast<int>(line >> at(offset)) & 3;
    }
    std::uint32_t with_stone(std::uint32_t line, int offset) const {
        return line | std::uint32_t{cell_black} << at(offset);
    }

    /// A wall is like an opponent's stone, but in caro, where it does not enclose.
    std::uint32_t normal(std::uint32_t line) const {
        if (rule_ == RowRule::not_enclosed) return line;
        const std::uint32_t walls = line & (line >> 1) & 0x55555555U;
        return line & ~walls;
    }

    /// The row of stones through the centre: cells from `first` to `last`.
    struct Row {
        int first = 0;
        int last = 0;
        int length() const { return last - first + 1; }
    };
    Row row(std::uint32_t line) const {
        Row r;
        while (cell(line, r.first - 1) == cell_black) --r.first;
        while (cell(line, r.last + 1) == cell_black) ++r.last;
        return r;
    }

    bool wins(std::uint32_t line, const Row& r) const {
        switch (rule_) {
        case RowRule::five_or_more:
            return r.length() >= 5;
        case RowRule::exactly_five:
        case RowRule::exactly_five_or_foul:
            return r.length() == 5;
        case RowRule::not_enclosed:
            return r.length() > 5 || (r.length() == 5 && (cell(line, r.first - 1) != cell_white ||
                                                          cell(line, r.last + 1) != cell_white));
        }
        return false;
    }

    Shape work_out(std::uint32_t line) {
        const Row here = row(line);
        if (wins(line, here)) return five_made;
        if (here.length() >= 5) return rule_ == RowRule::exactly_five_or_foul ? foul : dead;

        std::array<int, num_shapes> ways{};
        for (int offset = -half_; offset <= half_; ++offset)
            if (offset != 0 && cell(line, offset) == cell_empty)
                ++ways[shape(with_stone(line, offset))];

        if (ways[five_made] >= 2) {
            // Two fives that no straight four leads to are two fours in one line.
            const bool straight = here.length() == 4;
            return rule_ == RowRule::exactly_five_or_foul && !straight ? foul : four_open;
        }
        if (ways[five_made] == 1) return four;
        if (ways[four_open] >= 1) return ways[four_open] == 1 ? three_split : three_open;
        if (ways[four] >= 1) return three_closed;
        if (const int n = ways[three_split] + ways[three_open]; n >= 1)
            return n >= 4 ? two_open_4 : n == 3 ? two_open_3 : two_open;
        if (ways[three_closed] >= 1) return two_closed;
        if (ways[two_open] + ways[two_open_3] + ways[two_open_4] >= 1) return one_open;
        if (ways[two_closed] >= 1) return one_closed;
        return dead;
    }

    RowRule rule_;
    int half_;
    std::vector<std::uint8_t> known_;
};

std::uint32_t colours_swapped(std::uint32_t line) {
    return (line & 0x55555555U) << 1 | ((line >> 1) & 0x55555555U);
}

} // namespace

ShapeTable::ShapeTable(Variant variant) : half_(variant == Variant::freestyle ? 4 : 5) {
    Shaper black(row_rule(variant, 0), half_);
    Shaper white(row_rule(variant, 1), half_);
    const std::uint32_t count = 1U << (4 * half_);
    shapes_.resize(count);
    for (std::uint32_t line = 0; line < count; ++line)
        shapes_[line] =
            static_cast<std::uint8_t>(black.shape(line) | white.shape(colours_swapped(line)) << 4);
}

const ShapeTable& ShapeTable::of(Variant variant) {
    static std::mutex mutex;
    static std::map<Variant, std::unique_ptr<const ShapeTable>> tables;
    const std::scoped_lock lock(mutex);
    auto& table = tables[variant];
    if (!table) table.reset(new ShapeTable(variant));
    return *table;
}

Threat threat_of(Code code, bool forbids) {
    std::array<int, 16> count{};
    for (int d = 0; d < num_line_directions; ++d) ++count[shape_in(code, d)];
    if (count[five_made] > 0) return five_point;
    const int fours = count[four] + count[four_open];
    const int threes = count[three_split] + count[three_open];
    if (forbids && (count[foul] > 0 || fours >= 2 || threes >= 2)) return maybe_foul;
    if (count[four_open] > 0 || fours >= 2) return four_double;
    if (fours == 1) return threes > 0 ? four_three : four_simple;
    if (threes >= 2) return three_double;
    return threes == 1 ? three : quiet;
}

namespace {

/// The priority of a point: its threat first, then the sum of its shapes.
std::int16_t attack_of(Code code, Threat threat) {
    constexpr std::array<int, num_threats> by_threat{0, 0, 300, 1200, 250, 2500, 6000, 12000};
    constexpr std::array<int, 16> by_shape{0, 0, 2, 5, 9, 26, 30, 34, 32, 60, 70, 60, 0, 0, 0, 0};
    int sum = by_threat[threat];
    for (int d = 0; d < num_line_directions; ++d) sum += by_shape[shape_in(code, d)];
    return static_cast<std::int16_t>(sum);
}

} // namespace

CodeTable::CodeTable(Variant variant, int colour) : infos_(std::size_t{1} << 16) {
    const bool forbids = variant == Variant::renju && colour == 0;
    for (std::uint32_t code = 0; code < infos_.size(); ++code) {
        CodeInfo& info = infos_[code];
        bool exists = true;
        for (int d = 0; d < num_line_directions; ++d)
            exists &= ((code >> (4 * d)) & 15) < num_shapes;
        if (!exists) continue;
        const auto c = static_cast<Code>(code);
        info.threat = threat_of(c, forbids);
        info.for_mover = weight_of(c, info.threat, true);
        info.for_opponent = weight_of(c, info.threat, false);
        info.attack = attack_of(c, info.threat);
    }
}

const CodeTable& CodeTable::of(Variant variant, int colour) {
    static std::mutex mutex;
    static std::map<bool, std::unique_ptr<const CodeTable>> tables;
    const bool forbids = variant == Variant::renju && colour == 0;
    const std::scoped_lock lock(mutex);
    auto& table = tables[forbids];
    if (!table) table.reset(new CodeTable(variant, colour));
    return *table;
}

} // namespace tesuji::five
