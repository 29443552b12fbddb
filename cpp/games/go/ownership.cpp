#include "ownership.hpp"

namespace tesuji {
namespace {

/// The number of random moves to try before all moves are listed.
constexpr int tries = 4;

/// Whether `point` is surrounded by `colour` in a way that the opponent cannot break up: filling
/// such a point only kills one's own stones.
bool is_eye(const GoPosition& position, int point, int colour) {
    const int rows = position.rules().rows;
    const int columns = position.rules().columns;
    const int row = point / columns;
    const int column = point % columns;
    int beyond = 0;
    int hostile = 0;
    for (int down = -1; down <= 1; ++down) {
        for (int right = -1; right <= 1; ++right) {
            if (down == 0 && right == 0) continue;
            const int r = row + down;
            const int c = column + right;
            const bool outside = r < 0 || r >= rows || c < 0 || c >= columns;
            if (down == 0 || right == 0) {
                if (!outside && position.stone_at(r * columns + c) != colour) return false;
            } else if (outside) {
                beyond = 1;
            } else if (position.stone_at(r * columns + c) == 1 - colour) {
                ++hostile;
            }
        }
    }
    return hostile + beyond < 2;
}

/// A random move that fills no eye of the mover; a pass when there is none.
Move sensible_move(const GoPosition& position, Rng& rng) {
    const int pass = position.rules().num_points();
    const int mover = index(position.to_move());
    const auto is_sensible = [&](Move m) { return m != pass && !is_eye(position, m, mover); };
    for (int attempt = 0; attempt < tries; ++attempt) {
        const Move move = position.random_move(rng);
        if (is_sensible(move)) return move;
    }
    MoveList moves;
    position.legal_moves(moves);
    MoveList sensible;
    for (const Move move : moves)
        if (is_sensible(move)) sensible.push(move);
    if (sensible.empty()) return static_cast<Move>(pass);
    return sensible[rng.below(sensible.size())];
}

} // namespace

std::vector<float> go_ownership(const GoPosition& start, int games, std::uint64_t seed) {
    const auto points = static_cast<std::size_t>(start.rules().num_points());
    std::vector<float> sum(points);
    if (start.is_over() || games <= 0) games = 0;
    Rng rng(seed);
    const int most = 3 * static_cast<int>(points);
    for (int game = 0; game < games; ++game) {
        GoPosition position = start;
        for (int ply = 0; ply < most && !position.is_over(); ++ply)
            position.play(sensible_move(position, rng));
        const GoScore score = position.score();
        for (std::size_t point = 0; point < points; ++point) {
            if (score.owner[point] == 0) sum[point] += 1.0F;
            if (score.owner[point] == 1) sum[point] -= 1.0F;
        }
    }
    for (float& mean : sum) mean /= static_cast<float>(games > 0 ? games : 1);
    return sum;
}

} // namespace tesuji
