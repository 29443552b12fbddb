// Torus: stones on a board without edges. Flank diagonally to capture, surround to win.
#pragma once

#include "games/basics.hpp"
#include "games/bitset.hpp"
#include "games/contract.hpp"
#include "games/history.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace tesuji {

/// An n x n torus, 4 <= n <= 19. A point is row * n + column, row 0 at the top.
struct TorusRules {
    static constexpr int min_size = 4;
    static constexpr int max_size = 19;
    /// own stones, opponent's stones, last move, points illegal for the player to move
    static constexpr int num_channels = 4;

    int size = 9;

    explicit TorusRules(int size);

    int num_points() const { return size * size; }
    int num_moves() const { return num_points(); }
    PlaneShape plane_shape() const { return {num_channels, size, size}; }
    int cell_of(Move m) const { return m; }

    /// Eight orientations times n^2 translations: s = orientation + 8 * (rows down * n + columns).
    int num_symmetries() const { return 8 * num_points(); }
    Move move_under(int s, Move m) const { return cell_under(s, m); }
    int cell_under(int s, int cell) const;

    bool operator==(const TorusRules&) const = default;
};

/// A position to start from: -1 empty, 0 Black, 1 White at each point.
struct TorusSetup {
    std::vector<std::int8_t> stones;
    Player to_move;
};

class TorusPosition {
  public:
    using Rules = TorusRules;
    using Setup = TorusSetup;
    static constexpr int max_points = TorusRules::max_size * TorusRules::max_size;

    explicit TorusPosition(const TorusRules& rules);
    /// Throws BadSetup when the stones do not fit the board or the game is already won.
    TorusPosition(const TorusRules& rules, const TorusSetup& setup);

    const TorusRules& rules() const { return rules_; }
    Player to_move() const { return to_move_; }
    bool is_over() const { return won_ || !has_legal_move(); }
    Outcome outcome() const;

    void legal_moves(MoveList& moves) const;
    bool is_legal(Move m) const { return fault_of(m) == Fault::none; }
    /// The reason why a move is illegal.
    enum class Fault : std::int8_t {
        none,
        game_over,
        no_point,
        occupied,
        flanked,
        surrounded,
        superko
    };
    Fault fault_of(Move m) const;
    const char* why_illegal(Move m) const;
    Move random_move(Rng& rng) const;
    void play(Move m);

    std::uint64_t hash() const {
        return board_hash_ ^ (to_move_ == Player::second ? second_to_move_key : 0);
    }
    TorusPosition transformed(int s) const;
    void encode(float* planes) const;

    int num_played() const { return moves_.size(); }
    std::vector<std::int16_t> moves() const { return moves_.to_vector(); }
    /// -1 empty, 0 Black, 1 White at each point.
    std::vector<std::int8_t> board() const;
    const TorusSetup* setup() const { return setup_.get(); }

    /// The stones that the player to move would remove by playing `m`, an empty point.
    std::vector<int> captures_of(Move m) const;
    /// Whether playing `m` would win at once; false for a point that is not empty.
    bool wins(Move m) const;

    bool operator==(const TorusPosition& o) const {
        return rules_ == o.rules_ && to_move_ == o.to_move_ && board_ == o.board_;
    }

  private:
    struct Geometry;
    /// The board uses its own codes so that a zeroed array is an empty board.
    enum Stone : std::uint8_t { empty = 0, black = 1, white = 2 };
    /// The effect of a move, computed without changing the board.
    struct Effect {
        std::array<std::int16_t, 4 * TorusRules::max_size> captured;
        int num_captured = 0;
    };

    static const Geometry& geometry_for(int size);
    static Stone stone_of(Player p) { return p == Player::first ? black : white; }

    Stone own() const { return stone_of(to_move_); }
    Stone passive() const { return stone_of(other(to_move_)); }
    bool has_legal_move() const;
    void find_captures(Move m, Effect& effect) const;
    std::uint64_t board_hash_after(Move m, const Effect& effect) const;
    /// The rules below apply to the board with `m` played and `effect` applied.
    bool surrounds(Move m, const Effect& effect) const;
    bool would_be_flanked(Move m, const Effect& effect) const;
    bool would_be_surrounded(Move m, const Effect& effect) const;
    Stone stone_after(int point, Move m, const Effect& effect) const;

    TorusRules rules_;
    const Geometry* geometry_;
    Player to_move_ = Player::first;
    bool won_ = false;
    std::int16_t num_empty_;
    std::array<std::uint8_t, max_points> board_{};
    BitSet<6> empty_points_;
    std::uint64_t board_hash_ = 0;
    BoardHistory history_;
    MoveLog moves_;
    std::shared_ptr<const TorusSetup> setup_;
};

} // namespace tesuji
