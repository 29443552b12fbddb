// Gomoku: five in a row on a square board, in the variants that are played today.
//
// Points are numbered row * size + column, row 0 being the top row; black stones move first.
#pragma once

#include "games/basics.hpp"
#include "games/bitset.hpp"
#include "games/contract.hpp"
#include "games/history.hpp"
#include "games/square_symmetry.hpp"
#include "renju.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace tesuji {

struct GomokuRules {
    enum class Variant : std::int8_t {
        freestyle, ///< five or more in a row win
        standard,  ///< exactly five win; an overline (six or more) does not
        renju,     ///< Black: exactly five win, and overline, 4-4 and 3-3 are forbidden;
                   ///< White: five or more win
        /// Five win unless an opponent's stone stands at *both* ends; an overline always wins. The
        /// edge of the board does not block: so it is in Piskvork, the manager of Gomocup, since
        /// its version 9.0 (`INFO rule 8`), which looks for two stones of the opponent. `rule 9`,
        /// where overlines do not win either, is not supported.
        caro,
    };

    int size = 15;
    Variant variant = Variant::freestyle;
    /// Whether the game opens with the swap2 protocol; see GomokuPhase.
    bool swap2 = false;

    GomokuRules() = default;
    /// Throws BadSetup when the size is out of range.
    explicit GomokuRules(int size, Variant variant = Variant::freestyle, bool swap2 = false);

    bool operator==(const GomokuRules&) const = default;

    int num_points() const { return size * size; }

    /// Moves are the points, then (with swap2 only) the three choices of the opening.
    int num_moves() const { return num_points() + (swap2 ? 3 : 0); }
    Move take_black() const { return num_points(); }
    Move take_white() const { return num_points() + 1; }
    Move place_two_more() const { return num_points() + 2; }

    /// Channels of the network input, one plane of size x size each:
    ///   0  ones, so that a convolution sees the edge
    ///   1  stones of the colour that is placed next
    ///   2  stones of the other colour
    ///   3  the last move, if it was a stone
    ///   4  ones when Black is placed next
    ///   5  the points that are forbidden to the mover (renju)
    ///   6  ones during the swap2 opening, while stones are placed for it or a choice is due
    PlaneShape plane_shape() const { return {7, size, size}; }
    int cell_of(Move m) const { return m < num_points() ? m : -1; }

    int num_symmetries() const { return num_square_symmetries(size, size); }
    int cell_under(int s, int cell) const {
        return cell_under_square(s, cell / size, cell % size, size, size);
    }
    /// Choices of the opening are the same in every orientation.
    Move move_under(int s, Move m) const { return m < num_points() ? cell_under(s, m) : m; }
};

/// The steps of the swap2 opening. Without swap2, and from any set-up, the game is at `play`.
enum class GomokuPhase : std::int8_t {
    three_stones,  ///< the first player places a black, a white and a black stone
    first_choice,  ///< the second player takes a colour, or decides to place two more stones
    two_stones,    ///< the second player places a white and a black stone
    second_choice, ///< the first player takes a colour
    play,          ///< the colours are decided; after swap2, White moves first
};

/// A board to start from. Its players are first = Black and second = White: the swap2 opening,
/// if the rules have it, counts as over.
struct GomokuSetup {
    std::vector<std::int8_t> stones; ///< one a point: -1 empty, 0 black, 1 white
    Player to_move = Player::first;  ///< the colour that moves next, first being Black

    bool operator==(const GomokuSetup&) const = default;
};

/// A position of Gomoku.
///
/// Players and colours are different things here: swap2 may give Black to the second player. Where
/// a `Player` stands for a colour, the parameter or function is called colour, and Player::first
/// means Black.
class GomokuPosition {
  public:
    using Rules = GomokuRules;

    explicit GomokuPosition(const GomokuRules& rules = {});
    /// Throws BadSetup for a wrong number of stones, an unknown stone, or a board already won.
    GomokuPosition(const GomokuRules& rules, GomokuSetup setup);

    const GomokuRules& rules() const { return rules_; }
    Player to_move() const { return to_move_; }
    bool is_over() const { return state_ != State::running; }
    Outcome outcome() const;

    void legal_moves(MoveList& moves) const;
    bool is_legal(Move m) const { return why_illegal(m) == nullptr; }
    const char* why_illegal(Move m) const;
    Move random_move(Rng& rng) const {
        if (is_over()) return no_move;
        if (choice_due() || forbidding()) return random_choice_or_allowed_point(rng);
        return empty_.select(rng.below(num_empty_));
    }
    void play(Move m);

    std::uint64_t hash() const;
    bool operator==(const GomokuPosition& other) const;
    GomokuPosition transformed(int s) const;
    void encode(float* planes) const;
    int num_played() const { return log_.size(); }

    /// -1 empty, 0 black, 1 white.
    int stone_at(int point) const;
    std::vector<std::int8_t> board() const;
    int num_empty() const { return num_empty_; }
    /// The last move, which may be a choice of the opening; no_move at the start or a set-up.
    Move last_move() const { return log_.size() > 0 ? log_.back() : no_move; }
    std::vector<std::int16_t> moves() const { return log_.to_vector(); }
    /// The points of the winning row, from its left or top end; empty unless the game is won.
    /// If the last stone completed several rows, one of them.
    std::vector<int> winning_line() const;
    /// The set-up that the game started from; null when it started from the empty board.
    const std::shared_ptr<const GomokuSetup>& setup() const { return setup_; }

    GomokuPhase phase() const { return phase_; }
    bool choice_due() const {
        return phase_ == GomokuPhase::first_choice || phase_ == GomokuPhase::second_choice;
    }
    /// The colour of the next stone, whoever places it; White while a choice is due.
    Player colour_to_place() const { return colour_; }
    /// The index of the player who has `colour`; -1 while swap2 has not decided it.
    int player_of(Player colour) const;

    /// Whether renju forbids `point` to Black, no matter whose turn it is; `none` for a point
    /// that is not empty and in the other variants.
    Forbidden renju_forbidden(int point) const;
    /// All points that the mover may not play; empty unless renju's Black is to move.
    std::vector<int> forbidden_points() const;

  private:
    enum class State : std::int8_t { running, won, drawn };

    /// An unbroken row of stones: `length` bits of a line from `first` on.
    struct Row {
        int direction;
        int line;
        int first;
        int length;
    };

    /// The lowest bit of each five of a line by which `colour` wins, if any.
    std::uint32_t winning_fives(Player colour, int direction, int line) const;
    void place(Player colour, int point);
    bool wins_through(Player colour, const PointLines& at) const;
    void play_choice(Move m);
    void advance_opening();
    /// Whether forbidden points are illegal now. Stones of the opening are exempt: they belong to
    /// nobody yet. (Three black stones could not make a forbidden shape anyway.)
    bool forbidding() const {
        return rules_.variant == GomokuRules::Variant::renju && colour_ == Player::first &&
               phase_ == GomokuPhase::play;
    }
    bool is_forbidden(int point) const;
    bool has_allowed_point() const;
    Move random_choice_or_allowed_point(Rng& rng) const;
    void require_not_won() const;
    /// Precondition: the game is won.
    Row winning_row() const;

    const StoneLines& stones(Player colour) const { return stones_[index(colour)]; }

    std::array<StoneLines, 2> stones_; // by colour
    BitSet<8> empty_;
    const LineMap* map_;
    std::uint64_t stones_hash_ = 0;
    std::shared_ptr<const GomokuSetup> setup_;
    GomokuRules rules_;
    std::int16_t num_empty_;
    Player colour_ = Player::first;
    Player to_move_ = Player::first;
    Player black_player_ = Player::first;
    GomokuPhase phase_ = GomokuPhase::play;
    State state_ = State::running;
    MoveLog log_;
};

static_assert(GameRules<GomokuRules>);
static_assert(GamePosition<GomokuPosition>);

} // namespace tesuji
