#include "exact_leaves.hpp"

#include "search/gomoku/vcf.hpp"
#include "theory/dots_value.hpp"
#include "torus_win_search.hpp"

#include <mutex>

namespace tesuji {

namespace {

// Dots and Boxes ---------------------------------------------------------------------------------

/// Remembers what it has found of a board, so that most questions are answered by a look.
class DotsJudge final : public ExactJudge<DotsAndBoxesPosition> {
  public:
    DotsJudge(const DotsAndBoxesPosition& start, int plies)
        : plies_(plies),
          shared_(dots::Frame(start.rules(), DotsAndBoxesPosition(start.rules()).open_lines()),
                  table_bytes),
          searcher_(shared_, false, [this] { return searcher_.nodes() > node_limit_; }) {}

    std::optional<Settled> settle(const DotsAndBoxesPosition& p) override {
        const int lines = p.open_lines().size();
        if (lines > plies_) return std::nullopt;
        const std::lock_guard guard(mutex_);
        node_limit_ = searcher_.nodes() + most_nodes;
        const dots::Lines open = shared_.frame().lines_of(p.open_lines());
        const std::optional<int> net = dots::value_of(
            shared_, open, 0, [this](const dots::Node& node, int goal) -> std::optional<int> {
                searcher_.reset();
                const int bound = searcher_.search(node, goal);
                return searcher_.was_interrupted() ? std::nullopt : std::optional(bound);
            });
        if (!net) return std::nullopt;
        const int for_first = p.to_move() == Player::first ? *net : -*net;
        const int margin = p.boxes_of(Player::first) - p.boxes_of(Player::second) + for_first;
        return Settled{Outcome::from_margin(static_cast<float>(margin), "exact"), lines};
    }

  private:
    static constexpr std::size_t table_bytes = std::size_t{16} << 20;
    /// For one question: some milliseconds, which only large numbers of open lines can take.
    static constexpr std::int64_t most_nodes = 20'000;

    int plies_;
    std::mutex mutex_;
    dots::SharedSearch shared_;
    std::int64_t node_limit_ = 0;
    dots::Searcher searcher_;
};

// Torus ------------------------------------------------------------------------------------------

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

// Gomoku -----------------------------------------------------------------------------------------

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
std::shared_ptr<ExactJudge<DotsAndBoxesPosition>>
make_exact_judge(const DotsAndBoxesPosition& start, int plies) {
    if (plies <= 0 || start.rules().num_lines() > dots::Frame::max_lines) return nullptr;
    return std::make_shared<DotsJudge>(start, plies);
}

template <>
std::shared_ptr<ExactJudge<TorusPosition>> make_exact_judge(const TorusPosition&, int plies) {
    return plies <= 0 ? nullptr : std::make_shared<TorusJudge>(plies);
}

template <>
std::shared_ptr<ExactJudge<GomokuPosition>> make_exact_judge(const GomokuPosition&, int plies) {
    return plies <= 0 ? nullptr : std::make_shared<GomokuJudge>(plies);
}

} // namespace tesuji
