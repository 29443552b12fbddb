// What a search must know about games in which the past decides what is legal (superko).
//
// Two lines of play may reach the same board with different pasts, and a result that was proven on
// one of them can be false on the other: a move of the proof may be forbidden there, or a move that
// was forbidden may be allowed. This is the graph-history-interaction problem. Every search here
// treats it in the same, sound way.
//
//   - All nodes of a search share the game up to its root. So only the boards strictly between
//     the root and a node, its *path*, can make a difference.
//   - A result *depends on its path* when somewhere below the node a move was forbidden because
//     it would repeat a board of that path. Such a result is kept for exactly this path only.
//   - Any other result was reached without relying on the path. It holds on another path too, as
//     long as that path contains no board that the search below the node has met; for then no move
//     of the proof can be forbidden there. Sets of boards are kept as 64-bit masks, one bit a
//     board, so that the question is one AND. Boards with different numbers of stones fall on
//     different bits: without captures the boards below a node never meet those above it.
#pragma once

#include "games/contract.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

namespace tesuji {

/// How much of the past the rules of a game look at.
enum class HistoryKind : std::int8_t {
    none,   ///< the position's hash says all
    boards, ///< no board may be repeated
    opaque, ///< unknown: a proof holds only for exactly the same sequence of moves
};

/// The past of a game `P`; the games of the core specialise it in their folders. Any other game may
/// be written by anybody, so nothing is assumed of it unless it says `bool history_matters()
/// const`.
template <GamePosition P>
struct HistoryModel {
    static constexpr bool possible = true;
    static HistoryKind kind(const P& p) {
        if constexpr (requires { static_cast<bool>(p.history_matters()); })
            return p.history_matters() ? HistoryKind::opaque : HistoryKind::none;
        else
            return HistoryKind::opaque;
    }
    /// The hash of a user's game may be weak. The legal moves tell most positions apart.
    static std::uint64_t key(const P& p) {
        MoveList legal;
        p.legal_moves(legal);
        std::uint64_t key = p.hash() ^ (p.to_move() == Player::second ? second_to_move_key : 0);
        for (const Move m : legal) {
            key += static_cast<std::uint64_t>(m) + 1;
            key = Rng::splitmix(key);
        }
        return key;
    }
};

/// For games whose hash says all that decides the rest of the game, but for superko.
struct TrustedHash {
    template <class P>
    static std::uint64_t key(const P& p) {
        return p.hash();
    }
};

/// For games whose positions remember nothing that matters.
struct NoHistory : TrustedHash {
    static constexpr bool possible = false;
    template <class P>
    static HistoryKind kind(const P&) {
        return HistoryKind::none;
    }
};

/// No dependence on the path. Otherwise a dependence is the ply of a board of the path.
constexpr int independent = std::numeric_limits<std::int16_t>::max();

/// The boards between the root of a search and the node it is at.
template <GamePosition P>
class SearchPath {
  public:
    using Model = HistoryModel<P>;

    void start(const P& root) {
        kind_ = Model::kind(root);
        plies_.assign(1, Ply{});
        if constexpr (names_boards)
            if (kind_ == HistoryKind::boards)
                plies_[0].id = Model::board_id(root, root.hash(), no_move);
    }

    bool matters() const {
        if constexpr (!Model::possible)
            return false;
        else
            return kind_ != HistoryKind::none;
    }

    /// Notes that `m` was played at `ply` - 1 and led from `before` to `after`.
    void step(int ply, const P& before, Move m, const P& after) {
        if constexpr (Model::possible) {
            if (kind_ == HistoryKind::none) return;
            if (static_cast<int>(plies_.size()) <= ply) plies_.resize(ply + 1);
            const Ply& from = plies_[ply - 1];
            Ply& to = plies_[ply];
            to.path_key = (from.path_key ^ static_cast<std::uint64_t>(m + 1)) * mixer + 1;
            if constexpr (names_boards) {
                to.id = Model::board_id(after, from.id, m);
                to.stones = Model::stones_after(before, m, after, from.stones);
                to.bit = bit_of(to.id, to.stones);
                to.boards_above = ply == 1 ? 0 : from.boards_above | from.bit;
            } else {
                to.bit = to.boards_above = ~std::uint64_t{0};
            }
        }
    }

    /// The bit of the node's own board, for the masks of the nodes above it.
    std::uint64_t board_bit(int ply) const { return matters() ? plies_[ply].bit : 0; }
    /// The mask of the path of the node at `ply`.
    std::uint64_t boards_above(int ply) const { return matters() ? plies_[ply].boards_above : 0; }
    /// Names the moves of the path: mixed into a key, it makes an entry good for this path alone.
    std::uint64_t path_key(int ply) const { return matters() ? plies_[ply].path_key : 0; }

    /// Which board of the path forbids a move at `position`, the node at `ply`: the one nearest
    /// to the root, as a ply; `independent` if none does. `legal` spares a look at the moves that
    /// are known to be legal; it must be in increasing order.
    int dependence(const P& position, int ply, const MoveList& legal) const {
        int nearest = independent;
        if constexpr (names_boards) {
            if (ply < 1 || kind_ == HistoryKind::none) return independent;
            int next = 0; // in `legal`
            for (Move m = 0; m < position.rules().num_moves(); ++m) {
                if (next < legal.size() && legal[next] == m)
                    ++next;
                else if (Model::banned(position, m))
                    nearest = std::min(nearest, repeated_ply(position, m, ply));
            }
        }
        return nearest;
    }

  private:
    /// Whether the game can tell which board forbids a move. If not, masks that contain every
    /// board see to it that proofs stay on their own path.
    static constexpr bool names_boards = requires(const P& p) { Model::banned(p, Move{}); };
    static constexpr std::uint64_t mixer = 0xd1342543de82ef95ULL;

    struct Ply {
        std::uint64_t id = 0;
        std::uint64_t bit = 0;
        std::uint64_t boards_above = 0;
        std::uint64_t path_key = 0;
        int stones = 0; ///< more than at the root
    };

    static constexpr int buckets = 32; // by number of stones, two bits each
    static constexpr int room_for_captures = 8;

    std::uint64_t bit_of(std::uint64_t id, int stones) const {
        if (id == plies_[0].id) return 0; // the root's board stands on every path alike
        const int bucket = std::clamp(stones + room_for_captures, 0, buckets - 1);
        return std::uint64_t{1} << (2 * bucket + static_cast<int>((id >> 40) & 1));
    }

    /// Superko only filters moves that could be played otherwise, so playing one shows its board.
    int repeated_ply(const P& position, Move m, int ply) const {
        P repeated = position;
        repeated.play(m);
        const std::uint64_t id = Model::board_id(repeated, plies_[ply].id, m);
        if (id == plies_[0].id) return independent;
        // A game may give several boards one name; the board nearest to the root is on the safe
        // side.
        for (int at = 1; at <= ply; ++at)
            if (plies_[at].id == id) return at;
        return independent; // a board from before the root, which all paths share
    }

    HistoryKind kind_ = HistoryKind::none;
    std::vector<Ply> plies_;
};

} // namespace tesuji
