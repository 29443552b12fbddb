#include "dots_and_boxes.hpp"

#include "games/square_symmetry.hpp"

#include <algorithm>
#include <map>
#include <mutex>

namespace tesuji {

static_assert(GamePosition<DotsAndBoxesPosition>);

namespace {

constexpr auto& line_keys = zobrist_keys<DotsAndBoxesRules::max_lines, 0x646f7473>;
constexpr auto& score_keys = zobrist_keys<DotsAndBoxesRules::max_boxes + 1, 0x626f7865>;

/// Stands for "no box here" beyond a border line; its count of sides is never read.
constexpr int outside = DotsAndBoxesRules::max_boxes;

} // namespace

// Rules ------------------------------------------------------------------------------------------

DotsAndBoxesRules::DotsAndBoxesRules(int rows, int columns) : rows(rows), columns(columns) {
    if (rows < 1 || columns < 1 || rows > max_side || columns > max_side || num_lines() > max_lines)
        throw BadSetup("a Dots and Boxes board has 1 to 16 rows and columns of boxes and at most "
                       "192 lines, not " +
                       std::to_string(rows) + "x" + std::to_string(columns));
}

// One period of the numbering is a row of dots and the row of boxes under it: `columns`
// horizontal lines, then columns + 1 vertical ones.

int DotsAndBoxesRules::cell_of(Move line) const {
    const int period = 2 * columns + 1;
    const int row = line / period;
    const int within = line % period;
    const int width = 2 * columns + 1;
    if (within < columns) return 2 * row * width + 2 * within + 1;
    return (2 * row + 1) * width + 2 * (within - columns);
}

int DotsAndBoxesRules::line_at(int cell) const {
    const int period = 2 * columns + 1;
    const int grid_row = cell / (2 * columns + 1);
    const int grid_column = cell % (2 * columns + 1);
    const int start = grid_row / 2 * period;
    return grid_row % 2 == 0 ? start + grid_column / 2 : start + columns + grid_column / 2;
}

std::array<int, 4> DotsAndBoxesRules::lines_of(int box) const {
    const int period = 2 * columns + 1;
    const int top = box / columns * period + box % columns;
    return {top, top + columns, top + columns + 1, top + period};
}

int DotsAndBoxesRules::num_symmetries() const {
    return num_square_symmetries(rows, columns);
}

int DotsAndBoxesRules::cell_under(int s, int cell) const {
    const int height = 2 * rows + 1;
    const int width = 2 * columns + 1;
    return cell_under_square(s, cell / width, cell % width, height, width);
}

// Geometry: the boxes beside each line, one table for each size ----------------------------------

struct DotsAndBoxesPosition::Geometry {
    explicit Geometry(const DotsAndBoxesRules& rules) {
        for (auto& pair : boxes_beside) pair = {outside, outside};
        for (int box = 0; box < rules.num_boxes(); ++box)
            for (int line : rules.lines_of(box)) {
                auto& pair = boxes_beside[line];
                pair[pair[0] == outside ? 0 : 1] = static_cast<std::uint8_t>(box);
            }
    }

    /// The one or two boxes that each line borders; the second is `outside` for a border line.
    std::array<std::array<std::uint8_t, 2>, DotsAndBoxesRules::max_lines> boxes_beside;
};

const DotsAndBoxesPosition::Geometry&
DotsAndBoxesPosition::geometry_for(const DotsAndBoxesRules& rules) {
    static std::mutex mutex;
    static std::map<std::pair<int, int>, std::unique_ptr<const Geometry>> tables;
    const std::lock_guard lock(mutex);
    auto& table = tables[{rules.rows, rules.columns}];
    if (!table) table = std::make_unique<const Geometry>(rules);
    return *table;
}

// Set-up -----------------------------------------------------------------------------------------

DotsAndBoxesPosition::DotsAndBoxesPosition(const DotsAndBoxesRules& rules)
    : rules_(rules), geometry_(&geometry_for(rules)),
      num_open_(static_cast<std::int16_t>(rules.num_lines())),
      open_(Lines::first_n(rules.num_lines())) {
    owner_.fill(-1);
}

DotsAndBoxesPosition::DotsAndBoxesPosition(const DotsAndBoxesRules& rules,
                                           const DotsAndBoxesSetup& setup)
    : DotsAndBoxesPosition(rules) {
    for (int line : setup.lines) {
        if (line < 0 || line >= rules.num_lines())
            throw BadSetup("there is no line number " + std::to_string(line) + " on this board");
        if (open_.contains(line)) play(line);
    }
    if (static_cast<int>(setup.owners.size()) != rules.num_boxes())
        throw BadSetup("this board has " + std::to_string(rules.num_boxes()) + " boxes, not " +
                       std::to_string(setup.owners.size()));
    boxes_ = {};
    for (int box = 0; box < rules.num_boxes(); ++box) {
        const std::int8_t owner = setup.owners[box];
        if (owner < -1 || owner > 1 || (owner >= 0) != (sides_[box] == 4))
            throw BadSetup("box " + std::to_string(box) +
                           " must have an owner, 0 or 1, if and only if its four lines are drawn");
        owner_[box] = owner;
        if (owner >= 0) ++boxes_[owner];
    }
    to_move_ = setup.to_move;
    moves_ = MoveLog();
    setup_ = std::make_shared<const DotsAndBoxesSetup>(setup);
}

// Play -------------------------------------------------------------------------------------------

const char* DotsAndBoxesPosition::why_illegal(Move m) const {
    if (is_legal(m)) return nullptr;
    if (is_over()) return "the game is over";
    return m < 0 || m >= rules_.num_lines() ? "there is no such line" : "the line is already drawn";
}

void DotsAndBoxesPosition::play(Move m) {
    open_.erase(m);
    --num_open_;
    lines_hash_ ^= line_keys[m];
    moves_.push(static_cast<std::int16_t>(m));
    const auto [one, two] = geometry_->boxes_beside[m];
    const bool closes_one = ++sides_[one] == 4;
    const bool closes_two = ++sides_[two] == 4 && two != outside;
    if (!closes_one && !closes_two) {
        to_move_ = other(to_move_);
        return;
    }
    const auto mover = static_cast<std::int8_t>(index(to_move_));
    if (closes_one) owner_[one] = mover;
    if (closes_two) owner_[two] = mover;
    boxes_[mover] = static_cast<std::int16_t>(boxes_[mover] + closes_one + closes_two);
}

std::uint64_t DotsAndBoxesPosition::hash() const {
    return lines_hash_ ^ score_keys[boxes_[0]] ^
           (to_move_ == Player::second ? second_to_move_key : 0);
}

// Views ------------------------------------------------------------------------------------------

std::vector<int> DotsAndBoxesPosition::drawn_lines() const {
    std::vector<int> lines;
    for (int line = 0; line < rules_.num_lines(); ++line)
        if (!open_.contains(line)) lines.push_back(line);
    return lines;
}

std::vector<std::int8_t> DotsAndBoxesPosition::owners() const {
    return {owner_.begin(), owner_.begin() + rules_.num_boxes()};
}

DotsAndBoxesPosition DotsAndBoxesPosition::transformed(int s) const {
    DotsAndBoxesPosition image(rules_);
    if (setup_) {
        DotsAndBoxesSetup turned{{}, setup_->owners, setup_->to_move};
        for (int line : setup_->lines) turned.lines.push_back(rules_.move_under(s, line));
        const int width = 2 * rules_.columns + 1;
        for (int box = 0; box < rules_.num_boxes(); ++box) {
            const int cell =
                (2 * (box / rules_.columns) + 1) * width + 2 * (box % rules_.columns) + 1;
            const int to = rules_.cell_under(s, cell);
            turned.owners[to / width / 2 * rules_.columns + to % width / 2] = setup_->owners[box];
        }
        image = DotsAndBoxesPosition(rules_, turned);
    }
    for (Move m : moves_.to_vector()) image.play(rules_.move_under(s, m));
    return image;
}

void DotsAndBoxesPosition::encode(float* planes) const {
    const auto [channels, height, width] = rules_.plane_shape();
    const int cells = height * width;
    std::fill(planes, planes + channels * cells, 0.0F);
    for (int line = 0; line < rules_.num_lines(); ++line)
        planes[(open_.contains(line) ? cells : 0) + rules_.cell_of(line)] = 1;
    for (int box = 0; box < rules_.num_boxes(); ++box) {
        const int cell = (2 * (box / rules_.columns) + 1) * width + 2 * (box % rules_.columns) + 1;
        if (owner_[box] == index(to_move_)) planes[2 * cells + cell] = 1;
        if (owner_[box] == index(other(to_move_))) planes[3 * cells + cell] = 1;
        if (sides_[box] == 3) planes[4 * cells + cell] = 1;
        if (sides_[box] == 2) planes[5 * cells + cell] = 1;
    }
    const int lead = boxes_[index(to_move_)] - boxes_[index(other(to_move_))];
    std::fill(planes + 6 * cells, planes + 7 * cells,
              static_cast<float>(lead) / static_cast<float>(rules_.num_boxes()));
}

} // namespace tesuji
