// Chains, loops and captures in a set of open lines.
#pragma once

#include "endgames.hpp"
#include "frame.hpp"

namespace tesuji::dots {

/// Boxes with two open lines each, one after the other.
struct Chain {
    Lines lines = 0; ///< one more than there are boxes, or as many in a loop
    int boxes = 0;
    /// Where it ends: the ground, or a box with more open lines (a joint); both ends of a loop are
    /// a box of it.
    int first_end = Frame::ground;
    int last_end = Frame::ground;
    bool is_loop = false;

    /// Whether nothing but the ground is beside it, so that it is a game of its own.
    bool is_separate() const {
        return is_loop || (first_end == Frame::ground && last_end == Frame::ground);
    }
};

/// The boxes by their number of open lines.
struct Degrees {
    int boxes = 0;     ///< boxes that are still open
    Boxes two = 0;     ///< boxes with two open lines
    Lines chained = 0; ///< lines of those boxes

    Degrees(const Frame& frame, Lines open) {
        for (int box = 0; box < frame.num_boxes(); ++box) {
            const Lines round = open & frame.lines_round(box);
            const int degree = std::popcount(round);
            boxes += degree != 0;
            if (degree != 2) continue;
            two |= bit(box);
            chained |= round;
        }
    }
};

/// Calls visit(chain) for every chain and loop. Each open line that touches a box with two open
/// lines belongs to exactly one of them.
template <class F>
void for_each_chain(const Frame& frame, Lines open, Boxes two, F&& visit) {
    for (Boxes left = two; left;) {
        const int start = std::countr_zero(left);
        left &= left - 1;
        Chain chain{.boxes = 1};
        // Follows the chain from its start through `line` and returns what it ends at.
        const auto follow = [&](int line) {
            for (int box = start;;) {
                chain.lines |= bit(line);
                const int next = frame.across(line, box);
                if (next == Frame::ground || !(two & bit(next))) return next;
                if (next == start) {
                    chain.is_loop = true;
                    return next;
                }
                left &= ~bit(next);
                ++chain.boxes;
                line = std::countr_zero(open & frame.lines_round(next) & ~bit(line));
                box = next;
            }
        };
        const Lines round = open & frame.lines_round(start);
        chain.first_end = follow(std::countr_zero(round));
        chain.last_end = chain.is_loop ? start : follow(std::countr_zero(round & (round - 1)));
        visit(chain);
    }
}

/// What the player to move can capture, and what remains when all of it is captured.
struct Captures {
    int boxes = 0;
    Deal deal = Deal::none;
    Lines rest = 0;
};

/// What opening a chain or loop of a position without captures gives to the opponent, when it is
/// opened at the line that gives least: a chain of two boxes in its middle.
inline Captures opened(const Frame& frame, Lines open, Boxes two, const Chain& chain) {
    Captures gift{chain.boxes, Deal::none, open & ~chain.lines};
    if (chain.is_loop)
        gift.deal = Deal::loop;
    else if (chain.boxes > 2)
        gift.deal = Deal::chain;
    if (chain.is_loop || chain.first_end == Frame::ground || chain.first_end != chain.last_end ||
        frame.degree(chain.first_end, open) != 3)
        return gift;
    // It begins and ends at a joint with one more line: that box falls too, and the chain behind.
    gift.deal = Deal::chain;
    for (int box = chain.first_end; box != Frame::ground;) {
        ++gift.boxes;
        const int line = std::countr_zero(gift.rest & frame.lines_round(box));
        gift.rest &= ~bit(line);
        box = frame.across(line, box);
        if (box != Frame::ground && !(two & bit(box))) break;
    }
    return gift;
}

/// All that can be captured in any position.
///
/// Best play captures everything, but for two boxes of a chain or four of a loop, which a player
/// may leave so that the opponent has to move next. Why nothing else need be considered:
///
///  * Whoever captures moves again, so a capture can only be regretted for what it does to the
///    other boxes. What can be captured falls into regions, trees of boxes that fall one after the
///    other. Seen from outside, all ways to finish a region draw the same lines. So a player who
///    captures all of it now loses nothing but the choice to make the opponent move.
///  * To make the opponent move, a line must be drawn that closes no box. In a region that is open
///    to one side this is its last line, and leaves two boxes behind; in a closed one it is the
///    middle line of the last four. Leaving more gives away more for the same; and one region is
///    enough, so all others are captured first.
///  * The opponent takes what was left: two boxes joined by one line are worth 2 + v before a rest
///    worth v, for by induction every other move is worth no more.
///
/// (Berlekamp, The Dots and Boxes Game, 2000; the tests compare with full tables.)
Captures captures(const Frame& frame, Lines open);

} // namespace tesuji::dots
