#include "game.hpp"
#include "win_search.hpp"

#include <algorithm>
#include <mutex>

namespace tesuji {

namespace {

class TorusJudge final : public ExactJudge<TorusPosition> {
  public:
    explicit TorusJudge(int turns) : turns_(std::min(turns, TorusWinSearch::exact_turns)) {}

    std::optional<Settled> settle(const TorusPosition& p) override {
        const std::lock_guard guard(mutex_);
        const Move move = search_.winning_move(p, turns_);
        if (move == no_move) return std::nullopt;
        return Settled{Outcome::won_by(p.to_move(), "exact"), turns_, move};
    }

  private:
    int turns_;
    std::mutex mutex_;
    TorusWinSearch search_;
};

} // namespace

template <>
std::shared_ptr<ExactJudge<TorusPosition>> make_exact_judge(const TorusPosition&, int plies) {
    return plies <= 0 ? nullptr : std::make_shared<TorusJudge>(plies);
}

} // namespace tesuji
