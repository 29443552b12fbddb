#include "ladders.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

namespace tesuji {

namespace {

/// Positions looked at for one chain; a longer ladder counts as not working.
constexpr int most_positions = 25'000;

/// Reads ladders on one board by playing them out on copies of it.
class Reader {
  public:
    Reader(const GoPosition& position, int ko)
        : stones_(position.board()), rules_(position.rules()), ko_(ko) {
        rules_.ko = GoRules::Ko::simple;
    }

    /// Whether the chain at `stone`, in atari and its owner to move, is captured.
    bool is_caught_in_atari(int stone) {
        num_positions_ = 0;
        return defender_fails(board(stones_[at(stone)]), stone, true);
    }

    /// The moves of the opponent that catch the chain at `stone`, which has two liberties.
    std::vector<int> starts(int stone) {
        std::vector<int> found;
        const GoPosition& before = board(1 - stones_[at(stone)]);
        for (const int liberty : liberties_of(before, stone, 2)) {
            if (liberty == ko_ || !before.is_legal(liberty)) continue;
            num_positions_ = 0;
            GoPosition after = before;
            after.play(liberty);
            // Initially every ko is assumed to favour the defender.
            if (after.simple_ko() >= 0) after = with_stones(after.board(), after.to_move());
            if (defender_fails(after, stone, true)) found.push_back(liberty);
        }
        return found;
    }

    /// The liberties of the chain at `stone`, or its first `at_most` ones.
    static std::vector<int> liberties_of(const GoPosition& position, int stone, int at_most) {
        std::vector<int> found;
        for (const int member : position.chain(stone)) {
            for (const int near : position.neighbours(member)) {
                if (near == position.rules().num_points() || position.stone_at(near) >= 0) continue;
                if (std::ranges::find(found, near) != found.end()) continue;
                found.push_back(near);
                if (static_cast<int>(found.size()) == at_most) return found;
            }
        }
        return found;
    }

  private:
    static std::size_t at(int i) { return static_cast<std::size_t>(i); }

    /// The board with `colour` to move.
    const GoPosition& board(int colour) {
        std::optional<GoPosition>& made = boards_[at(colour)];
        if (!made) made = with_stones(stones_, colour == 0 ? Player::first : Player::second);
        return *made;
    }

    GoPosition with_stones(std::vector<std::int8_t> stones, Player to_move) const {
        return GoPosition(rules_, GoSetup{std::move(stones), to_move});
    }

    bool defender_fails(const GoPosition& position, int stone, bool at_root) {
        const std::vector<int> own = liberties_of(position, stone, 2);
        if (own.size() >= 2) return false;
        // The attacker gives up a ko: a ladder must not depend on it.
        if (!at_root && position.simple_ko() >= 0) return false;
        std::vector<int> moves = captures(position, stone);
        if (std::ranges::find(moves, own[0]) == moves.end()) moves.push_back(own[0]);
        for (const int move : moves) {
            if (!position.is_legal(move)) continue;
            if (++num_positions_ > most_positions) return false;
            GoPosition after = position;
            after.play(move);
            if (!attacker_wins(after, stone)) return false;
        }
        return true;
    }

    bool attacker_wins(const GoPosition& position, int stone) {
        std::vector<int> liberties = liberties_of(position, stone, 3);
        if (liberties.size() <= 1) return true;
        if (liberties.size() >= 3) return false;
        if (is_double_ko(position, stone, liberties)) return true;
        drop_hopeless(position, liberties);
        for (const int move : liberties) {
            if (!position.is_legal(move)) continue;
            if (++num_positions_ > most_positions) return false;
            GoPosition after = position;
            after.play(move);
            if (defender_fails(after, stone, false)) return true;
        }
        return false;
    }

    /// Leaves out moves after which the chain steps to its other liberty and has three at once.
    static void drop_hopeless(const GoPosition& position, std::vector<int>& liberties) {
        const auto& near = position.neighbours(liberties[0]);
        if (std::ranges::find(near, liberties[1]) != near.end()) return;
        const std::array<bool, 2> opens{free_neighbours(position, liberties[0]) >= 3,
                                        free_neighbours(position, liberties[1]) >= 3};
        if (opens[0] && opens[1]) {
            liberties.clear();
        } else if (opens[0]) {
            liberties.pop_back(); // it has to be filled, not left to the defender
        } else if (opens[1]) {
            liberties.erase(liberties.begin());
        }
    }

    static int free_neighbours(const GoPosition& position, int point) {
        return static_cast<int>(std::ranges::count_if(position.neighbours(point), [&](int near) {
            return near != position.rules().num_points() && position.stone_at(near) < 0;
        }));
    }

    /// The points where the owner of the chain at `stone` captures a chain beside it.
    static std::vector<int> captures(const GoPosition& position, int stone) {
        std::vector<int> found;
        const int colour = position.stone_at(stone);
        for (const int member : position.chain(stone)) {
            for (const int near : position.neighbours(member)) {
                if (near == position.rules().num_points()) continue;
                if (position.stone_at(near) != 1 - colour) continue;
                const std::vector<int> liberties = liberties_of(position, near, 2);
                if (liberties.size() != 1) continue;
                if (std::ranges::find(found, liberties[0]) == found.end())
                    found.push_back(liberties[0]);
            }
        }
        return found;
    }

    /// A chain that lives by two kos only, which cannot both be won, counts as captured.
    static bool is_double_ko(const GoPosition& position, int stone,
                             const std::vector<int>& liberties) {
        const int defender = position.stone_at(stone);
        for (const int liberty : liberties)
            if (!is_ko_mouth(position, liberty, defender)) return false;
        for (const int liberty : liberties)
            if (liberties_after(position, liberty, defender) > 2) return false;
        return captures(position, stone).empty();
    }

    /// Whether the opponent of `defender` takes one stone in a ko by a move at `point`.
    static bool is_ko_mouth(const GoPosition& position, int point, int defender) {
        int taken = -1;
        for (const int near : position.neighbours(point)) {
            if (near == position.rules().num_points()) continue;
            if (position.stone_at(near) != defender) return false;
            if (position.liberties(near) != 1) continue;
            if (taken >= 0) return false;
            taken = near;
        }
        return taken >= 0 && position.chain(taken).size() == 1;
    }

    /// Liberties of the chain that a stone of `colour` at `point` would belong to, which captures
    /// nothing.
    static int liberties_after(const GoPosition& position, int point, int colour) {
        std::vector<int> found;
        const auto add = [&](int liberty) {
            if (liberty != point && std::ranges::find(found, liberty) == found.end())
                found.push_back(liberty);
        };
        for (const int near : position.neighbours(point)) {
            if (near == position.rules().num_points()) continue;
            if (position.stone_at(near) < 0) add(near);
            if (position.stone_at(near) == colour)
                for (const int liberty :
                     liberties_of(position, near, position.rules().num_points()))
                    add(liberty);
        }
        return static_cast<int>(found.size());
    }

    std::vector<std::int8_t> stones_;
    GoRules rules_;
    int ko_;
    std::array<std::optional<GoPosition>, 2> boards_; // by who is to move
    int num_positions_ = 0;
};

} // namespace

Ladders read_ladders(const GoPosition& position, int ko) {
    Ladders found;
    Reader reader(position, ko);
    for (int point = 0; point < position.rules().num_points(); ++point) {
        const int colour = position.stone_at(point);
        if (colour < 0) continue;
        std::vector<int> stones = position.chain(point);
        if (stones.front() != point) continue; // seen before
        const std::size_t liberties = Reader::liberties_of(position, point, 3).size();
        if (liberties == 1 && reader.is_caught_in_atari(point)) {
            found.chains.push_back({std::move(stones), colour, {}});
        } else if (liberties == 2) {
            std::vector<int> starts = reader.starts(point);
            if (!starts.empty())
                found.chains.push_back({std::move(stones), colour, std::move(starts)});
        }
    }
    return found;
}

} // namespace tesuji
