// The rules of Go on boards from 2x2 to 19x19.
//
// Chains of stones are kept up to date move by move, so that playing a stone, and asking whether
// a point is legal under superko, cost the same on a full board as on an empty one.
#pragma once

#include "games/basics.hpp"
#include "games/bitset.hpp"
#include "games/history.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

namespace tesuji {

/// Size, komi, ko rule and scoring. Points are row * columns + column with row 0 at the top;
/// moves are the points, then pass.
struct GoRules {
    enum class Ko : std::uint8_t {
        positional_superko, ///< no board that stood before in the game may be made again
        simple,             ///< only a single captured stone may not be retaken at once
    };
    enum class Scoring : std::uint8_t {
        area,      ///< stones on the board and the empty regions they surround
        territory, ///< surrounded empty regions and prisoners
    };

    static constexpr int min_side = 2;
    static constexpr int max_side = 19;
    static constexpr int max_points = max_side * max_side;

    int rows;
    int columns;
    double komi; ///< points for White: a multiple of 0.5
    Ko ko;
    Scoring scoring;

    /// Throws BadSetup for a size or komi that cannot be played.
    explicit GoRules(int rows = 19, int columns = 19, double komi = 7.5,
                     Ko ko = Ko::positional_superko, Scoring scoring = Scoring::area);

    /// Throws BadSetup unless the fields, which callers may have changed, are valid.
    void check() const;

    int num_points() const { return rows * columns; }
    Move pass() const { return num_points(); }

    int num_moves() const { return num_points() + 1; }
    PlaneShape plane_shape() const;
    int cell_of(Move m) const { return m < num_points() ? m : -1; }
    int num_symmetries() const;
    Move move_under(int symmetry, Move m) const;
    int cell_under(int symmetry, int cell) const;

    bool operator==(const GoRules&) const = default;
};

/// The usual points for `count` handicap stones, in the order of GTP's fixed_handicap: up to nine
/// on odd square boards from 9x9, up to four on 7x7 and on even ones. Throws BadSetup otherwise.
std::vector<int> handicap_points(const GoRules& rules, int count);

/// A board to start from other than the empty one: a handicap, a problem, a middle game.
struct GoSetup {
    std::vector<std::int8_t> stones; ///< [rows * columns]: -1 empty, 0 Black, 1 White
    Player to_move = Player::first;
    std::array<int, 2> prisoners{}; ///< already taken by Black, by White
};

/// The count of a board.
struct GoScore {
    double black;                   ///< points of Black
    double white;                   ///< points of White, komi included
    std::vector<std::int8_t> owner; ///< [rows * columns]: 0 Black, 1 White, -1 nobody

    double margin() const { return black - white; }
};

/// The neighbours of every point of one board size.
struct GoGeometry {
    /// A point on the edge names the point after the last, which stands for the edge, once for
    /// each neighbour that it lacks: four neighbours everywhere, and no test for the edge.
    std::array<std::array<std::uint16_t, 4>, GoRules::max_points> neighbours;
};

/// A table with room for the largest board, of which only the part in use is ever copied: a search
/// on 9x9 must not copy a table for 19x19.
template <class T, std::size_t Capacity>
    requires std::is_trivial_v<T>
class BoardTable {
  public:
    explicit BoardTable(int used) : used_(used) {}
    BoardTable(const BoardTable& from) : used_(from.used_) { take(from); }
    BoardTable& operator=(const BoardTable& from) {
        used_ = from.used_;
        if (this != &from) take(from);
        return *this;
    }

    T& operator[](int i) { return items_[static_cast<std::size_t>(i)]; }
    const T& operator[](int i) const { return items_[static_cast<std::size_t>(i)]; }
    T* begin() { return items_.data(); }
    const T* begin() const { return items_.data(); }
    bool operator==(const BoardTable& other) const {
        return used_ == other.used_ && std::equal(begin(), begin() + used_, other.begin());
    }

  private:
    void take(const BoardTable& from) {
        std::copy_n(from.items_.data(), static_cast<std::size_t>(used_), items_.data());
    }

    int used_;
    std::array<T, Capacity> items_;
};

/// A position of Go, with the game that led to it. Black is Player::first.
class GoPosition {
  public:
    using Rules = GoRules;

    explicit GoPosition(const GoRules& rules = GoRules());
    /// Throws BadSetup if the set-up does not fit the rules or leaves a chain without a liberty.
    GoPosition(const GoRules& rules, GoSetup setup);

    // --- the contract of a game ---

    const GoRules& rules() const { return rules_; }
    Player to_move() const { return to_move_; }
    bool is_over() const { return passes_ == 2; }
    /// Counts every stone on the board as alive; score() lets the caller name dead ones.
    Outcome outcome() const;

    void legal_moves(MoveList& moves) const;
    bool is_legal(Move m) const;
    /// The reason why a move is illegal.
    enum class Fault : std::int8_t { none, game_over, no_point, occupied, suicide, ko, superko };
    Fault fault_of(Move m) const;
    const char* why_illegal(Move m) const;
    Move random_move(Rng& rng) const;
    void play(Move m);

    /// Board, player to move, passes just made, under simple ko the point of the ko, and under
    /// territory scoring the prisoners: all that decides the rest of the game, but for superko.
    std::uint64_t hash() const;
    bool operator==(const GoPosition& other) const;
    GoPosition transformed(int symmetry) const;

    /// Planes of rows x columns, as seen by the player to move:
    ///   0      ones
    ///   1, 2   stones of the player to move, of the opponent
    ///   3-5    stones of either colour whose chain has 1, 2, 3 liberties
    ///   6      points that only the ko rule forbids
    ///   7, 8   the last move, the move before it (nothing for a pass)
    ///   9      ones if the last move was a pass
    ///   10     komi / 15, positive when it is the player to move who receives it
    void encode(float* planes) const;
    static constexpr int num_channels = 11;

    int num_played() const { return moves_.size(); }

    // --- what else there is to know about a position ---
    // A point that is not on the board makes these throw std::out_of_range.

    /// -1 empty, 0 Black, 1 White.
    int stone_at(int point) const;
    /// [rows * columns], as stone_at.
    std::vector<std::int8_t> board() const;
    /// How many empty points the chain at `point` touches; 0 when no stone stands there.
    int liberties(int point) const;
    /// The points of the chain at `point`, in increasing order; none when no stone stands there.
    std::vector<int> chain(int point) const;

    /// Stones taken by Black, by White.
    const std::array<int, 2>& prisoners() const { return prisoners_; }
    /// The empty points that only the ko rule forbids now, in increasing order.
    std::vector<int> ko_banned() const;
    /// Under simple ko the point that may not be retaken now; -1 where there is none.
    int simple_ko() const { return ko_point_; }
    /// The points beside `point`, which must be on the board. The number of points, which is no
    /// point, stands for the edge.
    const std::array<std::uint16_t, 4>& neighbours(int point) const {
        return geometry_->neighbours[static_cast<std::size_t>(point)];
    }
    /// no_move at the start.
    Move last_move() const { return moves_.size() ? moves_.back() : no_move; }
    Move move_before_last() const { return moves_.size() > 1 ? moves_.from_end(1) : no_move; }
    std::vector<std::int16_t> moves() const { return moves_.to_vector(); }
    /// Null for a game that began on the empty board.
    const std::shared_ptr<const GoSetup>& setup() const { return setup_; }

    /// Counts the board without the stones at `dead`, which become prisoners. Each dead stone is
    /// named by its own point. Throws BadSetup for a point without a stone.
    GoScore score(std::span<const int> dead = {}) const;

  private:
    /// What is known of a point. The fields of a chain are kept at one of its points, its head,
    /// and mean nothing elsewhere; an empty point, and the edge, are their own heads, so that
    /// liberties can be counted up and down without asking what a neighbour is.
    struct Point {
        std::uint64_t chain_hash; ///< keys of its stones, XORed: what a capture takes away
        std::uint16_t head;       ///< the point where its chain is described
        std::uint16_t next;       ///< the next stone of its chain, in a circle
        std::uint16_t chain_pseudo_liberties; ///< pairs of a stone and an empty neighbour
        std::uint16_t chain_size;
    };

    /// What a stone would do to the board.
    struct Effect {
        bool suicide;
        std::uint64_t board_hash;
    };

    static constexpr std::int8_t no_stone = -1;
    static constexpr std::int8_t edge = 2;

    /// What prisoners add to the score, which is nothing when area is counted.
    int prisoner_lead() const {
        return rules_.scoring == GoRules::Scoring::territory ? prisoners_[0] - prisoners_[1] : 0;
    }
    bool is_on_board(int point) const { return point >= 0 && point < num_points_; }
    void require_on_board(int point) const;
    int true_liberties(int head, int at_most) const;
    Effect effect_of(int point) const;
    bool breaks_ko(int point, const Effect& effect) const;
    bool can_play(int point) const;

    void put_stone(int point, int colour);
    void join_chains(int a, int b);
    void remove_chain(int head);

    GoRules rules_;
    const GoGeometry* geometry_;
    std::shared_ptr<const GoSetup> setup_;
    std::uint64_t board_hash_ = 0;
    std::array<int, 2> prisoners_{};
    std::int16_t num_points_;
    std::int16_t num_empty_;
    std::int16_t ko_point_ = -1; ///< used under simple ko only
    std::int8_t passes_ = 0;     ///< in a row, up to now
    Player to_move_ = Player::first;
    BitSet<6> empty_;
    MoveLog moves_;
    BoardHistory history_; ///< used under superko only
    // Both tables have one entry more than the board has points, for its edge.
    BoardTable<std::int8_t, GoRules::max_points + 1> stones_;
    BoardTable<Point, GoRules::max_points + 1> points_;
};

} // namespace tesuji
