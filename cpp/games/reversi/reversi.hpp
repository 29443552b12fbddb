// Reversi (Othello): a disc turns over all that it encloses with another of its colour.
#pragma once

#include "board.hpp"
#include "games/basics.hpp"
#include "games/bitset.hpp"
#include "games/contract.hpp"
#include "games/history.hpp"
#include "games/square_symmetry.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace tesuji {

/// A board of n x n squares, n = 4, 6 or 8. A square is row * n + column, row 0 at the top; one
/// more move is the pass, which is legal only where no disc can be placed.
struct ReversiRules {
    static constexpr int min_size = 4;
    static constexpr int max_size = 8;
    /// own discs, opponent's discs, squares where the player to move may place one, ones
    static constexpr int num_channels = 4;

    int size = 8;

    explicit ReversiRules(int size);

    int num_squares() const { return size * size; }
    Move pass() const { return num_squares(); }
    int num_moves() const { return num_squares() + 1; }
    PlaneShape plane_shape() const { return {num_channels, size, size}; }
    int cell_of(Move m) const { return m == pass() ? -1 : m; }

    /// All eight of the square, though only four leave the colours of the start where they are: a
    /// turned game then begins from a set-up.
    int num_symmetries() const { return num_square_symmetries(size, size); }
    Move move_under(int s, Move m) const { return m == pass() ? m : cell_under(s, m); }
    int cell_under(int s, int cell) const {
        return cell_under_square(s, cell / size, cell % size, size, size);
    }

    bool operator==(const ReversiRules&) const = default;
};

/// A position to start from: -1 empty, 0 Black, 1 White at each square.
struct ReversiSetup {
    std::vector<std::int8_t> stones;
    Player to_move;
};

class ReversiPosition {
  public:
    using Rules = ReversiRules;
    using Setup = ReversiSetup;

    explicit ReversiPosition(const ReversiRules& rules);
    /// Throws BadSetup when the discs do not fit the board.
    ReversiPosition(const ReversiRules& rules, const ReversiSetup& setup);

    const ReversiRules& rules() const { return rules_; }
    Player to_move() const { return to_move_; }
    bool is_over() const { return places_ == 0 && !must_pass_; }
    Outcome outcome() const;

    void legal_moves(MoveList& moves) const;
    bool is_legal(Move m) const;
    const char* why_illegal(Move m) const;
    Move random_move(Rng& rng) const;
    void play(Move m);

    std::uint64_t hash() const;
    ReversiPosition transformed(int s) const;
    void encode(float* planes) const;

    int num_played() const { return moves_.size(); }
    std::vector<std::int16_t> moves() const { return moves_.to_vector(); }
    /// -1 empty, 0 Black, 1 White at each square.
    std::vector<std::int8_t> board() const;
    const ReversiSetup* setup() const { return setup_.get(); }

    /// The discs of a player, a bit for each square.
    reversi::Squares discs(Player p) const { return discs_[index(p)]; }
    /// Where the player to move may place a disc.
    reversi::Squares places() const { return places_; }
    int num_discs(Player p) const { return std::popcount(discs(p)); }
    int num_empty() const {
        return rules_.num_squares() - num_discs(Player::first) - num_discs(Player::second);
    }

    bool operator==(const ReversiPosition& o) const {
        return rules_ == o.rules_ && to_move_ == o.to_move_ && discs_ == o.discs_;
    }

  private:
    /// Works out what the player to move can do.
    void look_around();
    reversi::Squares own() const { return discs(to_move_); }
    reversi::Squares theirs() const { return discs(other(to_move_)); }

    ReversiRules rules_;
    reversi::Board board_;
    std::array<reversi::Squares, 2> discs_{};
    reversi::Squares places_ = 0;
    Player to_move_ = Player::first;
    bool must_pass_ = false;
    MoveLog moves_;
    std::shared_ptr<const ReversiSetup> setup_;
};

} // namespace tesuji
