#include "game.hpp"
#include "solver/value.hpp"

#include <mutex>

namespace tesuji {

namespace {

/// Stores what it has found about a board, so that most questions are answered from the table.
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
    /// The limit for one question: some milliseconds, which only many open lines can take.
    static constexpr std::int64_t most_nodes = 20'000;

    int plies_;
    std::mutex mutex_;
    dots::SharedSearch shared_;
    std::int64_t node_limit_ = 0;
    dots::Searcher searcher_;
};

} // namespace

template <>
std::shared_ptr<ExactJudge<DotsAndBoxesPosition>>
make_exact_judge(const DotsAndBoxesPosition& start, int plies) {
    if (plies <= 0 || start.rules().num_lines() > dots::Frame::max_lines) return nullptr;
    return std::make_shared<DotsJudge>(start, plies);
}

} // namespace tesuji
