#include "vcf.hpp"

#include <algorithm>
#include <bit>

namespace tesuji::five {

Vcf::Vcf(std::size_t bytes)
    : table_(std::bit_floor(std::max<std::size_t>(bytes / sizeof(std::uint64_t), 1024))),
      mask_(table_.size() - 1) {}

int Vcf::solve(Board& board, int max_fours, std::int64_t max_nodes) {
    gave_up_ = was_cut_ = false;
    node_limit_ = max_nodes > 0 ? nodes_ + max_nodes : 0;
    return attack(board, std::min(max_fours, unlimited));
}

Square Vcf::winning_move(Board& board, int max_fours) {
    const int own = board.to_move();
    if (board.has_five(own)) return board.find(own, five_point);
    if (!board.has_five(1 - own) && board.count(own, four_double) > 0 && double_fours_win(board))
        return board.find(own, four_double);
    SquareList moves;
    four_points(board, own, moves);
    order(board, moves);
    for (const Square s : moves) {
        if (board.has_five(1 - own) && board.threat(1 - own, s) != five_point) continue;
        board.place(s);
        const int plies = answer(board, max_fours - 1);
        board.take_back();
        if (plies > 0) return s;
    }
    return no_square;
}

/// The mover attacks.
int Vcf::attack(Board& board, int fours_left) {
    const int own = board.to_move();
    if (board.has_five(own)) return 1;
    const int threatened = board.count(1 - own, five_point);
    if (threatened > 1) return 0;
    if (threatened == 0 && board.count(own, four_double) > 0 && double_fours_win(board)) return 3;
    if (board.count(own, four_simple) + board.count(own, four_three) +
            board.count(own, four_double) + board.count(own, maybe_foul) ==
        0)
        return 0;
    if (fours_left <= 0) {
        was_cut_ = true;
        return 0;
    }

    const std::uint64_t key = board.hash();
    std::uint64_t& known = slot(key);
    if ((known ^ key) >> 16 == 0) {
        const int plies = static_cast<int>(known & 0xff);
        if (plies > 0) return plies;
        const int depth = static_cast<int>((known >> 8) & 0xff);
        if (depth >= fours_left) {
            if (depth < unlimited) was_cut_ = true;
            return 0;
        }
    }

    SquareList moves;
    if (threatened == 1) {
        const Square s = board.find(1 - own, five_point);
        if (real_threat(board, own, s) < four_simple) return 0;
        moves.push(s);
    } else {
        four_points(board, own, moves);
        order(board, moves);
    }
    const bool was_cut_before = was_cut_;
    was_cut_ = false;
    int plies = 0;
    for (const Square s : moves) {
        board.place(s);
        plies = answer(board, fours_left - 1);
        board.take_back();
        if (plies > 0 || gave_up_) break;
    }
    if (plies > 0) ++plies;
    if (!gave_up_) {
        // Nothing was left out: the answer holds for any number of fours.
        const int depth = was_cut_ ? fours_left : unlimited;
        if (plies < 256)
            slot(key) = (key & ~std::uint64_t{0xffff}) | static_cast<std::uint64_t>(depth) << 8 |
                        static_cast<std::uint64_t>(plies);
    }
    was_cut_ |= was_cut_before;
    return plies;
}

/// The mover has to stop the five that his opponent threatens.
int Vcf::answer(Board& board, int fours_left) {
    ++nodes_;
    if (node_limit_ > 0 && nodes_ >= node_limit_) gave_up_ = true;
    if (control_ && (nodes_ & 255) == 0 && control_->should_stop()) gave_up_ = true;
    if (gave_up_) return 0;
    if (board.num_empty() == 0 || !board.has_five(1 - board.to_move())) return 0;
    if (board.has_five(board.to_move())) return 0;
    SquareList replies;
    replies_to_five(board, replies);
    int longest = 2;
    for (const Square s : replies) {
        ++nodes_;
        board.place(s);
        const int plies = attack(board, fours_left);
        board.take_back();
        if (plies == 0) return 0;
        longest = std::max(longest, plies + 1);
    }
    return longest;
}

/// Fours that threaten more come first.
void Vcf::order(const Board& board, SquareList& moves) const {
    const int own = board.to_move();
    for (int i = 1; i < moves.size(); ++i) {
        const std::int16_t s = moves.begin()[i];
        const int worth = board.info(own, s).attack;
        int j = i;
        for (; j > 0 && board.info(own, moves[j - 1]).attack < worth; --j)
            moves.begin()[j] = moves.begin()[j - 1];
        moves.begin()[j] = s;
    }
}

} // namespace tesuji::five
