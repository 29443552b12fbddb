#include "board.hpp"

#include "games/go/placing.hpp"

namespace tesuji::go_local {

namespace {

/// Whether the opponent of the owner of the wall around an area cannot live inside it even if
/// the owner never answers: there is no room for two eyes. An eye has no immortal neighbour.
bool has_no_room(const Shape& shape, Set area, Set touching_owner) {
    const Set inner = area & ~touching_owner;
    if (size_of(inner) > 2) return false; // of three points two are not neighbours
    return size_of(inner) < 2 || (shape.neighbours[lowest(inner)] & inner) != 0;
}

} // namespace

Split split(const Shape& shape, const Component& position) {
    Split result;
    Set rest = position.points;
    std::array<Set, 2> walls = position.walls;
    for (int c = 0; c < 2; ++c) {
        const Set immortal =
            shape.flood(position.stones[c] & position.walls[c], position.stones[c]);
        rest &= ~immortal;
        walls[c] |= shape.around(immortal);
        result.score += c == 0 ? shape.worth(immortal) : -shape.worth(immortal);
    }
    for (Set left = rest; left;) {
        const Set area = shape.flood(left & -left, rest);
        left &= ~area;
        const Set black = area & walls[0], white = area & walls[1];
        if (white == 0 && has_no_room(shape, area, black))
            result.score += shape.worth(area);
        else if (black == 0 && has_no_room(shape, area, white))
            result.score -= shape.worth(area);
        else
            result.parts.push_back(
                {area, {position.stones[0] & area, position.stones[1] & area}, {black, white}});
    }
    return result;
}

Placement place(const Shape& shape, const Component& position, int point, Colour colour) {
    const int own = index(colour), opponent = 1 - own;
    Placement result;
    const Set stone = point_set(point);
    // An area beyond the edge is entered from the points next to it.
    if ((shape.heavy & stone) && !(position.walls[own] & stone) &&
        !(shape.neighbours[point] & position.stones[own]))
        return result;
    const Set mine = position.stones[own] | stone;
    Set theirs = position.stones[opponent];
    const Set empty = position.empty() & ~stone;
    // Before it is split, a position may hold chains that cannot be captured.
    const Set captured = go::stones_taken(
        shape, shape.neighbours[point] & theirs, theirs, [](Set set) { return set & -set; },
        [&](Set chain) {
            return ((chain & position.walls[opponent]) | (shape.around(chain) & empty)) != 0;
        });
    theirs &= ~captured;
    const Set chain = shape.flood(stone, mine);
    const Set liberties = shape.around(chain) & position.points & ~mine & ~theirs;
    const bool walled = (chain & position.walls[own]) != 0;
    if (!liberties && !walled) return result;
    result.legal = true;
    result.ko = !walled && go::takes_ko(chain == stone, size_of(captured), captured, liberties);
    result.taken = captured;
    result.after = position;
    result.after.stones[own] = mine;
    result.after.stones[opponent] = theirs;
    return result;
}

int count(const Shape& shape, const Component& position) {
    int score = shape.worth(position.stones[0]) - shape.worth(position.stones[1]);
    const Set empty = position.empty();
    for (Set left = empty; left;) {
        const Set area = shape.flood(left & -left, empty);
        left &= ~area;
        const Set edge = shape.around(area);
        const bool black = (edge & position.stones[0]) || (area & position.walls[0]);
        const bool white = (edge & position.stones[1]) || (area & position.walls[1]);
        if (black != white) score += black ? shape.worth(area) : -shape.worth(area);
    }
    return score;
}

} // namespace tesuji::go_local
