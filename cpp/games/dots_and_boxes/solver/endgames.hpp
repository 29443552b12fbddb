// Positions in which only separate chains and loops are left, and their values.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace tesuji::dots {

/// What the player who may capture everything can do instead, to make the opponent move next.
enum class Deal : std::int8_t {
    none,  ///< nothing: take all and move on
    chain, ///< leave the last two boxes of a chain
    loop,  ///< leave the last four boxes of a loop
};

/// The boxes left behind by a deal.
constexpr int boxes_left(Deal deal) {
    return deal == Deal::none ? 0 : deal == Deal::chain ? 2 : 4;
}

/// The value of having `boxes` to capture, with the given deal, before a position whose value for
/// the player to move there is `rest`: the better of taking all and of leaving some.
constexpr int captured_value(int boxes, Deal deal, int rest) {
    const int left = boxes_left(deal);
    const int all = boxes + rest;
    const int dealt = boxes - 2 * left - rest;
    return deal == Deal::none || all > dealt ? all : dealt;
}

/// All collections of chains and loops with at most `max_boxes` boxes in total, numbered; the
/// empty one is number 0.
class Endgames {
  public:
    explicit Endgames(int max_boxes);

    int count() const { return static_cast<int>(entries_.size()); }
    /// The collection with one more chain or loop, or -1 when it would have too many boxes.
    int with_chain(int endgame, int boxes) const {
        return boxes > max_boxes_ ? -1 : next_[endgame * stride_ + boxes];
    }
    int with_loop(int endgame, int boxes) const {
        return boxes > max_boxes_ ? -1 : next_[endgame * stride_ + max_boxes_ + boxes];
    }
    /// Net boxes for the player to move.
    int value(int endgame) const { return entries_[endgame].value; }
    /// Boxes in total.
    int boxes(int endgame) const { return entries_[endgame].boxes; }

    /// One component that a player may open.
    struct Opening {
        std::int8_t boxes;
        Deal deal;
        std::int32_t rest; ///< the collection without it
    };
    static constexpr int max_openings = 3;

    /// The components that need be considered: the smallest short chain (one or two boxes), the
    /// smallest long chain and the smallest loop. A larger one of the same kind is never better:
    /// adding d boxes to a component changes the value of any position by at most d, because both
    /// players can go on as if they were not there.
    int num_openings(int endgame) const { return entries_[endgame].num_openings; }
    const Opening& opening(int endgame, int i) const { return entries_[endgame].openings[i]; }

  private:
    struct Entry {
        std::int8_t value = 0;
        std::int8_t boxes = 0;
        std::int8_t num_openings = 0;
        std::array<Opening, max_openings> openings{};
    };

    int max_boxes_;
    int stride_;
    std::vector<std::int32_t> next_;
    std::vector<Entry> entries_;
};

} // namespace tesuji::dots
