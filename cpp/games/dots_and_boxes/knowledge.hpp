// What alpha-beta knows of Dots and Boxes.
#pragma once

#include "dots_and_boxes.hpp"
#include "history.hpp"
#include "search/alphabeta_knowledge.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

namespace tesuji {

/// What does not change during a search: which lines and boxes touch, and how symmetries move
/// them.
///
/// Border lines of the same box (two in a corner, two or three on a board one box wide) are
/// equivalent: only their number matters. They form a group; an inner line has none.
struct DotsAndBoxesMap {
    static constexpr int outside = DotsAndBoxesRules::max_boxes;
    static constexpr int most_symmetries = 8;

    int boxes;
    int symmetries;
    std::array<std::array<std::uint8_t, 2>, DotsAndBoxesRules::max_lines> beside;
    std::array<std::array<std::uint8_t, 4>, DotsAndBoxesRules::max_boxes> lines_of;
    /// under[s][line], undo[s][line]: where a symmetry takes a line, and where it came from.
    std::array<std::array<std::uint8_t, DotsAndBoxesRules::max_lines>, most_symmetries> under;
    std::array<std::array<std::uint8_t, DotsAndBoxesRules::max_lines>, most_symmetries> undo;
    std::array<std::uint64_t, DotsAndBoxesRules::max_lines> line_keys;
    /// [box][border lines drawn]
    std::array<std::array<std::uint64_t, 4>, DotsAndBoxesRules::max_boxes> border_keys;

    explicit DotsAndBoxesMap(const DotsAndBoxesRules& rules)
        : boxes(rules.num_boxes()), symmetries(rules.num_symmetries()) {
        for (auto& pair : beside) pair = {outside, outside};
        for (int box = 0; box < boxes; ++box) {
            const auto lines = rules.lines_of(box);
            for (int i = 0; i < 4; ++i) {
                lines_of[box][i] = static_cast<std::uint8_t>(lines[i]);
                auto& pair = beside[lines[i]];
                pair[pair[0] == outside ? 0 : 1] = static_cast<std::uint8_t>(box);
            }
        }
        for (int s = 0; s < symmetries; ++s)
            for (int line = 0; line < rules.num_lines(); ++line) {
                under[s][line] = static_cast<std::uint8_t>(rules.move_under(s, line));
                undo[s][under[s][line]] = static_cast<std::uint8_t>(line);
            }
        std::uint64_t seed = 0x646f7473;
        for (auto& key : line_keys) key = Rng::splitmix(seed);
        for (auto& keys : border_keys)
            for (auto& key : keys) key = Rng::splitmix(seed);
    }

    /// The only box of a border line, or `outside`.
    int border_box(int line) const {
        return beside[line][1] == outside ? beside[line][0] : outside;
    }

    static const DotsAndBoxesMap& of(const DotsAndBoxesRules& rules) {
        static std::mutex mutex;
        static std::map<std::pair<int, int>, std::unique_ptr<const DotsAndBoxesMap>> maps;
        const std::lock_guard lock(mutex);
        auto& map = maps[{rules.rows, rules.columns}];
        if (!map) map = std::make_unique<const DotsAndBoxesMap>(rules);
        return *map;
    }
};

/// How many lines are drawn round each box, and the hash of the lines under every symmetry.
struct DotsAndBoxesMemory {
    using Counts = std::array<std::uint8_t, DotsAndBoxesRules::max_boxes>;

    const DotsAndBoxesMap* map;
    std::array<std::uint64_t, DotsAndBoxesMap::most_symmetries> hashes{};
    Counts sides{};
    Counts borders{}; ///< border lines drawn

    explicit DotsAndBoxesMemory(const DotsAndBoxesPosition& p)
        : map(&DotsAndBoxesMap::of(p.rules())) {
        for (int line = 0; line < p.rules().num_lines(); ++line)
            if (!p.open_lines().contains(line)) draw(line);
    }
    DotsAndBoxesMemory(const DotsAndBoxesMemory& o) { *this = o; }
    DotsAndBoxesMemory& operator=(const DotsAndBoxesMemory& o) {
        map = o.map;
        hashes = o.hashes;
        std::copy_n(o.sides.begin(), map->boxes, sides.begin());
        std::copy_n(o.borders.begin(), map->boxes, borders.begin());
        return *this;
    }

    void draw(int line) {
        for (const int box : map->beside[line])
            if (box != map->outside) ++sides[box];
        const int box = map->border_box(line);
        for (int s = 0; s < map->symmetries; ++s) {
            const int image = map->under[s][line];
            if (box == map->outside) {
                hashes[s] ^= map->line_keys[image];
            } else {
                const auto& keys = map->border_keys[map->beside[image][0]];
                hashes[s] ^= keys[borders[box]] ^ keys[borders[box] + 1];
            }
        }
        if (box != map->outside) ++borders[box];
    }

    /// The symmetry that maps the position to its canonical image.
    int canonical() const {
        int best = 0;
        for (int s = 1; s < map->symmetries; ++s)
            if (hashes[s] < hashes[best]) best = s;
        return best;
    }
};

template <>
class GameKnowledge<DotsAndBoxesPosition>
    : public BasicKnowledge<DotsAndBoxesPosition, DotsAndBoxesMemory> {
  public:
    using P = DotsAndBoxesPosition;
    static constexpr bool has_score = true;
    using BasicKnowledge::BasicKnowledge;

    void advance(const State& from, const P&, Move m, const P&, State& to) const {
        to = from;
        to.draw(m);
    }

    /// The lead, and what the mover can take at once. Then he must open something, unless there are
    /// safe lines left: the player who draws the last of those is at an advantage.
    int evaluate(const P& p, const State& s) const {
        const DotsAndBoxesMap& map = *s.map;
        auto sides = s.sides;
        auto open = p.open_lines();
        int taken = 0;
        for (bool again = true; again;) {
            again = false;
            for (int box = 0; box < map.boxes; ++box) {
                if (sides[box] != 3) continue;
                for (const int line : map.lines_of[box]) {
                    if (!open.contains(line)) continue;
                    open.erase(line);
                    for (const int near : map.beside[line])
                        if (near != map.outside) taken += ++sides[near] == 4;
                    again = true;
                    break;
                }
            }
        }
        int safe = 0;
        open.for_each([&](int line) { safe += closeness(map, sides, line) == Closeness::safe; });
        const int left = num_open_boxes(p) - taken;
        const int parity = left == 0 ? 0 : (safe % 2 == 1 ? 1 : -1) * scale::units_per_point / 2;
        return (lead(p) + taken) * scale::units_per_point + parity;
    }

    int order(const P&, const State& s, Move m) const {
        switch (closeness(*s.map, s.sides, m)) {
        case Closeness::closes_two:
            return 2 * forcing_order;
        case Closeness::closes_one:
            return forcing_order;
        case Closeness::safe:
            return 20;
        case Closeness::gives:
            break;
        }
        return 0;
    }

    /// A box that can be closed without touching any other open box (the line's other side is
    /// the border, or a box that it closes too) is taken at once. Proof, with v(G) for the value
    /// of the rest G to its mover and k for the boxes at stake: to take them gives k + v(G). By
    /// induction on the lines left that is the value of the whole, for a move x elsewhere gives
    /// at best j + k + v(G-x) <= k + v(G) if it closes j boxes, and -k - v(G-x) <= -k + v(G) if
    /// it closes none.
    ///
    /// Of equivalent border lines, one is enough.
    static constexpr bool only_moves_are_forced = false;
    bool only_moves(const P& p, const State& s, MoveList& moves) const {
        const DotsAndBoxesMap& map = *s.map;
        for (int box = 0; box < map.boxes; ++box) {
            if (s.sides[box] != 3) continue;
            const int line = first_open(p, map, box, false);
            const auto& pair = map.beside[line];
            const int other = pair[0] == box ? pair[1] : pair[0];
            if (other != map.outside && s.sides[other] != 3) continue;
            moves.push(line);
            return true;
        }
        p.open_lines().for_each([&](int line) {
            const int box = map.border_box(line);
            if (box == map.outside || line == first_open(p, map, box, true)) moves.push(line);
        });
        return true;
    }

    /// The boxes still to be won depend on the lines alone, not on who is to move, and are the
    /// same for all images of the board.
    std::uint64_t key(const P&, const State& s) const { return s.hashes[s.canonical()]; }
    int base(const P& p) const { return lead(p) * scale::units_per_point; }
    Move into_table(const P&, const State& s, Move m) const {
        return s.map->under[s.canonical()][m];
    }
    Move out_of_table(const P& p, const State& s, Move m) const {
        if (m >= p.rules().num_lines()) return no_move;
        const int line = s.map->undo[s.canonical()][m];
        const int box = s.map->border_box(line);
        return box == s.map->outside ? line : first_open(p, *s.map, box, true);
    }

    ValueBounds bounds(const P& p) const {
        const int open = num_open_boxes(p);
        return {(lead(p) - open) * scale::units_per_point,
                (lead(p) + open) * scale::units_per_point};
    }
    int max_plies(const P& p) const { return p.open_lines().size(); }
    double confidence_unit() const { return 2 * scale::units_per_point; }

  private:
    enum class Closeness { closes_two, closes_one, gives, safe };

    static Closeness closeness(const DotsAndBoxesMap& map, const DotsAndBoxesMemory::Counts& sides,
                               int line) {
        int closed = 0;
        bool gives = false;
        for (const int box : map.beside[line]) {
            if (box == map.outside) continue;
            closed += sides[box] == 3;
            gives |= sides[box] == 2;
        }
        if (closed == 2) return Closeness::closes_two;
        if (closed == 1) return Closeness::closes_one;
        return gives ? Closeness::gives : Closeness::safe;
    }

    /// The first line of a box that is not drawn; with the flag, of its border lines only.
    static Move first_open(const P& p, const DotsAndBoxesMap& map, int box, bool border) {
        for (const int line : map.lines_of[box])
            if (p.open_lines().contains(line) && (!border || map.border_box(line) == box))
                return line;
        return no_move;
    }

    static int lead(const P& p) { return p.boxes_of(p.to_move()) - p.boxes_of(other(p.to_move())); }
    static int num_open_boxes(const P& p) {
        return p.rules().num_boxes() - p.boxes_of(Player::first) - p.boxes_of(Player::second);
    }
};

} // namespace tesuji
