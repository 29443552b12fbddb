#include "endgame.hpp"
#include "game.hpp"

namespace tesuji {

namespace {

class ReversiJudge final : public ExactJudge<ReversiPosition> {
  public:
    ReversiJudge(const ReversiRules& rules, int plies) : board_(rules.size), plies_(plies) {}

    std::optional<Settled> settle(const ReversiPosition& p) override {
        const int empty = p.num_empty();
        if (empty > plies_) return std::nullopt;
        const int most = p.rules().num_squares();
        const int value = reversi::endgame_value(board_, p.discs(p.to_move()),
                                                 p.discs(other(p.to_move())), -most, most);
        const int margin = p.to_move() == Player::first ? value : -value;
        return Settled{Outcome::from_margin(static_cast<float>(margin), "exact"), 2 * empty};
    }

  private:
    reversi::Board board_;
    int plies_;
};

} // namespace

template <>
std::shared_ptr<ExactJudge<ReversiPosition>> make_exact_judge(const ReversiPosition& start,
                                                              int plies) {
    if (plies <= 0) return nullptr;
    return std::make_shared<ReversiJudge>(start.rules(), std::min(plies, most_exact_squares));
}

} // namespace tesuji
