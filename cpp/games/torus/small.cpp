#include "small.hpp"

#include "game.hpp"
#include "games/square_symmetry.hpp"
#include "search/proof_search.hpp"

#include <algorithm>
#include <array>
#include <mutex>

namespace tesuji {

namespace {

constexpr int num_orientations = 8;

/// Boards as words, one bit a point, under all symmetries.
class BoardSymmetries {
  public:
    static const BoardSymmetries& of(int size) {
        static std::array<std::unique_ptr<const BoardSymmetries>, largest_small_torus + 1> tables;
        static std::array<std::once_flag, largest_small_torus + 1> once;
        std::call_once(once[size], [&] { tables[size].reset(new BoardSymmetries(size)); });
        return *tables[size];
    }

    /// A name of the board that is the same for all of its images, and for no other board.
    std::uint64_t name(std::uint64_t black, std::uint64_t white) const {
        std::uint64_t least_black = ~std::uint64_t{0};
        std::uint64_t least_white = ~std::uint64_t{0};
        for (int o = 0; o < num_orientations; ++o) {
            std::uint64_t b = turned(o, black);
            std::uint64_t w = turned(o, white);
            for (int down = 0; down < size_; ++down) {
                for (int right = 0; right < size_; ++right) {
                    const bool less = b < least_black || (b == least_black && w < least_white);
                    least_black = less ? b : least_black;
                    least_white = less ? w : least_white;
                    b = moved_right(b);
                    w = moved_right(w);
                }
                b = moved_down(b);
                w = moved_down(w);
            }
        }
        std::uint64_t state = least_black * 0x9e3779b97f4a7c15ULL + 1;
        const std::uint64_t mixed = Rng::splitmix(state);
        state = mixed ^ least_white;
        return Rng::splitmix(state);
    }

  private:
    explicit BoardSymmetries(int n) : size_(n), all_(mask(n * n)), first_column_(0) {
        for (int row = 0; row < n; ++row) first_column_ |= std::uint64_t{1} << (row * n);
        for (int o = 0; o < num_orientations; ++o)
            for (int byte = 0; byte < 8; ++byte)
                for (int value = 0; value < 256; ++value)
                    for (int bit = 0; bit < 8; ++bit) {
                        const int point = 8 * byte + bit;
                        if (point >= n * n || !((value >> bit) & 1)) continue;
                        const int to = cell_under_square(o, point / n, point % n, n, n);
                        turned_[o][byte][value] |= std::uint64_t{1} << to;
                    }
    }

    static std::uint64_t mask(int bits) {
        return bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
    }
    std::uint64_t turned(int o, std::uint64_t board) const {
        std::uint64_t image = 0;
        for (int byte = 0; byte < 8; ++byte) image |= turned_[o][byte][(board >> (8 * byte)) & 255];
        return image;
    }
    std::uint64_t moved_down(std::uint64_t board) const {
        return ((board << size_) | (board >> (size_ * (size_ - 1)))) & all_;
    }
    std::uint64_t moved_right(std::uint64_t board) const {
        return ((board << 1) & all_ & ~first_column_) | ((board >> (size_ - 1)) & first_column_);
    }

    int size_;
    std::uint64_t all_;
    std::uint64_t first_column_;
    std::array<std::array<std::array<std::uint64_t, 256>, 8>, num_orientations> turned_{};
};

/// A position that knows the name of its board up to symmetry.
class NamedTorus : public TorusPosition {
  public:
    explicit NamedTorus(const TorusRules& rules)
        : TorusPosition(rules), symmetries_(&BoardSymmetries::of(rules.size)),
          name_(symmetries_->name(0, 0)) {}

    void play(Move m) {
        const int mover = index(to_move());
        for (const int point : captures_of(m)) stones_[1 - mover] &= ~(std::uint64_t{1} << point);
        stones_[mover] |= std::uint64_t{1} << m;
        TorusPosition::play(m);
        name_ = symmetries_->name(stones_[0], stones_[1]);
    }
    NamedTorus transformed(int s) const {
        NamedTorus image(rules());
        for (const Move m : moves()) image.play(rules().move_under(s, m));
        return image;
    }

    std::uint64_t name() const { return name_; }
    std::uint64_t hash() const {
        return name_ ^ (to_move() == Player::second ? second_to_move_key : 0);
    }

  private:
    const BoardSymmetries* symmetries_;
    std::array<std::uint64_t, 2> stones_{};
    std::uint64_t name_;
};

} // namespace

template <>
struct HistoryModel<NamedTorus> : TrustedHash {
    static constexpr bool possible = true;
    static HistoryKind kind(const NamedTorus&) { return HistoryKind::boards; }
    static std::uint64_t board_id(const NamedTorus& p, std::uint64_t, Move) { return p.name(); }
    static int stones_after(const NamedTorus& before, Move m, const NamedTorus&, int stones) {
        return stones + 1 - static_cast<int>(before.captures_of(m).size());
    }
    static bool banned(const NamedTorus& p, Move m) {
        return p.fault_of(m) == TorusPosition::Fault::superko;
    }
};

ProofReport prove_torus_start(int size, Player attacker, SearchControl& control) {
    const TorusRules rules(size);
    if (size > largest_small_torus)
        throw BadSetup("a torus that is to be solved has a size of at most " +
                       std::to_string(largest_small_torus) + ", not " + std::to_string(size));
    ProofOptions options;
    options.attacker = attacker;
    options.tree = false;
    return ProofSearch<NamedTorus>(options).search(NamedTorus(rules), control);
}

} // namespace tesuji
