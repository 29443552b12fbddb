#include "structure.hpp"

#include <algorithm>

namespace tesuji::dots {
namespace {

/// Whether a player who has captured all but one region can make the opponent move, and how.
Deal deal_of_region(const Frame& frame, Lines drawn, Boxes region) {
    const int boxes = std::popcount(region);
    Lines touching = 0;
    int most_joined = 0; // of one box to others of the region
    for (Boxes left = region; left; left &= left - 1) {
        const int box = std::countr_zero(left);
        touching |= drawn & frame.lines_round(box);
        int joined = 0;
        for (Lines round = drawn & frame.lines_round(box); round; round &= round - 1) {
            const int next = frame.across(std::countr_zero(round), box);
            joined += next != Frame::ground && (region & bit(next));
        }
        most_joined = std::max(most_joined, joined);
    }
    // A tree of n boxes has n - 1 lines inside, and one more when it is open to one side.
    if (std::popcount(touching) == boxes) return boxes >= 2 ? Deal::chain : Deal::none;
    // A path of four boxes is needed; a star has none.
    return boxes >= 4 && most_joined < boxes - 1 ? Deal::loop : Deal::none;
}

} // namespace

Captures captures(const Frame& frame, Lines open) {
    Captures all{0, Deal::none, open};
    Boxes captured = 0;
    for (bool found = true; found;) {
        found = false;
        for (int box = 0; box < frame.num_boxes(); ++box) {
            if (frame.degree(box, all.rest) != 1) continue;
            const int line = std::countr_zero(all.rest & frame.lines_round(box));
            all.rest &= ~bit(line);
            captured |= bit(box);
            const int next = frame.across(line, box);
            if (next != Frame::ground && frame.degree(next, all.rest) == 0) captured |= bit(next);
            found = true;
        }
    }
    all.boxes = std::popcount(captured);

    const Lines drawn = open & ~all.rest;
    for (Boxes left = captured; left;) {
        Boxes region = left & -left;
        for (Boxes unseen = region; unseen;) {
            const int box = std::countr_zero(unseen);
            unseen &= unseen - 1;
            for (Lines round = drawn & frame.lines_round(box); round; round &= round - 1) {
                const int next = frame.across(std::countr_zero(round), box);
                if (next == Frame::ground || !(captured & ~region & bit(next))) continue;
                region |= bit(next);
                unseen |= bit(next);
            }
        }
        left &= ~region;
        const Deal deal = deal_of_region(frame, drawn, region);
        if (deal == Deal::chain || all.deal == Deal::none) all.deal = deal;
    }
    return all;
}

} // namespace tesuji::dots
