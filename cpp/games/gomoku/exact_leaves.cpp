#include "engine/vcf.hpp"
#include "game.hpp"

#include <algorithm>
#include <mutex>

namespace tesuji {

namespace {

class GomokuJudge final : public ExactJudge<GomokuPosition> {
  public:
    explicit GomokuJudge(int plies) : fours_(std::min((plies - 1) / 2, most_fours)) {}

    std::optional<Settled> settle(const GomokuPosition& p) override {
        if (p.phase() != GomokuPhase::play) return std::nullopt;
        const std::lock_guard guard(mutex_);
        five::Board board(p);
        const int plies = vcf_.solve(board, fours_, most_nodes);
        if (plies == 0) return std::nullopt;
        const five::Square square = vcf_.winning_move(board, fours_);
        const Move move = square == five::no_square ? no_move : board.point(square);
        if (!p.is_legal(move)) return std::nullopt;
        return Settled{Outcome::won_by(p.to_move(), "exact"), plies, move};
    }

  private:
    static constexpr int most_fours = 20;
    static constexpr std::int64_t most_nodes = 100;

    int fours_;
    std::mutex mutex_;
    five::Vcf vcf_;
};

} // namespace

template <>
std::shared_ptr<ExactJudge<GomokuPosition>> make_exact_judge(const GomokuPosition&, int plies) {
    return plies <= 0 ? nullptr : std::make_shared<GomokuJudge>(plies);
}

} // namespace tesuji
