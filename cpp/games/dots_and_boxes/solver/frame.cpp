#include "frame.hpp"

#include <algorithm>
#include <string>

namespace tesuji::dots {

Frame::Frame(const DotsAndBoxesRules& rules, const DotsAndBoxesPosition::Lines& open) {
    if (open.size() > max_lines)
        throw BadSetup("exact search takes positions of at most " + std::to_string(max_lines) +
                       " open lines, not " + std::to_string(open.size()));
    line_on_board_.fill(-1);
    open.for_each([&](int line) {
        line_on_board_[line] = static_cast<std::int8_t>(num_lines_);
        board_lines_[num_lines_++] = static_cast<std::int16_t>(line);
    });
    num_bytes_ = (num_lines_ + 7) / 8;
    for (auto& pair : ends_) pair = {ground, ground};
    for (int box = 0; box < rules.num_boxes(); ++box) {
        Lines round = 0;
        for (int line : rules.lines_of(box))
            if (line_on_board_[line] >= 0) round |= bit(line_on_board_[line]);
        if (!round) continue;
        if (num_boxes_ == max_boxes)
            throw BadSetup("exact search takes positions of at most " + std::to_string(max_boxes) +
                           " open boxes");
        lines_round_[num_boxes_] = round;
        for (Lines left = round; left; left &= left - 1) {
            auto& pair = ends_[std::countr_zero(left)];
            pair[pair[0] == ground ? 0 : 1] = static_cast<std::int8_t>(num_boxes_);
        }
        ++num_boxes_;
    }
    find_twins();
    find_symmetries(rules);
}

bool Frame::covers(const DotsAndBoxesPosition::Lines& open) const {
    bool all = true;
    open.for_each([&](int line) { all = all && line_on_board_[line] >= 0; });
    return all;
}

Lines Frame::lines_of(const DotsAndBoxesPosition::Lines& open) const {
    Lines lines = 0;
    open.for_each([&](int line) { lines |= bit(line_on_board_[line]); });
    return lines;
}

Lines Frame::settled(Lines open) const {
    for (const auto& group : twins_) {
        int count = 0;
        for (int line : group) {
            count += (open & bit(line)) != 0;
            open &= ~bit(line);
        }
        for (int i = 0; i < count; ++i) open |= bit(group[i]);
    }
    return open;
}

void Frame::find_twins() {
    for (int box = 0; box < num_boxes_; ++box) {
        std::vector<int> group;
        for (Lines left = lines_round_[box]; left; left &= left - 1)
            if (const int line = std::countr_zero(left); across(line, box) == ground)
                group.push_back(line);
        if (group.size() < 2) continue;
        for (std::size_t i = 0; i < group.size(); ++i)
            for (std::size_t j = i + 1; j < group.size(); ++j)
                later_twins_[group[i]] |= bit(group[j]);
        twins_.push_back(group);
    }
}

void Frame::find_symmetries(const DotsAndBoxesRules& rules) {
    for (int s = 0; s < rules.num_symmetries(); ++s) {
        Symmetry symmetry;
        auto& images = symmetry.images;
        bool fits = true;
        for (int line = 0; line < num_lines_ && fits; ++line) {
            images[line] = line_on_board_[rules.move_under(s, board_lines_[line])];
            fits = images[line] >= 0;
        }
        if (!fits) continue;
        // A group of twins goes to a group of twins; in the order of both, so that the image of a
        // settled position is settled.
        for (const auto& group : twins_) {
            std::vector<std::int8_t> sorted;
            for (int line : group) sorted.push_back(images[line]);
            std::sort(sorted.begin(), sorted.end());
            for (std::size_t i = 0; i < group.size(); ++i) images[group[i]] = sorted[i];
        }
        for (int line = 0; line < num_lines_; ++line)
            symmetry.sources[images[line]] = static_cast<std::int8_t>(line);
        for (int byte = 0; byte < num_bytes_; ++byte)
            for (int value = 0; value < 256; ++value)
                for (int i = 0; i < 8 && 8 * byte + i < num_lines_; ++i)
                    if (value >> i & 1)
                        symmetry.byte_images[byte][value] |= bit(images[8 * byte + i]);
        symmetries_.push_back(symmetry);
    }
}

} // namespace tesuji::dots
