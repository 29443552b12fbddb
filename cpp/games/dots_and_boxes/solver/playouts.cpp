#include "playouts.hpp"

#include <algorithm>
#include <cmath>

namespace tesuji::dots {

// Open lines -------------------------------------------------------------------------------------

OpenLines::Geometry::Geometry(const DotsAndBoxesRules& rules)
    : num_lines(rules.num_lines()), num_boxes(rules.num_boxes()) {
    for (auto& pair : boxes_beside) pair = {ground, ground};
    for (int box = 0; box < num_boxes; ++box) {
        const auto lines = rules.lines_of(box);
        for (int i = 0; i < 4; ++i) {
            lines_round[box][i] = static_cast<std::uint8_t>(lines[i]);
            auto& pair = boxes_beside[lines[i]];
            pair[pair[0] == ground ? 0 : 1] = static_cast<std::uint8_t>(box);
        }
    }
}

OpenLines::OpenLines(const Geometry& geometry, const DotsAndBoxesPosition& position)
    : geometry_(&geometry) {
    open_.fill(false);
    position.open_lines().for_each([&](int line) {
        open_[line] = true;
        for (int box : geometry.boxes_beside[line]) ++degree_[box];
    });
}

int OpenLines::draw(int line) {
    open_[line] = false;
    int closed = 0;
    for (int box : geometry_->boxes_beside[line]) closed += --degree_[box] == 0 && box != ground;
    return closed;
}

bool OpenLines::is_safe(int line) const {
    const auto [one, two] = geometry_->boxes_beside[line];
    return (one == ground || degree_[one] > 2) && (two == ground || degree_[two] > 2);
}

int OpenLines::open_line(int box, int except) const {
    for (int line : geometry_->lines_round[box])
        if (open_[line] && line != except) return line;
    return -1;
}

int OpenLines::across(int line, int box) const {
    const auto [one, two] = geometry_->boxes_beside[line];
    return one == box ? two : one;
}

namespace {

/// Boxes that can be captured, now or later, and the alternatives to capturing all of them.
struct Gift {
    int boxes = 0;
    Deal deal = Deal::none;
    int line = -1; ///< the first line to draw
};

using Seen = std::array<bool, DotsAndBoxesRules::max_boxes + 1>;

/// What opening the chain or loop of a box with two open lines gives away, when it is opened where
/// that is least: a chain of two boxes in its middle, so that the opponent has to take both.
Gift gift_from(const OpenLines& board, int start, Seen& seen) {
    seen[start] = true;
    const int first = board.open_line(start);
    Gift gift{1, Deal::none, first};
    std::array<int, 2> ends{};
    for (int side = 0; side < 2 && gift.deal != Deal::loop; ++side) {
        int box = start;
        for (int line = side == 0 ? first : board.open_line(start, first);;) {
            const int next = board.across(line, box);
            ends[side] = next;
            if (next == OpenLines::ground || board.degree(next) != 2) break;
            if (next == start) {
                gift.deal = Deal::loop;
                break;
            }
            seen[next] = true;
            ++gift.boxes;
            gift.line = line;
            line = board.open_line(next, line);
            box = next;
        }
    }
    const bool hangs_on_joint =
        ends[0] == ends[1] && ends[0] != OpenLines::ground && board.degree(ends[0]) == 3;
    if (gift.deal == Deal::none && (gift.boxes > 2 || hangs_on_joint)) gift.deal = Deal::chain;
    return gift;
}

template <class F>
void for_each_gift(const OpenLines& board, F&& visit) {
    Seen seen{};
    for (int box = 0; box < board.geometry().num_boxes; ++box)
        if (board.degree(box) == 2 && !seen[box]) visit(gift_from(board, box, seen));
}

/// Captures all that can be captured; returns how many boxes.
int capture_all(OpenLines& board) {
    int captured = 0;
    for (bool found = true; found;) {
        found = false;
        for (int box = 0; box < board.geometry().num_boxes; ++box)
            for (int at = box; at != OpenLines::ground && board.degree(at) == 1;) {
                const int line = board.open_line(at);
                const int next = board.across(line, at);
                captured += board.draw(line);
                at = next;
                found = true;
            }
    }
    return captured;
}

/// The value of a position in which every move gives something away, for the player to move: the
/// players open the smallest gift first, and each deals where that is better.
int endgame_value(OpenLines& board) {
    std::array<Gift, DotsAndBoxesRules::max_boxes> gifts;
    int count = 0;
    for (;;) {
        Gift least{.boxes = DotsAndBoxesRules::max_boxes + 1};
        for_each_gift(board, [&](const Gift& gift) {
            if (gift.boxes < least.boxes) least = gift;
        });
        if (least.line < 0) break;
        board.draw(least.line);
        least.boxes = capture_all(board);
        gifts[count++] = least;
    }
    int value = 0;
    while (count-- > 0) value = -captured_value(gifts[count].boxes, gifts[count].deal, value);
    return value;
}

/// Plays quiet moves at random until there is none; returns how many.
int play_quietly(OpenLines& board, std::span<std::uint8_t> lines, Rng& rng) {
    int played = 0;
    for (int left = static_cast<int>(lines.size()); left > 0;) {
        const int pick = rng.below(left);
        const int line = lines[pick];
        lines[pick] = lines[--left];
        if (!board.is_safe(line)) continue;
        board.draw(line);
        ++played;
    }
    return played;
}

// Priors -----------------------------------------------------------------------------------------

constexpr float quiet = 0;
constexpr float short_gift = -1;
constexpr float long_gift = -4;
constexpr float pointless = -14;

/// What can be captured, as trees of boxes that fall one after the other.
struct Region {
    int boxes = 0;
    int way_in = -1;      ///< a line that captures
    int way_out = -1;     ///< the line that leaves the last two boxes of an open region
    int middle = -1;      ///< the line that leaves the last four boxes of a closed one
    bool is_open = false; ///< whether it leads to the ground or to a box that stays
};

/// Returns the region that begins at a box with one open line.
Region region_from(const OpenLines& board, int start) {
    Region region;
    OpenLines copy = board;
    int second = -1;
    int last = -1;
    int at = start;
    while (at != OpenLines::ground && copy.degree(at) == 1) {
        const int line = copy.open_line(at);
        const int next = copy.across(line, at);
        region.boxes += copy.draw(line);
        if (region.way_in < 0)
            region.way_in = line;
        else if (second < 0)
            second = line;
        last = line;
        if (next != OpenLines::ground && copy.degree(next) == 0) {
            if (region.boxes == 4) region.middle = second;
            return region;
        }
        at = next;
    }
    region.is_open = true;
    region.way_out = last;
    return region;
}

/// Writes the logits of a position where boxes can be captured: best play captures, and has a
/// choice only at the last two boxes of a chain and the last four of a loop.
bool prefer_captures(const OpenLines& board, std::span<float> logits) {
    Region reserved;
    Seen seen{};
    for (int box = 0; box < board.geometry().num_boxes; ++box) {
        if (board.degree(box) != 1 || seen[box]) continue;
        seen[box] = true;
        const Region region = region_from(board, box);
        const bool may_deal =
            (region.is_open && region.boxes >= 2) || (!region.is_open && region.boxes >= 4);
        const bool decides_now =
            (region.is_open && region.boxes == 2) || (!region.is_open && region.boxes == 4);
        const bool seen_from_other_end = reserved.way_in >= 0 && !region.is_open &&
                                         region.middle >= 0 && region.middle == reserved.middle;
        if (seen_from_other_end) continue;
        if (!may_deal || !decides_now || reserved.way_in >= 0) {
            logits[region.way_in] = quiet;
            return true;
        }
        reserved = region;
    }
    if (reserved.way_in < 0) return false;
    logits[reserved.way_in] = quiet;
    logits[reserved.is_open ? reserved.way_out : reserved.middle] = quiet;
    return true;
}

void prefer_quiet_moves(const OpenLines& board, std::span<float> logits) {
    for (int line = 0; line < board.geometry().num_lines; ++line)
        if (board.is_open(line) && board.is_safe(line)) logits[line] = quiet;
    for_each_gift(board, [&](const Gift& gift) {
        logits[gift.line] = gift.deal == Deal::none ? short_gift : long_gift;
    });
}

} // namespace

// The evaluator ----------------------------------------------------------------------------------

ChainEvaluator::ChainEvaluator(const DotsAndBoxesRules& rules, int playouts, std::uint64_t seed)
    : geometry_(rules), num_moves_(rules.num_moves()), playouts_(playouts), seed_(seed) {
    if (playouts < 1) throw BadSetup("a position is judged by at least one playout");
}

void ChainEvaluator::evaluate(std::span<const DotsAndBoxesPosition* const> positions,
                              std::span<float> logits, std::span<float> values,
                              std::span<float> /*leads*/) {
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const DotsAndBoxesPosition& position = *positions[i];
        const auto row = logits.subspan(i * num_moves_, num_moves_);
        std::fill(row.begin(), row.end(), pointless);
        const OpenLines board(geometry_, position);
        if (!prefer_captures(board, row)) prefer_quiet_moves(board, row);
        Rng rng(seed_ ^ position.hash());
        values[i] = value_of(position, rng);
    }
}

float ChainEvaluator::value_of(const DotsAndBoxesPosition& position, Rng& rng) const {
    OpenLines rest(geometry_, position);
    Deal deal = Deal::none;
    for (int box = 0; box < geometry_.num_boxes; ++box) {
        if (rest.degree(box) != 1) continue;
        const Region region = region_from(rest, box);
        if (region.is_open && region.boxes >= 2) deal = Deal::chain;
        if (!region.is_open && region.boxes >= 4 && deal == Deal::none) deal = Deal::loop;
    }
    const int captured = capture_all(rest);
    const int lead =
        position.boxes_of(position.to_move()) - position.boxes_of(other(position.to_move()));

    std::array<std::uint8_t, DotsAndBoxesRules::max_lines> quiet_lines;
    int num_quiet = 0;
    for (int line = 0; line < geometry_.num_lines; ++line)
        if (rest.is_open(line) && rest.is_safe(line))
            quiet_lines[num_quiet++] = static_cast<std::uint8_t>(line);
    float sum = 0;
    for (int playout = 0; playout < playouts_; ++playout) {
        OpenLines board = rest;
        auto lines = quiet_lines;
        const int played =
            play_quietly(board, {lines.data(), static_cast<std::size_t>(num_quiet)}, rng);
        const int end = endgame_value(board);
        const int net = lead + captured_value(captured, deal, played % 2 ? -end : end);
        const float margin = static_cast<float>(net) / static_cast<float>(geometry_.num_boxes);
        sum += 0.7F * static_cast<float>((net > 0) - (net < 0)) + 0.3F * margin;
    }
    return sum / static_cast<float>(playouts_);
}

// A network beside it -----------------------------------------------------------------------------

MixedEvaluator::MixedEvaluator(std::shared_ptr<LeafEvaluator<DotsAndBoxesPosition>> network,
                               std::shared_ptr<LeafEvaluator<DotsAndBoxesPosition>> chains,
                               float share)
    : network_(std::move(network)), chains_(std::move(chains)), share_(share) {
    if (!(share >= 0 && share <= 1))
        throw BadSetup("the network's share of a value must be from 0 to 1");
}

void MixedEvaluator::evaluate(std::span<const DotsAndBoxesPosition* const> positions,
                              std::span<float> logits, std::span<float> values,
                              std::span<float> leads) {
    network_->evaluate(positions, logits, values, leads);
    std::vector<float> by_theory(logits.size());
    std::vector<float> values_by_theory(values.size());
    chains_->evaluate(positions, by_theory, values_by_theory, {});
    for (std::size_t i = 0; i < logits.size(); ++i) logits[i] += by_theory[i];
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = share_ * values[i] + (1 - share_) * values_by_theory[i];
}

} // namespace tesuji::dots
