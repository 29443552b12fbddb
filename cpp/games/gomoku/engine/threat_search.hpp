// Victory by continuous threats: does the attacker win if each of his moves is a four or an open
// three? The defender has every reply, his own fours among them. Proof-number search, depth
// first, with a table (df-pn; sums are replaced by weak sums, since lines transpose a lot).
#pragma once

#include "search/report.hpp"
#include "threats.hpp"

#include <cstdint>
#include <vector>

namespace tesuji::five {

class ThreatSearch {
  public:
    enum class Answer : std::int8_t { wins, does_not, unknown };

    /// A table of about `bytes`.
    explicit ThreatSearch(std::size_t bytes);

    /// Makes solve tell the control of its progress.
    void tell_progress() { tells_progress_ = true; }

    /// Limits of one call, besides those of the control; 0 is none.
    struct Limits {
        std::int64_t nodes = 0;
        double seconds = 0; ///< since the control was made
    };

    /// Whether `attacker` wins at `board`, whoever is to move.
    Answer solve(Board& board, int attacker, SearchControl& control, Limits limits = {0, 0});
    /// The winning move at `board`, where the attacker is to move and wins; searched again if the
    /// table has lost it. The quickest of those that are known.
    Square winning_move(Board& board, int attacker, SearchControl& control);

    std::int64_t nodes() const { return nodes_; }
    std::size_t bytes() const { return table_.size() * sizeof(Entry); }
    /// Of the win that the last call of solve has found.
    int plies() const { return root_.plies; }
    std::uint32_t proof_number() const { return root_.proof; }
    std::uint32_t disproof_number() const { return root_.disproof; }

  private:
    static constexpr std::uint32_t infinite = 1U << 30;

    /// Effort still needed to prove and to disprove a win of the attacker.
    struct Numbers {
        std::uint32_t proof = 1;
        std::uint32_t disproof = 1;
        std::uint16_t plies = 0; ///< to the win, if there is a proof

        bool is_proven() const { return proof == 0; }
        bool is_disproven() const { return disproof == 0; }
        bool is_final() const { return is_proven() || is_disproven(); }
    };
    struct Entry {
        std::uint64_t key = 0;
        Numbers numbers;
        std::uint32_t work = 0; ///< nodes spent
    };
    struct Child {
        Square square;
        std::uint64_t key;
        Numbers numbers;
    };

    Numbers explore(Board& board, std::uint32_t proof_limit, std::uint32_t disproof_limit);
    Numbers look(Board& board, SquareList& moves);
    Numbers look_attacking(const Board& board, SquareList& moves) const;
    Numbers look_defending(const Board& board, SquareList& moves) const;
    Numbers guess(const Board& board, Square s) const;
    static Numbers combine(const std::vector<Child>& children, std::size_t first, bool attacking,
                           std::size_t& best, std::uint32_t& second);
    /// What one colour can do says nothing of the other.
    std::uint64_t key_of(std::uint64_t hash) const {
        return hash ^ (attacker_ ? 0x8f1bbcdcca62c1d6ULL : 0);
    }
    bool find(std::uint64_t key, Numbers& numbers) const;
    void store(std::uint64_t key, const Numbers& numbers, std::int64_t work);
    bool out_of_budget();

    std::vector<Entry> table_;
    std::vector<Child> children_; ///< of all nodes on the path, one after the other
    int attacker_ = 0;
    Numbers root_;
    SearchControl* control_ = nullptr;
    std::int64_t nodes_ = 0;
    std::int64_t node_limit_ = 0;
    double deadline_ = 0;
    bool stopped_ = false;
    bool tells_progress_ = false;
};

} // namespace tesuji::five
